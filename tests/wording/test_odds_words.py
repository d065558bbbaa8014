"""What is told of a roll's odds while it is still being typed."""

from time import process_time

import pytest

from tracker.rules.dice import parse_series
from tracker.wording.odds import odds_line, odds_text

TOO_MANY = "demasiados dados para estimarlo al escribir"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1000d1000", "de 1000 a 1000000, media 500500"),
        ("1000d6c>4", "de 0 a 1000, media 333,33"),
        ("3x 2d6 # golpe", "cada una de 3 · de 2 a 12, media 7"),
        ("4d6kh3", "de 3 a 18, media 12,24"),
        ("20d6kh10", "de 10 a 60, media 49,01"),
        ("2d6>=8", "se cumple: 41,7 %"),
        ("1000d6>=3500", TOO_MANY),
        ("1000d6kh500", TOO_MANY),
    ],
)
def test_what_can_be_told_at_once_is_told(text: str, told: str) -> None:
    assert odds_line(parse_series(text)) == told


def test_what_is_estimated_says_by_how_many_rolls() -> None:
    assert odds_line(parse_series("40d6e6")).split(" · ")[1] == "estimado con 62 tiradas"


@pytest.mark.parametrize(
    "text",
    [
        *("1000d1000000", "1000d1000000k>10", "1000d6kh500", "500d9999e<5000", "249d99 adv adv"),
        *("+".join(["9d9"] * 40), "+".join(["4d8kh1ra8"] * 15), "(" + "1d9," * 4 + "1d3)kh2", "99d6>=300"),
    ],
)
def test_no_roll_makes_typing_wait(text: str) -> None:
    expression = parse_series(text)

    def taken() -> float:
        started = process_time()
        odds_line(expression)
        return process_time() - started

    assert min(taken() for _ in range(3)) < 0.050, "but for garbage that is looked for meanwhile"


def test_an_estimate_still_says_how_far_a_roll_goes() -> None:
    told = odds_text(parse_series("1000d1000")).splitlines()

    assert told[0] == "1000d1000: de 1000 a 1000000, media 500500"
    assert "estimado con 500 tiradas" in told[1]
