"""Long work on the screen's own thread, a little at a time, so that every key is answered in between."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Generic, TypeVar

from textual.message_pump import MessagePump
from textual.timer import Timer

SLICE = 0.004
"""Seconds of work at a time."""
PAUSE = 0.012
"""Seconds from the beginning of one piece of work to the next."""

Item = TypeVar("Item")


class ChunkedWork(Generic[Item]):
    """Goes through an iterator. `found` is given what each piece of work brings, and whether it is all."""

    def __init__(self, owner: MessagePump, found: Callable[[list[Item], bool], None]) -> None:
        self._owner = owner
        self._found = found
        self._timer: Timer | None = None

    def begin(self, items: Iterator[Item]) -> None:
        """Go through these items, and no longer through earlier ones."""
        self.stop()
        self._timer = self._owner.set_interval(PAUSE, lambda: self._go_on(items))

    def stop(self) -> None:
        """Look for nothing any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self, items: Iterator[Item]) -> None:
        ends, taken, over = monotonic() + SLICE, list[Item](), True
        for item in items:
            taken.append(item)
            if monotonic() >= ends:
                over = False
                break
        if over:
            self.stop()
        self._found(taken, over)
