"""Keys that a widget acts on where they arrive.

Textual sends each key from the widget up to the app, which then looks for what it does from the widget up:
half a millisecond before an arrow moves a cursor.
"""

from textual.events import Key
from textual.widget import Widget

from tracker.widgets.terminal_app import TerminalApp


async def act_on(widget: Widget, event: Key) -> None:
    """Do what a key does on a widget by its own bindings, and let it go no further.

    A letter is left to whoever is above and may want it, and so is what the GM has given another key.
    """
    app = widget.app
    if event.is_printable or not isinstance(app, TerminalApp):
        return
    own = widget._bindings  # noqa: SLF001 - there is no other door to them
    for binding in own.key_to_bindings.get(event.key, ()):
        if binding.id not in app.preferences.keys and await app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            return
