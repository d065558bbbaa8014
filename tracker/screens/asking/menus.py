"""The menus behind a key; their letters are fixed in the table of keys."""

from collections.abc import Callable, Iterable

from msgspec import Struct
from textual.binding import Binding
from textual.dom import DOMNode

from tracker.commands.figures import parse_duration
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.widgets.bindings import action_of, menu_of
from tracker.widgets.key_table import BY_ID
from tracker.widgets.picker import Option, Picker
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.clock import upcoming_events
from tracker.wording.messages import say


class Entry(Struct, frozen=True):
    """One entry of a menu: its letter, its binding and the node that runs it."""

    letter: str
    binding: Binding
    node: DOMNode


def entries_of(menu: str, nodes: Iterable[DOMNode]) -> list[Entry]:
    """Return the entries of a menu that can run now, those of the first node first."""
    return [
        Entry(letter, binding, node)
        for node in nodes
        for letter, binding in menu_of(type(node), menu).items()
        if node.check_action(*action_of(binding))
    ]


def ask_menu(player: MovePlayer, menu: str, nodes: Iterable[DOMNode]) -> None:
    """Ask for an entry of a menu, and run it unless the selected rows have changed meanwhile."""
    screen = player.screen
    rows = screen.chosen

    def rows_are_gone() -> bool:
        if rows == screen.chosen:
            return False
        screen.refuse(Refusal("row_gone"))
        return True

    show_menu(screen.app, menu, nodes, lambda entry: _hint(player, entry), rows_are_gone)


def show_menu(
    app: ThemedApp,
    menu: str,
    nodes: Iterable[DOMNode],
    hint: Callable[[Entry], str] = lambda _entry: "",
    is_void: Callable[[], bool] = lambda: False,
) -> None:
    """Show a menu, and run the chosen entry unless `is_void` says that it no longer applies."""
    entries = {entry.letter: entry for entry in entries_of(menu, nodes)}
    options = [
        Option(letter, app.description_in_full(entry.binding), hint(entry), letter)
        for letter, entry in entries.items()
    ]

    async def chosen(letter: str | None) -> None:
        if letter is not None and not is_void():
            await app.run_action(entries[letter].binding.action, entries[letter].node)

    app.push_screen(Picker(say(f"menu.{menu}"), options), chosen)


def _hint(player: MovePlayer, entry: Entry) -> str:
    """Describe what an interval would bring, or pass on the tab's hint about an entry."""
    screen, key = player.screen, BY_ID[str(entry.binding.id)]
    if key.verb != "interval" or key.line.endswith("…"):
        return screen.hint_of(key.id)
    interval = parse_duration(screen.line_of(key.id).partition(" ")[2])
    return ", ".join(text for seconds, text in upcoming_events(player.session) if seconds <= interval)
