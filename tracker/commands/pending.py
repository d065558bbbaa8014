"""Commands of pending rolls: resolve them, or skip them."""

from collections.abc import Callable
from functools import partial

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.rules.dice import Roll
from tracker.session.event import Draft
from tracker.session.moves import pending
from tracker.session.state import Session

Settle = Callable[[Session, str, Roll], Draft]

_ALIKE = ("iguales", "alike")
"""Words for a pending roll together with all like it."""


def settle(reader: Reader) -> Command:
    """Read `resuelve [iguales|RECURSO] [N]`: the resource is what the game lets be spent on it first."""
    how: Settle = pending.resolve
    if reader.took(*_ALIKE):
        how = pending.resolve_alike
    elif reader.took(*_favours(reader)):
        how = partial(pending.resolve, favour=True)
    key = _pending_key(reader)
    return Command("settle", lambda history, roll, fresh: how(history.session, key, roll))


def skip(reader: Reader) -> Command:
    """Read `omite [iguales] [N]`."""
    how = pending.skip_alike if reader.took(*_ALIKE) else pending.skip
    key = _pending_key(reader)
    return Command("skip", lambda history, roll, fresh: how(history.session, key))


def _favours(reader: Reader) -> tuple[str, ...]:
    """Return the words for the resource that may be spent on a pending roll, in English and Spanish."""
    favour = reader.session.game.favour
    return (favour, reader.words.terms.get(f"gauge.{favour}", favour)) if favour else ()


def _pending_key(reader: Reader) -> str:
    """Return the key of a pending roll by its number from 1; without a number, of the first."""
    place = reader.number("N") if reader.peek() is not None else 1
    reader.end()
    keys = list(reader.session.pending)
    return keys[place - 1] if 1 <= place <= len(keys) else ""
