"""Opposed actions: the greater margin wins (R4-027)."""

from collections import Counter
from enum import StrEnum

from msgspec import Struct

from tracker.rules.system import Fact


class Winner(StrEnum):
    """The side that is ahead; a tie is the GM's to repeat or to let stand (A4-10)."""

    A = "a"
    B = "b"
    TIE = "tie"


class Contest(Struct, frozen=True):
    """How far the first side is ahead of the second; negative if it is behind."""

    lead: int

    @property
    def winner(self) -> Winner:
        """The side with the greater margin (R4-027)."""
        if self.lead == 0:
            return Winner.TIE
        return Winner.A if self.lead > 0 else Winner.B

    @property
    def margin(self) -> int:
        """The winner's whole margin: the difference between both (R4-027)."""
        return abs(self.lead)


def oppose(a: int, b: int) -> Contest:
    """Compare the signed margins of two checks; if both failed, the smaller failure wins (R4-027, A4-10).

    >>> oppose(6, 4).margin
    2
    """
    return Contest(a - b)


def ways_won(mine: Counter[int], theirs: Counter[int]) -> tuple[int, int]:
    """Return in how many of all ways the first of two checks wins, by the ways of their margins (R4-027)."""
    won = sum(
        weight * its
        for margin, weight in mine.items()
        for other, its in theirs.items()
        if oppose(margin, other).winner is Winner.A
    )
    return won, mine.total() * theirs.total()


def contest_fact(a: str, b: str, margin_a: int, margin_b: int) -> Fact:
    """Return the fact of who wins an opposed action and by how much (R4-027, A4-10)."""
    result = oppose(margin_a, margin_b)
    match result.winner:
        case Winner.A:
            return Fact("contest_won", {"who": a, "other": b, "margin": result.margin})
        case Winner.B:
            return Fact("contest_won", {"who": b, "other": a, "margin": result.margin})
        case Winner.TIE:
            return Fact("contest_tied", {"who": a, "other": b})
