"""Grupo: the party, with the card of the member under the cursor."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from tracker.rules.clock import HOUR
from tracker.rules.glance import MEAL, SLEEP, Need, Tone
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.session.resources import needs_of_party
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.gauge import bar
from tracker.widgets.ink import Align, Emphasis, Line, Run, line
from tracker.widgets.line_table import Row
from tracker.widgets.marks import chips
from tracker.widgets.text_panel import Block
from tracker.widgets.theme import Look
from tracker.wording.dates import day_text, hour_text
from tracker.wording.glance import marks_of
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

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

    def creature_ids(self) -> Iterable[str]:
        """Return the party."""
        return self.session.party()

    def side_panel(self, key: str) -> tuple[Block, ...]:
        """Return what the party pays for hunger and lost sleep, before the card under the cursor."""
        pressed, cards = _strain_lines(self.session), super().side_panel(key)
        return (Block(tuple(pressed)), *cards) if pressed else cards

    def row(self, who: str) -> Row:
        """Return a member's row: name, resources, needs and conditions."""
        needs = {need.id: need for need in self.session.game.needs(self.session.rules_context(), who)}
        now, wanted = self.session.elapsed, self.session.game.body_needs
        cells = [line(need_time(needs[name], now)) if name in needs else () for name in wanted]
        marks = chips(marks_of(self.session, who))
        return Row(who, (self.name_cell(who), *self.gauges(who), *cells, marks), gone=self.is_gone(who))


def _strain_lines(session: Session) -> list[Line]:
    """Return what the party already pays for: how many, when more is due, and what it leads to."""
    words, told = words_of(session.system), []
    paying = [(need, who) for need, who in needs_of_party(session) if need.weighs is not Tone.PLAIN]
    for kind in dict.fromkeys(need.id for need, _who in paying):
        alike = [need for need, _who in paying if need.id == kind]
        due = min((need.due for need in alike if need.due is not None), default=session.elapsed)
        day, toll = session.day_of(due), ""
        hour = hour_text(session, due)
        when = hour if day == session.day else f"{day_text(day, session.calendar.date(day))} {hour}"
        if words.has("toll", kind):
            toll = term(words, "toll", kind, when=when)
        text = say("groups.pressed", count=len(alike), what=term(words, "pressed", kind), toll=toll)
        told.append(line((text, max((need.weighs for need in alike), key=[*Tone].index))))
    return told


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
