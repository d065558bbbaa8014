"""The table of keys as Textual's bindings: make them, find them, describe them."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from textual.actions import parse
from textual.binding import ActiveBinding, Binding, BindingType
from textual.dom import DOMNode
from textual.screen import Screen

from tracker.rules.clock import duration_text
from tracker.widgets.key import ALWAYS, HELP_KEY, LAST, NOWHERE, USUAL, Key, is_menu_key, split_menu_key
from tracker.widgets.key_table import BY_ID, KEYS
from tracker.widgets.preferences import OwnKey
from tracker.wording.messages import has, say

_OWN = "own."
"""Prefix of the ids of the GM's own keys."""


def keys_at(place: str) -> list[BindingType]:
    """Make the bindings of a place of the table of keys, for its widget or screen."""
    return [_binding(each) for each in KEYS[place]]


def _binding(key: Key) -> Binding:
    """Make the binding of a key; its description is a word key made of its id."""
    return Binding(
        key.keys,
        key.action,
        "" if key.silent else f"key.{key.id}",
        show=bool(key.footer),
        key_display=key.shown,
        priority=key.priority,
        id=key.id,
    )


def description(binding: Binding, interval: int) -> str:
    """Describe what a binding does, in few words."""
    if is_own(binding):
        return binding.description
    return say(binding.description, interval=duration_text(interval))


def description_in_full(binding: Binding, interval: int) -> str:
    """Describe what a binding does by its tip, else in few words."""
    if is_own(binding):
        return binding.tooltip or binding.description
    tip = f"tip.{binding.id}"
    return say(tip, interval=duration_text(interval)) if has(tip) else description(binding, interval)


def binding_of_own(key: str, own: OwnKey) -> Binding:
    """Make the binding of a GM's own key; without a label, no hint shows it."""
    return Binding(key, f"own({key!r})", own.label, tooltip=own.tip, id=f"{_OWN}{key}")


def is_own(binding: Binding) -> bool:
    """Whether a binding is of a GM's own key."""
    return str(binding.id).startswith(_OWN)


def is_in_menu(binding: Binding) -> bool:
    """Whether a binding has no key of its own, only a letter in a menu or a name in the palette."""
    return is_menu_key(binding.key)


def menu_of(place: type[DOMNode], opener: str) -> dict[str, Binding]:
    """Entries of a menu of a place, by their letters."""
    ways = (
        (split_menu_key(key), binding) for binding in bindings_of(place) for key in binding.key.split(",")
    )
    return {letter: binding for (menu, letter), binding in ways if menu == opener}


def action_of(binding: Binding) -> tuple[str, tuple[object, ...]]:
    """Parse the name and the parameters of a binding's action."""
    _place, name, parameters = parse(binding.action)
    return name, parameters


def places() -> Iterator[type[DOMNode]]:
    """Yield every class of widgets, screens and apps of the tracker that has been imported."""
    waiting: list[type[DOMNode]] = [DOMNode]
    visited: set[type[DOMNode]] = set()
    while waiting:
        for kind in waiting.pop().__subclasses__():
            if kind not in visited:
                visited.add(kind)
                waiting.append(kind)
                if kind.__module__.startswith("tracker."):
                    yield kind


def own_bindings(place: type[DOMNode]) -> Iterator[Binding]:
    """Yield the bindings of one class that have an id."""
    for binding in place.__dict__.get("BINDINGS", ()):
        if isinstance(binding, Binding) and binding.id:
            yield binding


def bindings_of(place: type[DOMNode]) -> Iterator[Binding]:
    """Yield the bindings with an id that a class declares or inherits, its own first."""
    for kind in place.__mro__:
        if issubclass(kind, DOMNode):
            yield from own_bindings(kind)


def bound_to(key: str, place: type[DOMNode], keymap: Mapping[str, str]) -> Iterator[Binding]:
    """Yield the bindings of a key in a class, with the keys that the GM has given them."""
    for binding in bindings_of(place):
        if key in map(normal_key, keymap.get(str(binding.id), binding.key).split(",")):
            yield binding


def is_bound(key: str, screen: Screen[Any], keymap: Mapping[str, str]) -> bool:
    """Whether a key does something on a screen in its present focus."""
    nodes = (screen.focused or screen).ancestors_with_self
    return any(True for node in nodes for _binding in bound_to(key, type(node), keymap))


def normal_key(key: str) -> str:
    """Rewrite a key as Textual names it.

    >>> normal_key("?"), normal_key("ñ"), normal_key("ctrl+r")
    ('question_mark', 'ñ', 'ctrl+r')
    """
    if len(key) != 1 or key.isalnum():
        return key
    return next(iter(Binding.make_bindings([Binding(key, "")]))).key


def in_declared_order(actives: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """Sort bindings by their declaration, whatever keys the GM has given them."""
    actives = list(actives)
    nodes = list(dict.fromkeys(active.node for active in actives))
    order = {node: _order_of(type(node)) for node in nodes}

    def place(active: ActiveBinding) -> tuple[int, int]:
        return nodes.index(active.node), order[active.node].get(str(active.binding.id), -1)

    return sorted(actives, key=place)


def _order_of(kind: type[DOMNode]) -> dict[str, int]:
    family = [each for each in reversed(kind.__mro__) if issubclass(each, DOMNode)]
    ids = [str(binding.id) for each in family for binding in own_bindings(each)]
    return {binding_id: place for place, binding_id in enumerate(ids)}


def footer_of(binding: Binding, now: Set[str]) -> tuple[int, str] | None:
    """Place of a binding in the footer now, and the moment that gives it; None if it has none."""
    if str(binding.id) not in BY_ID:
        return (LAST if binding.key == HELP_KEY else USUAL, ALWAYS) if binding.show else None
    footer = NOWHERE if is_menu_key(binding.key) else BY_ID[str(binding.id)].footer
    return min(((place, moment) for moment, place in footer.items() if moment in now), default=None)


def binding_of(binding_id: str) -> Binding | None:
    """Find a binding of the table by its id."""
    key = BY_ID.get(binding_id)
    return _binding(key) if key else None


def bindings_by_id() -> Mapping[str, Binding]:
    """Bindings of the table, sorted by their ids."""
    return {binding_id: _binding(BY_ID[binding_id]) for binding_id in sorted(BY_ID)}


def ids_of(actions: Iterable[tuple[type, str]]) -> list[str]:
    """Ids of the bindings that called these actions, each with the class that had the key."""
    return [
        str(binding.id)
        for owner, action in actions
        for binding in [_calling(action, owner)]
        if binding is not None
    ]


def _calling(action: str, owner: type) -> Binding | None:
    kinds = (kind for kind in owner.__mro__ if issubclass(kind, DOMNode))
    return next((each for kind in kinds for each in own_bindings(kind) if each.action == action), None)
