"""Progress clocks: drawn, advanced, removed; a full one waits for the GM to tell what happens."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import named
from tracker.session.pending import SharedRoll
from tracker.session.progress import MOST_SEGMENTS, ProgressClock
from tracker.session.state import Session, element
from tracker.session.text import kept


def keep_progress(
    session: Session,
    key: str,
    name: str,
    segments: int | UnsetType = UNSET,
    *,
    shown: bool | UnsetType = UNSET,
    outcome: str | UnsetType = UNSET,
) -> Draft:
    """Draw a progress clock, or correct the one of this key; what is not given stays.

    Raises `Refusal` `bad_segments`.
    """
    clock = session.progress.get(key) or ProgressClock(named(name))
    if segments is not UNSET:
        if not 0 < segments <= MOST_SEGMENTS:
            raise Refusal("bad_segments", count=segments, most=MOST_SEGMENTS)
        clock = replace(clock, segments=segments, filled=min(clock.filled, segments))
    if shown is not UNSET:
        clock = replace(clock, shown=shown)
    if outcome is not UNSET:
        clock = replace(clock, outcome=kept(outcome, TEXT_LENGTH))
    builder = MoveBuilder.of(session).with_element("progress", key, clock)
    builder = builder.told(
        "progress_kept", name=clock.name, filled=clock.filled, segments=clock.segments, shown=clock.shown
    )
    return _called(builder, key).draft()


def advance(session: Session, key: str, steps: int) -> Draft:
    """Fill segments, or empty some; the last segment calls for what happens.

    Raises `Refusal`: `unknown_progress`, `bad_steps` for no step at all.
    """
    clock = progress_of(session, key)
    if steps == 0:
        raise Refusal("bad_steps")
    filled = max(0, min(clock.filled + steps, clock.segments))
    builder = MoveBuilder.of(session).with_element("progress", key, replace(clock, filled=filled))
    builder = builder.told("progress_made", name=clock.name, filled=filled, segments=clock.segments)
    return _called(builder, key).draft()


def drop_progress(session: Session, key: str) -> Draft:
    """Remove a progress clock, and what waits for it."""
    name = progress_of(session, key).name
    return (
        MoveBuilder.of(session).without_element("progress", key).told("progress_dropped", name=name).draft()
    )


def happened(builder: MoveBuilder, pending: PendingRoll) -> MoveBuilder:
    """Take note that the GM has told what a full clock brings."""
    return builder.told("progress_happens", name=pending.data["name"], text=pending.data["text"])


def progress_of(session: Session, key: str) -> ProgressClock:
    """Return a progress clock by its key, or refuse."""
    return element(session.progress, key, "unknown_progress")


def _called(builder: MoveBuilder, key: str) -> MoveBuilder:
    clock = builder.session.progress[key]
    if not clock.full:
        return builder
    data = {"progress": key, "name": clock.name, "text": clock.outcome}
    return builder.called((PendingRoll(f"{SharedRoll.PROGRESS}.{key}", SharedRoll.PROGRESS, data=data),))
