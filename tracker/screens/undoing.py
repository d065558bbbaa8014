"""Taking back the last thing, which says beforehand what comes back."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from tracker.rules.refusal import Refusal
from tracker.screens.desk import Desk
from tracker.session.moves import undo
from tracker.widgets.confirm import Confirm
from tracker.widgets.ink import line
from tracker.wording.difference import difference, lines_of
from tracker.wording.language import N_, _
from tracker.wording.sentences import happened


class UndoQuestion(Confirm):
    """Asks before an undo; the key that asked also answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "answer(True)", N_("Sí"), show=False, id="undo.yes"),
    ]


def ask_undo(desk: Desk) -> None:
    """Ask whether to take back the last thing, saying what comes back."""
    event = desk.history.undoable
    if event is None:
        desk.refuse(Refusal("nothing_to_undo"))
        return
    told = desk.briefly(event)
    question = _("¿Deshacer «{told}»?").format(told=told)
    if event.gm != desk.campaign.gm:
        question = _("¿Deshacer lo que hizo {gm}: «{told}»?").format(gm=event.gm, told=told)
    back = difference(desk.history, desk.history.without(event.id))
    again = [
        _("Contará lo de {gm}: «{told}»").format(
            gm=superseded.gm, told=" ".join(happened(superseded, desk.history))
        )
        for superseded in desk.history.counting_again(event.id)
    ]

    def answered(yes: bool | None) -> None:
        if yes:
            desk.play(lambda history: undo.undo_event(history, event.id))

    desk.app.push_screen(UndoQuestion(question, [line(part) for part in (*lines_of(back), *again)]), answered)
