"""The question before a draft that does more than the GM asked for."""

from tracker.commands.command import Command
from tracker.screens.table.campaign_screen import Then
from tracker.screens.table.move_player import MovePlayer, let_be
from tracker.session.event import Draft, Event
from tracker.widgets.ink import line
from tracker.widgets.question import Confirm
from tracker.wording.messages import say
from tracker.wording.sentences import fact_sentences


def ask_whether(player: MovePlayer, command: Command, draft: Draft, then: Then) -> None:
    """Show what a doubtful draft would do, and play it, then call `then`, if the GM agrees.

    If an event of another GM changes the draft meanwhile, the question is asked again.
    """
    old_session = player.session

    def on_settled() -> Event | None:
        new_draft = draft if player.session == old_session else player.draft_of(command)
        if new_draft == draft or not new_draft.doubtful:
            return player.do(new_draft)
        ask_whether(player, command, new_draft, then)
        return None

    def on_answer(yes: bool | None) -> None:
        if yes and player.attempt(on_settled, let_be):
            then()

    details = [line(sentence) for sentence in fact_sentences(draft.facts, player.history)]
    player.screen.app.push_screen(Confirm(say("table_screen.do_it_so"), details), on_answer)
