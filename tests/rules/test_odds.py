"""Odds: every way to fall counted, and said when they are only sampled."""

from collections import Counter
from fractions import Fraction
from itertools import product
from time import process_time

import pytest
from hypothesis import assume, given

from tests.rules.dice_notations import NODES
from tests.rules.faces import Faces, falls
from tests.trials import each_of, few_examples
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.gist import gist_of, reach_of
from tracker.rules.dice.node import Node
from tracker.rules.dice.notation import parse
from tracker.rules.dice.odds import MOST_SAMPLED, SAMPLES, Odds, odds
from tracker.rules.dice.spread import Work

TRIES = 12
"""Times a timed piece of work is tried, to find a moment when the machine does nothing else."""
SMALL = (
    "1d6", "2d6", "3d4+1", "d66", "du8", "2d6-1d4", "1d6*2", "1d6*1d4", "2d6/3", "2d6%3", "-1d6", "1d20 adv",
    "1d20 dis", "2d4 adv", "2d6+1 adv", "4d6kh3", "4d6kl2", "4d6pl1", "4d6ph1", "3d6kh1kl1", "3d6k>3",
    "3d6p<3", "4d6c>=5", "3d6mi2", "3d6ma4kh2", "3d6mi3c>3", "(1d4, 2d4, 3)kh1", "(1d4, 1d6)kl1", "(3d6)kh1",
    "(1d6+1)k>4", "(2d6kh1)kl1", "((1d4, 1d6))kh1", "2d6>=8", "1d6<1d8", "1d6==1d6", "1d6[fuego]+2",
    "3d6kh2 >= 9", "(1d6, 1d6)c>3", "(3d6mi2kh2)kl1", "((1d4, 1d6)kh1)k>3", "(3d4c>2)k>1",
)  # fmt: skip


def brute_force(expression: Expression) -> dict[int, Fraction]:
    """Let every face fall once."""
    ways = [range(1, sides + 1) for sides in expression.sides]
    totals = Counter(expression.roll(falls(*faces)).total for faces in product(*ways))
    return {total: Fraction(times, totals.total()) for total, times in totals.items()}


def every_way(expression: Expression, *faces: int) -> dict[int, Fraction]:
    """Let every face fall once, and those of the dice that these call for."""
    asked = Faces(*faces)
    try:
        return {expression.roll(asked).total: Fraction(1)}
    except IndexError:
        sides = asked.asked[-1]
    totals: dict[int, Fraction] = {}
    for face in range(1, sides + 1):
        for total, chance in every_way(expression, *faces, face).items():
            totals[total] = totals.get(total, Fraction(0)) + chance / sides
    return totals


def chances(given: Odds) -> dict[int, Fraction]:
    return {total: Fraction(weight, given.whole) for total, weight in given.weights.items() if weight}


@each_of("text", SMALL)
def test_every_small_expression_is_counted_exactly(text: str) -> None:
    given = odds(parse(text))

    assert not given.samples
    assert chances(given) == brute_force(parse(text))


@each_of(
    "text",
    [
        *("3d6e7", "1d6e0", "1d6e>6", "3d6kh2e7", "2d6e>6kl1", "3d6e<1e>6", "2d6ro7", "2d6ra>6", "3d6e7c>4"),
        *(
            "3d6ma5e6",
            "3d6mi2e1kh2",
            "3d6k<6e6",
            "3d6p6e6kh2",
            "(2d6e7)kh1",
            "2d6rr7",
            "3d6kh2rr0",
            "2d6e7 adv",
        ),
    ],
)
def test_what_takes_no_face_does_nothing_to_the_odds(text: str) -> None:
    given = odds(parse(text))

    assert not given.samples
    assert chances(given) == brute_force(parse(text))


