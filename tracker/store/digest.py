"""SHA-256, by which journals and what is put aside are named, and BLAKE2b, which is quick with much.

`hashlib` imports OpenSSL before anything else, 4 ms of every order in the shell. Python 3.11 has these
functions of its own too, which `hashlib` falls back on, under names that later versions may change.
"""

from collections.abc import Iterable

try:
    from _blake2 import blake2b  # type: ignore[import-not-found, unused-ignore]  # as below
except ImportError:
    from hashlib import blake2b
try:
    from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]  # private, hence without types
except ImportError:
    from hashlib import sha256


def hexadecimal(content: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal.

    >>> hexadecimal(b"")[:16]
    'e3b0c44298fc1c14'
    """
    digest: str = sha256(content).hexdigest()
    return digest


def hexadecimal_of_much(pieces: Iterable[bytes | memoryview]) -> str:
    """Return the BLAKE2b, of 32 bytes, of what may be long and come in pieces, in hexadecimal."""
    much = blake2b(digest_size=32)
    for piece in pieces:
        much.update(piece)
    digest: str = much.hexdigest()
    return digest
