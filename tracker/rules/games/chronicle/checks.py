"""The d20 rolls of Chronicle, and what damage and healing do to a creature."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw, kept_face, sum_kept, throw_in_mode
from tracker.rules.dice.notation import parse
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import vitals
from tracker.rules.games.chronicle.sheet import (
    ATTRIBUTES,
    CONDITIONS,
    HIGHEST_RESOURCE,
    Attribute,
    Character,
    Condition,
    Task,
    character,
    extra_languages,
    hindrance,
)
from tracker.rules.games.chronicle.vitals import DEADLY_FAILURES
from tracker.rules.pending import Adjustment, figure
from tracker.rules.refusal import Refusal
from tracker.rules.system import EffectHandling, Fact, PendingRoll, RuleResult, RulesContext, Sheet
from tracker.rules.weapon import with_handling

if TYPE_CHECKING:
    from tracker.rules.dice.odds import Odds


# Rolling a d20: when, in which mode, and what the face means (R1-004..R1-012, R1-021..R1-034).

STATIC_LIMIT = 3
"""A sum of modifiers beyond this becomes Advantage or Disadvantage (R1-025, R1-026)."""


class Outcome(StrEnum):
    """The outcome of a roll against a difficulty (R1-005..R1-008)."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"

    @property
    def succeeds(self) -> bool:
        return self in {Outcome.CRITICAL, Outcome.SUCCESS}


class Handling(Struct, frozen=True):
    """How a die is rolled: its mode, and the number added to its face."""

    mode: Mode = Mode.NORMAL
    static: int = 0


class Test(Struct, frozen=True):
    """A d20 roll read against a difficulty."""

    natural: int
    total: int
    outcome: Outcome


def roll_mode(
    modifiers: Iterable[int] = (), advantage: int = 0, disadvantage: int = 0, *, effort: bool = False
) -> Handling:
    """Sum up modifiers and sources of Advantage and Disadvantage (R1-021..R1-026, R1-053).

    A sum of modifiers beyond ±3 is wholly replaced by Advantage or Disadvantage (A1-06), which
    cancel each other whatever their number (A1-05). A point of Effort counts after that (A1-43).

    >>> roll_mode([-2, -2])
    Handling(mode=<Mode.DISADVANTAGE: 'disadvantage'>, static=0)
    """
    total = sum(modifiers)
    favoured = advantage > 0 or total > STATIC_LIMIT
    hindered = disadvantage > 0 or total < -STATIC_LIMIT
    static = total if abs(total) <= STATIC_LIMIT else 0
    mode = Mode.NORMAL
    if favoured != hindered:
        mode = Mode.ADVANTAGE if favoured else Mode.DISADVANTAGE
    return with_effort(Handling(mode, static)) if effort else Handling(mode, static)


def with_effort(how: Handling) -> Handling:
    """Spend Effort on a roll: it cancels Disadvantage, or gives Advantage (R1-053, A1-43).

    >>> str(with_effort(Handling(Mode.DISADVANTAGE)).mode), str(with_effort(Handling()).mode)
    ('', 'advantage')
    """
    return replace(how, mode=Mode.NORMAL if how.mode is Mode.DISADVANTAGE else Mode.ADVANTAGE)


def judge(natural: int, total: int, difficulty: int) -> Outcome:
    """Read a roll: the natural face before the total, which must reach the difficulty (R1-005..R1-008).

    >>> str(judge(natural=1, total=4, difficulty=2))
    'fumble'
    """
    if natural == 20:
        return Outcome.CRITICAL
    if natural == 1:
        return Outcome.FUMBLE
    return Outcome.SUCCESS if total >= difficulty else Outcome.FAILURE


def d20_test(faces: tuple[int, ...], difficulty: int, handling: Handling) -> Test:
    """Read the faces of a d20 roll; the natural face is the kept die's (R1-004, R1-021, A1-03)."""
    natural = kept_face(faces, handling.mode)
    total = natural + handling.static
    return Test(natural, total, judge(natural, total, difficulty))


class Winner(StrEnum):
    """Who wins an opposed roll; `REROLL` after a tie."""

    A = "a"
    B = "b"
    REROLL = "reroll"


class Contender(Struct, frozen=True):
    """One side of an opposed roll: its total, its outcome against its own difficulty, and its value."""

    total: int
    outcome: Outcome
    value: int


