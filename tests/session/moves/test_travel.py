"""Travel: distances, paces, and the rolls that fall due on the way."""

import pytest

from tests.session.game import BEA, DAY, HOUR, Game, fact, refusal_code
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.session.moves.undo import undo


def test_travel_counts_distance_and_takes_time() -> None:
    game = Game("viaja 3 hexágonos 8h", "viaja 2 hex", "viaja 10 casillas")

    assert dict(game.session.travelled) == {"hex": 5, "square": 10}
    assert game.session.elapsed == 8 * HOUR


@pytest.mark.parametrize(
    ("line", "code"),
    [("viaja 0 hex", "bad_count"), ("viaja 3 leguas", "unknown_choice"), ("viaja 3 hex 0h", "")],
)
def test_travel_that_makes_no_sense_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(line)) == code


def test_an_unknown_measure_is_answered_with_the_known_ones() -> None:
    with pytest.raises(Refusal) as refusal:
        Game("paso bosque 6h", "viaja 3 leguas")

    known = "casillas, hexágonos, bosque"
    assert (refusal.value.code, refusal.value.data) == ("unknown_choice", {"value": "leguas", "known": known})


def test_hexes_take_the_hours_of_their_pace() -> None:
    game = Game("paso bosque 6h", "paso camino 2h30m")

    assert game.facts("viaja 3 bosque") == [
        fact("travelled", pace="bosque", unit="hex", count=3, centimetres=2880000),
        fact("time_passed", seconds=64800),
    ]
    assert game.sentences("viaja 2 cam") == "El grupo viaja 2 hexágonos, por camino (19,2 km). Pasan 5 horas."
    assert (dict(game.session.travelled), game.session.elapsed) == ({"hex": 5}, 23 * HOUR)


def test_a_time_that_is_said_counts_more_than_the_pace() -> None:
    game = Game("paso bosque 6h", "viaja 3 bosque 20h")

    assert game.session.elapsed == 20 * HOUR


def test_a_pace_may_have_several_words_and_be_corrected_and_forgotten() -> None:
    game = Game("paso bosque denso 6h", "paso Bosque Denso 8h", "viaja 1 bosque denso")
    assert ([pace.seconds for pace in game.session.paces.values()], game.session.elapsed) == (
        [8 * HOUR],
        8 * HOUR,
    )

    assert game.facts("paso bosque denso nada") == [fact("pace_dropped", name="Bosque Denso")]

    assert not game.session.paces
    game.play(undo(game.history))
    assert [pace.name for pace in game.session.paces.values()] == ["Bosque Denso"]


def test_a_journey_is_one_event_and_one_undo() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz cada 1h encendida", "paso bosque 6h")
    before = game.session

    game.do("viaja 5 bosque")
    assert game.pending.count("usage") == 30
    assert game.pending.count("hunger") == 1

    game.play(undo(game.history))
    assert game.session == before


def test_a_journey_is_an_interval_for_checks_and_interval_supplies() -> None:
    game = Game(
        "pj Lía", "lleva lia raciones d6 intervalo encendida", "vigila 18+", "paso mar 3h", "viaja 4 mar"
    )

    assert sorted(game.pending) == ["encounter_check", "usage"]


@each_of("system", SYSTEMS)
def test_hexes_are_counted_in_every_game(system: str) -> None:
    game = Game("paso bosque 6h", "viaja 2 bosque", "viaja 1 hex 1h", system=system)

    assert (dict(game.session.travelled), game.session.elapsed) == ({"hex": 3}, 13 * HOUR)


def test_hexes_have_no_length_where_the_game_gives_none() -> None:
    assert Game(system="horror").facts("viaja 1 hex") == [fact("went", unit="hex", count=1)]
    assert Game(system="horror").facts("viaja 2 hex") == [fact("went", unit="hex", count=2)]
    assert Game("paso mar 1h", system="margin").facts("viaja 2 mar") == [
        fact("went", pace="mar", unit="hex", count=2),
        fact("time_passed", seconds=7200),
    ]


def test_squares_belong_to_the_game_that_has_them() -> None:
    assert refusal_code(lambda: Game("viaja 2 casillas", system="margin")) == "unknown_choice"


def test_two_gms_who_set_paces_have_both() -> None:
    ana = Game()
    bea = ana.copy(BEA)
    ana.do("paso bosque 6h")
    bea.do("paso camino 2h")

    ana.history.add(bea.events)

    assert {pace.name for pace in ana.session.paces.values()} == {"bosque", "camino"}


@each_of(
    ("line", "code"),
    [
        ("paso", "missing"),
        ("paso bosque", "missing"),
        ("paso bosque seis", "bad_duration"),
        ("paso bosque 0h", "bad_duration"),
        ("paso bosque 31d", "bad_duration"),
        ("paso bosque nada", "unknown_pace"),
        ("viaja 3 bosque", "unknown_choice"),
        ("viaja 1001 hex", "bad_count"),
        ("viaja bosque", "unknown_word"),
    ],
)
def test_an_invalid_pace_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(line)) == code


def test_a_journey_longer_than_any_campaign_is_refused() -> None:
    assert refusal_code(lambda: Game("paso mar 30d", "viaja 1000 mar")) == "bad_duration"
    assert 1_000 * 30 * DAY > 10 * 365 * DAY
