"""What is seen of somebody at a glance, whatever the game: resources, badges, needs, turns left."""

from collections.abc import Mapping
from enum import StrEnum

from tracker.rules.clock import HOUR
from tracker.rules.fields import nothing
from tracker.rules.record import dataclass
from tracker.rules.refusal import Scalar


@dataclass(frozen=True, slots=True)
class Gauge:
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


@dataclass(frozen=True, slots=True)
class Badge:
    """Something to see at a glance beside a name: a condition, hunger, unconscious."""

    id: str
    tone: Tone = Tone.PLAIN
    data: Mapping[str, Scalar] = nothing()
    about: Mapping[str, Scalar] = nothing()
    """What only the GM is told, and only where there is room: who brought a condition."""


@dataclass(frozen=True, slots=True)
class Need:
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


@dataclass(frozen=True, slots=True)
class Countdown:
    """Turns left until something happens: death, the end of a task."""

    id: str
    left: int
    tone: Tone = Tone.PLAIN
    name: str = ""
    """What it is for, in the GM's words."""
