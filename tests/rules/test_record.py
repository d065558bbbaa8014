"""A record is what the standard library's frozen dataclass with slots is, whoever compiles its methods."""

import copy
import dataclasses
import pickle
from types import ModuleType
from typing import Any, ClassVar

import pytest

from tracker.rules import record


def written(library: ModuleType, name: str) -> Any:
    @library.dataclass(frozen=True, slots=True)
    class Torch:
        """A light."""

        kind: ClassVar[str] = "light"
        name: str
        left: int = library.field(default=6, metadata={"low": 0})
        bearers: tuple[str, ...] = library.field(default_factory=lambda: ("lía",))
        glow: int = library.field(init=False, compare=False, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "glow", self.left * 2)

    Torch.__qualname__ = Torch.__name__ = name
    globals()[name] = Torch  # where pickle looks for it
    return Torch


OURS = written(record, "Ours")
STANDARD = written(dataclasses, "Ours_")
MANY = written(record, "Many")
"""One of whose records there are so many that making them has been compiled."""
for _ in range(record._FEW + 1):
    MANY("antorcha")
BOTH = pytest.mark.parametrize("torch", [OURS, MANY, STANDARD], ids=["ours", "many of ours", "standard"])


def library_of(torch: Any) -> ModuleType:
    return dataclasses if torch is STANDARD else record


@BOTH
def test_fields_are_given_by_place_or_name_and_default_otherwise(torch: Any) -> None:
    made = torch("antorcha", bearers=("bo",))

    assert (made.name, made.left, made.bearers, made.glow) == ("antorcha", 6, ("bo",), 12)
    assert torch("vela").bearers == ("lía",)


@pytest.mark.parametrize("few", [True, False])
@pytest.mark.parametrize("library", [record, dataclasses])
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
    library: ModuleType, args: tuple[Any, ...], given: dict[str, Any], few: bool
) -> None:
    torch = written(library, "Broken")
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

    assert library_of(torch).replace(made, left=2).glow == 4
    assert copy.deepcopy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - our own bytes
    assert torch.__match_args__ == ("name", "left", "bearers")
    assert repr(made).endswith("(name='a', left=6, bearers=('lía',))")


@BOTH
def test_what_its_fields_are_can_be_asked(torch: Any) -> None:
    library = library_of(torch)
    declared = library.fields(torch)

    assert [each.name for each in declared] == ["name", "left", "bearers", "glow"]
    assert [each.default for each in declared[:2]] == [library.MISSING, 6]
    assert declared[2].default_factory() == ("lía",)
    assert [dict(each.metadata) for each in declared] == [{}, {"low": 0}, {}, {}]
    assert library.fields(torch("a")) == declared
    assert [library.is_dataclass(each) for each in (torch, torch("a"), ("a",))] == [True, True, False]


@BOTH
def test_what_is_no_field_cannot_be_replaced(torch: Any) -> None:
    for name in ("glow", "kind", "wick"):
        with pytest.raises((TypeError, ValueError)):
            library_of(torch).replace(torch("a"), **{name: 1})


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


def test_a_subclass_may_declare_a_field_again() -> None:
    @record.dataclass(frozen=True, slots=True)
    class Light:
        """A light."""

        left: int = 1
        bright: bool = False

    @record.dataclass(frozen=True, slots=True)
    class Lamp(Light):
        """A light that lasts."""

        left: int = 9

    assert Lamp() == Lamp(9, bright=False)
    assert [each.name for each in record.fields(Lamp)] == ["left", "bright"]
    assert Light().left == 1


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


def test_a_field_of_the_standard_library_is_no_default() -> None:
    with pytest.raises(TypeError, match="'left' is no field of a record"):

        @record.dataclass(frozen=True, slots=True)
        class Light:
            """A light."""

            left: int = dataclasses.field(default=1)


def test_no_field_is_taken_for_what_its_making_needs() -> None:
    @record.dataclass(frozen=True, slots=True)
    class Odd:
        """Fields named as somebody writing `__init__` might name something."""

        put: int
        missing: int = 2
        made: tuple[int, ...] = record.field(default_factory=lambda: (3,))

    assert {(each.put, each.missing, each.made) for each in map(Odd, range(9))} == {
        (put, 2, (3,)) for put in range(9)
    }
