"""The GM's review of a long passage of time: its rolls and ending effects, before any of them counts.

A line is a roll, or several alike, that would fall due, or an effect that would end. The GM keeps it, changes
it or strikes it out. What is left becomes part of the one draft by which the time passes.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Trigger
from tracker.rules.system import Fact, PendingRoll, Until
from tracker.rules.text import fold
from tracker.session.change import Change, How, apply, diff
from tracker.session.effects import stop_effect
from tracker.session.event import Draft
from tracker.session.faces import FacesOnTheTable
from tracker.session.move_builder import MoveBuilder, is_effect_active
from tracker.session.moves.resolution import resolve, resolve_together, rollable_keys
from tracker.session.pending import (
    SharedRoll,
    is_still_pending,
    lapse_data,
    likeness,
    rolls_in,
    rolls_of,
    with_turns,
)
from tracker.session.state import FOREVER, Session

LONG = 8 * HOUR
"""Seconds from which a passage of time is reviewed before it counts."""


class JumpLine(Struct, frozen=True):
    """Alike rolls that would become pending, or one effect that would end, by their keys."""

    keys: tuple[str, ...]
    at: int
    """Clock second of the first one."""
    effect: bool = False


class Amendment(Struct, frozen=True):
    """The GM's changes to a line; None changes nothing."""

    times: int | None = None
    """Number of its rolls to keep; 0 strikes the line out."""
    faces: tuple[int, ...] = ()
    """Typed faces that resolve the rolls as the time passes."""
    second: int | None = None
    """Second of the day at which the line happens."""
    who: str | None = None
    """Id of the creature that the rolls go to."""


STRUCK = Amendment(times=0)


def is_long(draft: Draft) -> bool:
    """Whether a draft lets enough time pass for a review, `LONG` or more."""
    return any(change.path == ("elapsed",) and change.value >= LONG for change in draft.changes)


def jump_lines(session: Session, draft: Draft) -> tuple[JumpLine, ...]:
    """Lines of a draft in the order of their moments; a roll without a moment comes last."""
    proposed = apply(session, (draft.changes,))
    groups: dict[tuple[object, ...], list[str]] = {}
    moments: dict[str, int] = {}
    for key, pending in proposed.pending.items():
        if key not in session.pending:
            moments[key] = _moment(pending, proposed)
            groups.setdefault(likeness(pending), []).append(key)
    rolls = [JumpLine(tuple(keys), moments[keys[0]]) for keys in groups.values()]
    ends = [
        JumpLine((key,), effect.at, effect=True)
        for key, effect in session.effects.items()
        if effect.until is Until.CLOCK and effect.at <= proposed.elapsed and key not in proposed.effects
    ]
    return tuple(sorted(rolls + ends, key=lambda line: line.at))


def apply_amendments(session: Session, draft: Draft, amendments: Mapping[JumpLine, Amendment]) -> Draft:
    """Apply the GM's changes to a draft: it stays one draft, undone as one.

    Refuses `bad_count`, `hour_outside`, `not_theirs`, `only_hour`, `cannot_be_kept`, and unfit faces.
    """
    for line, amendment in amendments.items():
        if line.effect:
            draft = _with_effect(session, draft, line, amendment)
    proposed = apply(session, (draft.changes,))
    facts, throws, struck = list(draft.facts), list(draft.throws), 0
    for line, amendment in amendments.items():
        if not line.effect:
            pending = proposed.pending[line.keys[0]]
            proposed, struck_here = _with_rolls(session, proposed, line, amendment)
            struck += struck_here
            if amendment.second is not None or amendment.who is not None:
                facts.append(Fact("due_amended", lapse_data(proposed, pending)))
    if struck:
        facts.append(Fact("dropped", {"count": struck}))
    for line, amendment in amendments.items():
        if amendment.faces:
            resolved = _resolve_with_faces(proposed, line.keys, amendment.faces)
            facts += resolved.facts
            throws += resolved.throws
            proposed = resolved.session
    return replace(draft, facts=tuple(facts), throws=tuple(throws), changes=diff(session, proposed))


