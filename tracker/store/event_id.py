"""Names of events: `<lamport, 10 digits>-<writer, 8 hex digits>`, sorted alike in every copy."""

import os
import re

from tracker.rules.refusal import Refusal

LENGTH = 19
HIGHEST = 9_999_999_999
"""The last number ten digits can hold, far below the 2**53 that any JSON reader keeps exact."""
LEAP = 1_000_000
"""No honest event is numbered this far above all others: each number is the highest seen plus one."""

_SHAPE = re.compile(r"[0-9]{10}-[0-9a-f]{8}")


def new_writer() -> str:
    """Return a name for this process, so that two terminals never make the same id."""
    return os.urandom(4).hex()


def make(lamport: int, writer: str) -> str:
    """Return the id of a writer's event.

    Raises `numbers_exhausted` when ten digits cannot hold it.

    >>> make(7, "00c0ffee")
    '0000000007-00c0ffee'
    """
    if lamport > HIGHEST:
        raise Refusal("numbers_exhausted", highest=HIGHEST)
    return f"{lamport:010d}-{writer}"


def is_event_id(text: str) -> bool:
    """Whether the text is an id this store could have made."""
    return _SHAPE.fullmatch(text) is not None


def lamport(event_id: str) -> int:
    """Return the number of an event: higher than that of every event its writer had seen.

    >>> lamport("0000000007-00c0ffee")
    7
    """
    return int(event_id[:10])


def is_believable(number: int, highest: int) -> bool:
    """Whether an event may follow one numbered `highest`: a leap would use up the numbers of everyone.

    >>> is_believable(HIGHEST, 41)
    False
    """
    return number <= highest + LEAP
