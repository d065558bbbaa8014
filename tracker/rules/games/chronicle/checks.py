"""A character's d20 roll: the figures that its sheet gives it, and the throw."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw, sum_kept, throw_in_mode
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import effort
from tracker.rules.games.chronicle.attributes import Attribute
from tracker.rules.games.chronicle.rolls import Handling, Outcome, d20_test, judge, roll_mode, with_effort
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.games.chronicle.states import FREED_BY, Task, hindrance
from tracker.rules.pending import Adjustment, figure
from tracker.rules.refusal import Refusal
from tracker.rules.system import EffectHandling, Fact, PendingRoll, RuleResult

NOTATION: Mapping[Mode, str] = {
    Mode.NORMAL: "1d20",
    Mode.ADVANTAGE: "2d20kh1",
    Mode.DISADVANTAGE: "2d20kl1",
}
ENDURANCE = Task(Attribute.ENDURANCE)
ANY_TASK = Task("")
"""The task of a roll that tests no attribute: only hindrances of all rolls apply (A1-42)."""


class Call(Struct, frozen=True):
    """A roll that the Cronista calls for: the task, and what the Cronista adds to the sheet's figures."""

    task: Task
    modifiers: tuple[int, ...] = ()
    advantage: bool = False
    disadvantage: bool = False


def difficulty(sheet: Character, attribute: str, now: int) -> int:
    """Return the number that a roll must reach; hunger raises that of Endurance (R1-004, R1-072)."""
    hunger = sheet.hunger_bonus(now) if attribute == Attribute.ENDURANCE else 0
    return sheet.score(attribute).difficulty + hunger


class Figures(Struct, frozen=True):
    """The difficulty of an attribute roll, and how it is made."""

    difficulty: int
    how: Handling


def figures_of(sheet: Character, call: Call, now: int) -> Figures:
    """Return the figures of a roll, without Effort; hunger and sleep count at clock second `now`."""
    return Figures(difficulty(sheet, call.task.attribute, now), _handling(sheet, call, now))


def naturals(mode: Mode) -> "Odds":
    """Return how likely each natural face is in a mode (R1-021, R1-022)."""
    from tracker.rules.dice.notation import parse  # noqa: PLC0415 - exact chances are seldom asked for
    from tracker.rules.dice.odds import odds  # noqa: PLC0415 - as above
    from tracker.rules.weapon import handled  # noqa: PLC0415 - as above

    return odds(handled(parse("1d20"), EffectHandling(mode)))


def chance_of(figures: Figures) -> "Fraction":
    """Return how likely a roll with these figures succeeds (R1-004..R1-008)."""
    static, target = figures.how.static, figures.difficulty
    return naturals(figures.how.mode).chance(lambda face: judge(face, face + static, target).succeeds)


def owed(figures: Figures) -> dict[str, Scalar]:
    """Return figures as data of a pending roll, which keeps those of its moment (A1-41)."""
    return {"difficulty": figures.difficulty, **owed_handling(figures.how)}


def owed_handling(how: Handling) -> dict[str, Scalar]:
    """Return how a roll is made, as data of a pending roll (A1-41)."""
    return {"static": how.static, "mode": how.mode.value}


def owed_figures(pending: PendingRoll, sheet: Character, call: Call, now: int) -> Figures:
    """Return the figures that a pending roll keeps. A roll of an older save keeps none: those of `now`."""
    if "difficulty" not in pending.data:
        return figures_of(sheet, call, now)
    return Figures(figure(pending, "difficulty"), handling_of(pending))


def handling_of(pending: PendingRoll) -> Handling:
    """Return how a pending roll is made, by its own data."""
    return Handling(Mode(str(pending.data.get("mode", ""))), figure(pending, "static"))


def adjusted_handling(how: Handling, adjustment: Adjustment) -> Handling:
    """Return how a roll is made with the GM's Advantage, Disadvantage and modifiers (R1-021..R1-026)."""
    return roll_mode(
        (how.static, *adjustment.modifiers),
        adjustment.advantage + (how.mode is Mode.ADVANTAGE),
        adjustment.disadvantage + (how.mode is Mode.DISADVANTAGE),
    )


