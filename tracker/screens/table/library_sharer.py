"""The folder's library for the table screen, which reads it, adds to it and shares it."""

from functools import cached_property, partial

from textual.worker import Worker, get_current_worker

from tracker.rules.refusal import Refusal
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.screens.table.sharer import RETRY, Sharer
from tracker.session.event import Draft, Event
from tracker.store.campaign import Campaign
from tracker.store.library import Library
from tracker.store.sharing import Sharing, Status


class LibrarySharer:
    """Opens the library beside a campaign's save, and shares its new events in the background."""

    def __init__(self, screen: CampaignScreen, sharer: Sharer) -> None:
        self._screen = screen
        self._sharer = sharer
        self._worker: Worker[None] | None = None

    @cached_property
    def library(self) -> Library:
        """The library of the folder, opened at its first use."""
        return Library.for_campaign(self._screen.campaign)

    def open(self) -> None:
        """Read the library if the folder has one, and show its faults."""
        self.library.look()
        if self.library.refusal is not None:
            self._screen.refuse(self.library.refusal)
        if self.library.campaign is not None:
            save = self.library.campaign.save
            for note in save.notes:
                self._screen.refuse(Refusal(note.code, **note.data))
            if save.notes or save.unshared_count:
                self.share()

    def add_event(self, draft: Draft) -> Event:
        event = self.library.add_event(draft)
        self.share()
        return event

    def share(self) -> None:
        """Write the library's new events into its save, in the background."""
        if self.library.campaign is not None and (self._worker is None or self._worker.is_finished):
            work = partial(self._share_in_thread, self.library.campaign)
            self._worker = self._screen.in_thread(work)

    def _share_in_thread(self, library: Campaign) -> None:
        sharing = library.save.share()
        if not get_current_worker().is_cancelled:
            self._screen.app.call_from_thread(self._on_shared, library, sharing)

    def _on_shared(self, library: Campaign, sharing: Sharing) -> None:
        self._worker = None
        library.take_in(sharing.documents)
        self._sharer.notify(sharing.notes)
        if sharing.status is not Status.SHARED:
            self._screen.do_later(RETRY, self.share)
        elif library.save.unshared_count:
            self.share()

    def close(self) -> None:
        self.library.close()
