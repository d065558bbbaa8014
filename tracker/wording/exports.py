"""The log as text, Markdown, CSV and JSON Lines, with every die."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from io import StringIO
from typing import Any

from msgspec import Struct

from tracker.rules.dice import Throw
from tracker.rules.fields import Scalar
from tracker.session.event import SECRET, Event
from tracker.session.history import History
from tracker.session.text import escape_unsafe
from tracker.wording.contract import Answer, JsonObject, Moment, creature_answer, in_json, moment_of
from tracker.wording.dates import moment_text
from tracker.wording.faces import dice_text
from tracker.wording.messages import say
from tracker.wording.sentences import is_undone, sentences, throw_text
from tracker.wording.throws import ThrowAnswer, throw_answer

Export = Callable[[History, Iterable[Event]], Iterator[str]]
"""Writes events of a log as lines."""


def _text(history: History, events: Iterable[Event]) -> Iterator[str]:
    events = list(events)
    heads = [(_stamp(event, history), f"{event.gm}:") for event in events]
    # What several GMs did stands below each other, and so do days of one figure and of two.
    stamp_width, gm_width = (
        (max(map(len, column)) for column in zip(*heads, strict=True)) if heads else (0, 0)
    )
    for event, (stamp, gm) in zip(events, heads, strict=True):
        mark = say("exports.undone") if is_undone(event, history) else ""
        text = " ".join(sentences(event, history))
        yield f"{stamp:{stamp_width}} {gm:{gm_width}} {text}{mark}"
        for throw in event.throws:
            yield f"    {throw_text(throw, history)}"


def _markdown(history: History, events: Iterable[Event]) -> Iterator[str]:
    yield f"# {markdown_escaped(history.session.title)}"
    yield ""
    for event in events:
        text = markdown_escaped(" ".join(sentences(event, history)))
        text = text if history.counts(event.id) else f"~~{text}~~"
        yield f"- {_stamp(event, history)} **{markdown_escaped(event.gm)}**: {text}"
        for throw in event.throws:
            yield f"    - {markdown_escaped(throw_text(throw, history))}"


def markdown_escaped(text: str) -> str:
    """Escape what Markdown would take for markup."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>~#|&" else c for c in text)


def _jsonl(history: History, events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield escape_unsafe(json.dumps(in_json(event_answer(event, history)), ensure_ascii=False))


class FactAnswer(Struct, frozen=True):
    """One thing that happened: its kind and data; a creature is an object with its id and name."""

    kind: str
    data: JsonObject


class EventAnswer(Answer, frozen=True, kw_only=True):
    """An event of the log, as the GM knows it."""

    id: str
    gm: str
    at: int
    now: Moment
    text: str
    secret: bool
    counts: bool
    cancels: str | None
    settled_by: str | None
    facts: list[FactAnswer]
    throws: list[ThrowAnswer]
    drawn: JsonObject | None


def event_answer(event: Event, history: History) -> EventAnswer:
    """Build an event for other programs."""
    facts = event.facts
    return EventAnswer(
        id=event.id,
        gm=event.gm,
        at=event.at,
        now=moment_of(history.session, event.clock),
        text=" ".join(sentences(event, history)),
        secret=any(fact.kind == SECRET for fact in facts),
        counts=history.counts(event.id),
        cancels=event.cancels or None,
        settled_by=history.superseded_events.get(event.id),
        facts=[FactAnswer(fact.kind, _with_names(fact.data, history.names)) for fact in facts],
        throws=[throw_answer(throw, history) for throw in event.throws],
        drawn=event.document.get("drawn"),
    )


def _with_names(data: Mapping[str, Scalar], names: Mapping[str, str]) -> JsonObject:
    return {
        key: creature_answer(str(value), names) if value in names else value for key, value in data.items()
    }


COLUMNS = (
    "id", "at", "clock", "gm", "counts", "text", "who", "purpose", "label", "expression", "dice", "total",
    "static", "target", "outcome", "margin", "mode", "sides", "faces", "counted", "kept", "typed", "fate",
    "date",
)  # fmt: skip


_EXACT = 15
"""Digits up to which spreadsheets keep a number."""


def _csv(history: History, events: Iterable[Event]) -> Iterator[str]:
    yield _row(COLUMNS)
    for event in events:
        text = " ".join(sentences(event, history))
        head = [event.id, event.at, event.clock, event.gm, int(history.counts(event.id)), text]
        for throw in event.throws:
            yield _row([*head, *_throw_cells(throw, history), _date(event, history)])
        if not event.throws:
            yield _row([*head, *[""] * (len(COLUMNS) - len(head) - 1), _date(event, history)])


def _throw_cells(throw: Throw, history: History) -> list[Any]:
    dice = throw.dice
    return [
        history.names.get(throw.who, ""),
        throw.purpose,
        throw.label,
        throw.expression,
        dice_text(throw),
        throw.total,
        throw.static,
        throw.target,
        throw.outcome,
        throw.margin,
        throw.mode,
        " ".join(str(die.sides) for die in dice),
        " ".join(str(die.face) for die in dice),
        " ".join(str(die.worth) for die in dice),
        " ".join(str(int(die.kept)) for die in dice),
        " ".join(str(int(die.typed)) for die in dice),
        " ".join(die.fate or "." for die in dice),
    ]


def _row(cells: Iterable[Any]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="").writerow(map(_escape_formula, cells))
    return line.getvalue()


def _escape_formula(cell: Any) -> Any:
    """Put an apostrophe before a cell that a spreadsheet would run as a formula, or round as a number."""
    is_misread = isinstance(cell, str) and (
        cell.startswith(("=", "+", "-", "@", "'")) or (cell.isdecimal() and len(cell) > _EXACT)
    )
    return f"'{cell}" if is_misread else cell


def _stamp(event: Event, history: History) -> str:
    return f"{moment(event.at)} [{moment_text(history.session, event.clock)}]"


def _date(event: Event, history: History) -> str:
    """Write date and hour in the campaign's own calendar; empty without a calendar."""
    session = history.session
    return moment_text(session, event.clock) if session.calendar.months else ""


def moment(seconds: float) -> str:
    """Write a moment of real time, in seconds since 1970, as local time."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


EXPORTS: Mapping[str, Export] = {"text": _text, "jsonl": _jsonl, "csv": _csv, "md": _markdown}
