"""The campaign's calendar: written in one sentence, corrected, taken back, and never a move of the clock."""

import pytest

from tests.session.game import ANA, BEA, DAY, HOUR, Game, fact, refusal_code
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.session.calendar import Calendar
from tracker.session.moves.undo import undo
from tracker.wording.dates import calendar_text, date_text, moment_text
from tracker.wording.language import speak

MONTHS = "calendario Deshielo 30, Siembra 31, Brasa 28"
WHOLE = f"{MONTHS}; semana Luna, Marea, Sal; horas 20; hoy 12 Brasa 1043 Sal"


def today(game: Game) -> str:
    return date_text(game.session.day, game.session.date)


def test_a_campaign_has_no_calendar_until_somebody_writes_one() -> None:
    game = Game("intervalo 2d")

    assert (game.session.date, today(game)) == (None, "Día 3")


def test_one_sentence_says_months_week_hours_and_today() -> None:
    game = Game("intervalo 30h")

    told = game.sentences(WHOLE)

    assert told == "Calendario de la campaña: hoy es Sal, 12 de Brasa de 1043."
    assert today(game) == "Sal, 12 de Brasa de 1043"
    assert game.session.elapsed == 30 * HOUR


def test_days_of_twenty_hours_end_after_twenty() -> None:
    game = Game(WHOLE, "intervalo 11h")
    assert (game.session.time_of_day, today(game)) == (19 * HOUR, "Sal, 12 de Brasa de 1043")

    game.do("intervalo 1h")

    assert (game.session.time_of_day, today(game)) == (0, "Luna, 13 de Brasa de 1043")


def test_a_year_ends_with_its_last_month() -> None:
    game = Game(f"{MONTHS}; hoy 28 Brasa 1043", "intervalo 1d")

    assert today(game) == "1 de Deshielo de 1044"


def test_parts_left_out_stay_unchanged() -> None:
    game = Game(WHOLE, "calendario hoy 1 siem", "calendario semana Uno, Dos")

    assert today(game) == "Uno, 1 de Siembra de 1043"
    assert game.session.calendar.hours == 20


def test_today_stays_today_when_the_clock_has_gone_on() -> None:
    game = Game(MONTHS, "intervalo 40d", "calendario hoy 3 Brasa -12")

    assert today(game) == "3 de Brasa de -12"
    assert game.session.day == 41


@each_of(
    ("line", "day"),
    [("reloj 14 Brasa 09:30", 3), ("reloj 1 desh 1044 09:30", 18), ("reloj 3 09:30", 3), ("reloj 09:30", 1)],
)
def test_the_clock_is_set_to_a_date(line: str, day: int) -> None:
    game = Game(f"{MONTHS}; hoy 12 Brasa 1043")

    game.do(line)

    assert (game.session.day, game.session.time_of_day) == (day, 9 * HOUR + 1800)


def test_the_log_says_the_date_that_the_clock_was_set_to() -> None:
    game = Game(f"{MONTHS}; hoy 12 Brasa 1043")

    assert game.facts("reloj 14 Brasa 09:30") == [
        fact("clock_set_to", day=14, month="Brasa", year=1043, second=34200)
    ]


def test_a_moment_of_the_log_is_a_date_where_there_is_a_calendar() -> None:
    game = Game("intervalo 25h")
    assert moment_text(game.session, 25 * HOUR) == "Día 2 09:00"

    game.do(f"{MONTHS}; hoy 12 Brasa 1043")

    assert moment_text(game.session, 25 * HOUR) == "12 Brasa 1043 09:00"
    assert moment_text(game.session, 0) == "11 Brasa 1043 08:00"


def test_a_calendar_put_away_and_its_undo() -> None:
    game = Game(WHOLE, "calendario nada")
    assert (game.session.calendar, today(game)) == (Calendar(), "Día 1")

    game.play(undo(game.history))

    assert today(game) == "Sal, 12 de Brasa de 1043"


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_calendar_is_shown_as_it_is_typed(language: str) -> None:
    game = Game(WHOLE, "intervalo 45h")
    before = game.session.calendar
    speak(language)

    game.do(f"calendario {calendar_text(before, game.session.date)}")

    assert game.session.calendar == before


@each_of("before", [0, 2])
@each_of("line", ["calendario Uno 30, Dos 30", "calendario nada"])
def test_one_of_two_calendars_set_at_once_counts_whole(line: str, before: int) -> None:
    ana = Game(*([WHOLE] if line == "calendario nada" else []))
    bea = ana.copy(BEA)
    for number in range(before):
        ana.do(f"nota {number}")
    ana.do(line)
    if line == "calendario nada":
        bea.do(line)
    bea.do("calendario Enero 3, Febrero 40; horas 20; hoy 35 Febrero 7")
    laid = [ana.session.calendar, bea.session.calendar]

    ana.history.add(bea.events)
    bea.history.add(ana.events)

    assert ana.session == bea.session
    assert ana.session.calendar in laid


