"""The lines of a sheet take their bounds from the sheet's own declaration."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import amount, number
from tracker.rules.sheet_field import FieldKind, number_field, scores_field


class Skill(Struct, frozen=True):
    percent: Annotated[int, number(low=0, high=100)] = 0


class Knight(Struct, frozen=True):
    health: Annotated[int, amount(high="health_max")] = 10
    health_max: Annotated[int, number(low=1, high=50)] = 10
    skills: Mapping[str, Skill] = {}


def test_a_number_has_its_own_bounds() -> None:
    field = number_field(Knight, "health_max", "body")
    assert (field.path, field.kind, field.low, field.high) == (("health_max",), FieldKind.NUMBER, 1, 50)


def test_a_number_capped_by_a_sibling_goes_as_high_as_the_sibling_and_as_far_below_zero() -> None:
    field = number_field(Knight, "health", "body")
    assert (field.low, field.high) == (-50, 50)


def test_named_numbers_have_the_bounds_of_their_element() -> None:
    field = scores_field(Knight, "skills", "mind", "percent")
    assert (field.path, field.part, field.low, field.high) == (("skills",), "percent", 0, 100)
    assert number_field(Knight, "ride", "mind", path=("skills", "ride", "percent")).high == 100
