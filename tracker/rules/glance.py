"""Marks of a creature at a glance, in any game: resources, badges, needs, turns left."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from tracker.rules.clock import HOUR
from tracker.rules.fields import NOTHING, Scalar


class Gauge(Struct, frozen=True):
    """A resource shown as a bar and figures: the sheet's fields for what is left and its maximum.

    Without a maximum it is a plain count.
    """

    id: str
    current: str
    maximum: str = ""


class Tone(StrEnum):
    """How much a badge or an outcome should catch the eye; always said in words too."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Badge(Struct, frozen=True):
    """Something to see at a glance beside a name: a condition, hunger, unconscious."""

    id: str
    tone: Tone = Tone.PLAIN
    data: Mapping[str, Scalar] = NOTHING
    about: Mapping[str, Scalar] = NOTHING
    """What only the GM is told, and only where there is room: who brought a condition."""


class Need(Struct, frozen=True):
    """Something that a body asks for as the clock goes: a meal, sleep. All in seconds."""

    id: str
    since: int
    """How long it has gone without."""
    due: int | None = None
    """Clock second at which going without tells next; None when the game gives it no consequence."""
    soon: int = 4 * HOUR
    """How long before that the GM should be warned."""


MEAL, SLEEP = "meal", "sleep"
NEEDS = (MEAL, SLEEP)
"""Needs that every game counts, whatever comes of them."""


class Countdown(Struct, frozen=True):
    """Turns left until something happens: death, the end of a task."""

    id: str
    left: int
    tone: Tone = Tone.PLAIN
    name: str = ""
    """What it is for, in the GM's words."""
