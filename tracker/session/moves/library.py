"""The sections of the library, and what a game takes from them.

Taking is a move of the game, which gets copies and leaves the library as it was. The keys of the library are
names, so that two GMs who both put goblins there have one kind of goblin.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.system import Sheet
from tracker.rules.text import fold
from tracker.session.change import Change
from tracker.session.event import Draft, Fresh
from tracker.session.history import History
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.party import (
    NPC,
    Arrival,
    bring,
    check_count,
    creature_of,
    record_doubts,
)
from tracker.session.pasted import Pasted
from tracker.session.resources import full_resources
from tracker.session.schema import Keyed, decode, within_bounds
from tracker.session.sheet_fields import read_field, write_field
from tracker.session.state import Creature, Kit, Session, Template, session_shape

SECTIONS = ("templates", "lineups", "kits", "tables")
"""Collections of a session that a library uses."""
_NUMBERED = re.compile(r"(?P<stem>.*\S)\s+\d+")


def section_key(name: str) -> str:
    """Return the key of a name in the library.

    >>> section_key("Goblin  Arquero")
    'goblin arquero'
    """
    return " ".join(name.casefold().replace("/", "-").split())[:NAME_LENGTH]


def pristine(game: GameSystem, sheet: Sheet) -> Sheet:
    """Return a sheet as it was before play: whole, rested, with nothing on it that passes."""
    fresh = game.new_sheet(NPC, 0)
    for field in game.fields:
        if not field.passing:
            fresh = write_field(fresh, field, read_field(sheet, field))
    whole: Sheet = within_bounds(full_resources(game, fresh, [each.current for each in game.gauges]))
    return whole


def bring_pasted(
    session: Session, pasted: Pasted, count: int, fresh: Fresh, *, hidden: bool | None = None
) -> Draft:
    """Bring creatures of a stat block into play, in the encounter if there is one."""
    check_count(count)
    model = creature_of(session, pasted.template)
    return record_doubts(
        bring(MoveBuilder.for_session(session), model, count, fresh, hidden=hidden), pasted
    ).draft()


def members(library: Session, key: str, times: int = 1, *, grouped: bool = False) -> tuple[Arrival, ...]:
    """Return who comes with an encounter of the library, so many times over.

    Refuses one that lacks a template.
    """
    lineup = library.lineups[key]
    missing = [member for member in lineup.members if member not in library.templates]
    if missing:
        raise Refusal("lineup_lacks", name=lineup.name, missing=", ".join(missing))
    check_count(times)
    come = [(library.templates[member], count * times) for member, count in lineup.members.items()]
    return tuple(Arrival(each.name, count, grouped, each) for each, count in come)


def give_kit(session: Session, kit: Kit, owner: str, fresh: Fresh) -> Draft:
    """Hand a kit of the library to somebody; without an owner it is the party's."""
    builder = MoveBuilder.for_session(session)
    for supply in kit.supplies:
        builder = builder.with_element("supplies", fresh(), replace(supply, owner=owner))
        builder = builder.with_fact("supply_got", name=supply.name, who=owner, die=supply.die)
    return builder.draft()


def copy_tables(session: Session, tables: Mapping[str, RandomTable]) -> Draft:
    """Copy tables of the library into the game, under the keys by which its rules ask for them."""
    builder = MoveBuilder.for_session(session)
    for key, table in tables.items():
        builder = builder.with_element("tables", key, table)
        builder = builder.with_fact("table_kept", name=table.name, dice=table.dice, rows=len(table.rows))
    return builder.draft()


def earlier(history: History, name: str) -> Template | None:
    """Return the adversary of this campaign with a name, also of an earlier fight, as it was before play."""
    session, wanted = history.session, fold(name).split()
    came = (each for called, each in adversaries(history) if fold(stem(called)).split() == wanted)
    change, creatures = next(came, None), session_shape(session.system).fields["creatures"]
    if change is None or not isinstance(creatures, Keyed):
        return None
    who = change.path[1]
    creature: Creature = session.creatures.get(who) or decode(creatures.element, change.value)
    return Template(pristine(session.game, creature.sheet), stem(history.names[who]), creature.notes)


def adversaries(history: History) -> Iterator[tuple[str, Change]]:
    """Yield the names of those who are or were no part of the party, the latest first, and how they came."""
    for change in history.newcomers():
        who = change.path[1]
        now = history.session.creatures.get(who)
        if not (now.party if now else change.value.get("party")):
            yield history.names[who], change


def stem(name: str) -> str:
    """Return a creature's name without the number that tells it from others of its kind.

    >>> stem("Goblin 3")
    'Goblin'
    """
    match = _NUMBERED.fullmatch(name)
    return match["stem"] if match else name
