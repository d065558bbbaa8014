"""The moves of the library's own session: putting elements into its sections, and removing them."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.rules.table_reading import tables_called
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves import undo as undo_moves
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.library import SECTIONS, pristine_sheet, section_key
from tracker.session.moves.party import (
    record_doubts,
    template_named,
)
from tracker.session.pasted import Pasted
from tracker.session.schema import MOST_ELEMENTS
from tracker.session.state import Creature, Kit, Lineup, Session, Template
from tracker.session.text import stem_of

STOCKED = "stocked"


def shelve_creature(library: Session, session: Session, who: str, name: str) -> Draft:
    """Put a creature of a game into the library as a template, as it was before it met the party."""
    creature = session.creature(who)
    template = Template(
        pristine_sheet(session.game, creature.sheet), clean_name(name or stem_of(creature.name))
    )
    return _save_to_library(
        _shelve(MoveBuilder.for_session(library), replace(template, notes=creature.notes))
    )


def shelve_pasted(library: Session, pasted: Sequence[Pasted]) -> Draft:
    """Put the creatures of stat blocks into the library, noting their doubtful fields."""
    builder = MoveBuilder.for_session(library)
    for each in pasted:
        builder = record_doubts(_shelve(builder, each.template), each)
    return _save_to_library(builder)


def shelve_encounter(library: Session, session: Session, name: str) -> Draft:
    """Put the adversaries of the fight into the library as an encounter, with the templates it lacks.

    Raises `Refusal`: `no_encounter`, `nobody_to_shelve`.
    """
    fight = session.fight
    if fight is None:
        raise Refusal("no_encounter")
    builder, members = MoveBuilder.for_session(library), dict[str, int]()
    for who in fight.combatants:
        creature = session.creatures.get(who)
        if creature is None or creature.party:
            continue
        key = section_key(stem_of(creature.name))
        members[key] = members.get(key, 0) + 1
        if key not in builder.session.templates:
            builder = _shelve(builder, _model(session, creature))
    if not members:
        raise Refusal("nobody_to_shelve", name=fight.name)
    lineup = Lineup(clean_name(name or fight.name), members)
    builder = builder.with_element("lineups", section_key(lineup.name), lineup)
    return _save_to_library(
        builder.with_fact("shelved_lineup", name=lineup.name, count=sum(members.values()))
    )


def shelve_table(library: Session, session: Session, key: str) -> Draft:
    """Put a table of a game into the library, with the tables that it calls and the library lacks."""
    table = session.tables[key]
    called_tables = tables_called(table, session.tables).values()
    lacking = [new_table for new_table in called_tables if section_key(new_table.name) not in library.tables]
    builder = MoveBuilder.for_session(library)
    for new_table in (table, *lacking):
        builder = builder.with_element("tables", section_key(new_table.name), new_table)
        builder = builder.with_fact("shelved_table", name=new_table.name, rows=len(new_table.rows))
    return _save_to_library(builder)


def shelve_kit(library: Session, session: Session, owner: str, name: str) -> Draft:
    """Put a creature's supplies into the library as a kit, unlit and unused; no owner means the party.

    Raises `Refusal` `nothing_to_shelve`.
    """
    carried = [each for each in session.supplies.values() if each.owner == owner and not each.is_depleted]
    if not carried:
        raise Refusal("nothing_to_shelve")
    supplies = tuple(replace(each, owner="", active=False, due=0, left=0, fired=False) for each in carried)
    kit = Kit(clean_name(name), supplies)
    builder = MoveBuilder.for_session(library).with_element("kits", section_key(kit.name), kit)
    return _save_to_library(builder.with_fact("shelved_kit", name=kit.name, count=len(supplies)))


def check_room(library: Session, sections: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse `library_full` if a section would grow beyond its limit.

    A section that is larger already, as merged copies can be, accepts replacements of its own elements.
    """
    for section, new_elements in sections.items():
        old_elements = getattr(library, section)
        if len(old_elements.keys() | new_elements.keys()) > max(MOST_ELEMENTS, len(old_elements)):
            raise Refusal("library_full", most=MOST_ELEMENTS)


def _save_to_library(builder: MoveBuilder) -> Draft:
    check_room(builder.start, {section: getattr(builder.session, section) for section in SECTIONS})
    return builder.draft()


def stock(
    library: Session,
    sections: Mapping[str, Mapping[str, Any]],
    batch: str = "",
    *,
    earlier: int = 0,
    known_earlier: int = 0,
) -> Draft:
    """Put the elements of a file into the library, over elements of the same name.

    A file too large for one event comes in several with the same `batch`, and one undo takes all of them
    back. Each says the count so far, `earlier` elements included, so that the last one says the total.
    """
    builder = MoveBuilder.for_session(library)
    known_count = known_earlier + sum(
        key in getattr(library, section) for section, new in sections.items() for key in new
    )
    for section, new in sections.items():
        if new:
            builder = builder.with_values(**{section: {**getattr(builder.session, section), **new}})
    count = earlier + sum(map(len, sections.values()))
    return _save_to_library(builder.with_fact(STOCKED, count=count, known=known_count, parcel=batch))


def drop(library: Session, section: str, key: str) -> Draft:
    name = getattr(library, section)[key].name
    return (
        MoveBuilder.for_session(library)
        .without_element(section, key)
        .with_fact("unshelved", name=name)
        .draft()
    )


def undo(history: History) -> Draft:
    """Undo the last action of any GM in the library that still counts."""
    for event in reversed(list(history)):
        if not event.cancels and history.counts(event.id) and not _is_first_of_batch(event):
            fact = Fact("library_undone", {"event": event.id})
            return Draft((fact,), cancels=event.id, rewinds=_rest_of_batch(history, event))
    raise Refusal("nothing_to_undo")


def _rest_of_batch(history: History, last_event: Event) -> tuple[str, ...]:
    """List the other events of the same file that still count."""
    batches = {_batch_of(last_event)} - {None}
    return tuple(
        event.id
        for event in history
        if event.id != last_event.id and _batch_of(event) in batches and history.counts(event.id)
    )


def _batch_of(event: Event) -> Scalar | None:
    return next((fact.data.get("parcel") or None for fact in event.facts if fact.kind == STOCKED), None)


def redo(history: History) -> Draft:
    return undo_moves.redo(history, "library_redone")


def _model(session: Session, creature: Creature) -> Template:
    """Build the template of a creature: the game's own, or the creature as it was before play."""
    name = stem_of(creature.name)
    own_template = template_named(session, name)
    sheet = pristine_sheet(session.game, own_template.sheet if own_template else creature.sheet)
    return Template(sheet, name, own_template.notes if own_template else creature.notes)


def _shelve(builder: MoveBuilder, template: Template) -> MoveBuilder:
    builder = builder.with_element("templates", section_key(template.name), template)
    return builder.with_fact("shelved_template", name=template.name)


def _is_first_of_batch(event: Event) -> bool:
    return any(fact.kind == "campaign_created" for fact in event.facts)
