"""Asking before a draft that brings more than was asked for, and says what."""

from tracker.commands.command import Command
from tracker.screens.table.campaign_screen import Then
from tracker.screens.table.move_player import MovePlayer, let_be
from tracker.session.event import Draft, Event
from tracker.widgets.ink import line
from tracker.widgets.question import Confirm
from tracker.wording.messages import say
from tracker.wording.sentences import fact_sentences


def ask_whether(player: MovePlayer, command: Command, draft: Draft, then: Then) -> None:
    """Say what a doubtful draft would do; do it, and then call `then`, if the GM wants that.

    If another GM meanwhile changes what it would do, the question is asked again.
    """
    shown = player.session

    def on_settled() -> Event | None:
        now = draft if player.session == shown else player.draft_of(command)
        if now == draft or not now.doubtful:
            return player.do(now)
        ask_whether(player, command, now, then)
        return None

    def on_answer(yes: bool | None) -> None:
        if yes and player.attempt(on_settled, let_be):
            then()

    details = [line(told) for told in fact_sentences(draft.facts, player.history)]
    player.screen.app.push_screen(Confirm(say("table_screen.do_it_so"), details), on_answer)
