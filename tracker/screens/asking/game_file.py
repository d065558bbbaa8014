"""The question whether to play by another game file or other house rules from now on."""

from tracker.commands.command import Command
from tracker.commands.vocabulary import shown_word
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.screens.table.campaign_screen import Then
from tracker.screens.table.move_player import MovePlayer, let_be
from tracker.session.event import Draft
from tracker.session.text import clean
from tracker.widgets.ink import line
from tracker.widgets.picker import Option, Picker
from tracker.widgets.question import Confirm
from tracker.wording.game_file import change_lines, question_of
from tracker.wording.messages import say


def ask_game_file(player: MovePlayer) -> None:
    """Change to the other file that fits the campaign; if there are several, ask which one."""
    campaign = player.screen.campaign
    options = [
        Option(path.stem, clean(path.stem, NAME_LENGTH), clean(str(path.parent), NAME_LENGTH))
        for path in campaign.shelf.fitting(campaign.session)
    ]
    if campaign.session.house:
        options.append(Option(shown_word("nothing"), say("game_file.no_house")))
    if not options:
        folders = ", ".join(map(str, campaign.shelf.folders[:2]))
        player.refuse(Refusal("no_other_game", folders=folders))
        return

    def chosen(name: str | None) -> None:
        if name is not None:
            player.play_line(f"rules {name}")

    if len(options) == 1:
        chosen(options[0].key)
    else:
        player.screen.app.push_screen(Picker(say("game_file.which"), options), chosen)


def ask_about_rules(player: MovePlayer, command: Command, draft: Draft, then: Then) -> None:
    """Show what another game file changes and for whom; if the GM agrees, play the draft and call `then`."""

    def on_answer(yes: bool | None) -> None:
        if yes and player.attempt(lambda: player.do(player.draft_of(command)), let_be):
            then()

    details = [line(text) for text in change_lines(player.history, draft)]
    player.screen.app.push_screen(Confirm(question_of(draft), details), on_answer)
