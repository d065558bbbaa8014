"""How a saved value merges, and its bounds: declared once, in the annotation of its field.

An *amount* (Health, Effort, time) changes by a difference: two people who both hurt the same goblin are both
right. Everything else is *set*: two people who both pass the turn pass one turn.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta

AMOUNT = "amount"
LOW = "low"
HIGH = "high"
LENGTH = "length"
OWN_KEY = "own_key"

NAME_LENGTH = 60
TEXT_LENGTH = 200
NOTES_LENGTH = 4_000
RULES_LENGTH = 32 * 1024
"""Characters of a game file."""
ENTRY = "game."
"""Prefix of the id under which the rules sheet has an entry of a game file: no number of a book."""
MOST_SEGMENTS = 24
"""Segments of a progress clock."""
SUFFERS = "suffers"
"""The field for a game file's conditions; only sheets of a game file have it."""
LARGEST = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


def amount(*, low: int | None = None, high: int | str | None = None) -> Meta:
    """Annotate a number that changes by differences; `high` may name the sibling field that caps it."""
    return _whole({AMOUNT: True, LOW: low, HIGH: high})


def number(*, low: int | None = None, high: int | str | None = None) -> Meta:
    """Annotate a number that is set: a score, a position, a size."""
    return _whole({LOW: low, HIGH: high})


def text(length: int) -> Meta:
    """Annotate a text that is cut to `length` characters when it is read from a save."""
    return Meta(extra={LENGTH: length})


def _whole(bounds: dict[str, Any]) -> Meta:
    # `ge` and `le` refuse a save; `extra` holds the bounds that a value is brought back within.
    return Meta(ge=-LARGEST, le=LARGEST, extra=bounds)


Int = Annotated[int, _whole({})]
Name = Annotated[str, text(NAME_LENGTH)]
Text = Annotated[str, text(TEXT_LENGTH)]
Notes = Annotated[str, text(NOTES_LENGTH)]
OwnKey = Annotated[str, Meta(extra={OWN_KEY: True})]
"""The key of an element in its collection. The element has it too, but a save holds it once."""
Scalar = str | Int | bool | None
"""A value in the data of a fact or a pending roll."""
