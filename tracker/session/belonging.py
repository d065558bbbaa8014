"""Checks that an event belongs to the game of its save."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, system_of
from tracker.session.change import Change, How
from tracker.session.event import DocumentSource, Event, read_event
from tracker.session.schema import record_of_value
from tracker.session.text import clean

Validator = Callable[[str, DocumentSource], Event]
"""Returns the event in a document, given its id; refuses an invalid event."""


def validator_for(system: str) -> Validator:
    """Return the judge for a campaign of this system: it reads valid events and refuses those of other games.

    If the system is unknown, the judge accepts every valid event.
    """
    try:
        system_of(system)
    except Refusal:
        return read_event

    def validate(event_id: str, source: DocumentSource) -> Event:
        event = read_event(event_id, source)
        refuse_foreign_sheets(system, event)
        return event

    return validate


def refuse_foreign_sheets(system: str, event: Event) -> None:
    """Refuse an event that brings in a creature with the sheet of another game.

    A sheet that no game here knows may come from a newer version: reading skips it.
    """
    for name, sheet in _sheets(event):
        if sheet.keys() <= _names(system):
            continue
        for other in SYSTEMS:
            if other != system and sheet.keys() <= _names(other):
                raise Refusal("sheet_of_another_game", name=clean(name, NAME_LENGTH), system=other)


def _names(system: str) -> frozenset[str]:
    return frozenset(record_of_value(system_of(system).sheet).fields)


def _sheets(event: Event) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name and the saved sheet of each creature that comes into play."""
    for change in event.changes:
        match change:
            case Change(("creatures" | "templates", _), How.NEW, {"name": str(name), "sheet": dict(sheet)}):
                yield name, sheet
