"""Asking about a long time before it passes: what it would bring, and what the GM changes of that."""

from tracker.commands.command import Command
from tracker.rules.refusal import Refusal
from tracker.screens.dialogs.jump import JumpQuestion, ReviewedDraft
from tracker.screens.table.campaign_screen import Then
from tracker.screens.table.move_player import MovePlayer, let_be
from tracker.session.event import Draft, Event
from tracker.session.moves.jump import is_long, jump_lines, with_rolls_made


def asks_about_time(player: MovePlayer, command: Command, draft: Draft, then: Then) -> bool:
    """Ask about a draft that lets a long time pass, and then call `then`; False if the time brings nothing.

    The time counts from the hour that was shown. If another GM meanwhile changes the events, the question is
    asked again.
    """
    if not jump_lines(player.session, draft):
        return False
    _ask(player, command, draft, then)
    return True


def _ask(
    player: MovePlayer, command: Command, draft: Draft, then: Then, before: JumpQuestion | None = None
) -> None:
    shown = player.session
    question = JumpQuestion(player.history, draft, before)

    def on_settled(kept: ReviewedDraft) -> Event | None:
        if player.session.elapsed != shown.elapsed:
            raise Refusal("clock_went_on")
        now = draft if player.session == shown else player.draft_of(command)
        if now == draft:
            return player.do(with_rolls_made(shown, kept.draft, player.roll) if kept.rolls else kept.draft)
        if is_long(now) and jump_lines(player.session, now):
            _ask(player, command, now, then, question)
            return None
        return player.do(now)

    def on_answer(kept: ReviewedDraft | None) -> None:
        if kept is not None and player.attempt(lambda: on_settled(kept), let_be):
            then()

    player.screen.app.push_screen(question, on_answer)
