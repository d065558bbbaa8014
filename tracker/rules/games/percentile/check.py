"""The skill check: a d100 at or under an effective percentage (R3-004..R3-017, R3-061)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die

FUMBLE_FROM = 96


class Outcome(StrEnum):
    """What a face means, from best to worst."""

    CRITICAL = "critical"
    """All that a special brings, and the scene turns the party's way (R3-010, R3-012)."""
    SPECIAL = "special"
    """Sooner, with style, or more than was asked for (R3-008)."""
    SUCCESS = "success"
    BASIC = "basic"
    """What a skill at the success threshold gives whatever the dice say (R3-059)."""
    FAILURE = "failure"
    FUMBLE = "fumble"
    """Worse than not doing it; the GM says how (R3-015)."""

    @property
    def success(self) -> bool:
        """Whether the action was achieved."""
        return self not in {Outcome.FAILURE, Outcome.FUMBLE}

    @property
    def outstanding(self) -> bool:
        """Whether it counts as a special, as a critical also does (R3-010)."""
        return self in {Outcome.SPECIAL, Outcome.CRITICAL}


class Check(Struct, frozen=True):
    """A check that was made. `effective` is the number to stay under; without a die none was rolled."""

    effective: int
    die: Die | None
    outcome: Outcome

    @property
    def success(self) -> bool:
        """Whether the action was achieved."""
        return self.outcome.success


def judge(effective: int, face: int) -> Outcome:
    """Read a d100 face, 00 being 100, against an effective percentage (R3-061).

    01 is always critical and 96 to 00 always a fumble, whatever the percentage (R3-014, R3-016, A3-05).

    >>> judge(40, 8)
    <Outcome.SPECIAL: 'special'>
    """
    if face >= FUMBLE_FROM:
        return Outcome.FUMBLE
    low = thresholds(effective)
    if face <= max(1, low.critical):
        return Outcome.CRITICAL
    if face <= low.special:
        return Outcome.SPECIAL
    return Outcome.SUCCESS if face <= effective else Outcome.FAILURE


def check(skill: int, roll: Roll, modifier: int = 0, *, possible: bool = True) -> Check:
    """Roll a d100 against a skill and its modifier, both in percentage points (R3-004, R3-027).

    Light comes first: give the skill that it leaves (`light.skill_in`, A3-16). Nothing is rolled for what
    cannot be done, not even for a 01: it fails (R3-011, A3-06).

    >>> check(40, lambda sides: 41, modifier=20).success
    True
    """
    effective = skill + modifier
    if not possible:
        return Check(effective, None, Outcome.FAILURE)
    die = throw_die(100, roll)
    return Check(effective, die, judge(effective, die.face))


class Thresholds(Struct, frozen=True):
    """The highest faces that are a special and a critical success; 0 when none is."""

    special: int
    critical: int


def thresholds(effective: int) -> Thresholds:
    """Give a fifth and a twentieth of an effective percentage, as the printed table rounds them (R3-007).

    To the nearest, halves up, and never below 1 (A3-01); the same beyond 100 (A3-02). Without a percentage
    there are none (A3-04).

    >>> thresholds(50)
    Thresholds(special=10, critical=3)
    """
    if effective <= 0:
        return Thresholds(0, 0)
    return Thresholds(max(1, (effective + 2) // 5), max(1, (effective + 10) // 20))


PERCENT_PER_POINT = 5


class Method(StrEnum):
    """The two ways of rolling an attribute, not quite as equal as the text says (A3-07)."""

    D20 = "d20"
    """At or under the attribute, and no more to it (R3-019)."""
    D100 = "d100"
    """Five times the attribute as a percentage, with all that a percentage brings (R3-020)."""


def attribute_check(attribute: int, roll: Roll, method: Method = Method.D100) -> Check:
    """Roll an attribute by either method (R3-018..R3-020).

    >>> attribute_check(12, lambda sides: 12, Method.D20).outcome
    <Outcome.SUCCESS: 'success'>
    >>> attribute_check(12, lambda sides: 12, Method.D100).outcome
    <Outcome.SPECIAL: 'special'>
    """
    if method is Method.D100:
        return check(attribute * PERCENT_PER_POINT, roll)
    die = throw_die(20, roll)
    return Check(attribute, die, Outcome.SUCCESS if die.face <= attribute else Outcome.FAILURE)
