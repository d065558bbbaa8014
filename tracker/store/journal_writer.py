"""The journals of an open save: one for what this GM does, one for what the others did."""

from collections.abc import Iterable, Set
from contextlib import suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.event_log import EventLog
from tracker.store.journal import Journal, Owner


class JournalWriter:
    """What can be put back should the save be lost.

    Two files, so that an action on the thread of the screen never waits for the sync of a worker.
    """

    def __init__(self, folder: Path, owner: Owner, written: Iterable[str]) -> None:
        self._folder = folder
        self._owner = owner
        self._written = set(written)
        self._actions: Journal | None = None
        self._others: Journal | None = None
        with suppress(Refusal):  # the first action tries again, and is refused if need be
            self._actions = self._claimed(None)
        self.settled = self._end
        """How much of the journal of what this GM did is known by whoever shares it."""

    @property
    def lost(self) -> bool:
        """Whether the journal of what this GM did is lost, as it is once a failed write stays in it."""
        return self._actions is not None and self._actions.lost

    def acknowledge(self, event_id: str, line: bytes) -> None:
        """Put an action on the disk.

        Raises `journal_failed`, and then it is not there.
        """
        self._actions = self._claimed(self._actions)
        self._actions.append([line])
        self._written.add(event_id)

    def note_down(self, known: EventLog) -> None:
        """Put what the others did on the disk, if that can be done; their journals have it too."""
        if len(known.entries) == len(self._written):
            return
        seen = known.missing_from(self._written)
        with suppress(Refusal):
            self._others = self._claimed(self._others)
            self._others.append(entry.line for entry in seen.values())
            self._written |= seen.keys()

    def settle(self) -> None:
        """Count what was acknowledged last as known."""
        self.settled = self._end

    def reached(self, settled: tuple[Journal | None, int]) -> None:
        """Mark what was settled then, and all that the others did, as having reached the save."""
        journal, end = settled
        if journal is not None:
            journal.mark(end)
        if self._others is not None:
            self._others.mark(self._others.end)

    def forget(self, event_ids: Set[str]) -> None:
        """Put these events down again: what is written of them is another version, which stays too."""
        self._written -= event_ids

    def close(self) -> None:
        """Let another process of this GM go on with these files."""
        for journal in (self._actions, self._others):
            if journal is not None:
                journal.close()

    @property
    def _end(self) -> tuple[Journal | None, int]:
        return self._actions, self._actions.end if self._actions is not None else 0

    def _claimed(self, journal: Journal | None) -> Journal:
        if journal is not None and not journal.lost:
            return journal
        return Journal.claim(self._folder, self._owner)
