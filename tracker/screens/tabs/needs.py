"""What a body asks for, as cells: how long it has waited, and how much that presses."""

from collections.abc import Iterator

from tracker.rules.clock import HOUR
from tracker.rules.glance import Need, Tone
from tracker.session.state import Session
from tracker.widgets.ink import Line, line


def pressure(need: Need, now: int) -> Tone:
    """Return how much a need should catch the eye: not at all where nothing comes of it."""
    if need.due is None:
        return Tone.PLAIN
    left = need.due - now
    return Tone.BAD if left <= 0 else Tone.WARNING if left <= need.soon else Tone.PLAIN


def hours_cell(need: Need, now: int) -> Line:
    """Return the hours that a need has waited."""
    return line((f"{need.since // HOUR}h", pressure(need, now)))


def shared_needs(session: Session) -> Iterator[tuple[Need, tuple[str, ...]]]:
    """Yield what the party needs, one kind after the other, each with all who have waited for it as long."""
    table = session.table()
    waits = [(need, who) for who in session.party() for need in session.game.needs(table, who)]
    kinds = list(dict.fromkeys(need.id for need, _who in waits))
    for need in sorted(dict.fromkeys(need for need, _who in waits), key=lambda need: kinds.index(need.id)):
        yield need, tuple(who for other, who in waits if other == need)
