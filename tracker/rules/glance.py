"""Marks of a creature at a glance, in any game: resources, badges, needs, turns left."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from tracker.rules.clock import HOUR
from tracker.rules.fields import NOTHING, Scalar


class Gauge(Struct, frozen=True):
    """A resource shown as a bar and figures: the sheet's fields for the current value and its maximum.

    Without a maximum it is a plain count.
    """

    id: str
    current: str
    maximum: str = ""


class Tone(StrEnum):
    """The weight of a badge or an outcome for the eye; always said in words too."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Badge(Struct, frozen=True):
    """Something to see at a glance beside a name: a condition, hunger, unconscious."""

    id: str
    tone: Tone = Tone.PLAIN
    data: Mapping[str, Scalar] = field(default_factory=dict)
    about: Mapping[str, Scalar] = field(default_factory=dict)
    """Data for the GM alone, shown where there is room: who brought a condition."""


class Hazard(Struct, frozen=True):
    """Something at a place that waits for somebody: a trap."""

    id: str
    """Its kind: the id of the act that makes it anew."""
    name: str
    state: Badge
    """Its state; the badge names it too."""
    about: Mapping[str, str] = NOTHING
    """The GM's words about it, by the parameters of that act."""
    act: str = ""
    """Id of the act that lets it happen to somebody."""
    ends: str = ""
    """Id of the act that removes it."""


class Need(Struct, frozen=True):
    """Something that a body asks for as the clock goes: a meal, sleep. All in seconds."""

    id: str
    since: int
    """Seconds since the last one."""
    due: int | None = None
    """Clock second of the next consequence; None if the game has none."""
    soon: int = 4 * HOUR
    """Seconds before the consequence at which the GM is warned."""
    weighs: Tone = Tone.PLAIN
    """The price that the creature already pays for it, whenever the next consequence is due."""


MEAL, SLEEP = "meal", "sleep"
NEEDS = (MEAL, SLEEP)
"""Needs that every game counts, with or without consequences."""


class Countdown(Struct, frozen=True):
    """Turns left until something happens: death, the end of a task."""

    id: str
    left: int
    tone: Tone = Tone.PLAIN
    name: str = ""
    """Its purpose, in the GM's words."""
