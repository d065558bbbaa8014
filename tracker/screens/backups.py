"""The questions that take a campaign back to a backup, or make another campaign from the backup."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.workspace import Workspace
from tracker.store.backups import Backup
from tracker.store.campaigns import CampaignEntry
from tracker.widgets.picker import Option, Picker
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

Tell = Callable[[str, Tone], None]


def go_back(screen: Screen[Any], workspace: Workspace, campaign: CampaignEntry, tell: Tell) -> None:
    """Ask for a backup and for what to do with it, do that, and show the result by `tell`."""
    backups = {backup.name: backup for backup in workspace.backups(campaign)}
    if not backups:
        tell(say("backups.none"), Tone.WARNING)
        return

    def chosen(name: str | None) -> None:
        if name is not None:
            _ask_how(screen, workspace, campaign, backups[name], tell)

    options = [
        Option(name, _label(backup), say("backups.event_count", events=len(backup.entries)))
        for name, backup in backups.items()
    ]
    screen.app.push_screen(Picker(say("backups.question"), options), chosen)


def _ask_how(
    screen: Screen[Any], workspace: Workspace, campaign: CampaignEntry, backup: Backup, tell: Tell
) -> None:
    options = [
        Option("rewind", say("backups.rewind"), say("backups.rewind_hint")),
        Option("fork", say("backups.fork"), say("backups.fork_hint")),
    ]

    def chosen(choice: str | None) -> None:
        if choice is not None:
            tell(*_take_back(workspace, campaign, backup, choice))

    screen.app.push_screen(Picker(_label(backup), options), chosen)


def _take_back(
    workspace: Workspace, campaign: CampaignEntry, backup: Backup, choice: str
) -> tuple[str, Tone]:
    try:
        if choice == "rewind":
            return workspace.rewind(campaign.path, backup), Tone.PLAIN
        path = workspace.fork(campaign.path, backup)
        return say("campaigns.campaign_created", path=path.name), Tone.PLAIN
    except Refusal as refusal:
        return refusal_sentence(refusal), Tone.BAD


def _label(backup: Backup) -> str:
    return say("backups.before", day=backup.day) if backup.day else say("backups.last_change_heading")
