"""The questions before an undo and before an amendment; the first shows the effect of the undo."""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType

from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves import undo
from tracker.session.moves.amend import amendable
from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import line
from tracker.widgets.question import Confirm
from tracker.wording.difference import difference, lines_of
from tracker.wording.messages import say
from tracker.wording.sentences import event_sentences, fact_sentences


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


def ask_undo(player: MovePlayer, event: Event | None = None) -> None:
    """Ask whether to undo an event, the last one by default, and show the effect of the undo."""
    history = player.history
    event = event or history.undoable
    if event is None:
        player.refuse(Refusal("nothing_to_undo"))
        return
    text = player.briefly(event)
    question = say("undoing.undo", told=text)
    if event.gm != player.screen.campaign.gm:
        question = say("undoing.question_of_other", gm=event.gm, told=text)

    outcomes = history.outcomes_of(event.id)

    def on_answer(yes: bool | None) -> None:
        if yes and player.history.outcomes_of(event.id) != outcomes:
            player.say(say("moments.came_since"))
            ask_undo(player, event)
        elif yes:
            player.play(lambda history: undo.undo_event(history, event.id))

    lines = [line(each) for each in undo_lines(history, event)]
    player.screen.app.push_screen(UndoQuestion(question, lines), on_answer)


def undo_lines(history: History, event: Event) -> Iterator[str]:
    """Yield what an undo changes, what goes with the event or stays, and what counts again."""
    outcomes = history.outcomes_of(event.id)
    undone_ids = (event.id, *outcomes.falling)
    yield from fact_sentences(undo.outcome_facts(outcomes), history)
    yield from lines_of(difference(history, history.session_without(*undone_ids)))
    for late in history.counting_again(*undone_ids):
        told = " ".join(event_sentences(late, history))
        yield say("undoing.counts_again", gm=late.gm, told=told)
