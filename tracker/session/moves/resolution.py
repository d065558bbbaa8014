"""Resolve pending rolls with dice or typed faces, skip them, and grant requests of players."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw, is_spent
from tracker.rules.pending import Adjustment, all_turns_of, figure
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.effects import stop_effect
from tracker.session.event import Draft
from tracker.session.faces import FacesOnTheTable
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves import almanac, outdoors, progress, reminders
from tracker.session.moves.clock import spend_time
from tracker.session.moves.place import update_combatant
from tracker.session.moves.turns import with_risen
from tracker.session.pending import (
    MOST_APART,
    SharedRoll,
    grouped_rolls,
    is_still_pending,
    keys_of_turns,
    lapse_data,
    likeness,
    line_of,
    resolve_roll,
    rolls_in,
    rolls_of,
    with_adjustment,
    with_favour,
    with_turns,
)
from tracker.session.request import RequestKind, request_fits, request_text
from tracker.session.state import Session

_SETTLED: Mapping[str, Callable[[MoveBuilder, PendingRoll], MoveBuilder]] = {
    SharedRoll.EFFECT_SAVE: lambda builder, pending: stop_effect(builder, str(pending.data["effect"])),
    SharedRoll.DATE: almanac.acknowledge,
    SharedRoll.AWAITED: reminders.resolve_reminder,
}
"""The moves for kinds of pending rolls that the GM settles without dice."""
NONE = Adjustment()
"""No adjustment of a pending roll."""


def resolve(
    session: Session,
    key: str,
    roll: Roll,
    *,
    favour: bool = False,
    turns: int | None = None,
    adjustment: Adjustment = NONE,
) -> Draft:
    """Resolve a pending roll by the rules that queued it; a `favour` spends a point on it first.

    Of a roll for many turns, `turns` of them count. A roll that has become pointless is skipped. Raises
    `Refusal`: `not_pending`, `bad_count`, `not_adjusted`, `no_modifier`.
    """
    pending = _pending(session, key)
    # Another GM may have made the roll pointless meanwhile.
    if not is_still_pending(session, pending):
        return skip(session, key)
    if turns is not None:
        pending = with_turns(pending, turns)
    if adjustment != NONE:
        pending = with_adjustment(session, pending, adjustment)
    return _resolve(
        MoveBuilder.for_session(session), with_favour(session, pending) if favour else pending, roll
    ).draft()


def resolve_line(
    session: Session,
    key: str,
    roll: Roll,
    *,
    favour: bool = False,
    turns: int | None = None,
    adjustment: Adjustment = NONE,
) -> Draft:
    """Resolve a pending roll with all that share its line, or the first `turns` of them.

    A `favour` is for the first. Typed faces resolve as many rolls as they suffice for; the others stay
    pending. Raises what `resolve` raises.
    """
    _pending(session, key)
    keys = line_of(session, key)
    rolls = rolls_in(session, keys)
    if rolls == 1:
        return resolve(session, key, roll, favour=favour, turns=turns, adjustment=adjustment)
    if turns is not None and not 0 < turns <= rolls:
        raise Refusal("bad_count", count=turns, most=rolls)
    limit = rolls if turns is None else turns
    return resolve_together(session, keys, roll, adjustment, favour=favour, as_typed=True, limit=limit)


def grant(session: Session, request: PendingRoll, roll: Roll) -> Draft:
    """Do what a player asked; the request does not come from the session. Raises `Refusal` `bad_request`."""
    text = str(request.data["text"])
    if request.who not in session.party() or not request_fits(str(request.data["request"]), text):
        raise Refusal("bad_request")
    return _roll_request(MoveBuilder.for_session(session), request, roll).draft()


def throws_if_resolved(session: Session, key: str, roll: Roll) -> tuple[Throw, ...]:
    """Throws that resolving a pending roll would make; raises what `resolve` raises."""
    pending = _pending(session, key)
    return (
        _resolve(MoveBuilder.for_session(session), pending, roll).throws
        if is_still_pending(session, pending)
        else ()
    )


def alike_keys(session: Session, key: str) -> tuple[str, ...]:
    """Keys of the pending rolls that differ from this one only in their moment, including itself."""
    if key not in session.pending:
        return ()
    same = likeness(session.pending[key])
    return tuple(each for each, pending in session.pending.items() if likeness(pending) == same)


def keys_of_kind(session: Session, key: str) -> tuple[str, ...]:
    """Keys of the pending rolls of the same kind and condition, of any creature, including itself."""
    if key not in session.pending:
        return ()
    first = session.pending[key]
    return tuple(
        each
        for each, pending in session.pending.items()
        if pending.kind == first.kind and pending.data.get("condition") == first.data.get("condition")
    )


def rollable_keys(session: Session, keys: Iterable[str]) -> tuple[str, ...]:
    """Keys of the pending rolls that dice can resolve without a choice of the GM's."""
    return tuple(key for key in keys if session.pending[key].kind not in session.game.answers)


