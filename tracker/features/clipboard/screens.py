"""Copies at the table."""

from tracker.commands.command import Command
from tracker.features.clipboard.commands import CopyCommand
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer


def copy_rows(player: MovePlayer) -> None:
    """Copy the marked rows of the tab, or the row under the cursor; raises `nothing_to_copy` without rows."""
    _send(player, "\n".join(player.screen.chosen_texts), "nothing_to_copy")


def copy_at_table(player: MovePlayer, command: Command) -> None:
    """Copy what a line names; raises `no_page_to_copy` while no page is served."""
    assert isinstance(command, CopyCommand)  # noqa: S101 - the only command that the feature carries out
    if command.is_address:
        address = next((each.address for each in player.companions if each.address), "")
        _send(player, address, "no_page_to_copy")
    elif command.text:
        _send(player, command.text, "nothing_to_copy")
    else:
        copy_rows(player)


def _send(player: MovePlayer, text: str, refusal: str) -> None:
    if not text:
        raise Refusal(refusal)
    player.say(player.screen.app.send_to_clipboard(text))