def compare_opposed(a: Contender, b: Contender) -> Winner:
    """Compare two rolls: first who passes, then the higher result, then the higher value (R1-029..R1-033).

    A Critical counts as passed and a fumble as failed, with no further precedence (A1-10).
    """
    key_of_a = (a.outcome.succeeds, a.total, a.value)
    key_of_b = (b.outcome.succeeds, b.total, b.value)
    if key_of_a == key_of_b:
        return Winner.REROLL
    return Winner.A if key_of_a > key_of_b else Winner.B


def needs_roll(
    *,
    within_interval: bool,
    threat: bool,
    failure_adds: bool,
    untrained_or_impeded: bool,
    rushed_or_risky: bool,
) -> bool | None:
    """Whether an action needs a roll; None leaves it to the GM (R1-002, R1-010..R1-012, A1-35)."""
    if rushed_or_risky or untrained_or_impeded:
        return True
    if within_interval and not threat and not failure_adds:
        return False
    return None


# A character's d20 roll: the figures that come from its sheet, and the throw.

NOTATION: Mapping[Mode, str] = {
    Mode.NORMAL: "1d20",
    Mode.ADVANTAGE: "2d20kh1",
    Mode.DISADVANTAGE: "2d20kl1",
}
ENDURANCE = Task(Attribute.ENDURANCE)
ANY_TASK = Task("")
"""The task of a roll that tests no attribute: only what hinders all rolls applies (A1-42)."""


class Call(Struct, frozen=True):
    """A roll that the Cronista calls for: the task, and what is added to the sheet's figures."""

    task: Task
    modifiers: tuple[int, ...] = ()
    advantage: bool = False
    disadvantage: bool = False


def difficulty(sheet: Character, attribute: str, now: int) -> int:
    """Return the number that a roll must reach; hunger raises that of Endurance (R1-004, R1-072)."""
    hunger = sheet.hunger_bonus(now) if attribute == Attribute.ENDURANCE else 0
    return sheet.score(attribute).difficulty + hunger


class Figures(Struct, frozen=True):
    """What an attribute roll must reach, and how it is rolled."""

    difficulty: int
    how: Handling


def figures_of(sheet: Character, call: Call, now: int) -> Figures:
    """Work out the figures of a roll, without Effort; hunger and sleep count at clock second `now`."""
    return Figures(difficulty(sheet, call.task.attribute, now), _handling(sheet, call, now))


def naturals(mode: Mode) -> "Odds":
    """Return the odds of each natural face in a mode (R1-021, R1-022)."""
    from tracker.rules.dice.odds import odds  # noqa: PLC0415 - as above

    return odds(with_handling(parse("1d20"), EffectHandling(mode)))


def chance_of(figures: Figures) -> "Fraction":
    """Return the chance that a roll with these figures succeeds (R1-004..R1-008)."""
    static, target = figures.how.static, figures.difficulty
    return naturals(figures.how.mode).chance(lambda face: judge(face, face + static, target).succeeds)


def figures_data(figures: Figures) -> dict[str, Scalar]:
    """Store figures in the data of a pending roll, which keeps those of its moment (A1-41)."""
    return {"difficulty": figures.difficulty, **handling_data(figures.how)}


def handling_data(how: Handling) -> dict[str, Scalar]:
    """Store how a roll is made in the data of a pending roll (A1-41)."""
    return {"static": how.static, "mode": how.mode.value}


def save_against(context: RulesContext, who: str, condition: str, key: str = "") -> PendingRoll:
    """Call for the save against a condition, with the figures of this moment (R1-096, A1-41)."""
    figures = figures_of(character(context, who), Call(task_of(condition)), context.now)
    data = {"condition": str(condition), **figures_data(figures)}
    return PendingRoll(key or f"save.{condition}", "save", who, data)


def kept_figures(pending: PendingRoll, sheet: Character, call: Call, now: int) -> Figures:
    """Read the figures that a pending roll keeps."""
    # Rolls in old saves keep no figures: they use those of `now`.
    if "difficulty" not in pending.data:
        return figures_of(sheet, call, now)
    return Figures(figure(pending, "difficulty"), handling_of(pending))


