"""Sealed dice: every face follows from a secret that was promised before and is shown afterwards.

A seal is a secret seed of 32 random bytes. Sealing writes `SHA-256("tracker seal 1" 00 seed)` in the log.
Every process of the GM that rolls under it has a stream of its own, 0, 1, ..., with which no other ever goes
on, for what one that was killed has rolled may not be known yet. It numbers its events that roll, its draws,
0, 1, ... The die at a place of a draw shows

    v mod sides + 1,  v = the first 8 bytes, big-endian, of
    HMAC-SHA256(seed, "tracker die 1|stream|draw|place|sides|counter")

for the first counter 0, 1, ... whose v lies below the largest multiple of `sides` within 2**64, so that all
faces are equally likely. Opening writes the seed in the log, and anybody can do all this again.
"""

import hashlib
import hmac

from tracker.rules.dice import Drawn

SEED_BYTES = 32
_SEAL = b"tracker seal 1\0"
_SPAN = 1 << 64


def commitment(seed: bytes) -> str:
    """Return what is written in the log before the first die.

    >>> commitment(bytes(32))[:16]
    '97fd19a10bab63f2'
    """
    return hashlib.sha256(_SEAL + seed).hexdigest()


def key_of(promised: str) -> str:
    """Return the short name of a seal."""
    return promised[:16]


def sealed_face(seed: bytes, stream: int, draw: int, place: int, sides: int) -> int:
    """Return the face that a die under a seal must show.

    >>> sealed_face(bytes(32), 0, 0, 0, 20) == sealed_face(bytes(32), 0, 0, 0, 20)
    True
    """
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
