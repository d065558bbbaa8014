"""SHA-256, by which journals and what is put aside are named.

`hashlib` imports OpenSSL before anything else, 4 ms of every order in the shell. Python 3.11 has this
function of its own too, which `hashlib` falls back on, under a name that later versions have changed.
"""

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
