"""The players' screen: turn order, the party's figures, the looks of others, lights, time and dice."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.pages import help_page
from tracker.session.players_view import Health
from tracker.session.public import PublicCreature, PublicTable
from tracker.widgets.columns import Column
from tracker.widgets.gauge import gauge
from tracker.widgets.ink import Emphasis, Line, Run, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.status_line import Part, StatusLine
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.glance import badge_text
from tracker.wording.language import N_, _
from tracker.wording.players import (
    figures,
    health_text,
    light_text,
    moment_text,
    roll_text,
    turn_text,
)
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import Words, term, words_of

POLL = 0.3
"""Seconds between looks at the save."""

Look = Callable[[], PublicTable]
"""Returns the table as it is now; raises `Refusal` while it cannot be seen."""

_BAR = 4
_GAUGE = 11
_TONES = {Health.HURT: Tone.PLAIN, Health.BADLY_HURT: Tone.WARNING, Health.FALLEN: Tone.BAD}


class PlayersScreen(Screen[None]):
    """Shows the public table that `look` returns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", N_("Salir"), id="players.leave"),
        Binding("ctrl+l", "repaint", N_("Repintar"), show=False, id="players.repaint"),
        Binding("question_mark", "help", N_("Ayuda"), key_display="?", id="players.help"),
    ]

    app = getters.app(ThemedApp)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._table = look()
        self._reader: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """Yield the turn order over or beside the lights and the dice."""
        yield StatusLine()
        with Container(id="players"):
            yield LineTable(self._columns(), empty=_("Aún no hay nadie a la vista."))
            yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the table, and look again at intervals."""
        self.query_one(LineTable).focus()
        self._picture()
        self.set_interval(POLL, self._follow)

    def action_repaint(self) -> None:
        """Repaint everything, for example after another program wrote on the terminal."""
        self.app.forget_terminal()
        self.refresh(layout=True)

    def action_help(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(help_page(self))

    def _follow(self) -> None:
        """Look again in the background: the screen never waits for a file that other people write."""
        if self._reader is None or self._reader.is_finished:
            self._reader = self.run_worker(self._look_in_thread, thread=True)

    def _look_in_thread(self) -> None:
        try:
            show = partial(self._show, self._look())
        except Refusal as refusal:
            show = partial(self._complain, refusal)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(show)

    def _complain(self, refusal: Refusal) -> None:
        self.query_one(Notice).say(refusal_sentence(refusal), Tone.WARNING)

    def _show(self, table: PublicTable) -> None:
        self.query_one(Notice).clear()
        if table != self._table:
            self._table = table
            self._picture()

    def _picture(self) -> None:
        table, words = self._table, words_of(self._table.system)
        rounds = term(words, "round", "number").format(round=table.round) if table.round else ""
        facts = ((moment_text(table), 2), (rounds, 1), (turn_text(table), 0))
        parts = [Part(line((table.title, Emphasis.STRONG)), 3)]
        self.query_one(StatusLine).show([*parts, *(Part(line(fact), rank) for fact, rank in facts if fact)])
        rows = self.query_one(LineTable)
        rows.active = table.active
        rows.show([self._row(each, words) for each in (*table.order, *table.party)])
        self.query_one(TextPanel).show(_blocks(table, words))

    def _columns(self) -> Sequence[Column]:
        words = words_of(self._table.system)
        titles = [term(words, "short", each) for each in self._table.gauges] or [_("Aspecto")]
        return (
            Column(_("Nombre"), 14, least=8, flexible=True, named=True),
            Column(titles[0], _GAUGE, least=9),
            *(Column(title, 7, least=4, priority=2) for title in titles[1:]),
            Column(_("Estado"), 16, least=8, flexible=True, priority=1),
        )

    def _row(self, creature: PublicCreature, words: Words) -> Row:
        name = line((creature.name, Emphasis.STRONG)) if creature.party else line(creature.name)
        return Row(creature.key, (name, *self._gauges(creature, words), _state(creature, words)))

    def _gauges(self, creature: PublicCreature, words: Words) -> list[Line]:
        """Return a cell for each resource; for other creatures the first says how hurt they look."""
        held = {each.id: each for each in creature.gauges}
        if not creature.party or not self._table.gauges:
            tone = _TONES.get(creature.health, Tone.PLAIN) if creature.health else Tone.PLAIN
            seen = line((health_text(creature, words), tone))
            return [seen, *[line("")] * (len(self._table.gauges) - 1)]
        cells = [line(figures(held[each]) if each in held else "–") for each in self._table.gauges]
        first = held.get(self._table.gauges[0])
        if first and first.maximum:
            low = Tone.WARNING if first.current * 3 <= first.maximum else Tone.PLAIN
            tone = Tone.BAD if first.current <= 0 else low
            cells[0] = line((gauge(first.current, first.maximum, _BAR, self.app.look), tone))
        return cells


def _state(creature: PublicCreature, words: Words) -> Line:
    runs: list[Run] = [(_("huido"), Emphasis.MUTED)] if creature.fled else []
    runs += [(badge_text(badge, words), badge.tone) for badge in creature.badges]
    return tuple(part for run in runs for part in ((" ", Emphasis.MUTED), run))[1:]


def _blocks(table: PublicTable, words: Words) -> list[Block]:
    lights = tuple(line(light_text(light)) for light in table.lights)
    rolls = tuple(line(roll_text(roll, words)) for roll in table.rolls)
    return [
        Block(lights or (line((_("Nada arde."), Emphasis.MUTED)),), _("Luces")),
        Block(rolls or (line((_("Ningún dado todavía."), Emphasis.MUTED)),), _("Tiradas")),
    ]
