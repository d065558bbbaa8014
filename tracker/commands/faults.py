"""Faults of the program itself: a command that fails inside is refused, and nothing has changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import MsgspecError

from tracker.rules.refusal import Refusal

FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MsgspecError,
    NameError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""Errors that Python and msgspec raise if the program itself is wrong."""
INTERNAL = "internal"
"""The code of such a refusal."""


@contextmanager
def refusing_faults() -> Iterator[None]:
    """Turn a fault of the program into the refusal `internal`.

    One wrong rule must not end an evening, nor the rest of a stream of commands. Readers and moves only
    return values, so that nothing has changed when one of them fails.
    """
    try:
        yield
    except FAULTS as fault:
        raise refusal_of(fault) from fault


def refusal_of(fault: Exception) -> Refusal:
    return Refusal(INTERNAL, kind=type(fault).__name__)
