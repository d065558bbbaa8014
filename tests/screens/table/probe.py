"""A screen on a campaign that notes what its parts ask of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.screens.game import Folder
from tracker.commands.command import Command
from tracker.rules.glance import Tone
from tracker.screens.asking.pending_queue import PendingQueue
from tracker.screens.table.campaign_screen import CampaignScreen, Then
from tracker.screens.table.library_sharer import LibrarySharer
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.request_taker import RequestTaker
from tracker.screens.table.sharer import Sharer
from tracker.session.change import Change
from tracker.session.event import Draft
from tracker.store.campaign import Campaign
from tracker.widgets.themed_app import ThemedApp


class Probe(CampaignScreen):
    tab = "1"

    def __init__(self, campaign: Campaign, folder: Folder) -> None:
        super().__init__(campaign)
        self.said: list[str] = []
        self.pictures = 0
        self.marked_again: list[str] = []
        self.sharer = Sharer(self)
        self.library_sharer = LibrarySharer(self, self.sharer)
        self.player = MovePlayer(self, self.sharer, self.library_sharer, folder.roll, folder.fresh)
        self.queue = PendingQueue(self.player, RequestTaker(self.player))

    def on_unmount(self) -> None:
        self.library_sharer.close()
        self.sharer.close()

    def picture(self) -> None:
        self.pictures += 1

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        self.said.append(sentence)

    def has_room_for(self, sentence: str) -> bool:
        return True

    async def turn_to(self, tab: str) -> None:
        self.tab = tab

    def prepare(self, changes: tuple[Change, ...]) -> None:
        pass

    def shows(self, command: Command) -> bool:
        return False

    def ask_first(self, command: Command, draft: Draft, then: Then) -> bool:
        return False

    def clear_marks(self, event_id: str) -> None:
        pass

    def mark_again(self, event_id: str) -> None:
        self.marked_again.append(event_id)


@asynccontextmanager
async def probing(folder: Folder) -> AsyncIterator[Probe]:
    """Open the folder's campaign on a probe."""
    app = ThemedApp()
    async with app.run_test():
        probe = Probe(folder.open(), folder)
        await app.push_screen(probe)
        yield probe
