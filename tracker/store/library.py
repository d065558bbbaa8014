"""The library of a saves folder: a save like any other, shared by all campaigns of one system."""

from pathlib import Path
from typing import Self

from tracker.rules.refusal import Refusal
from tracker.rules.systems import saved_name
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.store.campaign import Campaign, Now
from tracker.store.files import exists
from tracker.store.paths import library_path

TITLE = "library"


class Library:
    """Creatures, encounters, kits and tables apart from any campaign. The first event creates the save."""

    def __init__(self, path: Path, journals: Path, system: str, gm: str, now: Now) -> None:
        self.path = path
        self.refusal: Refusal | None = None
        """The reason why the library could not be read at the last look."""
        self._journals = journals
        self._system = system
        self._gm = gm
        self._now = now
        self.campaign: Campaign | None = None
        """The open library."""
        self._nothing = History(system)

    @classmethod
    def for_campaign(cls, campaign: Campaign) -> Self:
        """Return the library of the folder that holds a campaign."""
        save, system = campaign.save, campaign.session.system
        path = library_path(save.path.parent, saved_name(system))
        return cls(path, save.journals, system, campaign.gm, campaign.now)

    @property
    def history(self) -> History:
        """The events of the library; empty if there is no library."""
        return self.campaign.history if self.campaign else self._nothing

    def look(self) -> History:
        """Fold the events of other GMs and return the whole history; empty if it cannot be read."""
        if self.campaign is not None:
            self.campaign.take_in(self.campaign.save.poll())
            return self.history
        try:
            self.campaign = self._open_campaign() if exists(self.path) else None
        except Refusal as refusal:
            self.refusal = refusal
        else:
            self.refusal = None
        return self.history

    def add_event(self, draft: Draft) -> Event:
        """Turn a draft into an event of the library, and create the library if need be.

        The event is durable when this returns. Raises the refusal of an unreadable library; then nothing has
        happened.
        """
        if self.campaign is None:
            self.campaign = self._find_or_create()
        return self.campaign.play(draft)

    def close(self) -> None:
        if self.campaign is not None:
            self.campaign.save.close()
            self.campaign = None

    def _open_campaign(self) -> Campaign:
        return Campaign.open(self.path, self._journals, self._gm, self._now, self._system)

    def _find_or_create(self) -> Campaign:
        """Open the library. Create it only if neither a save nor a journal has any of it."""
        try:
            return self._open_campaign()
        except Refusal as refusal:
            if refusal.code != "no_such_save":
                raise
        try:
            return Campaign.create(
                self.path,
                self._journals,
                system=self._system,
                title=TITLE,
                gm=self._gm,
                now=self._now,
                # The same for every library of a system, so that two of them can be united like copies.
                campaign_id=f"{TITLE}-{saved_name(self._system)}",
            )
        except Refusal as refusal:
            if refusal.code != "save_exists":
                raise
            # Another GM has created it meanwhile.
            return self._open_campaign()
