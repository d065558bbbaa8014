"""Saves against a condition, whenever they are allowed (R1-096, R1-100, R1-102, R1-105)."""

from msgspec.structs import replace

from tracker.rules.chronicle.attribute_roll import Call, roll_attribute, succeeded
from tracker.rules.chronicle.sheet import Character
from tracker.rules.chronicle.states import FREED_BY, Task
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, Ruling


def task_of(condition: str) -> Task:
    """Return the roll that ends a condition (R1-096)."""
    return Task(FREED_BY[condition])


def shake_off(who: str, sheet: Character, condition: str, call: Call, *, now: int, roll: Roll) -> Ruling:
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
        return Ruling(facts=(Fact("still_suffers", {"who": who, "condition": condition}),), throws=(throw,))
    fact = Fact("shook_off", {"who": who, "condition": condition})
    return Ruling(sheets={who: without_state(sheet, condition)}, facts=(fact,), throws=(throw,))


def without_state(sheet: Character, condition: str) -> Character:
    """Return the sheet rid of a condition."""
    return replace(sheet, states={key: each for key, each in sheet.states.items() if key != condition})
