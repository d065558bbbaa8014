"""The id of an event: its number, then its writer, the random name of the process that made it.

An id is 21 digits, `1`, ten of the number and ten of the writer: as text it sorts as it does as a number. In
format 1 it is the ten digits of the number, a hyphen and eight hexadecimal ones of the writer. All of those
sort before all 21 digits, up to number 999,999,999, which no play reaches. They must: no program that writes
them has seen an event with 21 digits.
"""

import re
from collections.abc import Iterable

from tracker.rules.refusal import Refusal

HIGHEST = 9_999_999_999
"""The last number of ten digits, far below the 2**53 up to which every JSON reader is exact."""
WRITERS = 10**10
"""How many writers have a name. Two events clash only if both the writer and the number are the same."""
_FORMAT_1, _FORMAT_2 = r"[0-9]{10}-[0-9a-f]{8}", r"1[0-9]{20}"
SHAPE = rf"(?:{_FORMAT_2}|{_FORMAT_1})"
"""The pattern of an id."""

_SHAPE = re.compile(SHAPE)
_NAMED = re.compile(rf"({_FORMAT_2})-|({_FORMAT_1})")


def make_event_id(number: int, writer: str) -> str:
    """Make the id of a writer's event.

    Raises `numbers_exhausted` when ten digits cannot hold the number.

    >>> make_event_id(7, "0012648430")
    '100000000070012648430'
    """
    if number > HIGHEST:
        raise Refusal("numbers_exhausted", highest=HIGHEST)
    return f"1{number:010d}{writer}"


def is_event_id(text: str) -> bool:
    """Whether a store could have made this id."""
    return _SHAPE.fullmatch(text) is not None


def is_of_format_1(event_id: str) -> bool:
    """Whether an id is of format 1, which TinyDB's own tables do not take.

    >>> is_of_format_1("0000000007-00c0ffee")
    True
    """
    return event_id[10:11] == "-"


def number_of(event_id: str) -> int:
    """Return the number in an id: higher than that of every event its writer knew.

    >>> number_of("100000000070012648430"), number_of("0000000007-00c0ffee")
    (7, 7)
    """
    return int(event_id[:10] if is_of_format_1(event_id) else event_id[1:11])


def writer_of(event_id: str) -> str:
    """Return the writer in an id.

    >>> writer_of("100000000070012648430"), writer_of("0000000007-00c0ffee")
    ('0012648430', '00c0ffee')
    """
    return event_id[11:]


def in_order_of_numbers(event_ids: Iterable[str]) -> list[str]:
    """Sort ids by their numbers, whatever their format; those of one number by their text."""
    return sorted(sorted(event_ids), key=number_of)


def beginnings_with(number: int) -> tuple[str, str]:
    """Return how the ids of a number begin in each format."""
    return f"{number:010d}-", f"1{number:010d}"


def event_named_by(identity: str) -> str:
    """Return the id of the event that the identity of a campaign names; empty if it names none."""
    match = _NAMED.match(identity)
    return (match[1] or match[2]) if match else ""