def with_rolls_made(session: Session, draft: Draft, roll: Roll) -> Draft:
    """Make the rolls that a draft queues: it stays one draft, undone as one.

    Rolls that need a choice of the GM's stay pending.
    """
    proposed = apply(session, (draft.changes,))
    new_keys = [key for key in proposed.pending if key not in session.pending]
    resolved = resolve_together(proposed, rollable_keys(proposed, new_keys), roll)
    return replace(
        draft,
        facts=(*draft.facts, *resolved.facts),
        throws=(*draft.throws, *resolved.throws),
        changes=diff(session, apply(proposed, (resolved.changes,))),
    )


def _moment(pending: PendingRoll, proposed: Session) -> int:
    """Clock second at which a roll becomes due; the end of the time if its data has none."""
    second = pending.data.get("at")
    return second if isinstance(second, int) else proposed.elapsed


def _with_rolls(
    session: Session, proposed: Session, line: JumpLine, amendment: Amendment
) -> tuple[Session, int]:
    """Amend a line's rolls; give the session and the number of rolls struck out."""
    keys, unamended = line.keys, proposed
    if amendment.second is not None:
        proposed, keys = _move_to_hour(session, proposed, line, amendment.second)
    rolls = rolls_in(proposed, keys)
    times = rolls if amendment.times is None else amendment.times
    if amendment.who is not None:
        proposed = _reassign(proposed, keys, amendment.who)
    if len(keys) == rolls == 1 and times > 1:
        fewer = with_turns(proposed.pending[keys[0]], times)
        data = {name: value for name, value in fewer.data.items() if name != "of"}
        return replace(proposed, pending={**proposed.pending, keys[0]: replace(fewer, data=data)}), 0
    if times > rolls:
        raise Refusal("bad_count", count=times, most=rolls)
    struck = rolls_in(unamended, line.keys) - times
    return replace(proposed, pending=_first_rolls(proposed, keys, times)), struck


def _first_rolls(proposed: Session, keys: Iterable[str], times: int) -> dict[str, PendingRoll]:
    """Pending rolls of the session, of these `keys` only the first `times` rolls."""
    pending, remaining = dict(proposed.pending), times
    for key in keys:
        each = pending[key]
        if not remaining:
            del pending[key]
        elif remaining < rolls_of(each):
            pending[key] = replace(each, data={**each.data, "span": remaining})
        remaining -= min(remaining, rolls_of(each))
    return pending


def _move_to_hour(
    session: Session, proposed: Session, line: JumpLine, second: int
) -> tuple[Session, tuple[str, ...]]:
    """Move a line to another hour of the time that passes; give the session and the keys that are left.

    A supply burns on at its own pace from there: rolls later than the end are not due any more, and the
    supply waits for them. Raises `Refusal` `hour_outside`.
    """
    first = next(
        (
            moment
            for moment in _moments_at(proposed, line.at, second)
            if session.elapsed < moment <= proposed.elapsed
        ),
        None,
    )
    if first is None:
        hours = (proposed.second_of(session.elapsed), proposed.second_of(proposed.elapsed))
        raise Refusal("hour_outside", since=hours[0], until=hours[1])
    pending, keys = dict(proposed.pending), []
    for key in line.keys:
        moment = first + _moment(pending[key], proposed) - line.at
        if moment <= proposed.elapsed:
            keys.append(key)
            pending[key] = _move_roll(pending[key], moment, proposed)
        else:
            del pending[key]
    proposed = replace(proposed, pending=pending)
    supply_key = str(pending[keys[0]].data.get("supply", ""))
    supply = proposed.supplies.get(supply_key)
    if supply is not None and supply.trigger is Trigger.TIME and supply.every > 0:
        moved = replace(supply, due=first + supply.every * rolls_in(proposed, keys))
        proposed = replace(proposed, supplies={**proposed.supplies, supply_key: moved})
    return proposed, tuple(keys)


