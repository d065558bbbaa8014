"""The dialog before a long time passes: it lists the events to come, which the GM may change or remove."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType

from tracker.commands.exploration import read_amendment
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.session.change import apply
from tracker.session.event import Draft
from tracker.session.history import History
from tracker.session.moves.jump import STRUCK, Amendment, JumpLine, apply_amendments, jump_lines
from tracker.session.pending import rolls_in
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.question import ABORT, Question
from tracker.widgets.text_prompt import TextPrompt
from tracker.widgets.themed_app import ThemedApp
from tracker.wording import amounts
from tracker.wording.dates import day_text
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.waiting import pending_line
from tracker.wording.words import term, words_of


class ReviewedDraft(Struct, frozen=True):
    """A draft as the GM has amended it, and whether its rolls are made at once."""

    draft: Draft
    rolls: bool


class JumpQuestion(Question[ReviewedDraft]):
    """Lists the events of a draft; answers with the draft as the GM has amended it, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("jump"), ABORT]

    app = getters.app(ThemedApp)

    def __init__(self, history: History, draft: Draft, before: "JumpQuestion | None" = None) -> None:
        """Ask about a draft; `before` is the same question in an earlier session, with the GM's changes."""
        super().__init__("")
        self._before = before
        self._history = history
        self._session = history.session
        self._draft = draft
        self._after = apply(self._session, (draft.changes,))
        self._lines = {str(number): each for number, each in enumerate(jump_lines(self._session, draft))}
        self._changes = before.typed_for(self._lines) if before else {}
        """The GM's change of each line, as it was typed."""
        self._struck = before.struck_of(self._lines) if before else frozenset()
        """Keys of the lines that the GM has removed, in this question or in the one before."""

    def ask(self) -> ComposeResult:
        """Yield the list, in which a mark removes a line, and the line for refusals."""
        hours = max(len(self._hour(each)) for each in self._lines.values())
        columns = (Column("", hours), Column("", 40, flexible=True))
        yield LineTable(columns, heading=False, marking=True)
        yield Notice()

    def on_mount(self) -> None:
        self._picture()
        table = self.query_one(LineTable)
        table.marked = self._struck
        table.focus()
        if self._before is not None:
            warning = say("jump.table_changed")
            self.query_one(Notice).say(warning, Tone.WARNING)

    def typed_for(self, lines: Mapping[str, JumpLine]) -> dict[str, str]:
        """Return the typed changes of those lines that this question has too."""
        own_keys = self._same_as(lines)
        return {key: self._changes[own_keys[key]] for key in own_keys if own_keys[key] in self._changes}

    def struck_of(self, lines: Mapping[str, JumpLine]) -> frozenset[str]:
        """Return the keys of those lines that this question has too and that the GM has removed."""
        own_keys = self._same_as(lines)
        return frozenset(key for key in own_keys if own_keys[key] in self._struck)

    def _same_as(self, lines: Mapping[str, JumpLine]) -> dict[str, str]:
        """Map the keys of lines to the keys of the same lines in this question."""
        own_keys = {each: key for key, each in self._lines.items()}
        return {key: own_keys[each] for key, each in lines.items() if each in own_keys}

    def compose(self) -> ComposeResult:
        time = amounts.roughly(self._after.elapsed - self._session.elapsed)
        self._question = self.app.with_keys(
            "jump.question",
            time=time,
        )
        yield from super().compose()

    @on(LineTable.Chosen)
    def action_accept(self) -> None:
        """Pass the time, with the lines as the GM has amended them."""
        self._accept(rolls=False)

    def action_accept_and_roll(self) -> None:
        """Pass the time, and make the rolls that it calls for."""
        self._accept(rolls=True)

    def _accept(self, *, rolls: bool) -> None:
        self._struck = self.query_one(LineTable).marked
        removals = dict.fromkeys(self._struck, STRUCK)
        try:
            amendments = {key: read_amendment(text, self._history) for key, text in self._changes.items()}
            draft = self._review(amendments | removals)
        except Refusal as refusal:
            self.query_one(Notice).say(self._refusal_text(refusal), Tone.BAD)
        else:
            self.dismiss(ReviewedDraft(draft, rolls))

    def action_change(self) -> None:
        """Ask for a change of the line under the cursor; an empty answer changes nothing."""
        key = self.query_one(LineTable).cursor_key or ""
        title = say("jump.change_prompt", what=self._text(key))

        def wrong(text: str) -> str | None:
            try:
                self._review({key: read_amendment(text, self._history)})
            except Refusal as refusal:
                return self._refusal_text(refusal)
            return None

        def on_answer(text: str | None) -> None:
            if text is not None:
                self._changes[key] = text.strip()
                self._picture()

        self.app.push_screen(TextPrompt(title, self._changes.get(key, ""), validate=wrong), on_answer)

    def _refusal_text(self, refusal: Refusal) -> str:
        return refusal_sentence(refusal, self._session.system, self._history.names)

    def _review(self, amendments: Mapping[str, Amendment]) -> Draft:
        return apply_amendments(
            self._session, self._draft, {self._lines[key]: each for key, each in amendments.items()}
        )

    def _picture(self) -> None:
        rows = [
            Row(key, (line((self._hour(each), Emphasis.MUTED)), self._line(key)))
            for key, each in self._lines.items()
        ]
        self.query_one(LineTable).show(rows)

    def _line(self, key: str) -> Line:
        """Return the text of a line, and the change that the GM has typed."""
        change = self._changes.get(key)
        return line(self._text(key), *([(f" → {change}", Emphasis.KEY)] if change else []))

    def _hour(self, each: JumpLine) -> str:
        """Return the hour at which a line begins, with its day if the time ends on another day."""
        hour = amounts.hour(self._after.second_of(each.at))
        if self._after.day == self._session.day:
            return hour
        day = self._after.day_of(each.at)
        return f"{day_text(day, self._after.calendar.date(day))} {hour}"

    def _text(self, key: str) -> str:
        return jump_text(self._lines[key], self._session, self._after, self._history)


def jump_text(line: JumpLine, before: Session, after: Session, history: History) -> str:
    """Describe a line of a jump: a roll and its count, or the end of an effect."""
    key = line.keys[0]
    if not line.effect:
        return pending_line(after, after.pending[key], history, count=rolls_in(after, line.keys))
    effect = before.effects[key]
    name = term(words_of(before.system), "condition", effect.condition) if effect.condition else effect.name
    return say("jump.ends", who=history.names.get(effect.who, ""), name=name)
