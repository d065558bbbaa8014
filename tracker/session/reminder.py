"""Reminders: notes of the GM that become due at a figure, a time or a condition."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import Int, Name, Text, number


class Awaits(StrEnum):
    """What a reminder waits for."""

    AT_MOST = "at_most"
    """A resource of a creature falls to a figure or below."""
    AT_LEAST = "at_least"
    """A resource of a creature rises to a figure or above."""
    CONDITION = "condition"
    """A creature suffers a condition."""
    TIME = "time"
    """The clock reaches a second."""


class Reminder(Struct, frozen=True):
    """A note for the GM, due at its moment. It does nothing by itself."""

    text: Text = ""
    awaits: Awaits = Awaits.TIME
    who: Name = ""
    about: Name = ""
    """Id of the resource or condition."""
    figure: Int = 0
    """The figure of the resource, or the second of the clock."""
    half: Annotated[int, number(low=0, high=1)] = 0
    """1 if the figure is half of the resource's maximum."""
    due: bool = False
    """It has become pending, and waits again only once its moment has passed."""