def handling_of(pending: PendingRoll) -> Handling:
    return Handling(Mode(str(pending.data.get("mode", ""))), figure(pending, "static"))


def adjusted_handling(how: Handling, adjustment: Adjustment) -> Handling:
    """Add the GM's Advantage, Disadvantage and modifiers to a roll (R1-021..R1-026)."""
    return roll_mode(
        (how.static, *adjustment.modifiers),
        adjustment.advantage + (how.mode is Mode.ADVANTAGE),
        adjustment.disadvantage + (how.mode is Mode.DISADVANTAGE),
    )


def effect_handling(sheet: Character, now: int) -> Handling:
    """Find how a creature makes its effect rolls: what hinders "all rolls" hinders them (R1-028, A1-42)."""
    hindered = hindrance(sheet.states, ANY_TASK)
    return roll_mode((*hindered.modifiers, sheet.sleep_penalty(now)), 0, hindered.disadvantage)


def effect_throw(who: str, sides: int, how: Handling, roll: Roll, purpose: str) -> Throw:
    """Roll the one die of an effect; its total may be below 0, which counts as 0 (R1-028, A1-42)."""
    dice = throw_in_mode(sides, how.mode, roll)
    notation = NOTATION[how.mode].replace("d20", f"d{sides}")
    return Throw(
        purpose,
        dice,
        sum_kept(dice) + how.static,
        who,
        expression=notation + (f"{how.static:+d}" if how.static else ""),
        mode=how.mode,
        static=how.static,
    )


def lowered_roll_facts(who: str, how: Handling, purpose: str) -> tuple[Fact, ...]:
    """Record that conditions or lost sleep lower an effect roll, if they do (A1-42)."""
    if how.mode is Mode.NORMAL and not how.static:
        return ()
    return (
        Fact(
            "effect_lowered", {"who": who, "purpose": purpose, "static": how.static, "mode": how.mode.value}
        ),
    )


def _handling(sheet: Character, call: Call, now: int) -> Handling:
    """Add up what conditions, lost sleep, lasting modifiers and the call do to a roll.

    Rules R1-021..R1-026, R1-076 and A1-09.
    """
    hindered = hindrance(sheet.states, call.task)
    lasting = [each for each in sheet.modifiers.values() if each.attribute in ("", call.task.attribute)]
    return roll_mode(
        (
            *call.modifiers,
            *hindered.modifiers,
            *(each.value for each in lasting),
            sheet.sleep_penalty(now),
        ),
        call.advantage + sum(each.advantage > 0 for each in lasting),
        call.disadvantage + hindered.disadvantage + sum(each.advantage < 0 for each in lasting),
    )


def roll_attribute(who: str, figures: Figures, roll: Roll, *, purpose: str, subject: str) -> Throw:
    """Roll a d20 against a difficulty (R1-004..R1-008)."""
    how = figures.how
    dice = throw_in_mode(20, how.mode, roll)
    test = d20_test(tuple(die.face for die in dice), figures.difficulty, how)
    return Throw(
        purpose,
        dice,
        test.total,
        who,
        subject,
        expression=NOTATION[how.mode] + (f"{how.static:+d}" if how.static else ""),
        mode=how.mode,
        static=how.static,
        target=figures.difficulty,
        outcome=test.outcome,
    )


def effort_on(who: str, sheet: Character, figures: Figures) -> tuple[Character, Figures, tuple[Fact, ...]]:
    """Spend a point of Effort on a roll: it gains Advantage, or loses Disadvantage (R1-053, A1-43).

    Raises `Refusal`: `no_effort`; `effort_useless` on a roll that has Advantage already.
    """
    if figures.how.mode is Mode.ADVANTAGE:
        raise Refusal("effort_useless", who=who)
    improved = replace(figures, how=with_effort(figures.how))
    use = "test" if improved.how.mode is Mode.ADVANTAGE else "normal_test"
    sheet, facts = effort_spent(who, sheet, use)
    return sheet, improved, facts


POTENCY = "potency"
"""The use of Effort that counts at the next effect roll."""


