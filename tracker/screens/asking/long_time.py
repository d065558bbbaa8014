"""The question before a long time passes: it shows the events to come, which the GM may change."""

from tracker.commands.command import Command
from tracker.rules.refusal import Refusal
from tracker.screens.dialogs.jump import JumpQuestion, ReviewedDraft
from tracker.screens.table.campaign_screen import Then
from tracker.screens.table.move_player import MovePlayer, let_be
from tracker.session.event import Draft, Event
from tracker.session.moves.jump import is_long, jump_lines, with_rolls_made


def asks_about_time(player: MovePlayer, command: Command, draft: Draft, then: Then) -> bool:
    """Ask about a draft that lets a long time pass, and then call `then`; False if no event falls in it.

    The time counts from the hour shown: if the clock has moved since, the answer is refused. If an event of
    another GM changes what is to come, the question is asked again.
    """
    if not jump_lines(player.session, draft):
        return False
    _ask(player, command, draft, then)
    return True


def _ask(
    player: MovePlayer, command: Command, draft: Draft, then: Then, old_question: JumpQuestion | None = None
) -> None:
    old_session = player.session
    question = JumpQuestion(player.history, draft, old_question)

    def on_settled(reviewed: ReviewedDraft) -> Event | None:
        if player.session.elapsed != old_session.elapsed:
            raise Refusal("clock_went_on")
        new_draft = draft if player.session == old_session else player.draft_of(command)
        if new_draft == draft:
            return player.do(
                with_rolls_made(old_session, reviewed.draft, player.roll)
                if reviewed.rolls
                else reviewed.draft
            )
        if is_long(new_draft) and jump_lines(player.session, new_draft):
            _ask(player, command, new_draft, then, question)
            return None
        return player.do(new_draft)

    def on_answer(reviewed: ReviewedDraft | None) -> None:
        if reviewed is not None and player.attempt(lambda: on_settled(reviewed), let_be):
            then()

    player.screen.app.push_screen(question, on_answer)
