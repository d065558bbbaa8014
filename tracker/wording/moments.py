"""Moments of the past in words: the table as it was, and the effects of a return."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves.undo import returning
from tracker.session.pending import rolls_in
from tracker.session.state import Session
from tracker.wording.dates import event_hour
from tracker.wording.difference import difference, lines_of
from tracker.wording.messages import say
from tracker.wording.report import Section, moment_lines, table_sections
from tracker.wording.sentences import event_sentences, is_undone, sentences

_FIRST = "encounter"
"""The section shown first: in a fight it matters most."""
MOST_NAMED = 3
"""Acts that are described one by one; of more, the last ones are, and the others counted."""


class MomentRow(Struct, frozen=True):
    """A row of the table at a moment."""

    text: str
    changed: bool
    """Whether the act of that moment changed this row."""


class MomentPart(Struct, frozen=True):
    """A part of the table at a moment, under its heading."""

    heading: str
    rows: tuple[MomentRow, ...]


def event_text(event: Event, history: History) -> str:
    """Write an event on one line, with its hour."""
    return f"{event_hour(event, history)} · {' '.join(sentences(event, history))}"


def moment_parts(old_session: Session, new_session: Session) -> Iterator[MomentPart]:
    """Show the table after an act, marking the rows that the act changed.

    Party members who fight are listed in the encounter alone.
    """
    earlier = {(part.id, key): text for part in _parts(old_session) for key, text in part.rows.items()}
    for part in _parts(new_session):
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
        fighting_rows = fighting.rows if fighting is not None and section.id == "party" else {}
        if section is not fighting:
            yield replace(
                section, rows={k: text for k, text in section.rows.items() if k not in fighting_rows}
            )


def return_lines(history: History, event_id: str, gm: str = "") -> Iterator[str]:
    """List what a return would undo and redo, apart for each GM other than `gm`.

    Then what would be different at the table.
    """
    plan = returning(history, event_id)
    for acts, own_sentence, others_sentence in (
        (plan.back, "moments.taken_back", "moments.taken_back_of"),
        (plan.again, "moments.again", "moments.again_of"),
    ):
        for author, authors_acts in _by_gm(acts).items():
            if author == gm:
                yield say(own_sentence, count=len(authors_acts), told=_acts_text(authors_acts, history))
            else:
                yield say(
                    others_sentence,
                    gm=author,
                    count=len(authors_acts),
                    told=_acts_text(authors_acts, history),
                )
    yield from lines_of(difference(history, history.session_then(event_id)))


def others_among(history: History, event_id: str, gm: str) -> tuple[str, ...]:
    """Name the GMs other than `gm` whose acts a return would undo."""
    return tuple(author for author in _by_gm(returning(history, event_id).back) if author != gm)


def moment_marks(event: Event, history: History) -> Iterator[str]:
    """Say that a moment was undone, or that diverged copies share it."""
    if is_undone(event, history):
        yield say("log.undone")
    if concurrent := history.concurrent_events(event.id):
        yield say("moments.apart", gms=", ".join(sorted({each.gm for each in concurrent})))


def _by_gm(events: Iterable[Event]) -> dict[str, list[Event]]:
    grouped: dict[str, list[Event]] = {}
    for event in events:
        grouped.setdefault(event.gm, []).append(event)
    return grouped


def _acts_text(events: Sequence[Event], history: History) -> str:
    """Write the sentences of the last acts, latest first."""
    texts = [" ".join(event_sentences(event, history)) for event in reversed(events[-MOST_NAMED:])]
    rest = [say("moments.more", count=len(events) - MOST_NAMED)] if len(events) > MOST_NAMED else []
    return " ".join([*texts, *rest])
