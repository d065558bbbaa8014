"""A record is what the standard library's frozen dataclass with slots is, whoever compiles its methods."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field, replace
from typing import Any

import pytest

from tracker.rules import record


def written(dataclass: Callable[..., Any], name: str) -> Any:
    @dataclass(frozen=True, slots=True)
    class Torch:
        """A light."""

        name: str
        left: int = 6
        bearers: tuple[str, ...] = field(default_factory=lambda: ("lía",))
        glow: int = field(init=False, compare=False, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "glow", self.left * 2)

    Torch.__qualname__ = Torch.__name__ = name
    globals()[name] = Torch  # where pickle looks for it
    return Torch


OURS = written(record.dataclass, "Ours")
STANDARD = written(dataclasses.dataclass, "Ours_")
MANY = written(record.dataclass, "Many")
"""One of whose records there are so many that making them has been compiled."""
for _ in range(record._FEW + 1):
    MANY("antorcha")
BOTH = pytest.mark.parametrize("torch", [OURS, MANY, STANDARD], ids=["ours", "many of ours", "standard"])


@BOTH
def test_fields_are_given_by_place_or_name_and_default_otherwise(torch: Any) -> None:
    made = torch("antorcha", bearers=("bo",))

    assert (made.name, made.left, made.bearers, made.glow) == ("antorcha", 6, ("bo",), 12)
    assert torch("vela").bearers == ("lía",)


@pytest.mark.parametrize("few", [True, False])
@pytest.mark.parametrize("dataclass", [record.dataclass, dataclasses.dataclass])
@pytest.mark.parametrize(
    ("args", "given"),
    [
        ((), {}),
        (("a",), {"wax": 1}),
        (("a",), {"glow": 3}),
        (("a",), {"name": "b"}),
        (("a", 1, (), 3), {}),
    ],
)
def test_a_field_missing_unknown_or_given_twice_is_an_error(
    dataclass: Any, args: tuple[Any, ...], given: dict[str, Any], few: bool
) -> None:
    torch = written(dataclass, "Broken")
    for _ in range(0 if few else record._FEW + 1):
        torch("antorcha")

    with pytest.raises(TypeError, match="__init__"):
        torch(*args, **given)
    assert torch("vela").left == 6


@BOTH
def test_equal_values_are_equal_and_hash_alike_and_other_classes_are_not(torch: Any) -> None:
    assert torch("a") == torch("a", 6)
    assert hash(torch("a")) == hash(torch("a", 6))
    assert torch("a") != torch("b")
    assert torch("a") != ("a", 6, ("lía",))


@BOTH
def test_nothing_of_it_changes_or_is_added(torch: Any) -> None:
    made = torch("a")
    for name in ("left", "wick"):
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
            setattr(made, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.left
    assert not hasattr(made, "__dict__")


@BOTH
def test_it_is_replaced_copied_matched_and_shown(torch: Any) -> None:
    made = torch("a")

    assert replace(made, left=2).glow == 4
    assert copy.deepcopy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301  # our own bytes
    assert torch.__match_args__ == ("name", "left", "bearers")
    assert repr(made).endswith("(name='a', left=6, bearers=('lía',))")


def test_a_method_of_its_own_stays() -> None:
    @record.dataclass(frozen=True, slots=True)
    class Loud:
        """Shown in its own way."""

        size: int

        def __repr__(self) -> str:
            return "!"

    assert repr(Loud(1)) == "!"


def test_a_subclass_has_the_fields_of_both() -> None:
    @record.dataclass(frozen=True, slots=True)
    class Light:
        """A light."""

        left: int = 1

    @record.dataclass(frozen=True, slots=True)
    class Lantern(Light):
        """A light with oil."""

        oil: int = 2

    assert (Light(3).left, Lantern(4, 5).left, Lantern(4, 5).oil) == (3, 4, 5)
    assert Lantern(1) != Light(1)


def test_a_class_without_fields_is_a_record_too() -> None:
    @record.dataclass(frozen=True, slots=True)
    class Nothing:
        """Nothing."""

    assert Nothing() == Nothing()
    assert repr(Nothing()).endswith("Nothing()")


@pytest.mark.parametrize("asked", [{"frozen": False, "slots": True}, {"frozen": True, "slots": False}])
def test_a_record_that_can_change_is_left_to_the_standard_library(asked: dict[str, bool]) -> None:
    with pytest.raises(TypeError):
        record.dataclass(**asked)


def test_no_field_is_taken_for_what_its_making_needs() -> None:
    @record.dataclass(frozen=True, slots=True)
    class Odd:
        """Fields named as somebody writing `__init__` might name something."""

        put: int
        missing: int = 2
        made: tuple[int, ...] = field(default_factory=lambda: (3,))

    assert {(each.put, each.missing, each.made) for each in map(Odd, range(9))} == {
        (put, 2, (3,)) for put in range(9)
    }
