"""The keys that a sentence of the table names: those to press from the tab that is shown."""

from collections.abc import Iterator

from textual.binding import Binding

from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.widgets.bindings import bindings_of, normal_key
from tracker.widgets.key import is_menu_key, split_menu_key
from tracker.widgets.key_table import OPENERS
from tracker.widgets.preferences import PLACES
from tracker.wording.messages import say

_TABS = {str(number): f"table.{place}" for number, place in enumerate(PLACES, 1)}
"""Id of the binding that opens each tab, by the tab's key."""


def way_to(screen: CampaignScreen, binding_id: str) -> str:
    """Name the keys that do what a binding does: `h h` where it is, `3 h h` from another tab.

    An action that no key reaches is named as the palette has it. A key of a dialog is its key there.
    """
    if way := next(_ways_on(screen, screen.tab, binding_id), ""):
        return way
    others = (tab for tab in _TABS if tab != screen.tab and binding_id != _TABS[screen.tab])
    ways = [
        f"{opener} {way}"
        for tab in others
        for way in _ways_on(screen, tab, binding_id)
        for opener in _ways_on(screen, screen.tab, _TABS[tab])
    ]
    if ways:
        return min(ways, key=lambda way: way.count(" "))
    binding = next(_bindings(screen, binding_id), None)
    if binding is None:
        return screen.app.key_of(binding_id)
    what = screen.app.description(binding)
    return say("table_screen.by_palette", key=screen.app.key_of("table.palette"), what=what)


def _bindings(screen: CampaignScreen, binding_id: str) -> Iterator[Binding]:
    """Yield a binding as each of the tabs has it."""
    for tab in _TABS:
        yield from _bindings_on(screen, tab, binding_id)


def _bindings_on(screen: CampaignScreen, tab: str, binding_id: str) -> Iterator[Binding]:
    for kind in (screen.place(tab), type(screen), type(screen.app)):
        yield from (each for each in bindings_of(kind) if each.id == binding_id)


def _ways_on(screen: CampaignScreen, tab: str, binding_id: str) -> Iterator[str]:
    """Yield the keys of a binding on a tab that no key of the GM's own replaces there, menus last."""
    own_keys = screen.own_on(tab)
    for binding in _bindings_on(screen, tab, binding_id):
        keys = screen.app.preferences.keys.get(binding_id, binding.key).split(",")
        for key in sorted((each.strip() for each in keys), key=is_menu_key):
            menu, letter = split_menu_key(key)
            if letter:
                yield from (f"{opener} {letter}" for opener in _ways_on(screen, tab, OPENERS[menu]))
            elif not is_menu_key(key) and normal_key(key) not in own_keys:
                yield screen.app.name_of_key(key, binding)
