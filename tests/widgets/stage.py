"""An app to try widgets on, and what it takes to see what they paint."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tracker.terminal.app import InTerminal
from tracker.widgets.line_table import LineTable
from tracker.widgets.painted import PaintedWidget, plain_text
from tracker.widgets.theme import DARK

SIZE = (80, 24)
_RENDER_UPDATE = Compositor.render_update


def render_pictures(compositor: Compositor, full: bool = False, **more: Any) -> Any:
    """Render a whole frame, for a picture; all others go unseen, and were a fourth of what a key costs."""
    if full:
        return _RENDER_UPDATE(compositor, full=full, **more)
    compositor._dirty_regions.clear()
    return None


@contextmanager
def every_frame() -> Iterator[None]:
    """While the context lasts, render each frame as on a terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", _RENDER_UPDATE)
        yield


class Stage(InTerminal):
    """Shows some widgets and remembers what the tables among them say."""

    def __init__(self, *widgets: Widget, env: Mapping[str, str] | None = None, theme: str = DARK) -> None:
        super().__init__(env or {})
        self.theme = theme
        self.widgets = widgets
        self.said: list[tuple[str, object]] = []

    def compose(self) -> ComposeResult:
        yield from self.widgets

    def on_mount(self) -> None:
        for table in self.query(LineTable):
            self.watch(table, "highlighted", self._note_highlighted, init=False)

    def _note_highlighted(self, key: str | None) -> None:
        self.said.append(("highlighted", key))

    def on_line_table_chosen(self, message: LineTable.Chosen) -> None:
        self.said.append(("chosen", message.key))


def shown_lines(widget: PaintedWidget) -> list[str]:
    """Return the lines a widget shows."""
    return plain_text(widget._picture).split("\n")


def painted_lines(screen: Screen[Any]) -> list[Strip]:
    """Return what the terminal shows, with the screens behind a dialog that only takes some rows."""
    visible_screen_stack.set(screen.app._background_screens)
    return screen._compositor.render_strips()


@contextmanager
def repaints(widget: Widget, monkeypatch: Any) -> Iterator[tuple[list[Region], list[int]]]:
    """Note the regions a widget asks to repaint, and the lines that are rendered again for it."""
    regions: list[Region] = []
    lines: list[int] = []
    refresh: Callable[..., Any] = widget.refresh
    render_line: Callable[[int], Strip] = widget.render_line

    def noting_refresh(*asked: Region, **how: bool) -> Any:
        regions.extend(asked or (Region(0, 0, *widget.size),))
        return refresh(*asked, **how)

    def noting_render_line(y: int) -> Strip:
        lines.append(y)
        return render_line(y)

    painted_lines(widget.screen)
    with every_frame(), monkeypatch.context() as patch:
        patch.setattr(widget, "refresh", noting_refresh)
        patch.setattr(widget, "render_line", noting_render_line)
        yield regions, lines
