"""A screen whose timers and threads survive a refusal."""

from collections.abc import Callable
from functools import cached_property
from inspect import isawaitable
from typing import Any

from msgspec import Struct
from textual.binding import Binding
from textual.screen import Screen, ScreenResultType
from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from tracker.rules.refusal import Refusal

BEAT = 0.3
"""Seconds between two looks of a screen for changes."""

Work = Callable[[], Any]


class _Look(Struct):
    """A task that a screen repeats, and the last refusal that it has shown."""

    do: Work
    beats: int
    waited: int = 0
    said: str = ""


class SteadyScreen(Screen[ScreenResultType]):
    """Base of the screens that read files again and again, which may be refused at any moment.

    A repeated task shows a refusal once and goes on; after a success it shows the same refusal again.
    """

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal as a sentence."""
        raise NotImplementedError

    def act_name(self, binding: Binding, *, in_full: bool) -> str:
        """Name the act that a key plays here, if the game has one of another name for it; else empty."""
        return ""

    @cached_property
    def _schedule(self) -> list[_Look]:
        """The repeated tasks."""
        # One timer for all: waking up costs more than looking.
        self.set_interval(BEAT, self._beat)
        return []

    def repeat(self, interval: float, do: Work) -> None:
        """Repeat a task every `interval` seconds, rounded to beats, also after a refusal."""
        self._schedule.append(_Look(do, max(1, round(interval / BEAT))))

    async def _beat(self) -> None:
        for look in self._schedule:
            look.waited += 1
            if look.waited >= look.beats:
                look.waited = 0
                await self._go_on(look)

    async def _go_on(self, look: _Look) -> None:
        try:
            result = look.do()
            if isawaitable(result):
                await result
        except Refusal as refusal:
            if str(refusal) != look.said:
                self.refuse(refusal)
            look.said = str(refusal)
        else:
            look.said = ""

    def do_later(self, delay: float, do: Work) -> Timer:
        """Run a task after `delay` seconds, and show its refusal."""

        def go_on() -> None:
            try:
                do()
            except Refusal as refusal:
                self.refuse(refusal)

        return self.set_timer(delay, go_on)

    def in_thread(self, do: Work, *, exclusive: bool = False) -> Worker[None]:
        """Run a task in a thread, and show its refusal."""

        def work() -> None:
            try:
                do()
            except Refusal as refusal:
                if not get_current_worker().is_cancelled:
                    self.app.call_from_thread(self.refuse, refusal)

        return self.run_worker(work, thread=True, exclusive=exclusive)
