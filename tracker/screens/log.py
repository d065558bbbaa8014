"""The log of a campaign: every event, with a search, and a jump from a result to the events around it."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tracker.commands.search import LONGEST_QUERY, Search, search
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.table.recent import event_hour, told_of
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.notebook import named_in
from tracker.widgets.columns import Column
from tracker.widgets.ink import Align, Emphasis, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.dates import moment_text
from tracker.wording.exports import moment
from tracker.wording.language import N_, _
from tracker.wording.sentences import is_undone, refusal_sentence, sentences, throw_text

SEARCH_TITLE = N_("Buscar: palabras, quien:lia, sale:éxito, dia:2..3, caras:tecleadas, -nota (vacío: todo)")


def query_error(query: str) -> str | None:
    """Return the mistake in a query; None if there is none."""
    try:
        search(query)
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return None


class LogScreen(ModalScreen[str]):
    """Lists the events, newest last; undone events stay and are marked. `at` is the event to begin at.

    Answers with the key of the notebook's entry to go on to, or with nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("/", "search", N_("Buscar"), id="log.search"),
        Binding("v", "around", N_("Ver alrededor"), id="log.around"),
        Binding("O", "notebook", N_("Cuaderno"), id="log.notebook"),
        Binding("q,escape,backspace", "leave", N_("Volver"), id="log.leave"),
        Binding("L", "leave", show=False),
    ]

    def __init__(self, history: History, at: str = "") -> None:
        super().__init__()
        self._history = history
        self._at = at
        self._query = ""

    def compose(self) -> ComposeResult:
        """Yield the list over the details of the event under the cursor."""
        columns = (
            Column(_("Reloj"), 11, least=8, align=Align.RIGHT),
            Column(_("DJ"), 8, least=4, priority=1),
            Column(_("Qué pasó"), 40, least=20, flexible=True),
        )
        yield LineTable(columns, empty=_("Nada de lo que ha pasado es eso: / y vacío, todo."))
        yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show every event, with the cursor on the one asked for."""
        self._show(Search())
        table = self.query_one(LineTable)
        if self._at:
            table.move_to(self._at)
            self._show_beside()
        self.watch(table, "highlighted", self._show_beside, init=False)
        table.focus()

    def action_search(self) -> None:
        """Ask for a query."""

        def answered(query: str | None) -> None:
            if query is not None:
                self._query = query
                self._show(search(query))

        prompt = TextPrompt(_(SEARCH_TITLE), self._query, validate=query_error, max_length=LONGEST_QUERY)
        self.app.push_screen(prompt, answered)

    @on(LineTable.Chosen)
    def action_around(self) -> None:
        """Show every event again, around the one under the cursor."""
        self._query = ""
        self._show(Search())

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss("")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer the notebook only from an event that names one of its entries."""
        return action != "notebook" or bool(self._entries)

    def action_notebook(self) -> None:
        """Go on to the entry of the notebook that the event under the cursor names first."""
        self.dismiss(self._entries[0])

    @property
    def _entries(self) -> tuple[str, ...]:
        """Keys of the notebook's entries that the event under the cursor names."""
        notebook = self._history.session.notebook
        key = next((table.cursor_key for table in self.query(LineTable)), None)
        return named_in(notebook, " ".join(sentences(self._history[key], self._history))) if key else ()

    def _show(self, wanted: Search) -> None:
        history = self._history
        found = [event for event in history if wanted.finds(event, history)]
        table = self.query_one(LineTable)
        at_end = table.cursor_key is None
        table.show([_row(event, history) for event in found])
        if at_end:
            table.action_last()
        told = _("{count} de {all}").format(count=len(found), all=len(history))
        self.query_one(Notice).say(f"{told} · {self._query}" if self._query else told)
        self._show_beside()

    def _show_beside(self) -> None:
        key = self.query_one(LineTable).cursor_key
        blocks = [_about(self._history[key], self._history, self._entries)] if key else []
        self.query_one(TextPanel).show(blocks)
        self.refresh_bindings()


def _row(event: Event, history: History) -> Row:
    return Row(
        event.id,
        (
            line((event_hour(event, history), Emphasis.MUTED)),
            line((event.gm, Emphasis.MUTED)),
            told_of(event, history),
        ),
    )


def _about(event: Event, history: History, entries: Sequence[str]) -> Block:
    told = [line(sentence) for sentence in sentences(event, history)]
    thrown = [line((throw_text(throw, history), Emphasis.STRONG)) for throw in event.throws]
    when = f"{moment(event.at)} · {moment_text(history.session, event.clock)} · {event.gm}"
    undone = [line((_("Deshecho"), Tone.WARNING))] if is_undone(event, history) else []
    names = ", ".join(history.session.notebook[key].name for key in entries)
    linked = [line((_("Cuaderno: {names}").format(names=names), Emphasis.KEY))] if names else []
    return Block((line((when, Emphasis.MUTED)), *linked, *undone, *told, *thrown))
