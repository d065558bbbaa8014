"""A forecast of a fight, in words and as JSON: the outcomes of its plays, and their assumptions."""

from collections.abc import Iterator
from typing import Any

from tracker.session.forecast import MOST_ROUNDS, Forecast, Trials, interval
from tracker.wording import amounts
from tracker.wording.language import N_, _, _n
from tracker.wording.template import listed
from tracker.wording.words import term, words_of

_MEDIAN, _MOST = 0.5, 0.9
_ASSUMED = (
    N_("En su turno, cada cual ataca con su primer ataque a alguien en pie del otro bando, al azar."),
    N_("Quien se queda sin salud cae y no vuelve. Nadie huye, se rinde, cura ni gasta nada."),
    N_("Los estados de ahora cuentan en las tiradas y duran; no llegan otros."),
)
"""The assumptions of every forecast."""


def forecast_title(trials: Trials) -> str:
    """Return the heading of a forecast."""
    return _("Pronóstico de «{name}»").format(name=trials.name)


def outcome_lines(trials: Trials) -> Iterator[str]:
    """Yield the outcomes of the plays of a fight."""
    given, creatures = trials.forecast, trials.session.creatures
    won = _("El grupo vence en {count} de {plays} peleas: {chance}.")
    yield won.format(count=given.wins, plays=given.plays, chance=_chance(given, given.wins))
    yield _("Cae alguien del grupo: {chance}.").format(chance=_chance(given, given.falls))
    fallen = [
        f"{creatures[who].name} {_percent(count / given.plays)}"
        for who, count in given.fallen.items()
        if count
    ]
    if fallen:
        yield _("Cada cual: {names}.").format(names=", ".join(fallen))
    if given.rounds:
        median, most = given.rounds_of(_MEDIAN), given.rounds_of(_MOST)
        took = _n(
            "Dura {median} ronda de mediana; nueve de cada diez, {most} o menos.",
            "Dura {median} rondas de mediana; nueve de cada diez, {most} o menos.",
            median,
        )
        yield took.format(median=median, most=most)
    if given.unfinished:
        lasting = _n(
            "{count} pelea no había acabado a las {rounds} rondas.",
            "{count} peleas no habían acabado a las {rounds} rondas.",
            given.unfinished,
        )
        yield lasting.format(count=given.unfinished, rounds=MOST_ROUNDS)


def assumption_lines(trials: Trials) -> Iterator[str]:
    """Yield the assumptions of a forecast: of any fight, of the game, of this fight."""
    session = trials.session
    words = words_of(session.system)
    yield from map(_, _ASSUMED)
    for each in session.game.assumptions:
        yield term(words, "assumption", each)
    if trials.draws_initiative:
        told = _("Quien no tiene iniciativa la tira en cada pelea: {dice}.")
        yield told.format(dice=session.game.initiative_dice)
    if trials.unarmed:
        names = listed([session.creatures[who].name for who in trials.unarmed])
        yield _("Sin nada con que herir en la ficha, no ataca: {names}.").format(names=names)


def forecast_json(trials: Trials) -> dict[str, Any]:
    """Return a forecast as the answer to its command."""
    given = trials.forecast
    assumed = _("Se supone: {what}").format(what=" ".join(assumption_lines(trials)))
    return {
        "id": None,
        "kind": "forecast",
        "text": "\n".join([f"{forecast_title(trials)}.", *outcome_lines(trials), assumed]),
        "plays": given.plays,
        "wins": given.wins,
        "wins_between": interval(given.wins, given.plays),
        "falls": given.falls,
        "falls_between": interval(given.falls, given.plays),
        "fallen": dict(given.fallen),
        "unfinished": given.unfinished,
        "rounds": {str(rounds): count for rounds, count in sorted(given.rounds.items())},
    }


def _chance(given: Forecast, hits: int) -> str:
    low, high = interval(hits, given.plays)
    told = _("{chance}, con un 95 % de confianza entre {low} y {high}")
    return told.format(chance=_percent(hits / given.plays), low=_percent(low), high=_percent(high))


def _percent(share: float) -> str:
    return amounts.decimal(f"{share * 100:.1f} %")
