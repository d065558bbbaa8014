"""Moments as they are typed: one reader for the table and the shell."""

from datetime import datetime

import pytest

from tests.session.game import Game, party, refusal_code
from tracker.commands.command import CommandContext
from tracker.commands.moments import events_between, parse_moment
from tracker.commands.parse import parse
from tracker.commands.preview import preview_line
from tracker.wording.glance import gauge_texts, sight_text
from tracker.wording.language import speak
from tracker.wording.messages import say

EVENING = int(datetime(2026, 3, 14, 21, 30).timestamp())
LATE = EVENING + 2 * 3_600


@pytest.fixture
def game() -> Game:
    """Return a game of two evenings; its campaign begins at 8:00 of the 1 Brasa."""
    game = party()
    game.at = EVENING
    game.do("calendario Brasa 30, Sal 30; hoy 1 Brasa 412")
    game.do("daño lia 1")
    game.do("reloj 1 14:20")
    game.at = LATE
    game.do("daño lia 2")
    game.do("reloj 3 9:00")
    game.do("nota fin")
    game.do("daño bren 3")
    game.do("deshacer")
    return game


def place_of_moment(game: Game, text: str) -> int:
    """Return the place of the event of a moment, counted from the last one."""
    ids = [event.id for event in game.history]
    return ids.index(parse_moment(text, game.history)) - len(ids)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ahora", -1),
        ("NOW", -1),
        ("-0", -1),
        ("-1", -4),
        ("-3", -6),
        ("2026-03-14", -1),
        ("2026-03-14T21:30", -6),
        ("2026-03-14 21:30", -6),
        ("día 1", -5),
        ("dia 1 14:19", -7),
        ("day 1 14:20", -5),
        ("día 2", -5),
        ("día 3", -1),
        ("9:00", -1),
        ("8:59", -5),
        ("1 Brasa", -5),
        ("1 brasa 412 9:00", -7),
        ("3 bra 12:00", -1),
    ],
)
def test_a_moment_is_the_last_event_that_had_happened(game: Game, text: str, place: int) -> None:
    assert place_of_moment(game, text) == place


def test_a_moment_may_be_an_event(game: Game) -> None:
    event = game.events[3]
    assert parse_moment(event.id, game.history) == event.id


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        ("2026-03-14T23:30", "ahora", 5),
        ("día 1 14:20", "día 3", 5),
        ("-3", "-1", 3),
        ("ahora", "-5", 0),
    ],
)
def test_events_lie_between_two_moments(game: Game, first: str, last: str, count: int) -> None:
    assert len(events_between(first, last, game.history)) == count


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_moment"),
        ("ayer", "bad_moment"),
        ("-", "bad_moment"),
        ("2026-13-40", "bad_moment"),
        ("2026-03-14T99:00", "bad_moment"),
        ("2026-03-14xx", "bad_moment"),
        ("2001-01-01", "before_the_beginning"),
        ("-999999999", "before_the_beginning"),
        ("7:00 x", "unknown_word"),
        ("día 0", "before_the_beginning"),
        ("día x", "unknown_word"),
        ("día 1 25:00", "bad_date"),
        ("día 1 7:00", "before_the_beginning"),
        ("12 Nada", "unknown_month"),
        ("9999999999-ffffffff", "unknown_moment"),
        ("1" + 20 * "9", "unknown_moment"),
    ],
)
def test_what_is_no_moment_is_refused(game: Game, text: str, code: str) -> None:
    assert refusal_code(lambda: parse_moment(text, game.history)) == code


def test_nothing_lies_after_the_end(game: Game) -> None:
    assert refusal_code(lambda: events_between("2030-01-01", "ahora", game.history)) == "after_the_end"


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_line_says_first_what_it_takes_back(game: Game, language: str) -> None:

    speak(language)
    line = {"es": "regresa -2", "en": "rewind -2"}[language]
    told = preview_line(line, CommandContext(game.history)).text
    assert {"es": "De ana se deshacen 2 actos: ", "en": "ana's: 2 acts undone: "}[language] in told
    assert {"es": "reloj -1d18h40m", "en": "clock -1d18h40m"}[language] in told


def look_lines(game: Game, line: str) -> list[str]:
    """Return the lines that a look tells."""
    return parse(line, CommandContext(game.history)).tells.splitlines()


def test_a_look_tells_the_moment_before_a_fight_in_it_and_whose_turns_come() -> None:
    game = party()
    game.do("daño lia 3")
    (before,) = look_lines(game, "mira")
    assert "Lía" in before
    assert all(each in before for each in gauge_texts(game.session, game.id_of("Lía")))
    game.do("combate Puente")
    assert "Puente" in look_lines(game, "mira")[0]
    for line in ("iniciativa lia 9", "iniciativa bren 5", "siguiente"):
        game.do(line)
    (now,) = look_lines(game, "mira")
    assert now.index("Puente") < now.index("Lía") < now.index("Bren")
    assert look_lines(game, "look") == [now]


def test_a_look_at_somebody_tells_resources_conditions_turn_and_supplies() -> None:
    game = party()
    for line in ("lleva lia antorcha d6", "enciende antorcha", "estado lia veneno nivel 3", "combate Puente"):
        game.do(line)
    game.do("oculta bren")
    for line in ("iniciativa lia 9", "iniciativa bren 5", "siguiente"):
        game.do(line)
    lia, bren = look_lines(game, "mira lia, bren")
    health = gauge_texts(game.session, game.id_of("Lía"))[0]
    for part in (health, "veneno", "antorcha", say("report.its_turn")):
        assert part.lower() in lia.lower()
    assert sight_text(hidden=True) in bren
    assert say("report.its_turn") not in bren


def test_a_look_tells_each_member_of_a_group_and_refuses_whom_nobody_knows() -> None:
    game = party()
    game.do("aparece 3 orco grupo")
    assert len(look_lines(game, "mira orco")) == 3
    assert refusal_code(lambda: look_lines(game, "mira nadie")) == "unknown_creature"
    assert refusal_code(lambda: look_lines(game, "mira pendiente lia")) == "unknown_word"


def test_what_is_pending_is_told_with_the_number_that_settles_it() -> None:
    game = party()
    assert look_lines(game, "mira pendiente") == [say("moments.nothing_pending")]
    for line in ("estado lia veneno nivel 3", "estado bren veneno nivel 2", "turno"):
        game.do(line)
    waiting = look_lines(game, "mira pendiente")
    assert [line[:2] for line in waiting] == [f"{n}." for n, _key in enumerate(game.session.pending, 1)]
    assert say("report.waiting", count=len(waiting)) in look_lines(game, "mira")[0]
