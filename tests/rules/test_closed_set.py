"""A closed set is what the standard library's is, whoever makes its class."""

import copy
import enum
import json
import pickle
from typing import Any

import pytest

from tracker.rules import closed_set


def written(base: Any, name: str) -> Any:
    class Weather(base):  # type: ignore[misc]  # mypy asks for a class that it knows; it is one of two
        """What the sky does."""

        UNSAID = ""
        RAIN = "rain"
        """It is wet."""
        SNOW = "snow"
        SLEET = "snow"

        @property
        def cold(self) -> bool:
            return self is Weather.SNOW

    Weather.__qualname__ = Weather.__name__ = name
    globals()[name] = Weather  # where pickle looks for it
    return Weather


OURS = written(closed_set.StrEnum, "Ours")
STANDARD = written(enum.StrEnum, "Standard")  # noqa: TID251 - what ours is compared with
BOTH = pytest.mark.parametrize("weather", [OURS, STANDARD], ids=["ours", "standard"])


@BOTH
def test_its_members_are_listed_in_order_and_another_name_of_one_is_not_another(weather: Any) -> None:
    assert [*weather] == ["", "rain", "snow"]
    assert len(weather) == 3
    assert weather.SLEET is weather.SNOW
    assert weather.RAIN in weather


@BOTH
def test_a_member_is_had_by_its_word_and_what_is_no_word_of_it_is_refused(weather: Any) -> None:
    assert weather("rain") is weather.RAIN
    assert weather(weather.RAIN) is weather.RAIN
    for other in ("hail", 1, None):
        with pytest.raises(ValueError, match=rf"^{other!r} is not a valid {weather.__name__}$"):
            weather(other)


@BOTH
def test_a_member_is_its_word_and_knows_its_name(weather: Any) -> None:
    rain = weather.RAIN

    assert (rain, str(rain), f"{rain}", rain.name, rain.value) == ("rain", "rain", "rain", "RAIN", "rain")
    assert {type(str(rain)), type(rain.value), type(f"{rain}")} == {str}
    assert repr(rain) == f"<{weather.__name__}.RAIN: 'rain'>"
    assert json.dumps({rain: rain}) == '{"rain": "rain"}'
    assert {"rain": 1}[rain] == 1
    assert isinstance(rain, weather)


@BOTH
def test_an_empty_word_is_false(weather: Any) -> None:
    assert [bool(each) for each in weather] == [False, True, True]


@BOTH
def test_it_has_properties_of_its_own(weather: Any) -> None:
    assert [each.value for each in weather if each.cold] == ["snow"]


@BOTH
def test_a_copy_of_a_member_is_that_member(weather: Any) -> None:
    snow = weather.SNOW

    assert copy.copy(snow) is copy.deepcopy(snow) is snow
    assert pickle.loads(pickle.dumps(snow)) is snow  # noqa: S301 - our own bytes


@BOTH
def test_a_member_does_not_change(weather: Any) -> None:
    for name in ("name", "value"):
        with pytest.raises(AttributeError):
            setattr(weather.RAIN, name, "hail")


@BOTH
def test_a_member_is_matched(weather: Any) -> None:
    match "rain":
        case weather.SNOW:
            raise AssertionError
        case weather.RAIN:
            pass
