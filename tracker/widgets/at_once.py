"""A frame goes out as soon as all that a key changes is known.

Written against Textual 8.2.8, in which each widget tells the screen in its turn that it is to be painted, and
the screen a timer: a dozen tasks between a deed and its frame, a fourth of the time until it is seen. Here
the screen asks them. What has to be laid out first is left to Textual, and so is whatever is not `Painted`.

`TRACKER_FULL_FRAMES=1` does without it.
"""

from collections.abc import Callable
from typing import Any

from textual import getters
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.widget import Widget


class AtOnceApp(App[None]):
    """An app that knows what is to be painted."""

    paints_whole = False
    """Whether the whole screen is painted whatever changes, and whenever Textual does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changed: dict[Widget, Callable[[], bool]] = {}
        """What has asked to be painted again since the last frame that went out at once, and what calls that
        off, since the screen paints it: False where it cannot."""

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen; what it asked for goes with it."""
        self.changed.clear()
        return super().pop_screen()

    def point(self) -> bool:
        """Note where the terminal's cursor belongs; returns whether that is elsewhere than before."""
        return False


class AtOnceScreen(Screen[Any]):
    """A screen that can be painted at once."""

    app = getters.app(AtOnceApp)

    @property
    def ready(self) -> bool:
        """Whether it could be painted now."""
        waits = self._layout_required or self._scroll_required or self.app._batch_count  # noqa: SLF001 - no door
        return self.is_current and not waits and not self.app.paints_whole

    def paint_at_once(self) -> None:
        """Paint what has changed here; where something has to be laid out first, when Textual does."""
        everywhere, self.app.changed = self.app.changed, {}
        if not self.ready:
            return
        changed = [widget for widget in everywhere if self in widget.ancestors]
        given_way = [widget for widget in changed if everywhere[widget]()]
        self._dirty_widgets.update(given_way)
        if len(given_way) == len(changed):
            self.app.point()
            self._on_timer_update()
        else:
            self.check_idle()
