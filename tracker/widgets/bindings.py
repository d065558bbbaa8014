"""Every binding that can be given another key, found where it is declared."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from textual.actions import parse
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen

from tracker.wording import amounts
from tracker.wording.messages import has, say

_MENU = "menu:"
"""The beginning of a key that no keyboard has: the action stands in the menu of its tab."""


def bind(
    key: str,
    action: str,
    binding_id: str,
    *,
    show: bool = True,
    priority: bool = False,
    key_display: str | None = None,
) -> Binding:
    """Return a binding whose words are found by its id: `key.exploration.light`, `tip.exploration.light`."""
    return Binding(
        key, action, f"key.{binding_id}", show, key_display=key_display, priority=priority, id=binding_id
    )


def menu_entry(action: str, binding_id: str) -> Binding:
    """Return the binding of a rare action, without a key unless the GM gives it one."""
    return bind(f"{_MENU}{binding_id}", action, binding_id, show=False)


def description(binding: Binding, interval: int) -> str:
    """Return what a binding does, in few words."""
    return say(binding.description, interval=amounts.duration(interval))


def description_in_full(binding: Binding, interval: int) -> str:
    """Return what a binding does, in as many words as there are."""
    tip = f"tip.{binding.id}"
    return say(tip, interval=amounts.duration(interval)) if has(tip) else description(binding, interval)


def in_menu(binding: Binding) -> bool:
    """Whether a binding has no key and stands in the menu of its tab."""
    return binding.key.startswith(_MENU)


def menu_of(place: type[DOMNode]) -> Iterator[Binding]:
    """Yield the entries of a tab's menu."""
    return filter(in_menu, bindings_of(place))


def action_of(binding: Binding) -> tuple[str, tuple[object, ...]]:
    """Return the name and the parameters of a binding's action."""
    _place, name, parameters = parse(binding.action)
    return name, parameters


def places() -> Iterator[type[DOMNode]]:
    """Yield every widget, screen and app of the tracker that has been imported."""
    waiting: list[type[DOMNode]] = [DOMNode]
    seen: set[type[DOMNode]] = set()
    while waiting:
        for kind in waiting.pop().__subclasses__():
            if kind not in seen:
                seen.add(kind)
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
    """Yield the bindings of a key in a class of widgets, with the GM's own keys."""
    for binding in bindings_of(place):
        if key in map(normal, keymap.get(str(binding.id), binding.key).split(",")):
            yield binding


def is_bound(key: str, screen: Screen[Any], keymap: Mapping[str, str]) -> bool:
    """Whether a key does something on a screen, whichever widget has the focus."""
    nodes = (screen.focused or screen).ancestors_with_self
    return any(True for node in nodes for _binding in bound_to(key, type(node), keymap))


def normal(key: str) -> str:
    """Return a key as Textual names it.

    >>> normal("?"), normal("ñ"), normal("ctrl+r")
    ('question_mark', 'ñ', 'ctrl+r')
    """
    if len(key) != 1 or key.isalnum():
        return key
    return next(iter(Binding.make_bindings([Binding(key, "")]))).key


def in_declared_order(actives: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """Return bindings in the order of their declaration, whatever keys the GM has given them."""
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


def binding_of(binding_id: str) -> Binding | None:
    """Return a binding by its id; None if no imported class declares it."""
    known = (each for place in places() for each in own_bindings(place) if each.id == binding_id)
    return next(known, None)


def declared() -> Mapping[str, Binding]:
    """Return every binding of the imported classes by its id, in the order of the ids."""
    found = {str(binding.id): binding for place in places() for binding in own_bindings(place)}
    return dict(sorted(found.items()))


def ids_of(actions: Iterable[tuple[type, str]]) -> list[str]:
    """Return the ids of the bindings that called actions, given the class that had the key."""
    return [
        str(binding.id)
        for owner, action in actions
        for binding in [_calling(action, owner)]
        if binding is not None
    ]


def _calling(action: str, owner: type) -> Binding | None:
    kinds = (kind for kind in owner.__mro__ if issubclass(kind, DOMNode))
    return next((each for kind in kinds for each in own_bindings(kind) if each.action == action), None)
