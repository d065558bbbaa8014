"""A long time at once: everything that it would bring, in order, before any of it counts."""

from collections.abc import Mapping
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.commands.amendment import read_amendment
from tracker.commands.command import Command
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.desk import Desk, let_be
from tracker.session.change import apply
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.moves.jump import STRUCK, Amendment, JumpLine, is_long, jump_lines, reviewed
from tracker.widgets.columns import Column
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.question import ABORT, Question
from tracker.widgets.terminal_app import TerminalApp
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording import amounts
from tracker.wording.dates import day_text
from tracker.wording.jump import jump_text
from tracker.wording.language import N_, _
from tracker.wording.sentences import refusal_sentence


class JumpQuestion(Question[Draft]):
    """Lists what a deed would bring; answers with the deed as the GM has amended it, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", N_("Aceptar"), id="jump.accept"),
        Binding("space", "drop", N_("Quitar línea"), id="jump.drop"),
        Binding("c", "change", N_("Cambiar línea"), id="jump.change"),
        Binding("q,escape,backspace", "cancel", N_("No pasa el tiempo"), id="jump.cancel"),
        ABORT,
    ]

    app = getters.app(TerminalApp)

    def __init__(self, history: History, draft: Draft, before: "JumpQuestion | None" = None) -> None:
        """Ask about a deed; `before` asked the same when the table was another, and had its lines amended."""
        super().__init__("")
        self._before = before
        self._history = history
        self._session = history.session
        self._deed = draft
        self._after = apply(self._session, (draft.changes,))
        self._lines = {str(number): each for number, each in enumerate(jump_lines(self._session, draft))}
        self._changes = before.typed_for(self._lines) if before else {}
        """What the GM has typed for a line."""
        self._struck = before.struck_of(self._lines) if before else frozenset()
        """The lines that had been taken away when it was accepted, or before."""

    def ask(self) -> ComposeResult:
        """Yield the list, where a mark takes a line away, and a line for what cannot be."""
        hours = max(len(self._hour(each)) for each in self._lines.values())
        columns = (Column("", hours), Column("", 40, flexible=True))
        yield LineTable(columns, heading=False, marking=True)
        yield Notice()

    def on_mount(self) -> None:
        """Show what would come."""
        self._picture()
        table = self.query_one(LineTable)
        table.marked = self._struck
        table.focus()
        if self._before is not None:
            told = _("Mientras lo mirabas ha cambiado la mesa: ahora tocaría esto.")
            self.query_one(Notice).say(told, Tone.WARNING)

    def typed_for(self, lines: Mapping[str, JumpLine]) -> dict[str, str]:
        """Return what the GM has typed for those of these lines that are the same here."""
        own = self._same_as(lines)
        return {key: self._changes[own[key]] for key in own if own[key] in self._changes}

    def struck_of(self, lines: Mapping[str, JumpLine]) -> frozenset[str]:
        """Return those of these lines that are the same here and were taken away."""
        own = self._same_as(lines)
        return frozenset(key for key in own if own[key] in self._struck)

    def _same_as(self, lines: Mapping[str, JumpLine]) -> dict[str, str]:
        """Return the line here that is each of these, where there is one."""
        here = {each: key for key, each in self._lines.items()}
        return {key: here[each] for key, each in lines.items() if each in here}

    def compose(self) -> ComposeResult:
        """Say how much time passes, and what may be done with its lines."""
        time = amounts.duration(self._after.elapsed - self._session.elapsed)
        self._question = self.app.with_keys(
            _(
                "Pasan {time}, y tocaría esto: {jump.accept} lo acepta, {jump.drop} quita una línea, "
                "{jump.change} la cambia"
            ),
            time=time,
        )
        yield from super().compose()

    @on(LineTable.Chosen)
    def action_accept(self) -> None:
        """Let the time pass, with its lines as they stand now."""
        self._struck = self.query_one(LineTable).marked
        struck = dict.fromkeys(self._struck, STRUCK)
        try:
            changed = {key: read_amendment(text, self._history) for key, text in self._changes.items()}
            draft = self._reviewed(changed | struck)
        except Refusal as refusal:
            self.query_one(Notice).say(self._said(refusal), Tone.BAD)
        else:
            self.dismiss(draft)

    @on(LineTable.Lettered)
    def _tell_of_letters(self, event: LineTable.Lettered) -> None:
        """Say what the letters do now, as long as they do."""
        self.query_one(Notice).say_while(event.begun, event.told)

    def action_change(self) -> None:
        """Ask what becomes of the line under the cursor; nothing typed leaves it as it was."""
        key = self.query_one(LineTable).cursor_key or ""
        title = _("{what}: cuántas, = caras, hora o quién").format(what=self._text(key))

        def wrong(text: str) -> str | None:
            try:
                self._reviewed({key: read_amendment(text, self._history)})
            except Refusal as refusal:
                return self._said(refusal)
            return None

        def answered(text: str | None) -> None:
            if text is not None:
                self._changes[key] = text.strip()
                self._picture()

        self.app.push_screen(TextPrompt(title, self._changes.get(key, ""), validate=wrong), answered)

    def _said(self, refusal: Refusal) -> str:
        return refusal_sentence(refusal, self._session.system, self._history.names)

    def _reviewed(self, amendments: Mapping[str, Amendment]) -> Draft:
        return reviewed(
            self._session, self._deed, {self._lines[key]: each for key, each in amendments.items()}
        )

    def _picture(self) -> None:
        rows = [
            Row(key, (line((self._hour(each), Emphasis.MUTED)), self._line(key)))
            for key, each in self._lines.items()
        ]
        self.query_one(LineTable).show(rows)

    def _line(self, key: str) -> Line:
        """Return what a line says, and what becomes of it."""
        change = self._changes.get(key)
        return line(self._text(key), *([(f" → {change}", Emphasis.KEY)] if change else []))

    def _hour(self, each: JumpLine) -> str:
        """Return when a line begins; with its day, where the time goes beyond this one."""
        hour = amounts.hour(self._after.second_of(each.at))
        if self._after.day == self._session.day:
            return hour
        day = self._after.day_of(each.at)
        return f"{day_text(day, self._after.calendar.date(day))} {hour}"

    def _text(self, key: str) -> str:
        return jump_text(self._lines[key], self._session, self._after, self._history)


def do_or_ask(desk: Desk, command: Command, draft: Draft, before: JumpQuestion | None = None) -> Event | None:
    """Do a deed; a long time that brings something is asked about, again if it was before.

    It counts from the hour that was shown. Where another GM has done meanwhile what makes it bring something
    else, that is shown first.
    """
    if not (is_long(draft) and jump_lines(desk.session, draft)):
        return desk.do(draft)
    shown = desk.session
    question = JumpQuestion(desk.history, draft, before)

    def settled(kept: Draft) -> Event | None:
        if desk.session.elapsed != shown.elapsed:
            raise Refusal("clock_went_on")
        now = draft if desk.session == shown else desk.draft_of(command)
        return desk.do(kept) if now == draft else do_or_ask(desk, command, now, question)

    def answered(kept: Draft | None) -> None:
        if kept is not None:
            desk.attempt(lambda: settled(kept), let_be)

    desk.app.push_screen(question, answered)
    return None
