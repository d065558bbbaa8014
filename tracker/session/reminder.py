"""A note that waits for a figure, a time or a condition, and is then a decision of the GM's."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import Int, Name, Text, number


class Awaits(StrEnum):
    """The moment for which a note waits."""

    AT_MOST = "at_most"
    """A resource of a creature at most at a figure."""
    AT_LEAST = "at_least"
    CONDITION = "condition"
    """A condition of a creature."""
    TIME = "time"
    """A second of the campaign's clock."""


class Reminder(Struct, frozen=True):
    """A decision of the GM's to come, and its moment. It does nothing by itself."""

    text: Text = ""
    awaits: Awaits = Awaits.TIME
    who: Name = ""
    about: Name = ""
    """Id of the resource or of the condition."""
    figure: Int = 0
    """The figure of the resource, or the second of the clock."""
    half: Annotated[int, number(low=0, high=1)] = 0
    """1 if the figure is half of the resource's maximum."""
    due: bool = False
    """Whether it has been called since what it waits for came true."""
