"""The GM's settings for travel: encounter checks, weather, paces."""

from typing import Annotated

from msgspec import Struct

from tracker.rules.clock import HOUR
from tracker.rules.fields import Name, Text, amount, number

HEX = "hex"
"""The unit of distance of paces."""


class EncounterWatch(Struct, frozen=True):
    """How often a random encounter is checked, and the total that brings one."""

    dice: Text = "1d20"
    threshold: Annotated[int, number(low=0)] = 0
    """An encounter comes at this total or more (R1-034); 0 means no checks."""
    every: Annotated[int, number(low=1)] = 1
    """Intervals between checks."""
    passed: Annotated[int, amount(low=0)] = 0
    """Intervals since the last check."""
    automatic: bool = False
    """The program rolls the check; otherwise the roll waits for the GM."""
    table: Name = ""
    """Key of the GM's table of encounters, if any."""


class Weather(Struct, frozen=True):
    """The weather in the GM's words, and the key of the GM's table that gives it daily, if any."""

    table: Name = ""
    now: Text = ""
    since: Annotated[int, number(low=0)] = 0
    """Clock second at which the weather was last set."""


class Pace(Struct, frozen=True):
    """A pace of the party: by road, through a forest, by boat."""

    name: Name = ""
    seconds: Annotated[int, number(low=1)] = HOUR
    """Campaign seconds for each hex."""