def resolve_alike(session: Session, key: str, roll: Roll, adjustment: Adjustment = NONE) -> Draft:
    """Resolve a pending roll and all that are alike, one after another, until they have become pointless."""
    _pending(session, key)
    return resolve_together(session, alike_keys(session, key), roll, adjustment)


def resolve_kind(session: Session, key: str, roll: Roll, adjustment: Adjustment = NONE) -> Draft:
    """Resolve a pending roll and all of its kind, of any creature, as one event."""
    _pending(session, key)
    return resolve_together(session, keys_of_kind(session, key), roll, adjustment)


def resolve_all(session: Session, key: str, roll: Roll) -> Draft:
    """Resolve everything that waits for dice, as one event; what needs a choice stays pending."""
    _pending(session, key)
    keys = rollable_keys(session, session.pending)
    return resolve_together(session, keys, roll) if keys else resolve(session, key, roll)


def resolve_together(
    session: Session,
    keys: Iterable[str],
    roll: Roll,
    adjustment: Adjustment = NONE,
    *,
    favour: bool = False,
    as_typed: bool = False,
    limit: int | None = None,
) -> Draft:
    """Resolve pending rolls one after another, at most `limit`; skip them if all have become pointless.

    A `favour` spends a point on the first. With `as_typed`, it ends when the typed faces are used up.

    A pending roll that stands for many days or hours is rolled for each of them until it has become
    pointless. One that another roll must precede stays pending; raises `Refusal` `save_first` if only such
    rolls are left.
    """
    builder = MoveBuilder.for_session(session)
    blocked: PendingRoll | None = None
    keys = tuple(keys)
    remaining = rolls_in(session, keys) if limit is None else limit
    for key in keys:
        for _ in range(min(remaining, rolls_of(session.pending[key]))):
            pending = builder.session.pending.get(key)
            if as_typed and builder.session is not session and is_spent(roll):
                break
            if pending is None or not is_still_pending(builder.session, pending):
                break
            if _blocking_key(builder.session, pending):
                blocked = blocked or pending
                break
            if adjustment != NONE:
                pending = with_adjustment(builder.session, pending, adjustment)
            if favour and builder.session is session:
                pending = with_favour(session, pending)
            builder = _resolve(builder, pending, roll)
            remaining -= 1
    if builder.session is not session:
        return builder.draft()
    if blocked is not None:
        raise _too_early(blocked)
    return _skip_together(session, keys)


def skip_alike(session: Session, key: str) -> Draft:
    """Skip a pending roll and all that are alike."""
    _pending(session, key)
    return _skip_together(session, alike_keys(session, key))


def skip_kind(session: Session, key: str) -> Draft:
    """Skip a pending roll and all of its kind, of any creature."""
    _pending(session, key)
    return _skip_together(session, keys_of_kind(session, key))


def skip_all(session: Session, key: str) -> Draft:
    """Skip every pending roll."""
    _pending(session, key)
    return _skip_together(session, session.pending)


def skip_line(session: Session, key: str) -> Draft:
    """Skip a pending roll with all that share its line."""
    _pending(session, key)
    return _skip_together(session, line_of(session, key))


def _skip_together(session: Session, keys: Iterable[str]) -> Draft:
    """Skip pending rolls; more than `MOST_APART` of one thing and creature are recorded by their count."""
    builder = MoveBuilder.for_session(session)
    for alike_keys in grouped_rolls(session, keys):
        rolls = rolls_in(session, alike_keys)
        if rolls > MOST_APART:
            builder = _record_skips(builder, session.pending[alike_keys[0]], rolls)
        for key in alike_keys:
            builder = _remove_skipped(builder, key) if rolls > MOST_APART else _skip(builder, key)
    return builder.draft()


def skip(session: Session, key: str) -> Draft:
    """Skip a pending roll; only what its rules give to a skipped roll comes of it."""
    _pending(session, key)
    return _skip(MoveBuilder.for_session(session), key).draft()


