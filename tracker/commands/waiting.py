"""Orders of what waits: it is rolled, or let go."""

from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.session.moves import pending

_ALIKE = ("iguales", "alike")
"""Words for a pending roll and those that are it over again."""


def settle(reader: Reader) -> Order:
    """Read `resuelve [iguales] [N]`."""
    how = pending.settle_alike if reader.took(*_ALIKE) else pending.settle
    key = _pending_key(reader)
    return Order("settle", lambda history, roll, fresh: how(history.session, key, roll))


def skip(reader: Reader) -> Order:
    """Read `omite [iguales] [N]`."""
    how = pending.skip_alike if reader.took(*_ALIKE) else pending.skip
    key = _pending_key(reader)
    return Order("skip", lambda history, roll, fresh: how(history.session, key))


def _pending_key(reader: Reader) -> str:
    """Return the pending roll of that number, from 1; the first one without a number."""
    place = reader.number("N") if reader.peek() is not None else 1
    reader.end()
    keys = list(reader.session.pending)
    return keys[place - 1] if 1 <= place <= len(keys) else ""
