"""The GM's settings for travel: the encounter check, the weather, the paces."""

from typing import Annotated

from msgspec import Struct

from tracker.rules.clock import HOUR
from tracker.rules.fields import Name, Text, amount, number

HEX = "hex"
"""The unit of distance in which the paces of the party count."""


class EncounterWatch(Struct, frozen=True):
    """The interval of the checks for a random encounter, and the total that calls one."""

    dice: Text = "1d20"
    threshold: Annotated[int, number(low=0)] = 0
    """The check calls an encounter at this total or more (R1-034); 0 means no checks."""
    every: Annotated[int, number(low=1)] = 1
    """Intervals between checks."""
    passed: Annotated[int, amount(low=0)] = 0
    """Intervals since the last check."""
    automatic: bool = False
    """Whether the program rolls the check; otherwise it waits for the GM."""
    table: Name = ""
    """Key of the GM's table that names the encounter, if any."""


class Weather(Struct, frozen=True):
    """The weather in the GM's words, and the GM's table that gives it once a day, if any."""

    table: Name = ""
    now: Text = ""
    since: Annotated[int, number(low=0)] = 0
    """Second of the clock at which the weather was last said."""


class Pace(Struct, frozen=True):
    """The pace of the party, set by the GM: by road, through a forest, by boat."""

    name: Name = ""
    seconds: Annotated[int, number(low=1)] = HOUR
    """Seconds of the campaign for each hex."""
