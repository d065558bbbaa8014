"""Exploración: the clock, lights and supplies, hunger and sleep, and what comes next."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.rules.glance import MEAL, SLEEP, Need, Tone
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import SHARED_ACTS
from tracker.screens.tabs.clock_panel import clock_facts, left_text, moments, way_lines, when_text
from tracker.screens.tabs.group import need_gauge, pressure
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.supply_form import supply_fields, supply_with
from tracker.session.moves import supplies, tables
from tracker.session.pending import supply_of
from tracker.session.resources import shared_needs
from tracker.widgets.clock_face import ClockFace
from tracker.widgets.columns import Column
from tracker.widgets.form import Form
from tracker.widgets.gauge import WIDTH, gauge
from tracker.widgets.ink import Cell, Emphasis, Forms, Line, line
from tracker.widgets.line_table import Row
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block
from tracker.wording import amounts
from tracker.wording.clock import paces_text, unit_names, whose_text
from tracker.wording.dates import calendar_text
from tracker.wording.language import N_, _
from tracker.wording.report import missing_tables
from tracker.wording.words import term, words_of


class ExplorationPane(Pane):
    """Supplies first, then the party's needs; the clock beside them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "line('turn')", N_("Turno"), id="exploration.turn"),
        Binding("N", "line('round')", N_("Ronda"), show=False, id="exploration.round"),
        Binding(
            "i",
            "usual_interval",
            N_("+{interval}"),
            tooltip=N_("Pasa el intervalo de siempre: 10m, o el de tus preferencias"),
            id="exploration.ten_minutes",
        ),
        Binding("I", "interval", N_("Intervalo"), id="exploration.interval"),
        Binding("l", "light", N_("Encender"), id="exploration.light"),
        Binding("x", "use", N_("Usar"), id="exploration.use"),
        Binding("g", "get", N_("Nuevo objeto"), show=False, id="exploration.get"),
        Binding("f", "edit", N_("Editar objeto"), show=False, id="exploration.edit"),
        Binding("delete", "drop", N_("Dejar objeto"), show=False, id="exploration.drop"),
        Binding("D", "line('rest')", N_("Descanso"), id="exploration.rest"),
        Binding("m", "line('eat todos')", N_("Comen todos"), show=False, id="exploration.eat"),
        Binding("z", "sleep", N_("Duermen todos"), show=False, id="exploration.sleep"),
        Binding("k", "line('check')", N_("Encuentro"), show=False, id="exploration.check"),
        Binding("w", "watch", N_("Control de encuentros"), show=False, id="exploration.watch"),
        Binding("e", "weather", N_("Clima"), show=False, id="exploration.weather"),
        Binding("v", "travel", N_("Viaje"), show=False, id="exploration.travel"),
        Binding("p", "pace", N_("Paso"), show=False, tooltip=N_("Horas por hexágono"), id="exploration.pace"),
        Binding("t", "consult", N_("Consultar tabla"), show=False, id="exploration.consult"),
        Binding("T", "write", N_("Escribir tabla"), show=False, id="exploration.write"),
        Binding("h", "clock", N_("Corregir reloj"), show=False, id="exploration.clock"),
        Binding("c", "calendar", N_("Calendario"), show=False, id="exploration.calendar"),
    ]

    EMPTY = N_("Nada que contar todavía. Pulsa {exploration.get} para añadir una luz u otro objeto.")
    MARKING = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer only what the game offers: a rest, sleep, a round."""
        game = self.session.game
        match action:
            case "line":
                verb = str(parameters[0]).partition(" ")[0]
                return game.rounds if verb == "round" else verb not in SHARED_ACTS or verb in game.acts
            case "sleep":
                return action in game.acts
            case _:
                return super().check_action(action, parameters)

    def compose(self) -> ComposeResult:
        """Yield the clock over the list."""
        yield ClockFace()
        yield from super().compose()

    def picture(self) -> None:
        """Show the session as it stands, with the clock."""
        session = self.session
        hour = amounts.hour(session.time_of_day)
        self.query_one(ClockFace).show(hour, clock_facts(session), moments(session))
        super().picture()

    def columns(self) -> Sequence[Column]:
        """Return the columns of the list."""
        return (
            Column(_("Qué"), 14, least=9, named=True, sized=True, leads=True),
            Column(_("Quién"), 12, least=6, priority=2, named=True, sized=True),
            Column(_("Estado"), 7, least=7, sized=True),
            Column("", WIDTH, priority=1),
            Column(_("Toca"), 9, flexible=True, sized=True),
        )

    def rows(self) -> Sequence[Row]:
        """Return a row for each supply, and one for each need that members of the party share."""
        needs = [self._need_row(need, creature_ids) for need, creature_ids in shared_needs(self.session)]
        return [*map(self._supply_row, self.session.supplies), *needs]

    def _supply_row(self, key: str) -> Row:
        supply = self.session.supplies[key]
        owner = self.history.names.get(supply.owner, _("grupo"))
        name = line((supply.name, Emphasis.STRONG)) if supply.active else line(supply.name)
        die = line((_("agotado"), Tone.BAD)) if supply.depleted else line(f"d{supply.die}")
        cells = (name, line(owner), die, self._supply_gauge(supply), self._supply_due(supply))
        return Row(key, cells, gone=supply.depleted)

    def _supply_gauge(self, supply: Supply) -> Line:
        """Return how much is left until the next roll of a supply that time uses up."""
        if supply.depleted or supply.trigger is not Trigger.TIME or not (supply.active or supply.left):
            return ()
        left = supply.due - self.session.elapsed if supply.active else supply.left
        return gauge(left, supply.every, self.app.look)

    def _supply_due(self, supply: Supply) -> Cell:
        session = self.session
        if supply.depleted:
            return line(supply.outcome)
        if supply.trigger is Trigger.TIME and supply.active:
            return self._when(supply.due - session.elapsed, Tone.PLAIN)
        if supply.active:
            return line(_("en uso"))
        if supply.left:
            return line((_("pausa {time}").format(time=amounts.roughly(supply.left)), Emphasis.MUTED))
        return line((term(words_of(session.system), "trigger", supply.trigger), Emphasis.MUTED))

    def _when(self, seconds: int, tone: Tone) -> Cell:
        """Return when something comes, in two lengths."""
        return Forms((line((when_text(self.session, seconds), tone)), line((left_text(seconds), tone))))

    def _need_row(self, need: Need, creature_ids: Sequence[str]) -> Row:
        session = self.session
        due: Cell = ()
        if need.due is not None:
            due = self._when(need.due - session.elapsed, pressure(need, session.elapsed))
        return Row(
            f"{creature_ids[0]}.{need.id}",
            (
                line(term(words_of(session.system), "need", need.id)),
                line(whose_text(session, creature_ids)),
                line(amounts.roughly(need.since) if need.since else _("ahora")),
                need_gauge(need, session.elapsed, WIDTH, self.app.look) if need.due is not None else (),
                due,
            ),
        )

    def beside(self, key: str) -> Sequence[Block]:
        """Return who has the need under the cursor, random encounters and travel."""
        lines = way_lines(self.session, self.app.with_keys(_("Nadie los controla ({exploration.watch}).")))
        if creature_ids := self._whose(key):
            names = ", ".join(self.session.creatures[who].name for who in creature_ids)
            need = term(words_of(self.session.system), "need", key.partition(".")[2])
            lines.insert(0, line((f"{need}: ", Emphasis.MUTED), names))
        return (Block(tuple(lines)),)

    def _whose(self, key: str) -> tuple[str, ...]:
        """Return the creatures that share the need of a row; nobody for a supply."""
        who, _dot, need_id = key.partition(".")
        return next(
            (
                creature_ids
                for need, creature_ids in shared_needs(self.session)
                if need.id == need_id and who in creature_ids
            ),
            (),
        )

    def open(self, key: str) -> None:
        """Light or put out the supply of the row, or give a meal or sleep to its creatures."""
        creature_ids, need_id = self._whose(key), key.partition(".")[2]
        if creature_ids and need_id == SLEEP:
            self._ask_sleep(creature_ids)
        elif creature_ids and need_id == MEAL:
            self.player.play_line("eat .", creature_ids)
        else:
            self.action_light()

    def action_line(self, text: str) -> None:
        """Play a line of the command language."""
        self.player.play_line(text)

    def action_usual_interval(self) -> None:
        """Let the GM's usual interval pass."""
        self.action_line(f"interval {amounts.duration(self.app.preferences.interval)}")

    def action_interval(self) -> None:
        """Ask how long the interval lasts."""
        self.player.ask_line(
            _("Intervalo: 10m, 2h, 7d corriente (comen y duermen como siempre) …"), "interval "
        )

    def action_light(self) -> None:
        """Light or put out the supply under the cursor."""
        key = self._supply()
        if key is not None:
            lit = not self.session.supplies[key].active
            self.player.play(lambda history: supplies.light(history.session, key, lit=lit))

    def action_use(self) -> None:
        """Roll the usage die of the supply under the cursor."""
        key = self._supply()
        if key is not None:
            self.use_supply(key)

    def action_get(self) -> None:
        """Ask for a new supply."""
        self.player.ask_line(
            _("Nuevo objeto: QUIEN|grupo NOMBRE dN [luz] [cada 10m] [detonante TEXTO] [desenlace TEXTO]"),
            "carry ",
        )

    def action_edit(self) -> None:
        """Correct the supply under the cursor."""
        key = self._supply()
        if key is not None:
            self._ask_supply(key)

    def _ask_supply(self, key: str, written: Mapping[str, str] | None = None, refused: str = "") -> None:
        """Ask for changes of a supply until they are valid or given up, or the supply is gone."""
        supply = self.session.supplies.get(key)
        if supply is None:
            return
        form = Form(supply.name, supply_fields(self.session, supply), written, refused)
        self.app.push_screen(form, lambda values: self._edited(key, values))

    def _edited(self, key: str, values: dict[str, str] | None) -> None:
        if values:
            self.player.play(
                lambda history: supplies.edit_supply(
                    history.session,
                    key,
                    supply_with(history.session, supply_of(history.session, key), values),
                ),
                lambda why: self._ask_supply(key, values, why),
            )

    def action_drop(self) -> None:
        """Leave the supply under the cursor behind."""
        key = self._supply()
        if key is not None:
            self.player.play(lambda history: supplies.drop_supply(history.session, key))

    def action_sleep(self) -> None:
        """Ask how long everybody sleeps."""
        self._ask_sleep(self.session.party())

    def _ask_sleep(self, creature_ids: tuple[str, ...]) -> None:
        if len(creature_ids) == len(self.session.party()):
            title, lead = _("Duermen todos: 8h"), "sleep todos "
        else:
            names = ", ".join(self.session.creatures[who].name for who in creature_ids)
            title, lead = _("Sueño de {names}: 8h").format(names=names), "sleep . "
        self.player.ask_line(title, lead, creature_ids, initial="8h")

    def action_watch(self) -> None:
        """Ask how often random encounters are checked."""
        self.player.ask_line(_("Control: N+ [cada N] [auto] [DADOS] [tabla NOMBRE]; 0 lo quita"), "watch ")

    def action_weather(self) -> None:
        """Ask for the weather: Enter rolls it; a text or a table sets it."""
        self.player.ask_line(_("Clima: Intro tira; tabla NOMBRE, es TEXTO, nada"), "weather ")

    def action_travel(self) -> None:
        """Ask how far the party goes and how long it takes."""
        paces = paces_text(self.session)
        title = _("Viaje: N {units}|PASO [8h]").format(units="|".join(unit_names(self.session)))
        self.player.ask_line(f"{title} · {paces}" if paces else title, "travel ")

    def action_pace(self) -> None:
        """Set how long a hex takes somewhere."""
        self.player.ask_line(_("Paso: NOMBRE 6h, lo que se tarda por hexágono (nada: se olvida)"), "pace ")

    def action_clock(self) -> None:
        """Correct the clock by hand."""
        title = _("Reloj: [DÍA [MES [AÑO]]] HH:MM") if self.session.date else _("Reloj: [DÍA] HH:MM")
        self.player.ask_line(title, "clock ")

    def action_calendar(self) -> None:
        """Write the campaign's own calendar, or correct it; it stands there as it is typed."""
        title = _("Calendario: MES DÍAS, …; semana DÍA, …; horas N; hoy DÍA MES AÑO (nada: se quita)")
        written = calendar_text(self.session.calendar, self.session.date)
        self.player.ask_line(title, "calendar ", initial=written)

    def action_consult(self) -> None:
        """Roll on one of the GM's own tables, or read one of the rules."""
        from tracker.screens.pages import table_page  # noqa: PLC0415 - imported when asked for

        kept, printed = self.session.tables, words_of(self.session.system).tables()
        if not kept and not printed:
            self.player.refuse(Refusal("no_tables"))
            return
        options = [Option(f"own.{key}", table.name, table.dice) for key, table in kept.items()]
        options += [
            Option(str(place), table.name, _("del reglamento")) for place, table in enumerate(printed)
        ]

        def chosen(option: str | None) -> None:
            key = (option or "").removeprefix("own.")
            if key != option and option is not None:
                self.player.play(lambda history: tables.consult(history.session, key, self.player.roll))
            elif option is not None:
                self.app.push_screen(table_page(printed[int(option)]))

        self.app.push_screen(Picker(_("¿Qué tabla?"), options), chosen)

    def action_write(self) -> None:
        """Ask for a table; those that the game leaves to the GM are named."""
        missing = missing_tables(self.session)
        title = _("Tabla: NOMBRE DADOS 1-2: lobos; 3: nada")
        if missing:
            title += _(" · el juego pide {names}").format(names=", ".join(missing))
        self.player.ask_line(title, "table ")

    def _supply(self) -> str | None:
        key = self.table.cursor_key
        if key not in self.session.supplies:
            self.player.refuse(Refusal("choose_supply"))
            return None
        return key
