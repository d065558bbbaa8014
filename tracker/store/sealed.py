"""A GM's sealed dice in one campaign: which faces come next, and the deeds that seal and open."""

from collections import Counter
from typing import Any

from tracker.rules.dice import Roll, Throw
from tracker.rules.refusal import Refusal
from tracker.session.event import Asks, Deed
from tracker.session.history import History
from tracker.session.moves import seal as moves
from tracker.session.seal import SealedDice
from tracker.session.state import Session
from tracker.store.seals import Seals


class SealedPlay:
    """What a campaign asks about seals."""

    def __init__(self, seals: Seals, gm: str) -> None:
        self._seals = seals
        self._gm = gm
        self._next: dict[tuple[str, int], int] = {}
        """The next draw of each stream rolled from here."""

    def dice(self, history: History, roll: Roll) -> Roll:
        """Return the dice of one event: sealed ones for whoever has sealed theirs, else `roll`."""
        key = moves.open_seal(history.session, self._gm)
        if not key:
            return roll
        try:
            seed = self._seals.seed(history.session.seals[key].commitment)
            stream = self._seals.stream(key)
        except Refusal as refusal:
            return _refusing(refusal)
        return SealedDice(seed, stream, self._draw(history, key, stream))

    def fulfil(self, deed: Deed, history: History) -> Deed:
        """Return the deed that was asked for, with the secret that only the store has."""
        match deed.asks:
            case Asks.SEAL:
                if moves.open_seal(history.session, self._gm):
                    raise Refusal("already_sealed")
                return moves.seal(history.session, self._gm, self._seals.make())
            case Asks.OPEN:
                return self._opening(history)
            case _:
                return deed

    def stamp(self, session: Session, throws: tuple[Throw, ...]) -> list[Any] | None:
        """Return which draw an event is, when sealed dice fell in it."""
        if not any(die.place is not None for throw in throws for die in throw.dice):
            return None
        key = moves.open_seal(session, self._gm)
        stream = self._seals.stream(key)
        return [key, stream, self._next[key, stream]]

    def played(self, stamp: list[Any]) -> None:
        """Count a draw that is in the log."""
        key, stream, draw = stamp
        self._next[key, stream] = draw + 1

    def close(self) -> None:
        """Let go of the streams."""
        self._seals.close()

    def _draw(self, history: History, key: str, stream: int) -> int:
        if (key, stream) not in self._next:
            self._next[key, stream] = draws_of(history, key)[stream]
        return self._next[key, stream]

    def _opening(self, history: History) -> Deed:
        key = moves.open_seal(history.session, self._gm)
        if not key:
            raise Refusal("nothing_sealed")
        seed = self._seals.seed(history.session.seals[key].commitment)
        draws = draws_of(history, key)
        told = " ".join(f"{stream}:{count}" for stream, count in sorted(draws.items()))
        return moves.unseal(history.session, key, seed.hex(), told)


def draws_of(history: History, key: str) -> Counter[int]:
    """Return how many draws of a seal each stream has made, in the whole log."""
    draws: Counter[int] = Counter()
    for event in history:
        match event.document.get("drawn"):
            case [str(seal), int(stream), int(draw)] if seal == key:
                draws[stream] = max(draws[stream], draw + 1)
    return draws


def _refusing(refusal: Refusal) -> Roll:
    """Return dice that do not fall: faces of real dice are still welcome."""

    def refuse(sides: int) -> int:
        raise refusal

    return refuse
