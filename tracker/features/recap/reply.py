"""`tracker recap`: the story of an evening, on the screen, in a file or in a folder of notes."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.features.recap.store import NoteIds, Vault, write_note
from tracker.features.recap.wording import RECAPS, evening_answer, note_block, note_head
from tracker.rules.refusal import Refusal
from tracker.session.recap import Evening, evening_of, evenings
from tracker.store.campaign import Campaign
from tracker.store.files import write_regular
from tracker.store.paths import title_slug
from tracker.wording.messages import say


def answer_recap(invocation: Invocation) -> int:
    """Print or write the last evening, one of them, or all."""
    arguments = invocation.arguments
    campaign = open_campaign(invocation)
    history = campaign.history
    all_evenings = evenings(history, players=arguments.players)
    chosen = _chosen_evenings(all_evenings, arguments.evening, every=arguments.all)
    if arguments.vault is not None:
        _write_notes(Path(arguments.vault), campaign, all_evenings, chosen)
        return DONE
    if arguments.json:
        for evening in chosen:
            print_answer(evening_answer(evening))
        return DONE
    text = RECAPS[arguments.format](history, chosen)
    if arguments.output is None:
        print_line(text)
    else:
        _write_file(Path(arguments.output), text)
    return DONE


def _chosen_evenings(
    all_evenings: Sequence[Evening], number: str | None, *, every: bool
) -> Sequence[Evening]:
    if not all_evenings:
        raise Refusal("no_evening")
    if number is None:
        return all_evenings if every else all_evenings[-1:]
    if not 1 <= int(number) <= len(all_evenings):
        raise Refusal("no_such_evening", number=int(number), count=len(all_evenings))
    return (all_evenings[int(number) - 1],)


def _write_file(path: Path, text: str) -> None:
    write_regular(path, f"{text}\n".encode())
    print_done(say("recap.written_to", path=path))


def _write_notes(
    folder: Path, campaign: Campaign, all_evenings: Sequence[Evening], chosen: Sequence[Evening]
) -> None:
    """Write a note for each chosen evening, into its own note if there is one."""
    history, title = campaign.history, campaign.session.title
    vault = Vault.read(folder)
    for evening in chosen:
        ids = NoteIds(campaign.identity, evening.events[0], "true" if evening.players else "false")
        own_notes = [
            path
            for path, other in vault.notes.items()
            if (other.campaign_id, other.players) == (ids.campaign_id, ids.players)
            and other.evening_id in history
            and evening_of(history[other.evening_id], all_evenings) is evening
        ]
        path = (
            own_notes[0] if own_notes else vault.new_note(f"{title_slug(title)} - {evening.number:02}", ids)
        )
        write_note(folder, path, note_head(title, evening, asdict(ids)), note_block(evening))
        print_done(say("recap.written_to", path=path))
