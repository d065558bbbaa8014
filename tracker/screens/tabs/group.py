"""Grupo: the party, with the card of the member under the cursor."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from tracker.rules.clock import HOUR
from tracker.rules.glance import MEAL, SLEEP, Need, Tone
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.gauge import bar
from tracker.widgets.ink import Align, Emphasis, Line, Run, line
from tracker.widgets.line_table import Row
from tracker.widgets.marks import chips
from tracker.widgets.theme import Look
from tracker.wording.glance import marks_of
from tracker.wording.messages import say

_WITHOUT = {MEAL: "groups.unfed", SLEEP: "groups.sleepless"}
_INKS = {Tone.PLAIN: Emphasis.WELL, Tone.WARNING: Emphasis.HURT, Tone.BAD: Emphasis.DYING}


class GroupPane(CreaturesPane):
    """The party."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("group")

    EMPTY = "groups.empty"

    def columns(self) -> Sequence[Column]:
        """Return the columns of the list."""
        return (
            Column(say("groups.name_label"), 14, least=8, named=True, sized=True, leads=True),
            *self.gauge_columns(),
            *(
                Column(say(_WITHOUT[need]), 4, align=Align.RIGHT, priority=4, sized=True)
                for need in self.session.game.body_needs
            ),
            Column(say("groups.state"), 6, flexible=True, sized=True),
        )

    def listed(self) -> Iterable[str]:
        """Return the party."""
        return self.session.party()

    def row(self, who: str) -> Row:
        """Return a member's row: name, resources, needs and conditions."""
        needs = {need.id: need for need in self.session.game.needs(self.session.rules_context(), who)}
        now, wanted = self.session.elapsed, self.session.game.body_needs
        cells = [line(need_time(needs[name], now)) if name in needs else () for name in wanted]
        marks = chips(marks_of(self.session, who))
        return Row(who, (self.named(who), *self.gauges(who), *cells, marks), gone=self.is_gone(who))


def pressure(need: Need, now: int) -> Tone:
    """Return the tone of a need: of what it costs already, or will soon; plain without a consequence."""
    if need.due is None:
        return Tone.PLAIN
    left = need.due - now
    coming = Tone.BAD if left <= 0 else Tone.WARNING if left <= need.soon else Tone.PLAIN
    return max(coming, need.weighs, key=[*Tone].index)


def need_time(need: Need, now: int) -> Run:
    """Return the hours that a need has waited, quiet as long as they cost nothing."""
    tone = pressure(need, now)
    return f"{need.since // HOUR} h", Emphasis.MUTED if tone is Tone.PLAIN else tone


def need_gauge(need: Need, now: int, width: int, look: Look) -> Line:
    """Return how much is left until a need tells, as a bar that runs out."""
    left = max(0, need.due - now) if need.due is not None else 0
    shown = bar(left, need.since + left, width, look)
    return line((shown, _INKS[pressure(need, now)]))
