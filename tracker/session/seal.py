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
    """Return the commitment that is written in the log before the first die.

    >>> commitment(bytes(32))[:16]
    'eb518b46c0bef06e'
    """
    return hashlib.sha256(_SEAL + seed).hexdigest()


def first_commitment(seed: bytes) -> str:
    """Return the commitment of the first seals, made before rolls had marks."""
    return hashlib.sha256(_FIRST_SEAL + seed).hexdigest()


def is_promised(seed: bytes, promised: str) -> bool:
    """Whether a secret fits its commitment."""
    return promised in (commitment(seed), first_commitment(seed))


def mark(seed: bytes, stream: int, draw: int, event_id: str, document: Mapping[str, Any]) -> str:
    """Return the mark of an event's content and of its place in the log."""
    return _mark(seed, f"tracker roll 2|{stream}|{draw}|{event_id}|{_digest(document)}")


def first_mark(seed: bytes, stream: int, draw: int, document: Mapping[str, Any]) -> str:
    """Return the mark of an event's content alone, as the first marks were."""
    return _mark(seed, f"tracker roll 1|{stream}|{draw}|{_digest(document)}")


def mark_of_draws(seed: bytes, draws: str) -> str:
    """Return the mark of how many draws each stream has made."""
    return _mark(seed, f"tracker draws 1|{draws}")


def _mark(seed: bytes, told: str) -> str:
    import hmac  # noqa: PLC0415 - as above

    return hmac.digest(seed, told.encode(), "sha256").hex()


def _digest(document: Mapping[str, Any]) -> str:
    said = {name: value for name, value in document.items() if name != "drawn"}
    return json.dumps(said, sort_keys=True, separators=(",", ":"))


def key_of(promised: str) -> str:
    """Return the short name of a seal."""
    return promised[:16]


def sealed_face(seed: bytes, stream: int, draw: int, place: int, sides: int) -> int:
    """Return the face that a die under a seal must show.

    >>> sealed_face(bytes(32), 0, 0, 0, 20) == sealed_face(bytes(32), 0, 0, 0, 20)
    True
    """
    import hmac  # noqa: PLC0415 - as above

    fair = _SPAN - _SPAN % sides
    counter = 0
    while True:
        told = f"tracker die 1|{stream}|{draw}|{place}|{sides}|{counter}".encode()
        value = int.from_bytes(hmac.digest(seed, told, "sha256")[:8], "big")
        if value < fair:
            return value % sides + 1
        counter += 1


class SealedDice:
    """A `Roll` for one event: its faces, each with its place in the draw."""

    def __init__(self, seed: bytes, stream: int, draw: int) -> None:
        self._seed = seed
        self._stream = stream
        self._draw = draw
        self._place = 0

    def __call__(self, sides: int) -> int:
        """Return the face of the next die."""
        place, self._place = self._place, self._place + 1
        return Drawn(sealed_face(self._seed, self._stream, self._draw, place, sides), place)
