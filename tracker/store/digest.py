"""Digests: SHA-256 names journals and copies; BLAKE2b, which is quicker, covers whole saves."""

from collections.abc import Iterable
from hashlib import blake2b, sha256


def hexadecimal(content: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal.

    >>> hexadecimal(b"")[:16]
    'e3b0c44298fc1c14'
    """
    return sha256(content).hexdigest()


def hexadecimal_of_much(pieces: Iterable[bytes | memoryview]) -> str:
    """Return the 32-byte BLAKE2b of bytes that come in pieces, in hexadecimal."""
    digest = blake2b(digest_size=32)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()