def effect_handling(sheet: Character, now: int) -> Handling:
    """Return how a creature's effect rolls are made: "all rolls" covers them (R1-028, A1-42)."""
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


def lowered(who: str, how: Handling, purpose: str) -> tuple[Fact, ...]:
    """Return the fact that conditions or lost sleep lower an effect roll; none if they do not (A1-42)."""
    if how.mode is Mode.NORMAL and not how.static:
        return ()
    return (
        Fact(
            "effect_lowered", {"who": who, "purpose": purpose, "static": how.static, "mode": how.mode.value}
        ),
    )


def _handling(sheet: Character, call: Call, now: int) -> Handling:
    """Weigh conditions, sleep, lasting modifiers and the call itself (R1-021..R1-026, R1-076, A1-09)."""
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
    """Roll a d20 against a difficulty, with everything that bears on it (R1-004..R1-008)."""
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
    """Spend a point of Effort on a roll with these figures: Advantage, or no Disadvantage (R1-053, A1-43).

    Raises `Refusal`: `no_effort`, `effort_useless` on a roll that has Advantage already.
    """
    if figures.how.mode is Mode.ADVANTAGE:
        raise Refusal("effort_useless", who=who)
    after = replace(figures, how=with_effort(figures.how))
    use = "test" if after.how.mode is Mode.ADVANTAGE else "normal_test"
    sheet, facts = effort_spent(who, sheet, use)
    return sheet, after, facts


def effort_spent(who: str, sheet: Character, use: str) -> tuple[Character, tuple[Fact, ...]]:
    """Spend a point of Effort (R1-053..R1-055); raises `Refusal` `no_effort`."""
    try:
        left = effort.spend(sheet.effort)
    except Refusal as refusal:
        raise Refusal(refusal.code, who=who) from None
    return replace(sheet, effort=left), (Fact(f"effort_for_{use}", {"who": who, "effort": left}),)


def succeeded(throw: Throw) -> bool:
    """Whether a roll against a difficulty succeeded."""
    return Outcome(throw.outcome).succeeds


if TYPE_CHECKING:
    from fractions import Fraction

    from tracker.rules.dice.odds import Odds


def happens(threshold: int, face: int) -> bool:
    """Whether something of probability `threshold`+ happens on a d20 face (R1-034, A1-11)."""
    return face >= threshold


def probability(threshold: int) -> "Fraction":
    """Return the chance of `threshold`+ on a d20 (R1-034).

    >>> probability(12)
    Fraction(9, 20)
    """
    from fractions import Fraction  # noqa: PLC0415 - exact chances are seldom shown

    return Fraction(min(max(21 - threshold, 0), 20), 20)


def task_of(condition: str) -> Task:
    """Return the roll that ends a condition (R1-096)."""
    return Task(FREED_BY[condition])


def shake_off(who: str, sheet: Character, condition: str, figures: Figures, roll: Roll) -> RuleResult:
    """Roll the condition's attribute; success ends it (R1-096).

    Raises `Refusal`: `not_suffered`, `source_too_strong`.
    """
    if condition not in sheet.states:
        raise Refusal("not_suffered", who=who, condition=condition)
    if not sheet.may_shake_off(condition):
        level = sheet.states[condition].source_level
        raise Refusal("source_too_strong", who=who, level=level, own=sheet.level)
    throw = roll_attribute(who, figures, roll, purpose="shake_off", subject=condition)
    if not succeeded(throw):
        return RuleResult(
            facts=(Fact("still_suffers", {"who": who, "condition": condition}),), throws=(throw,)
        )
    fact = Fact("shook_off", {"who": who, "condition": condition})
    return RuleResult(sheets={who: without_state(sheet, condition)}, facts=(fact,), throws=(throw,))


def without_state(sheet: Character, condition: str) -> Character:
    """Return the sheet without a condition."""
    return replace(sheet, states={key: each for key, each in sheet.states.items() if key != condition})
