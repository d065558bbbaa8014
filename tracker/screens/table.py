"""The table: the status line, the four tabs, what is pending, and the keys that work everywhere."""

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Trigger
from tracker.rules.system import Tone
from tracker.screens.copies import offer_copies
from tracker.screens.desk import Desk
from tracker.screens.face_prompt import FacePrompt
from tracker.screens.guide import guide_for
from tracker.screens.library import ask_library
from tracker.screens.log import LogScreen
from tracker.screens.pages import help_page, rule_page
from tracker.screens.tabs.dice import DicePane
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.exploration import ExplorationPane
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.sheet import scene_form_fields, written
from tracker.screens.top_line import facts_now, facts_of_company, facts_of_save
from tracker.screens.versions import ask_version
from tracker.session.due import due_of, faces_needed
from tracker.session.event import Deed
from tracker.session.history import History
from tracker.session.moves import campaign, party, pending, supplies, undo
from tracker.session.moves.party import Fresh
from tracker.session.moves.seal import open_seal
from tracker.store.campaign import Campaign
from tracker.widgets.confirm import Confirm
from tracker.widgets.form import Form
from tracker.widgets.ink import line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.picker import Option, Picker
from tracker.widgets.status_line import StatusLine
from tracker.widgets.tab_bar import Tab, TabBar
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.difference import difference, lines_of
from tracker.wording.language import N_, _
from tracker.wording.report import pending_text
from tracker.wording.sentences import sentences
from tracker.wording.words import words_of

HABIT = 0.7
"""Seconds in which an Enter after a face that went on by itself is one of habit."""
_PANES: tuple[tuple[str, type[Pane]], ...] = (
    (N_("Grupo"), GroupPane),
    (N_("Encuentro"), EncounterPane),
    (N_("Exploración"), ExplorationPane),
    (N_("Dados"), DicePane),
)


def _is_worth_a_name(binding: Binding) -> bool:
    """Whether the palette offers it: what moves the cursor, or opens the palette, needs no name."""
    return bool(binding.id) and not str(binding.id).startswith(("list.", "panel.", "table.palette"))


def _chosen_setting(setting: str, value: str, history: History) -> Deed:
    return campaign.choose(history.session, setting, value)


