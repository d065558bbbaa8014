"""Moments of the past in words: what a return to one would do, and what is to be known of one."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves.undo import returning
from tracker.session.pending import rolls_in
from tracker.session.state import Session
from tracker.wording.difference import difference, lines_of
from tracker.wording.messages import say
from tracker.wording.report import Section, moment_lines, table_sections
from tracker.wording.sentences import event_sentences, is_undone

_FIRST = "encounter"
"""The part of the table that is shown first: in a fight it matters most."""
MOST_NAMED = 3
"""Acts that are told one by one; of more, the last ones are told and the others counted."""


class MomentRow(Struct, frozen=True):
    """A row of the table at a moment."""

    text: str
    changed: bool
    """Whether the act of that moment made it what it is."""


class MomentPart(Struct, frozen=True):
    """A part of the table at a moment, under its heading."""

    heading: str
    rows: tuple[MomentRow, ...]


def moment_parts(before: Session, after: Session) -> Iterator[MomentPart]:
    """Yield the table after an act, with what the act changed.

    Those of the party who are in the encounter stand in it alone.
    """
    earlier = {(part.id, key): text for part in _parts(before) for key, text in part.rows.items()}
    for part in _parts(after):
        rows = [MomentRow(text, earlier.get((part.id, key)) != text) for key, text in part.rows.items()]
        if rows:
            yield MomentPart(part.heading, tuple(rows))


def _parts(session: Session) -> Iterator[Section]:
    when = {str(number): text for number, text in enumerate(moment_lines(session))}
    if session.pending:
        when["pending"] = say("moments.pending", count=rolls_in(session, session.pending))
    yield Section("when", say("moments.as_it_was"), when)
    sections = {section.id: section for section in table_sections(session)}
    fighting = sections.get(_FIRST)
    if fighting is not None:
        yield fighting
    for section in sections.values():
        there = fighting.rows if fighting is not None and section.id == "party" else {}
        if section is not fighting:
            yield replace(section, rows={k: text for k, text in section.rows.items() if k not in there})


def return_lines(history: History, event_id: str, gm: str = "") -> Iterator[str]:
    """Yield what a return would take back and bring back, the acts of each GM other than `gm` apart.

    Then what would be different at the table.
    """
    found = returning(history, event_id)
    for acts, mine, others in (
        (found.back, "moments.taken_back", "moments.taken_back_of"),
        (found.again, "moments.again", "moments.again_of"),
    ):
        for whose, of_one in _by_gm(acts).items():
            if whose == gm:
                yield say(mine, count=len(of_one), told=_acts_text(of_one, history))
            else:
                yield say(others, gm=whose, count=len(of_one), told=_acts_text(of_one, history))
    yield from lines_of(difference(history, history.session_then(event_id)))


def others_among(history: History, event_id: str, gm: str) -> tuple[str, ...]:
    """Return the GMs other than `gm` whose acts a return would take back."""
    return tuple(whose for whose in _by_gm(returning(history, event_id).back) if whose != gm)


def moment_marks(event: Event, history: History) -> Iterator[str]:
    """Yield what is to be known of a moment: it was taken back, or copies that went apart share it."""
    if is_undone(event, history):
        yield say("log.undone")
    if apart := history.concurrent_events(event.id):
        yield say("moments.apart", gms=", ".join(sorted({each.gm for each in apart})))


def _by_gm(events: Iterable[Event]) -> dict[str, list[Event]]:
    grouped: dict[str, list[Event]] = {}
    for event in events:
        grouped.setdefault(event.gm, []).append(event)
    return grouped


def _acts_text(events: Sequence[Event], history: History) -> str:
    """Return the sentences of the last acts, the last one first."""
    told = [" ".join(event_sentences(event, history)) for event in reversed(events[-MOST_NAMED:])]
    more = [say("moments.more", count=len(events) - MOST_NAMED)] if len(events) > MOST_NAMED else []
    return " ".join([*told, *more])
