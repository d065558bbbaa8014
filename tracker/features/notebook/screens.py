"""The notebook: people, places and threads in a list, the entry under the cursor beside or below it."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar, TypeVar

from msgspec import UNSET
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import ModalScreen

from tracker.features.notebook.commands import status_of
from tracker.features.notebook.moves import Written, drop_entry, write_entry
from tracker.features.notebook.wording import kind_words, statuses_of
from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.glance import Tone
from tracker.screens.asking.moments import go_on
from tracker.screens.log import LogScreen, Onward
from tracker.screens.table.move_player import Again, MovePlayer
from tracker.screens.table.recent import event_line
from tracker.screens.unhurried import ChunkedWork
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.notebook import EntryKind, NotebookEntry, entries_named_in, entries_naming
from tracker.session.public import public_entries
from tracker.session.text import NamesInText
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.form import Field, Form
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import RefusedText, TextPrompt
from tracker.wording.dates import event_hour
from tracker.wording.glance import sight_text
from tracker.wording.messages import say
from tracker.wording.notebook import kind_text, status_text

FOLLOW = 0.5
"""Seconds between looks at changes of other GMs."""
MOST_EVENTS = 5
"""The most events shown below an entry."""
_OWN_STATUS = "own"
Meaning = TypeVar("Meaning")


class NotebookTable(LineTable):
    """The list of entries. Enter has its own hint in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("entries")


