"""The sections of the library, and the moves by which a game copies from them.

Keys of the library are names: two GMs who both put goblins there have one kind of goblin.
"""

from collections.abc import Iterator, Mapping, Sequence

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
    bring_copies,
    check_count,
    creature_of,
    record_doubts,
)
from tracker.session.pasted import Pasted
from tracker.session.resources import full_resources
from tracker.session.schema import Keyed, decode, within_bounds
from tracker.session.sheet_fields import read_field, write_field
from tracker.session.state import Creature, Kit, Session, Template, session_shape
from tracker.session.text import stem_of

SECTIONS = ("templates", "lineups", "kits", "tables")
"""The collections of a session that a library fills."""


def section_key(name: str) -> str:
    """Make the key of a name in the library.

    >>> section_key("Goblin  Arquero")
    'goblin arquero'
    """
    return " ".join(name.casefold().replace("/", "-").split())[:NAME_LENGTH]


def pristine_sheet(game: GameSystem, sheet: Sheet) -> Sheet:
    """Reset a sheet to the time before play: full resources, and no passing conditions."""
    fresh = game.new_sheet(NPC, 0)
    for field in game.fields:
        if not field.passing:
            fresh = write_field(fresh, field, read_field(sheet, field))
    full: Sheet = within_bounds(full_resources(game, fresh, [each.current for each in game.gauges]))
    return full


def bring_pasted(
    session: Session, pasted: Sequence[Pasted], count: int, fresh: Fresh, *, hidden: bool | None = None
) -> Draft:
    """Bring `count` creatures of each stat block into play, in the encounter if there is one."""
    check_count(count * len(pasted))
    builder = MoveBuilder.for_session(session)
    for each in pasted:
        model = creature_of(builder.session, each.template)
        builder = record_doubts(bring_copies(builder, model, count, fresh, hidden=hidden), each)
    return builder.draft()


def lineup_arrivals(
    library: Session, key: str, times: int = 1, *, grouped: bool = False
) -> tuple[Arrival, ...]:
    """List the arrivals of an encounter of the library, `times` over; refuses `lineup_lacks`, `bad_count`."""
    lineup = library.lineups[key]
    missing = [member for member in lineup.members if member not in library.templates]
    if missing:
        raise Refusal("lineup_lacks", name=lineup.name, missing=", ".join(missing))
    check_count(times)
    counts = [(library.templates[member], count * times) for member, count in lineup.members.items()]
    return tuple(Arrival(each.name, count, grouped, each) for each, count in counts)


def give_kit(session: Session, kit: Kit, owner: str, fresh: Fresh) -> Draft:
    """Hand a kit of the library to a creature; an empty `owner` stands for the party."""
    builder = MoveBuilder.for_session(session)
    for supply in kit.supplies:
        builder = builder.with_element("supplies", fresh(), replace(supply, owner=owner))
        builder = builder.with_fact("supply_got", name=supply.name, who=owner, die=supply.die)
    return builder.draft()


def copy_tables(session: Session, tables: Mapping[str, RandomTable]) -> Draft:
    """Copy tables of the library into the game, under the keys that its rules know them by."""
    builder = MoveBuilder.for_session(session)
    for key, table in tables.items():
        builder = builder.with_element("tables", key, table)
        builder = builder.with_fact("table_kept", name=table.name, dice=table.dice, rows=len(table.rows))
    return builder.draft()


def find_adversary(history: History, name: str) -> Template | None:
    """Find an adversary of this campaign by its name, in earlier fights too, as it was before play."""
    session, words = history.session, fold(name).split()
    matches = (
        each for creature_name, each in adversaries(history) if fold(stem_of(creature_name)).split() == words
    )
    change, creatures = next(matches, None), session_shape(session.system).fields["creatures"]
    if change is None or not isinstance(creatures, Keyed):
        return None
    who = change.path[1]
    creature: Creature = session.creatures.get(who) or decode(creatures.element, change.value)
    return Template(pristine_sheet(session.game, creature.sheet), stem_of(history.names[who]), creature.notes)


def adversaries(history: History) -> Iterator[tuple[str, Change]]:
    """Yield name and first change of all creatures outside the party, gone ones too, the latest first."""
    for change in history.newcomers():
        who = change.path[1]
        now = history.session.creatures.get(who)
        if not (now.party if now else change.value.get("party")):
            yield history.names[who], change
