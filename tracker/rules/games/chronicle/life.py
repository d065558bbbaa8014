"""The acts of Chronicle that last: conditions and modifiers; meals, sleep, rest and age."""

from msgspec.structs import replace

from tracker.rules.body import act_second, needs_acts
from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Roll, Throw, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import vitals
from tracker.rules.games.chronicle.acts import IN_MODE, MODIFIER
from tracker.rules.games.chronicle.checks import (
    ENDURANCE,
    Call,
    Figures,
    effect_handling,
    effort_on,
    figures_data,
    figures_of,
    handling_data,
    is_success,
    reduce_attribute,
    roll_attribute,
    without_state,
)
from tracker.rules.games.chronicle.sheet import (
    ATTRIBUTES,
    CONDITIONS,
    HIGHEST_LEVEL,
    HIGHEST_POISON,
    HIGHEST_SCORE,
    Attribute,
    Character,
    Condition,
    Modifier,
    State,
    aged_attribute,
    character,
    is_ageing,
    living,
)
from tracker.rules.games.chronicle.vitals import DEADLY_FAILURES
from tracker.rules.pending import figure
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, PendingRoll, RuleResult, RulesContext
from tracker.rules.text import fitting_text, fold, key_of

# Acts with lasting outcomes: conditions, modifiers, weakened attributes and spell slots.

CONDITION = Param("condition", Kind.CHOICE, required=True, choices=tuple(CONDITIONS))
ATTRIBUTE = Param("attribute", Kind.CHOICE, required=True, choices=ATTRIBUTES)


