"""`tracker doctor`: check a save and repair it, or check the installation."""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.printing import say
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.event_log import validator_for
from tracker.store.merge import conflict_copies
from tracker.store.paths import GM_LENGTH
from tracker.store.save import Save
from tracker.store.sharing import Note, obstacle
from tracker.wording.language import _, _n
from tracker.wording.sentences import in_shell, refusal_sentence
from tracker.wording.words import term, words_of

MOST_NAMED = 50
"""Most rejected events that the doctor names."""


def answer_doctor(invocation: Invocation) -> int:
    """Print the faults of a save, or of the installation; the exit code tells whether there are any."""
    name = invocation.arguments.save
    if name is None:
        from tracker.cli.installation import look_at_installation  # noqa: PLC0415 - a save needs none of it

        return DONE if look_at_installation(invocation) else REFUSED
    path, repair = invocation.save(name), invocation.arguments.repair
    merges = invocation.arguments.kiosk or _git_merges(path.parent, repair=repair)
    whole = doctor(path, name, invocation.folders.journals, repair=repair)
    return DONE if whole and merges else REFUSED


def _git_merges(folder: Path, *, repair: bool) -> bool:
    """Print whether git's driver for saves is useless, and replace it if asked; returns whether it works."""
    from tracker.cli.git_setup import is_useless, tell_mended  # noqa: PLC0415 - few saves are in a repository

    if not is_useless(folder) or (repair and tell_mended(folder)):
        return True
    say(_("Git no puede unir las partidas: el programa que tiene apuntado para eso ya no está."))
    return False


def doctor(path: Path, name: str, journals: Path, *, repair: bool) -> bool:
    """Print the faults of a save, and repair it if asked; returns whether the save is whole.

    It opens the save as a GM's program does, so it finds the same faults. `name` is the name that was typed.
    """
    save = Save.open(path, journals, for_campaign=validator_for)
    events = len(save.entries)
    sentence = _n("«{title}»: {events} suceso.", "«{title}»: {events} sucesos.", events)
    say(sentence.format(title=save.campaign.title, events=events))
    wrong = [note for note in save.notes if words_of("").has("finding", note.code)]
    for note in save.notes:
        say(_finding(note))
    rejections = save.rejections()
    _name_rejected(save, rejections)
    obstacle_left = obstacle(save.path)
    copies = conflict_copies(save.path, save.campaign.id)
    if copies:
        sentence = _("Copias que se separaron de ella: {copies}. «tracker merge {name}» las une.")
        say(sentence.format(copies=len(copies), name=in_shell(name)))
    unmerged = any(copy.in_git for copy in copies)
    if unmerged:
        say(_("Git la tiene a medio unir: no la publiques así."))
    if repair and wrong:
        obstacle_left = _repaired(save)
        wrong = [] if obstacle_left is None else wrong
    if obstacle_left is not None:
        say(refusal_sentence(obstacle_left))
    elif unmerged and not wrong:
        say(_("Lo demás está entero."))
    elif not wrong:
        say(_("Lo demás está entero.") if rejections else _("La partida está entera."))
    else:
        say(
            _("«tracker doctor {name} --repair» la arregla, como lo haría abrirla para jugar.").format(
                name=in_shell(name)
            )
        )
    save.close()
    return not wrong and not unmerged and obstacle_left is None


def _name_rejected(save: Save, rejections: Mapping[str, Refusal]) -> None:
    """Print the rejected events of a save: the id, the GM that the event names, and the reason."""
    for event_id in islice(rejections, MOST_NAMED):
        gm = save.entries[event_id].document.get("gm")
        reason = refusal_sentence(rejections[event_id], save.campaign.system)
        say(f"  {event_id} · {clean(gm, GM_LENGTH) if isinstance(gm, str) else '?'} · {reason}")
    if len(rejections) > MOST_NAMED:
        say(_("  … y {count} más").format(count=len(rejections) - MOST_NAMED))


def _repaired(save: Save) -> Refusal | None:
    """Write the save again, after keeping its damaged bytes; returns the refusal of a failed write."""
    sharing = save.share()
    if sharing.refusal is None:
        events = len(save.entries)
        sentence = _n(
            "Arreglada: la partida tiene ahora {events} suceso.",
            "Arreglada: la partida tiene ahora {events} sucesos.",
            events,
        )
        say(sentence.format(events=events))
    return sharing.refusal


def _finding(note: Note) -> str:
    words = words_of("")
    if words.has("finding", note.code):
        return term(words, "finding", note.code, **note.data)
    return refusal_sentence(Refusal(note.code, **note.data))
