"""The campaign that a verb opens, and `tracker status`, which prints it."""

from collections.abc import Iterable
from pathlib import Path

from tracker.cli.invocation import DONE, Invocation, unix_time
from tracker.cli.printing import print_answer, print_line
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign
from tracker.store.campaigns import Places
from tracker.store.files import exists
from tracker.store.sharing import Note
from tracker.wording.sentences import refusal_sentence


def open_campaign(invocation: Invocation) -> Campaign:
    """Open the save that the command line names, and print the store's notes about it."""
    return open_named(invocation, invocation.arguments.save)


def open_named(invocation: Invocation, save: str) -> Campaign:
    """Open a save given by path or by name, and print the store's notes about it."""
    path = existing_save(invocation, save)
    campaign = Campaign.open(path, invocation.folders.journals, invocation.gm, unix_time)
    remember(invocation, campaign.save.path)
    print_notes(campaign.notes)
    return campaign


def existing_save(invocation: Invocation, name: str) -> Path:
    """Find the file of a save that is there, given as `Invocation.save` takes it.

    A verb that changes nothing takes, and names, the one campaign whose name begins so or is a typing error
    away. Refuses `no_such_save_near` where a campaign or a verb was probably meant.
    """
    path = invocation.save(name)
    if exists(path):
        return path
    from tracker.cli.missing_save import find_save

    return find_save(invocation, name, path)


def remember(invocation: Invocation, save: Path) -> None:
    """Remember the folder of a save that was opened or made, so that it is found from elsewhere."""
    Places.for_journals(invocation.folders.journals).remember(save.parent)


def print_notes(notes: Iterable[Note]) -> None:
    """Print the store's notes on standard error: recovered, changed and rejected events."""
    for note in notes:
        print_line(refusal_sentence(Refusal(note.code, **note.data)), error=True)


def answer_status(invocation: Invocation) -> int:
    """Print the whole table, as it is or as it was at a moment."""
    history = open_campaign(invocation).history
    if (typed_moment := invocation.arguments.at) is not None:
        from tracker.commands.moments import parse_moment

        history = history.history_until(parse_moment(typed_moment, history))
    whole = invocation.arguments.full
    if invocation.arguments.json or whole:
        from tracker.wording.status import status_of

        print_answer(status_of(history, whole=whole), indent=1)
    else:
        from tracker.wording.report import status_text

        print_line(status_text(history))
    return DONE
