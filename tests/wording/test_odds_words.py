"""The odds of a roll that is being typed."""

from time import process_time

import pytest

from tests.trials import each_of
from tracker.rules.dice.notation import parse, parse_series
from tracker.rules.dice.odds import odds
from tracker.wording.odds import odds_answer, odds_line, odds_text

EXACT = "Contadas todas las combinaciones: exacto."
TOO_MANY = "demasiados dados para estimarlo al escribir"


def table(text: str) -> list[str]:
    """Return the heading and the rows of an exact table."""
    _head, exact, *rows = odds_text(parse_series(text)).splitlines()
    assert exact == EXACT
    return rows


def total_of(row: str) -> int:
    return int(row.partition(":")[0])


@each_of(
    ("text", "told"),
    [
        ("1000d1000", "de 1000 a 1000000, media 500500"),
        ("1000d6c>4", "de 0 a 1000, media 333,33"),
        ("3x 2d6 # golpe", "cada una de 3 · de 2 a 12, media 7"),
        ("4d6kh3", "de 3 a 18, media 12,24"),
        ("20d6kh10", "de 10 a 60, media 49,01"),
        ("2d6>=8", "se cumple: 41,7 % (5/12)"),
        ("4d6kh3 >= 12", "se cumple: 61,7 % (799/1296)"),
        ("10d10>=11", "se cumple: más del 99,9 % (9999999999/10000000000)"),
        ("10d10>=100", "se cumple: menos del 0,1 % (1/10000000000)"),
        ("20d6>=60", "se cumple: 91,5 %"),
        ("10d10>=10", "se cumple: 100 %"),
        ("1000d6>6000", "se cumple: 0 %"),
        ("1000d6>=3500", TOO_MANY),
        ("1000d6kh500", TOO_MANY),
    ],
)
def test_quick_odds_are_shown(text: str, told: str) -> None:
    assert odds_line(parse_series(text)) == told


def test_an_estimate_names_its_number_of_rolls() -> None:
    assert odds_line(parse_series("40d6e6")).split(" · ")[1] == "estimado con 62 tiradas"


@each_of(
    "text",
    [
        *("1000d1000000", "1000d1000000k>10", "1000d6kh500", "500d9999e<5000", "249d99 adv adv"),
        *("+".join(["9d9"] * 40), "+".join(["4d8kh1ra8"] * 15), "(" + "1d9," * 4 + "1d3)kh2", "99d6>=300"),
        *("2d20eh1", "1d7000e7001", "100d3000e3001", "+".join(["3d6eh1"] * 20), "1d769mi2kh1e6"),
    ],
)
def test_no_roll_slows_typing(text: str) -> None:
    expression = parse_series(text)

    def taken() -> float:
        started = process_time()
        odds_line(expression)
        return process_time() - started

    assert min(taken() for _ in range(3)) < 0.050, "but for garbage that is looked for meanwhile"


@each_of(
    ("text", "told"),
    [
        ("(1d6,1d6,1d6,1d6,1d6)kh3", "de 3 a 18, media 13,41 · estimado con 400 tiradas"),
        ("6d6kh3kl2", "vistos de 7 a 26, media 17,63 · estimado con 400 tiradas"),
        ("20d6e6>=21", "se cumple en todas las tiradas vistas · estimado con 125 tiradas"),
        ("20d6e6>=200", "no se cumple en ninguna de las tiradas vistas · estimado con 125 tiradas"),
    ],
)
def test_an_estimate_is_not_shown_as_exact(text: str, told: str) -> None:
    assert odds_line(parse_series(text)).startswith(told)


@each_of("text", ["d%", "20d6", "1d120", "3d40kh2", "1d500"])
def test_a_shortened_table_says_so_and_has_the_first_and_last_totals(text: str) -> None:
    totals = sorted(odds(parse(text)).weights)
    heading, *rows = table(text)
    step = int(heading.partition("un total de cada ")[2].partition(" y el último:")[0])

    assert [total_of(row) for row in rows] == sorted({*totals[::step], totals[-1]})
    assert len(rows) <= 60


def test_a_whole_table_has_no_note_about_omitted_totals() -> None:
    assert table("2d6")[0] == "total: casos de 36, justo, ese o más"


def test_a_table_counts_the_cases_of_each_total() -> None:
    assert table("4d6kh3 # atributo")[1:3] == [
        " 3:   1   0,08 %    100 %",
        " 4:   4   0,31 %   99,9 % #",
    ]
    assert table("1d20 adv")[-1] == "20: 39   9,75 %    9,8 % ##############################"


@each_of("text", ["8d6*100000000000", "12d10kh11", "2d999*-1000000000000", "4d1000"])
def test_a_row_fits_on_a_line(text: str) -> None:
    assert max(map(len, table(text))) <= 80


def test_more_cases_than_fit_are_left_out() -> None:
    heading, first, *_rows = table("16d6")

    assert heading.endswith(": justo, ese o más")
    assert first == "16:  <0,01 %    100 %"


def test_the_table_of_an_estimate_says_that_it_is_one() -> None:
    heading = odds_text(parse_series("6d6kh3kl2")).splitlines()[2]

    assert heading == "total: justo, ese o más, de lo visto"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4d6kh3>=12", ["4d6kh3>=12: se cumple: 61,7 % (799/1296)"]),
        ("10d10>=10", ["10d10>=10: se cumple: 100 %"]),
        ("20d6>=60", ["20d6>=60: se cumple: 91,5 % (1672525186848683/1828079220031488)"]),
    ],
)
def test_a_comparison_has_its_fraction_where_it_fits_on_a_line(text: str, told: list[str]) -> None:
    assert odds_text(parse_series(text)).splitlines() == [*told, EXACT]


def test_a_fraction_that_does_not_fit_behind_has_a_line_of_its_own() -> None:
    head, fraction, exact = odds_text(parse_series("44d6>=160")).splitlines()

    assert head == "44d6>=160: se cumple: 31,4 %"
    assert (fraction[:4], "/" in fraction, len(fraction) <= 80) == ("  = ", True, True)
    assert exact == EXACT
    assert odds_text(parse_series("60d6>=210")).splitlines()[1:] == [EXACT]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("10d6e6", "Lo que estalla o se repite sin fin no se acaba de contar: "),
        ("6d6kh3kl2", "Son demasiadas combinaciones para contarlas: "),
    ],
)
def test_an_estimate_says_why_it_is_one(text: str, why: str) -> None:
    estimate = "estimado con 10000 tiradas, con caras siempre iguales."

    assert odds_text(parse_series(text)).splitlines()[1] == why + estimate


def test_the_mean_is_the_same_everywhere() -> None:
    given = odds_answer(parse_series("1000d6"))

    assert not given.exact
    assert given.mean == "3500"
    assert odds_text(parse_series("1000d6")).startswith("1000d6: de 1000 a 6000, media 3500\n")


def test_json_has_the_number_of_repetitions() -> None:
    assert odds_answer(parse_series("3x 2d6>=7")).times == 3
    assert odds_answer(parse_series("2d6>=7")).times == 1


def test_an_estimate_has_the_range_of_the_roll() -> None:
    told = odds_text(parse_series("1000d1000")).splitlines()

    assert told[0] == "1000d1000: de 1000 a 1000000, media 500500"
    assert "estimado con 500 tiradas" in told[1]
