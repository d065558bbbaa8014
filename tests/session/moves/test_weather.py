"""Weather and encounters by the GM's own tables, bound to the clock and rolled by the GM."""

from tests.session.game import BEA, HOUR, Game, fact, refusal_code
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.session.moves.undo import undo

SKY = "tabla cielo 1d6 1-3: sol; 4-5: nubes; 6: tormenta"
BEASTS = "tabla bestias 1d6 1-5: lobos; 6: nada a la vista"


def weather(*lines: str, system: str = "chronicle") -> Game:
    return Game(SKY, "clima tabla cielo", *lines, system=system)


@each_of("system", SYSTEMS)
def test_each_day_the_weather_is_a_pending_roll(system: str) -> None:
    game = weather("intervalo 15h", system=system)
    assert game.pending == []

    game.do("intervalo 1h")
    assert (game.pending, game.session.weather.now) == (["weather"], "")

    assert game.facts("resuelve", 6) == [fact("weather_is", text="tormenta", total=6)]
    assert (game.pending, game.session.weather.now, game.session.weather.since) == ([], "tormenta", 16 * HOUR)


def test_the_weather_is_resolved_or_skipped_with_equal_rolls() -> None:
    game = weather("intervalo 16h")
    assert game.facts("resuelve iguales", 6) == [fact("weather_is", text="tormenta", total=6)]

    game.do("intervalo 1d")
    game.do("omite iguales")
    assert (game.pending, game.session.weather.now) == ([], "tormenta")


def test_a_day_begins_when_the_campaigns_own_day_does() -> None:
    game = weather("calendario Brasa 30; horas 10", "intervalo 1h")
    assert game.pending == []

    game.do("intervalo 1h")

    assert game.pending == ["weather"]


def test_of_several_days_only_the_last_ones_weather_is_called_for() -> None:
    game = weather("intervalo 16h", "intervalo 3d")

    assert game.pending == ["weather"]
    assert [each.data["at"] for each in game.session.pending.values()] == [16 * HOUR + 3 * 24 * HOUR]


def test_skipped_weather_stays_unchanged() -> None:
    game = weather("clima es niebla", "intervalo 16h", "omite")

    assert (game.pending, game.session.weather.now) == ([], "niebla")


def test_the_weather_is_rolled_when_the_gm_wants_with_the_face_on_the_table() -> None:
    game = weather("intervalo 16h", "intervalo 1h")

    event = game.do("clima = 4")

    assert (event.throws[0].label, event.throws[0].dice[0].typed) == ("cielo", True)
    assert (game.session.weather.now, game.pending) == ("nubes", [])


def test_weather_said_by_hand_leaves_nothing_to_roll() -> None:
    game = weather("intervalo 16h", "clima es lluvia fina, viento del sur")

    assert (game.session.weather.now, game.pending) == ("lluvia fina, viento del sur", [])


def test_weather_and_its_roll_are_taken_back_together() -> None:
    game = weather("intervalo 16h")
    before = game.session

    game.do("resuelve", 1)
    game.play(undo(game.history))

    assert game.session == before


def test_forgotten_weather_calls_for_nothing() -> None:
    game = weather("intervalo 16h", "clima nada", "intervalo 2d")

    assert (game.pending, game.session.weather.table, game.session.weather.now) == ([], "", "")


def test_a_table_put_away_takes_its_rolls_with_it() -> None:
    game = weather("intervalo 16h", "borratabla cielo")

    assert game.pending == []
    assert refusal_code(lambda: game.do("clima")) == "unknown_table"


def test_a_total_that_the_table_does_not_have_is_said_and_waits_on() -> None:
    game = Game("tabla cielo 1d6 1: sol", "clima tabla cielo", "intervalo 16h")

    assert refusal_code(lambda: game.draft("resuelve", 2)) == "no_such_row"
    assert game.pending == ["weather"]


@each_of(
    ("line", "code"),
    [
        ("clima", "no_weather"),
        ("clima nada", "no_weather"),
        ("clima lluvia", "unknown_word"),
        ("clima es", "empty_text"),
        ("clima tabla viento", "unknown_table"),
        ("vigila 18+ tabla viento", "unknown_table"),
    ],
)
def test_weather_without_a_table_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(SKY, line)) == code


@each_of("system", SYSTEMS)
def test_a_check_that_hits_calls_for_the_encounter_table(system: str) -> None:
    game = Game(BEASTS, "vigila 12+ tabla bestias", "intervalo 10m", system=system)
    assert game.pending == ["encounter_check"]

    game.do("resuelve", 12)
    assert game.pending == ["encounter_table"]

    assert game.facts("resuelve", 3) == [fact("table_read", name="bestias", total=3, text="lobos")]
    assert game.pending == []


def test_a_check_that_misses_calls_for_no_table() -> None:
    assert Game(BEASTS, "vigila 12+ tabla bestias", "encuentro = 11").pending == []


def test_the_table_waits_even_where_the_check_rolls_by_itself() -> None:
    game = Game(BEASTS, "vigila 12+ auto tabla bestias")

    game.do("intervalo 10m", 20)

    assert game.pending == ["encounter_table"]


def test_another_watch_keeps_the_table_until_it_is_told_otherwise() -> None:
    game = Game(BEASTS, "vigila 12+ tabla bestias", "vigila 15+ cada 3")
    assert game.session.watch.table == "bestias"

    game.do("vigila 15+ tabla nada")

    assert game.session.watch.table == ""


def test_the_log_says_which_table_comes() -> None:
    game = Game(BEASTS)

    told = game.sentences("vigila 12+ cada 2 tabla bestias")

    assert told == "Control de encuentros: 1d20 a 12+ cada 2 intervalos. Si sale, toca la tabla bestias."


def test_two_gms_who_resolve_the_same_weather_agree() -> None:
    ana = weather("intervalo 16h")
    bea = ana.copy(BEA)
    ana.do("resuelve", 1)
    bea.do("clima es niebla")

    ana.history.add(bea.events)
    bea.history.add(ana.events)

    assert ana.session == bea.session
    assert ana.pending == []
