"""Asking whether to unite the copies that went apart from the save."""

from collections.abc import Sequence

from tracker.screens.table.sharer import Sharer
from tracker.session.text import clean
from tracker.store.merge import ConflictCopy
from tracker.widgets.confirm import Confirm
from tracker.widgets.ink import line
from tracker.wording.messages import say

NAME_LENGTH = 60


def offer_copies(sharer: Sharer, copies: Sequence[ConflictCopy]) -> None:
    """Ask whether to unite the conflict copies with the save; say how many events each would bring."""
    entries = sharer.campaign.save.entries.keys()
    told = "copies.new_events"
    details = [
        line(say(told, name=clean(copy.name, NAME_LENGTH), events=len(copy.entries.keys() - entries)))
        for copy in copies
    ]

    def answered(yes: bool | None) -> None:
        if yes:
            sharer.campaign.unite(copies)
            sharer.share()

    question = say("copies.beside_this_save_lie")
    sharer.screen.app.push_screen(Confirm(question, details), answered)