def afflict(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Put a creature under a condition; the same one again replaces the first (R1-095, R1-108).

    A weaker poison does not replace a stronger one; a fact says so (R1-107). Petrification has only the level
    of its source, whichever of the two parameters gives it (R1-105). Raises `Refusal`: `dead`,
    `not_used` if the two differ, `poison_without_level` (R1-107).
    """
    sheet, condition, level = living(context, who), args["condition"], args.get("level") or 0
    if condition == Condition.POISONED and not level:
        raise Refusal("poison_without_level", highest=HIGHEST_POISON)
    source_level = args.get("source_level") or 0
    if condition == Condition.PETRIFIED:
        if level and source_level and level != source_level:
            raise Refusal("not_used", param="level", value=level)
        level, source_level = 0, source_level or min(level, HIGHEST_LEVEL)
    old_poison = sheet.states.get(Condition.POISONED)
    if condition == Condition.POISONED and old_poison is not None and old_poison.level > level:
        data = {"who": who, "level": level, "present": old_poison.level}
        return RuleResult(facts=(Fact("stronger_poison", data),))
    state = State(condition, level, fitting_text(args.get("source") or ""), source_level)
    after = replace(sheet, states={**sheet.states, condition: state})
    if old_poison is not None and condition == Condition.POISONED and old_poison.level < level:
        data = {"who": who, "level": level, "present": old_poison.level, "source": state.source}
        return RuleResult(sheets={who: after}, facts=(Fact("poisoned_worse", data),))
    kind = "poisoned" if condition == Condition.POISONED else "afflicted"
    data = {"who": who, "condition": condition, "level": level, "source": state.source}
    origin = {"origin": source_level} if source_level else {}
    return RuleResult(sheets={who: after}, facts=(Fact(kind, data | origin),))


def release(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """End a condition without a save (R1-108); raises `Refusal` `not_suffered`."""
    sheet, condition = character(context, who), args["condition"]
    if condition not in sheet.states:
        raise Refusal("not_suffered", who=who, condition=condition)
    fact = Fact("released", {"who": who, "condition": condition})
    return RuleResult(sheets={who: without_state(sheet, condition)}, facts=(fact,))


def add_modifier(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give a lasting modifier, Advantage or Disadvantage under its cause (R1-024, R1-025).

    Raises `Refusal` `empty_modifier`.
    """
    sheet, cause = character(context, who), _cause(args)
    advantage = bool(args.get("advantage")) - bool(args.get("disadvantage"))
    value = sum(args.get("modifier") or ())
    if not value and not advantage:
        raise Refusal("empty_modifier")
    modifier = Modifier(value, cause, advantage, args.get("attribute") or "")
    after = replace(sheet, modifiers={**sheet.modifiers, cause: modifier})
    figure = f"{value:+d}" if value else ""
    fact = Fact("modifier_added", {"who": who, "cause": cause, "value": figure, "kind": modifier.kind})
    return RuleResult(sheets={who: after}, facts=(fact,))


def remove_modifier(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Remove a lasting modifier by its cause; raises `Refusal` `no_such_modifier`."""
    sheet, cause = character(context, who), _cause(args)
    if cause not in sheet.modifiers:
        raise Refusal("no_such_modifier", cause=cause, known=", ".join(sheet.modifiers))
    after = replace(sheet, modifiers={key: each for key, each in sheet.modifiers.items() if key != cause})
    fact = Fact("modifier_removed", {"who": who, "cause": cause, "kind": sheet.modifiers[cause].kind})
    return RuleResult(sheets={who: after}, facts=(fact,))


def reduce(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Reduce an attribute's value, for good or for a time (R1-085); raises `Refusal` `dead`."""
    sheet, facts = reduce_attribute(
        who,
        living(context, who),
        args["attribute"],
        args["amount"],
        "lost_attribute",
        lasts=not args.get("temporary"),
    )
    return RuleResult(sheets={who: sheet}, facts=facts)


def restore(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Restore an attribute that was reduced for a time: wholly, or by an amount (R1-085).

    Raises `Refusal` `nothing_to_restore`.
    """
    sheet, attribute = character(context, who), args["attribute"]
    score = sheet.score(attribute)
    if not score.reduction:
        raise Refusal("nothing_to_restore", who=who, attribute=attribute)
    amount = min(score.reduction, args.get("amount") or score.reduction)
    restored = replace(score, reduction=score.reduction - amount)
    after = replace(sheet, attributes={**sheet.attributes, attribute: restored})
    data = {"who": who, "attribute": attribute, "value": restored.present}
    return RuleResult(sheets={who: after}, facts=(Fact("restored", data),))


def spend_slot(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Spend a spell slot by the name of its level (R1-070).

    Raises `Refusal`: `dead`, `no_such_slot`, `slot_spent`.
    """
    sheet = living(context, who)
    name = _require_slot(sheet, args["slot"])
    slot = sheet.slots[name]
    if slot.current <= 0:
        raise Refusal("slot_spent", slot=name)
    remaining = replace(slot, current=slot.current - 1)
    data: dict[str, Scalar] = {
        "who": who,
        "slot": name,
        "left": remaining.current,
        "maximum": remaining.maximum,
    }
    after = replace(sheet, slots={**sheet.slots, name: remaining})
    return RuleResult(sheets={who: after}, facts=(Fact("slot_used", data),))


def _require_slot(sheet: Character, name: str) -> str:
    folded = fold(name)
    for slot in sheet.slots:
        if fold(slot) == folded:
            return slot
    raise Refusal("no_such_slot", slot=name, known=", ".join(sheet.slots))


def _cause(args: Args) -> str:
    """Read the cause as a key; raises `Refusal` `empty_modifier` if it is empty."""
    cause = key_of(str(args["cause"]))
    if not cause:
        raise Refusal("empty_modifier")
    return cause


AFFLICTING = (
    Act(
        "condition",
        afflict,
        (
            CONDITION,
            Param(
                "level",
                Kind.LABELLED,
                low=1,
                high=HIGHEST_POISON,
                only_with=(Condition.POISONED, Condition.PETRIFIED),
            ),
            Param("source", Kind.NAME, of=True),
            Param("source_level", Kind.LABELLED, low=0, high=HIGHEST_LEVEL),
        ),
        lasting=True,
        on_others=True,
    ),
    Act("release", release, (CONDITION,)),
    Act(
        "reduce",
        reduce,
        (
            ATTRIBUTE,
            Param("amount", Kind.NUMBER, required=True, low=1, high=HIGHEST_SCORE),
            Param("temporary", Kind.FLAG),
        ),
    ),
    Act("restore", restore, (ATTRIBUTE, Param("amount", Kind.NUMBER, low=1, high=HIGHEST_SCORE))),
    Act("slot", spend_slot, (Param("slot", Kind.TEXT, required=True),)),
    Act(
        "modifier",
        add_modifier,
        (
            MODIFIER,
            *IN_MODE,
            Param("attribute", Kind.CHOICE, choices=ATTRIBUTES),
            Param("cause", Kind.TEXT, required=True),
        ),
        needs_one=(MODIFIER.name, *(each.name for each in IN_MODE)),
    ),
    Act("unmodify", remove_modifier, (Param("cause", Kind.TEXT, required=True),)),
)


# Acts of the body: meals, sleep, rest, and growing older (R1-067..R1-081).

REST = 8 * HOUR
"""Seconds of little effort that make a rest (R1-067)."""


def eat(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Eat and drink properly, now or `ago` seconds before; this ends hunger (R1-071, R1-074, A1-23)."""
    sheet = living(context, who)
    after = replace(sheet, fed_at=act_second(context, args), hunger_failures=0)
    rolls = _waiting_rolls(context, who, "hunger")
    earlier = {key for key, each in rolls.items() if figure(each, "at") <= after.fed_at}
    same_hunger = {key for key in earlier if rolls[key].data.get("since") == sheet.fed_at}
    # Rolls owed before the meal stay only if their failures could still kill.
    deadly = sheet.hunger_failures + len(same_hunger) >= DEADLY_FAILURES
    lapsed = len(rolls) - len(earlier if deadly else earlier - same_hunger)
    fact = Fact("ate", {"who": who, "lapsed": lapsed, "owed": len(same_hunger) if deadly else 0})
    amends = {key: {"failures": sheet.hunger_failures} for key in same_hunger}
    return RuleResult(sheets={who: after}, facts=(fact,), amends=amends)


def have_slept(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Wake from `hours` of sleep, now or `ago`, both in seconds (R1-075, R1-078)."""
    sheet, facts = _wake(context, who, args["hours"], act_second(context, args))
    return RuleResult(sheets={who: sheet}, facts=facts)


def rest(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """End 8 hours of little effort, slept unless `awake`; slots come back (R1-067..R1-070, A1-25).

    Calls for the Health die and for the Endurance rolls that restore Effort: until one succeeds, the night
    counts as one without recovery (R1-057). A third rest within a day is allowed; a fact reminds of it.
    """
    sheet, facts = living(context, who), [Fact("rested", {"who": who})]
    if not args.get("awake"):
        sheet, sleep_facts = _wake(context, who, REST, context.now)
        facts.extend(sleep_facts)
    slots = {key: replace(slot, current=slot.maximum) for key, slot in sheet.slots.items()}
    pending, missing = [], sheet.effort_max - sheet.effort
    if sheet.health_die and sheet.health < sheet.health_max:
        how = handling_data(effect_handling(sheet, context.now))
        pending.append(PendingRoll(f"rest.{context.now}.health", "health_die", who, how))
    if missing > 0:
        nights = sheet.nights_without_recovery
        data = {
            "points": missing,
            "nights": nights,
            **figures_data(figures_of(sheet, Call(ENDURANCE), context.now)),
        }
        pending.append(PendingRoll(f"rest.{context.now}.effort", "effort", who, data))
    after = replace(
        sheet,
        slots=slots,
        nights_without_recovery=sheet.nights_without_recovery + 1 if missing > 0 else 0,
        rested_at=context.now,
        rested_before=sheet.rested_at,
    )
    if sheet.rested_before is not None and context.now - sheet.rested_before < DAY:
        facts.append(Fact("third_rest", {"who": who}))
    return RuleResult(sheets={who: after}, facts=tuple(facts), pending=tuple(pending))


def grow_older(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make a creature a year older; from the species' age on, roll Endurance (R1-079..R1-081).

    On a failure, a d6 picks the attribute that loses a point for good. Stone does not age (R1-105). Effort is
    spent only if there is a roll. Raises `Refusal`: `dead`, `no_effort`, `effort_useless`.
    """
    figures = figures_of(living(context, who), Call(ENDURANCE), context.now)
    return a_year_older(context, who, figures, roll, effort=bool(args.get("effort")))


def a_year_older(
    context: RulesContext, who: str, figures: Figures, roll: Roll, *, effort: bool
) -> RuleResult:
    """Make a creature a year older; an age roll uses the given figures (R1-079..R1-081)."""
    sheet = living(context, who)
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("does_not_age", {"who": who}),))
    older = replace(sheet, age=sheet.age + 1)
    birthday = Fact("grew_older", {"who": who, "age": older.age})
    if not is_ageing(older.age, older.ageing_age):
        return RuleResult(sheets={who: older}, facts=(birthday,))
    effort_facts: tuple[Fact, ...] = ()
    if effort:
        older, figures, effort_facts = effort_on(who, older, figures)
    test = roll_attribute(who, figures, roll, purpose="ageing", subject=Attribute.ENDURANCE)
    if is_success(test):
        return RuleResult(sheets={who: older}, facts=(*effort_facts, birthday), throws=(test,))
    die = throw_die(len(Attribute), roll)
    attribute = aged_attribute(die.face)
    after, facts = reduce_attribute(who, older, attribute, 1, "old_age", lasts=True)
    attribute_throw = Throw("ageing_attribute", (die,), die.face, who, attribute, expression="1d6")
    return RuleResult(
        sheets={who: after}, facts=(*effort_facts, birthday, *facts), throws=(test, attribute_throw)
    )


def _wake(context: RulesContext, who: str, seconds: int, woke_at: int) -> tuple[Character, tuple[Fact, ...]]:
    """Wake after sleep; the penalty of the days awake before it still counts (R1-078, A1-24).

    Sleep too short to count is kept on the sheet, so that more of it on the same day adds up (R1-075).
    """
    sheet = living(context, who)
    total, since = vitals.add_nap(sheet.napped, sheet.naps_since, seconds, woke_at)
    if not vitals.counts_as_slept(total):
        after = replace(sheet, napped=total, naps_since=since)
        return after, (Fact("slept_too_little", {"who": who, "seconds": total}),)
    penalty = vitals.penalty_after(sheet.sleep_penalty(since), seconds)
    after = replace(sheet, awake_since=woke_at, sleep_kept=-penalty, napped=0)
    rolls = _waiting_rolls(context, who, "sleep")
    lapsed = sum(
        figure(each, "at") > woke_at and each.data.get("since") != woke_at for each in rolls.values()
    )
    kind = "slept_badly" if penalty else "slept"
    data: dict[str, Scalar] = {"who": who, "penalty": penalty, "lapsed": lapsed, "owed": len(rolls) - lapsed}
    return after, (Fact(kind, data),)


def _waiting_rolls(context: RulesContext, who: str, need: str) -> dict[str, PendingRoll]:
    return {key: each for key, each in context.waiting.items() if (each.kind, each.who) == (need, who)}


LIVING = (
    Act("rest", rest, (Param("awake", Kind.FLAG),), lasts=lambda args: REST),
    *needs_acts(have_slept, eat),
    Act("age", grow_older, (Param("effort", Kind.FLAG),), rolls=True),
)
