"""Sealed dice: every face follows from a secret that was promised before and is shown afterwards.

A seal is a secret seed of 32 random bytes. Sealing writes `SHA-256("tracker seal 2" 00 seed)` in the log.
Every process of the GM that rolls under the seal has a stream of its own, 0, 1, ... No other process goes on
with a stream, because rolls of a killed process may be unshared. A process numbers its events that roll, its
draws, 0, 1, ... The die at a place of a draw shows

    v mod sides + 1,  v = the first 8 bytes, big-endian, of
    HMAC-SHA256(seed, "tracker die 1|stream|draw|place|sides|counter")

for the first counter 0, 1, ... whose v lies below the largest multiple of `sides` within 2**64, so that all
faces are equally likely.

An event that rolls has `drawn`, `[seal, stream, draw, mark]`. Its mark is, in hexadecimal,

    HMAC-SHA256(seed, "tracker roll 2|stream|draw|event|" document)

where `event` is its id, which gives its place in the log, and the document is the event without `drawn` and
its checksum, as JSON in ASCII with sorted keys and without blanks. Until the secret is shown, no other person
can change or move the event unseen. Earlier versions marked `"tracker roll 1|stream|draw|" document`, without
the id. Opening writes the seed in the log, with the number of draws of each stream, as `0:57 1:3`, and their
mark,

    HMAC-SHA256(seed, "tracker draws 1|0:57 1:3")

so that anybody can repeat all this. A seal that promised `SHA-256("tracker seal 1" 00 seed)` is of an earlier
version, without marks.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tracker.rules.dice import Drawn

SEED_BYTES = 32
_SEAL, _FIRST_SEAL = b"tracker seal 2\0", b"tracker seal 1\0"
_SPAN = 1 << 64


def commitment(seed: bytes) -> str:
    """Compute the commitment that the log has before the first die.

    >>> commitment(bytes(32))[:16]
    'eb518b46c0bef06e'
    """
    return hashlib.sha256(_SEAL + seed).hexdigest()


def first_commitment(seed: bytes) -> str:
    """Compute the commitment of an older seal, from before rolls had marks."""
    return hashlib.sha256(_FIRST_SEAL + seed).hexdigest()


def is_promised(seed: bytes, promised: str) -> bool:
    """Whether a secret fits its commitment, of either version."""
    return promised in (commitment(seed), first_commitment(seed))


def mark(seed: bytes, stream: int, draw: int, event_id: str, document: Mapping[str, Any]) -> str:
    """Mark an event's content and its place in the log."""
    return _mark(seed, f"tracker roll 2|{stream}|{draw}|{event_id}|{_marked_json(document)}")


def first_mark(seed: bytes, stream: int, draw: int, document: Mapping[str, Any]) -> str:
    """Mark an event's content alone, as the first version of marks did."""
    return _mark(seed, f"tracker roll 1|{stream}|{draw}|{_marked_json(document)}")


def mark_of_draws(seed: bytes, draws: str) -> str:
    """Mark the number of draws of each stream."""
    return _mark(seed, f"tracker draws 1|{draws}")


def _mark(seed: bytes, message: str) -> str:
    import hmac  # noqa: PLC0415 - only dice under a seal need it

    return hmac.digest(seed, message.encode(), "sha256").hex()


def _marked_json(document: Mapping[str, Any]) -> str:
    marked = {name: value for name, value in document.items() if name != "drawn"}
    return json.dumps(marked, sort_keys=True, separators=(",", ":"))


def key_of(promised: str) -> str:
    """Shorten a commitment to the key of its seal."""
    return promised[:16]


def sealed_face(seed: bytes, stream: int, draw: int, place: int, sides: int) -> int:
    """Compute the face that a die under a seal must show.

    >>> sealed_face(bytes(32), 0, 0, 0, 20) == sealed_face(bytes(32), 0, 0, 0, 20)
    True
    """
    import hmac  # noqa: PLC0415 - only dice under a seal need it

    # A value above the largest multiple of `sides` would favour low faces.
    fair = _SPAN - _SPAN % sides
    counter = 0
    while True:
        message = f"tracker die 1|{stream}|{draw}|{place}|{sides}|{counter}".encode()
        value = int.from_bytes(hmac.digest(seed, message, "sha256")[:8], "big")
        if value < fair:
            return value % sides + 1
        counter += 1


class SealedDice:
    """A `Roll` for one event, which marks each face with its place in the draw."""

    def __init__(self, seed: bytes, stream: int, draw: int) -> None:
        self._seed = seed
        self._stream = stream
        self._draw = draw
        self._place = 0

    def __call__(self, sides: int) -> int:
        place, self._place = self._place, self._place + 1
        return Drawn(sealed_face(self._seed, self._stream, self._draw, place, sides), place)
