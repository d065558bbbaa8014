"""Progress clocks and counters: what fills step by step, or is used up and refilled."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import MOST_SEGMENTS, Name, Text, amount, number
from tracker.rules.game_system import GameSystem


class Refill(StrEnum):
    """When a counter refills by itself."""

    NEVER = "never"
    """A progress clock: it begins empty, and waits for the GM once it is full."""
    ROUND = "round"
    REST = "rest"
    DAY = "day"
    ROLL = "roll"
    """By a roll at the start of its creature's turn, which may be skipped."""


class ProgressClock(Struct, frozen=True):
    """A number of segments, some of them filled."""

    name: Name = ""
    segments: Annotated[int, number(low=1, high=MOST_SEGMENTS)] = 6
    filled: Annotated[int, amount(low=0, high="segments")] = 0
    shown: bool = False
    """Players see it. In saves, this is how a clock is not `hidden`."""
    outcome: Text = ""
    """What happens when it is full, or used up, in the GM's words."""
    who: Name = ""
    """Id of its creature; empty if it belongs to the table."""
    refill: Refill = Refill.NEVER
    dice: Text = ""
    """The dice of the roll that refills it."""
    back_at: Annotated[int, number(low=0)] = 0
    """The lowest total of that roll that refills it."""

    @property
    def hidden(self) -> bool:
        return not self.shown

    @property
    def counts_down(self) -> bool:
        """It begins full and is used up."""
        return self.refill is not Refill.NEVER

    @property
    def recharges(self) -> bool:
        """A roll could fill it now."""
        return self.refill is Refill.ROLL and self.filled < self.segments

    @property
    def complete(self) -> bool:
        """It is full, or used up if it counts down."""
        return self.filled <= 0 if self.counts_down else self.filled >= self.segments


def drawn_clock(game: GameSystem, key: str) -> ProgressClock:
    """Draw one of the progress clocks of a game, empty."""
    clock = game.clocks[key]
    return ProgressClock(clock.name, segments=clock.segments, shown=clock.shown)


def clocks_to_draw(game: GameSystem, drawn: Mapping[str, ProgressClock]) -> dict[str, ProgressClock]:
    """Draw the clocks of a game that a table lacks."""
    return {key: drawn_clock(game, key) for key in game.clocks if key not in drawn}
