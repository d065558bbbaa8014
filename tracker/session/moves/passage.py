"""Time that creatures live: their countdowns, their turns outside an order, and the rolls that these queue.

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

_RUN_DATA = ("from", "span", "total", "before")
"""Data of a pending roll in which the rolls of one run of turns differ."""
_SAVES = "turn.end."
"""Prefix of saves against the GM's own effects outside an encounter."""


class TimeLived(Struct, frozen=True):
    """Time that a creature has lived, up to a second `at` of its own."""

    at: int
    turns: int
    """Number of turns that ended in that time."""
    outside: int
    """Number of these turns that were not taken in an encounter's order."""
    passes: int
    """Number of these turns that effects have yet to count down by."""


def turns_between(session: Session, since: int, until: int) -> int:
    """Count the turns that end after second `since`, up to `until`; 0 if the game's turns have no length."""
    return until // session.turn_seconds - since // session.turn_seconds if session.turn_seconds else 0


def live_through(builder: MoveBuilder, lives: Mapping[str, TimeLived], encounter: str = "") -> MoveBuilder:
    """Let creatures live: run their countdowns, and queue the rolls of turns outside an order (A1-40, A1-50).

    The rolls of the end of a round carry the id of its `encounter`.
    """
    for turns in dict.fromkeys(life.turns for life in lives.values() if life.turns):
        creature_ids = tuple(
            who for who in builder.session.creatures if who in lives and lives[who].turns == turns
        )
        builder = _count_down(builder, creature_ids, turns, encounter)
    for who in builder.session.creatures:
        if (life := lives.get(who)) is None:
            continue
        builder = count_turns(_queue_turn_rolls(builder, who, life, encounter), who, life.passes)
    return builder


def _count_down(
    builder: MoveBuilder, creature_ids: tuple[str, ...], turns: int, encounter: str
) -> MoveBuilder:
    session = builder.session
    result = session.game.turns_pass(session.rules_context(), creature_ids, turns)
    return builder.with_result(result, f"turn.{session.elapsed}.", encounter)


def _queue_turn_rolls(builder: MoveBuilder, who: str, life: TimeLived, encounter: str) -> MoveBuilder:
    session = builder.session
    if not life.outside or session.is_out(who):
        return builder
    context = replace(session.rules_context(), now=life.at)
    first = life.at - (life.outside - 1) * session.turn_seconds
    settled = session.encounters[encounter].settled if encounter else {}
    rolls = [
        replace(roll, encounter=encounter, data={**roll.data, "from": first})
        for roll in session.game.turns_outside(context, who, life.outside)
        if key_in_turn(who, roll.key, life.at) not in settled
    ]
    merged = _merged_runs(session, rolls) if life.outside == 1 else {}
    if merged:
        builder = builder.with_pending_data(merged)
    else:
        builder = builder.with_pending(
            tuple(rolls), free_key_prefix(f"turn.{life.at}.", session.pending, rolls), encounter
        )
    return builder.with_pending(effect_saves(session, who), _SAVES)


def _merged_runs(session: Session, rolls: Iterable[PendingRoll]) -> dict[str, dict[str, Scalar]]:
    """Extend the pending rolls that a turn's rolls join, by key; empty if one of these has none to join."""
    merged: dict[str, dict[str, Scalar]] = {}
    for roll in rolls:
        preceding = next((each for each in session.pending.values() if _precedes(session, each, roll)), None)
        if preceding is None:
            return {}
        total = {"total": figure(preceding, "total") + figure(roll, "total")} if "total" in roll.data else {}
        merged[preceding.key] = {"span": turns_of(preceding) + 1, **total}
    return merged


def _precedes(session: Session, waiting: PendingRoll, roll: PendingRoll) -> bool:
    """Whether a pending roll has the same figures, and its last turn is the one before this roll's."""
    if (waiting.kind, waiting.who, waiting.encounter) != (roll.kind, roll.who, roll.encounter):
        return False
    if "from" not in waiting.data or _figures(waiting) != _figures(roll):
        return False
    return figure(waiting, "from") + turns_of(waiting) * session.turn_seconds == figure(roll, "from")


def _figures(pending: PendingRoll) -> dict[str, Scalar]:
    return {name: value for name, value in pending.data.items() if name not in _RUN_DATA}


def free_key_prefix(moment: str, waiting: Mapping[str, PendingRoll], rolls: Iterable[PendingRoll]) -> str:
    """Prefix for the keys of a turn's rolls, numbered if pending rolls have such keys already."""
    # Another turn may have ended at the same second before the GM went back in time, or in the same round
    # before its creature left and came back.
    new_rolls = tuple(rolls)
    moments = chain((moment,), (f"{moment}{number}." for number in count(2)))
    return next(
        each for each in moments if all(f"{each}{roll.who}.{roll.key}" not in waiting for roll in new_rolls)
    )


def with_turns_taken_back(
    now: Session, remaining: Session, old_session: Session, changes: tuple[Change, ...]
) -> Session:
    """Take an undone event's turns, and no others, out of the runs of turns in `remaining`, after the undo.

    `old_session` is the one that the event found, and `changes` are the event's own.
    """
    # Later turns have joined the event's rolls and state the number of turns in all. Undo alone would count
    # the turns of an event amid a run still, and drop the later turns of one that began a run.
    new_session, pending = apply(old_session, (changes,)), dict(remaining.pending)
    for key in {each.path[1] for each in changes if each.path[0] == "pending"}:
        waiting, earlier, later = (each.pending.get(key) for each in (now, old_session, new_session))
        if waiting is None or later is None or "from" not in waiting.data:
            continue
        turns, total = _turns_and_total(waiting)
        own_turns, own_total = _turns_and_total(later)
        since = figure(waiting, "from")
        if earlier is not None:
            turns_before, total_before = _turns_and_total(earlier)
            own_turns, own_total = own_turns - turns_before, own_total - total_before
            since -= figure(later, "from") - figure(earlier, "from")
        run = pending.get(key, waiting)
        if turns <= own_turns:
            pending.pop(key, None)
        elif key not in pending or (turns - own_turns, total - own_total) != _turns_and_total(run):
            counts = {"span": turns - own_turns} | (
                {"total": total - own_total} if "total" in run.data else {}
            )
            pending[key] = replace(run, data={**run.data, **counts, "from": since})
    return replace(remaining, pending=pending)


def _turns_and_total(pending: PendingRoll) -> tuple[int, int]:
    return turns_of(pending), figure(pending, "total")
