"""Makes the classes of the screen in a third of the time.

Written against Textual 8.2.8, which goes through every name of every base, twice, for each class of a widget,
a screen or an app: 0.2 ms a class, an eighth of what is imported before the first picture. Here what a base
holds is looked up once. A Textual that makes its classes in another way is left alone.

`TRACKER_STOCK_CLASSES=1` does without it.
"""

from functools import cache
from typing import Any

from textual.dom import DOMNode
from textual.reactive import Reactive

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
    reactives: dict[str, Reactive[Any]] = {}
    computes: set[str] = set()
    for base in reversed(cls.__mro__):
        own_reactives, own_computes = _own(base)
        reactives |= own_reactives
        computes |= own_computes
    cls._reactives = reactives
    cls._inherit_css = inherit_css
    cls._inherit_bindings = inherit_bindings
    cls._inherit_component_classes = inherit_component_classes
    bases = cls._css_bases(cls)
    cls._css_type_name = bases[0].__name__
    cls._merged_bindings = cls._merge_bindings()
    cls._css_type_names = frozenset(base.__name__ for base in bases)
    cls._computes = frozenset(computes)


@cache
def _own(base: type) -> tuple[dict[str, Reactive[Any]], frozenset[str]]:
    """Return the reactives that a class has of its own, and the names of those that it computes."""
    own = vars(base)
    reactives = {name: value for name, value in own.items() if isinstance(value, Reactive)}
    return reactives, frozenset(name.lstrip("_")[8:] for name in own if name.startswith(_COMPUTING))
