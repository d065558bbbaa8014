"""A forecast of the fight under way: what it counts, whom it counts, and what it refuses."""

from time import process_time

import pytest

from tests.session.game import Game, fight, refusal_code
from tests.trials import each_of
from tracker.features.forecast.trials import PLAYS, Trials, forecast_trials, interval
from tracker.features.forecast.wording import assumption_lines, forecast_answer, outcome_lines

BRAWLS = {
    "chronicle": (
        "pj Lía agilidad=12/8 salud_total=14 salud=14 blindaje=d4 daño=1d6",
        "pj Bren fuerza=14/8 salud_total=19 salud=19 blindaje=d8 daño=1d8",
        "pj Iria salud_total=9 salud=9 daño=1d4",
        "pj Odón salud_total=12 salud=12 blindaje=d6 daño=1d6",
        "aparece 4 goblin salud_total=7 salud=7 daño=3",
        "aparece Orco salud_total=15 salud=15 daño=5",
    ),
    "horror": (
        "pj Elvira violencia=1 armas=Revólver 3",
        "pj Tomás violencia=3 armas=Escopeta 1d6+1",
        "pj Nieves violencia=-1 armas=Bisturí 2",
        "aparece 3 Celador PV_máximos=5 PV=5 violencia=1 armas=Porra 2",
    ),
    "percentile": (
        "pj Fermín FUE=16 habilidades=Pico 52 PV_máximos=14 PV=14 armas=Pico 1d8+1 armas_que_empalan=Pico",
        "pj Ilse habilidades=Fusil 50 PV_máximos=11 PV=11 armas=Fusil 2d6+4",
        "aparece 3 Vigilante FUE=13 habilidades=Fusil 35 PV_máximos=12 PV=12 armas=Fusil 2d6+4",
    ),
    "margin": (
        "pj Bruno técnicas=Pelea 14*",
        "pj Lía técnicas=Navaja 10*",
        "aparece 3 Sicario técnicas=Pelea 12*, Pistola 11*",
    ),
}


def brawl(system: str) -> Game:
    return Game(*BRAWLS[system], "combate Pelea", system=system)


def forecast_of(game: Game) -> str:
    trials = forecast_trials(game.session)
    return " ".join([*outcome_lines(trials), *assumption_lines(trials)])


def test_a_thousand_plays_in_each_of_four_games_take_less_than_a_second() -> None:
    sessions = [brawl(system).session for system in BRAWLS]
    for session in sessions:
        Trials(session).play()
    began = process_time()
    for session in sessions:
        assert forecast_trials(session).forecast.plays == PLAYS
    assert process_time() - began < 1


def test_a_fight_without_chance_is_forecast_with_certainty() -> None:
    game = Game(
        "aparece Lobo salud_total=6 salud=6 daño=2",
        "recluta Lobo",
        "aparece Ogro salud_total=9 salud=9 daño=3",
        "combate Monte",
        "iniciativa Lobo 9",
        "iniciativa Ogro 5",
    )
    given = forecast_trials(game.session).forecast
    assert (given.wins, given.falls, given.unfinished) == (0, PLAYS, 0)
    assert dict(given.rounds) == {2: PLAYS}
    assert given.fallen == {game.id_of("Lobo"): PLAYS}
    assert (given.rounds_of(0.5), given.rounds_of(0.9)) == (2, 2)


def test_the_same_fight_is_forecast_alike_and_changes_nothing() -> None:
    game = brawl("chronicle")
    before, events = game.session, len(game.events)
    assert forecast_trials(game.session).forecast == forecast_trials(game.session).forecast
    assert game.session == before
    assert len(game.events) == events


def test_the_turn_under_way_and_the_surprised_count() -> None:
    game = Game(
        "pj Lía salud_total=1 salud=1 agilidad=10/1 daño=9",
        "aparece Ogro salud_total=9 salud=9 daño=1",
        "combate Puente",
        "iniciativa Lía 9",
        "iniciativa Ogro 5",
    )
    first = forecast_trials(game.session).forecast.wins
    game.do("sorprende Lía")
    surprised = forecast_trials(game.session).forecast.wins
    game.do("siguiente")
    assert game.active == "Ogro"
    assert forecast_trials(game.session).forecast.wins == surprised < first


