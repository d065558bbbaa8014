"""The players' screen: turn order, the party's figures, others' health in words, lights, time and dice."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.pages import help_page
from tracker.session.players_view import Health
from tracker.session.public import PublicCreature, PublicTable
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.gauge import WIDTH, gauge
from tracker.widgets.ink import Align, Cell, Emphasis, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.marks import chips, side_edge
from tracker.widgets.notice import Notice
from tracker.widgets.status_line import Part, StatusLine
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.glance import Mark, badge_mark
from tracker.wording.messages import say
from tracker.wording.notebook import public_entry_text
from tracker.wording.players import (
    after_text,
    dates_texts,
    gauge_figures,
    goods_line,
    health_text,
    is_acting,
    lights_texts,
    moment_text,
    progress_text,
    roll_text,
    turn_text,
)
from tracker.wording.rooms import public_plan, public_room_text
from tracker.wording.sentences import refusal_sentence
from tracker.wording.title import title_text
from tracker.wording.words import Words, term, words_of

POLL = 0.3
"""Seconds between looks at the save."""

Look = Callable[[], PublicTable]
"""Returns the public table as it is now; raises `Refusal` while it cannot be read."""

_TONES = {Health.HURT: Tone.PLAIN, Health.BADLY_HURT: Tone.WARNING, Health.FALLEN: Tone.BAD}


class PlayersScreen(Screen[None]):
    """Shows the public table that `look` returns, and looks again every `POLL` seconds."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("players")

    app = getters.app(ThemedApp)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._table = look()
        self._reader: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        yield StatusLine()
        with Container(id="players"):
            empty = say("players.nobody_in_sight")
            yield LineTable(self._columns(), empty=empty, turns=True, cursor=False)
            yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(LineTable).focus()
        self._picture()
        self.set_interval(POLL, self._follow)

    def action_repaint(self) -> None:
        """Repaint everything, for example after another program wrote on the terminal."""
        self.app.forget_terminal()
        self.refresh(layout=True)

    def action_help(self) -> None:
        self.app.push_screen(help_page(self, self.app))

    def _follow(self) -> None:
        """Look again, in the background."""
        # Other people write the file: the screen never waits for it.
        if self._reader is None or self._reader.is_finished:
            self._reader = self.run_worker(self._look_in_thread, thread=True)

    def _look_in_thread(self) -> None:
        try:
            show = partial(self._show, self._look())
        except Refusal as refusal:
            show = partial(self._complain, refusal)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._unless_left, show)

    def _unless_left(self, show: Callable[[], None]) -> None:
        # While the program ends, the widgets go before the screen.
        if self.query(LineTable):
            show()

    def _complain(self, refusal: Refusal) -> None:
        self.query_one(Notice).say(refusal_sentence(refusal), Tone.WARNING)

    def _show(self, table: PublicTable) -> None:
        self.query_one(Notice).clear()
        if table != self._table:
            self._table = table
            self._picture()

    def _picture(self) -> None:
        table, words = self._table, words_of(self._table.system)
        round_text = term(words, "round", "number", round=table.round) if table.round else ""
        after_next = after_text(table) if table.left else ""
        facts = ((moment_text(table), 3), (after_next, 2), (round_text, 1), (turn_text(table), 0))
        parts = [Part(line((table.title, Emphasis.STRONG)), 3)]
        self.query_one(StatusLine).show([*parts, *(Part(line(fact), rank) for fact, rank in facts if fact)])
        self.app.show_title(title_text(table.title, [each.name for each in table.acting]))
        rows = self.query_one(LineTable)
        rows.active = table.active.id if table.active else ""
        order = sorted(table.order, key=lambda creature: creature.is_gone)
        rows.show([self._row(creature, words) for creature in (*order, *table.party)])
        self.query_one(TextPanel).show(_blocks(table, words, unicode=self.app.look.unicode))

    def _columns(self) -> Sequence[Column]:
        words = words_of(self._table.system)
        titles = [term(words, "short", each) for each in self._table.gauges] or [say("players.looks")]
        return (
            Column(say("players.name"), 14, least=8, named=True, sized=True),
            Column(titles[0], 5, align=Align.RIGHT, sized=True),
            Column("", WIDTH, priority=2),
            *(Column(title, 5, align=Align.RIGHT, priority=3, sized=True) for title in titles[1:]),
            Column(say("players.state"), 6, flexible=True, sized=True),
        )

    def _row(self, creature: PublicCreature, words: Words) -> Row:
        name = line((creature.name, Emphasis.STRONG)) if creature.party else line(creature.name)
        edge = side_edge(self.app.look, ally=creature.party)
        cells = (name, *self._gauges(creature, words), _state(creature, words))
        return Row(creature.id, cells, edge, gone=creature.is_gone, acts=is_acting(creature, self._table))

    def _gauges(self, creature: PublicCreature, words: Words) -> list[Cell]:
        """Return the cells of the resources; for creatures outside the party, their health in words."""
        gauges = {each.id: each for each in creature.gauges}
        if not creature.party or not self._table.gauges:
            tone = _TONES.get(creature.health, Tone.PLAIN) if creature.health else Tone.PLAIN
            health_cell = line((health_text(creature, words), tone))
            return [health_cell, (), *[()] * (len(self._table.gauges) - 1)]
        cells: list[Cell] = [
            line(gauge_figures(gauges[each]) if each in gauges else "–") for each in self._table.gauges
        ]
        first = gauges.get(self._table.gauges[0])
        first_bar: Cell = ()
        if first and first.maximum:
            first_bar = gauge(first.current, first.maximum, self.app.look, rises=first.rises)
        cells.insert(1, first_bar)
        return cells


def _state(creature: PublicCreature, words: Words) -> Cell:
    candidates = [
        (creature.fled, say("encounter.fled")),
        (creature.acted, say("players.acted")),
        (creature.delays, say("encounter.delays")),
    ]
    marks = [Mark(text, text) for holds, text in candidates if holds]
    return chips([*marks, *(badge_mark(badge, words) for badge in creature.badges)])


def _blocks(table: PublicTable, words: Words, *, unicode: bool) -> list[Block]:
    lights = tuple(map(line, lights_texts(table)))
    rolls = tuple(line(roll_text(roll, words)) for roll in table.rolls)
    progress = tuple(line(progress_text(each, words, unicode=unicode)) for each in table.progress)
    dates = tuple(map(line, dates_texts(table)))
    goods = tuple(line(goods_line(each, words)) for each in table.goods)
    plan = public_plan(table.rooms, unicode=unicode) if len(table.rooms) > 1 else []
    rooms = (*(line(public_room_text(each)) for each in table.rooms), *map(line, plan))
    notebook = tuple(line(public_entry_text(each)) for each in table.notebook)
    return [
        *([Block(progress, say("players.clocks"))] if progress else []),
        Block(lights, say("players.lights")),
        *([Block(dates, say("players.dates"))] if dates else []),
        *([Block(goods, say("players.purses"))] if goods else []),
        Block(rolls or (line((say("players.no_dice_yet"), Emphasis.MUTED)),), say("players.rolls")),
        *([Block(rooms, say("players.rooms"))] if rooms else []),
        *([Block(notebook, say("players.notebook"))] if notebook else []),
    ]
