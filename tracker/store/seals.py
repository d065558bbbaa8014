"""Sealed dice: the secrets in a private folder until they are shown, and one GM's sealed play."""

import glob
import os
import re
from collections import Counter
from collections.abc import Container, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tracker.rules.dice import Roll, Throw
from tracker.rules.refusal import Refusal
from tracker.session.event import Asks, Draft
from tracker.session.history import History
from tracker.session.seal import SEED_BYTES, SealedDice, commitment, is_promised, key_of, mark
from tracker.session.state import Session
from tracker.store.files import (
    PRIVATE,
    begin_private,
    make_folder,
    open_private,
    paths_like,
    read_regular,
    refusing,
    sync,
    sync_folder,
    write_all,
)
from tracker.store.journal import Owner

_STREAM = ".lock"
"""Suffix of the file of a stream."""
_NOTE_BYTES = 100


class Seals:
    """Seeds on the disk, so that a crash loses none, and a file for each stream that was ever begun.

    The file of a stream names its campaign, at its path, and how many draws the stream has made there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self) -> str:
        """Make a secret, put it on the disk and return its commitment."""
        fd = None
        with refusing(self._folder):
            make_folder(self._folder, PRIVATE)
            while fd is None:
                seed = os.urandom(SEED_BYTES)
                promised = commitment(seed)
                fd = begin_private(self._folder / f"{key_of(promised)}.seed")
            try:
                write_all(fd, seed.hex().encode())
                sync(fd)
            finally:
                os.close(fd)
            # On the disk before the commitment is published: without its secret a seal can never be opened.
            sync_folder(self._folder)
        return promised

    def seed(self, promised: str) -> bytes:
        """Read a secret; raises `seal_secret_missing` if it is not here, or not the promised one."""
        try:
            content, _signature = read_regular(self._folder / f"{key_of(promised)}.seed", 4 * SEED_BYTES)
            seed = bytes.fromhex(content.decode("ascii"))
        except (Refusal, ValueError) as error:
            raise Refusal("seal_secret_missing", seal=key_of(promised)) from error
        if not is_promised(seed, promised):
            raise Refusal("seal_secret_missing", seal=key_of(promised))
        return seed

    def begin(self, key: str, rolled: Container[int]) -> int:
        """Begin a stream of a seal and return its number, which no process has used before.

        Raises the refusal of a file that cannot be made.
        """
        number = 0
        with refusing(self._folder):
            while number in rolled or not _make_file(self._stream(key, number)):
                number += 1
            # On the disk before the first die falls, and never removed: no draw is ever made a second time.
            sync_folder(self._folder)
        return number

    def note(self, key: str, stream: int, where: str, draws: int) -> None:
        """Note how many draws a stream has made in a campaign. A lost note does no harm."""
        with suppress(OSError, Refusal):
            fd = open_private(self._stream(key, stream), os.O_WRONLY)
            try:
                write_all(fd, b"%s %020d\n" % (where.encode(), draws))
            finally:
                os.close(fd)

    def draws_by_stream(self, key: str, where: str) -> Counter[int]:
        """Count the draws of a seal that each stream has made in a campaign, at least."""
        draws: Counter[int] = Counter()
        for path in paths_like(self._folder, f"{glob.escape(key)}.*{_STREAM}"):
            stream = path.name.removeprefix(f"{key}.").removesuffix(_STREAM)
            with suppress(Refusal):
                note = read_regular(path, _NOTE_BYTES)[0]
                match = re.fullmatch(rb"(\S+) ([0-9]{20})\n", note)
                if match and match[1] == where.encode() and re.fullmatch("[0-9]+", stream):
                    draws[int(stream)] = int(match[2])
        return draws

    def _stream(self, key: str, number: int) -> Path:
        return self._folder / f"{key}.{number}{_STREAM}"


def _make_file(path: Path) -> bool:
    """Make an empty private file; return False if it exists."""
    fd = begin_private(path)
    if fd is not None:
        os.close(fd)
    return fd is not None


class SealedPlay:
    """The sealed play of one GM in a campaign."""

    def __init__(self, folder: Path, gm: str, owner: Owner) -> None:
        self._folder = folder
        self._gm = gm
        self._where = owner.name
        self._loaded_seals: Seals | None = None
        self._next: dict[str, tuple[int, int]] = {}
        """For each seal, the stream of this process and its next draw."""

    @property
    def _seals(self) -> Seals:
        if self._loaded_seals is None:
            self._loaded_seals = Seals(self._folder)
        return self._loaded_seals

    def dice(self, history: History) -> Roll:
        """Return the sealed dice of one event. The first die to fall reads the seed and begins a stream."""
        key = history.session.open_seal(self._gm)
        promised, dice = history.session.seals[key].commitment, None

        def fall(sides: int) -> int:
            nonlocal dice
            if dice is None:
                seed = self._seals.seed(promised)
                dice = SealedDice(seed, *self._next_draw(history, key))
            return dice(sides)

        return fall

    def fulfil(self, draft: Draft, history: History) -> Draft:
        """Make the draft that a draft asks for, with the secret that only the store has."""
        from tracker.session.moves.seal import seal  # noqa: PLC0415 - few seal their dice

        if draft.asks is Asks.OPEN:
            return self._unseal(history)
        if history.session.open_seal(self._gm):
            raise Refusal("already_sealed")
        return seal(history.session, self._gm, self._seals.make())

    def stamp(
        self, game: Session, throws: tuple[Throw, ...], event_id: str, document: Mapping[str, Any]
    ) -> list[Any] | None:
        """Return the draw of an event with the mark of its place and content; None if no sealed dice fell."""
        if not any(die.place is not None for throw in throws for die in throw.dice):
            return None
        key = game.open_seal(self._gm)
        seed = self._seals.seed(game.seals[key].commitment)
        stream, draw = self._next[key]
        return [key, stream, draw, mark(seed, stream, draw, event_id, document)]

    def count_draw(self, stamp: list[Any]) -> None:
        """Count a draw that is in the log."""
        key, stream, draw, _mark = stamp
        self._next[key] = stream, draw + 1
        self._seals.note(key, stream, self._where, draw + 1)

    def doubt(self, stamp: list[Any]) -> None:
        """Leave the stream of a refused draw that may have reached the disk."""
        self._next.pop(stamp[0], None)

    def _next_draw(self, history: History, key: str) -> tuple[int, int]:
        """Return the stream and the draw of the next event; the first die that falls begins the stream."""
        if key not in self._next:
            self._next[key] = self._seals.begin(key, draws_of(history, key)), 0
        return self._next[key]

    def _unseal(self, history: History) -> Draft:
        from tracker.session.moves.seal import unseal  # noqa: PLC0415 - few seal their dice

        key = history.session.open_seal(self._gm)
        if not key:
            raise Refusal("nothing_sealed")
        seed = self._seals.seed(history.session.seals[key].commitment)
        # The log may lack draws of other processes, and a note may be lost: the higher number counts.
        draws = draws_of(history, key) | self._seals.draws_by_stream(key, self._where)
        counts = " ".join(f"{stream}:{count}" for stream, count in sorted(draws.items()))
        return unseal(history.session, key, seed.hex(), counts)


def draws_of(history: History, key: str) -> Counter[int]:
    """Count the draws that each stream of a seal has made, in the whole log."""
    draws: Counter[int] = Counter()
    for event in history:
        match event.document.get("drawn"):
            case [str(seal), int(stream), int(draw), *_mark] if seal == key:
                draws[stream] = max(draws[stream], draw + 1)
    return draws
