"""How low a d100 must fall for a special or a critical success (R3-005..R3-007)."""

from msgspec import Struct


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
