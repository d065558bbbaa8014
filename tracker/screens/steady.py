"""A screen that goes on when a timer or a thread of it is refused something."""

from collections.abc import Callable
from functools import cached_property
from inspect import isawaitable
from typing import Any

from msgspec import Struct
from textual.screen import Screen, ScreenResultType
from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from tracker.rules.refusal import Refusal

BEAT = 0.3
"""Seconds between two looks of a screen at what may have changed."""

Work = Callable[[], Any]


class _Look(Struct):
    """Something that a screen does again and again, and the last refusal that it has said."""

    do: Work
    beats: int
    waited: int = 0
    said: str = ""


class SteadyScreen(Screen[ScreenResultType]):
    """Base of the screens that look at files again and again: a file may be refused at any moment.

    A timer says why once, and goes on; it says it again after a time without a refusal.
    """

    def refuse(self, refusal: Refusal) -> None:
        """Say why something is refused."""
        raise NotImplementedError

    @cached_property
    def _schedule(self) -> list[_Look]:
        """What is done again and again, all by one timer: waking costs more than looking."""
        self.set_interval(BEAT, self._beat)
        return []

    def repeat(self, interval: float, do: Work) -> None:
        """Do something again and again, also after a refusal; in seconds, to the nearest beat."""
        self._schedule.append(_Look(do, max(1, round(interval / BEAT))))

    async def _beat(self) -> None:
        for each in self._schedule:
            each.waited += 1
            if each.waited >= each.beats:
                each.waited = 0
                await self._go_on(each)

    async def _go_on(self, each: _Look) -> None:
        try:
            done = each.do()
            if isawaitable(done):
                await done
        except Refusal as refusal:
            if str(refusal) != each.said:
                self.refuse(refusal)
            each.said = str(refusal)
        else:
            each.said = ""

    def do_later(self, delay: float, do: Work) -> Timer:
        """Do something after a while, or say why it is refused."""

        def go_on() -> None:
            try:
                do()
            except Refusal as refusal:
                self.refuse(refusal)

        return self.set_timer(delay, go_on)

    def in_thread(self, do: Work, *, exclusive: bool = False) -> Worker[None]:
        """Do something in a thread, or say why it is refused."""

        def work() -> None:
            try:
                do()
            except Refusal as refusal:
                if not get_current_worker().is_cancelled:
                    self.app.call_from_thread(self.refuse, refusal)

        return self.run_worker(work, thread=True, exclusive=exclusive)
