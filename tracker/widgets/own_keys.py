"""Keys that a widget acts on where they arrive.

Textual sends each key from the widget up to the app, which then looks for what it does from the widget up:
half a millisecond before an arrow moves a cursor.
"""

from collections.abc import Iterator
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget

from tracker.widgets.at_once import AtOnceScreen
from tracker.widgets.terminal_app import TerminalApp


async def act_on(widget: Widget, event: Key) -> None:
    """Do what a key does on a widget by its own bindings, and let it go no further.

    A letter is left to whoever is above and may want it.
    """
    app = widget.app
    if event.is_printable or not isinstance(app, TerminalApp):
        return
    for binding in meant_by(event.key, widget, app):
        if await app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            if isinstance(widget.screen, AtOnceScreen):
                widget.screen.paint_at_once()
            return


def is_meant(key: str, screen: Screen[Any], app: TerminalApp) -> bool:
    """Whether a key does something on a screen, whatever has the keys there."""
    nodes = (screen.focused or screen).ancestors_with_self
    return any(True for node in nodes for _binding in meant_by(key, node, app))


def meant_by(key: str, widget: DOMNode, app: TerminalApp) -> Iterator[Binding]:
    """Yield the bindings of a widget's own that a key stands for, as the GM has them now."""
    own, changed = widget._bindings, app.preferences.keys  # noqa: SLF001 - there is no other door to them
    for binding in own.key_to_bindings.get(key, ()):
        if binding.id not in changed:
            yield binding
    for _usual, binding in own if changed else ():
        if key in changed.get(str(binding.id), "").split(","):
            yield binding
