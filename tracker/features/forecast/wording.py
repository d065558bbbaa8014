"""A forecast of a fight, in words and as JSON: the outcomes of its plays, and its assumptions."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tracker.features.forecast.trials import MOST_ROUNDS, Forecast, Trials, interval
from tracker.session.state import Named
from tracker.wording import amounts
from tracker.wording.contract import OrderAnswer
from tracker.wording.messages import say
from tracker.wording.template import join_names
from tracker.wording.words import say_in, term, words_of

_MEDIAN, _MOST = 0.5, 0.9
_ASSUMED = (
    "forecast.assumed_targets",
    "forecast.assumed_falls",
    "forecast.assumed_conditions",
)
"""Message keys of the assumptions of every forecast."""


def forecast_title(trials: Trials) -> str:
    return say("forecast.forecast_of", name=trials.name)


def outcome_lines(trials: Trials) -> Iterator[str]:
    forecast, creatures = trials.forecast, trials.session.creatures
    words = words_of(trials.session.system)
    # First of all: with somebody harmless, all that follows is too good or too bad.
    if trials.unarmed:
        yield say("forecast.unarmed", names=join_names([creatures[who].name for who in trials.unarmed]))
    chance = _chance(forecast, forecast.wins)
    yield say("forecast.wins", count=forecast.wins, plays=forecast.plays, chance=chance)
    yield say("forecast.falls", chance=_chance(forecast, forecast.falls))
    fallen = [
        f"{creatures[who].name} {_percent(count / forecast.plays)}"
        for who, count in forecast.fallen.items()
        if count
    ]
    if fallen:
        yield say("forecast.one_by_one", names=", ".join(fallen))
    if forecast.rounds:
        median, most = forecast.rounds_of(_MEDIAN), forecast.rounds_of(_MOST)
        yield say_in(words, "forecast.rounds", median=median, most=most)
    if forecast.unfinished:
        yield say_in(words, "forecast.unended", count=forecast.unfinished, rounds=MOST_ROUNDS)


def assumption_lines(trials: Trials) -> Iterator[str]:
    """Yield the assumptions of a forecast: of every fight, of the game, of this fight."""
    session = trials.session
    words = words_of(session.system)
    yield from map(say, _ASSUMED)
    for assumption in session.game.assumptions:
        yield term(words, "assumption", assumption)
    if trials.draws_initiative:
        check = session.game.initiative_check
        dice = term(words, "purpose", check) if check else session.game.initiative_dice
        yield say("forecast.assumed_initiatives", dice=dice)
    if trials.draws_turns:
        yield say_in(words, "forecast.turns_by_chance")


class FallenMember(Struct, frozen=True):
    """The number of plays in which a member of the party fell."""

    who: Named
    plays: int


class ForecastAnswer(OrderAnswer, frozen=True, kw_only=True):
    """The outcome of a thousand plays of the fight under way."""

    id: None = None
    kind: Literal["forecast"] = "forecast"
    plays: int
    wins: int
    wins_between: list[float]
    falls: int
    falls_between: list[float]
    fallen: list[FallenMember]
    unfinished: int
    rounds: dict[str, int]


def forecast_answer(trials: Trials) -> ForecastAnswer:
    """Build the JSON of a forecast, as the answer to its command."""
    forecast, creatures = trials.forecast, trials.session.creatures
    assumptions = say("forecast.assumed_list", what=" ".join(assumption_lines(trials)))
    return ForecastAnswer(
        text="\n".join([f"{forecast_title(trials)}.", *outcome_lines(trials), assumptions]),
        plays=forecast.plays,
        wins=forecast.wins,
        wins_between=list(interval(forecast.wins, forecast.plays)),
        falls=forecast.falls,
        falls_between=list(interval(forecast.falls, forecast.plays)),
        fallen=[
            FallenMember(Named(who, creatures[who].name), count) for who, count in forecast.fallen.items()
        ],
        unfinished=forecast.unfinished,
        rounds={str(rounds): count for rounds, count in sorted(forecast.rounds.items())},
    )


def _chance(forecast: Forecast, hits: int) -> str:
    low, high = interval(hits, forecast.plays)
    share = _percent(hits / forecast.plays)
    return say("forecast.confidence", chance=share, low=_percent(low), high=_percent(high))


def _percent(share: float) -> str:
    return amounts.decimal(f"{share * 100:.1f} %")
