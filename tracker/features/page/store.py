"""The secret token in the address of the players' page, and the files that hold one.

A table that serves the page locks its token file. The kernel frees a lock however its holder ends, so a file
that can be locked was left by a killed table and is removed.
"""

import os
import re
from collections import Counter
from contextlib import suppress
from math import log2
from pathlib import Path
from secrets import token_hex, token_urlsafe

from tracker.rules.refusal import Refusal
from tracker.store.files import (
    PRIVATE,
    PRIVATE_MODE,
    Missing,
    claim,
    make_folder,
    opened,
    paths_like,
    refusing,
    remove,
    write_all,
    write_new,
)

TOKEN_BYTES = 16
LEAST_BITS = 64
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
_OTHERS = 0o077
_MOST_BYTES = 1_000


def page_token(file: Path | None) -> str:
    """Read the token of a file, which is created if it is missing; without a file, make a new token.

    Raises `bad_token_file` for a file without a token or with one that can be guessed, and `token_seen` for a
    file that other people may read or write.
    """
    token = token_urlsafe(TOKEN_BYTES)
    if file is None:
        return token
    with refusing(file):
        try:
            file_token = _read(file)
        except Missing:
            if write_new(file, f"{token}\n".encode(), PRIVATE_MODE):
                return token
            file_token = _read(file)
    if not _TOKEN.fullmatch(file_token) or bits(file_token) < LEAST_BITS:
        raise Refusal("bad_token_file", path=str(file))
    return file_token


def _read(file: Path) -> str:
    with opened(file) as token_file:
        if os.fstat(token_file.fileno()).st_mode & _OTHERS:
            raise Refusal("token_seen", path=str(file))
        return token_file.read(_MOST_BYTES).decode("ascii", "replace").strip()


def bits(token: str) -> float:
    """Return the most bits that the letters of a token can hold, by how often each occurs.

    >>> bits("aaaaaaaaaaaaaaaaaaaaaa")
    0.0
    """
    counts = Counter(token).values()
    return sum(count * log2(len(token) / count) for count in counts)


class TableToken:
    """The token file of one table; it keeps the address of the page while the table runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fd = -1
        self.file = folder / f"page-{token_hex(4)}.token"

    def hold(self) -> None:
        """Create and lock the file, unless that is done, and remove the files of killed tables."""
        with refusing(self._folder):
            make_folder(self._folder, PRIVATE)
            self._clear()
            while self._fd < 0:
                fd = claim(self.file)
                if fd is not None and os.fstat(fd).st_nlink:
                    write_all(fd, f"{token_urlsafe(TOKEN_BYTES)}\n".encode())
                    self._fd = fd
                elif fd is not None:  # another table removed it as a leftover before it was locked
                    os.close(fd)

    def _clear(self) -> None:
        for path in paths_like(self._folder, "page-*.token"):
            with suppress(Refusal):
                if path != self.file and (fd := claim(path)) is not None:
                    remove(path)
                    os.close(fd)

    def forget(self) -> None:
        """Remove the file, so that the next page has another address."""
        if self._fd >= 0:
            with suppress(Refusal):
                remove(self.file)
            os.close(self._fd)
            self._fd = -1
