"""A dialog with several fields, as for a sheet: read and edited line by line."""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import ClassVar

from msgspec import Struct
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from tracker.rules.fields import NOTES_LENGTH
from tracker.rules.glance import Tone
from tracker.session.pasted import MOST_BYTES
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, line, width_of
from tracker.widgets.key import ALWAYS, NEXT_FIELD, WHOLE_LINE
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.picker import Option, Picker
from tracker.widgets.question import ABORT, Question
from tracker.widgets.text_prompt import Validate, anything, too_long_text
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say

_VALUE = 2
_ARROWS = {"up": -1, "down": 1}
"""Rows by which an arrow moves the cursor."""


def _nothing(_text: str) -> str:
    return ""


def _no_split(_text: str) -> None:
    return None


def no_paste(_text: str) -> bool:
    """Take no text for a pasted description of the whole thing."""
    return False


class Field(Struct, frozen=True):
    """One line of a form. With `choices`, its value is one of them."""

    key: str
    label: str
    value: str
    hint: str = ""
    group: str = ""
    choices: tuple[str, ...] = ()
    validate: Validate = anything
    among: Callable[[str, Mapping[str, str]], str | None] | None = None
    """Like `validate`, for a value that depends on what else the form has changed."""
    shown: Callable[[str], str] = str
    """Formats a typed value to show it: `6` as `d6`."""
    apart: Callable[[str], Mapping[str, str] | None] = _no_split
    """Splits a text for several fields, such as `13/9`, into their values; None for any other text."""
    figure: bool = False
    """Whether it is a number: the first digit typed replaces the old number, with Enter before it or not."""
    explain: Callable[[str], str] = _nothing
    """Describes the effect of a valid text; for an empty one, says what to type."""


