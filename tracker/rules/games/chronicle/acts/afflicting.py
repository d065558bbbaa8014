"""Acts with lasting outcomes: conditions, modifiers, weakened attributes and spell slots."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle.acts.rolling import IN_MODE, MODIFIER
from tracker.rules.games.chronicle.attributes import ATTRIBUTES
from tracker.rules.games.chronicle.checks import without_state
from tracker.rules.games.chronicle.harm import weakened
from tracker.rules.games.chronicle.sheet import (
    HIGHEST_LEVEL,
    HIGHEST_SCORE,
    Character,
    Modifier,
    State,
    character,
    living,
)
from tracker.rules.games.chronicle.states import CONDITIONS, HIGHEST_POISON, Condition
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.text import fitting, key_of

CONDITION = Param("condition", Kind.CHOICE, required=True, choices=CONDITIONS)
ATTRIBUTE = Param("attribute", Kind.CHOICE, required=True, choices=ATTRIBUTES)


def afflict(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Let a creature suffer a condition; the same one again replaces the first (R1-095, R1-108).

    A weaker poison replaces no stronger one; a fact says so (R1-107).
    Petrification has only the level of its source, whichever of the two parameters gives it (R1-105).
    Raises `Refusal`: `dead`, `poison_without_level` (R1-107).
    """
    sheet, condition, level = living(context, who), args["condition"], args.get("level") or 0
    if condition == Condition.POISONED and not level:
        raise Refusal("poison_without_level", highest=HIGHEST_POISON)
    strength = args.get("source_level") or 0
    if condition == Condition.PETRIFIED:
        level, strength = 0, strength or min(level, HIGHEST_LEVEL)
    suffered = sheet.states.get(Condition.POISONED)
    if condition == Condition.POISONED and suffered is not None and suffered.level > level:
        data = {"who": who, "level": level, "present": suffered.level}
        return RuleResult(facts=(Fact("stronger_poison", data),))
    state = State(condition, level, fitting(args.get("source") or ""), strength)
    after = replace(sheet, states={**sheet.states, condition: state})
    if suffered is not None and condition == Condition.POISONED and suffered.level < level:
        data = {"who": who, "level": level, "present": suffered.level, "source": state.source}
        return RuleResult(sheets={who: after}, facts=(Fact("poisoned_worse", data),))
    kind = "poisoned" if condition == Condition.POISONED else "afflicted"
    data = {"who": who, "condition": condition, "level": level, "source": state.source}
    return RuleResult(sheets={who: after}, facts=(Fact(kind, data),))


def release(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Take a condition away without a save (R1-108); raises `Refusal` `not_suffered`."""
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
    """Take a lasting modifier away by its cause; raises `Refusal` `no_such_modifier`."""
    sheet, cause = character(context, who), _cause(args)
    if cause not in sheet.modifiers:
        raise Refusal("no_such_modifier", cause=cause, known=", ".join(sheet.modifiers))
    after = replace(sheet, modifiers={key: each for key, each in sheet.modifiers.items() if key != cause})
    fact = Fact("modifier_removed", {"who": who, "cause": cause, "kind": sheet.modifiers[cause].kind})
    return RuleResult(sheets={who: after}, facts=(fact,))


def reduce(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Reduce an attribute's value, for good or for a time (R1-085); raises `Refusal` `dead`."""
    sheet, facts = weakened(
        who,
        living(context, who),
        args["attribute"],
        args["amount"],
        "lost_attribute",
        lasts=not args.get("temporary"),
    )
    return RuleResult(sheets={who: sheet}, facts=facts)


def restore(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Restore an attribute that was reduced for a time: wholly, or by an amount (R1-085)."""
    sheet, attribute = character(context, who), args["attribute"]
    score = sheet.score(attribute)
    if not score.reduction:
        raise Refusal("nothing_to_restore", who=who, attribute=attribute)
    back = min(score.reduction, args.get("amount") or score.reduction)
    whole = replace(score, reduction=score.reduction - back)
    after = replace(sheet, attributes={**sheet.attributes, attribute: whole})
    data = {"who": who, "attribute": attribute, "value": whole.present}
    return RuleResult(sheets={who: after}, facts=(Fact("restored", data),))


def spend_slot(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Spend a spell slot by the name of its level (R1-070).

    Raises `Refusal`: `dead`, `no_such_slot`, `slot_spent`.
    """
    sheet = living(context, who)
    name = _slot_named(sheet, args["slot"])
    slot = sheet.slots[name]
    if slot.current <= 0:
        raise Refusal("slot_spent", slot=name)
    less = replace(slot, current=slot.current - 1)
    data: dict[str, Scalar] = {"who": who, "slot": name, "left": less.current, "maximum": less.maximum}
    after = replace(sheet, slots={**sheet.slots, name: less})
    return RuleResult(sheets={who: after}, facts=(Fact("slot_used", data),))


def _slot_named(sheet: Character, name: str) -> str:
    folded = name.casefold()
    for slot in sheet.slots:
        if slot.casefold() == folded:
            return slot
    raise Refusal("no_such_slot", slot=name, known=", ".join(sheet.slots))


def _cause(args: Args) -> str:
    """Return the cause as a key; refuse an empty one."""
    cause = key_of(str(args["cause"]))
    if not cause:
        raise Refusal("empty_modifier")
    return cause


ACTS = (
    Act(
        "condition",
        afflict,
        (
            CONDITION,
            Param("level", Kind.LABELLED, low=1, high=HIGHEST_POISON),
            Param("source", Kind.TEXT, of=True),
            Param("source_level", Kind.LABELLED, low=0, high=HIGHEST_LEVEL),
        ),
        lasting=True,
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
    ),
    Act("unmodify", remove_modifier, (Param("cause", Kind.TEXT, required=True),)),
)
