"""The library: what is put on its shelves, and what is taken from them into a game.

Putting in and taking off are moves of the library's own session; taking from it are moves of a game, which
gets copies and leaves the library as it was. Its keys are names, so that two GMs who both put goblins there
have one kind of goblin.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH, Scalar
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, GameSystem, Sheet
from tracker.session.course import Course
from tracker.session.event import Deed, Event, Fresh
from tracker.session.history import History
from tracker.session.moves.campaign import named
from tracker.session.moves.party import MOST_AT_ONCE, NPC, brought, copied, template_named
from tracker.session.resources import filled
from tracker.session.schema import within_bounds
from tracker.session.sheet_fields import read_field
from tracker.session.sheet_writing import write_field
from tracker.session.state import Creature, Kit, Lineup, Session, Template

SHELVES = ("templates", "lineups", "kits", "tables")
"""Collections of a session that a library uses."""
STOCKED = "stocked"
_NUMBERED = re.compile(r"(?P<stem>.*\S)\s+\d+")


def shelf_key(name: str) -> str:
    """Return the key of a name on the shelves.

    >>> shelf_key("Goblin  Arquero")
    'goblin arquero'
    """
    return " ".join(name.casefold().replace("/", "-").split())[:NAME_LENGTH]


def pristine(game: GameSystem, sheet: Sheet) -> Sheet:
    """Return a sheet as it was before play: whole, rested, with nothing on it that passes."""
    fresh = game.new_sheet(NPC, 0)
    for field in game.fields:
        if not field.passing:
            fresh = write_field(fresh, field, read_field(sheet, field))
    whole: Sheet = within_bounds(filled(game, fresh, [each.current for each in game.gauges]))
    return whole


def shelve_creature(library: Session, session: Session, who: str, name: str) -> Deed:
    """Put a creature of a game into the library as a template, as it was before it met the party."""
    creature = session.creature(who)
    template = Template(pristine(session.game, creature.sheet), named(name or stem(creature.name)))
    return _shelved(Course.of(library), replace(template, notes=creature.notes)).deed()


def shelve_encounter(library: Session, session: Session, name: str) -> Deed:
    """Put the adversaries of the fight into the library as an encounter, with the templates it lacks."""
    fight = session.fight
    if fight is None:
        raise Refusal("no_encounter")
    course, members = Course.of(library), dict[str, int]()
    for who in fight.combatants:
        creature = session.creatures.get(who)
        if creature is None or creature.party:
            continue
        key = shelf_key(stem(creature.name))
        members[key] = members.get(key, 0) + 1
        if key not in course.session.templates:
            course = _shelved(course, _model(session, creature))
    if not members:
        raise Refusal("nobody_to_shelve", name=fight.name)
    lineup = Lineup(named(name or fight.name), members)
    course = course.with_element("lineups", shelf_key(lineup.name), lineup)
    return course.told("shelved_lineup", name=lineup.name, count=sum(members.values())).deed()


def shelve_table(library: Session, session: Session, key: str) -> Deed:
    """Put a table of a game into the library."""
    table = session.tables[key]
    course = Course.of(library).with_element("tables", shelf_key(table.name), table)
    return course.told("shelved_table", name=table.name, rows=len(table.rows)).deed()


def shelve_kit(library: Session, session: Session, owner: str, name: str) -> Deed:
    """Put what somebody carries into the library as a kit, put out and unused; no owner: the party's."""
    carried = [each for each in session.supplies.values() if each.owner == owner and not each.depleted]
    if not carried:
        raise Refusal("nothing_to_shelve")
    supplies = tuple(replace(each, owner="", active=False, due=0, left=0, fired=False) for each in carried)
    kit = Kit(named(name), supplies)
    course = Course.of(library).with_element("kits", shelf_key(kit.name), kit)
    return course.told("shelved_kit", name=kit.name, count=len(supplies)).deed()


def stock(
    library: Session,
    shelves: Mapping[str, Mapping[str, Any]],
    parcel: str = "",
    *,
    earlier: int = 0,
    known_earlier: int = 0,
) -> Deed:
    """Put everything of a file into the library, over what has the same name.

    What is too much for one event comes in several that name one `parcel`: they are taken back as one, and
    each tells what has come so far, `earlier` ones included, so that the last one tells the whole.
    """
    course = Course.of(library)
    known = known_earlier + sum(
        key in getattr(library, shelf) for shelf, new in shelves.items() for key in new
    )
    for shelf, new in shelves.items():
        if new:
            course = course.became(**{shelf: {**getattr(course.session, shelf), **new}})
    count = earlier + sum(map(len, shelves.values()))
    return course.told(STOCKED, count=count, known=known, parcel=parcel).deed()


