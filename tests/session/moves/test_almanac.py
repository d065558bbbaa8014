"""Moons, feasts and appointments: kept, shown to the players, and waiting on their day."""

from tests.session.game import BEA, Game, fact, refusal_code
from tests.session.status import status_json
from tests.trials import each_of
from tracker.session.almanac import Moon
from tracker.session.public import public_table
from tracker.wording.almanac import appointment_lines, feast_lines, moon_lines
from tracker.wording.clock import moons_text, upcoming_events
from tracker.wording.difference import difference
from tracker.wording.players import page_view, public_text
from tracker.wording.report import status_text

CALENDAR = "calendario Brasa 28, Sal 30; hoy 10 Sal 412"


def dated(*lines: str) -> Game:
    """Return a campaign on the tenth of Sal, in a year of 58 days."""
    return Game(CALENDAR, *lines)


def test_a_moon_wanes_from_full_to_new_and_waxes_again() -> None:
    moon = Moon("Sel", days=29, full=3)

    assert [str(moon.phase(day)) for day in (3, 4, 16, 17, 18, 31, 32)] == [
        *("full", "waning", "waning", "new", "waxing", "waxing", "full")
    ]
    assert (moon.days_to_full(3), moon.days_to_full(4), moon.days_to_full(-1)) == (0, 28, 4)


def test_a_moon_is_said_as_people_say_it() -> None:
    game = dated()

    assert game.facts("luna Sel 29 días, llena el 3") == [
        fact("moon_kept", name="Sel", days=29, phase="waning")
    ]
    assert game.facts("luna Ur 7") == [fact("moon_kept", name="Ur", days=7, phase="full")]
    assert moons_text(game.session) == "Sel menguante · Ur llena"
    assert "Sel menguante · Ur llena" in status_text(game.history)
    assert moon_lines(game.session) == [
        "Sel (29 días): menguante, llena: 2 Brasa · oculto",
        "Ur (7 días): llena · oculto",
    ]


def test_without_a_calendar_a_moon_counts_days_of_the_campaign() -> None:
    game = Game("luna Sel 4 llena 2", "cita 3: pagan")

    assert moons_text(game.session) == "Sel creciente"
    game.do("intervalo 1d")
    assert moons_text(game.session) == "Sel llena"
    assert appointment_lines(game.session) == ["Día 3 · pagan · oculto"]


def test_an_appointment_waits_on_its_morning_once_and_is_over_then() -> None:
    game = dated("cita 12 Sal: vence el plazo", "intervalo 1d")
    assert game.pending == []

    game.do("intervalo 16h")
    assert game.pending == ["date"]
    assert "12 de Sal: vence el plazo" in status_text(game.history)
    assert game.facts("resuelve") == [fact("date_came", name="vence el plazo", day=12, month="Sal")]
    assert (game.pending, dict(game.session.appointments)) == ([], {})
    game.do("intervalo 3d")
    assert game.pending == []


def test_a_feast_waits_every_year() -> None:
    game = dated("fiesta Siega 15 Sal", "intervalo 6d")
    assert game.pending == ["date"]

    game.do("resuelve")
    assert feast_lines(game.session) == ["15 Sal · Siega · oculta"]
    game.do("intervalo 58d")
    assert game.pending == ["date"]


def test_a_jump_over_several_days_lists_all_of_them_in_their_order() -> None:
    game = dated("cita 14 Sal: pagan", "fiesta Siega 12 Sal", "intervalo 120d")

    waiting = [(each.data["day"], each.data["name"]) for each in game.session.pending.values()]
    assert waiting == [(12, "Siega"), (14, "pagan"), (12, "Siega"), (12, "Siega")]


def test_the_line_of_time_shows_what_comes_within_a_day() -> None:
    game = dated("cita 12 Sal: vence", "fiesta Siega 11 Sal")
    assert upcoming_events(game.session) == [(16 * 3_600, "Siega")]

    game.do("intervalo 20h")
    assert upcoming_events(game.session) == [(20 * 3_600, "vence")]


def test_an_appointment_of_today_stands_there_until_it_is_removed() -> None:
    game = dated("cita 10 Sal: hoy mismo")
    assert upcoming_events(game.session) == [(0, "hoy mismo")]

    game.do("cita hoy nada")
    assert upcoming_events(game.session) == []


def test_an_appointment_that_the_corrected_clock_passed_over_is_not_lost() -> None:
    game = dated("cita 12 Sal: vence", "reloj 20 Sal 10:00")

    assert game.pending == []
    assert upcoming_events(game.session) == [(0, "vence")]


