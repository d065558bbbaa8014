"""Opposed actions: the greater margin wins (R4-027, R4-028)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.games.margin.extended import ExtendedAction


class Winner(StrEnum):
    """Which side came out ahead; a tie is the GM's to repeat or to let stand (A4-10)."""

    A = "a"
    B = "b"
    TIE = "tie"


class Contest(Struct, frozen=True):
    """How far the first side came out ahead of the second; negative when it was behind."""

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


def race(a: ExtendedAction, b: ExtendedAction) -> Contest | None:
    """Settle two extended actions against each other: ahead and complete wins, till then nobody (R4-028)."""
    contest = oppose(a.accumulated, b.accumulated)
    finished = {Winner.A: a.complete, Winner.B: b.complete, Winner.TIE: a.complete and b.complete}
    return contest if finished[contest.winner] else None
