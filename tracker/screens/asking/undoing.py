"""The question before an undo: it shows the effect of the undo."""

from typing import ClassVar

from textual.binding import BindingType

from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.session.moves import undo
from tracker.session.moves.amend import amendable
from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import line
from tracker.widgets.question import Confirm
from tracker.wording.difference import difference, lines_of
from tracker.wording.messages import say
from tracker.wording.sentences import event_sentences


class UndoQuestion(Confirm):
    """Asks before an undo; the key of undo also means yes."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("undo")


def ask_amendment(player: MovePlayer) -> None:
    """Ask for another figure of the last act of this GM; refuse if it had none."""
    try:
        event, asked = amendable(player.history, player.screen.campaign.gm)
    except Refusal as refusal:
        player.refuse(refusal)
        return
    told, before = player.briefly(event), asked.args.get(asked.figure, "")
    player.screen.ask_line(say("undoing.amend", before=before, told=told), "amend ")


def ask_undo(player: MovePlayer) -> None:
    """Ask whether to undo the last event, and show the effect of the undo."""
    event = player.history.undoable
    if event is None:
        player.refuse(Refusal("nothing_to_undo"))
        return
    told = player.briefly(event)
    question = say("undoing.undo", told=told)
    if event.gm != player.screen.campaign.gm:
        question = say("undoing.question_of_other", gm=event.gm, told=told)
    back = difference(player.history, player.history.session_without(event.id))
    again = [
        say(
            "undoing.counts_again",
            gm=superseded.gm,
            told=" ".join(event_sentences(superseded, player.history)),
        )
        for superseded in player.history.counting_again(event.id)
    ]

    def on_answer(yes: bool | None) -> None:
        if yes:
            player.play(lambda history: undo.undo_event(history, event.id))

    player.screen.app.push_screen(
        UndoQuestion(question, [line(part) for part in (*lines_of(back), *again)]), on_answer
    )
