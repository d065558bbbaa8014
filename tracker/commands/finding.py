"""One search over everything: creatures, things, the notebook, the log, tables and rules.

A place is a text, the kind of thing that it belongs to, and the key by which a screen goes there.
"""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from tracker.rules.text import fold
from tracker.session.history import History
from tracker.session.sheet_fields import read_field
from tracker.session.state import Session
from tracker.wording.almanac import almanac_lines
from tracker.wording.glance import UNSAID, gauge_text, marks_of, supply_text
from tracker.wording.messages import say
from tracker.wording.notebook import entry_head
from tracker.wording.progress import clock_label, progress_text
from tracker.wording.rooms import exits_text, room_label, room_texts
from tracker.wording.rule_tables import tables_of
from tracker.wording.sentences import LINE_FEED, sentences
from tracker.wording.words import term, value_text, words_of

_CONTEXT = 30
"""The most letters of an excerpt before the match."""


class Where(StrEnum):
    """The kinds of places, in the order in which they are shown."""

    CREATURE = "creature"
    SUPPLY = "supply"
    PROGRESS = "progress"
    NOTEBOOK = "notebook"
    ROOM = "room"
    DATE = "date"
    """A moon, a feast or an appointment."""
    NOTE = "note"
    EVENT = "event"
    TABLE = "table"
    PRINTED = "printed"
    """A table of the game's rules."""
    RULE = "rule"
    MANUAL = "manual"


class Place(Struct, frozen=True):
    """A text and where it belongs. `name` is shown beside the text."""

    where: Where
    key: str
    name: str
    text: str
    folded: str
    """Name and text, folded for searches."""

    @property
    def id(self) -> str:
        return f"{self.where}.{self.key}"


def place(where: Where, key: str, name: str, text: str) -> Place:
    """Build a place, ready to be searched."""
    return Place(where, key, name, text, fold(f"{name} {text}"))


def query_words(query: str) -> tuple[str, ...]:
    """Split a query into the words that a place must contain."""
    return tuple(fold(query).split())


def has_all_words(candidate: Place, words: tuple[str, ...]) -> bool:
    """Whether a place contains all of these words."""
    return all(word in candidate.folded for word in words)


def excerpt(candidate: Place, words: tuple[str, ...]) -> str:
    """Cut the text of a place to begin shortly before the first matching word."""
    text = candidate.text.replace("\n", LINE_FEED)
    folded = fold(text)
    match_start = min((folded.find(word) for word in words if word in folded), default=0)
    if match_start <= _CONTEXT:
        return text
    start = text.rfind(" ", 0, match_start - _CONTEXT // 2) + 1
    return f"…{text[start:]}" if start else text


def present_places(session: Session) -> Iterator[Place]:
    """Yield the present state: creatures with sheets, things, clocks, notebook, dates, own tables."""
    for who, creature in session.creatures.items():
        text = " · ".join(filter(None, [*_sheet(session, who), creature.notes]))
        yield place(Where.CREATURE, who, creature.name, text)
    words = words_of(session.system)
    for key, supply in session.supplies.items():
        owner = session.creatures.get(supply.owner)
        texts = [supply_text(supply, words), owner.name if owner else say("people.party")]
        yield place(Where.SUPPLY, key, supply.name, " · ".join(texts))
    for key, clock in session.progress.items():
        yield place(Where.PROGRESS, key, clock_label(session, clock), progress_text(session, clock))
    for key, entry in session.notebook.items():
        yield place(Where.NOTEBOOK, key, entry.name, entry.text or entry_head(entry))
    for key, room in session.rooms.items():
        texts = [room.status, exits_text(session.rooms, room), *room_texts(room)]
        yield place(Where.ROOM, key, room_label(room), " · ".join(filter(None, texts)))
    for number, text in enumerate(almanac_lines(session)):
        yield place(Where.DATE, str(number), "", text)
    for key, table in session.tables.items():
        rows = "; ".join(f"{row.low}–{row.high}: {row.text}" for row in table.rows)
        yield place(Where.TABLE, key, table.name, rows)


def places_of_rules(session: Session) -> Iterator[Place]:
    """Yield the printed tables and the rules sheet of the game."""
    words = words_of(session.system)
    for number, table in enumerate(tables_of(session.system)):
        yield place(Where.PRINTED, str(number), table.name, " · ".join(table.lines()))
    for rule, text in words.space("rule").items():
        yield place(Where.RULE, rule, rule, text)


def places_of_log(history: History) -> Iterator[Place]:
    """Yield the events, newest first; notes are a kind of their own."""
    for event in reversed([*history]):
        is_note = any(fact.kind in _NOTES for fact in event.facts)
        text = " ".join(sentences(event, history))
        yield place(Where.NOTE if is_note else Where.EVENT, event.id, "", text)


_NOTES = ("note", "annotated", "request_noted")
"""Kinds of facts that are notes."""


def _sheet(session: Session, who: str) -> Iterator[str]:
    """Yield the figures, the conditions and the fields of a sheet that have a value."""
    sheet, words = session.creatures[who].sheet, words_of(session.system)
    yield gauge_text(session, who)
    yield from (mark.text for mark in marks_of(session, who, whole=True))
    for field in session.game.fields:
        value = read_field(sheet, field)
        if value not in UNSAID:
            yield f"{term(words, 'field', field.id)} {value_text(field, value, words)}"
