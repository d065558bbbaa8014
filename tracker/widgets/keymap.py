"""Check the GM's own keys: in Textual, a key with two actions silently stops working."""

import unicodedata
from collections.abc import Iterator, Mapping

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, format_key, key_to_character
from textual.screen import ModalScreen, Screen

from tracker.commands.own_line import Games, no_others, refuse_unplayable
from tracker.rules.refusal import Refusal
from tracker.widgets.bindings import binding_of, bindings_by_id, description, normal_key, own_bindings, places
from tracker.widgets.key import palette_key
from tracker.widgets.line_table import LineTable
from tracker.widgets.preferences import PLACES, OwnKey, Preferences
from tracker.widgets.text_panel import TextPanel
from tracker.wording.messages import say

FOLLOWERS = {"undo.yes": ("table.undo",), "page.toggle": ("table.help",)}
"""Bindings that follow another's key unless they have their own: the key that asked also answers."""

RENAMED = {
    "encounter.shoot": "creature.attack",
    "due.adjust": "due.face",
    "encounter.round": "pane.menu",
    "exploration.eat": "group.eat",
    "exploration.get": "group.get",
    "exploration.rest": "group.rest",
    "exploration.sleep": "group.sleep",
}
"""New ids by the old ones, which older preferences still hold."""

GONE = frozenset({"list.letter"})
"""Ids of removed keys, ignored in older preferences."""

