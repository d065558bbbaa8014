"""Forecasts of duels with coins, whose chances are known exactly."""

from fractions import Fraction

import pytest

from tests.rules.every import exact_chances
from tests.session.game import Game
from tracker.features.forecast.trials import Forecast, Trials, forecast_trials, interval
from tracker.rules.dice import Roll

pytestmark = pytest.mark.usefixtures("installed")


def duel(lia: int, rogue: int) -> Game:
    return Game(
        f"pj Lía monedas={lia}",
        f"aparece Truhan monedas={rogue}",
        "combate Duelo",
        "iniciativa Lía 2",
        "iniciativa Truhan 1",
        system="coin",
    )


def wins(own: int, others: int) -> Fraction:
    """Return how likely the one whose turn it is wins: each turn costs the other a coin, or nothing."""
    if not own:
        return Fraction(0)
    taking, losing = (1 - wins(others - 1, own)) / 2, (1 - wins(own - 1, others)) / 2
    return Fraction(4, 3) * (taking - losing / 2 + Fraction(1, 4))


def test_a_duel_for_one_coin_is_won_two_times_in_three_by_the_first() -> None:
    assert wins(1, 1) == Fraction(2, 3)


@pytest.mark.parametrize(("lia", "rogue"), [(1, 1), (3, 3), (2, 5), (4, 2)])
def test_the_chance_of_a_duel_lies_in_the_interval_of_its_forecast(lia: int, rogue: int) -> None:
    given = forecast_trials(duel(lia, rogue).session).forecast
    low, high = interval(given.wins, given.plays)
    assert low <= wins(lia, rogue) <= high
    assert high - low < 0.07
    assert given.falls == given.plays - given.wins


def test_a_duel_of_two_rounds_is_forecast_exactly_when_every_face_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tracker.features.forecast.trials.MOST_ROUNDS", 2)
    session = duel(1, 1).session

    def once(roll: Roll) -> Forecast:
        trials = Trials(session, roll)
        trials.play()
        return trials.forecast

    chances = exact_chances(lambda roll: 1 if (given := once(roll)).wins else 0 if given.unfinished else -1)
    assert chances == {1: Fraction(5, 8), -1: Fraction(5, 16), 0: Fraction(1, 16)}
    assert exact_chances(lambda roll: next(iter(once(roll).rounds), 0)) == {
        1: Fraction(3, 4),
        2: Fraction(3, 16),
        0: Fraction(1, 16),
    }
