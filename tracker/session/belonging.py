"""Whether what a save holds belongs to the game that it says it is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, system_of
from tracker.session.change import Change, How
from tracker.session.event import Event
from tracker.session.schema import struct_of_value
from tracker.session.text import clean


def refuse_foreign_sheets(system: str, events: Iterable[Event]) -> None:
    """Refuse a save in which somebody comes with the sheet of another game.

    What no game here knows may come from a newer version, and is skipped when it is read.
    """
    own = _names(system)
    for name, sheet in _sheets(events):
        if sheet.keys() <= own:
            continue
        for other in SYSTEMS:
            if other != system and sheet.keys() <= _names(other):
                raise Refusal("sheet_of_another_game", name=clean(name, NAME_LENGTH), system=other)


def _names(system: str) -> frozenset[str]:
    return frozenset(struct_of_value(system_of(system).sheet).fields)


def _sheets(events: Iterable[Event]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name and the sheet of whoever comes into play, as they stand in the save."""
    for event in events:
        for change in event.changes:
            match change:
                case Change(
                    ("creatures" | "templates", _), How.NEW, {"name": str(name), "sheet": dict(sheet)}
                ):
                    yield name, sheet
