"""`tracker doctor`, `backups`, `restore` and `chapter`: check a save, go back in it, go on in a new one."""

from pathlib import Path

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened_campaign import opened
from tracker.cli.printing import say, say_json
from tracker.rules.refusal import Refusal
from tracker.session.belonging import validator_for
from tracker.store import chapter as store
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.merge import conflict_copies
from tracker.store.paths import Folders, slug
from tracker.store.save import Save
from tracker.store.sharing import Note, obstacle
from tracker.wording.language import _, _n, worded
from tracker.wording.sentences import in_shell, refusal_sentence, sentences
from tracker.wording.store import FINDINGS


def answer_doctor(invocation: Invocation) -> int:
    """Say what is wrong with a save; refuses while it is not whole."""
    name = invocation.arguments.save
    whole = doctor(
        invocation.save(name), name, invocation.folders.journals, repair=invocation.arguments.repair
    )
    return DONE if whole else REFUSED


def answer_backups(invocation: Invocation) -> int:
    """Print what a campaign can be taken back to."""
    print_backups(opened(invocation), as_json=invocation.arguments.json)
    return DONE


def answer_restore(invocation: Invocation) -> int:
    """Take a campaign back, or make another of it as it was."""
    campaign, day, title = opened(invocation), invocation.arguments.day, invocation.arguments.fork
    if title is None:
        return DONE if rewind(campaign, day) else REFUSED
    fork(campaign, day, invocation.folders, title)
    return DONE


def answer_chapter(invocation: Invocation) -> int:
    """Go on with a campaign in another save."""
    begin_chapter(opened(invocation), invocation.folders, invocation.arguments.name)
    return DONE


def doctor(path: Path, name: str, journals: Path, *, repair: bool) -> bool:
    """Say what is wrong with a save and what can come back; repair it if asked. Whether it is whole.

    It opens the save as whoever plays it does, so that it finds what they would find. `name` is how the shell
    was told which save it is.
    """
    save = Save.open(path, journals, for_system=validator_for)
    events = len(save.entries)
    told = _n("«{title}»: {events} suceso.", "«{title}»: {events} sucesos.", events)
    say(told.format(title=save.campaign.title, events=events))
    wrong = [note for note in save.notes if note.code in FINDINGS]
    for note in save.notes:
        say(_finding(note))
    hindrance = obstacle(save.path)
    copies = conflict_copies(save.path, save.campaign.id)
    if copies:
        told = _("Copias que se separaron de ella: {copies}. «tracker merge {name}» las une.")
        say(told.format(copies=len(copies), name=in_shell(name)))
    if repair and wrong:
        hindrance = _repaired(save)
        wrong = [] if hindrance is None else wrong
    if hindrance is not None:
        say(refusal_sentence(hindrance))
    elif not wrong:
        say(_("La partida está entera."))
    else:
        say(
            _("«tracker doctor {name} --repair» la arregla, como lo haría abrirla para jugar.").format(
                name=in_shell(name)
            )
        )
    save.close()
    return not wrong and hindrance is None


def _repaired(save: Save) -> Refusal | None:
    """Write the save anew, its damaged bytes kept first; returns why it could not be."""
    sharing = save.share()
    if sharing.refusal is None:
        events = len(save.entries)
        told = _n(
            "Arreglada: la partida tiene ahora {events} suceso.",
            "Arreglada: la partida tiene ahora {events} sucesos.",
            events,
        )
        say(told.format(events=events))
    return sharing.refusal


def _finding(note: Note) -> str:
    sentence = FINDINGS.get(note.code)
    return (
        worded(sentence, note.data).format(**note.data)
        if sentence
        else refusal_sentence(Refusal(note.code, **note.data))
    )


def print_backups(campaign: Campaign, *, as_json: bool) -> None:
    """Print what a campaign can be taken back to, the latest first."""
    backups = list(campaign.backups)
    for backup in backups:
        events = len(backup.entries)
        if as_json:
            say_json({"name": backup.name, "events": events, "path": str(backup.path)})
            continue
        what = _("antes de jugar ese día") if backup.day else _("antes del último cambio")
        told = _n("{name}: {what}, {events} suceso", "{name}: {what}, {events} sucesos", events)
        say(told.format(name=backup.name, what=what, events=events))
    if not backups and not as_json:
        say(_("Aún no hay copias: la primera se guarda con la primera acción del día."))


def rewind(campaign: Campaign, name: str) -> bool:
    """Take a campaign back to a backup and say it; returns whether the save has it."""
    event = campaign.rewind(campaign.backups[name])
    sharing = campaign.share()
    say(" ".join([*sentences(event, campaign.history), _("«deshacer» lo trae de vuelta.")]))
    if sharing.refusal is not None:
        say(refusal_sentence(sharing.refusal))
    return sharing.shared


def fork(campaign: Campaign, name: str, folders: Folders, title: str) -> None:
    """Make a campaign of its own from a backup and say where it is."""
    copy = copy_of(campaign.backups[name].path, folders.saves, slug(title))
    say(_("Campaña creada: {path}").format(path=copy))


def begin_chapter(campaign: Campaign, folders: Folders, name: str) -> None:
    """Go on with a campaign in another save and say where it is."""
    campaign.share()
    chapter = store.begin_chapter(campaign, folders.saves, slug(name), name)
    say(_("Campaña creada: {path}").format(path=chapter))
    told = _("«{title}» queda como está y se puede abrir cuando se quiera.")
    say(told.format(title=campaign.session.title))
