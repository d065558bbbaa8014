"""The chances that every game tells of its checks, against throws of their dice."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.session.game import Game
from tests.session.test_any_game import ALL_TABLES, FILES, Player, rules_of
from tests.trials import one_of
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Kind, RuleResult, Whose
from tracker.session.migration import file_of
from tracker.wording.words import term, words_of

FEW, MANY = 1_000, 100_000
LEAST = 5
"""Throws that an outcome must expect to be counted for itself."""
TRIES = 40


class Made(NamedTuple):
    """A check with all that it is told, and the chances that its game gives."""

    throw: Callable[[Roll], RuleResult]
    ways: Mapping[str, int]


def bound_of(freedom: int) -> float:
    """Return what chi-square passes in less than one of a million trials, for so many degrees of freedom."""
    return 24 + 5 * (freedom - 1)


def _make_check(player: Player, act: Act) -> Made | None:
    """Return a check as chance makes it; None if the game tells no chance of it."""
    session = player.game.session
    context, who = session.rules_context(), next(iter(session.creatures))
    try:
        asked = [each for each in act.params if each.required or player.chance.random() < 0.3]
        args: dict[str, Any] = {
            each.name: 3 if each.kind is Kind.EFFECT else player.value(each, (who,)) for each in asked
        }
        throws = act.apply(context, who, args, player.roll).throws
    except Refusal:
        return None
    told = [throw for throw in throws if throw.bands] or [*throws]
    ways = session.game.outcome_odds(context, *told) if 1 <= len(told) <= 2 else {}
    if len(ways) < 2 or told[0].outcome not in ways:
        return None
    return Made(lambda roll: act.apply(context, who, args, roll), ways)


@cache
def checks_of(system: str, *, weighed: bool = False) -> dict[str, Made]:
    """Return every check of a game of which it tells the chances, each with something to roll against.

    If `weighed`, everybody has every condition that names the attributes on which it weighs.
    """
    found: dict[str, Made] = {}
    for seed in range(TRIES):
        player = Player.for_system(system, seed)
        for line in _lines_that_weigh(player.game) if weighed else ():
            player.game.do(line)
        for act in player.game.session.game.acts.values():
            if act.id not in found and act.rolls and act.whose is not Whose.TABLE:
                made = _make_check(player, act)
                if made is not None:
                    found[act.id] = made
    return found


def _lines_that_weigh(game: Game) -> Iterator[str]:
    """Yield lines that give everybody the conditions with `on`, each to its worst level."""
    for name, condition in file_of(game.session.game).conditions.items():
        if condition.on:
            yield from [
                f'estado * "{term(words_of(game.session.system), "condition", name)}"'
            ] * condition.level


def outcomes(made: Made, roll: Roll, count: int) -> Iterator[str]:
    for _ in range(count):
        throws = made.throw(roll).throws
        yield next((each for each in throws if each.bands), throws[0]).outcome


def far_off(made: Made, seen: Mapping[str, int]) -> float:
    """Return by how much the throws pass the bound of chance; outcomes too rare to count are put together."""
    count, whole = sum(seen.values()), sum(made.ways.values())
    expected = {name: count * ways / whole for name, ways in made.ways.items()}
    rare = {name for name, number in expected.items() if number < LEAST}
    classes = [(expected[name], seen.get(name, 0)) for name in expected if name not in rare]
    if rare:
        classes.append((sum(expected[name] for name in rare), sum(seen.get(name, 0) for name in rare)))
    chi_square = sum((number - wanted) ** 2 / wanted for wanted, number in classes)
    return chi_square - bound_of(max(1, len(classes) - 1))


def hold(system: str, count: int, *, weighed: bool = False) -> None:
    for name, made in checks_of(system, weighed=weighed).items():
        seen = Counter(outcomes(made, _dice(f"{system}.{name}"), count))
        assert seen.keys() <= made.ways.keys(), name
        assert far_off(made, seen) < 0, (name, dict(made.ways), seen)


def _dice(name: str) -> Roll:
    chance = Random(name)
    return lambda sides: chance.randint(1, sides)


@pytest.mark.parametrize("system", one_of(ALL_TABLES))
def test_the_chances_of_a_game_are_those_of_a_thousand_throws(system: str) -> None:
    assert checks_of(system)
    hold(system, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("system", ALL_TABLES)
def test_the_chances_of_a_game_are_those_of_a_hundred_thousand_throws(system: str) -> None:
    hold(system, MANY)


WEIGHED = [name for name in FILES if ", on = [" in rules_of(name)]
"""The games in which a condition weighs on named attributes."""


@pytest.mark.parametrize("system", one_of(WEIGHED))
def test_the_chances_under_conditions_on_attributes_are_those_of_a_thousand_throws(system: str) -> None:
    plain, weighed = checks_of(system), checks_of(system, weighed=True)
    assert any(plain[name].ways != made.ways for name, made in weighed.items() if name in plain)
    hold(system, FEW, weighed=True)


@pytest.mark.slow
@pytest.mark.parametrize("system", WEIGHED)
def test_the_chances_under_conditions_on_attributes_are_those_of_a_hundred_thousand(system: str) -> None:
    hold(system, MANY, weighed=True)


def test_a_chance_that_is_a_little_wrong_is_found() -> None:
    made = checks_of("horror")["test"]
    first, *_others = made.ways
    wrong = made._replace(ways={**made.ways, first: made.ways[first] * 12 // 10 + 1})
    assert far_off(wrong, Counter(outcomes(made, _dice("horror"), 5_000))) > 0
