"""Faults of the program itself: an order that fails inside is refused, and nothing has changed."""

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
"""The errors that Python and msgspec raise if the program itself is wrong."""
INTERNAL = "internal"
"""The code of the refusal of an order that failed inside."""


@contextmanager
def refusing_faults() -> Iterator[None]:
    """Refuse as `internal` an order about which the program is wrong.

    One wrong rule must end neither an evening nor the rest of a stream of orders. Readers and moves only
    return values, so that nothing has changed when one of them fails.
    """
    try:
        yield
    except FAULTS as fault:
        raise refusal_of(fault) from fault


def refusal_of(fault: Exception) -> Refusal:
    """Return the refusal of an order that ended in this error."""
    return Refusal(INTERNAL, kind=type(fault).__name__)
