"""Time that creatures live: their countdowns, the turns that no order gave them, and what these call for.

A turn outside an order joins the pending rolls of the turns before it, so that many turns are one decision.
"""

from collections.abc import Iterable, Mapping
from itertools import chain, count

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.fields import Scalar
from tracker.rules.pending import figure, turns_of
from tracker.rules.system import PendingRoll
from tracker.session.change import Change, apply
from tracker.session.effects import count_turns, effect_saves
from tracker.session.move_builder import MoveBuilder
from tracker.session.pending import key_in_turn
from tracker.session.state import Session

_OF_A_RUN = ("from", "span", "total", "before")
"""Data in which the rolls of one turn differ from those of the turns that they join."""
_SAVES = "turn.end."
"""Prefix of saves against the GM's own effects outside an encounter."""


class TimeLived(Struct, frozen=True):
    """Time that a creature has lived, up to a second `at` of its own."""

    at: int
    turns: int
    """Number of turns that ended in it."""
    outside: int
    """Number of them that no order gave it."""
    passes: int
    """Number of them that the effects that count by its turns have yet to count."""


def turns_between(session: Session, since: int, until: int) -> int:
    """Return how many turns end after a second of the clock, up to another; none if no length is told."""
    return until // session.turn_seconds - since // session.turn_seconds if session.turn_seconds else 0


def live_through(builder: MoveBuilder, lives: Mapping[str, TimeLived], encounter: str = "") -> MoveBuilder:
    """Let creatures live: countdowns go down, and turns outside an order call for their rolls (A1-40, A1-50).

    The rolls that the end of a round calls for carry the id of its `encounter`.
    """
    for turns in dict.fromkeys(each.turns for each in lives.values() if each.turns):
        creature_ids = tuple(
            who for who in builder.session.creatures if who in lives and lives[who].turns == turns
        )
        builder = _count_down(builder, creature_ids, turns, encounter)
    for who in builder.session.creatures:
        if (each := lives.get(who)) is None:
            continue
        builder = count_turns(_queue_turn_rolls(builder, who, each, encounter), who, each.passes)
    return builder


def _count_down(
    builder: MoveBuilder, creature_ids: tuple[str, ...], turns: int, encounter: str
) -> MoveBuilder:
    session = builder.session
    result = session.game.turns_pass(session.rules_context(), creature_ids, turns)
    return builder.with_result(result, f"turn.{session.elapsed}.", encounter)


def _queue_turn_rolls(builder: MoveBuilder, who: str, each: TimeLived, encounter: str) -> MoveBuilder:
    session = builder.session
    if not each.outside or session.is_out(who):
        return builder
    context = replace(session.rules_context(), now=each.at)
    first = each.at - (each.outside - 1) * session.turn_seconds
    settled = session.encounters[encounter].settled if encounter else {}
    rolls = [
        replace(roll, encounter=encounter, data={**roll.data, "from": first})
        for roll in session.game.turns_outside(context, who, each.outside)
        if key_in_turn(who, roll.key, each.at) not in settled
    ]
    joined = _merged_runs(session, rolls) if each.outside == 1 else {}
    if joined:
        builder = builder.with_pending_data(joined)
    else:
        builder = builder.with_pending(
            tuple(rolls), free_key_prefix(f"turn.{each.at}.", session.pending, rolls), encounter
        )
    return builder.with_pending(effect_saves(session, who), _SAVES)


def _merged_runs(session: Session, rolls: Iterable[PendingRoll]) -> dict[str, dict[str, Scalar]]:
    """Return the new data of the waiting rolls that a turn joins; none if one of its rolls finds no other."""
    joined: dict[str, dict[str, Scalar]] = {}
    for roll in rolls:
        before = next((each for each in session.pending.values() if _precedes(session, each, roll)), None)
        if before is None:
            return {}
        total = {"total": figure(before, "total") + figure(roll, "total")} if "total" in roll.data else {}
        joined[before.key] = {"span": turns_of(before) + 1, **total}
    return joined


def _precedes(session: Session, before: PendingRoll, roll: PendingRoll) -> bool:
    """Whether a waiting roll is alike in every figure, and its last turn is the one before this roll's."""
    if (before.kind, before.who, before.encounter) != (roll.kind, roll.who, roll.encounter):
        return False
    if "from" not in before.data or _figures(before) != _figures(roll):
        return False
    return figure(before, "from") + turns_of(before) * session.turn_seconds == figure(roll, "from")


def _figures(pending: PendingRoll) -> dict[str, Scalar]:
    return {name: value for name, value in pending.data.items() if name not in _OF_A_RUN}


def free_key_prefix(moment: str, waiting: Mapping[str, PendingRoll], rolls: Iterable[PendingRoll]) -> str:
    """Return the beginning of the keys of a turn's rolls, numbered if waiting rolls have such keys.

    Another turn may have ended at the same second before somebody went back, or in the same round before
    somebody left it and came back.
    """
    called = tuple(rolls)
    moments = chain((moment,), (f"{moment}{number}." for number in count(2)))
    return next(
        each for each in moments if all(f"{each}{roll.who}.{roll.key}" not in waiting for roll in called)
    )


def with_turns_taken_back(
    now: Session, left: Session, before: Session, changes: tuple[Change, ...]
) -> Session:
    """Return the session that an undo leaves, in which runs of turns lack those of the undone event alone.

    Later turns have joined its rolls, and say how many turns there are in all: an undone event in their midst
    would be counted still, and one that began a run would take the later turns away. `before` is the session
    that the event found.
    """
    after, pending = apply(before, (changes,)), dict(left.pending)
    for key in {each.path[1] for each in changes if each.path[0] == "pending"}:
        waiting, earlier, later = (each.pending.get(key) for each in (now, before, after))
        if waiting is None or later is None or "from" not in waiting.data:
            continue
        turns, total = _turns_and_total(waiting)
        own, own_total = _turns_and_total(later)
        since = figure(waiting, "from")
        if earlier is not None:
            turns_before, total_before = _turns_and_total(earlier)
            own, own_total = own - turns_before, own_total - total_before
            since -= figure(later, "from") - figure(earlier, "from")
        run = pending.get(key, waiting)
        if turns <= own:
            pending.pop(key, None)
        elif key not in pending or (turns - own, total - own_total) != _turns_and_total(run):
            counts = {"span": turns - own} | ({"total": total - own_total} if "total" in run.data else {})
            pending[key] = replace(run, data={**run.data, **counts, "from": since})
    return replace(left, pending=pending)


def _turns_and_total(pending: PendingRoll) -> tuple[int, int]:
    return turns_of(pending), figure(pending, "total")
