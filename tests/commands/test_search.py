"""Searches of the log."""

import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from tests.trials import each_of
from tracker.commands.search import parse_query
from tracker.rules.dice import Die, Throw
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import Draft, InMemory, read_event
from tracker.session.history import History
from tracker.wording.language import speak

EVENING = int(datetime(2026, 3, 14, 21, 30).timestamp())
HOUR = 3_600


@pytest.fixture
def history() -> History:
    note = Draft(facts=(Fact("note", {"text": "Emboscada en el puente"}),))
    real = Throw("free", (Die(20, 20, typed=True),), 20, expression="1d20", outcome="met", label="salto")
    digital = Throw("usage", (Die(6, 1),), 1, outcome="dropped")
    told = [
        (note.document("ana", EVENING, 0)),
        (Draft(throws=(real,)).document("bea", EVENING + HOUR, 20 * HOUR)),
        (Draft(throws=(digital,)).document("ana", EVENING + 24 * HOUR, 50 * HOUR)),
    ]
    return History(
        "chronicle", [read_event(f"{n:016x}-aa", InMemory(each)) for n, each in enumerate(told, start=1)]
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [1, 2, 3]),
        ("emboscada", [1]),
        ("EMBÓSCADA puente", [1]),
        ('"en el puente"', [1]),
        ("puente salto", []),
        ("-nota", [2, 3]),
        ("dj:bea", [2]),
        ("gm:ana", [1, 3]),
        ("clase:tirada", [2]),
        ("kind:usage", [3]),
        ("clase:note", [1]),
        ("sale:met", [2]),
        ("sale:baja", [3]),
        ("caras:tecleadas", [2]),
        ("faces:digital", [3]),
        ("fecha:2026-03-14", [1, 2]),
        ("desde:2026-03-14T22:00", [2, 3]),
        ("hasta:2026-03-14T21:30", [1]),
        ("dia:1", [1]),
        ("day:2..3", [2, 3]),
        ("dia:2..", [2, 3]),
        ("dia:..2", [1, 2]),
        ("reloj:10h..30h", [2]),
        ("reloj:10h..", [2, 3]),
        ("reloj:20h", [2]),
        ("reloj:04:00..05:00", [2]),
        ("reloj:8:00", [1]),
        ("reloj:9:00..", [3]),
        ("reloj:..8:59", [1, 2]),
        ("reloj:22:00..4:30", [2]),
        ("dia:3 reloj:10:00", [3]),
        ("clase:nota", [1]),
        ("clase:NOTA", [1]),
        ("dj: bea", [2]),
        ("dj: bea salto", [2]),
        ("-clase: nota", [2, 3]),
        ("Nota: Emboscada", [1]),
        ("elpuente", []),
        ('"en  el  PUENTE"', [1]),
        ("dj:ana -emboscada", [3]),
    ],
)
def test_a_query_finds_its_events(history: History, query: str, found: list[int]) -> None:
    wanted = parse_query(query)
    assert [n for n, event in enumerate(history, start=1) if wanted.finds(event, history)] == found


@each_of(
    ("query", "code"),
    [("quiem:lia", "unknown_search"), ("fecha:ayer", "bad_search"), ("dia:x", "bad_search"),
     ("caras:raras", "bad_search"), ("desde:2026-13-40", "bad_search"),
     ("desde:2026-03-14T99:99", "bad_search"), ("quien:", "bad_search"), ("dj: -quien:", "bad_search"),
     ("dia:3..1", "bad_search"), ("dia:..", "bad_search"), ("reloj:2d..1h", "bad_search"),
     ("fecha:9999-12-31", "bad_search"), ("x" * 201, "text_too_long"),
     ("reloj:8:75", "bad_search"), ("reloj:tarde", "bad_search"), ("reloj:8:00..2h", "bad_search")],
)  # fmt: skip
def test_a_query_that_cannot_be_read_is_refused(query: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        parse_query(query)


@pytest.mark.parametrize(("spoken", "known"), [("es", "quien, dj, clase"), ("en", "who, gm, kind")])
def test_an_unknown_key_is_answered_with_the_known_ones(spoken: str, known: str) -> None:
    speak(spoken)

    with pytest.raises(Refusal) as refused:
        parse_query("foo:bar")

    assert str(refused.value.data["known"]).startswith(known)


@pytest.fixture
def _in_madrid(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_in_madrid")
@pytest.mark.parametrize(
    ("query", "moment", "found"),
    [
        ("fecha:2026-10-25", "2026-10-25T23:30", True),
        ("fecha:2026-10-25", "2026-10-26T00:00", False),
        ("fecha:2026-03-29", "2026-03-29T23:59", True),
        ("fecha:2026-03-29", "2026-03-30T00:30", False),
        ("hasta:2026-10-25", "2026-10-25T23:30", True),
        ("hasta:2026-03-29", "2026-03-30T00:30", False),
    ],
)
def test_a_day_lasts_until_the_next_one_in_any_time_zone(query: str, moment: str, found: bool) -> None:
    at = int(datetime.fromisoformat(moment).timestamp())
    event = read_event("1-aa", InMemory(Draft(facts=(Fact("note", {"text": "x"}),)).document("ana", at, 0)))

    assert parse_query(query).finds(event, History("chronicle", [event])) is found