def drop(library: Session, shelf: str, key: str) -> Deed:
    """Take something off a shelf."""
    name = getattr(library, shelf)[key].name
    return Course.of(library).without_element(shelf, key).told("unshelved", name=name).deed()


def undo(history: History) -> Deed:
    """Take back the last thing done to the library that still counts, whoever did it."""
    for event in reversed(list(history)):
        if not event.cancels and history.counts(event.id) and not _is_beginning(event):
            fact = Fact("library_undone", {"event": event.id})
            return Deed((fact,), cancels=event.id, rewinds=_rest_of_parcel(history, event))
    raise Refusal("nothing_to_undo")


def _rest_of_parcel(history: History, last: Event) -> tuple[str, ...]:
    """Return the other events in force by which the same file came in."""
    parcels = {_parcel(last)} - {None}
    return tuple(
        event.id
        for event in history
        if event.id != last.id and _parcel(event) in parcels and history.counts(event.id)
    )


def _parcel(event: Event) -> Scalar | None:
    return next((fact.data.get("parcel") or None for fact in event.facts if fact.kind == STOCKED), None)


def redo(history: History) -> Deed:
    """Bring back what the last undo in the library took."""
    event = history.redoable
    if event is None:
        raise Refusal("nothing_to_redo")
    return Deed((Fact("library_redone", {"event": event.cancels}),), cancels=event.id)


def bring(
    session: Session,
    template: Template,
    count: int,
    values: Mapping[str, str],
    fresh: Fresh,
    *,
    hidden: bool | None = None,
) -> Deed:
    """Bring copies of one of the library's templates into play, in the encounter if there is one."""
    _check_count(count)
    model = copied(session, _copy(session, template), values)
    return brought(Course.of(session), model, count, fresh, hidden=hidden).deed()


def bring_lineup(
    session: Session, library: Session, key: str, times: int, fresh: Fresh, *, hidden: bool | None = None
) -> Deed:
    """Bring an encounter of the library into play, so many times over; refuses one that lacks a template."""
    lineup = library.lineups[key]
    missing = [member for member in lineup.members if member not in library.templates]
    if missing:
        raise Refusal("lineup_lacks", name=lineup.name, missing=", ".join(missing))
    _check_count(times)
    _check_count(sum(lineup.members.values()) * times)
    course = Course.of(session)
    for member, count in lineup.members.items():
        course = brought(
            course, _copy(session, library.templates[member]), count * times, fresh, hidden=hidden
        )
    return course.deed()


def give_kit(session: Session, kit: Kit, owner: str, fresh: Fresh) -> Deed:
    """Hand a kit of the library to somebody; without an owner it is the party's."""
    course = Course.of(session)
    for supply in kit.supplies:
        course = course.with_element("supplies", fresh(), replace(supply, owner=owner))
        course = course.told("supply_got", name=supply.name, who=owner, die=supply.die)
    return course.deed()


def copy_table(session: Session, key: str, table: RandomTable) -> Deed:
    """Copy a table of the library into the game, under the key by which its rules ask for it."""
    course = Course.of(session).with_element("tables", key, table)
    return course.told("table_kept", name=table.name, dice=table.dice, rows=len(table.rows)).deed()


def stem(name: str) -> str:
    """Return what a creature is called without the number that tells it from its like.

    >>> stem("Goblin 3")
    'Goblin'
    """
    match = _NUMBERED.fullmatch(name)
    return match["stem"] if match else name


def _model(session: Session, creature: Creature) -> Template:
    """Return what a creature was made from: the game's own template, or itself as it was."""
    name = stem(creature.name)
    own = template_named(session, name)
    sheet = pristine(session.game, own.sheet if own else creature.sheet)
    return Template(sheet, name, own.notes if own else creature.notes)


def _shelved(course: Course, template: Template) -> Course:
    course = course.with_element("templates", shelf_key(template.name), template)
    return course.told("shelved_template", name=template.name)


def _copy(session: Session, template: Template) -> Creature:
    """Return a creature of a template, whose moments are those of this game's clock."""
    sheet = session.game.clock_corrected(template.sheet, session.elapsed)
    return Creature(sheet, template.name, notes=template.notes)


def _check_count(count: int) -> None:
    if not 1 <= count <= MOST_AT_ONCE:
        raise Refusal("bad_count", count=count, most=MOST_AT_ONCE)


def _is_beginning(event: Event) -> bool:
    return any(fact.kind == "campaign_created" for fact in event.facts)
