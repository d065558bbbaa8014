"""Moments as they are typed: one reader for the table and the shell."""

from datetime import datetime

import pytest

from tests.session.game import Game, party, refused
from tracker.commands.command import CommandContext
from tracker.commands.moments import between, moment
from tracker.commands.preview import foreseen
from tracker.wording.language import speak

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


def at(game: Game, text: str) -> int:
    """Return the place of the event of a moment, counted from the last one."""
    ids = [event.id for event in game.history]
    return ids.index(moment(text, game.history)) - len(ids)


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
    assert at(game, text) == place


def test_a_moment_may_be_an_event(game: Game) -> None:
    event = game.events[3]
    assert moment(event.id, game.history) == event.id


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
    assert len(between(first, last, game.history)) == count


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
    ],
)
def test_what_is_no_moment_is_refused(game: Game, text: str, code: str) -> None:
    assert refused(lambda: moment(text, game.history)) == code


def test_nothing_lies_after_the_end(game: Game) -> None:
    assert refused(lambda: between("2030-01-01", "ahora", game.history)) == "after_the_end"


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_line_says_first_what_it_takes_back(game: Game, language: str) -> None:

    speak(language)
    line = {"es": "regresa -2", "en": "rewind -2"}[language]
    told = foreseen(line, CommandContext(game.history)).told
    assert {"es": "De ana se deshacen 2 actos: ", "en": "Of ana, 2 acts are taken back: "}[language] in told
    assert {"es": "reloj -1d18h40m", "en": "clock -1d18h40m"}[language] in told