class UndoQuestion(Confirm):
    """Asks before an undo; the key that asked also answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "answer(True)", N_("Sí"), show=False, id="undo.yes"),
    ]


class TableScreen(Desk):
    """Where a session is played."""

    TABS: ClassVar[tuple[type[Pane], ...]] = tuple(pane for _name, pane in _PANES)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "tab('1')", N_("Grupo"), show=False, id="table.group"),
        Binding("2", "tab('2')", N_("Encuentro"), show=False, id="table.encounter"),
        Binding("3", "tab('3')", N_("Exploración"), show=False, id="table.exploration"),
        Binding("4", "tab('4')", N_("Dados"), show=False, id="table.dice"),
        Binding(
            "enter",
            "settle",
            N_("Resolver"),
            show=False,
            tooltip=N_("Tirar lo pendiente; sin nada pendiente, abrir la fila"),
            id="due.settle",
        ),
        Binding(
            "=",
            "face",
            N_("Cara"),
            tooltip=N_("Resolver lo pendiente con una cara de la mesa"),
            id="due.face",
        ),
        Binding("s", "skip", N_("Omitir"), tooltip=N_("Dejar pasar lo pendiente"), id="due.skip"),
        Binding("R", "rule", N_("Regla"), show=False, tooltip=N_("La regla de lo pendiente"), id="due.rule"),
        Binding("u", "undo", N_("Deshacer"), id="table.undo"),
        Binding("ctrl+r", "redo", N_("Rehacer"), show=False, id="table.redo"),
        Binding("r", "roll", N_("Tirar"), id="table.roll"),
        Binding("o", "note", N_("Anotar"), show=False, id="table.note"),
        Binding(":", "command", N_("Orden"), id="table.command"),
        Binding("/", "filter", N_("Filtrar"), show=False, id="table.filter"),
        Binding(
            "V",
            "versions",
            N_("Versiones"),
            tooltip=N_("Elegir entre dos versiones de un texto"),
            id="table.versions",
        ),
        Binding(
            "G",
            "follow",
            N_("Seguir"),
            tooltip=N_("Ir a la pestaña que mira otro director"),
            show=False,
            id="table.follow",
        ),
        Binding(
            "B",
            "library",
            N_("Biblioteca"),
            show=False,
            tooltip=N_("Guardar en la biblioteca, y verla"),
            id="table.library",
        ),
        Binding("L", "log", N_("Registro"), show=False, id="table.log"),
        Binding("S", "settings", N_("Ajustes"), show=False, id="table.settings"),
        Binding("ctrl+p", "palette", N_("Todas las acciones"), show=False, id="table.palette"),
        Binding("q", "leave", N_("Salir"), show=False, id="table.leave"),
        Binding("ctrl+l", "repaint", N_("Repintar"), show=False, id="table.repaint"),
        Binding("question_mark", "help", N_("Ayuda"), key_display="?", id="table.help"),
    ]

    _tab = "1"

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh) -> None:
        super().__init__(campaign, roll, fresh)
        self._guide = guide_for(campaign.history)
        self._swallow_enter = False
        """Whether a face has just gone on by itself, and the Enter of habit is still to come."""

    def compose(self) -> ComposeResult:
        """Put the table together; a tab is built on its first visit."""
        yield StatusLine()
        yield TabBar()
        yield GroupPane(id="tab-1")
        yield Notice(id="pending")
        yield Notice(id="notice")
        yield KeyBar()

    @property
    def pane(self) -> Pane:
        """The tab being shown."""
        return self.query_one(f"#tab-{self._tab}", Pane)

    def on_mount(self) -> None:
        """Say what the store found when it opened the save, and offer copies that went apart."""
        self.company.show(self._tab)
        self.tell(self.campaign.save.notes)
        offer_copies(self)
        self.open_library()

    def picture(self) -> None:
        """Show the session as it stands."""
        self._picture_status()
        self._picture_pending()
        pane = self.pane
        if pane.is_mounted and pane.children:
            pane.picture()
        self.refresh_bindings()

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        """Say something on the line kept for it."""
        self.query_one("#notice", Notice).say(sentence, tone)

    def _picture_status(self) -> None:
        sealed = bool(open_seal(self.session, self.campaign.gm))
        right = [*facts_of_company(self.company), *facts_of_save(self)]
        self.query_one(StatusLine).show(facts_now(self.session, sealed=sealed), right)

    def _picture_pending(self) -> None:
        waiting = list(self.session.pending.values())
        fights = sum(bool(each.encounter) for each in waiting)
        counts = {"2": fights, "3": len(waiting) - fights}
        tabs = [
            Tab(str(n), _(name), counts.get(str(n), 0)) for n, (name, _pane) in enumerate(_PANES, start=1)
        ]
        self.query_one(TabBar).show(tabs, self._tab)
        bar = self.query_one("#pending", Notice)
        first = next(iter(self.session.pending), None)
        if first is None:
            bar.say(self.app.with_keys(self._guide.text(self._tab)) if self._guide else "", Tone.GOOD)
            return
        what = pending_text(self.session, first, self.history)
        sentence = _("Pendiente 1/{count}: {what} — {due.settle} lo aplica, {due.skip} omite")
        if waiting[0].kind in self.session.game.answers:
            sentence = _("Pendiente 1/{count}: {what} — {due.settle} elige, {due.skip} omite")
        elif self._faces_needed(first):
            sentence = _("Pendiente 1/{count}: {what} — {due.settle} tira, {due.face} cara, {due.skip} omite")
        bar.say(self.app.with_keys(sentence, count=len(waiting), what=what), Tone.WARNING)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer what can be done now."""
        match action:
            case "face":
                first = next(iter(self.session.pending), None)
                return first is not None and bool(self._faces_needed(first))
            case "versions":
                return bool(self.divided)
            case "skip" | "settle" | "rule":
                return bool(self.session.pending)
            case _:
                return True

    def _faces_needed(self, key: str) -> tuple[int, ...]:
        return faces_needed(self.session, due_of(key, self.session.pending[key]))

    async def action_tab(self, tab: str) -> None:
        """Turn to a tab, and follow nobody."""
        self.company.follow_nobody()
        await self.turn_to(tab)

    async def turn_to(self, tab: str) -> None:
        """Show a tab."""
        if tab == self._tab or tab not in {str(n) for n in range(1, len(_PANES) + 1)}:
            return
        self.pane.display = False
        self._tab = tab
        if not self.query(f"#tab-{tab}"):
            await self.mount(_PANES[int(tab) - 1][1](id=f"tab-{tab}"), before="#pending")
        self.pane.display = True
        self.pane.table.focus()
        self.company.show(tab)
        self.picture()

    @on(LineTable.Chosen)
    def _chosen(self, event: LineTable.Chosen) -> None:
        """Roll what is pending; with nothing pending, open the row."""
        if self._swallow_enter:
            self._expect_enter()
        elif self.session.pending:
            self.action_settle()
        else:
            self.pane.open(event.key)

    def action_settle(self) -> None:
        """Roll what is pending, or choose where there is a choice; Enter comes here from a list too."""
        first = next(iter(self.session.pending.values()))
        if (act_id := self.session.game.answers.get(first.kind)) is not None:
            self.ask_act(act_id, (first.who,))
        else:
            self.play_line("settle")

    def action_face(self) -> None:
        """Settle what is pending with the faces on the table."""
        key = next(iter(self.session.pending))
        prompt = FacePrompt(pending_text(self.session, key, self.history), self._faces_needed(key))

        def answered(text: str | None) -> None:
            if text is not None:
                self._swallow_enter = prompt.went_on
                self.set_timer(HABIT, self._expect_enter)
                self.play_line(f"settle = {text}")

        self.app.push_screen(prompt, answered)

    def _expect_enter(self) -> None:
        self._swallow_enter = False

    def action_skip(self) -> None:
        """Let what is pending go."""
        key = next(iter(self.session.pending))
        self.play(lambda history: pending.skip(history.session, key))

    def done(self) -> None:
        """Take the marks off."""
        self.pane.clear_marks()

    def use_supply(self, key: str) -> None:
        """Put a supply to the test; ammunition is shot, as the campaign counts it."""
        supply = self.session.supplies[key]
        shoot = self.session.game.ammunition_act
        if supply.trigger is Trigger.AMMUNITION and supply.owner and shoot:
            args = {"supply": key}
            self.play(lambda history: party.act(history.session, shoot, (supply.owner,), args, self.roll))
        else:
            self.play(lambda history: supplies.use(history.session, key, self.roll))

    def action_rule(self) -> None:
        """Open the rule behind what is pending."""
        first = next(iter(self.session.pending.values()))
        self.app.push_screen(rule_page(self.session, first.kind))

    def action_undo(self) -> None:
        """Ask whether to take back the last thing, saying what comes back."""
        event = self.history.undoable
        if event is None:
            self.refuse(Refusal("nothing_to_undo"))
            return
        told = " ".join(sentences(event, self.history))
        question = _("¿Deshacer «{told}»?").format(told=told)
        if event.gm != self.campaign.gm:
            question = _("¿Deshacer lo que hizo {gm}: «{told}»?").format(gm=event.gm, told=told)
        back = difference(self.history, self.history.without(event.id))

        def answered(yes: bool | None) -> None:
            if yes:
                self.play(lambda history: undo.undo_event(history, event.id))

        self.app.push_screen(UndoQuestion(question, [line(part) for part in lines_of(back)]), answered)

    def action_redo(self) -> None:
        """Bring back what the last undo took."""
        self.play(undo.redo)

    def action_roll(self) -> None:
        """Ask for dice."""
        self.ask_line(_("Tirada: 2d6+3 # etiqueta"), "roll ")

    def action_note(self) -> None:
        """Ask for a line for the log."""
        self.ask_line(_("Nota"), "note ")

    def action_command(self) -> None:
        """Ask for an order."""
        self.ask_line(_("Orden"), whos=self.pane.chosen)

    def action_filter(self) -> None:
        """Ask which rows to show; nothing shows them all."""
        pane = self.pane

        def answered(text: str | None) -> None:
            if text is not None:
                pane.filter = text
                pane.picture()
                self.say(
                    _("Solo se ve lo que dice «{text}».").format(text=text) if text else _("Se ve todo.")
                )

        title, wrong = pane.filter_title, pane.filter_error
        self.app.push_screen(TextPrompt(title, pane.filter, validate=wrong), answered)

    def action_settings(self) -> None:
        """Settle the choices that the game leaves to the campaign."""
        form = Form(_("Ajustes de la campaña"), scene_form_fields(self.session))
        self.app.push_screen(form, self._settled)

    def _settled(self, values: dict[str, str] | None) -> None:
        words = words_of(self.session.system)
        for setting, value in written(campaign.settings_of(self.session), values or {}, words).items():
            self.play(partial(_chosen_setting, setting, value))

    def action_palette(self) -> None:
        """Choose among everything that a key does here."""
        known = {
            active.binding.id: active
            for active in self.active_bindings.values()
            if active.enabled and _is_worth_a_name(active.binding)
        }
        options = [
            Option(str(key), self.app.description(active.binding), self.app.get_key_display(active.binding))
            for key, active in known.items()
        ]

        async def chosen(key: str | None) -> None:
            if key is not None:
                await self.app.run_action(known[key].binding.action, known[key].node)

        self.app.push_screen(Picker(_("¿Qué acción?"), options), chosen)

    def action_versions(self) -> None:
        """Choose which version of a text stays."""
        ask_version(self)

    def action_follow(self) -> None:
        """Turn to the tabs of another GM, of the next one, or of nobody."""
        self.follow_next()

    def action_leave(self) -> None:
        """Leave the table; everything is saved already."""
        self.dismiss(None)

    def action_repaint(self) -> None:
        """Paint everything again, after somebody else wrote on the terminal."""
        self.app.forget_terminal()
        self.refresh(layout=True)

    def action_help(self) -> None:
        """Show the keys of this place, the orders and the rules."""
        self.app.push_screen(help_page(self, self.session))

    def action_library(self) -> None:
        """Put something into the library, or look at it."""
        ask_library(self, self.pane.table.cursor_key or "")

    def action_log(self) -> None:
        """Show what has happened."""
        self.app.push_screen(LogScreen(self.history))

    def on_unmount(self) -> None:
        """Let go of the save."""
        self.company.leave()
        self.campaign.close()
        self.library.close()
