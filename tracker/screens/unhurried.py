"""Long work in the screen's own thread, in small chunks, so that keys are answered in between."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Generic, TypeVar

from textual.message_pump import MessagePump
from textual.timer import Timer

SLICE = 0.004
"""Seconds of work in a chunk."""
PAUSE = 0.012
"""Seconds from the beginning of one chunk to the next."""

Item = TypeVar("Item")


class ChunkedWork(Generic[Item]):
    """Goes through an iterator; `on_chunk` gets the items of each chunk, and whether they are the last."""

    def __init__(self, owner: MessagePump, on_chunk: Callable[[list[Item], bool], None]) -> None:
        self._owner = owner
        self._found = on_chunk
        self._timer: Timer | None = None

    def begin(self, items: Iterator[Item]) -> None:
        """Go through these items, and stop going through earlier ones."""
        self.stop()
        self._timer = self._owner.set_interval(PAUSE, lambda: self._go_on(items))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self, items: Iterator[Item]) -> None:
        end, chunk, over = monotonic() + SLICE, list[Item](), True
        for item in items:
            chunk.append(item)
            if monotonic() >= end:
                over = False
                break
        if over:
            self.stop()
        self._found(chunk, over)
