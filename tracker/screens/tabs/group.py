"""Grupo: the party, with the card of the member under the cursor."""

from collections.abc import Iterable, Sequence

from tracker.rules.clock import HOUR
from tracker.rules.glance import NEEDS, Need, Tone
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.widgets.columns import Column
from tracker.widgets.ink import Line, line
from tracker.widgets.line_table import Row
from tracker.wording.language import N_, _
from tracker.wording.words import term, words_of


class GroupPane(CreaturesPane):
    """The party."""

    EMPTY = N_("No hay nadie en el grupo. Pulsa {group.join} para añadir un PJ.")

    def columns(self) -> Sequence[Column]:
        """Return the columns of the list."""
        words = words_of(self.session.system)
        return (
            Column(_("Nombre"), 14, least=8, flexible=True, named=True),
            *self.gauge_columns(),
            *(Column(term(words, "short", need), 4, priority=4) for need in NEEDS),
            Column(_("Estado"), 18, least=13, flexible=True, priority=1),
        )

    def listed(self) -> Iterable[str]:
        """Return the party."""
        return self.session.party()

    def row(self, who: str) -> Row:
        """Return a member's row: name, resources, needs and conditions."""
        needs = {need.id: need for need in self.session.game.needs(self.session.rules_context(), who)}
        hours = [hours_cell(needs[name], self.session.elapsed) if name in needs else () for name in NEEDS]
        name = line(self.session.creatures[who].name)
        return Row(who, (name, *self.gauges(who), *hours, self.badges(who)))


def pressure(need: Need, now: int) -> Tone:
    """Return the tone of a need; plain if the game gives it no consequence."""
    if need.due is None:
        return Tone.PLAIN
    left = need.due - now
    return Tone.BAD if left <= 0 else Tone.WARNING if left <= need.soon else Tone.PLAIN


def hours_cell(need: Need, now: int) -> Line:
    """Return the hours that a need has waited."""
    return line((f"{need.since // HOUR}h", pressure(need, now)))
