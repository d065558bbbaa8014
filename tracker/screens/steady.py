"""A screen that goes on when a timer or a thread of it is refused something."""

from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from textual.screen import Screen, ScreenResultType
from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from tracker.rules.refusal import Refusal

Work = Callable[[], Any]


class SteadyScreen(Screen[ScreenResultType]):
    """Base of the screens that look at files again and again: a file may be refused at any moment.

    A timer says why once, and goes on; it says it again after a time without a refusal.
    """

    def refuse(self, refusal: Refusal) -> None:
        """Say why something is refused."""
        raise NotImplementedError

    def repeat(self, interval: float, do: Work) -> Timer:
        """Do something again and again, also after a refusal."""
        said = ""

        async def go_on() -> None:
            nonlocal said
            try:
                done = do()
                if isawaitable(done):
                    await done
            except Refusal as refusal:
                if str(refusal) != said:
                    self.refuse(refusal)
                said = str(refusal)
            else:
                said = ""

        return self.set_interval(interval, go_on)

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
