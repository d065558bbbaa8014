"""What a typed line takes from the library of the folder, by name."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.commands.command import Command
from tracker.commands.matching import keys_by_name, match_one, normalize, require_match
from tracker.commands.reading import Reader
from tracker.rules.random_table import RandomTable
from tracker.session.moves import library
from tracker.session.moves.party import Arrival
from tracker.session.pasted import Pasted
from tracker.session.state import Session

_CREATURES = ("templates", "lineups")


def arrivals_of(reader: Reader, kind: Arrival, *, whole: bool) -> tuple[Arrival, ...]:
    """Find who arrives with the library's element of a name; nobody if there is none.

    With `whole` an abbreviation is not enough, because a name of the campaign begins like it. An encounter
    takes no values.
    """
    library_session = _library(reader)
    section, key = _find_creature(kind.name, library_session, whole=whole)
    if section == "templates":
        return (replace(kind, template=library_session.templates[key]),)
    if section == "lineups":
        if kind.values:
            raise reader.unknown_word_refusal(next(iter(kind.values)))
        return library.lineup_arrivals(library_session, key, kind.count, grouped=kind.grouped)
    return ()


def bring_pasted(pasted: tuple[Pasted, ...], count: int, *, hidden: bool | None) -> Command:
    """Build the command that brings creatures of stat blocks into play, so many of each."""
    return Command(
        "appear",
        lambda history, roll, fresh: library.bring_pasted(
            history.session, pasted, count, fresh, hidden=hidden
        ),
        pasted=pasted,
    )


def _find_creature(name: str, library_session: Session, *, whole: bool) -> tuple[str, str]:
    """Find the section and key of a name: a whole name, else an abbreviated creature, else an encounter."""
    for section in _CREATURES:
        for key, element in getattr(library_session, section).items():
            if normalize(element.name) == normalize(name):
                return section, key
    for section in () if whole else _CREATURES:
        if (matching_key := match_one(name, keys_by_name(getattr(library_session, section)))) is not None:
            return section, matching_key
    return "", ""


def give_kit(reader: Reader, owner: str) -> Command:
    """Read the name of a kit, for `carry WHO kit NAME`."""
    library_session = _library(reader)
    kit = library_session.kits[
        require_match(reader.take_rest_name(), keys_by_name(library_session.kits), "unknown_kit")
    ]
    return Command("get", lambda history, roll, fresh: library.give_kit(history.session, kit, owner, fresh))


def kit_names(reader: Reader) -> list[str]:
    return list(keys_by_name(_library(reader).kits))


def find_table(reader: Reader, name: str) -> RandomTable | None:
    tables = tables_of(reader)
    key = match_one(name, keys_by_name(tables))
    return tables[key] if key is not None else None


def tables_of(reader: Reader) -> Mapping[str, RandomTable]:
    return _library(reader).tables


def table_names(reader: Reader) -> list[str]:
    return list(keys_by_name(_library(reader).tables))


def element_names(library_session: Session) -> list[str]:
    return [each.name for section in library.SECTIONS for each in getattr(library_session, section).values()]


def _library(reader: Reader) -> Session:
    return reader.context.library.session