def test_days_are_counted_by_24_hours_where_a_calendar_is_dropped_while_another_gm_corrects_it() -> None:
    ana = Game(WHOLE)
    bea = ana.copy(BEA)
    ana.do("calendario nada")
    bea.do("nota x")
    bea.do("calendario horas 30")
    ana.history.add(bea.events)
    ana.events = list(ana.history)

    ana.do("intervalo 40h")
    assert (ana.session.date, ana.session.day, ana.session.time_of_day) == (None, 3, 0)
    with pytest.raises(Refusal) as refused_for:
        ana.do("reloj 2 25:00")
    assert refused_for.value.data["hours"] == 24


def test_two_gms_who_correct_different_things_are_both_right() -> None:
    ana = Game(WHOLE)
    bea = ana.copy(BEA)
    assert ana.writer == ANA
    ana.do("calendario hoy 3 Siembra 1043")
    bea.do("calendario semana Uno, Dos")

    ana.history.add(bea.events)
    bea.history.add(ana.events)

    assert ana.session == bea.session
    assert (ana.session.calendar.month, ana.session.calendar.weekdays) == (2, ("Uno", "Dos"))


@each_of(
    ("line", "code"),
    [
        ("calendario", "missing"),
        ("calendario nada", "no_calendar"),
        ("calendario hoy 3 Brasa", "no_calendar"),
        ("calendario Brasa", "bad_month"),
        ("calendario Brasa 0", "bad_count"),
        ("calendario Brasa 1001", "bad_count"),
        ("calendario Brasa 30, brasa 31", "repeated_name"),
        ("calendario Brasa 30; semana Luna, luna", "repeated_name"),
        ("calendario Brasa 30; semana Luna,", "empty_name"),
        ("calendario Brasa 30; horas 9", "bad_hours"),
        ("calendario Brasa 30; horas 100", "bad_hours"),
        ("calendario Brasa 30; horas muchas", "bad_hours"),
        ("calendario Brasa 30; horas 0; hoy 1 Brasa 1", "bad_hours"),
        ("calendario Brasa 0; hoy 1 Brasa 1", "bad_count"),
        ("calendario Brasa 30; hoy", "bad_today"),
        ("calendario Brasa 30; hoy Brasa 3", "bad_today"),
        ("calendario Brasa 30; hoy 31 Brasa", "bad_day_of_month"),
        ("calendario Brasa 30; hoy 3 Nieve", "unknown_month"),
        ("calendario Brasa 30; hoy 3 Brasa 10 Luna", "unknown_weekday"),
        ("calendario Brasa 30; hoy 3 Brasa 1000001", "bad_year"),
        ("calendario " + ", ".join(f"m{n} 30" for n in range(61)), "bad_count"),
        ("calendario Brasa 30; semana " + ", ".join(f"d{n}" for n in range(61)), "bad_count"),
    ],
)
def test_a_calendar_that_could_not_be_kept_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(line)) == code


@each_of(
    ("line", "code"),
    [
        ("reloj 29 Brasa 09:00", "bad_day_of_month"),
        ("reloj 3 Nieve 09:00", "unknown_month"),
        ("reloj 1 Deshielo 1043 09:00", "bad_date"),
        ("reloj 13 Brasa 20:00", "bad_date"),
        ("reloj 13 Brasa 2000000 09:00", "bad_year"),
        ("reloj 13 Brasa", "missing"),
    ],
)
def test_a_date_that_is_not_in_the_calendar_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(WHOLE, line)) == code


def test_food_and_sleep_go_by_hours_whatever_a_day_is() -> None:
    game = Game("pj Lía", WHOLE, "intervalo 23h")
    assert game.pending == []

    game.do("intervalo 1h")

    assert game.pending == ["hunger"]
    assert game.session.elapsed == DAY


@each_of(
    ("line", "days"),
    [
        ("intervalo 2 semanas", 14),
        ("intervalo 1 mes", 30),
        ("interval 2months", 60),
        ("intervalo 1semana", 7),
    ],
)
def test_weeks_and_months_pass_without_a_calendar(line: str, days: int) -> None:  # R1-064
    assert Game(line).session.elapsed == days * DAY


@each_of(
    ("line", "then"),
    [
        ("intervalo 2 semanas", "Sal, 18 de Brasa de 1043"),
        ("intervalo 1 mes", "Sal, 12 de Deshielo de 1044"),
        ("intervalo 2 meses corriente", "Sal, 12 de Siembra de 1044"),
        ("intervalo 24 meses", "Sal, 12 de Brasa de 1051"),
    ],
)
def test_weeks_and_months_are_those_of_the_calendar(line: str, then: str) -> None:  # R1-064
    assert today(Game(WHOLE, line)).endswith(then.partition(", ")[2])


def test_a_month_that_is_too_short_ends_on_its_last_day() -> None:
    game = Game("calendario Deshielo 30, Siembra 31, Brasa 28; hoy 31 Siembra 1043", "intervalo 1 mes")

    assert today(game) == "28 de Brasa de 1043"


@pytest.mark.parametrize("line", ["intervalo 2 lunas", "intervalo 0 semanas", "intervalo 999 meses"])
def test_other_units_and_too_many_months_are_refused(line: str) -> None:
    game = Game()
    assert refusal_code(lambda: game.do(line)) in ("bad_duration", "unknown_word")
    assert game.session.elapsed == 0
