"""What the GM has settled for the way: who is watched for, what the sky does, how fast one goes."""

from tracker.rules.clock import HOUR
from tracker.rules.fields import NAME_LENGTH, amount, number, text
from tracker.rules.record import dataclass


@dataclass(frozen=True, slots=True)
class EncounterWatch:
    """How often the GM checks for a random encounter, and what calls one."""

    dice: str = text("1d20")
    threshold: int = number(0, low=0)
    """The check calls an encounter at this total or more (R1-034); 0 when nobody checks."""
    every: int = number(1, low=1)
    """Intervals between checks."""
    passed: int = amount(0, low=0)
    """Intervals since the last check."""
    automatic: bool = False
    """Rolled by itself; otherwise the GM is reminded."""
    table: str = text(length=NAME_LENGTH)
    """Key of the GM's table that says what comes when one does, if any."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What the sky does, in the GM's words, and the GM's table that says it once a day, if any."""

    table: str = text(length=NAME_LENGTH)
    now: str = text()
    since: int = number(0, low=0)
    """Clock second at which it was last said."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the party goes somewhere, as the GM has set it: by road, through a forest, by boat."""

    name: str = text(length=NAME_LENGTH)
    seconds: int = number(HOUR, low=1)
    """Of campaign time for each hex."""
