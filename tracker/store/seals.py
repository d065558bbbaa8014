"""The secrets of sealed sessions, in a folder that is nobody else's, until they are shown."""

import glob
import os
import re
from collections import Counter
from collections.abc import Container
from contextlib import suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.session.seal import SEED_BYTES, commitment, is_promised, key_of
from tracker.store.files import read_regular, refusing, sync_folder, write_all

PRIVATE = 0o700
_STREAM = ".lock"
"""How the file of a stream is named."""
_NOTE_BYTES = 100
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


class Seals:
    """Seeds on the disk, so that a crash loses none, and a file for each stream that was ever begun.

    It holds the campaign in which that was, at its place, and how often dice have fallen from it there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self) -> str:
        """Make a secret, put it on the disk and return its commitment."""
        seed = os.urandom(SEED_BYTES)
        promised = commitment(seed)
        with refusing(self._folder):
            self._folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            path = self._folder / f"{key_of(promised)}.seed"
            fd = os.open(path, _NEW, 0o600)
            try:
                write_all(fd, seed.hex().encode())
                os.fsync(fd)
            finally:
                os.close(fd)
            sync_folder(self._folder)
        return promised

    def seed(self, promised: str) -> bytes:
        """Return a secret; raises `seal_secret_missing` when it is not here, or not the one promised."""
        try:
            content, _signature = read_regular(self._folder / f"{key_of(promised)}.seed", 4 * SEED_BYTES)
            seed = bytes.fromhex(content.decode("ascii"))
        except (OSError, ValueError) as error:
            raise Refusal("seal_secret_missing", seal=key_of(promised)) from error
        if not is_promised(seed, promised):
            raise Refusal("seal_secret_missing", seal=key_of(promised))
        return seed

    def begin(self, key: str, rolled: Container[int]) -> int:
        """Begin a stream of a seal and return it: one that is not among those rolled from, nor anybody's.

        Its file, which is on the disk before its first die falls, is never removed.
        Raises the refusal of whatever keeps it from being made.
        """
        number = 0
        with refusing(self._folder):
            while number in rolled or not _made(self._stream(key, number)):
                number += 1
            sync_folder(self._folder)
        return number

    def note(self, key: str, stream: int, where: str, draws: int) -> None:
        """Note, if that can be done, how many draws a stream has made in a campaign; it may be lost."""
        with suppress(OSError):
            fd = os.open(self._stream(key, stream), os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                write_all(fd, b"%s %020d\n" % (where.encode(), draws))
            finally:
                os.close(fd)

    def noted(self, key: str, where: str) -> Counter[int]:
        """Return how many draws of a seal each stream has made in a campaign, at least."""
        draws: Counter[int] = Counter()
        for path in self._folder.glob(f"{glob.escape(key)}.*{_STREAM}"):
            stream = path.name.removeprefix(f"{key}.").removesuffix(_STREAM)
            with suppress(OSError, Refusal):
                note = read_regular(path, _NOTE_BYTES)[0]
                said = re.fullmatch(rb"(\S+) ([0-9]{20})\n", note)
                if said and said[1] == where.encode() and re.fullmatch("[0-9]+", stream):
                    draws[int(stream)] = int(said[2])
        return draws

    def _stream(self, key: str, number: int) -> Path:
        return self._folder / f"{key}.{number}{_STREAM}"


def _made(path: Path) -> bool:
    """Make an empty private file; false when it is there already.

    Raises `OSError`.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, _NEW, 0o600))
        return True
    return False
