"""Makes the classes of the screen in a third of the time.

Written against Textual 8.2.8, which goes through every name and every binding of every base for each class
of a widget, a screen or an app: 0.2 ms a class, a sixth of what is imported before the first picture. Here
what a base holds is looked up once. A Textual that makes its classes in another way is left alone.

`TRACKER_STOCK_CLASSES=1` does without it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.reactive import Reactive

from tracker.rules.record import dataclass

_STOCK: Any = vars(DOMNode)["__init_subclass__"]
_WHAT_IT_NAMES = frozenset(
    {
        *("super", "__init_subclass__", "reversed", "__mro__", "update", "set", "add", "frozenset", "dir"),
        *("_css_bases", "__name__", "_merge_bindings"),
        *("_inherit_css", "_inherit_bindings", "_inherit_component_classes", "_merged_bindings"),
        *("_css_type_name", "_css_type_names", "_reactives", "_computes"),
    }
)
"""The names in Textual's own."""
_IN_COMPREHENSIONS = frozenset({"__dict__", "items", "isinstance", "Reactive", "lstrip", "startswith"})
"""Those in its comprehensions, which later Pythons count among them."""
_COMPUTING = ("_compute_", "compute_")


def hasten() -> bool:
    """Make classes this way from now on; returns False where Textual's own way is another than is known."""
    if set(_STOCK.__func__.__code__.co_names) - _IN_COMPREHENSIONS != _WHAT_IT_NAMES:
        return False
    DOMNode.__init_subclass__ = classmethod(_init_subclass)  # type: ignore[assignment,method-assign]  # the same
    return True


def _init_subclass(
    cls: type[DOMNode],
    inherit_css: bool = True,
    inherit_bindings: bool = True,
    inherit_component_classes: bool = True,
) -> None:
    """Do what Textual's own does."""
    super(DOMNode, cls).__init_subclass__()
    cls._inherit_css = inherit_css
    cls._inherit_bindings = inherit_bindings
    cls._inherit_component_classes = inherit_component_classes
    reactives: dict[str, Reactive[Any]] = {}
    bindings: dict[str, list[Binding]] = {}
    computes: set[str] = set()
    for base in reversed(cls.__mro__):
        own = _own(base)
        reactives |= own.reactives
        computes |= own.computes
        if issubclass(base, DOMNode):
            inherited = bindings if base._inherit_bindings else {}  # noqa: SLF001 - as Textual's own asks
            bindings = {**inherited, **own.bindings}
    cls._reactives = reactives
    cls._computes = frozenset(computes)
    cls._merged_bindings = BindingsMap.from_keys(bindings)
    families = cls._css_bases(cls)
    cls._css_type_name = families[0].__name__
    cls._css_type_names = frozenset(base.__name__ for base in families)


@dataclass(frozen=True, slots=True)
class _Own:
    """What a class has of its own, without its bases."""

    reactives: Mapping[str, Reactive[Any]]
    computes: frozenset[str]
    """The names of the reactives that it computes."""
    bindings: Mapping[str, list[Binding]]
    """By their keys."""


@cache
def _own(base: type) -> _Own:
    """Return what is looked up once for each class."""
    own = vars(base)
    return _Own(
        {name: value for name, value in own.items() if isinstance(value, Reactive)},
        frozenset(name.lstrip("_")[8:] for name in own if name.startswith(_COMPUTING)),
        BindingsMap(own.get("BINDINGS", ())).key_to_bindings,
    )
