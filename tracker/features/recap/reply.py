"""`tracker recap`: the story of an evening, on the screen, in a file or in a folder of notes."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_line
from tracker.features.recap.store import NoteIds, Vault, write_note
from tracker.features.recap.wording import RECAPS, note_block, note_head
from tracker.rules.refusal import Refusal
from tracker.session.recap import Evening, evening_of, evenings
from tracker.store.campaign import Campaign
from tracker.store.files import write_regular
from tracker.store.paths import title_slug
from tracker.wording.messages import say


def answer_recap(invocation: Invocation) -> int:
    """Tell the last evening, one of them, or all."""
    arguments = invocation.arguments
    campaign = open_campaign(invocation)
    history = campaign.history
    every = evenings(history, players=arguments.players)
    told = _chosen(every, arguments.evening, every=arguments.all)
    title = history.session.title
    if arguments.vault is not None:
        _write_notes(Path(arguments.vault), campaign, every, told)
        return DONE
    text = RECAPS[arguments.format](title, told)
    if arguments.output is None:
        print_line(text)
    else:
        _write(Path(arguments.output), text)
    return DONE


def _chosen(told: Sequence[Evening], number: str | None, *, every: bool) -> Sequence[Evening]:
    if not told:
        raise Refusal("no_evening")
    if number is None:
        return told if every else told[-1:]
    if not 1 <= int(number) <= len(told):
        raise Refusal("no_such_evening", number=int(number), count=len(told))
    return (told[int(number) - 1],)


def _write(path: Path, text: str) -> None:
    write_regular(path, f"{text}\n".encode())
    print_line(say("recap.written_to", path=path))


def _write_notes(folder: Path, campaign: Campaign, every: Sequence[Evening], told: Sequence[Evening]) -> None:
    """Write a note for each evening told, into the note that says it is its own if there is one."""
    history, title = campaign.history, campaign.session.title
    vault = Vault.read(folder)
    for evening in told:
        ids = NoteIds(campaign.identity, evening.events[0], "true" if evening.players else "false")
        own = [
            path
            for path, other in vault.notes.items()
            if (other.campaign_id, other.players) == (ids.campaign_id, ids.players)
            and other.evening_id in history
            and evening_of(history[other.evening_id], every) is evening
        ]
        path = own[0] if own else vault.new_note(f"{title_slug(title)} - {evening.number:02}", ids)
        write_note(folder, path, note_head(title, evening, asdict(ids)), note_block(evening))
        print_line(say("recap.written_to", path=path))
