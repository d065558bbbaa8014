"""`tracker doctor`: check a save and repair it, or check the installation."""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from tracker.cli.diagnosis import Diagnosis
from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import existing_save
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.event_log import validator_for
from tracker.store.merge import conflict_copies
from tracker.store.paths import GM_LENGTH
from tracker.store.save import Save
from tracker.store.sharing import Note, obstacle
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence, shell_quoted
from tracker.wording.words import term, words_of

MOST_NAMED = 50
"""The most rejected events that the doctor names."""


def answer_doctor(invocation: Invocation) -> int:
    """Print the faults of a save, or of the installation; the exit code is `REFUSED` if there are any."""
    name, diagnosis = invocation.arguments.save, Diagnosis(as_json=invocation.arguments.json)
    if name is None:
        from tracker.cli.installation import look_at_installation

        well = look_at_installation(invocation, diagnosis)
    else:
        path, repair = existing_save(invocation, name), invocation.arguments.repair
        merges = invocation.arguments.kiosk or _git_merges(path.parent, diagnosis, repair=repair)
        whole = doctor(path, name, invocation.folders.journals, diagnosis, repair=repair)
        well = whole and merges
    diagnosis.end(well=well)
    return DONE if well else REFUSED


def _git_merges(folder: Path, diagnosis: Diagnosis, *, repair: bool) -> bool:
    """Check git's driver for saves, and replace a useless one if asked; return whether it works."""
    from tracker.cli.git_setup import is_useless, replace_useless_driver

    if not is_useless(folder) or (repair and replace_useless_driver(folder)):
        return True
    diagnosis.add_finding("git_useless", say("doctor.git_useless"), wrong=True)
    return False


def doctor(path: Path, name: str, journals: Path, diagnosis: Diagnosis, *, repair: bool) -> bool:
    """Print the faults of a save, and repair it if asked; return whether the save is whole.

    `name` is the name that was typed.
    """
    # Opened as a GM's program opens it, so that the same faults are found.
    save = Save.open(path, journals, for_campaign=validator_for)
    events = len(save.entries)
    diagnosis.add_finding("events", say("doctor.events", title=save.campaign.title, events=events))
    wrong = [note for note in save.notes if words_of("").has("finding", note.code)]
    for note in save.notes:
        diagnosis.add_finding(note.code, _finding(note), wrong=note in wrong)
    rejections = save.rejections()
    _add_rejections(save, rejections, diagnosis)
    remaining_obstacle = obstacle(save.path)
    copies = conflict_copies(save.path, save.campaign.id)
    if copies:
        hint = say("doctor.copies", copies=len(copies), name=shell_quoted(name))
        diagnosis.add_finding("copies", hint)
    unmerged = any(copy.in_git for copy in copies)
    if unmerged:
        diagnosis.add_finding("unmerged", say("doctor.git_unmerged"), wrong=True)
    if repair and wrong:
        remaining_obstacle = _repair(save, diagnosis)
        wrong = [] if remaining_obstacle is None else wrong
    if remaining_obstacle is not None:
        diagnosis.add_finding(remaining_obstacle.code, refusal_sentence(remaining_obstacle), wrong=True)
    elif wrong:
        diagnosis.add_finding("repair", say("doctor.repair_hint", name=shell_quoted(name)))
    elif unmerged or rejections:
        diagnosis.add_finding("rest_whole", say("doctor.rest_whole"))
    else:
        diagnosis.add_finding("whole", say("doctor.whole"))
    save.close()
    return not wrong and not unmerged and remaining_obstacle is None


def _add_rejections(save: Save, rejections: Mapping[str, Refusal], diagnosis: Diagnosis) -> None:
    """List the rejected events of a save: the id, the GM that the event names, and the reason."""
    for event_id in islice(rejections, MOST_NAMED):
        gm = save.entries[event_id].document.get("gm")
        reason = refusal_sentence(rejections[event_id], save.campaign.system)
        writer = clean(gm, GM_LENGTH) if isinstance(gm, str) else "?"
        diagnosis.add_finding(rejections[event_id].code, f"  {event_id} · {writer} · {reason}")
    if len(rejections) > MOST_NAMED:
        diagnosis.add_finding("more", say("doctor.and_more", count=len(rejections) - MOST_NAMED))


def _repair(save: Save, diagnosis: Diagnosis) -> Refusal | None:
    """Share the save, which keeps its damaged bytes and writes it again; return the refusal if that fails."""
    sharing = save.share()
    if sharing.refusal is None:
        events = len(save.entries)
        diagnosis.add_finding("mended", say("doctor.mended", events=events))
    return sharing.refusal


def _finding(note: Note) -> str:
    words = words_of("")
    if words.has("finding", note.code):
        return term(words, "finding", note.code, **note.data)
    return refusal_sentence(Refusal(note.code, **note.data))
