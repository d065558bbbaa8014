"""A page at the table: what it will do is shown, and a yes does it."""

from tracker.commands.command import Command
from tracker.features.adventure.prep import PageCommand, page_command, prepare, preview_text_lines
from tracker.features.adventure.store import read_page
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.session.event import Event
from tracker.store.text_file import typed_path
from tracker.widgets.ink import line
from tracker.widgets.question import Confirm
from tracker.wording.messages import say


def show_page(player: MovePlayer, command: Command) -> Event | None:
    """Show what the page that a line names will do, and ask; refuses a page that cannot be read."""
    if player.kiosk:
        raise Refusal("kiosk", what="prep")
    assert isinstance(command, PageCommand)  # noqa: S101 - the only command that the feature carries out
    path = typed_path(command.path)
    text, context = read_page(path), player.context()
    preparation = prepare(text, path.stem, context, player.history)
    details = [line(each) for each in preview_text_lines(preparation, player.session)]

    def on_answer(agrees: bool | None) -> None:
        if agrees:
            player.play_command(page_command(text, path.stem, player.context()))

    question = say("prep.asks", rooms=len(preparation.page.rooms))
    player.screen.app.push_screen(Confirm(question, details), on_answer)
    return None