@pytest.mark.parametrize(
    ("text", "same"), [("2d6rr6e6", "2d6rr6"), ("3d6rr<3e<3kh2", "3d6rr<3kh2"), ("40d6e7kh3", "40d6kh3")]
)
def test_what_an_earlier_operator_leaves_no_face_to_does_nothing_to_the_odds(text: str, same: str) -> None:
    assert odds(parse(text)) == odds(parse(same))


@each_of("text", ["2d4eh1", "2d3el1", "2d3eh2kl2", "2d4mi5e5", "2d4mi5rr5", "2d4kh1mi5rr5"])
def test_explosions_that_end_are_counted(text: str) -> None:
    given = odds(parse(text))

    assert not given.samples
    assert chances(given) == every_way(parse(text))


@few_examples(10)
@given(NODES)
def test_whatever_is_counted_is_what_brute_force_counts(node: Node) -> None:
    expression = Expression(node)
    ways = 1
    for sides in expression.sides:
        ways *= sides
    assume(ways <= 500 and not expression.is_open)
    given = odds(expression)
    assume(not given.samples)

    assert chances(given) == brute_force(expression)


@each_of(
    ("text", "total", "chance"),
    [
        ("1d6rr1", 2, Fraction(1, 5)),
        ("1d6ro1", 1, Fraction(1, 36)),
        ("1d6ra6", 12, Fraction(1, 36)),
        ("1d6mi3rr<4", 5, Fraction(1, 3)),
        ("2d6ro1kh1", 1, Fraction(1, 36) ** 2),
    ],
)
def test_rerolls_that_end_are_exact(text: str, total: int, chance: Fraction) -> None:
    assert chances(odds(parse(text)))[total] == chance


@each_of(
    ("text", "mean", "variance"),
    [
        ("100d20", 1050, Fraction(100 * 399, 12)),
        ("300d6", 1050, Fraction(300 * 35, 12)),
        ("1000d2", 1500, Fraction(1000, 4)),
        ("300d6c>4", 100, Fraction(300 * 2, 9)),
    ],
)
def test_many_dice_are_counted_too(text: str, mean: int, variance: Fraction) -> None:
    given = odds(parse(text))

    assert not given.samples
    assert (given.mean, given.variance) == (Fraction(mean), variance)
    assert given.at_least(min(given.weights)) == 1


@each_of(
    ("text", "met"),
    [
        *(("1000d6 >= 1000", True), ("1000d6kh500 > 3000", False), ("10d6e6 >= 10", True)),
        *(("10d6e6 < 10", False), ("(1000d6 <= 6000) == 2", False)),
        *(("1d6 == 7", False), ("1d6 != 1d6+6", True), ("3 == 3", True)),
    ],
)
def test_a_comparison_that_no_dice_decide_is_not_sampled(text: str, met: bool) -> None:
    given = odds(parse(text))

    assert not given.samples
    assert chances(given) == {int(met): Fraction(1)}


@each_of("text", ["1d6 == 6", "1d6 != 1", "1d6 >= 1d6", "1d6 > 1", "1d6 <= 5", "0 < 1d6-1"])
def test_a_comparison_that_dice_decide_is_neither_certain_nor_impossible(text: str) -> None:
    assert chances(odds(parse(text))).keys() == {0, 1}


def test_rolls_of_very_many_dice_are_sampled_less_often() -> None:
    assert odds(parse("1000d6kh500")).samples == MOST_SAMPLED // 1_000


@each_of(
    "text",
    [
        *("1d6", "3d4+1", "d66", "du8", "2d6-1d4", "1d6*1d4", "-1d6+0", "1d6[fuego]+2", "(1d6, 2d4, 5)"),
        *("3d6k>3", "3d6p<3", "4d6c>=5", "3d6mi2", "3d6mi3c>3", "3d6ma4", "2d6rr1", "4d6ro>4mi2"),
    ],
)
def test_the_gist_is_what_counting_gives(text: str) -> None:
    given = odds(parse(text))
    gist = gist_of(parse(text).node, Work(1_000))

    assert gist == (min(given.weights), max(given.weights), given.mean)


