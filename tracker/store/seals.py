"""The secrets of sealed sessions, in a folder that is nobody else's, until they are shown."""

import os
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.session.seal import SEED_BYTES, commitment, key_of
from tracker.store.files import claim, read_regular, refusing, sync_folder, write_all

PRIVATE = 0o700


class Seals:
    """Seeds on the disk, so that a crash loses none, and which stream of each this process rolls from."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._claimed: dict[str, tuple[int, int]] = {}
        """Stream and open lock of each seal."""

    def make(self) -> str:
        """Make a secret, put it on the disk and return its commitment."""
        seed = os.urandom(SEED_BYTES)
        promised = commitment(seed)
        with refusing(self._folder):
            self._folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            path = self._folder / f"{key_of(promised)}.seed"
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
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
        if commitment(seed) != promised:
            raise Refusal("seal_secret_missing", seal=key_of(promised))
        return seed

    def stream(self, key: str) -> int:
        """Return the stream of a seal that only this process rolls from, for as long as it lives."""
        if key not in self._claimed:
            number = 0
            with refusing(self._folder):
                while (fd := claim(self._folder / f"{key}.{number}.lock")) is None:
                    number += 1
            self._claimed[key] = (number, fd)
        return self._claimed[key][0]

    def close(self) -> None:
        """Let other processes have the streams."""
        for _number, fd in self._claimed.values():
            os.close(fd)
        self._claimed.clear()
