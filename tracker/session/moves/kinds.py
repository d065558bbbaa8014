"""What is true of a kind is said once: of those in play, and of those to come."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tracker.rules.text import fold
from tracker.session.event import Draft, Fresh
from tracker.session.groups import kind_of
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.library import pristine_sheet
from tracker.session.moves.party import write_sheets
from tracker.session.moves.turns import with_risen
from tracker.session.sheet_fields import with_fields_written
from tracker.session.state import Session, Template
from tracker.session.text import stem_of


def edit_sheets(
    session: Session, creature_ids: Sequence[str], values: Mapping[str, str], fresh: Fresh, *, by_kind: bool
) -> Draft:
    """Write the same fields of several sheets, all of them or none.

    With `by_kind`, each kind that is there whole keeps the values in its template too, for those to come.
    """
    builder = write_sheets(MoveBuilder.for_session(session), creature_ids, values)
    leaders: dict[str, str] = {}
    for who in creature_ids if by_kind else ():
        leaders.setdefault(fold(stem_of(session.creatures[who].name)), who)
    for who in leaders.values():
        if not session.creatures[who].party and {*kind_of(session, who)} <= {*creature_ids}:
            builder = _keep_values(builder, who, values, fresh)
    return with_risen(builder).draft()


def _keep_values(builder: MoveBuilder, who: str, values: Mapping[str, str], fresh: Fresh) -> MoveBuilder:
    session, creature = builder.session, builder.session.creatures[who]
    name = stem_of(creature.name)
    key = next((key for key, each in session.templates.items() if fold(each.name) == fold(name)), "")
    if key:
        template = session.templates[key]
        template = replace(template, sheet=with_fields_written(session.game, template.sheet, values))
    else:
        key, template = fresh(), Template(pristine_sheet(session.game, creature.sheet), name, creature.notes)
    return builder.with_element("templates", key, template).with_fact("kind_kept", name=template.name)
