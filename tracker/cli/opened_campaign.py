"""Open the campaign that a verb names, and print the store's notes about it."""

from collections.abc import Iterable

from tracker.cli.invocation import Invocation, now
from tracker.cli.printing import say
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign
from tracker.store.sharing import Note
from tracker.wording.sentences import refusal_sentence


def opened(invocation: Invocation) -> Campaign:
    """Open the save that was asked for, given by path or by name, and say what the store found."""
    return opened_at(invocation, invocation.arguments.save)


def opened_at(invocation: Invocation, save: str) -> Campaign:
    """Open a save given by path or by name, and say what the store found."""
    campaign = Campaign.open(invocation.save(save), invocation.folders.journals, invocation.gm, now)
    tell(campaign.save.notes)
    return campaign


def tell(notes: Iterable[Note]) -> None:
    """Print the store's notes on standard error: recovered, changed and rejected events."""
    for note in notes:
        say(refusal_sentence(Refusal(note.code, **note.data)), error=True)
