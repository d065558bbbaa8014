"""A campaign being played: a save and the session that its events fold into."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from tracker.session.event import Deed, Event, believe, read_event
from tracker.session.history import History
from tracker.session.moves.campaign import create
from tracker.session.state import Session
from tracker.store.campaigns import read_documents
from tracker.store.save import Save
from tracker.store.sharing import Sharing

Now = Callable[[], int]
"""Unix seconds; an argument, so that tests stand still."""


class Campaign:
    """The one place where a deed becomes an event: acknowledged first, then folded."""

    def __init__(self, save: Save, system: str, gm: str, now: Now) -> None:
        self.save = save
        self.gm = gm
        self.now = now
        self.history = History(system, _events(save.documents.items()))

    @classmethod
    def create(
        cls, path: Path, journals: Path, *, system: str, title: str, gm: str, now: Now, campaign_id: str = ""
    ) -> Self:
        """Begin a new campaign in a new save; its id is a new one unless all its copies are to be one."""
        deed = create(system, title)
        about = {"id": campaign_id or secrets.token_hex(8), "system": system, "title": title}
        first = deed.document(gm, now(), 0) | {"campaign": about}
        return cls(Save.create(path, journals, first, believe), system, gm, now)

    @classmethod
    def open(cls, path: Path, journals: Path, gm: str, now: Now) -> Self:
        """Open a save and fold it."""
        save = Save.open(path, journals, believe)
        return cls(save, save.campaign.system, gm, now)

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.history.session

    def play(self, deed: Deed) -> Event:
        """Make a deed an event: durable when this returns, or refused and nothing has changed."""
        document = deed.document(self.gm, self.now(), self.session.elapsed)
        event_id = self.save.append(document)
        event = read_event(event_id, document)
        self.history.add((event,))
        return event

    def take_in(self, documents: Mapping[str, Mapping[str, Any]]) -> list[Event]:
        """Fold what other GMs did; returns their events."""
        events = _events(documents.items())
        self.history.add(events)
        return events

    def share(self) -> Sharing:
        """Bring what is acknowledged into the save, and what others did into the game."""
        sharing = self.save.share()
        self.take_in(sharing.documents)
        return sharing


def party_of(path: Path) -> tuple[str, ...]:
    """Return the names of a save's party; refuses what cannot be read."""
    system, documents = read_documents(path)
    session = History(system, _events(documents.items())).session
    return tuple(session.creatures[who].name for who in session.party())


def _events(documents: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Event]:
    return [read_event(event_id, document) for event_id, document in documents]
