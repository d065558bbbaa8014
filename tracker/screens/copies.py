"""Offering to unite the copies of a save that lie beside it."""

from collections.abc import Sequence

from tracker.screens.shared import SharedScreen
from tracker.session.text import clean
from tracker.store.conflict_copies import ConflictCopy
from tracker.widgets.confirm import Confirm
from tracker.widgets.ink import line
from tracker.wording.language import _

NAME_LENGTH = 60


def offer_copies(desk: SharedScreen, copies: Sequence[ConflictCopy]) -> None:
    """Ask whether to unite them, saying what each would bring."""
    known = desk.campaign.save.entries.keys()
    told = _("{name} · sucesos nuevos: {events}")
    details = [
        line(told.format(name=clean(copy.path.name, NAME_LENGTH), events=len(copy.entries.keys() - known)))
        for copy in copies
    ]

    def answered(yes: bool | None) -> None:
        if yes:
            desk.campaign.unite(copies)
            desk.share()

    question = _("Junto a la partida hay copias que se separaron de ella. ¿Unirlas?")
    desk.app.push_screen(Confirm(question, details), answered)