def effort_spent(who: str, sheet: Character, use: str) -> tuple[Character, tuple[Fact, ...]]:
    """Spend a point of Effort (R1-053..R1-055); raises `Refusal` `no_effort`."""
    try:
        remaining = vitals.spend(sheet.effort)
    except Refusal as refusal:
        raise Refusal(refusal.code, who=who) from None
    potency = min(HIGHEST_RESOURCE, sheet.potency + (use == POTENCY))
    after = replace(sheet, effort=remaining, potency=potency)
    return after, (Fact(f"effort_for_{use}", {"who": who, "effort": remaining}),)


def spend_potency(context: RulesContext, who: str) -> RuleResult:
    """Use up the Potency bought for this effect roll, with a fact that reminds of it (R1-054, A1-19)."""
    sheet = character(context, who)
    if not sheet.potency:
        return RuleResult()
    fact = Fact("potency_counts", {"who": who, "count": sheet.potency})
    return RuleResult(sheets={who: replace(sheet, potency=0)}, facts=(fact,))


def is_success(throw: Throw) -> bool:
    return Outcome(throw.outcome).succeeds


def happens(threshold: int, face: int) -> bool:
    """Whether something of probability `threshold`+ happens on a face of a d20 (R1-034, A1-11)."""
    return face >= threshold


def probability(threshold: int) -> "Fraction":
    """Return the chance of `threshold`+ on a d20 (R1-034).

    >>> probability(12)
    Fraction(9, 20)
    """
    return Fraction(min(max(21 - threshold, 0), 20), 20)


def task_of(condition: str) -> Task:
    """Describe the roll that ends a condition (R1-096)."""
    return Task(CONDITIONS[condition].freed_by)


def shake_off(who: str, sheet: Character, condition: str, figures: Figures, roll: Roll) -> RuleResult:
    """Roll the attribute that ends a condition; a success ends it (R1-096).

    Raises `Refusal`: `not_suffered`, `source_too_strong`.
    """
    if condition not in sheet.states:
        raise Refusal("not_suffered", who=who, condition=condition)
    if not sheet.may_shake_off(condition):
        level = sheet.states[condition].source_level
        raise Refusal("source_too_strong", who=who, level=level, own=sheet.level)
    throw = roll_attribute(who, figures, roll, purpose="shake_off", subject=condition)
    if not is_success(throw):
        return RuleResult(
            facts=(Fact("still_suffers", {"who": who, "condition": condition}),), throws=(throw,)
        )
    fact = Fact("shook_off", {"who": who, "condition": condition})
    return RuleResult(sheets={who: without_state(sheet, condition)}, facts=(fact,), throws=(throw,))


def without_state(sheet: Character, condition: str) -> Character:
    return replace(sheet, states={key: each for key, each in sheet.states.items() if key != condition})


# Damage, healing, lost attributes and death: the new sheet and the facts (R1-049..R1-085).

Changed = tuple[Character, tuple[Fact, ...]]


def apply_damage(who: str, sheet: Character, amount: int, cause: str) -> Changed:
    """Subtract damage from Health (R1-050, R1-083, R1-084); an NPC that dies of it dies of `cause`."""
    harm = vitals.damage(sheet.health, amount, pc=sheet.is_pc, stays_alive=sheet.stays_alive)
    after = replace(sheet, health=harm.current)
    fact = Fact("damaged", {"who": who, "amount": sheet.health - harm.current, "health": harm.current})
    after, facts = _with_lost_health(who, sheet, after, cause)
    return after, (fact, *facts)


def apply_healing(who: str, sheet: Character, amount: int) -> Changed:
    """Restore Health, up to its maximum (R1-050, R1-052, A1-16)."""
    current = vitals.heal(sheet.health, sheet.health_max, amount)
    after = replace(sheet, health=current)
    facts = [Fact("healed", {"who": who, "amount": current - sheet.health, "health": current})]
    if sheet.unconscious and not after.unconscious:
        facts.append(Fact("woke", {"who": who}))
    return after, tuple(facts)


def with_death(who: str, sheet: Character, cause: str) -> Changed:
    """Kill a creature; `cause` is an id of the rules, or the GM's words."""
    return replace(sheet, dead=True, cause=cause), (Fact("died", {"who": who, "cause": cause}),)


