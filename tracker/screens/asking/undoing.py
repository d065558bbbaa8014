"""The questions before an undo and before an amendment; the first shows the effect of the undo."""

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
    """Ask for another figure in this GM's last act; refuse if the act had none."""
    try:
        event, request = amendable(player.history, player.screen.campaign.gm)
    except Refusal as refusal:
        player.refuse(refusal)
        return
    text, old_figure = player.briefly(event), request.args.get(request.figure, "")
    player.screen.ask_line(say("undoing.amend", before=old_figure, told=text), "amend ")


def ask_undo(player: MovePlayer) -> None:
    """Ask whether to undo the last event, and show the effect of the undo."""
    event = player.history.undoable
    if event is None:
        player.refuse(Refusal("nothing_to_undo"))
        return
    text = player.briefly(event)
    question = say("undoing.undo", told=text)
    if event.gm != player.screen.campaign.gm:
        question = say("undoing.question_of_other", gm=event.gm, told=text)
    reversal = difference(player.history, player.history.session_without(event.id))
    restored = [
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
        UndoQuestion(question, [line(effect) for effect in (*lines_of(reversal), *restored)]),
        on_answer,
    )
