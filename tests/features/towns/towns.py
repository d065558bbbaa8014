"""Two towns in one process: their copies, and a line between them that a test can cut at any byte."""

from dataclasses import dataclass, field
from pathlib import Path

from tracker.features.towns.store.copy import Copy
from tracker.features.towns.store.exchange import Exchange
from tracker.features.towns.store.messages import LinkEnded
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign
from tracker.store.save_format import decode

STEP = 0.1


@dataclass
class Town:
    """A home with a copy of the campaign."""

    root: Path
    name: str
    clock: int = 0
    """Real time at this home, in Unix seconds."""

    @property
    def path(self) -> Path:
        return self.root / self.name / "saves" / "torre.json"

    @property
    def journals(self) -> Path:
        return self.root / self.name / "state" / "journals"

    def begin(self, title: str = "Torre", system: str = "chronicle") -> Campaign:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return Campaign.create(
            self.path, self.journals, system=system, title=title, gm=self.name, now=lambda: self.clock
        )

    def open(self) -> Campaign:
        return Campaign.open(self.path, self.journals, self.name, lambda: self.clock)

    def copy(self, *, writes: bool = True) -> Copy:
        return Copy(self.path, self.journals, writes=writes)

    def play(self, *texts: str) -> list[str]:
        """Play notes, and return the ids of what is shared."""
        campaign = self.open()
        events = [campaign.play(note(campaign.session, text)).id for text in texts]
        assert campaign.share().is_shared
        campaign.close()
        return events

    @property
    def ids(self) -> set[str]:
        return set(decode(self.path.read_bytes()).entries)


@dataclass
class Line:
    """A line between two exchanges. It counts bytes, and may be cut after some of them."""

    here: Exchange
    there: Exchange
    cut_after: float = float("inf")
    carried: int = 0
    now: float = 0.0
    ended: dict[str, LinkEnded] = field(default_factory=dict)

    def run(self, seconds: float, *, until_equal: bool = True) -> bool:
        """Carry bytes for so long; return whether both sides were finished. Raises as either side ends."""
        end = self.now + seconds
        while self.now < end:
            moved = self._carry(self.here, self.there) + self._carry(self.there, self.here)
            if self.carried >= self.cut_after:
                return False
            if not moved:
                if until_equal and self.here.is_finished and self.there.is_finished:
                    return True
                self.now += STEP
                self.here.tick(self.now, once=False)
                self.there.tick(self.now, once=False)
        return self.here.is_finished and self.there.is_finished

    def _carry(self, one: Exchange, other: Exchange) -> int:
        said = one.output(self.now)
        said = said[: max(0, int(min(self.cut_after - self.carried, len(said))))]
        self.carried += len(said)
        if said:
            other.receive(said, self.now)
        return len(said)


def exchange(copy: Copy, gm: str = "ana", *, creates: bool = True) -> Exchange:
    return Exchange(copy, gm, 0.0, creates=creates)


def link(one: Town, other: Town, *, cut_after: float = float("inf")) -> bool:
    """Link two towns once; return whether both were finished before the line was cut."""
    copies = one.copy(), other.copy()
    line = Line(exchange(copies[0], one.name), exchange(copies[1], other.name), cut_after)
    try:
        return line.run(60)
    finally:
        for each in copies:
            each.close()
