"""Progress clocks and counters: drawn, advanced, refilled, removed; a full clock waits for the GM."""

from collections.abc import Collection

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import MOST_SEGMENTS, TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.pending import SharedRoll, result_of_clock, roll_of_clock, throw_against
from tracker.session.progress import ProgressClock, Refill
from tracker.session.state import Session, element
from tracker.session.text import checked_text

Recharge = tuple[str, int]
"""The dice of a recharge, and the lowest total with which a counter comes back."""


def keep_progress(
    session: Session,
    key: str,
    name: str,
    segments: int | UnsetType = UNSET,
    *,
    who: str = "",
    refill: Refill | UnsetType = UNSET,
    recharge: Recharge | UnsetType = UNSET,
    hidden: bool | UnsetType = UNSET,
    outcome: str | UnsetType = UNSET,
) -> Draft:
    """Draw a progress clock or a counter, or correct the one of this key; what is left unset stays.

    `who` owns a new one. A counter begins full. A `recharge` refills it by a roll, instead of a `refill`.
    Raises `Refusal`: `bad_segments`, and `recharge_whose` for a recharge of a counter without owner.
    """
    clock = session.progress.get(key) or ProgressClock(clean_name(name), who=who)
    if segments is not UNSET:
        if not 0 < segments <= MOST_SEGMENTS:
            raise Refusal("bad_segments", count=segments, most=MOST_SEGMENTS)
        clock = replace(clock, segments=segments, filled=min(clock.filled, segments))
    if refill is not UNSET and refill is not clock.refill:
        clock = replace(clock, refill=refill, filled=0 if refill is Refill.NEVER else clock.segments)
    if recharge is not UNSET:
        if not clock.who:
            raise Refusal("recharge_whose")
        filled = clock.filled if clock.counts_down else clock.segments
        dice, back_at = recharge
        clock = replace(clock, refill=Refill.ROLL, filled=filled, dice=dice, back_at=back_at)
    if hidden is not UNSET:
        clock = replace(clock, shown=not hidden)
    if outcome is not UNSET:
        clock = replace(clock, outcome=checked_text(outcome, TEXT_LENGTH))
    builder = MoveBuilder.for_session(session).with_element("progress", key, clock)
    builder = builder.with_fact(
        "progress_kept",
        name=session.label_of(clock),
        filled=clock.filled,
        segments=clock.segments,
        shown=not clock.hidden,
    )
    if clock.refill is Refill.ROLL:
        builder = builder.with_fact("progress_recharges", dice=clock.dice, least=clock.back_at)
    elif clock.counts_down:
        builder = builder.with_fact("progress_refills", refill=clock.refill)
    return _queue_clock_roll(builder, key).draft()


def advance(session: Session, key: str, steps: int) -> Draft:
    """Fill segments, or empty some if `steps` is negative; a full clock and a used-up counter queue a roll.

    Raises `Refusal`: `unknown_progress`, `bad_steps` for 0.
    """
    clock = progress_of(session, key)
    if steps == 0:
        raise Refusal("bad_steps")
    filled = max(0, min(clock.filled + steps, clock.segments))
    builder = MoveBuilder.for_session(session).with_element("progress", key, replace(clock, filled=filled))
    builder = builder.with_fact(
        "progress_made", name=session.label_of(clock), filled=filled, segments=clock.segments
    )
    return _queue_clock_roll(builder, key).draft()


def spend(session: Session, key: str, count: int) -> Draft:
    """Use up some of a counter; refuses `used_up` and `only_so_many_left`."""
    clock = progress_of(session, key)
    if count > clock.filled:
        code = "only_so_many_left" if clock.filled else "used_up"
        raise Refusal(code, name=session.label_of(clock), count=count, left=clock.filled)
    return advance(session, key, -count)


def drop_progress(session: Session, key: str) -> Draft:
    """Remove a progress clock, and the pending roll of it."""
    name = session.label_of(progress_of(session, key))
    return (
        MoveBuilder.for_session(session)
        .without_element("progress", key)
        .with_fact("progress_dropped", name=name)
        .draft()
    )


def resolve_clock(builder: MoveBuilder, pending: PendingRoll, roll: Roll) -> MoveBuilder:
    """Resolve the pending roll of a clock: what a full one brings, or whether a counter recharges."""
    return (
        _recharge(builder, pending, roll)
        if pending.kind == SharedRoll.RECHARGE
        else _fill_clock(builder, pending, roll)
    )


def _fill_clock(builder: MoveBuilder, pending: PendingRoll, roll: Roll) -> MoveBuilder:
    """Record that the GM has told what a full clock brings, and play what the game makes of it."""
    builder = builder.with_fact("progress_happens", name=pending.data["name"], text=pending.data["text"])
    return builder.with_result(result_of_clock(builder.session, str(pending.data["progress"]), roll))


def recharges(session: Session, who: str) -> tuple[PendingRoll, ...]:
    """Recharge rolls of a creature's counters, for the start of its turn."""
    return tuple(
        PendingRoll(f"recharge.{key}", SharedRoll.RECHARGE, who, {"progress": key, "name": clock.name})
        for key, clock in session.progress.items()
        if clock.who == who and clock.recharges
    )


def _recharge(builder: MoveBuilder, pending: PendingRoll, roll: Roll) -> MoveBuilder:
    """Roll the recharge of a counter, and fill it on a success."""
    key = str(pending.data["progress"])
    clock = progress_of(builder.session, key)
    throw, recharged = throw_against("recharge", clock.dice, clock.back_at, roll, clock.who)
    builder = builder.with_throws(throw)
    name = builder.session.label_of(clock)
    if not recharged:
        return builder.with_fact("progress_stays_spent", who=clock.who, name=name)
    builder = builder.with_element("progress", key, replace(clock, filled=clock.segments))
    return builder.with_fact("progress_recharged", who=clock.who, name=name, segments=clock.segments)


def progress_of(session: Session, key: str) -> ProgressClock:
    """Require a progress clock by its key; refuses `unknown_progress`."""
    return element(session.progress, key, "unknown_progress")


def refill_counters(builder: MoveBuilder, refill: Refill, owners: Collection[str]) -> MoveBuilder:
    """Fill the counters of these owners that refill at this moment; an empty id stands for the table."""
    for key, clock in builder.session.progress.items():
        if clock.refill is refill and clock.who in owners and clock.filled < clock.segments:
            full = replace(clock, filled=clock.segments)
            builder = builder.with_element("progress", key, full)
            builder = builder.with_fact(
                "progress_refilled", name=builder.session.label_of(clock), segments=clock.segments
            )
    return builder


def remove_clocks(builder: MoveBuilder, who: str) -> MoveBuilder:
    remaining = {key: each for key, each in builder.session.progress.items() if each.who != who}
    return (
        builder
        if len(remaining) == len(builder.session.progress)
        else builder.with_values(progress=remaining)
    )


def _queue_clock_roll(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Queue what a complete clock brings; a counter without an outcome queues nothing."""
    clock = builder.session.progress[key]
    if not clock.complete or (clock.counts_down and not clock.outcome):
        return builder
    return builder.with_pending((roll_of_clock(builder.session, key),))