def _move_roll(pending: PendingRoll, moment: int, proposed: Session) -> PendingRoll:
    """Move a roll to another moment; of many in one, those that are not due any more drop out."""
    data: dict[str, Scalar] = {**pending.data, "at": moment}
    if (rolls := rolls_of(pending)) > 1:
        supply = proposed.supplies.get(str(pending.data.get("supply")))
        every = supply.every if supply is not None else DAY
        data["span"] = min(rolls, (proposed.elapsed - moment) // every + 1)
    return replace(pending, data=data)


def _moments_at(session: Session, moment: int, second: int) -> Iterator[int]:
    """Yield the moments at an hour, of the same day, the next and the one before."""
    same_day = moment - session.second_of(moment) + second
    return (same_day + days * session.calendar.day_seconds for days in (0, 1, -1))


def _reassign(proposed: Session, keys: Iterable[str], who: str) -> Session:
    """Give rolls to another creature; refuses `not_theirs` for rolls that are pointless for it."""
    pending = dict(proposed.pending)
    for key in keys:
        each = pending[key]
        if each.kind == SharedRoll.USAGE:
            pending[key] = replace(each, data={**each.data, "supply": _similar_key(proposed, each, who)})
        else:
            pending[key] = replace(each, who=who)
        if not (each.who or each.kind == SharedRoll.USAGE) or not is_still_pending(proposed, pending[key]):
            raise Refusal("not_theirs", who=who)
    return replace(proposed, pending=pending)


def _similar_key(proposed: Session, pending: PendingRoll, who: str) -> str:
    """Find the key of a creature's own supply of the same name; refuses `not_theirs` without one."""
    name = fold(str(pending.data.get("name", "")))
    for key, supply in proposed.supplies.items():
        if supply.owner == who and fold(supply.name) == name:
            return key
    raise Refusal("not_theirs", who=who)


def _resolve_with_faces(proposed: Session, keys: Iterable[str], faces: tuple[int, ...]) -> MoveBuilder:
    """Resolve rolls with typed faces as far as these suffice; refuses faces that no roll uses."""
    builder, dice = MoveBuilder.for_session(proposed), FacesOnTheTable(faces, _no_dice)
    remaining = (key for key in keys if key in proposed.pending)
    for key in chain.from_iterable(repeat(each, rolls_of(proposed.pending[each])) for each in remaining):
        if dice.unused_count and key in builder.session.pending:
            draft = resolve(builder.session, key, dice)
            builder = replace(
                builder,
                session=apply(builder.session, (draft.changes,)),
                facts=(*builder.facts, *draft.facts),
                throws=(*builder.throws, *draft.throws),
            )
    dice.require_all_used()
    return builder


def _with_effect(session: Session, draft: Draft, line: JumpLine, amendment: Amendment) -> Draft:
    """Let an effect go on in the draft, until an hour or, if struck out, until the GM ends it."""
    if amendment.faces or amendment.who is not None:
        raise Refusal("only_hour")
    (key,) = line.keys
    effect, end = session.effects[key], apply(session, (draft.changes,)).elapsed
    until = FOREVER if amendment.times == 0 else effect.at
    if amendment.second is not None:
        until = next(
            moment for moment in _moments_at(session, effect.at, amendment.second) if moment > effect.at
        )
    if until <= end:
        return draft
    ending = stop_effect(MoveBuilder.for_session(session), key)
    undone = diff(session, ending.session)
    prolonged = Change(("effects", key, "at"), How.TO, until)
    changes = (*(each for each in draft.changes if each not in undone), prolonged)
    if not is_effect_active(apply(session, (changes,)), effect):
        raise Refusal("cannot_be_kept", name=effect.name)
    fact = Fact("effect_goes_on", {"who": effect.who, "name": effect.name, "condition": effect.condition})
    facts = (*(each for each in draft.facts if each not in ending.facts), fact)
    return replace(draft, facts=facts, changes=changes)


def _no_dice(sides: int) -> int:
    raise AssertionError(f"reviewing a time threw a d{sides}")
