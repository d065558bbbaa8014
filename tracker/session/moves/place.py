"""Look up and change a combatant's place in the encounter being played."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.session.groups import is_past
from tracker.session.move_builder import MoveBuilder
from tracker.session.state import Combatant, Encounter, Session


def fight_of(session: Session) -> Encounter:
    """Require the encounter being played; refuses `no_encounter`."""
    if session.fight is None:
        raise Refusal("no_encounter")
    return session.fight


def combatant_of(session: Session, who: str) -> Combatant:
    """Require a combatant's place in the encounter being played; refuses `not_in_encounter`."""
    combatant = fight_of(session).combatants.get(who)
    if combatant is None:
        raise Refusal("not_in_encounter", name=session.creature(who).name)
    return combatant


def add_combatant(builder: MoveBuilder, who: str, combatant: Combatant) -> MoveBuilder:
    """Give a creature a place in the encounter being played."""
    fight = fight_of(builder.session)
    return set_fight(builder, replace(fight, combatants={**fight.combatants, who: combatant}))


def update_combatant(builder: MoveBuilder, who: str, **values: Any) -> MoveBuilder:
    """Change fields of a combatant of the encounter being played."""
    return add_combatant(builder, who, replace(combatant_of(builder.session, who), **values))


def with_late(builder: MoveBuilder, creature_ids: Iterable[str], *, moved: bool = False) -> MoveBuilder:
    """Let newcomers whose place in the round has passed act from the next round on, and record it.

    A creature only `moved` in the order keeps its turn, or gets it back if its place is still to come.
    """
    fight = fight_of(builder.session)
    for who in creature_ids:
        mark = fight.mark(who)
        if mark not in fight.entered or fight.has_begun(who) or (moved and not fight.is_late(who)):
            continue
        waiting = replace(fight, entered={**fight.entered, mark: False})
        is_late = is_past(builder.session, waiting, who)
        if is_late is not fight.is_late(who):
            fight = replace(waiting, entered={**fight.entered, mark: is_late})
            builder = set_fight(builder, fight)
            builder = builder.with_fact("acts_next_round", who=who) if is_late else builder
    return builder


def set_fight(builder: MoveBuilder, fight: Encounter) -> MoveBuilder:
    """Replace the encounter being played."""
    return builder.with_element("encounters", builder.session.encounter, fight)
