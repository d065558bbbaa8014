"""What a creature shows at a glance, in any game: gauges, badges, needs, turns left."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from tracker.rules.clock import HOUR
from tracker.rules.fields import NOTHING, Scalar


class Gauge(Struct, frozen=True):
    """A resource drawn as a bar with figures: the sheet's fields of its current value and its maximum.

    Without a maximum it is a plain count.
    """

    id: str
    current: str
    maximum: str = ""
    starts_full: bool = True
    nature: str = ""
    """`pc` or `npc`: only those have it."""

    def is_of(self, sheet: object) -> bool:
        """Whether the creature of a sheet has the resource at all."""
        return not self.nature or getattr(sheet, "kind", self.nature) == self.nature


class Tone(StrEnum):
    """How good or bad a badge or an outcome is, for its colour; words always say it too."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


HAS_LEFT = "left"
"""The badge of a creature that is out of the game alive."""
ON_ATTRIBUTE = "on."
"""Prefix of an attribute's id in the data of a badge, for what the mark adds to it."""


class Badge(Struct, frozen=True):
    """A mark beside a name: a condition, hunger, unconscious."""

    id: str
    tone: Tone = Tone.PLAIN
    data: Mapping[str, Scalar] = field(default_factory=dict)
    about: Mapping[str, Scalar] = field(default_factory=dict)
    """Data for the GM alone, shown where there is room: who caused a condition."""


class Hazard(Struct, frozen=True):
    """Something in the scene that waits for a victim: a trap."""

    id: str
    """Its kind: the id of the act that sets it again."""
    name: str
    state: Badge
    """Its state; the badge also holds its name."""
    about: Mapping[str, str] = NOTHING
    """The GM's words about it, by the parameters of the act that sets it."""
    act: str = ""
    """Id of the act that springs it on somebody."""
    ends: str = ""
    """Id of the act that removes it."""


class Need(Struct, frozen=True):
    """A need of a body that grows with the clock: a meal, sleep. All figures are in seconds."""

    id: str
    since: int
    """Seconds since the last one."""
    due: int | None = None
    """Clock second of the next consequence; None if there is none."""
    soon: int = 4 * HOUR
    """How many seconds before the consequence the GM is warned."""
    weighs: Tone = Tone.PLAIN
    """How bad its present consequences are, whenever the next one is due."""


MEAL, SLEEP = "meal", "sleep"
NEEDS = (MEAL, SLEEP)
"""The needs that every game counts, whether or not it gives them consequences."""


class Countdown(Struct, frozen=True):
    """Turns left until something happens: death, the end of a task."""

    id: str
    left: int
    tone: Tone = Tone.PLAIN
    name: str = ""
    """What it counts, in the GM's words."""
