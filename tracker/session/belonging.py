"""Checks that an event fits the game of its save."""

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH, SUFFERS
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.change import Change, How
from tracker.session.event import Event
from tracker.session.schema import Keyed, Leaf, Record, Shape, check_key, decode, is_count, record_of_value
from tracker.session.state import session_shape
from tracker.session.text import clean


def refuse_foreign_sheets(system: str, event: Event) -> None:
    """Refuse an event that brings in a creature with the sheet of another game.

    A sheet of no known game may come from a newer version: reading skips it.
    """
    for name, sheet in _new_sheets(event):
        # A sheet of a game from a file is of no built-in game, so that none of these is imported.
        if SUFFERS in sheet or sheet.keys() <= _field_names(system):
            continue
        for other in SYSTEMS:
            if other != system and sheet.keys() <= _field_names(other):
                raise Refusal("sheet_of_another_game", name=clean(name, NAME_LENGTH), system=other)


def _field_names(system: str) -> frozenset[str]:
    return frozenset(record_of_value(system_of(system).sheet).fields)


def _new_sheets(event: Event) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name and the saved sheet of each creature or template that an event adds."""
    for change in event.changes:
        match change:
            case Change(("creatures" | "templates", _), How.NEW, {"name": str(name), "sheet": dict(sheet)}):
                yield name, sheet


def refuse_unfit_changes(system: str, event: Event) -> None:
    """Refuse an event with a change that no session of this system can have.

    Unknown fields may come from a newer version: folding skips them. Raises `unfit_change`, and `bad_value`
    for a value that its field cannot hold.
    """
    root = session_shape(system)
    for change in event.changes:
        if not _change_fits(root, change):
            raise Refusal("unfit_change", path=clean("/".join(change.path), NAME_LENGTH))


def _change_fits(root: Record, change: Change) -> bool:
    holder: Shape = root
    for step in change.path[:-1]:
        match holder:
            case Record(fields=parts):
                if step not in parts:
                    return True
                holder = parts[step]
            case Keyed(element=element):
                holder = element
            case _:
                return False
    key = change.path[-1]
    match holder:
        case Record(fields=parts) if key not in parts:
            return True
        case Record(fields=parts):
            return change.path != ("system",) and _part_fits(parts[key], change)
        case Keyed(element=element):
            return _element_fits(element, key, change)
    return False


def _element_fits(element: Shape, key: str, change: Change) -> bool:
    if change.how is How.GONE:
        return True
    if change.how is How.NEW or is_count(element):
        check_key(key)
    if change.how is not How.NEW:
        return _part_fits(element, change)
    decode(element, change.value)
    return True


def _part_fits(part: Shape, change: Change) -> bool:
    if change.how is How.BY:
        return isinstance(part, Leaf) and not part.is_text and type(change.value) is int
    if change.how is How.TO:
        decode(part, change.value)
        return True
    return False
