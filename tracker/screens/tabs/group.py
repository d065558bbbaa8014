"""Grupo: the party, with the card of the member under the cursor."""

from collections.abc import Iterable, Iterator, Sequence
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
from tracker.wording.glance import marks_of, place_marks
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

_NEED_TITLES = {MEAL: "groups.unfed", SLEEP: "groups.sleepless"}
_INKS = {Tone.PLAIN: Emphasis.WELL, Tone.WARNING: Emphasis.HURT, Tone.BAD: Emphasis.DYING}


class GroupPane(CreaturesPane):
    """The party, with a column for each need."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("group")

    EMPTY = "groups.empty"

    def columns(self) -> Sequence[Column]:
        return (
            Column(say("groups.name_label"), 14, least=8, named=True, sized=True, leads=True),
            *self.gauge_columns(),
            *(
                Column(say(_NEED_TITLES[need]), 4, align=Align.RIGHT, priority=4, sized=True)
                for need in self.session.game.body_needs
            ),
            Column(say("groups.state"), 6, flexible=True, sized=True),
        )

    def creature_ids(self) -> Iterable[str]:
        return self.session.party()

    def side_panel(self, key: str) -> tuple[Block, ...]:
        """Return what hunger and lost sleep cost the party, before the card under the cursor."""
        strains, cards = tuple(_strain_lines(self.session)), super().side_panel(key)
        return (Block(strains), *cards) if strains else cards

    def row(self, who: str) -> Row:
        needs = {need.id: need for need in self.session.game.needs(self.session.rules_context(), who)}
        now, need_ids = self.session.elapsed, self.session.game.body_needs
        need_cells = [
            line(need_time(needs[need_id], now)) if need_id in needs else () for need_id in need_ids
        ]
        marks = chips([*place_marks(self.session, who), *marks_of(self.session, who)])
        return Row(who, (self.name_cell(who), *self.gauges(who), *need_cells, marks), gone=self.is_gone(who))


def _strain_lines(session: Session) -> Iterator[Line]:
    """Yield what each unmet need costs the party: how many suffer it, when it grows worse, and how."""
    unmet: dict[str, list[Need]] = {}
    for need, _who in needs_of_party(session):
        if need.weighs is not Tone.PLAIN:
            unmet.setdefault(need.id, []).append(need)
    words = words_of(session.system)
    for need_id, needs in unmet.items():
        due = min((need.due for need in needs if need.due is not None), default=session.elapsed)
        toll = ""
        if words.has("toll", need_id):
            toll = term(words, "toll", need_id, when=_due_text(session, due))
        what = term(words, "pressed", need_id)
        text = say("groups.pressed", count=len(needs), what=what, toll=toll)
        yield line((text, _worst(*(need.weighs for need in needs))))


def _due_text(session: Session, due: int) -> str:
    day, hour = session.day_of(due), hour_text(session, due)
    return hour if day == session.day else f"{day_text(day, session.calendar.date(day))} {hour}"


def _worst(*tones: Tone) -> Tone:
    return max(tones, key=[*Tone].index)


def pressure(need: Need, now: int) -> Tone:
    """Return the tone of what a need costs already or will cost soon; plain if it costs nothing."""
    if need.due is None:
        return Tone.PLAIN
    remaining = need.due - now
    coming = Tone.BAD if remaining <= 0 else Tone.WARNING if remaining <= need.soon else Tone.PLAIN
    return _worst(coming, need.weighs)


def need_time(need: Need, now: int) -> Run:
    """Format the hours since a need was last met, muted while they cost nothing."""
    tone = pressure(need, now)
    return f"{need.since // HOUR} h", Emphasis.MUTED if tone is Tone.PLAIN else tone


def need_gauge(need: Need, now: int, width: int, look: Look) -> Line:
    """Draw a bar that empties until the need has consequences."""
    remaining = max(0, need.due - now) if need.due is not None else 0
    need_bar = bar(remaining, need.since + remaining, width, look)
    return line((need_bar, _INKS[pressure(need, now)]))
