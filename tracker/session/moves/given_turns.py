"""Turns that the GM gives instead of an initiative order: to anybody, or to the side that acts.

A creature that has not acted yet waits, also one that delays. The round is over when none is left, or earlier
if the GM ends it.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import TurnOrder
from tracker.session.effects import adopt_effects
from tracker.session.event import Draft
from tracker.session.groups import (
    acting_leaders,
    is_standing,
    label,
    leader,
    mates_of,
    next_candidates,
    rows_to_act,
)
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.place import combatant_of, fight_of, set_fight
from tracker.session.moves.turns import (
    begin_encounter,
    carry_turns_over,
    finish_turns,
    skip_turns,
    start_round,
    start_turns,
    take_turn,
)
from tracker.session.state import Session


def order_turns(session: Session, turn_order: TurnOrder) -> Draft:
    """Choose how turns follow one another in this encounter and in those opened after it."""
    old_fight = fight_of(session)
    fight = carry_turns_over(session, old_fight, replace(old_fight, turn_order=turn_order, floor=""))
    builder = set_fight(MoveBuilder.for_session(session), fight)
    return builder.with_values(turn_order=turn_order).with_fact(f"turns_{turn_order}").draft()


def give_turn(session: Session, creature_ids: Iterable[str], roll: Roll) -> Draft:
    """End the turns under way and give these creatures and their rows theirs, all at once.

    Creatures that may not act now are left out. Once everybody has acted, a new round begins. If none of them
    may act, raises `has_acted`, `loses_turn`, `cannot_act`, or `other_side` while another side acts; in an
    initiative order, what `take_turn` raises.
    """
    if fight_of(session).is_ordered:
        return take_turn(session, creature_ids, roll)
    builder, order = _between_turns(session)
    chosen = tuple(creature_ids)
    for who in chosen:
        combatant_of(session, who)
    if not rows_to_act(builder.session, fight_of(builder.session)):
        builder = _start_next_round(builder, order, roll)
    fight = fight_of(builder.session)
    leaders = dict.fromkeys(leader(session, fight, mates_of(session, fight, who)) for who in chosen)
    open_to = next_candidates(builder.session, fight)
    next_leaders = tuple(who for who in leaders if who in open_to)
    if not next_leaders:
        raise _refusal_for(builder.session, next(iter(leaders)), open_to)
    waiting = rows_to_act(builder.session, fight)
    rows = [waiting[who] for who in next_leaders]
    return start_turns(builder, session.encounter, rows, fight.round).draft()


def _refusal_for(session: Session, who: str, open_to: Sequence[str]) -> Refusal:
    """Say why a combatant may not have the turn now."""
    fight = fight_of(session)
    if not is_standing(session, fight, who):
        return Refusal("cannot_act", who=who)
    if who in fight.turned:
        return Refusal("has_acted", who=who)
    if fight.combatants[who].surprised:
        return Refusal("loses_turn", who=who)
    side = fight.combatants[open_to[0]].side
    return Refusal("other_side", who=who, side=side, names=_row_names(session, open_to))


def _row_names(session: Session, leaders: Iterable[str]) -> str:
    fight = fight_of(session)
    waiting = rows_to_act(session, fight)
    return ", ".join(label(session, fight, waiting[who]) for who in leaders)


def end_turn(session: Session, roll: Roll) -> Draft:
    """End the turns under way; the only row left acts next, and after the last one a new round begins.

    Otherwise nobody has the turn until the GM gives it. Raises `whose_turn` if nobody has it already.
    """
    fight = fight_of(session)
    builder, order = _between_turns(session)
    open_to = next_candidates(builder.session, fight_of(builder.session))
    if not open_to:
        return _open_floor(_start_next_round(builder, order, roll)).draft()
    if len(open_to) == 1:
        fight = fight_of(builder.session)
        rows = [rows_to_act(builder.session, fight)[open_to[0]]]
        return start_turns(builder, session.encounter, rows, fight.round).draft()
    if fight.round and not fight.acting:
        raise Refusal("whose_turn", names=_row_names(session, open_to))
    return _open_floor(builder).draft()


def pass_floor(session: Session, side: str) -> Draft:
    """End the turns under way and let another side act; those left on the side before may act after it.

    Raises `side_has_acted` if nobody of the side is left in this round, and `no_sides` where sides do not act
    one after another.
    """
    if fight_of(session).turn_order is not TurnOrder.SIDES:
        raise Refusal("no_sides")
    builder, _order = _between_turns(session)
    fight = fight_of(builder.session)
    if all(fight.combatants[who].side != side for who in rows_to_act(builder.session, fight)):
        raise Refusal("side_has_acted", side=side)
    return _open_floor(set_fight(builder, replace(fight, floor=side))).draft()


def end_round(session: Session, roll: Roll) -> Draft:
    """End the round under way, even with turns left, and begin the next one, with nobody's turn."""
    builder, order = _between_turns(session)
    return _open_floor(_start_next_round(builder, order, roll)).draft()


def _between_turns(session: Session) -> tuple[MoveBuilder, list[str]]:
    """Begin the encounter or end the turns under way; give the builder and the ids of all who can act."""
    fight, order = fight_of(session), acting_leaders(session, fight_of(session))
    if fight.is_ordered:
        raise Refusal("in_order")
    if not order:
        raise Refusal("nobody_acts")
    builder = adopt_effects(
        MoveBuilder.for_session(session), fight.active if fight.active in order else order[0]
    )
    if fight.round:
        return finish_turns(builder, session.encounter), order
    builder = begin_encounter(builder, order).with_fact("round", encounter=session.encounter, round=1)
    return set_fight(builder, replace(fight_of(builder.session), round=1)), order


def _open_floor(builder: MoveBuilder) -> MoveBuilder:
    """Leave the turn to nobody until the GM gives it."""
    key, fight = builder.session.encounter, fight_of(builder.session)
    builder = set_fight(builder, replace(fight, active=""))
    open_to = next_candidates(builder.session, fight)
    if len(open_to) < len(rows_to_act(builder.session, fight)):
        return builder.with_fact("turn", encounter=key, who="", side=fight.combatants[open_to[0]].side)
    return builder.with_fact("turn", encounter=key, who="", free=True)


def _start_next_round(builder: MoveBuilder, order: Sequence[str], roll: Roll) -> MoveBuilder:
    key = builder.session.encounter
    return start_round(skip_turns(builder, key, round_over=True), key, order, roll)