class KeepQuestion(Question[bool]):
    """Asks on leaving a changed form: True saves, False discards, None goes on editing."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("keep"), ABORT]

    def __init__(self, count: int) -> None:
        key = "form.unsaved"
        super().__init__(say(key, count=count))

    def ask(self) -> ComposeResult:
        """Yield nothing: question and keys are enough."""
        yield from ()

    def action_answer(self, keep: bool) -> None:
        self.dismiss(keep)


class Form(Question[dict[str, str]]):
    """A list of fields. Enter edits one in place, a letter adds to a text, a digit replaces a number.

    Saving answers with the changed values; leaving a changed form asks first. The form of something new opens
    with its first field in editing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("form"), ABORT]
    VERTICAL_BREAKPOINTS = None
    """Those of the app: a form takes fewer lines on a low screen."""

    app = getters.app(ThemedApp)

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        written: Mapping[str, str] | None = None,
        refused: str = "",
        *,
        start: str = "",
        is_whole: Callable[[str], bool] | None = None,
        is_pasted: Callable[[str], bool] = no_paste,
    ) -> None:
        """Make a form of fields, with the changes `written` before and the reason why they were `refused`.

        The cursor begins on `start`. With `is_whole`, it is the form of something new: where it is true for a
        text of the first field, that text says everything, and Enter saves the form. `is_pasted` is true for
        a text to be accepted as soon as it is pasted.
        """
        super().__init__(title)
        self._fields = {field.key: field for field in fields}
        self._changed = {key: text for key, text in (written or {}).items() if key in self._fields}
        self._refused = refused
        """Why the changes were refused when the form was saved before."""
        self._edited: Field | None = None
        self._start = start
        self._is_whole = is_whole
        self._is_pasted = is_pasted

    def ask(self) -> ComposeResult:
        """Yield the table of fields, the entry that covers the edited value, and a line for mistakes."""
        groups = [width_of(line(field.group)) for field in self._fields.values() if field.group]
        columns = (
            Column("", max(12, *groups) if groups else 0, priority=2),
            Column(say("form.field"), 23, least=10),
            Column(say("form.value"), 20, least=10, flexible=True),
            Column("", 24, least=10, priority=3),
        )
        with Container():
            yield LineTable(columns, clicks_choose=True)
            longest = NOTES_LENGTH if self._is_pasted is no_paste else MOST_BYTES
            yield Entry(accept=self._accept, max_length=longest)
        yield Notice()

    def on_mount(self) -> None:
        """Show the fields and why their values were refused, or edit the first field of something new."""
        self._stop_editing()
        if self._start:
            self._table.move_to(self._start)
        if self._refused:
            self.query_one(Notice).say(self._refused, Tone.BAD, whole=True)
        elif self._is_whole:
            self._edit(self._first, self._value(self._first))

    def on_resize(self, _event: events.Resize) -> None:
        self.call_after_refresh(self._place_entry)  # the table has its new size only then

    def on_descendant_blur(self) -> None:
        """Accept the typed value when a click goes to the table, or go back to it if it is invalid."""
        if self._edited and self._table.has_focus and not self._accept_value():
            self.query_one(Entry).focus()

    def on_key(self, event: events.Key) -> None:
        """Replace the number, add to the text, or offer the choices, of the field under the cursor.

        While a value is edited, an arrow accepts it and moves the cursor.
        """
        if self._edited and event.key in _ARROWS:
            event.stop()
            self.action_step(_ARROWS[event.key])
            return
        field, typed = self._fields.get(self._table.cursor_key or ""), event.character or ""
        if self._edited or field is None or not typed.isprintable():
            return
        if field.choices:
            if typed.isdigit():
                event.stop()
                self._table.action_choose()
            return
        if field.figure and typed in ("", *"-0123456789"):
            start = ""
        elif not field.figure and typed.strip():
            start = self._value(field)
        else:
            return
        if typed:
            event.stop()
            self._edit(field, start + typed)

    @property
    def moments(self) -> Set[str]:
        """Moments of the footer, which depend on what Enter does with the value being typed."""
        field = self._edited
        if field is None:
            return {ALWAYS}
        if self._says_whole(self.query_one(Entry).text):
            return {ALWAYS, WHOLE_LINE}
        *before_last, _last = self._fields
        return {ALWAYS, NEXT_FIELD} if field.key in before_last else {ALWAYS}

    def action_edit(self) -> None:
        self._table.action_choose()

    def action_step(self, rows: int) -> None:
        """Move the cursor; a value being edited is accepted first, and an invalid one keeps the cursor."""
        if self._edited is None or self._accept_value():
            self._table.action_move(rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer to save and to revert only changes."""
        match action:
            case "save":
                return bool(self._changed or self._edited)
            case "revert":
                return not self._edited and any(
                    each.cursor_key in self._changed for each in self.query(LineTable)
                )
            case _:
                return True

    def action_save(self) -> None:
        """Answer with the changed values, including the one being typed."""
        if self._edited is None or self._accept_value():
            self.dismiss({key: self._changed[key] for key in self._fields if key in self._changed} or None)

    def action_revert(self) -> None:
        self._changed.pop(self._table.cursor_key or "", None)
        self._stop_editing()

    def action_leave(self) -> None:
        """Leave; ask first if values have changed."""
        typed = {self._edited.key} if self._edited and self.query_one(Entry).text else set()
        if not (self._changed or typed):
            self.dismiss(None)
            return

        def on_answer(keep: bool | None) -> None:
            if keep:
                self.action_save()
            elif keep is not None:
                self.dismiss(None)

        self.app.push_screen(KeepQuestion(len(typed | self._changed.keys())), on_answer)

    def action_cancel(self) -> None:
        """Give up the value being typed; without one, or at the first of something new, leave the form."""
        if self._edited and not self._begins:
            self._stop_editing()
        else:
            self.action_leave()

    @on(LineTable.Chosen)
    def _start_editing(self, event: LineTable.Chosen) -> None:
        field = self._fields[event.key]
        if field.choices:
            options = [Option(choice, choice) for choice in field.choices]
            self.app.push_screen(
                Picker(field.label, options, start=self._value(field)),
                lambda choice: self._keep({} if choice is None else {field.key: choice}),
            )
        else:
            self._edit(field, self._value(field), fresh=field.figure)

    def _edit(self, field: Field, text: str, *, fresh: bool = False) -> None:
        """Edit a field, beginning with this text; the next key replaces a fresh one."""
        self._edited = field
        self._place_entry()
        entry = self.query_one(Entry)
        entry.edit(text, fresh=fresh)
        entry.display = True
        entry.focus()
        self._judge()  # an empty value changes nothing in the entry, and has its example

    @on(Entry.Changed)
    def _judge(self) -> None:
        text, field = self.query_one(Entry).text, self._edited
        error = self._error(field, text) if field and text else None
        explanation = field.explain(text) if field and not error else ""
        self.query_one(Notice).say(error or explanation, Tone.WARNING if error else Tone.PLAIN)
        self.refresh_bindings()

    @on(Entry.Pasted)
    def _show_pasted(self, event: Entry.Pasted) -> None:
        if self._begins and self._is_pasted(event.entry.text):
            self._accept()

    @on(Entry.Full)
    def _warn(self, event: Entry.Full) -> None:
        self.query_one(Notice).say(too_long_text(event.most), Tone.WARNING)

    def _accept(self) -> None:
        is_whole = self._says_whole(self.query_one(Entry).text)
        if self._accept_value():
            self._table.action_move(1)
            if is_whole:
                self.action_save()

    def _says_whole(self, text: str) -> bool:
        """Whether a text being typed says everything about something new, so that Enter saves it."""
        return self._begins and self._is_whole is not None and self._is_whole(text)

    def _accept_value(self) -> bool:
        """Keep the typed value, or show what is wrong with it; the answer is whether it was kept."""
        field, text = self._edited, self.query_one(Entry).text
        error = self._error(field, text) if field else None
        if error:
            self.query_one(Notice).say(error, Tone.BAD, whole=True)
        elif field:
            self._keep(field.apart(text) or {field.key: field.shown(text)})
        return not error

    def _error(self, field: Field, text: str) -> str | None:
        """Say why a field cannot have this value, given the other changes."""
        return field.among(text, self._changed) if field.among else field.validate(text)

    @on(Entry.Abandoned)
    def _give_up(self, event: Entry.Abandoned) -> None:
        if not event.by_erasing or (self._begins and not self._changed):
            self.action_cancel()

    def _keep(self, values: Mapping[str, str]) -> None:
        for key, value in values.items():
            self._changed.pop(key, None)
            if value != self._fields[key].value:
                self._changed[key] = value
        self._stop_editing()

    def _place_entry(self) -> None:
        """Place the entry over the value of the edited field."""
        region = self._table.cell_region(self._edited.key, _VALUE) if self._edited else None
        if region is not None:
            entry = self.query_one(Entry)
            entry.styles.offset = region.offset
            right = region.right if self._edited and self._edited.figure else self._table.size.width
            entry.styles.width = right - region.x

    def _stop_editing(self) -> None:
        self._edited = None
        self.query_one(Entry).display = False
        self.query_one(Notice).say(self._state_text())
        self._table.show([self._row(field) for field in self._fields.values()])
        self._table.marked = frozenset(self._changed)
        self._table.focus()
        self.refresh_bindings()

    def _state_text(self) -> str:
        """Say how many values are changed and not saved or, without any, how to change one."""
        if self._is_whole and self._changed:
            return self.app.with_keys("form.add_hint")
        if count := len(self._changed):
            key = "form.unsaved_changes_saves"
            return self.app.with_keys(key, count=count)
        if any(field.figure for field in self._fields.values()):
            return self.app.with_keys("form.number_hint")
        return self.app.with_keys("form.edit_hint")

    @property
    def _table(self) -> LineTable:
        return self.query_one(LineTable)

    @property
    def _first(self) -> Field:
        return next(iter(self._fields.values()))

    @property
    def _begins(self) -> bool:
        """Whether the first value of something new is being typed."""
        return self._is_whole is not None and self._edited is self._first

    def _value(self, field: Field) -> str:
        return self._changed.get(field.key, field.value)

    def _row(self, field: Field) -> Row:
        """Make a field's row; the first field of a group shows its name."""
        first = next(other for other in self._fields.values() if other.group == field.group)
        return Row(
            field.key,
            (
                line((field.group if field is first else "", Emphasis.HEADING)),
                line(field.label),
                line(self._value(field)),
                line((field.hint, Emphasis.MUTED)),
            ),
        )
