"""What the GM says of the way: encounter checks, weather, the light of the place, paces."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Struct

from tracker.rules.clock import HOUR
from tracker.rules.fields import Int, Name, Text, amount, number

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


class Ambient(StrEnum):
    """The light around the party, apart from what it carries."""

    DAY = "day"
    NIGHT = "night"
    DARK = "dark"
    """A dark place, at any hour."""


_DAWN, _DUSK = (1, 4), (5, 6)
"""The parts of a day before which it is night and after which it is again: 6:00 and 20:00 of 24 hours."""


def count_dawns_and_dusks(clock: int, day_seconds: int) -> int:
    """Count them from midnight of the first day to a second of the clock: odd by day."""
    days, second = divmod(clock, day_seconds)
    return 2 * days + sum(second >= day_seconds * part // whole for part, whole in (_DAWN, _DUSK))


class AmbientLight(Struct, frozen=True):
    """The last word about the light around the party, and the clock second at which it was said."""

    set_whole: ClassVar[bool] = True

    said: Ambient | None = None
    since: Int = 0
    until_dawn: bool = False
    """Nobody has said it: a light was lit by day, so that the place seems dark."""


class Pace(Struct, frozen=True):
    """A pace of the party: by road, through a forest, by boat."""

    name: Name = ""
    seconds: Annotated[int, number(low=1)] = HOUR
    """Campaign seconds for each hex."""
