"""Base of the tabs with creatures: a key for each act of the game."""

from collections.abc import Iterable, Mapping
from time import monotonic
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import BindingType

from tracker.rules.game_system import GameSystem
from tracker.rules.glance import Gauge, Tone
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.screens.tabs.sheet import card
from tracker.session.aim import Pointer, Turn, lately, turn_of, within_reach
from tracker.session.groups import is_mixed
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.gauge import WIDTH, gauge_ink, health_gauge
from tracker.widgets.ink import Align, Cell, Emphasis, Line, line
from tracker.widgets.line_table import Row
from tracker.widgets.text_panel import Block
from tracker.wording.glance import figures_together, waiting_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

UNSEEN = 0.7
"""Seconds in which a GM has not yet seen that another has passed the turn."""


class CreaturesPane(Pane, PeopleActs):
    """Damage, healing, conditions and tests for the marked creatures, or for the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("creatures")

    FOLDS = True

    def __init__(self, player: MovePlayer, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(player, id=id)
        self._read: Session | None = None
        self._rows: tuple[Row, ...] | None = None
        self._cards: dict[str, Block] = {}
        """Rows and cards of that session that have been drawn."""
        # An action changes few rows, and a campaign may have 200 of them: the others are not drawn again.
        self._made: dict[str, tuple[tuple[object, ...], Row]] = {}
        """Each creature's row and the values it was made from, to compare with those of now."""
        self.turn_shown: Turn | None = None
        """The turn that was drawn last; None before a fight."""
        self._pointed_before: tuple[float, Pointer] | None = None
        """What was pointed at as another GM passed the turn, and when."""

    @property
    def idle(self) -> str:
        return "creatures.idle"

    @property
    def people(self) -> tuple[str, ...]:
        """Ids of the creatures that an act is for: the marked ones, else the one under the cursor."""
        return self.selected_ids

    @property
    def company(self) -> tuple[str, ...]:
        """Ids of the creatures for a meal, sleep or rest if not the whole party: the marked ones."""
        return self.selected_ids if self.table.marked else ()

    @property
    def pointer(self) -> Pointer:
        """What the GM points at: for a moment still what it was before another GM passed the turn."""
        if self._pointed_before is not None:
            passed_at, pointer = self._pointed_before
            at_hand = {*pointer.row[:1], self.table.active}
            if monotonic() - passed_at < UNSEEN and self.table.cursor_key in at_hand:
                return replace(pointer, marked=self.company)
        return Pointer(self._row_under_cursor, self.company, self.turn_shown)

    @property
    def _row_under_cursor(self) -> tuple[str, ...]:
        """The creatures of the row under the cursor, its leader first."""
        leader = self.table.cursor_key
        return tuple(dict.fromkeys((leader, *self.in_row(leader)))) if leader else ()

    def picture(self) -> None:
        """Show the session as it stands, and remember what was pointed at when another passed the turn."""
        old_turn, self.turn_shown = self.turn_shown, turn_of(self.session)
        if old_turn not in (None, self.turn_shown) and not self.is_turn_of_mine():
            self._pointed_before = monotonic(), Pointer(self._row_under_cursor, turn=old_turn)
        super().picture()

    def is_turn_of_mine(self) -> bool:
        """Whether the turn was passed or taken back here; several events may have arrived since."""
        history = self.history
        for event in lately(history):
            told = (event, *(history[each] for each in event.takes_back if each in history))
            if any(fact.kind == "turn" for each in told for fact in each.facts):
                return event.id.endswith(self.player.screen.campaign.save.writer)
        return True

    def has(self, action: str, parameters: tuple[object, ...]) -> bool:
        if action == "attack":
            return bool(self.session.game.attack_act)
        return super().has(action, parameters)

    @property
    def on_the_card(self) -> str:
        """Id of the creature whose card comes first; empty if there is none."""
        return self.table.cursor_key or ""

    def action_attack(self) -> None:
        """Ask for the attack of the creature whose turn it is, else of the one under the cursor."""
        self.ask_act(self.session.game.attack_act, self.pointer)

    def action_use(self) -> None:
        """Choose a supply of the selected creatures and roll its usage die."""
        from tracker.widgets.picker import Option, Picker

        creature_ids = self.selected_ids
        supplies = {
            key: supply
            for key, supply in self.session.supplies.items()
            if supply.owner in creature_ids and not supply.is_depleted
        }
        if not supplies:
            self.player.refuse(Refusal("nothing_to_use"))
            return
        options = [
            Option(key, supply.name, f"d{supply.die} · {self.history.names.get(supply.owner, '')}")
            for key, supply in supplies.items()
        ]
        self.app.push_screen(Picker(say("creatures.use_prompt"), options), self._use)

    def _use(self, key: str | None) -> None:
        if key is not None:
            self.use_supply(key)

    def action_sheet(self) -> None:
        """Ask for changes of the sheet of the row under the cursor; of several kinds, ask of which."""
        row = self._row_under_cursor
        if is_mixed(self.session, present := within_reach(self.session, row)):
            from tracker.screens.asking.acting import ask_member

            ask_member(self.player, present, lambda chosen: self._ask_sheet(chosen[0]))
        elif row:
            self._ask_sheet(row[0])

    def _ask_sheet(self, who: str, values: Mapping[str, str] | None = None, refusal: str = "") -> None:
        """Ask for changes of a sheet until they are valid, or the GM gives up, or the creature is gone."""
        from tracker.screens.asking.sheet_form import sheet_form_fields
        from tracker.widgets.form import Form

        if who not in self.session.creatures:
            return
        fields = sheet_form_fields(self.player, who, values or ())
        beside_the_name = fields[1].key
        form = Form(self.session.creatures[who].name, fields, values, refusal, start=beside_the_name)
        self.app.push_screen(form, lambda values: self._on_edited(who, values))

    def _on_edited(self, who: str, values: dict[str, str] | None) -> None:
        from tracker.screens.asking import sheet_form
        from tracker.session.moves.party import edit_sheet

        if values:
            name = values.get(sheet_form.NAME, "")
            field_values = {key: text for key, text in values.items() if key != sheet_form.NAME}
            sheet_values = sheet_form.filled_values(
                self.session.game.fields, field_values, words_of(self.session.system)
            )
            self.player.play(
                lambda history: edit_sheet(history.session, who, sheet_values, name),
                lambda refusal: self._ask_sheet(who, values, refusal),
            )

    def action_annotate(self) -> None:
        who = self.table.cursor_key
        if who is not None:
            notes = self.session.creatures[who].notes
            title = say("creatures.notes_on", name=self.session.creatures[who].name)
            self.player.screen.ask_line(title, "annotate . ", (who,), notes)

    def creature_ids(self) -> Iterable[str]:
        """List the creatures that have a row, in the order of the rows."""
        raise NotImplementedError

    def row(self, who: str) -> Row:
        raise NotImplementedError

    def rows(self) -> tuple[Row, ...]:
        self._read_session()
        if self._rows is None:
            letters, shared_values = self.player.screen.letters, self._shown_in_every_row
            self._rows = tuple(
                self._row(who, letters.get(who, ""), shared_values) for who in self.creature_ids()
            )
        return self._rows

    @property
    def _shown_in_every_row(self) -> tuple[object, ...]:
        """What every row may show besides its own creatures: if it changes, all rows are drawn anew."""
        session, fight = self.session, self.session.fight
        of_fight = (fight.sides, fight.turn_order) if fight else ()
        return (session.scene, session.elapsed, session.effects, session.tables, of_fight)

    def _row(self, who: str, letter: str, shared_values: tuple[object, ...]) -> Row:
        """Return a creature's row, drawn anew only if a value that it shows has changed."""
        members, session, fight = self.in_row(who), self.session, self.session.fight
        acting = fight.acting if fight else ()
        values = (
            letter,
            shared_values,
            *(session.creatures[each] for each in members),
            *(
                (
                    fight.combatants.get(each),
                    each in fight.turned,
                    each in acting,
                    waiting_text(session, fight, each),
                )
                for each in members
                if fight
            ),
        )
        old_values, row = self._made.get(who, (None, None))
        if row is None or values != old_values:
            row = replace(self.row(who), letter=letter)
            self._made[who] = values, row
        return row

    def in_row(self, who: str) -> tuple[str, ...]:
        """Return the ids of the creatures that share a row; here each has its own."""
        return (who,)

    def prepare(self) -> None:
        self.rows()
        self.side_panel(self.table.cursor_key or "")

    def _read_session(self) -> None:
        """Forget the rows and cards drawn for another session."""
        if self._read is not self.session:
            self._read, self._rows, self._cards = self.session, None, {}

    def card(self, who: str) -> Block:
        return card(self.session, who, unicode=self.app.look.unicode)

    def side_panel(self, key: str) -> tuple[Block, ...]:
        """Return the card of the creature under the cursor; beside a list, the party's cards follow."""
        if key not in self.session.creatures:
            return ()
        others = self.session.party() if self.panel_is_beside else ()
        return tuple(map(self._card, dict.fromkeys((key, *others))))

    def _card(self, who: str) -> Block:
        self._read_session()
        if who not in self._cards:
            self._cards[who] = self.card(who)
        return self._cards[who]

    def name_cell(self, who: str) -> Line:
        """Return the name of a creature; names of the party are bold."""
        creature = self.session.creatures[who]
        return line((creature.name, Emphasis.STRONG)) if creature.party else line(creature.name)

    def is_gone(self, who: str) -> bool:
        """Whether a creature needs no more attention because it is out of the game."""
        return self.session.is_out(who)

    def gauge_columns(self) -> list[Column]:
        """Return the columns of the game's resources: figures, then a bar for the first with a maximum."""
        words = words_of(self.session.system)
        columns: list[Column] = []
        bar_gauge = _bar_gauge(self.session.game)
        for gauge in self.session.game.gauges:
            title = term(words, "short", gauge.id)
            priority = 1 if gauge is bar_gauge else 3
            columns.append(Column(title, 5, align=Align.RIGHT, priority=priority, sized=True))
            if gauge is bar_gauge:
                columns.append(Column("", WIDTH, priority=2))
        return columns

    def gauges(self, *creature_ids: str) -> list[Cell]:
        """Return the cells of the game's resources, added up if there are several creatures."""
        creatures = [self.session.creatures[who] for who in creature_ids]
        cells: list[Cell] = []
        bar_gauge = _bar_gauge(self.session.game)
        for gauge in self.session.game.gauges:
            figures = figures_together((creature.sheet for creature in creatures), gauge)
            if not figures:
                is_asked = any(gauge is bar_gauge or creature.party for creature in creatures)
                cells += [
                    line(("–" if is_asked else "", Emphasis.MUTED)),
                    *([()] if gauge is bar_gauge else []),
                ]
            elif gauge is bar_gauge:
                current, maximum = map(int, figures.split("/"))
                rises = self.session.game.gauge_rises(gauge)
                ink = gauge_ink(current, maximum, rises=rises)
                figures_cell = line((figures, Tone.PLAIN if ink is Emphasis.WELL else ink))
                cells += [figures_cell, health_gauge(current, maximum, self.app.look, rises=rises)]
            else:
                cells.append(line(figures))
        return cells


def _bar_gauge(game: GameSystem) -> Gauge | None:
    """Return the resource that also has a bar: the first with a maximum."""
    return next((each for each in game.gauges if each.maximum), None)
