"""Orders of the library: what is put into it, and what is taken from it into the game."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tracker.commands.command import Command
from tracker.commands.matching import only, plain
from tracker.commands.reading import Reader
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.moves import library
from tracker.session.state import Session
from tracker.session.text import clean

VERB = "library"
_CREATURES = ("templates", "lineups")


def put(reader: Reader) -> Command:
    """Read `biblioteca QUIEN [NOMBRE]`, or what the word after it says."""
    what = _WHAT.get(plain(reader.peek() or ""))
    if what is None:
        return _put_creature(reader)
    reader.take("")
    return what(reader)


def _put_creature(reader: Reader) -> Command:
    who, name, session = reader.creature(), reader.rest(), reader.session
    return _order(lambda shelves: library.shelve_creature(shelves, session, who, name))


def _put_encounter(reader: Reader) -> Command:
    name, session = reader.rest(), reader.session
    return _order(lambda shelves: library.shelve_encounter(shelves, session, name))


def _put_table(reader: Reader) -> Command:
    session = reader.session
    key = _named(reader.rest(), _by_name(session.tables), "unknown_table")
    return _order(lambda shelves: library.shelve_table(shelves, session, key))


def _put_kit(reader: Reader) -> Command:
    owner, name, session = reader.owner(), reader.rest(), reader.session
    return _order(lambda shelves: library.shelve_kit(shelves, session, owner, name))


def _drop(reader: Reader) -> Command:
    """Take something off: only its whole name will do, whichever shelf it is on."""
    name, shelves = reader.rest(), _shelves(reader)
    found = [
        (shelf, key)
        for shelf in library.SECTIONS
        for key, each in getattr(shelves, shelf).items()
        if plain(each.name) == plain(name)
    ]
    if not found:
        raise _unknown(name, names_in(shelves), "not_in_library")
    shelf, key = found[0]
    return _order(lambda session: library.drop(session, shelf, key))


def _undo(reader: Reader) -> Command:
    reader.end()
    return Command(VERB, lambda history, roll, fresh: library.undo(history), library=True)


def _redo(reader: Reader) -> Command:
    reader.end()
    return Command(VERB, lambda history, roll, fresh: library.redo(history), library=True)


def taken(
    reader: Reader,
    name: str,
    count: int,
    values: Mapping[str, str],
    *,
    whole: bool,
    hidden: bool | None = None,
) -> Command | None:
    """Return the order that brings something of the library into play; None when nothing is called so.

    With `whole`, the beginning of a name is not enough: the game has something that begins like it.
    """
    shelves = _shelves(reader)
    shelf, key = _creature_named(name, shelves, whole=whole)
    if shelf == "templates":
        template = shelves.templates[key]
        return Command(
            "appear",
            lambda history, roll, fresh: library.bring(
                history.session, template, count, values, fresh, hidden=hidden
            ),
        )
    if shelf == "lineups":
        if values:
            raise reader.unknown(next(iter(values)))
        return Command(
            "appear",
            lambda history, roll, fresh: library.bring_lineup(
                history.session, shelves, key, count, fresh, hidden=hidden
            ),
        )
    return None


def _creature_named(name: str, shelves: Session, *, whole: bool) -> tuple[str, str]:
    """Return where a name is: written out anywhere, else the beginning of a creature's, of an encounter's."""
    for shelf in _CREATURES:
        for key, each in getattr(shelves, shelf).items():
            if plain(each.name) == plain(name):
                return shelf, key
    for shelf in () if whole else _CREATURES:
        if (found := only(name, _by_name(getattr(shelves, shelf)))) is not None:
            return shelf, found
    return "", ""


def give_kit(reader: Reader, owner: str) -> Command:
    """Read the name of a kit, for `lleva QUIEN kit NOMBRE`."""
    shelves = _shelves(reader)
    kit = shelves.kits[_named(reader.rest(), _by_name(shelves.kits), "unknown_kit")]
    return Command("get", lambda history, roll, fresh: library.give_kit(history.session, kit, owner, fresh))


def table_called(reader: Reader, name: str) -> RandomTable | None:
    """Return the library's table that a name means, or None."""
    tables = _shelves(reader).tables
    key = only(name, _by_name(tables))
    return tables[key] if key is not None else None


def tables_in(reader: Reader) -> list[str]:
    """Return the names of the library's tables."""
    return list(_by_name(_shelves(reader).tables))


def names_in(shelves: Session) -> list[str]:
    """Return the names of everything in the library."""
    return [each.name for shelf in library.SECTIONS for each in getattr(shelves, shelf).values()]


def _shelves(reader: Reader) -> Session:
    return reader.place.library.session


def _order(make: Callable[[Session], Draft]) -> Command:
    return Command(VERB, lambda history, roll, fresh: make(history.session), library=True)


def _by_name(elements: Mapping[str, Any]) -> dict[str, str]:
    return {each.name: key for key, each in elements.items()}


def _named(name: str, known: Mapping[str, str], code: str) -> str:
    key = only(name, known)
    if key is None:
        raise _unknown(name, known, code)
    return key


def _unknown(name: str, known: Iterable[str], code: str) -> Refusal:
    return Refusal(code, name=clean(name, NAME_LENGTH), known=", ".join(known) or "—")


_WHAT: Mapping[str, Callable[[Reader], Command]] = {
    "encuentro": _put_encounter,
    "encounter": _put_encounter,
    "kit": _put_kit,
    "tabla": _put_table,
    "table": _put_table,
    "borra": _drop,
    "drop": _drop,
    "deshacer": _undo,
    "undo": _undo,
    "rehacer": _redo,
    "redo": _redo,
}
"""What may stand behind the verb, written out, since anything else is somebody's name."""