@each_of("text", ["4d6kh3", "2d6e6", "1d6>3", "2d6/3", "1d20 adv", "(1d6, 1d8)kh1", "1d6%2"])
def test_what_more_than_sums_decides_has_no_gist(text: str) -> None:
    assert gist_of(parse(text).node, Work(1_000)) is None


REACHES = (
    *("1d6", "3d4+1", "d66", "du8", "2d6-1d4", "1d6*-1d4", "7/1d6", "(1d6-9)/1d4", "1d6[oro]+2"),
    *("1d20 adv", "2d6 dis"),
    *("4d6kh3", "4d6mi2kh3", "5d6kh4pl2", "3d6rr1kl2", "4d6e7kl2", "(4d6)kh2", "(4d6kh3)kl2"),
    *("(1d4, 2d4, 3)kh1", "(1d4, 1d6-2, 1d8)kl2", "(1d6, 2)pl1", "(1d6+1)kh1", "(3d4c>2)kh1", "()", "3d6k>3"),
)


@each_of("text", REACHES)
def test_how_far_a_roll_goes_is_what_counting_gives(text: str) -> None:
    given = odds(parse(text))
    totals = chances(given)

    assert not given.samples
    assert reach_of(parse(text).node, Work(2_000)) == (min(totals), max(totals))


@few_examples(10)
@given(NODES)
def test_how_far_a_roll_goes_is_exact_or_not_said(node: Node) -> None:
    given = odds(Expression(node), samples=1, patience=100_000)
    reach = reach_of(node, Work(10_000))
    assume(not given.samples and reach is not None)
    totals = chances(given)

    assert reach == (min(totals), max(totals))


@each_of("text", ["6d6kh3kl2", "10d6e6", "1d6%4", "2d6>=8", "(1d6, 1d8)k>3", "4d6kh2c>4", "4d6pl1ma4"])
def test_how_far_a_roll_goes_is_not_said_where_it_is_not_known(text: str) -> None:
    assert reach_of(parse(text).node, Work(1_000)) is None


def test_known_odds() -> None:
    assert odds(parse("4d6kh3")).mean == Fraction(15_869, 1_296)
    assert odds(parse("1d20 adv")).mean == Fraction("13.825")
    assert odds(parse("1d20")).variance == Fraction(399, 12)


def test_too_many_combinations_are_sampled_and_reported() -> None:
    given = odds(parse("10d6e6"))

    assert given.samples == SAMPLES
    assert abs(given.mean - 42) < 1
    assert given == odds(parse("10d6e6"))


@each_of(
    ("text", "endless"),
    [
        *(("10d6e6", True), ("4d6kh3rr1", True), ("(2d6e6)kh1", True), ("1d6 + 2d6e6", True)),
        *(("1000d6kh500", False), ("1000d20", False), ("40d6eh3", False), ("1d6rr1 + 900d6kh400", False)),
    ],
)
def test_a_sample_says_whether_the_roll_is_endless_or_too_large(text: str, endless: bool) -> None:
    given = odds(parse(text), samples=20)

    assert given.samples == 20
    assert given.endless is endless


@each_of("text", ["4d6kh3", "10d6", "2d20kh1+5", "4d6kh3 >= 12", "8d10c>=8", "3d6 adv"])
def test_the_usual_odds_are_there_within_twenty_milliseconds(text: str) -> None:
    assert any(_seconds(text) < 0.020 for _ in range(TRIES))


@each_of("text", ["1000d1000000", "1000d20", "40d20kh20", "1d1000000", "40d6e6", "9d9999rr<9000*9d9"])
def test_the_largest_are_given_up_for_a_sample_before_long(text: str) -> None:
    assert odds(parse(text), samples=20).samples == 20
    assert any(_seconds(text, samples=20) < 0.25 for _ in range(TRIES))


def _seconds(text: str, samples: int = SAMPLES) -> float:
    started = process_time()
    odds(parse(text), samples=samples)
    return process_time() - started
