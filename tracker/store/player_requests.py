"""Requests from the players' page: a private file that the page appends to and the GM's program empties.

Both hold the file's lock while they use it, so a request is taken once and none is lost between them.
"""

import fcntl
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, encode

from tracker.rules.refusal import Refusal
from tracker.store.files import PRIVATE, make_folder, refusing, write_all
from tracker.store.journal import place_of

MOST_WAITING = 32
"""Requests that may wait for the GM's program; more are refused."""
MOST_BYTES = 16 << 10


class PlayerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player asks: for which creature, what kind of request, and its text."""

    id: str
    who: str
    kind: str
    text: str


_DECODER = Decoder(PlayerRequest)


def requests_folder(journals: Path) -> Path:
    """Return the private folder of the players' page, beside the journals."""
    return journals.with_name("requests")


class PlayerRequests:
    """The requests that wait for the GM of one save, on this account."""

    def __init__(self, journals: Path, save: Path) -> None:
        self._path = requests_folder(journals) / f"{place_of(save)}.jsonl"

    def put(self, request: PlayerRequest) -> None:
        """Add a request. Raises `Refusal` `too_many_requests`, and the refusals of a file."""
        with refusing(self._path):
            make_folder(self._path.parent, PRIVATE)
            with self._locked(os.O_CREAT) as fd:
                if len(_lines(fd)) >= MOST_WAITING:
                    raise Refusal("too_many_requests")
                os.lseek(fd, 0, os.SEEK_END)
                write_all(fd, encode(request) + b"\n")

    def take(self, receive: Callable[[PlayerRequest], None]) -> None:
        """Give each request to `receive` and remove it. While the page uses the file, do nothing.

        Raises the refusals of a file and of `receive`: the refused request stays, with those behind it.
        """
        try:
            if not self._path.lstat().st_size:
                return
        except FileNotFoundError:
            return
        with refusing(self._path), suppress(BlockingIOError), self._locked(0, fcntl.LOCK_NB) as fd:
            lines = _lines(fd)[:MOST_WAITING]
            taken = 0
            try:
                for line in lines:
                    with suppress(DecodeError):
                        receive(_DECODER.decode(line))
                    taken += 1
            finally:
                if taken:
                    os.ftruncate(fd, 0)
                    write_all(fd, b"".join(line + b"\n" for line in lines[taken:]))

    @contextmanager
    def _locked(self, flags: int, waiting: int = 0) -> Iterator[int]:
        flags |= os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        fd = os.open(self._path, flags, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise Refusal("not_a_file", path=str(self._path))
            fcntl.flock(fd, fcntl.LOCK_EX | waiting)
            yield fd
        finally:
            os.close(fd)


def _lines(fd: int) -> Sequence[bytes]:
    return os.pread(fd, MOST_BYTES, 0).splitlines()
