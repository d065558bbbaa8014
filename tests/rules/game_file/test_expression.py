"""The formulas of game files: read, bound, and refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.game_file.expression import (
    LONGEST,
    MOST,
    Has,
    Name,
    Num,
    Thrown,
    bind_names,
    formula_text,
    node_of,
    parse,
    value,
)
from tracker.rules.refusal import Refusal


class Scope:
    def number(self, name: Name) -> Num | Thrown:
        return Num({"con": 3, "arma": 8, "nada": 0}[name.name] * (10 if name.target else 1))

    def condition(self, asked: Has) -> int:
        return {"has": 1, "level": 2}[asked.asks] if asked.condition == "asustado" else 0


@each_of(
    ("formula", "number"),
    [
        ("4 + 2 * con", 10),
        ("con // nada", 0),
        ("con % nada", 0),
        ("-con + 1", -2),
        ("max(1, con, 2) - min(1, con)", 2),
        ("abs(0 - con)", 3),
        ("con >= 3 y no arma < 8", 1),
        ("con > 3 o arma == 8", 1),
        ("con > 3 or arma != 8", 0),
        ("has(asustado) + level(asustado)", 3),
        ("has(otro)", 0),
        ("target.con", 30),
        ("999999999 * 999999999", MOST),
        ("0 - 999999999 * 999999999", -MOST),
    ],
)
def test_a_formula_is_worth_its_number(formula: str, number: int) -> None:
    assert value(bind_names(parse(formula), Scope())) == number


@each_of(
    ("formula", "dice"),
    [
        ("(con)d6", "3d6"),
        ("2d6 + con // 2", "2d6+1"),
        ("1d(arma)", "1d8"),
        ("2d6kh1 - con", "2d6kh1-3"),
        ("d%", "1d100"),
        ("(nada)d6 + 1", "1"),
        ("(con)d(arma) - 1d4", "3d8-1d4"),
    ],
)
def test_names_become_numbers_so_that_only_dice_are_left(formula: str, dice: str) -> None:
    assert str(node_of(bind_names(parse(formula), Scope()))) == dice


@each_of(
    ("formula", "code"),
    [
        ("", "game_formula"),
        ("2 +", "game_formula"),
        ("exec('rm')", "game_no_function"),
        ("con; con", "game_formula"),
        ("__import__", "game_formula"),
        ("con.real", "game_formula"),
        ("(" * 25 + "1" + ")" * 25, "game_formula_deep"),
        ("-" * 25 + "1", "game_formula_deep"),
        ("no " * 25 + "1", "game_formula_deep"),
        ("1" + "+1" * LONGEST, "game_formula_long"),
        ("99999999999", "game_number"),
        ("1d99999999999", "game_formula"),
    ],
)
def test_what_is_no_formula_is_refused(formula: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(formula)

    assert refused.value.code == code


@each_of("formula", ["(99)d6", "61d6", "1d1001", "(9 * 9 * arma)d6"])
def test_too_many_dice_are_refused_when_they_are_thrown(formula: str) -> None:
    with pytest.raises(Refusal) as refused:
        bind_names(parse(formula), Scope())

    assert refused.value.code in ("game_many_dice", "game_many_sides")


FORMULAS = st.recursive(
    st.integers(0, 999).map(str) | st.sampled_from(["total", "first", "count(>=5)", "has(asustado)"]),
    lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*", "//", ">=", "=="]), inner).map(
        lambda parts: f"({parts[0]}{parts[1]}{parts[2]})"
    ),
    max_leaves=8,
)


@given(FORMULAS)
def test_a_formula_that_is_written_is_read_back_as_it_was(formula: str) -> None:
    read = parse(formula)

    assert parse(formula_text(read)) == read
