"""Exploración: the clock and the next moments, lights and supplies, traps, hunger and sleep."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from tracker.commands.progress import typed_name
from tracker.rules.glance import Hazard, Need, Tone
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger, labels
from tracker.screens.asking.supply_form import supply_fields, supply_with
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.tabs.clock_panel import clock_facts, left_text, moments, way_lines, when_text
from tracker.screens.tabs.group import need_gauge, need_time, pressure
from tracker.screens.tabs.pane import NOTHING_PENDING, Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.screens.tabs.sheet import card
from tracker.session.moves import outdoors, progress, supplies, tables
from tracker.session.outdoors import Ambient
from tracker.session.pending import supply_of
from tracker.session.resources import shared_needs
from tracker.session.rooms import Room
from tracker.session.state import Session
from tracker.session.whereabouts import dark_rooms, elsewhere, rooms_with_party, traps_elsewhere
from tracker.widgets.bindings import keys_at
from tracker.widgets.clock_face import ClockFace
from tracker.widgets.columns import Column
from tracker.widgets.form import Form
from tracker.widgets.gauge import WIDTH, bar, die_gauge
from tracker.widgets.ink import Cell, Emphasis, Forms, Line, fit, line, strip_line, width_of
from tracker.widgets.line_table import Row
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block
from tracker.wording import amounts
from tracker.wording.clock import awaited_text, paces_text, reminder_text, unit_names, whose_text
from tracker.wording.dates import calendar_text
from tracker.wording.glance import sight_text, supply_texts
from tracker.wording.goods import heap_lines
from tracker.wording.messages import say, say_of
from tracker.wording.progress import clock_label, refill_text, segments
from tracker.wording.report import missing_tables
from tracker.wording.rooms import brief_exits_text, exits_text, room_label, room_texts
from tracker.wording.rule_tables import tables_of
from tracker.wording.words import act_title, term, words_of

PROGRESS = "progress."
"""Prefix of the keys of rows of progress clocks."""
_HAZARD = "hazard."
"""Prefix of the keys of rows of traps."""
_REMINDER = "reminder."
"""Prefix of the keys of rows of reminders."""
_ROOM = "room."
"""Prefix of the keys of rows of the rooms where the party is."""
_ROOM_WIDTH = 18
"""Most cells of the name of a room."""
_SPENT = "spent"
"""Key of the row that the spent supplies share."""
_LOOT, _HIDDEN_LOOT = "loot.", "loot.hidden"
"""Keys of the rows of the heap: of its visible and its hidden goods."""
_LOOT_LINES = {_LOOT: ("share", "loot none"), _HIDDEN_LOOT: ("loot shown", "loot hidden none")}
"""For each row of the heap, the line that uses it and the line that leaves it behind."""

_AMBIENT = {
    Ambient.DAY: "exploration.is_day",
    Ambient.NIGHT: "exploration.is_night",
    Ambient.DARK: "exploration.is_dark",
}
"""What may be said of the light around the party, with the keys of its words."""


class ExplorationPane(Pane, PeopleActs):
    """Progress clocks, reminders, the heap, traps, supplies, then the party's needs; the clock above them."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("exploration")

    EMPTY = "exploration.empty"
    MARKING = False

    def __init__(self, player: MovePlayer, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(player, id=id)
        self._carded: Session | None = None
        self._party_cards: tuple[Block, ...] = ()
        """The party's cards in that session."""

    @property
    def idle(self) -> str:
        supply = self.session.supplies.get(self.table.cursor_key or "")
        if supply is not None and not supply.is_depleted:
            return "exploration.idle_light" if supply.light else "exploration.idle"
        return "exploration.reminder_keys" if self._reminder else NOTHING_PENDING

    @property
    def people(self) -> tuple[str, ...]:
        """Ids of the owner of the supply under the cursor, or of all who share the need there."""
        key = self.table.cursor_key or ""
        supply = self.session.supplies.get(key)
        if supply is not None:
            return (supply.owner,) if supply.owner in self.session.creatures else ()
        return self._sharer_ids(key)

    @property
    def company(self) -> tuple[str, ...]:
        """Ids of the creatures that share the need under the cursor; empty if they are the whole party."""
        creature_ids = self._sharer_ids(self.table.cursor_key or "")
        return () if creature_ids == self.session.party() else creature_ids

    def has(self, action: str, parameters: tuple[object, ...]) -> bool:
        if action == "line" and parameters == ("exploration.round",):
            return self.session.game.rounds
        if action == "traps":
            return bool(self.session.game.hazard_letters)
        if action == "merge" and not self.session.game.merge_act:
            return False
        return super().has(action, parameters)

    def compose(self) -> ComposeResult:
        yield ClockFace()
        yield from super().compose()

    def picture(self) -> None:
        session = self.session
        hour = amounts.hour(session.time_of_day)
        self.query_one(ClockFace).show(hour, clock_facts(session), moments(session))
        super().picture()

    # The list: lights and supplies, clocks, loot, hazards, hunger and sleep.
    def columns(self) -> Sequence[Column]:
        return (
            Column(say("exploration.what"), 14, least=9, named=True, sized=True, leads=True),
            Column(say("exploration.who"), 12, least=6, priority=2, named=True, sized=True),
            Column(say("exploration.state"), 7, least=7, sized=True),
            Column("", WIDTH, priority=1),
            Column(say("exploration.due"), 26, least=9, flexible=True),
        )

    def rows(self) -> Sequence[Row]:
        session = self.session
        need_rows = [self._need_row(need, creature_ids) for need, creature_ids in shared_needs(session)]
        supply_labels = labels(session.supplies)
        clocks = [self._progress_row(key) for key in session.progress]
        loot = [self._loot_row(hidden, text) for hidden, text in heap_lines(session).items()]
        far_traps, far_owners = traps_elsewhere(session), elsewhere(session)
        hazards = session.game.hazards(session.rules_context())
        traps = [self._hazard_row(each) for each in hazards if each.name not in far_traps]
        spent = self._spent_keys
        supplies = [
            self._supply_row(key, supply_labels[key])
            for key in self._burning_first()
            if key not in spent and session.supplies[key].owner not in far_owners
        ]
        reminders = [self._reminder_row(key) for key in session.reminders]
        return [
            *self._room_rows(),
            *clocks,
            *reminders,
            *loot,
            *traps,
            *supplies,
            *([self._spent_row(spent)] if spent else []),
            *need_rows,
        ]

    def _room_rows(self) -> list[Row]:
        """Return a row for each room where somebody of the party is: who, its state, its exits."""
        session, party = self.session, self.session.party()
        dark, rows = dark_rooms(session), list[Row]()
        for key, creature_ids in rooms_with_party(session).items():
            room = session.rooms[key]
            people = "" if creature_ids == party else whose_text(session, creature_ids)
            cells = (
                self._room_cell(room),
                line(people),
                line((say("top_line.dark"), Emphasis.ALARM)) if key in dark else (),
                (),
                _ways_and_status(session, room),
            )
            rows.append(Row(f"{_ROOM}{key}", cells))
        return rows

    def _room_cell(self, room: Room) -> Forms:
        """Name a room; where there is less space, a long name is cut, to leave some for its exits."""
        cell = line((room_label(room), Emphasis.STRONG))
        return Forms((cell, strip_line(fit(cell, min(_ROOM_WIDTH, width_of(cell)), self.app.look.ellipsis))))

    def _burning_first(self) -> list[str]:
        """Sort the supplies: burning ones, then the others in stock, then spent ones."""
        supplies = self.session.supplies
        return sorted(supplies, key=lambda key: (not supplies[key].burns, supplies[key].is_depleted))

    @property
    def _spent_keys(self) -> tuple[str, ...]:
        """Keys of the spent supplies that share a row; empty if only one is spent."""
        spent = tuple(key for key, each in self.session.supplies.items() if each.is_depleted)
        return spent if len(spent) > 1 else ()

    def _spent_row(self, spent: tuple[str, ...]) -> Row:
        names = ", ".join(self.session.supplies[key].name for key in spent)
        cells = (line(say("exploration.spent", count=len(spent))), (), (), (), line(names))
        return Row(_SPENT, cells, gone=True)

    def _progress_row(self, key: str) -> Row:
        clock = self.session.progress[key]
        clock_bar = segments(clock.filled, clock.segments, unicode=self.app.look.unicode)
        if clock.segments > WIDTH:
            clock_bar = bar(clock.filled, clock.segments, WIDTH, self.app.look)
        cells = (
            line((clock_label(self.session, clock), Emphasis.STRONG)),
            line((sight_text(clock.name, hidden=clock.hidden), Emphasis.MUTED)),
            line((f"{clock.filled}/{clock.segments}", Tone.WARNING if clock.complete else Tone.PLAIN)),
            line(clock_bar),
            line(
                " · ".join(filter(None, [refill_text(clock, words_of(self.session.system)), clock.outcome]))
            ),
        )
        return Row(f"{PROGRESS}{key}", cells)

    def _reminder_row(self, key: str) -> Row:
        session = self.session
        reminder, creature = session.reminders[key], session.creatures.get(session.reminders[key].who)
        state = "exploration.reminder_due" if reminder.due else "exploration.reminder_waits"
        cells = (
            line((reminder.text, Emphasis.STRONG)),
            line(creature.name if creature else ""),
            line((say(state), Tone.WARNING if reminder.due else Emphasis.MUTED)),
            (),
            line(awaited_text(session, reminder)),
        )
        return Row(f"{_REMINDER}{key}", cells)

    @property
    def _reminder(self) -> str:
        """Key of the reminder under the cursor; empty on another row."""
        key = (self.table.cursor_key or "").removeprefix(_REMINDER)
        return key if key in self.session.reminders and key != self.table.cursor_key else ""

    def _loot_row(self, hidden: bool, goods: str) -> Row:
        sight_cell = line((sight_text(hidden=hidden), Emphasis.MUTED))
        return Row(
            _HIDDEN_LOOT if hidden else _LOOT,
            (line(say("exploration.loot")), (), sight_cell, (), line(goods)),
        )

    @property
    def _progress(self) -> str:
        """Key of the progress clock under the cursor; empty on another row."""
        key = (self.table.cursor_key or "").removeprefix(PROGRESS)
        return key if key in self.session.progress and key != self.table.cursor_key else ""

    def _hazard_row(self, hazard: Hazard) -> Row:
        words = words_of(self.session.system)
        cells = (
            line((hazard.name, Emphasis.STRONG)),
            line((term(words, "hazard", hazard.id), Emphasis.MUTED)),
            line((term(words, "hazard_state", hazard.state.id), hazard.state.tone)),
            (),
            line(next(iter(hazard.about.values()), "")),
        )
        return Row(f"{_HAZARD}{hazard.name}", cells)

    @property
    def _hazard(self) -> Hazard | None:
        hazards = self.session.game.hazards(self.session.rules_context())
        return next((each for each in hazards if f"{_HAZARD}{each.name}" == self.table.cursor_key), None)

    def _supply_row(self, key: str, label: str) -> Row:
        supply = self.session.supplies[key]
        owner = self._owner(supply)
        name = line((label, Emphasis.STRONG)) if supply.active else line(label)
        die = line(f"d{supply.die}")
        if supply.is_depleted:
            die = line((say_of("glance.depleted", supply.name), Tone.BAD))
        cells = (name, line(owner), die, self._supply_gauge(supply), self._supply_due(supply))
        return Row(key, cells, gone=supply.is_depleted)

    def _owner(self, supply: Supply) -> str:
        return self.history.names.get(supply.owner, say("people.party"))

    def _supply_gauge(self, supply: Supply) -> Line:
        """Draw the steps of the die and the time until its next roll, for a supply that time uses up."""
        if supply.is_depleted or supply.trigger is not Trigger.TIME or not (supply.active or supply.left):
            return ()
        return die_gauge(supply, self.session.elapsed, self.app.look)

    def _supply_due(self, supply: Supply) -> Cell:
        session = self.session
        if supply.is_depleted:
            return line(supply.outcome)
        if supply.trigger is Trigger.TIME and supply.active:
            return self._due_cell(supply.due - session.elapsed, Tone.PLAIN)
        if supply.active:
            return line(say("glance.in_use"))
        if supply.left:
            return line((say("exploration.pause", time=amounts.roughly(supply.left)), Emphasis.MUTED))
        text = (
            say_of("exploration.unlit", supply.name)
            if supply.light
            else term(words_of(session.system), "trigger", supply.trigger)
        )
        return line((text, Emphasis.MUTED))

    def _due_cell(self, seconds: int, tone: Tone) -> Cell:
        """Return the time until something is due, in a long and a short form."""
        return Forms((line((when_text(self.session, seconds), tone)), line((left_text(seconds), tone))))

    def _need_row(self, need: Need, creature_ids: Sequence[str]) -> Row:
        session = self.session
        due: Cell = ()
        tone = pressure(need, session.elapsed)
        if need.due is not None:
            due = self._due_cell(need.due - session.elapsed, tone)
        return Row(
            f"{creature_ids[0]}.{need.id}",
            (
                line(term(words_of(session.system), "need", need.id)),
                line(whose_text(session, creature_ids)),
                line(need_time(need, session.elapsed)),
                need_gauge(need, session.elapsed, WIDTH, self.app.look) if need.due is not None else (),
                due,
            ),
        )

    # The panel beside the list.
    def side_panel(self, key: str) -> Sequence[Block]:
        """Return details of the row under the cursor, then travel; beside a list, the party's cards."""
        lines = way_lines(self.session, self.player.screen.with_keys("exploration.no_checks"))
        if key in _LOOT_LINES:
            lines.insert(0, line(heap_lines(self.session)[key == _HIDDEN_LOOT]))
        if (supply := self.session.supplies.get(key)) is not None:
            lines[:0] = map(line, supply_texts(supply))
        if key.startswith(_ROOM) and (room := self.session.rooms.get(key.removeprefix(_ROOM))):
            lines[:0] = map(line, filter(None, [exits_text(self.session.rooms, room), *room_texts(room)]))
        if reminder := self._reminder:
            lines.insert(0, line(reminder_text(self.session, self.session.reminders[reminder])))
        if (trap := self._hazard) is not None:
            words = words_of(self.session.system)
            lines[:0] = [
                line((f"{term(words, 'param', name)}: ", Emphasis.MUTED), text)
                for name, text in trap.about.items()
            ]
        if creature_ids := self._sharer_ids(key):
            names = ", ".join(self.session.creatures[who].name for who in creature_ids)
            need = term(words_of(self.session.system), "need", key.partition(".")[2])
            lines.insert(0, line((f"{need}: ", Emphasis.MUTED), names))
        return (Block(tuple(lines)), *self._cards())

    def _cards(self) -> tuple[Block, ...]:
        """Return the party's cards if there is room for them, made once for each session."""
        if not self.panel_is_beside:
            return ()
        if self._carded is not self.session:
            unicode = self.app.look.unicode
            self._carded = self.session
            self._party_cards = tuple(
                card(self.session, who, unicode=unicode) for who in self.session.party()
            )
        return self._party_cards

    def _sharer_ids(self, key: str) -> tuple[str, ...]:
        """Return the creatures that share the need of a row; empty for another row."""
        who, _dot, need_id = key.partition(".")
        return next(
            (
                creature_ids
                for need, creature_ids in shared_needs(self.session)
                if need.id == need_id and who in creature_ids
            ),
            (),
        )

    def row_of(self, who: str, supply: str) -> str:
        return supply

    # Keys on the row under the cursor.
    def action_use(self) -> None:
        """Use the row: roll its usage die, advance its clock, share the heap or spring its trap."""
        if lines := _LOOT_LINES.get(self.table.cursor_key or ""):
            self.player.play_line(lines[0])
            return
        if (self.table.cursor_key or "").startswith(_ROOM):
            self.player.screen.play_key("exploration.go")
            return
        if clock := self._progress:
            steps = -1 if self.session.progress[clock].counts_down else 1
            self.player.play(lambda history: progress.advance(history.session, clock, steps))
            return
        if self._reminder:
            self.player.say(self.player.screen.with_keys("exploration.reminder_keys"))
            return
        if trap := self._hazard:
            title = say("exploration.who_name", act=act_title(words_of(self.session.system), trap.act))
            self.player.screen.ask_line(title, f"{trap.act} ", initial=f'todos "{trap.name}"')
            return
        key = self._require_supply()
        if key is not None:
            self.use_supply(key)

    def action_merge(self) -> None:
        """Merge the ammunition under the cursor with another stack of its kind."""
        key = self._require_supply()
        if key is not None:
            self.player.play(lambda history: supplies.merge(history.session, key, self.player.roll))

    def action_edit(self) -> None:
        """Correct the supply, the progress clock or the trap under the cursor, or add to the heap."""
        if self.table.cursor_key in _LOOT_LINES:
            self.player.screen.play_key("group.loot")
            return
        if self._progress:
            self.action_progress()
            return
        if self._reminder:
            self.player.say(self.player.screen.with_keys("exploration.reminder_keys"))
            return
        if trap := self._hazard:
            title = act_title(words_of(self.session.system), trap.id)
            self.player.screen.ask_line(title, f"{trap.id} ", initial=f"{trap.name} ")
            return
        if self.table.cursor_key == _SPENT:
            self._ask_spent()
            return
        key = self._require_supply()
        if key is not None:
            self._ask_supply(key)

    def _ask_spent(self) -> None:
        options = [
            Option(key, self.session.supplies[key].name, self._owner(self.session.supplies[key]))
            for key in self._spent_keys
        ]

        def chosen(key: str | None) -> None:
            if key is not None:
                self._ask_supply(key)

        self.app.push_screen(Picker(say("exploration.which_spent"), options), chosen)

    def _ask_supply(self, key: str, values: Mapping[str, str] | None = None, refusal: str = "") -> None:
        """Ask for changes of a supply until they are valid, or the GM gives up, or the supply is gone."""
        supply = self.session.supplies.get(key)
        if supply is None:
            return
        form = Form(supply.name, supply_fields(self.session, supply), values, refusal)
        self.app.push_screen(form, lambda values: self._on_edited(key, values))

    def _on_edited(self, key: str, values: dict[str, str] | None) -> None:
        if values:
            self.player.play(
                lambda history: supplies.edit_supply(
                    history.session,
                    key,
                    supply_with(history.session, supply_of(history.session, key), values),
                ),
                lambda refusal: self._ask_supply(key, values, refusal),
            )

    def action_drop(self) -> None:
        """Leave the supply or heap under the cursor behind, or remove the clock, reminder or trap there."""
        if lines := _LOOT_LINES.get(self.table.cursor_key or ""):
            self.player.play_line(lines[1])
            return
        if clock := self._progress:
            self.player.play(lambda history: progress.drop_progress(history.session, clock))
            return
        if reminder := self._reminder:
            place = [*self.session.reminders].index(reminder) + 1
            self.player.play_line(f"when {place} none")
            return
        if trap := self._hazard:
            self.player.play_line(f'{trap.ends} "{trap.name}"')
            return
        spent = self._spent_keys if self.table.cursor_key == _SPENT else ()
        key = None if spent else self._require_supply()
        if spent or key is not None:
            keys = spent or (str(key),)
            self.player.play(lambda history: supplies.drop_supplies(history.session, keys))

    # Keys that ask for a line.
    def action_travel(self) -> None:
        paces = paces_text(self.session)
        title = say("exploration.travel_prompt", units="|".join(unit_names(self.session)))
        self.player.screen.ask_line(f"{title} · {paces}" if paces else title, "travel ")

    def action_progress(self) -> None:
        """Ask for a progress clock, with the one under the cursor filled in to be corrected."""
        title = say("exploration.progress_prompt")
        clock = self.session.progress.get(self._progress)
        initial = f"{typed_name(self.session, clock)} {clock.segments} " if clock else ""
        self.player.screen.ask_line(title, "clock ", initial=initial)

    def action_advance(self) -> None:
        clock = self.session.progress.get(self._progress)
        initial = f"{typed_name(self.session, clock)} " if clock else ""
        self.player.screen.ask_line(say("exploration.advance_title"), "advance ", initial=initial)

    def action_clock(self) -> None:
        title = say("exploration.date_prompt") if self.session.date else say("exploration.hour_prompt")
        self.player.screen.ask_line(title, "clock ")

    def action_calendar(self) -> None:
        """Ask for the campaign's calendar, with the current one filled in as it would be typed."""
        title = say("exploration.calendar_prompt")
        initial = calendar_text(self.session.calendar, self.session.date)
        self.player.screen.ask_line(title, "calendar ", initial=initial)

    def action_dates(self) -> None:
        from tracker.screens.pages import dates_page

        self.app.push_screen(dates_page(self.session))

    def action_consult(self) -> None:
        """Roll on one of the GM's tables and ask what the result becomes, or show a table of the rules."""
        from tracker.screens.pages import table_page

        own_tables, printed_tables = self.session.tables, tables_of(self.session.system)
        if not own_tables and not printed_tables:
            self.player.refuse(Refusal("no_tables"))
            return
        options = [Option(f"own.{key}", table.name, table.dice) for key, table in own_tables.items()]
        options += [
            Option(str(place), table.name, say("exploration.from_the_rules"))
            for place, table in enumerate(printed_tables)
        ]

        def chosen(option: str | None) -> None:
            key = (option or "").removeprefix("own.")
            if key != option and option is not None:
                if self.player.play(lambda history: tables.consult(history.session, key, self.player.roll)):
                    self.action_result()
            elif option is not None:
                self.app.push_screen(table_page(printed_tables[int(option)]))

        self.app.push_screen(Picker(say("exploration.which_table"), options), chosen)

    def action_ambient(self) -> None:
        """Ask what light there is around the party, and set it."""
        options = [Option(each, say(key)) for each, key in _AMBIENT.items()]

        def on_choice(light: str | None) -> None:
            if light is not None:
                self.player.play(lambda history: outdoors.say_light(history.session, Ambient(light)))

        start = self.session.ambient_light
        self.app.push_screen(Picker(say("exploration.which_light"), options, start=start), on_choice)

    def action_result(self) -> None:
        from tracker.commands.tables import last_result

        text = last_result(self.history)
        if not text:
            self.player.refuse(Refusal("no_result"))
            return
        options = [
            Option("creature", say("exploration.into_creatures")),
            Option("loot", say("exploration.loot")),
            Option("thing", say("exploration.somebodys")),
            Option("note", say("exploration.note")),
        ]

        def chosen(kind: str | None) -> None:
            if kind == "thing":
                self.player.screen.ask_line(say("exploration.whose"), "result thing ")
            elif kind is not None:
                self.player.play_line(f"result {kind}")

        self.app.push_screen(Picker(text, options), chosen)

    def action_write(self) -> None:
        """Ask for a table, and name those that the game leaves to the GM."""
        missing = missing_tables(self.session)
        title = say("exploration.table_title")
        if missing:
            title += say("exploration.tables_asked", names=", ".join(missing))
        self.player.screen.ask_line(title, "table ")

    def action_traps(self) -> None:
        self.ask_act_of(self.session.game.hazard_letters)

    def _require_supply(self) -> str | None:
        key = self.table.cursor_key
        if key not in self.session.supplies:
            self.player.refuse(Refusal("choose_supply"))
            return None
        return key


def _ways_and_status(session: Session, room: Room) -> Forms:
    """Write the exits of a room and its state; where there is less space, exits in short, then without it."""
    ways, short_ways = (brief_exits_text(session.rooms, room, short=short) for short in (False, True))
    texts = [" · ".join(filter(None, [each, room.status])) for each in (ways, short_ways)]
    return Forms(tuple(map(line, [*texts, short_ways])))