@each_of(
    ("before", "falls"),
    [((), 0), (("aguarda",), PLAYS), (("aguarda", "siguiente Lobo"), 0), (("sube Ogro",), 0)],
)
def test_who_delays_acts_later_in_the_round(before: tuple[str, ...], falls: int) -> None:
    """Who strikes first wins."""
    game = Game(
        "aparece Lobo salud_total=2 salud=2 daño=3",
        "recluta Lobo",
        "aparece Ogro salud_total=3 salud=3 daño=2",
        "combate Monte",
        "iniciativa Lobo 9",
        "iniciativa Ogro 5",
        "siguiente",
        *before,
    )
    assert forecast_trials(game.session).forecast.falls == falls


def test_those_who_fled_or_fell_take_no_part() -> None:
    game = brawl("chronicle")
    game.do("huye Orco")
    game.do('mata "goblin 1"')
    game.do("ficha Iria salud=0")
    trials = forecast_trials(game.session)
    assert game.id_of("Orco") not in trials.forecast.fallen
    assert game.id_of("Iria") not in trials.forecast.fallen
    assert game.id_of("Lía") in trials.forecast.fallen


def test_initiative_is_rolled_for_those_who_have_none_before_the_first_turn() -> None:
    game = brawl("chronicle")
    assert Trials(game.session).draws_initiative
    assert "1d20" in forecast_of(game)
    game.do("siguiente")
    assert not Trials(game.session).draws_initiative


def test_those_who_cannot_attack_are_named() -> None:
    game = brawl("margin")
    game.do("pj Noor conocimientos=Leyes 12")
    game.do("entra Noor")
    assert "no ataca: Noor." in forecast_of(game)


def test_a_damage_that_is_no_dice_counts_as_no_attack() -> None:
    game = brawl("chronicle")
    game.do("ficha Orco daño=muchísimo")
    assert "no ataca: Orco." in forecast_of(game)


def test_damage_of_very_many_dice_is_drawn_as_it_falls() -> None:
    game = Game(
        "aparece Dragón salud_total=9 salud=9 daño=30d10",
        "recluta Dragón",
        "aparece Muro salud_total=165 salud=165",
        "combate Asedio",
    )
    rounds = forecast_trials(game.session).forecast.rounds
    assert 440 < rounds[1] < 580
    assert sum(rounds.values()) == PLAYS
    assert max(rounds) == 2


def test_plays_that_never_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.features.forecast.trials.MOST_ROUNDS", 1)
    game = Game(
        "pj Lía salud_total=9 salud=9 daño=1",
        "aparece Ogro salud_total=9 salud=9",
        "combate Puente",
    )
    given = forecast_trials(game.session).forecast
    assert (given.unfinished, given.rounds_of(0.5)) == (PLAYS, 0)
    assert "no habían acabado" in forecast_of(game)


@each_of(
    ("lines", "code"),
    [
        ((), "no_encounter"),
        (("quita goblin*",), "forecast_sides"),
        (("quita lía, bren",), "forecast_sides"),
        (("mata goblin*",), "forecast_sides"),
        (("siguiente",), "forecast_harmless"),
    ],
)
def test_what_is_no_fight_to_forecast_is_refused(lines: tuple[str, ...], code: str) -> None:
    game = fight() if lines else Game("pj Lía")
    for line in lines:
        game.do(line)
    assert refusal_code(lambda: Trials(game.session)) == code


@each_of("system", BRAWLS)
def test_a_forecast_says_its_figures_and_what_the_game_assumes(system: str) -> None:
    game = brawl(system)
    answer = forecast_answer(forecast_trials(game.session))
    assert f"El grupo vence en {answer.wins} de 1000 combates" in answer.text
    low, high = answer.wins_between
    assert low <= answer.wins / answer.plays <= high
    assert sum(answer.rounds.values()) + answer.unfinished == PLAYS
    assert len(game.session.game.assumptions) >= 2
    assert "Se supone:" in answer.text


def test_an_interval_is_wilsons() -> None:
    assert interval(0, 10) == pytest.approx((0, 0.27753), abs=1e-4)
    assert interval(10, 10) == pytest.approx((0.72247, 1), abs=1e-4)
    assert interval(3, 10) == pytest.approx((0.10779, 0.60322), abs=1e-4)
    assert interval(0, 0) == (0, 1)