def test_an_appointment_stays_on_its_date_if_the_calendar_is_corrected() -> None:
    game = dated("cita 12 Sal: vence", "calendario hoy 11 Sal 412", "intervalo 16h")

    assert game.pending == ["date"]


def test_a_date_without_a_year_is_the_next_one() -> None:
    game = dated("cita 9 Sal: tarde", "cita 11: pronto")

    assert [(each.year, each.day) for each in game.session.appointments.values()] == [(413, 9), (412, 11)]


def test_what_waits_lapses_with_its_appointment() -> None:
    game = dated("cita 12 Sal: vence", "intervalo 2d", "cita vence nada")

    assert game.pending == []


@each_of(
    "line",
    [
        "luna Sel 29",
        "luna Ur nada",
        "luna Ur visible",
        "fiesta Siega 15 Sal",
        "fiesta Cera nada",
        "cita 12 Sal: vence",
        "cita pagan nada",
        "cita pagan visible",
        "intervalo 5d",
    ],
)
def test_every_command_is_taken_back(line: str) -> None:
    game = dated("luna Ur 7", "fiesta Cera 3 Brasa", "cita 13 Sal: pagan")
    before = game.session

    game.do(line)
    game.do("deshacer")

    assert game.session == before


def test_undo_says_what_comes_back() -> None:
    game = dated("cita 12 Sal: vence")
    event = game.do("cita vence nada")

    assert difference(game.history, game.history.session_without(event.id)) == ["vence: vuelve"]


def test_an_appointment_that_two_gms_acknowledge_is_over_once() -> None:
    game = dated("cita 12 Sal: vence", "intervalo 2d")
    other = game.copy(BEA)
    game.do("resuelve")
    game.history.add((other.do("resuelve"),))

    assert (game.pending, dict(game.session.appointments)) == ([], {})


def test_players_see_what_is_told_and_nothing_else() -> None:
    game = dated("luna Sel 29 visible", "luna Negra 9", "cita 12 Sal: vence el plazo", "cita 13: emboscada")
    game.do("fiesta Siega 15 Sal visible")
    game.do("cita vence visible")
    table = public_table(game.history)

    assert page_view(table)["dates"] == ["Sel llena", "12 Sal: vence el plazo", "15 Sal: Siega"]
    assert "Fechas:\n  Sel llena\n  12 Sal: vence el plazo" in public_text(table)
    assert "Negra" not in repr(table)
    assert "emboscada" not in repr(table)


def test_a_told_date_that_names_a_hidden_creature_stays_with_the_gm() -> None:
    game = dated("combate Sala", "aparece Lich", "oculta Lich", "cita 12 Sal visible: despierta Lich")

    assert public_table(game.history).dates == ()


def test_programs_read_the_almanac() -> None:
    told = status_json(dated("luna Sel 29", "fiesta Siega 15 Sal", "cita 12 Sal: vence").history)

    assert [len(told[name]) for name in ("moons", "feasts", "appointments")] == [1, 1, 1]


@each_of(
    ("line", "code"),
    [
        ("luna", "missing"),
        ("luna Sel", "missing"),
        ("luna Sel 0", "bad_count"),
        ("luna Sel 1001", "bad_count"),
        ("luna Sel 29 azul", "unknown_word"),
        ("luna Sel 29 llena 31 Sal", "bad_day_of_month"),
        ("luna Sel nada", "unknown_date"),
        ("fiesta Siega", "missing"),
        ("fiesta Siega 15", "missing"),
        ("fiesta Siega 15 Nada", "unknown_month"),
        ("fiesta Siega 31 Sal", "bad_day_of_month"),
        ("cita", "missing"),
        ("cita 12 Sal", "missing"),
        ("cita 12 Sal:", "empty_text"),
        ("cita 9 Sal 412: tarde", "day_is_past"),
        ("cita 12 Sal: " + "x" * 201, "text_too_long"),
        ("cita vence", "missing"),
        ("cita vence nada", "unknown_date"),
    ],
)
def test_bad_input_changes_nothing(line: str, code: str) -> None:
    game = dated()
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session is before


def test_a_feast_needs_a_calendar_and_outlives_it() -> None:
    assert refusal_code(lambda: Game().do("fiesta Siega 15 Sal")) == "no_calendar"

    game = dated("fiesta Siega 15 Sal", "cita 12 Sal: vence", "calendario nada", "intervalo 9d")
    assert game.pending == []
    assert appointment_lines(game.session) == ["sin fecha en este calendario · vence"]
