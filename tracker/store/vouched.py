"""What of a save this GM's own program has read through before: the same bytes need no second reading.

Anybody can write a checksum that agrees, but not into the folder of the GM's journals. A mark there says how
many bytes of a save's lines were read, every event of them believed, with their digest and that of the code
that did. What does not agree with its mark is read as if it were seen for the first time.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path

from tracker.rules import fields
from tracker.rules.dice import throw
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.session import change, event, schema, text
from tracker.store import event_id, line
from tracker.store.contents import Body
from tracker.store.digest import hexadecimal_of_much
from tracker.store.files import open_regular, write_all
from tracker.store.journal import PRIVATE, place_of
from tracker.store.known import Known
from tracker.store.line import BETWEEN, Entries, Entry, recall_line, starts

Recall = Callable[[Entries], object]
"""Is told of events that were believed before, by id and in order."""

FEW_BYTES = 1 << 16
"""So many are read about as quickly as a mark is looked for."""
LONGEST_MARK = 128
_JUDGES = (line, event_id, event, change, schema, text, fields, throw)
"""The modules that say what a line is and which event is believed."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where it is written how far one save has been read through."""

    path: Path

    @classmethod
    def of(cls, save: Path, journals: Path) -> "Mark":
        """Return the mark of the save at a place, beside its journals."""
        return cls(journals / f"{place_of(save)}.vouched")

    def covered(self, lines: bytes) -> int:
        """Return how many bytes of the lines of a save have been read through."""
        if len(lines) > FEW_BYTES:
            with suppress(OSError, ValueError, Refusal):
                with open(open_regular(self.path), "rb") as file:
                    length, digest = file.read(LONGEST_MARK).decode("ascii").split()
                end = min(int(length), len(lines))
                ends = end == len(lines) or lines.startswith(BETWEEN, end)
                if ends and digest == _digest(memoryview(lines)[:end]):
                    return end
        return 0

    def put(self, body: Body) -> None:
        """Vouch for lines, if that can be written; it need not survive a crash."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        with suppress(OSError):
            told = f"{body.length} {_digest(*body.pieces)}\n".encode()
            self.path.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            fd = os.open(self.path, flags, 0o600)
            try:
                write_all(fd, told)
            finally:
                os.close(fd)


class Reader:
    """Reads the lines of a save that is being opened, and vouches for them once they are believed."""

    def __init__(self, mark: Mark, known: Known, recall: Recall | None) -> None:
        """Read into what is known; `recall` is told of the events that are not read again.

        Without it each line is read as if for the first time.
        """
        self._mark = mark
        self._known = known
        self._recall = recall
        self._vouched = 0

    def lines(self, lines: bytes) -> Iterable[tuple[str, Entry]]:
        """Return the ids and entries of the lines of a save.

        Raises `Unreadable`.
        """
        if self._recall is None or self._known.entries:
            return self._known.read_lines(lines)
        return self._opened(lines, self._mark.covered(lines), self._recall)

    def vouch(self, body: Body | None) -> None:
        """Mark what has been read, if all of it is believed and there is much that no mark covers."""
        if self._recall is None or body is None or self._known.withheld:
            return
        if body.length - self._vouched > FEW_BYTES:
            self._mark.put(body)

    def _opened(self, lines: bytes, covered: int, recall: Recall) -> Iterable[tuple[str, Entry]]:
        self._vouched = covered
        entries = dict(recall_line(lines, start) for start in starts(lines, 0, covered))
        recall(entries)
        self._known.trust(entries)
        rest = covered + len(BETWEEN) if covered else 0
        return chain(entries.items(), self._known.read_among(lines, rest))


def _digest(*pieces: bytes | memoryview) -> str:
    """Return the digest of lines and of the code that judges them.

    Raises `OSError` where a program has no sources.
    """
    judges = (Path(str(module.__file__)).read_bytes() for module in _JUDGES)
    return hexadecimal_of_much(chain(judges, pieces))
