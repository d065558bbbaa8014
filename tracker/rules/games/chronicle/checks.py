"""A character's d20 roll: the figures that its sheet gives it, and the throw."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw, throw_in_mode
from tracker.rules.games.chronicle import effort
from tracker.rules.games.chronicle.attributes import Attribute
from tracker.rules.games.chronicle.rolls import Handling, Outcome, d20_test, roll_mode
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.games.chronicle.states import FREED_BY, Task, hindrance
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, RuleResult

NOTATION: Mapping[Mode, str] = {
    Mode.NORMAL: "1d20",
    Mode.ADVANTAGE: "2d20kh1",
    Mode.DISADVANTAGE: "2d20kl1",
}


class Call(Struct, frozen=True):
    """A roll that the Cronista calls for: the task, and what the Cronista adds to the sheet's figures."""

    task: Task
    modifiers: tuple[int, ...] = ()
    advantage: bool = False
    disadvantage: bool = False
    effort: bool = False


def difficulty(sheet: Character, attribute: str, now: int) -> int:
    """Return the number that a roll must reach; hunger raises that of Endurance (R1-004, R1-072)."""
    hunger = sheet.hunger_bonus(now) if attribute == Attribute.ENDURANCE else 0
    return sheet.score(attribute).difficulty + hunger


def handling(sheet: Character, call: Call, now: int) -> Handling:
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
        effort=call.effort,
    )


def roll_attribute(
    who: str, sheet: Character, call: Call, now: int, roll: Roll, *, purpose: str, subject: str = ""
) -> Throw:
    """Roll an attribute against its difficulty, with everything that bears on it (R1-004..R1-008).

    `now` is the clock second at which hunger and sleep are counted.
    """
    how = handling(sheet, call, now)
    dice = throw_in_mode(20, how.mode, roll)
    target = difficulty(sheet, call.task.attribute, now)
    test = d20_test(tuple(die.face for die in dice), target, how)
    return Throw(
        purpose,
        dice,
        test.total,
        who,
        subject or call.task.attribute,
        expression=NOTATION[how.mode] + (f"{how.static:+d}" if how.static else ""),
        mode=how.mode,
        static=how.static,
        target=target,
        outcome=test.outcome,
    )


def effort_on(who: str, sheet: Character, call: Call, now: int) -> tuple[Character, tuple[Fact, ...]]:
    """Spend the Effort that a call may ask for: it gives Advantage or cancels Disadvantage (R1-053, A1-17).

    Raises `Refusal` `no_effort`.
    """
    if not call.effort:
        return sheet, ()
    gains = handling(sheet, call, now).mode is Mode.ADVANTAGE
    return effort_spent(who, sheet, "test" if gains else "normal_test")


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


def shake_off(who: str, sheet: Character, condition: str, call: Call, *, now: int, roll: Roll) -> RuleResult:
    """Roll the condition's attribute; success ends it (R1-096).

    Raises `Refusal`: `not_suffered`, `source_too_strong`.
    """
    if condition not in sheet.states:
        raise Refusal("not_suffered", who=who, condition=condition)
    if not sheet.may_shake_off(condition):
        level = sheet.states[condition].source_level
        raise Refusal("source_too_strong", who=who, level=level, own=sheet.level)
    throw = roll_attribute(who, sheet, call, now, roll, purpose="shake_off", subject=condition)
    if not succeeded(throw):
        return RuleResult(
            facts=(Fact("still_suffers", {"who": who, "condition": condition}),), throws=(throw,)
        )
    fact = Fact("shook_off", {"who": who, "condition": condition})
    return RuleResult(sheets={who: without_state(sheet, condition)}, facts=(fact,), throws=(throw,))


def without_state(sheet: Character, condition: str) -> Character:
    """Return the sheet without a condition."""
    return replace(sheet, states={key: each for key, each in sheet.states.items() if key != condition})
