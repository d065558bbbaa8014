"""How a skill improves: by experience and by study (R3-036..R3-046)."""

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die
from tracker.rules.games.percentile.checks import Check, Method, attribute_check

GAIN_SIDES = 3
ALWAYS_IMPROVES_FROM = 98


class Improvement(Struct, frozen=True):
    """An improvement roll and the skill that it leaves; its tick is spent either way (R3-040)."""

    die: Die
    gain: Die | None
    skill: int


def improve(skill: int, roll: Roll) -> Improvement:
    """Roll a d100 above the sheet's percentage, or 98 at least, to gain 1d3 points (R3-038, R3-039).

    A high face is good here, 00 being 100, and no percentage is too high to improve (A3-13).

    >>> improve(40, {100: 41, 3: 2}.__getitem__).skill
    42
    """
    die = throw_die(100, roll)
    if die.face <= skill and die.face < ALWAYS_IMPROVES_FROM:
        return Improvement(die, None, skill)
    gain = throw_die(GAIN_SIDES, roll)
    return Improvement(die, gain, skill + gain.face)


MENTOR_LEAD = 10


class Study(Struct, frozen=True):
    """A course of study that ended: the Power check, and the skill that it leaves."""

    check: Check
    gain: Die | None
    skill: int


def study_weeks(skill: int) -> int:
    """Return the weeks of study that a skill takes: two for each 10 % or part of it (R3-041).

    Two at least, where the text would give none to a skill of 0 % (A3-15).
    """
    return 2 * max(1, -(-skill // 10))


def can_mentor(mentor: int, skill: int) -> bool:
    """Whether a mentor is far enough ahead: 10 percentage points (R3-045, A3-15)."""
    return mentor >= skill + MENTOR_LEAD


def study_days(skill: int, mentor: int | None = None) -> int:
    """Return the days of study, a quarter less and rounded up with a mentor who is far enough ahead (R3-044).

    `mentor` is the mentor's percentage; one who is not far enough ahead saves no time (R3-045).

    >>> study_days(30), study_days(30, mentor=60)
    (42, 32)
    """
    days = 7 * study_weeks(skill)
    if mentor is None or not can_mentor(mentor, skill):
        return days
    return -(-days * 3 // 4)


def finish_study(skill: int, power: int, roll: Roll, method: Method = Method.D100) -> Study:
    """Check Power as a course of study ends: 1d3 points, or time lost (R3-042, R3-043).

    Either way of rolling an attribute will do (A3-15).
    """
    discipline = attribute_check(power, roll, method)
    if not discipline.success:
        return Study(discipline, None, skill)
    gain = throw_die(GAIN_SIDES, roll)
    return Study(discipline, gain, skill + gain.face)
