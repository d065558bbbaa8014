"""Requests from the players' page, which wait in a private file beside the save and are never events.

The page adds a request; the GM's program answers it. Both hold the file's lock while they use it.
"""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.store.files import PRIVATE, Signature, make_folder, open_private, refusing, signature, write_all
from tracker.store.journal import place_of

MOST_WAITING = 32
"""Number of requests that may wait for the GM; more are refused."""
MOST_FOR_ONE = 4
"""How many of them may be for the same creature."""
MOST_ANSWERED = 32
"""Number of answers that are kept for the players to read."""
_MOST_BYTES = 64 << 10


class Answer(StrEnum):
    """The state of a request."""

    WAITING = "waiting"
    GRANTED = "granted"
    REFUSED = "refused"


class PlayerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a player: for which creature, of what kind, its text, and the answer."""

    id: str
    who: str
    kind: str
    text: str
    answer: Answer = Answer.WAITING


_DECODER = Decoder(PlayerRequest)


def requests_folder(journals: Path) -> Path:
    """Return the private folder of the players' page, beside the journals."""
    return journals.with_name("requests")


class PlayerRequests:
    """The requests to the GM of one save, on this account."""

    def __init__(self, journals: Path, save: Path) -> None:
        self._path = requests_folder(journals) / f"{place_of(save)}.jsonl"
        self._attendance = self._path.with_suffix(".gm")
        self._attending = -1
        self._seen: Signature | None = None
        self._known_requests: tuple[PlayerRequest, ...] = ()

    def put(self, request: PlayerRequest) -> None:
        """Add a request; refuses `too_many_requests`, and raises the refusals of a file."""
        with refusing(self._path):
            make_folder(self._path.parent, PRIVATE)
            with self._locking(os.O_CREAT) as fd:
                requests = _read(fd)
                waiting_requests = [each for each in requests if each.answer is Answer.WAITING]
                if (
                    len(waiting_requests) >= MOST_WAITING
                    or _request_count(request.who, waiting_requests) >= MOST_FOR_ONE
                ):
                    raise Refusal("too_many_requests")
                _write(fd, [*requests, request])

    def answer(self, request_id: str, answer: Answer) -> None:
        """Answer a request, for its player to read; raises the refusals of a file."""
        with refusing(self._path), self._locking(os.O_CREAT) as fd:
            _write(
                fd, [replace(each, answer=answer) if each.id == request_id else each for each in _read(fd)]
            )

    def look(self) -> tuple[PlayerRequest, ...]:
        """List all requests, oldest first; while another process writes, those of the last look.

        Raises the refusals of a file.
        """
        current = signature(self._path)
        if current is None:
            return ()
        if current != self._seen:
            # Never waits for another process.
            with refusing(self._path), suppress(BlockingIOError), self._locking(0, fcntl.LOCK_NB) as fd:
                self._known_requests, self._seen = tuple(_read(fd)), current
        return self._known_requests

    def attend(self) -> None:
        """Show players that a GM is there, until this process ends or calls `leave`."""
        if self._attending < 0:
            with refusing(self._attendance):
                make_folder(self._path.parent, PRIVATE)
                self._attending = _open(self._attendance, os.O_CREAT)
                fcntl.flock(self._attending, fcntl.LOCK_SH)

    def leave(self) -> None:
        if self._attending >= 0:
            os.close(self._attending)
            self._attending = -1

    @property
    def is_attended(self) -> bool:
        """Whether a GM of this account has the save open."""
        try:
            fd = _open(self._attendance, 0)
        except Refusal:
            return False
        # The kernel frees a lock however its holder ends.
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(fd)
        return False

    @contextmanager
    def _locking(self, flags: int, lock_flags: int = 0) -> Iterator[int]:
        fd = _open(self._path, flags)
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise Refusal("not_a_file", path=str(self._path))
            fcntl.flock(fd, fcntl.LOCK_EX | lock_flags)
            yield fd
        finally:
            os.close(fd)


def _open(path: Path, flags: int) -> int:
    return open_private(path, flags | os.O_RDWR)


def _request_count(who: str, requests: list[PlayerRequest]) -> int:
    return sum(each.who == who for each in requests)


def _read(fd: int) -> list[PlayerRequest]:
    """Parse the requests in a file, without broken lines."""
    requests: list[PlayerRequest] = []
    for line in os.pread(fd, _MOST_BYTES, 0).splitlines():
        try:
            requests.append(_DECODER.decode(line))
        except DecodeError:
            continue
    return requests


def _write(fd: int, requests: list[PlayerRequest]) -> None:
    """Write the requests that wait, and the last `MOST_ANSWERED` answered ones."""
    answered_ids = [each.id for each in requests if each.answer is not Answer.WAITING]
    old_ids = set(answered_ids[:-MOST_ANSWERED])
    content = b"".join(encode(each) + b"\n" for each in requests if each.id not in old_ids)
    # In place, since a replaced file would leave others waiting for the lock of the old one.
    os.ftruncate(fd, 0)
    os.lseek(fd, 0, os.SEEK_SET)
    write_all(fd, content)
