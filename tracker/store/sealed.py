"""A GM's sealed dice in one campaign: which faces come next, and the deeds that seal and open."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracker.rules.dice import Roll, Throw
from tracker.rules.refusal import Refusal
from tracker.session.event import Asks, Draft
from tracker.session.history import History
from tracker.session.seal import SealedDice, mark
from tracker.session.state import Session
from tracker.store.journal import Owner
from tracker.store.seals import Seals


class SealedPlay:
    """What a campaign asks about seals."""

    def __init__(self, folder: Path, gm: str, owner: Owner) -> None:
        self._folder = folder
        self._gm = gm
        self._where = owner.name
        self._kept: Seals | None = None
        self._next: dict[str, tuple[int, int]] = {}
        """For each seal, the stream that is rolled from here and its next draw."""

    @property
    def _seals(self) -> Seals:
        """The secrets, for whoever has sealed their dice."""
        if self._kept is None:
            self._kept = Seals(self._folder)
        return self._kept

    def dice(self, history: History) -> Roll:
        """Return the sealed dice of one event, for whoever has sealed theirs."""
        key = history.session.open_seal(self._gm)
        promised, dice = history.session.seals[key].commitment, None

        def fall(sides: int) -> int:
            nonlocal dice
            if dice is None:
                seed = self._seals.seed(promised)
                dice = SealedDice(seed, *self._draw(history, key))
            return dice(sides)

        return fall

    def fulfil(self, draft: Draft, history: History) -> Draft:
        """Return the deed that a deed asks for, with the secret that only the store has."""
        from tracker.session.moves.seal import seal  # noqa: PLC0415 - few seal their dice

        if draft.asks is Asks.OPEN:
            return self._opening(history)
        if history.session.open_seal(self._gm):
            raise Refusal("already_sealed")
        return seal(history.session, self._gm, self._seals.make())

    def stamp(
        self, game: Session, throws: tuple[Throw, ...], event_id: str, document: Mapping[str, Any]
    ) -> list[Any] | None:
        """Return which draw an event is, and the mark of its place and of all that it says.

        None when no sealed dice fell in it.
        """
        if not any(die.place is not None for throw in throws for die in throw.dice):
            return None
        key = game.open_seal(self._gm)
        seed = self._seals.seed(game.seals[key].commitment)
        stream, draw = self._next[key]
        return [key, stream, draw, mark(seed, stream, draw, event_id, document)]

    def played(self, stamp: list[Any]) -> None:
        """Count a draw that is in the log."""
        key, stream, draw, _mark = stamp
        self._next[key] = stream, draw + 1
        self._seals.note(key, stream, self._where, draw + 1)

    def doubt(self, stamp: list[Any]) -> None:
        """Leave the stream of a draw that was refused, but may have reached the disk."""
        self._next.pop(stamp[0], None)

    def _draw(self, history: History, key: str) -> tuple[int, int]:
        """Return the stream and the draw of the next event; the first die that falls begins the stream."""
        if key not in self._next:
            self._next[key] = self._seals.begin(key, draws_of(history, key)), 0
        return self._next[key]

    def _opening(self, history: History) -> Draft:
        from tracker.session.moves.seal import unseal  # noqa: PLC0415 - few seal their dice

        key = history.session.open_seal(self._gm)
        if not key:
            raise Refusal("nothing_sealed")
        seed = self._seals.seed(history.session.seals[key].commitment)
        draws = draws_of(history, key) | self._seals.noted(key, self._where)
        told = " ".join(f"{stream}:{count}" for stream, count in sorted(draws.items()))
        return unseal(history.session, key, seed.hex(), told)


def draws_of(history: History, key: str) -> Counter[int]:
    """Return how many draws of a seal each stream has made, in the whole log."""
    draws: Counter[int] = Counter()
    for event in history:
        match event.document.get("drawn"):
            case [str(seal), int(stream), int(draw), *_mark] if seal == key:
                draws[stream] = max(draws[stream], draw + 1)
    return draws
