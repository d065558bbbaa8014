"""The prompt of the command line, which completes names and shows what Enter will do."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType

from tracker.commands.at_hand import Offer, offers
from tracker.commands.command import Command, CommandContext
from tracker.commands.completion import completions
from tracker.commands.own_dice import dice_offers
from tracker.commands.parse import parse
from tracker.commands.preview import Preview, preview_line
from tracker.commands.series import series_in
from tracker.rules.refusal import Refusal
from tracker.screens.dialogs.sheet_preview import SheetPreview
from tracker.session.change import Change
from tracker.session.pasted import MOST_BYTES, Pasted
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, line, shortened_text, text_of, wrap
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.text_prompt import RefusedText, TextPrompt
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

ALL = ":"
"""The line that leads to the palette of all actions."""
HELP = "?"
"""The line that leads to the page of keys and commands."""

_MOST_ROWS = 10
"""The most lines of a series that are shown; the style sheet gives them their room."""


class _Judgement(Struct, frozen=True):
    """The preview of a line, valid as long as the game and the library do not change."""

    text: str
    game: Session
    library_session: Session | None
    foreseen: Preview | None
    """None if the line is refused."""
    wrong: str | None
    series: Sequence[str] = ()
    """The lines of the text if it has several; the preview is of the first."""
    key_id: str = ""
    """The key whose name the line is, if no line does the same or the key asks for its rest."""

    def holds(self, text: str, context: CommandContext) -> bool:
        """Whether the preview is of this line and still valid."""
        return (
            self.text == text
            and self.game is context.history.session
            and self.library_session is _library_session(context)
        )


class CommandPrompt(TextPrompt):
    """Asks for a line of the command language; `lead` is the beginning that the GM need not type.

    `prepare` gets the changes of the line once they are shown, so that Enter is answered sooner;
    `report` gets the refusal of a line.
    """

    BINDINGS: ClassVar[list[BindingType]] = keys_at("line")

    app = getters.app(ThemedApp)

    def __init__(
        self,
        title: str,
        context: CommandContext,
        lead: str,
        initial: str,
        refusal: RefusedText | None = None,
        *,
        fresh: bool = False,
        prepare: Callable[[tuple[Change, ...]], None],
        report: Callable[[Refusal], None],
    ) -> None:
        self._prepare = prepare
        self._report = report
        self._command_context = context
        self._lead = lead
        self._judged: _Judgement | None = None
        self._recalled: list[str] = []
        """Earlier lines, oldest first; at the end the line being typed, once an earlier one is recalled."""
        self._place = 0
        self._offers: list[Offer] = []
        """Creatures that the line may add, or its dice as they are written here."""
        self._offered = 0
        """Number of the offer that is in the line, from 1; 0 for the line as it was typed."""
        self._typed = ""
        super().__init__(
            title,
            initial,
            validate=lambda text: self._judgement(text).wrong,
            explain=self._preview_text,
            suggest=self._whole,
            max_length=MOST_BYTES,
            refused=refusal,
            fresh=fresh,
        )

    def begin_line(
        self,
        title: str,
        context: CommandContext,
        lead: str,
        initial: str,
        refusal: RefusedText | None = None,
        *,
        fresh: bool = False,
    ) -> None:
        """Ask for another line with the same widgets."""
        self._command_context = context
        self._lead = lead
        self._judged = None
        self.begin(title, initial, refusal, fresh=fresh)

    def ask(self) -> ComposeResult:
        columns = (
            Column("", 24, least=10, named=True, sized=True),
            Column("", 30, least=8, flexible=True, priority=1),
        )
        table = LineTable(columns, heading=False)
        table.can_focus = table.display = False
        yield table
        yield from super().ask()

    def remember(self, lines: Sequence[str]) -> None:
        self._recalled, self._place = [*lines, ""], len(lines)

    @on(Entry.Changed)
    def _ask_for_all(self, event: Entry.Changed) -> None:
        # The palette has another key too, but some terminals keep that for themselves.
        if event.value in (ALL, HELP) and not self._lead:
            self.dismiss(event.value)
        elif not (self._offered and event.value == self._offers[self._offered - 1].line):
            self._offer(event.value)

    def _offer(self, text: str) -> None:
        """Show the creatures that a line may add, or its dice as they are written here, none taken yet."""
        whole_line, context = self._lead + text, self._command_context
        full_offers = offers(whole_line, context) or dice_offers(whole_line, context)
        lead_length = len(self._lead)
        self._offers = [replace(each, line=each.line[lead_length:]) for each in full_offers]
        self._offered, self._typed = 0, text
        self._show_offers()

    def _show_offers(self) -> None:
        """Show the offers, with the cursor on the one in the line; or each of several lines."""
        table = self.query_one(LineTable)
        rows = [
            Row(each.line, (line(each.name), line((each.about, Emphasis.MUTED)))) for each in self._offers
        ]
        rows += _rows_of_series(self.series(self.query_one(Entry).text))
        table.show(rows)
        lines_taken = [self._offers[self._offered - 1].line] if self._offered else []
        table.marked = frozenset(lines_taken)
        table.move_to(lines_taken[0] if lines_taken else rows[0].key if rows else "")
        if table.display != bool(rows):
            table.display = bool(rows)

    @on(Entry.Pasted)
    def _show_pasted(self) -> None:
        if self._stat_blocks:
            self._accept()

    @property
    def _stat_blocks(self) -> tuple[Pasted, ...]:
        """The creatures of the stat blocks in the line."""
        judgement = self._judgement(self.query_one(Entry).text)
        outlook = None if judgement.series else judgement.foreseen
        return outlook.command.pasted if outlook else ()

    def _accept(self) -> None:
        """Accept the line; the sheet of a stat block is shown first, and until then the line stays.

        Of refused dice, those are accepted that are offered in their place.
        """
        accept = super()._accept
        entry = self.query_one(Entry)
        own_dice = dice_offers(self._lead + entry.text, self._command_context)
        if own_dice and self._judgement(entry.text).wrong:
            entry.edit(own_dice[0].line[len(self._lead) :])
        if not (pasted := self._stat_blocks):
            accept()
            return

        def on_answer(yes: bool | None) -> None:
            if yes:
                accept()

        system = self._command_context.history.session.system
        self.app.push_screen(SheetPreview(pasted, system), on_answer)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer earlier lines only if there are any, or creatures to add."""
        return action != "recall" or len(self._recalled) > 1 or bool(self._offers)

    def action_recall(self, step: int) -> None:
        """Take the next offered creature into the line, or show an earlier or later line."""
        entry = self.query_one(Entry)
        is_typing = self._place == max(0, len(self._recalled) - 1)
        if self._offers and is_typing and (self._offered or step > 0):
            self._offered = max(0, min(self._offered + step, len(self._offers)))
            entry.edit(self._offers[self._offered - 1].line if self._offered else self._typed)
            self._show_offers()
            return
        if not self._recalled:
            return
        if self._place == len(self._recalled) - 1:
            self._recalled[-1] = entry.value
        self._place = max(0, min(self._place + step, len(self._recalled) - 1))
        entry.edit(self._recalled[self._place])

    def key_id(self, text: str) -> str:
        """Return the key that Enter plays instead of the line, whose name it is; empty for any other line."""
        return self._judgement(text).key_id

    def series(self, text: str) -> Sequence[str]:
        """Return the lines that are played one by one; empty if the text is a single line."""
        return () if self._lead else series_in(text, self._command_context)

    def command(self, text: str, context: CommandContext) -> Command:
        """Return the command of a line: that of its preview if nothing has changed since.

        Refuses a line that it cannot parse.
        """
        judged = self._judged
        if judged is not None and judged.foreseen is not None and judged.holds(text, context):
            return judged.foreseen.command
        return parse(self._lead + text, context)

    def _preview_text(self, text: str) -> str:
        judgement = self._judgement(text)
        outlook = judgement.foreseen
        if judgement.key_id:
            return self.app.with_keys("command_prompt.key")
        if judgement.series:
            return self.app.with_keys("command_prompt.series", count=len(judgement.series))
        if outlook is None:
            return ""
        if outlook.changes:
            self.call_after_refresh(self._look_ahead, text)
        effect, width = (
            shortened_text(outlook.versions or ((outlook.text,),), self.size.width),
            self.size.width,
        )
        if cell_len(effect) <= width:
            return effect
        ellipsis = self.query_one(Notice).look.ellipsis  # behind a whole word: half a figure is another one
        return f"{text_of(wrap(line(effect), width - cell_len(ellipsis) - 1)[0])} {ellipsis}"

    def _look_ahead(self, text: str) -> None:
        """Prepare the changes of a line, unless another line is typed by now."""
        judged = self._judged
        if judged is not None and judged.foreseen is not None and judged.holds(text, self._command_context):
            self._prepare(judged.foreseen.changes)

    def _judgement(self, text: str) -> _Judgement:
        if self._judged is None or not self._judged.holds(text, self._command_context):
            self._judged = self._foreseen(text)
        return self._judged

    def _foreseen(self, text: str) -> _Judgement:
        context, history = self._command_context, self._command_context.history
        outlook, refusal_text, series = None, None, self.series(text)
        try:
            outlook = preview_line(series[0] if series else self._lead + text, context)
        except Refusal as refusal:
            self._report(refusal)
            key_id = str(refusal.data.get("key_id", ""))
            if key_id and not self._lead and not series:
                return _Judgement(text, history.session, _library_session(context), None, None, (), key_id)
            finds_others = refusal.code == "unknown_verb" and not self._lead
            if finds_others:
                refusal = Refusal(refusal.code, **refusal.data, prompt=HELP)
            refusal_text = refusal_sentence(refusal, history.session.system, history.names)
            if finds_others:
                refusal_text += " " + self.app.with_keys("command_prompt.no_verb")
        return _Judgement(text, history.session, _library_session(context), outlook, refusal_text, series)

    def _whole(self, text: str) -> str | None:
        if self._offers:
            return self._offers[max(0, self._offered - 1)].line
        completed = completions(
            self._lead + text, self._command_context.history.session, self._command_context.library.session
        )
        if not completed:
            return None
        first_words, _space, _word = text.rpartition(" ")
        return f"{first_words} {completed[0]}" if first_words else completed[0]


def _rows_of_series(series: Sequence[str]) -> list[Row]:
    """Make a numbered row of each line; if there are too many, the last row counts those left out."""
    rows = [Row(str(number), (line(str(number)), line(each))) for number, each in enumerate(series, 1)]
    if len(rows) <= _MOST_ROWS:
        return rows
    more = say("command_prompt.more", count=len(rows) - _MOST_ROWS + 1)
    return [*rows[: _MOST_ROWS - 1], Row("more", (line(""), line((more, Emphasis.MUTED))))]


def _library_session(context: CommandContext) -> Session | None:
    """Return the session of the library; None if there is no library."""
    return context.library_history.session if context.library_history else None
