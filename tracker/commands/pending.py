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
_KIND = ("clase", "kind")
"""Words for a pending roll together with all of its kind, of any creature."""
ALL = ("todo", "all")
"""Words for everything that waits."""


def settle(reader: Reader) -> Command:
    """Read `resuelve [iguales|clase|todo|RECURSO] [N]`: the resource is spent on the roll first."""
    how: Settle = pending.resolve
    if reader.took(*_ALIKE):
        how = pending.resolve_alike
    elif reader.took(*_KIND):
        how = pending.resolve_kind
    elif reader.took(*ALL):
        how = pending.resolve_all
    elif reader.took(*_favours(reader)):
        how = partial(pending.resolve, favour=True)
    key = _pending_key(reader)
    return Command("settle", lambda history, roll, fresh: how(history.session, key, roll))


def skip(reader: Reader) -> Command:
    """Read `omite [iguales|clase|todo] [N]`."""
    how = pending.skip
    if reader.took(*_ALIKE):
        how = pending.skip_alike
    elif reader.took(*_KIND):
        how = pending.skip_kind
    elif reader.took(*ALL):
        how = pending.skip_all
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
