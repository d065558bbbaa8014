"""The GM's own keys, checked: in Textual, a key with two actions silently stops working."""

import unicodedata
from collections.abc import Iterator, Mapping

from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, format_key, key_to_character
from textual.screen import ModalScreen, Screen

from tracker.rules.refusal import Refusal
from tracker.widgets.bindings import declared, normal, own_bindings, places
from tracker.widgets.line_table import LineTable
from tracker.widgets.text_panel import TextPanel

FOLLOWERS = {"undo.yes": ("table.undo",), "page.toggle": ("table.help",)}
"""Bindings that follow another's key unless they get their own: the key that asked also answers."""

RENAMED = {
    "encounter.shoot": "creature.attack",
    "due.adjust": "due.face",
    "encounter.round": "pane.menu",
    "exploration.eat": "group.eat",
    "exploration.get": "group.get",
    "exploration.rest": "group.rest",
    "exploration.sleep": "group.sleep",
}
"""Ids that bindings had before, and have still in the GM's preferences."""

GONE = frozenset({"list.letter"})
"""Ids of keys that are no more: in the GM's preferences they are no mistake, and mean nothing."""

_SAME_BYTE = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+[": "escape"}
"""Keys that a terminal cannot tell from others."""
_KEPT = ("ctrl+q",)
"""Keys that always leave the program."""
_LINE = "entry."
"""Prefixes of the ids of actions in a line of text, where a letter types a letter."""
_NAMED = frozenset((*(key.value for key in Keys), *KEY_NAME_REPLACEMENTS.values()))
_MODIFIERS = frozenset(("ctrl", "shift", "alt"))

Chain = tuple[type[DOMNode], ...]


def checked_keys(table: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str], list[Refusal]]:
    """Return the keys of actions and the lines of keys in a GM's table, and the mistakes in it."""
    keys, wrong = checked({name: text for name, text in table.items() if is_action(name)})
    lines, wrong_too = checked_lines({name: text for name, text in table.items() if not is_action(name)})
    return keys, lines, [*wrong, *wrong_too]


def checked_lines(keys: Mapping[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    """Return the typed lines that keys play, and for each key that cannot play one the reason.

    In the GM's table, the id of an action has a dot and its value is a key; a key has none and its value is a
    line. The words of a line are read when its key is pressed, since each game has words of its own.
    """
    lines: dict[str, str] = {}
    mistakes: list[Refusal] = []
    for key, text in keys.items():
        try:
            lines[_key(key, normal(key.strip()))] = text.strip().removeprefix(":")
        except Refusal as mistake:
            mistakes.append(mistake)
    mistakes += [Refusal("key_without_line", key=key) for key, text in lines.items() if not text]
    return {key: text for key, text in lines.items() if text}, mistakes


def is_action(name: str) -> bool:
    """Whether the name of an entry is the id of an action, and not a key.

    >>> is_action("encounter.next"), is_action("."), is_action("ctrl+d")
    (True, False, False)
    """
    return "." in name.strip(".")


def checked(keys: Mapping[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    """Return the keys of actions that can be used, and for each of the others why it cannot."""
    mistakes: list[Refusal] = []
    known = declared()
    keymap: dict[str, str] = {}
    for written, text in keys.items():
        binding_id = RENAMED.get(written, written)
        if binding_id in GONE:
            continue
        try:
            keymap[binding_id] = _read(binding_id, text, known)
        except Refusal as mistake:
            mistakes.append(mistake)
    while clash := next(_clashes(keymap), None):
        mistakes.append(clash)
        del keymap[str(clash.data["name"])]
    return keymap | _followers(keymap, known), mistakes


def _read(binding_id: str, text: str, known: Mapping[str, Binding]) -> str:
    if binding_id not in known:
        raise Refusal("unknown_binding", name=binding_id)
    keys = [normal(key.strip()) for key in text.split(",")]
    for key in keys:
        if key not in known[binding_id].key.split(","):
            _key(binding_id, key)
        if _is_typed(key) and (known[binding_id].priority or binding_id.startswith(_LINE)):
            raise Refusal("key_is_typed", name=binding_id, key=key)
    return ",".join(keys)


def _key(name: str, key: str) -> str:
    """Return a key that an entry may have; raises `Refusal` for one that is none, or that is taken."""
    if key in _SAME_BYTE:
        raise Refusal("key_is_another", name=name, key=key, other=_SAME_BYTE[key])
    if key in _KEPT:
        raise Refusal("key_is_kept", name=name, key=key)
    if not _is_key(key):
        raise Refusal("unknown_key", name=name, key=key)
    return key


def _set_of(keys: str) -> frozenset[str]:
    return frozenset(normal(key.strip()) for key in keys.split(","))


def _is_key(key: str) -> bool:
    *modifiers, name = key.split("+")
    known = (len(name) == 1 and name.isprintable()) or name in _NAMED or _is_named_character(name)
    return known and set(modifiers) <= _MODIFIERS


def _is_typed(key: str) -> bool:
    """Whether the key types a character in a line of text."""
    character = key_to_character(key)
    return character is not None and character.isprintable()


def _is_named_character(name: str) -> bool:
    character = key_to_character(name)
    return character is not None and unicodedata.category(character)[0] in "PSL"


def _followers(keymap: Mapping[str, str], known: Mapping[str, Binding]) -> dict[str, str]:
    followers = {}
    for follower, leaders in FOLLOWERS.items():
        if follower not in keymap and any(leader in keymap for leader in leaders):
            followers[follower] = ",".join(keymap.get(each, known[each].key) for each in leaders)
    return followers


def _clashes(keymap: Mapping[str, str]) -> Iterator[Refusal]:
    """Yield each of the GM's keys that would do two things in one place."""
    usual = declared()
    changed = {name for name, keys in keymap.items() if _set_of(keys) != _set_of(usual[name].key)}
    for chain in _chains():
        owners: dict[str, str] = {}
        for binding in (each for place in chain for each in own_bindings(place)):
            binding_id = str(binding.id)
            for key in _set_of(keymap.get(binding_id, binding.key)):
                other = owners.setdefault(key, binding_id)
                if other != binding_id and (binding_id in changed or other in changed):
                    mine, theirs = (binding_id, other) if binding_id in changed else (other, binding_id)
                    yield Refusal("key_clash", name=mine, key=format_key(key), other=theirs)


def _chains() -> Iterator[Chain]:
    """Yield the classes whose bindings are active together: each screen, each tab with its screen."""
    known = list(places())
    apps = tuple(place for place in known if issubclass(place, App))
    for screen in (place for place in known if issubclass(place, Screen)):
        whole: Chain = (LineTable, TextPanel, *_family(screen))
        if issubclass(screen, ModalScreen):
            yield whole
        tabs: Chain = screen.tabs() if hasattr(screen, "tabs") else ()
        for tab in tabs:
            yield (*_family(tab), *whole, *apps)
        if not (tabs or issubclass(screen, ModalScreen)):
            yield (*whole, *apps)


def _family(place: type[DOMNode]) -> Chain:
    return (place, *(each for each in place.__mro__[1:] if issubclass(each, DOMNode)))