_SAME_BYTE = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+[": "escape"}
"""Keys that a terminal cannot tell from another key, and that key."""
_KEPT = ("ctrl+q",)
"""Keys that always leave the program."""
_LINE = "entry."
"""Prefix of the ids of actions in a line of text, where a letter types itself."""
_NAMED = frozenset((*(key.value for key in Keys), *KEY_NAME_REPLACEMENTS.values()))
_MODIFIERS = frozenset(("ctrl", "shift", "alt"))

Chain = tuple[type[DOMNode], ...]


def with_usable_keys(preferences: Preferences, games: Games = no_others) -> tuple[Preferences, list[Refusal]]:
    """Keep the usable keys of the preferences; give a refusal for each of the others.

    A GM's own key wins over the program's, which then does nothing in its places. Of its lines only the verbs
    are checked, against the program's and those of `games`; the rest is parsed when the key is pressed.
    """
    bindings = bindings_by_id()
    actions, lines = dict(preferences.keys), dict(preferences.own)
    for key, each in preferences.own.items():
        if each == OwnKey(each.line) and each.line in bindings:
            usual = actions.get(each.line, bindings[each.line].key)
            actions[each.line] = f"{key},{usual}"
            del lines[key]
    keys, mistakes = validated_keys(actions)
    own, own_mistakes = _checked_own(lines, games)
    own = {key: replace(each, covers=_covered_ids(key, each, keys)) for key, each in own.items()}
    return replace(preferences, keys=keys | _remaining_keys(own, keys), own=own), [*mistakes, *own_mistakes]


def _checked_own(entries: Mapping[str, OwnKey], games: Games) -> tuple[dict[str, OwnKey], list[Refusal]]:
    """Keep the GM's own keys that can play their lines; give a refusal for each of the others."""
    own: dict[str, OwnKey] = {}
    mistakes: list[Refusal] = []
    for name, each in entries.items():
        try:
            key = _require_key(name, normal_key(name.strip()))
            refuse_unplayable(name, each.line, games)
        except Refusal as mistake:
            mistakes.append(mistake)
        else:
            mistakes += [Refusal("key_twice", name=name, key=key)] if key in own else []
            own.setdefault(key, each)
    return own, mistakes


def covering_sentences(preferences: Preferences) -> Iterator[str]:
    """Yield a sentence for each of the GM's own keys that replaces another key."""
    for key, own in preferences.own.items():
        bindings = filter(None, map(binding_of, own.covers))
        descriptions = [description(each, preferences.interval) for each in bindings if each.description]
        if descriptions:
            yield say("own_keys.covers", key=format_key(key), what=", ".join(descriptions))


def _covered_ids(key: str, own: OwnKey, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """Ids of the bindings that a GM's own key replaces."""
    binding_ids = (
        str(binding.id)
        for place, chain in _tabs()
        if place in own.places
        for kind in chain
        for binding in own_bindings(kind)
        if key in _key_set(keymap.get(str(binding.id), binding.key))
    )
    return tuple(dict.fromkeys(binding_ids))


def _remaining_keys(own: Mapping[str, OwnKey], keymap: Mapping[str, str]) -> dict[str, str]:
    """Other keys for the actions of the table whose key a GM's own key takes on every tab.

    Without another key, the action is only in the palette. Keys of lists stay, since dialogs have lists too.
    """
    of_the_table = {
        str(binding.id): binding.key
        for _place, chain in _tabs()
        for kind in chain
        if kind is not LineTable
        for binding in own_bindings(kind)
    }
    remaining: dict[str, str] = {}
    for key, each in own.items():
        for name in each.covers if each.places == PLACES else ():
            if name in of_the_table:
                keys = remaining.get(name, keymap.get(name, of_the_table[name])).split(",")
                others = ",".join(other for other in keys if normal_key(other.strip()) != key)
                remaining[name] = others or palette_key(name)
    return remaining


def _tabs() -> Iterator[tuple[str, Chain]]:
    """Yield each tab of the table, with the classes whose bindings are active there."""
    for screen in places():
        tabs: Chain = screen.tabs() if hasattr(screen, "tabs") else ()
        for place, tab in zip(PLACES, tabs, strict=bool(tabs)):
            yield place, (*_family(tab), *_family(screen), LineTable)


def validated_keys(keys: Mapping[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    """Keep the usable keys of actions; give a refusal for each of the others."""
    mistakes: list[Refusal] = []
    bindings = bindings_by_id()
    keymap: dict[str, str] = {}
    for name, text in keys.items():
        binding_id = RENAMED.get(name, name)
        if binding_id in GONE:
            continue
        try:
            keymap[binding_id] = _parse_keys(binding_id, text, bindings)
        except Refusal as mistake:
            mistakes.append(mistake)
    while clash := next(_clashes(keymap), None):
        mistakes.append(clash)
        del keymap[str(clash.data["name"])]
    return keymap | _followers(keymap, bindings), mistakes


def _parse_keys(binding_id: str, text: str, bindings: Mapping[str, Binding]) -> str:
    if binding_id not in bindings:
        raise Refusal("unknown_binding", name=binding_id)
    keys = [normal_key(key.strip()) for key in text.split(",")]
    for key in keys:
        if key not in bindings[binding_id].key.split(","):
            _require_key(binding_id, key)
        if _is_typed(key) and (bindings[binding_id].priority or binding_id.startswith(_LINE)):
            raise Refusal("key_is_typed", name=binding_id, key=key)
    return ",".join(keys)


def _require_key(name: str, key: str) -> str:
    """Require a key that the entry `name` may have.

    Raises `Refusal`: `key_is_another`, `key_is_kept`, `unknown_key`.
    """
    if key in _SAME_BYTE:
        raise Refusal("key_is_another", name=name, key=key, other=_SAME_BYTE[key])
    if key in _KEPT:
        raise Refusal("key_is_kept", name=name, key=key)
    if not _is_key(key):
        raise Refusal("unknown_key", name=name, key=key)
    return key


def _key_set(keys: str) -> frozenset[str]:
    return frozenset(normal_key(key.strip()) for key in keys.split(","))


def _is_key(key: str) -> bool:
    *modifiers, name = key.split("+")
    is_known = (len(name) == 1 and name.isprintable()) or name in _NAMED or _is_named_character(name)
    return is_known and set(modifiers) <= _MODIFIERS


def _is_typed(key: str) -> bool:
    """Whether a key types a character in a line of text."""
    character = key_to_character(key)
    return character is not None and character.isprintable()


def _is_named_character(name: str) -> bool:
    character = key_to_character(name)
    return character is not None and unicodedata.category(character)[0] in "PSL"


def _followers(keymap: Mapping[str, str], bindings: Mapping[str, Binding]) -> dict[str, str]:
    followers = {}
    for follower, leaders in FOLLOWERS.items():
        if follower not in keymap and any(leader in keymap for leader in leaders):
            followers[follower] = ",".join(keymap.get(each, bindings[each].key) for each in leaders)
    return followers


def _clashes(keymap: Mapping[str, str]) -> Iterator[Refusal]:
    """Yield a refusal for each of the GM's keys that would do two things in one place."""
    usual = bindings_by_id()
    changed = {name for name, keys in keymap.items() if _key_set(keys) != _key_set(usual[name].key)}
    for chain in _chains():
        owners: dict[str, str] = {}
        for binding in (each for place in chain for each in own_bindings(place)):
            binding_id = str(binding.id)
            for key in _key_set(keymap.get(binding_id, binding.key)):
                other = owners.setdefault(key, binding_id)
                if other != binding_id and (binding_id in changed or other in changed):
                    mine, theirs = (binding_id, other) if binding_id in changed else (other, binding_id)
                    yield Refusal("key_clash", name=mine, key=format_key(key), other=theirs)


def _chains() -> Iterator[Chain]:
    """Yield classes whose bindings are active together: those of each screen, of each tab with its screen."""
    kinds = list(places())
    apps = tuple(place for place in kinds if issubclass(place, App))
    for screen in (place for place in kinds if issubclass(place, Screen)):
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
