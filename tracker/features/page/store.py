"""The secret key in the address of the players' page, and the files that keep one.

A table that serves the page locks the file of its key. The kernel frees a lock however its holder ends, so a
file that can be locked is left over from a killed table and is removed.
"""

import os
import re
from collections import Counter
from contextlib import suppress
from math import log2
from pathlib import Path
from secrets import token_hex, token_urlsafe

from tracker.rules.refusal import Refusal
from tracker.store.files import PRIVATE, claim, make_folder, open_regular, refusing, write_all

TOKEN_BYTES = 16
LEAST_BITS = 64
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
_OWNER_ALONE = 0o600
_OTHERS = 0o077
_MOST_BYTES = 1_000


def page_token(file: Path | None) -> str:
    """Return the token in a file, which is made if it is missing; without a file, a new token.

    Raises `Refusal`: `bad_token_file` for a file without a token, or with one that can be guessed, and
    `token_seen` for a file that other people may read or write.
    """
    token = token_urlsafe(TOKEN_BYTES)
    if file is None:
        return token
    with refusing(file):
        try:
            kept = _read(file)
        except FileNotFoundError:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _OWNER_ALONE)
            with os.fdopen(handle, "w") as out:
                out.write(f"{token}\n")
            return token
    if not _TOKEN.fullmatch(kept) or bits(kept) < LEAST_BITS:
        raise Refusal("bad_token_file", path=str(file))
    return kept


def _read(file: Path) -> str:
    with open(open_regular(file), "rb") as opened:
        if os.fstat(opened.fileno()).st_mode & _OTHERS:
            raise Refusal("token_seen", path=str(file))
        return opened.read(_MOST_BYTES).decode("ascii", "replace").strip()


def bits(token: str) -> float:
    """Return how many bits the letters of a token hold at most, by how often each occurs.

    >>> bits("aaaaaaaaaaaaaaaaaaaaaa")
    0.0
    """
    counts = Counter(token).values()
    return sum(count * log2(len(token) / count) for count in counts)


class TableToken:
    """The token file of one table: the page keeps its address while the table runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fd = -1
        self.file = folder / f"page-{token_hex(4)}.token"

    def hold(self) -> None:
        """Make the file and lock it, if that has not been done, and remove what killed tables left."""
        with refusing(self._folder):
            make_folder(self._folder, PRIVATE)
            self._clear()
            while self._fd < 0:
                fd = claim(self.file)
                if fd is not None and os.fstat(fd).st_nlink:
                    write_all(fd, f"{token_urlsafe(TOKEN_BYTES)}\n".encode())
                    self._fd = fd
                elif fd is not None:  # another table took it for a leftover before it was locked
                    os.close(fd)

    def _clear(self) -> None:
        for path in self._folder.glob("page-*.token"):
            with suppress(OSError):
                if path != self.file and (fd := claim(path)) is not None:
                    path.unlink()
                    os.close(fd)

    def forget(self) -> None:
        """Remove the file: the next page has another address."""
        if self._fd >= 0:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)
            os.close(self._fd)
            self._fd = -1
