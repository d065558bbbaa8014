"""How a saved value moves and within which bounds, declared once, where the field is declared.

An *amount* (Health, Effort, time) moves by a difference, so that two people who both hurt the same goblin
are both right. Everything else is *set*, so that two people who both pass the turn pass one turn.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tracker.rules.record import field
from tracker.rules.refusal import Refusal

AMOUNT = "amount"
LOW = "low"
HIGH = "high"
LENGTH = "length"

NAME_LENGTH = 60
TEXT_LENGTH = 200
NOTES_LENGTH = 4_000
LARGEST = 2**53 - 1
_SAID = 20
"""Characters of a text by which a refusal names it."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


def fitting(text: str, length: int = NAME_LENGTH) -> str:
    """Return a text that somebody has written, without blanks around it, whole.

    Raises `Refusal` `text_too_long` beyond `length` characters: nothing is cut off what was typed.
    """
    text = text.strip()
    if len(text) > length:
        raise Refusal("text_too_long", text=text[:_SAID], count=len(text), most=length)
    return text


def key_of(text: str) -> str:
    """Return a text fit to be a key, whole: a path in the save is written with slashes.

    >>> key_of(" medio/oscuras ")
    'medio-oscuras'

    Raises `Refusal` `text_too_long`.
    """
    return fitting(text).replace("/", "-")


def amount(default: int = 0, *, low: int | None = None, high: int | str | None = None) -> Any:
    """Declare a number that moves by differences; `high` may name the sibling field that caps it."""
    return field(default=default, metadata={AMOUNT: True, LOW: low, HIGH: high})


def number(default: int = 0, *, low: int | None = None, high: int | str | None = None) -> Any:
    """Declare a number that is set: a score, a position, a size."""
    return field(default=default, metadata={LOW: low, HIGH: high})


def text(default: str = "", *, length: int = TEXT_LENGTH) -> Any:
    """Declare a text of at most `length` characters."""
    return field(default=default, metadata={LENGTH: length})


def nothing() -> Any:
    """Declare a mapping that holds nothing unless it is given."""
    return field(default_factory=lambda: NOTHING)