def reduce_attribute(
    who: str, sheet: Character, attribute: str, amount: int, cause: str, *, lasts: bool
) -> Changed:
    """Reduce an attribute for good (`lasts`) or for a time; below 2 a PC dies (R1-080, R1-081, R1-085)."""
    score = sheet.score(attribute)
    reduced = (
        replace(score, value=max(0, score.value - amount))
        if lasts
        else replace(score, reduction=score.reduction + amount)
    )
    after = replace(sheet, attributes={**sheet.attributes, attribute: reduced})
    data: dict[str, Scalar] = {"who": who, "attribute": attribute, "amount": amount, "value": reduced.present}
    fact = Fact("weakened" if lasts else "weakened_for_now", data)
    after, deaths = _with_lost_value(who, after, attribute, cause)
    return after, (fact, *deaths)


def sheet_written(context: RulesContext, who: str, before: Sheet) -> RuleResult:
    """Apply what follows from figures that the GM has edited on a sheet (R1-073, R1-083..R1-085).

    A creature that had a deadly figure before the edit has lived with it, and lives on.
    """
    after = character(context, who)
    if not isinstance(before, Character) or after.dead:
        return RuleResult()
    sheet, facts = _with_edited_health(who, before, after)
    if sheet.is_pc and not sheet.dead and before.hunger_failures < DEADLY_FAILURES <= sheet.hunger_failures:
        sheet, deaths = with_death(who, sheet, "starvation")
        facts = (*facts, *deaths)
    for attribute in ATTRIBUTES:
        if not vitals.dies_of_value(before.score(attribute).present):
            sheet, deaths = _with_lost_value(who, sheet, attribute, "lost_attribute")
            facts = (*facts, *deaths)
    return RuleResult(sheets={who: sheet}, facts=(*facts, *_edit_reminders(who, before, after)))


def _edit_reminders(who: str, old_sheet: Character, after: Character) -> Iterator[Fact]:
    """Yield a reminder for each edited figure that the rules do not foresee (R1-050, R1-059, A1-20)."""
    yield from language_reminders(who, after, len(old_sheet.languages))
    if after.is_pc and after.level > old_sheet.level and after.health_max <= old_sheet.health_max:
        yield Fact("level_without_health", {"who": who, "level": after.level})


def language_reminders(who: str, sheet: Character, old_count: int = 0) -> Iterator[Fact]:
    """Yield a reminder if a creature has more languages than Mind allows (R1-059, A1-57).

    No reminder if it already had as many: `old_count`.
    """
    limit = 1 + extra_languages(sheet.score(Attribute.MIND).value)
    if len(sheet.languages) > max(limit, old_count):
        yield Fact("many_languages", {"who": who, "count": len(sheet.languages), "most": limit})


def inability_facts(who: str, sheet: Character) -> tuple[Fact, ...]:
    """Remind that the creature that acts cannot: it is unconscious or stone (R1-083, R1-105)."""
    if sheet.unconscious:
        return (Fact("acts_unconscious", {"who": who}),)
    return (Fact("acts_petrified", {"who": who}),) if Condition.PETRIFIED in sheet.states else ()


def _with_edited_health(who: str, old_sheet: Character, after: Character) -> Changed:
    """Apply an edit of Health: an NPC without any dies, a PC faints or wakes."""
    if after.health > old_sheet.health:
        return after, (Fact("woke", {"who": who}),) if old_sheet.unconscious and not after.unconscious else ()
    return _with_lost_health(who, old_sheet, after, "wounds")


def _with_lost_health(who: str, old_sheet: Character, after: Character, cause: str) -> Changed:
    """Apply what a loss of Health leads to: death, unconsciousness, wounds (R1-049, R1-083, R1-084)."""
    if after.health == old_sheet.health or after.dead:
        return after, ()
    if after.health <= 0 and not after.is_pc and not after.stays_alive:
        return with_death(who, after, cause)
    facts = (
        (Fact("fell_unconscious", {"who": who}),) if after.unconscious and not old_sheet.unconscious else ()
    )
    if vitals.is_wounded(after.health) and not vitals.is_wounded(old_sheet.health):
        facts = (*facts, Fact("wounded", {"who": who}))
    return after, facts


def _with_lost_value(who: str, sheet: Character, attribute: str, cause: str) -> Changed:
    """Kill a PC whose attribute is below 2 (R1-081, R1-085)."""
    if sheet.is_pc and not sheet.dead and vitals.dies_of_value(sheet.score(attribute).present):
        return with_death(who, sheet, cause)
    return sheet, ()
