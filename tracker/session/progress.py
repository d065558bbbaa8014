"""Progress clocks: what comes closer step by step, such as a ritual, and what happens in the end."""

from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import Name, Text, amount, number

MOST_SEGMENTS = 24


class ProgressClock(Struct, frozen=True):
    """So many segments, and how many are filled."""

    name: Name = ""
    segments: Annotated[int, number(low=1, high=MOST_SEGMENTS)] = 6
    filled: Annotated[int, amount(low=0, high="segments")] = 0
    shown: bool = False
    """Whether the players see it."""
    outcome: Text = ""
    """What happens when it is full, in the GM's words."""

    @property
    def full(self) -> bool:
        """Whether the last segment is filled."""
        return self.filled >= self.segments
