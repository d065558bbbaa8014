"""The minimum margin: a difficulty that is the same for everyone (R4-021..R4-024)."""

from enum import IntEnum, StrEnum


class Reference(IntEnum):
    """The two minimum margins that the text gives as a guide (R4-022)."""

    HARDER_THAN_USUAL = 5
    ALMOST_IMPOSSIBLE = 15


class Attainment(StrEnum):
    """How much of what was asked for was done."""

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
