"""Classes that are made quickly are those that Textual makes, and Textual still takes its time."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

import tracker
from tracker import class_making
from tracker.cli.seat import STOCK_CLASSES, Seat
from tracker.widgets.preferences import USUAL

STOCK: Any = vars(DOMNode)["__init_subclass__"]
TOLD = (
    "_computes",
    "_css_type_name",
    "_css_type_names",
    "_inherit_css",
    "_inherit_bindings",
    "_inherit_component_classes",
)
BINDINGS: list[BindingType] = [
    Binding("enter", "choose", "Elegir", show=False, id="probe.choose"),
    Binding("enter", "choose_again", "Otra vez"),
    Binding("enter", "nameless"),
    Binding("ctrl+up, j,?", "move(-1)", "Arriba", key_display="↑", priority=True),
    ("f5", "renew", "De nuevo"),
    ("x", "leave"),
]


@pytest.fixture(autouse=True)
def _left_as_it_was() -> Iterator[None]:
    before = vars(DOMNode)["__init_subclass__"]
    yield
    DOMNode.__init_subclass__ = before  # type: ignore[method-assign]


def _stock() -> None:
    DOMNode.__init_subclass__ = STOCK  # type: ignore[method-assign]


def _kinds(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)


def _everything() -> set[type[DOMNode]]:
    for each in walk_packages([str(Path(tracker.__file__).parent)], "tracker."):
        if not each.name.endswith("__main__"):
            import_module(each.name)
    return {kind for kind in _kinds(DOMNode) if "<locals>" not in kind.__qualname__}


def _derived(kind: type[DOMNode], **told: bool) -> type[DOMNode]:
    content = {
        "answer": reactive(42),
        "_compute_answer": lambda self: 43,
        "compute_other": lambda self: 1,
        "BINDINGS": BINDINGS,
    }
    make: Any = type(kind)
    made: type[DOMNode] = make("Probe", (kind,), content, **told)
    return made


@pytest.mark.parametrize("told", [{}, {"inherit_css": False}, {"inherit_bindings": False}])
def test_a_class_is_what_textual_would_have_made(told: dict[str, bool]) -> None:
    kinds = _everything()
    assert len(kinds) > 60
    _stock()
    stock = {kind: _derived(kind, **told) for kind in kinds}
    assert class_making.hasten()
    for kind in kinds:
        made = _derived(kind, **told)
        for name in TOLD:
            assert getattr(made, name) == getattr(stock[kind], name), (kind, name)
        assert [*made._reactives] == [*stock[kind]._reactives]
        inherited = made._reactives.keys() - {"answer"}
        assert all(made._reactives[name] is stock[kind]._reactives[name] for name in inherited)
        assert _bindings(made) == _bindings(stock[kind])


def test_a_class_of_several_bases_is_textuals_own() -> None:
    class Mixin:
        answer = reactive(42)

        def compute_answer(self) -> int:
            return 43

    _stock()
    stock: Any = type("Probe", (Mixin, Screen), {})
    assert class_making.hasten()
    made: Any = type("Probe", (Mixin, Screen), {})
    assert made._reactives == stock._reactives
    assert made._computes == stock._computes >= {"answer"}
    assert made._css_type_names == stock._css_type_names


def _bindings(kind: type[DOMNode]) -> object:
    assert kind._merged_bindings is not None
    return kind._merged_bindings.key_to_bindings


def _looks(make: Callable[[], object]) -> int:
    """Return how many names making a class asks about."""
    looks = 0

    def count(_frame: object, event: str, asked: object) -> None:
        nonlocal looks
        looks += event == "c_call" and asked is isinstance

    sys.setprofile(count)
    try:
        make()
    finally:
        sys.setprofile(None)
    return looks


@pytest.mark.parametrize("kind", [Widget, Screen, App])
def test_textual_still_goes_through_every_name_of_every_base(kind: type[DOMNode]) -> None:
    _stock()
    stock = _looks(lambda: _derived(kind))
    class_making.hasten()
    _derived(kind)
    assert stock > 400
    assert _looks(lambda: _derived(kind)) < 100


def test_a_textual_that_makes_classes_otherwise_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(cls: type[DOMNode], /, **_told: bool) -> None:
        cls._reactives = {}

    monkeypatch.setattr(class_making, "_STOCK", classmethod(other))
    _stock()
    assert not class_making.hasten()
    assert vars(DOMNode)["__init_subclass__"] is STOCK


@pytest.mark.parametrize(("environment", "stock"), [({}, False), ({STOCK_CLASSES: "1"}, True)])
def test_it_can_be_switched_off(environment: dict[str, str], stock: bool) -> None:
    _stock()
    Seat(environment, USUAL).prepare()
    assert (vars(DOMNode)["__init_subclass__"] is STOCK) is stock
