"""A verb of the table."""

from collections.abc import Callable

from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.rules.record import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: Spanish words first, then English ones. `rolls` says whether faces may be typed."""

    id: str
    words: tuple[str, ...]
    usage: str
    read: Callable[[Reader], Order]
    rolls: bool = False