def _resolve(builder: MoveBuilder, pending: PendingRoll, roll: Roll) -> MoveBuilder:
    """Resolve a pending roll; one that the rules amend has turns left, and stays pending.

    Raises `Refusal` `save_first` if another roll must be made or skipped first.
    """
    session = builder.session
    if _blocking_key(session, pending):
        raise _too_early(pending)
    moment = pending.key.rpartition(f"{pending.who}.")[0]
    unresolved, builder = builder, _remove(builder, pending.key)
    if settle := _SETTLED.get(pending.kind):
        return settle(builder, pending)
    if pending.kind == SharedRoll.WEATHER:
        return outdoors.resolve_weather(builder, roll)
    if pending.kind in (SharedRoll.PROGRESS, SharedRoll.RECHARGE):
        return with_risen(progress.resolve_clock(builder, pending, roll))
    if pending.kind == SharedRoll.REQUEST:
        return _roll_request(builder, pending, roll)
    result = resolve_roll(session, pending, roll)
    if pending.key in result.amends:
        builder = unresolved
        if rolls_of(pending) > 1:
            builder = replace(builder, settles=(*builder.settles, pending.key))
        if "from" in pending.data:
            turns_left = result.amends[pending.key].get("span")
            turns_made = all_turns_of(pending) - (turns_left if isinstance(turns_left, int) else 0)
            next_from = figure(pending, "from") + turns_made * session.turn_seconds
            builder = _mark_settled(builder, pending, turns_made).with_pending_data(
                {pending.key: {"from": next_from}}
            )
    builder = builder.with_result(result).with_pending(result.next_pending, moment, pending.encounter)
    return with_risen(spend_time(builder, result.passes))


def _roll_request(builder: MoveBuilder, pending: PendingRoll, roll: Roll) -> MoveBuilder:
    """Do what a player asked; typed faces resolve the first pending roll of the player's character."""
    waiting = first_pending_of(builder.session, pending.who)
    if pending.data["request"] != RequestKind.FACES or waiting is None:
        return grant_request(builder, pending)
    faces = FacesOnTheTable(map(int, str(pending.data["text"]).split()), roll)
    builder = _resolve(builder, waiting, faces)
    faces.require_all_used()
    return builder


def _skip(builder: MoveBuilder, key: str) -> MoveBuilder:
    pending = builder.session.pending[key]
    return _remove_skipped(_record_skips(builder, pending, rolls_of(pending)), key)


def _record_skips(builder: MoveBuilder, pending: PendingRoll, rolls: int) -> MoveBuilder:
    """Record that a number of rolls like this one are skipped."""
    if rolls > 1:
        pending = replace(pending, data={**pending.data, "span": rolls})
    return builder.with_fact("skipped", **lapse_data(builder.session, pending))


def _remove_skipped(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Remove a skipped roll, with what its rules give all the same."""
    session = builder.session
    result = session.game.skip(session.rules_context(), session.pending[key])
    return _remove(builder, key).with_result(result)


def _pending(session: Session, key: str) -> PendingRoll:
    if key not in session.pending:
        raise Refusal("not_pending" if session.pending else "nothing_pending")
    return session.pending[key]


def _blocking_key(session: Session, pending: PendingRoll) -> str:
    return session.game.waits_for(session.rules_context(), pending)


def _too_early(pending: PendingRoll) -> Refusal:
    return Refusal("save_first", who=pending.who, condition=str(pending.data.get("condition", "")))


def _remove(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Remove a pending roll, and mark it as settled in its encounter."""
    pending = builder.session.pending[key]
    builder = replace(builder.without_element("pending", key), settles=(*builder.settles, key))
    return _mark_settled(builder, pending, all_turns_of(pending))


def _mark_settled(builder: MoveBuilder, pending: PendingRoll, turns: int) -> MoveBuilder:
    """Mark the first turns of a roll as settled in its encounter."""
    fight = builder.session.encounters.get(pending.encounter)
    if fight is None:
        return builder
    keys = dict.fromkeys(keys_of_turns(builder.session, pending, turns), True)
    marked = replace(fight, settled={**fight.settled, **keys})
    return builder.with_element("encounters", pending.encounter, marked)


def request_roll(key: str, who: str, kind: str, text: str) -> PendingRoll:
    """Shape a player's request as a pending roll, as older saves hold it."""
    return PendingRoll(key, SharedRoll.REQUEST, who, {"request": kind, "text": request_text(text)})


def first_pending_of(session: Session, who: str) -> PendingRoll | None:
    """Find the first pending roll of a creature that is no request."""
    waiting = session.pending.values()
    return next((each for each in waiting if each.who == who and each.kind != SharedRoll.REQUEST), None)


def grant_request(builder: MoveBuilder, pending: PendingRoll) -> MoveBuilder:
    """Do what a player asked: set an initiative, or write anything else in the log."""
    who, text = pending.who, str(pending.data["text"])
    if pending.data["request"] == RequestKind.INITIATIVE:
        builder = update_combatant(builder, who, initiative=int(text), dice="")
        return builder.with_fact("initiative", who=who, initiative=int(text))
    return builder.with_fact("request_noted", who=who, text=text)
