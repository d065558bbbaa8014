"""Makes the classes of the screen in a third of the time.

Written against Textual 8.2.8, which goes through every name and every binding of every base for each class
of a widget, a screen or an app: 0.2 ms a class, a sixth of what is imported before the first picture. Here
what its base has gathered is taken over. A Textual that makes its classes in another way is left alone.

`TRACKER_STOCK_CLASSES=1` does without it.
"""

from collections.abc import Iterable
from typing import Any

from textual.binding import Binding, BindingsMap, BindingType
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
    """Do what Textual's own does, which does it itself for a class of several bases."""
    base = cls.__mro__[1]
    if base is DOMNode or cls.__mro__[1:] != base.__mro__:
        _STOCK.__func__(cls, inherit_css, inherit_bindings, inherit_component_classes)
        return
    super(DOMNode, cls).__init_subclass__()
    own, gathered = vars(cls), vars(base)
    cls._inherit_css = inherit_css
    cls._inherit_bindings = inherit_bindings
    cls._inherit_component_classes = inherit_component_classes
    reactives = {name: value for name, value in own.items() if isinstance(value, Reactive)}
    cls._reactives = gathered["_reactives"] | reactives
    computes = {name.lstrip("_")[8:] for name in own if name.startswith(_COMPUTING)}
    cls._computes = gathered["_computes"] | computes
    inherited = gathered["_merged_bindings"].key_to_bindings if inherit_bindings else {}
    cls._merged_bindings = BindingsMap.from_keys(inherited | _by_key(own.get("BINDINGS", ())))
    cls._css_type_name = cls.__name__
    cls._css_type_names = (gathered["_css_type_names"] if inherit_css else frozenset()) | {cls.__name__}


def _by_key(bindings: Iterable[BindingType]) -> dict[str, list[Binding]]:
    """Return bindings by their keys; one that Textual would make again just as it is is not made again."""
    found: dict[str, list[Binding]] = {}
    for each in bindings:
        if isinstance(each, Binding) and each.key.isalnum() and len(each.key) > 1 and each.description:
            found.setdefault(each.key, []).append(each)
        else:
            for binding in Binding.make_bindings([each]):
                found.setdefault(binding.key, []).append(binding)
    return found
