"""What the GM has settled for the way: who is watched for, what the sky does, how fast one goes."""

from typing import Annotated

from msgspec import Struct

from tracker.rules.clock import HOUR
from tracker.rules.fields import Name, Text, amount, number


class EncounterWatch(Struct, frozen=True):
    """How often the GM checks for a random encounter, and what calls one."""

    dice: Text = "1d20"
    threshold: Annotated[int, number(low=0)] = 0
    """The check calls an encounter at this total or more (R1-034); 0 when nobody checks."""
    every: Annotated[int, number(low=1)] = 1
    """Intervals between checks."""
    passed: Annotated[int, amount(low=0)] = 0
    """Intervals since the last check."""
    automatic: bool = False
    """Rolled by itself; otherwise the GM is reminded."""
    table: Name = ""
    """Key of the GM's table that says what comes when one does, if any."""


class Weather(Struct, frozen=True):
    """What the sky does, in the GM's words, and the GM's table that says it once a day, if any."""

    table: Name = ""
    now: Text = ""
    since: Annotated[int, number(low=0)] = 0
    """Clock second at which it was last said."""


class Pace(Struct, frozen=True):
    """How fast the party goes somewhere, as the GM has set it: by road, through a forest, by boat."""

    name: Name = ""
    seconds: Annotated[int, number(low=1)] = HOUR
    """Of campaign time for each hex."""