class NotebookScreen(ModalScreen[None]):
    """Lists the entries and changes them. `at` is the key of the first entry shown."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("notebook")

    def __init__(self, player: MovePlayer, at: str = "") -> None:
        super().__init__()
        self._player = player
        self._start_key = at
        self._shown_notebook: object = None
        """The notebook shown last."""
        self._events: list[Event] = []
        """The last events that name the entry under the cursor, newest first."""
        self._looking = ChunkedWork[Event](self, self._show_events)

    def compose(self) -> ComposeResult:
        columns = (
            Column(say("notebook.what"), 7, least=5, priority=1),
            Column(say("notebook.name_label"), 16, least=10, named=True, sized=True),
            Column(say("notebook.state"), 12, least=6, sized=True),
            Column(say("notebook.players"), 10, least=6, priority=2, sized=True),
            Column(say("notebook.text_label"), 10, least=6, priority=3, flexible=True),
        )
        empty = self._player.screen.app.with_keys("notebook.empty")
        with Container(id="notebook"):
            yield NotebookTable(columns, empty=empty)
            yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the entries, and follow the changes of other GMs."""
        self._show_notebook()
        table = self.query_one(LineTable)
        table.move_to(self._start_key)
        self.watch(table, "highlighted", self._turn_to, init=False)
        table.focus()
        self._turn_to()
        self.set_interval(FOLLOW, self._show_notebook)

    def on_screen_resume(self) -> None:
        self._show_notebook()

    @property
    def _key(self) -> str:
        """The key of the entry under the cursor; empty without one."""
        key = self.query_one(LineTable).cursor_key or ""
        return key if key in self._notebook else ""

    @property
    def _notebook(self) -> dict[str, NotebookEntry]:
        return dict(self._player.session.notebook)

    def _show_notebook(self) -> None:
        """Show the notebook, if it has changed."""
        notebook = self._player.session.notebook
        if notebook is not self._shown_notebook:
            self._shown_notebook = notebook
            ordered = sorted(notebook.items(), key=lambda item: _ORDER.index(item[1].kind))
            self.query_one(LineTable).show([_row(key, entry) for key, entry in ordered])
            self._show_entry()
            self.refresh_bindings()

    def _turn_to(self) -> None:
        """Show another entry, and look for the last events that name it."""
        self._events = []
        self._show_entry()
        if key := self._key:
            self._looking.begin(self._events_naming(self._notebook[key].name))
        else:
            self._looking.stop()

    def _events_naming(self, name: str) -> Iterator[Event]:
        """Yield the last events that name an entry, newest first."""
        name_finder, names = NamesInText([name]), self._player.history.names
        ids = {key for key, each in names.items() if each.casefold() == name.casefold()}
        remaining = MOST_EVENTS
        for event in reversed([*self._player.history]):
            if remaining and event.names(name_finder, ids):
                remaining -= 1
                yield event

    def _show_events(self, events: list[Event], _over: bool) -> None:
        if events:
            self._events += events
            self._show_entry()

    def _show_entry(self) -> None:
        key = self._key
        self.query_one(TextPanel).show([*self._entry_blocks(key)] if key else [])

    def _entry_blocks(self, key: str) -> Iterator[Block]:
        notebook, history = self._notebook, self._player.history
        entry = notebook[key]
        lines: list[Line] = [line(part) for part in entry.text.split("\n") if part]
        if not entry.hidden and key not in public_entries(self._player.history):
            warning = say("notebook.unreadable")
            lines.append(line((warning, Tone.WARNING)))
        if links := _linked_keys(notebook, key):
            names = ", ".join(notebook[each].name for each in links)
            lines.append(line((say("notebook.linked_with"), Emphasis.MUTED), names))
        head = " · ".join(filter(None, [kind_text(entry), status_text(entry.status)]))
        yield Block(tuple(lines) or (line((say("notebook.without_text"), Emphasis.MUTED)),), entry.name, head)
        if self._events:
            event_lines = [
                (*line((f"{event_hour(each, history)}  ", Emphasis.MUTED)), *event_line(each, history))
                for each in self._events
            ]
            yield Block(tuple(event_lines), say("notebook.said"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer keys that need an entry or a link only if there is one."""
        match action:
            case "write" | "status" | "tell" | "drop":
                return bool(self._key)
            case "links":
                return bool(self._key and _linked_keys(self._notebook, self._key))
            case _:
                return True

    def action_add(self) -> None:
        """Ask for a new entry, and go to it."""
        old_keys = set(self._notebook)

        def go_to_new() -> None:
            self._show_notebook()
            for key in set(self._notebook) - old_keys:
                self.query_one(LineTable).move_to(key)
            self._show_last_event()

        self._player.screen.ask_line(say("notebook.prompt"), "notebook ", then=go_to_new)

    def action_write(self) -> None:
        self._ask_text(self._key, self._notebook[self._key])

    def _ask_text(self, key: str, entry: NotebookEntry, refusal: RefusedText | None = None) -> None:
        def on_answer(text: str | None) -> None:
            if text is not None and text != entry.text:
                self._write(
                    key, Written(text=text), lambda why: self._ask_text(key, entry, RefusedText(text, why))
                )

        prompt = TextPrompt(entry.name, entry.text, max_length=NOTES_LENGTH, refused=refusal)
        self.app.push_screen(prompt, on_answer)

    def action_status(self) -> None:
        key = self._key
        entry = self._notebook[key]
        options = [Option(status, words) for status, words in statuses_of(entry).items()]

        def chosen(status: str | None) -> None:
            if status == _OWN_STATUS:
                prompt = TextPrompt(say("notebook.own_status"), max_length=NAME_LENGTH)
                self.app.push_screen(prompt, chosen)
            elif status is not None and status != entry.status:
                self._write(key, Written(status=status))

        options.append(Option(_OWN_STATUS, say("notebook.another")))
        self.app.push_screen(Picker(say("notebook.how_is", name=entry.name), options), chosen)

    def action_tell(self) -> None:
        """Reveal the entry under the cursor to the players, or hide it."""
        key = self._key
        self._write(key, Written(hidden=not self._notebook[key].hidden))

    def action_drop(self) -> None:
        """Remove the entry under the cursor; undo restores it."""
        key = self._key
        self._player.play(lambda history: drop_entry(history.session, key), self._refuse)
        self._show_notebook()
        self._show_last_event()

    @on(LineTable.Chosen)
    def _edit(self, event: LineTable.Chosen) -> None:
        self._ask_all(event.key, self._notebook[event.key])

    def _ask_all(
        self, key: str, entry: NotebookEntry, answers: dict[str, str] | None = None, refusal: str = ""
    ) -> None:
        """Ask for all fields of an entry."""
        kinds, sights = kind_words(), {hidden: sight_text(hidden=hidden) for hidden in (False, True)}
        fields = (
            Field("name", say("notebook.name_noun"), entry.name),
            Field("kind", say("notebook.text_prompt"), kinds[entry.kind], choices=tuple(kinds.values())),
            Field("status", say("notebook.condition"), status_text(entry.status)),
            Field(
                "hidden", say("notebook.players_noun"), sights[entry.hidden], choices=tuple(sights.values())
            ),
            Field("text", say("notebook.text_noun"), entry.text),
        )

        def on_answer(values: dict[str, str] | None) -> None:
            if values:
                self._write(
                    key,
                    Written(
                        values.get("name", UNSET),
                        _require_choice(kinds, values["kind"]) if "kind" in values else UNSET,
                        status_of(values["status"]) if "status" in values else UNSET,
                        values.get("text", UNSET),
                        _require_choice(sights, values["hidden"]) if "hidden" in values else UNSET,
                    ),
                    lambda why: self._ask_all(key, entry, values, why),
                )

        self.app.push_screen(Form(entry.name, fields, answers, refusal), on_answer)

    def action_links(self) -> None:
        """Go to an entry that this one names, or that names this one."""
        notebook = self._notebook
        options = [
            Option(each, notebook[each].name, kind_text(notebook[each]))
            for each in _linked_keys(notebook, self._key)
        ]

        def chosen(key: str | None) -> None:
            if key is not None:
                self.query_one(LineTable).move_to(key)

        self.app.push_screen(Picker(say("notebook.where_to"), options), chosen)

    def action_log(self) -> None:
        """Show the log, at the last event that names the entry under the cursor."""

        def on_leave(onward: Onward | None) -> None:
            if onward is not None and onward.to == "notebook":
                self.query_one(LineTable).move_to(onward.what)
            elif onward is not None:
                go_on(self._player, onward)

        last_event_id = self._events[0].id if self._events else ""
        self.app.push_screen(LogScreen(self._player.history, last_event_id), on_leave)

    def action_undo(self) -> None:
        from tracker.screens.asking.undoing import ask_undo

        ask_undo(self._player)

    def action_leave(self) -> None:
        self.dismiss(None)

    def _write(self, key: str, changes: Written, again: Again | None = None) -> None:
        """Change an entry and say what changed; if it is refused, ask again or say why."""
        move = partial(_entry_draft, key, changes)
        if self._player.play(move, again or self._refuse):
            self._show_notebook()
            self._show_last_event()

    def _refuse(self, why: str) -> None:
        self.query_one(Notice).say(why, Tone.BAD)

    def _show_last_event(self) -> None:
        last_event = next(reversed(self._player.history))
        self.query_one(Notice).say(self._player.briefly(last_event))


_ORDER = (*EntryKind,)
"""The kinds in the order of the list."""
_FINISHED = ("closed", "dead", "destroyed")
"""Statuses of entries that need no more attention."""


def _entry_draft(key: str, changes: Written, history: History) -> Draft:
    return write_entry(history.session, key, changes)


def _require_choice(words: Mapping[Meaning, str], word: str) -> Meaning:
    """Return the meaning of one of the words of a choice."""
    return next(meaning for meaning, each in words.items() if each == word)


def _linked_keys(notebook: dict[str, NotebookEntry], key: str) -> tuple[str, ...]:
    """List the keys of the entries that an entry names, and of those that name it."""
    named_keys = [each for each in entries_named_in(notebook, notebook[key].text) if each != key]
    return tuple(dict.fromkeys([*named_keys, *entries_naming(notebook, key)]))


def _row(key: str, entry: NotebookEntry) -> Row:
    cells = (
        line((kind_text(entry), Emphasis.MUTED)),
        line((entry.name, Emphasis.STRONG)),
        line(status_text(entry.status)),
        line((sight_text(entry.name, hidden=entry.hidden), Emphasis.MUTED if entry.hidden else Tone.GOOD)),
        line((entry.text.partition("\n")[0], Emphasis.MUTED)),
    )
    return Row(key, cells, gone=entry.status in _FINISHED)
