"""A campaign for a reader who only looks: nothing is written, locked or claimed."""

import os
from collections.abc import Mapping
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.session.event import read_event
from tracker.session.history import History
from tracker.store.event_line import Entry
from tracker.store.event_log import EventLog
from tracker.store.files import refusing
from tracker.store.save_file import Damaged, SaveStorage, settle
from tracker.store.validator import validator_for


class Spectator:
    """The save as it stands in its file, and the session that it folds into.

    It has no memory of its own, unlike a GM's: if an older copy replaces the save, the older copy is shown.
    """

    history: History

    def __init__(self, path: Path) -> None:
        """Read a save for the first time.

        Raises the refusals of `look`.
        """
        self._path = Path(os.path.abspath(path))
        self._storage = SaveStorage(self._path, {})
        self._log: EventLog
        self._folded: Mapping[str, Entry] = {}
        self._campaign = ""
        try:
            self.look()
        except Refusal as refusal:
            if refusal.code != "save_unreadable":
                raise
            settle()
            self.look()

    def look(self) -> bool:
        """Take in the new events of the file; returns whether it changed. An unchanged file costs one `stat`.

        Raises `no_such_save`, `save_unreadable` for a damaged save, `other_campaign`, and the refusals of
        `SaveStorage.look`; then the session stays as it was.
        """
        with refusing(self._path):
            try:
                self._storage.look()
            except Damaged as damage:
                raise Refusal("save_unreadable", path=str(self._path)) from damage
        campaign, entries = self._storage.campaign, self._storage.entries
        if campaign is None:
            raise Refusal("no_such_save", path=str(self._path))
        if campaign.id != (self._campaign or campaign.id):
            raise Refusal("other_campaign", path=str(self._path), title=self.history.session.title)
        if entries is self._folded:
            return False
        rewritten = any(entries.get(key) != held for key, held in self._folded.items())
        if rewritten or not self._campaign:
            self._campaign = campaign.id
            self._log, self.history = EventLog(validator_for(campaign.system)), History(campaign.system)
        self._log.learn(entries)
        news = self._log.take_news().entries
        self.history.add(read_event(key, entry) for key, entry in news.items())
        self._folded = entries
        return True
