"""The worth of a margin: the reference table (R4-006..R4-009) and the GM's minimum (R4-021..R4-024)."""

from enum import IntEnum, StrEnum

from tracker.rules.refusal import Refusal

MAJOR_FROM = 5


class Band(StrEnum):
    """The rows of the reference table (R4-007), and the one above it (R4-008)."""

    COST = "cost"
    """0: barely, and with something unwanted."""
    EXPECTED = "expected"
    """1 to 5: as one would expect."""
    OUTSTANDING = "outstanding"
    """6 to 10: it shows how good they are."""
    BETTER_THAN_EXPECTED = "better_than_expected"
    """11 to 15: much more than was planned."""
    MASTERFUL = "masterful"
    """16 to 20: a feat to remember."""
    NEAR_PERFECT = "near_perfect"
    """Over 20 (A4-14)."""


class Severity(StrEnum):
    """The severity of a failure: the bands of success the other way round (R4-009)."""

    SIMPLE = "simple"
    """Under 5: it was not done, and no more."""
    MAJOR = "major"
    """5 to 10: they are much worse off than before."""
    WORSE_THAN_FEARED = "worse_than_feared"
    """11 to 15."""
    MEMORABLE = "memorable"
    """16 to 20."""
    UTTER = "utter"
    """Over 20."""


BANDS = tuple(Band)
SEVERITIES = tuple(Severity)


def band(margin: int) -> Band:
    """Return the row of a margin of success (R4-007, R4-008).

    Raises `Refusal` for a margin of failure.

    >>> band(10)
    <Band.OUTSTANDING: 'outstanding'>
    """
    if margin < 0:
        raise Refusal("margin_of_failure", margin=margin)
    return BANDS[min(-(-margin // 5), len(BANDS) - 1)]


def severity(margin: int) -> Severity:
    """Return the severity of a failure by its margin, without its sign (R4-009, A4-07).

    Raises `Refusal` for a margin of success.

    >>> severity(4), severity(11)
    (<Severity.SIMPLE: 'simple'>, <Severity.WORSE_THAN_FEARED: 'worse_than_feared'>)
    """
    if margin < 0:
        raise Refusal("margin_of_success", margin=margin)
    if margin < MAJOR_FROM:
        return Severity.SIMPLE
    return SEVERITIES[max(1, min(-(-margin // 5) - 1, len(SEVERITIES) - 1))]


class Reference(IntEnum):
    """The two minimum margins that the text gives as a guide (R4-022)."""

    HARDER_THAN_USUAL = 5
    ALMOST_IMPOSSIBLE = 15


class Attainment(StrEnum):
    """How much of the aim was reached."""

    FULL = "full"
    PARTIAL = "partial"
    """A success under the minimum: the GM says whether it will do, imperfectly (R4-023)."""
    FAILURE = "failure"


def attain(margin: int, minimum: int, *, success: bool) -> Attainment:
    """Hold a check's margin against the minimum that the GM set (R4-021, R4-023, A4-08).

    `success` is said apart because a disastrous failure may have a margin of 0 (A4-02).
    """
    if not success:
        return Attainment.FAILURE
    return Attainment.FULL if margin >= minimum else Attainment.PARTIAL
