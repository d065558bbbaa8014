"""Progress clocks and counters: what comes closer step by step, or is used up and refilled."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import Name, Text, amount, number

MOST_SEGMENTS = 24


class Refill(StrEnum):
    """The moment at which a counter is full again by itself."""

    NEVER = "never"
    """It is a progress clock: it begins empty and waits once it is full."""
    ROUND = "round"
    REST = "rest"
    DAY = "day"
    ROLL = "roll"
    """Only if a roll at the start of its creature's turn says so; the roll waits, and may be skipped."""


class ProgressClock(Struct, frozen=True):
    """A number of segments, and how many of them are filled."""

    name: Name = ""
    segments: Annotated[int, number(low=1, high=MOST_SEGMENTS)] = 6
    filled: Annotated[int, amount(low=0, high="segments")] = 0
    shown: bool = False
    """Whether the players see it: how a save tells that it is not `hidden`."""
    outcome: Text = ""
    """The outcome when it is full, or used up, in the GM's words."""
    who: Name = ""
    """Id of the creature that it belongs to; empty for the table."""
    refill: Refill = Refill.NEVER
    dice: Text = ""
    """The dice with which it comes back at the start of a turn."""
    back_at: Annotated[int, number(low=0)] = 0
    """The lowest total of these dice with which it comes back."""

    @property
    def hidden(self) -> bool:
        """Whether the players do not see it."""
        return not self.shown

    @property
    def counts_down(self) -> bool:
        """Whether it begins full and is used up: it refills by itself."""
        return self.refill is not Refill.NEVER

    @property
    def recharges(self) -> bool:
        """Whether a roll would fill it again."""
        return self.refill is Refill.ROLL and self.filled < self.segments

    @property
    def complete(self) -> bool:
        """Whether it is full, or used up if it counts down."""
        return self.filled <= 0 if self.counts_down else self.filled >= self.segments
