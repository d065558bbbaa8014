"""Going back to a backup of a campaign, or making another campaign from it."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.workspace import Workspace
from tracker.store.backups import Backup
from tracker.store.campaigns import Listed
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import _
from tracker.wording.sentences import refusal_sentence

Say = Callable[[str, Tone], None]


def go_back(screen: Screen[Any], workspace: Workspace, campaign: Listed, say: Say) -> None:
    """Ask for a backup and an action, do the action and tell the result."""
    backups = {backup.name: backup for backup in workspace.backups(campaign)}
    if not backups:
        say(_("Aún no hay copias: la primera se guarda con la primera acción del día."), Tone.WARNING)
        return

    def chosen(name: str | None) -> None:
        if name is not None:
            _ask_how(screen, workspace, campaign, backups[name], say)

    options = [Option(name, _label(backup), _size(backup)) for name, backup in backups.items()]
    screen.app.push_screen(Picker(_("¿A qué momento se vuelve?"), options), chosen)


def _ask_how(screen: Screen[Any], workspace: Workspace, campaign: Listed, backup: Backup, say: Say) -> None:
    options = [
        Option("rewind", _("Rebobinar esta campaña"), _("u en su mesa lo trae de vuelta")),
        Option("fork", _("Otra campaña desde ahí"), _("esta se queda como está")),
    ]

    def chosen(way: str | None) -> None:
        if way is not None:
            say(*_went_back(workspace, campaign, backup, way))

    screen.app.push_screen(Picker(_label(backup), options), chosen)


def _went_back(workspace: Workspace, campaign: Listed, backup: Backup, way: str) -> tuple[str, Tone]:
    try:
        if way == "rewind":
            return workspace.rewind(campaign.path, backup), Tone.PLAIN
        path = workspace.fork(campaign.path, backup)
        return _("Campaña creada: {path}").format(path=path.name), Tone.PLAIN
    except Refusal as refusal:
        return refusal_sentence(refusal), Tone.BAD


def _label(backup: Backup) -> str:
    return _("Antes del {day}").format(day=backup.day) if backup.day else _("Antes del último cambio")


def _size(backup: Backup) -> str:
    return _("sucesos: {events}").format(events=len(backup.entries))
