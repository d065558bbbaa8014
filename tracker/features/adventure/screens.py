"""The rooms of the adventure: their list, the plan, and the room under the cursor."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.screen import ModalScreen

from tracker.features.adventure.moves import write_status
from tracker.features.adventure.wording import has_loot, spots_of, state_text
from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.glance import Tone
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.top_line import light_now
from tracker.session.pending import rolls_in
from tracker.session.rooms import Room, in_order
from tracker.session.state import Session
from tracker.session.whereabouts import room_of, rooms_with_party
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Emphasis, Ink, Line, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.painted import Drawn, PaintedWidget
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.glance import sight_text
from tracker.wording.messages import say
from tracker.wording.plan import Drawing, Mark, Plan, Run, Spot, lay_out
from tracker.wording.rooms import exits_text, room_label, room_texts
from tracker.wording.template import in_runs

FOLLOW = 0.5
"""Seconds between looks at changes of other GMs."""
_INKS: dict[Mark, Ink] = {
    Mark.WAY: Emphasis.MUTED,
    Mark.UNSEEN: Emphasis.MUTED,
    Mark.SEEN: Tone.PLAIN,
    Mark.HERE: Emphasis.STRONG,
}


class RoomTable(LineTable):
    """The list of rooms. Enter has its own hint in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("room_list")


class PlanPicture(PaintedWidget):
    """The floor of the room under the cursor, with that room in the middle if not all fits."""

    def __init__(self) -> None:
        super().__init__()
        self._spots: dict[str, Spot] = {}
        self._plan = Plan({}, frozenset())
        self._key = ""

    def show(self, spots: dict[str, Spot], key: str) -> None:
        """Show these rooms around one of them."""
        if spots != self._spots:
            self._spots, self._plan = spots, lay_out(spots)
        self._key = key
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        if self._key not in self._plan.squares:
            return [Drawn()] * height
        floor = self._plan.squares[self._key][2]
        drawing = Drawing(self._plan, floor, self._spots, unicode=self.look.unicode)
        rows, (column, row) = drawing.rows(), drawing.place_of(self._key)
        floors = self._plan.floors
        title = say("rooms.floor", number=floors.index(floor) + 1, count=len(floors))
        head = [Drawn((line((title, Emphasis.MUTED)),))] if len(floors) > 1 else []
        height -= len(head)
        top = _window(row, len(rows), height)
        left = _window(column, max(map(len, rows), default=0), width)
        shown = [Drawn((self._line(each[left : left + width]),)) for each in rows[top : top + height]]
        return [*head, *shown, *[Drawn()] * (height - len(shown))]

    def _line(self, runs: Sequence[Run]) -> Line:
        return line(*((text, self._ink(mark, key)) for text, mark, key in runs))

    def _ink(self, mark: Mark, key: str) -> Ink:
        return Emphasis.KEY if key and key == self._key else _INKS[mark]


def _window(place: int, length: int, room: int) -> int:
    """Find where a window of `room` cells begins that has a place near its middle."""
    return max(0, min(place - room // 2, length - room))


class RoomsScreen(ModalScreen[None]):
    """Lists the rooms beside their plan; Enter walks there. `at` is the key of the first room shown."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("rooms")

    def __init__(self, player: MovePlayer, at: str = "") -> None:
        super().__init__()
        self._player = player
        self._start_key = at
        self._shown: Session | None = None
        """The session shown last."""
        self._key_beside = ""
        """The key of the room whose texts are shown."""

    def compose(self) -> ComposeResult:
        columns = (
            Column(say("rooms.room"), 10, least=8, named=True, sized=True),
            Column(say("rooms.state"), 6, least=4, priority=1, flexible=True),
        )
        with Container(id="rooms"):
            yield RoomTable(columns, empty=self._player.screen.app.with_keys("rooms.empty"))
            with Vertical():
                yield PlanPicture()
                yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the rooms, and follow the changes of other GMs."""
        self._show()
        table = self.query_one(LineTable)
        self.query_one(TextPanel).onward = self._player.screen.app.key_of("rooms.turn_page")
        table.move_to(self._start_key or next(iter(rooms_with_party(self._player.session)), ""))
        self.watch(table, "highlighted", self._show_room, init=False)
        table.focus()
        self._show_room()
        self.set_interval(FOLLOW, self._show)

    def on_screen_resume(self) -> None:
        """Show what a dialog has played, an undo too, and say it."""
        if self._shown is not None and self._player.session is not self._shown:
            self._tell()

    @property
    def _key(self) -> str:
        """The key of the room under the cursor; empty without one."""
        key = self.query_one(LineTable).cursor_key or ""
        return key if key in self._player.session.rooms else ""

    def _show(self) -> None:
        """Show the rooms, if anything has changed."""
        session = self._player.session
        if session is self._shown or not self.query(RoomTable):
            return
        self._shown = session
        here = rooms_with_party(session)
        rows = [_row(key, room, is_here=key in here) for key, room in in_order(session.rooms)]
        self.query_one(LineTable).show(rows)
        self._show_room()
        self.refresh_bindings()

    def _show_room(self) -> None:
        session, key = self._player.session, self._key
        if key != self._key_beside:
            self.query_one(TextPanel).action_scroll_start()
        self._key_beside = key
        self.query_one(PlanPicture).show(spots_of(session), key)
        blocks = [*self._blocks_of_table(session), *([_room_block(session, key)] if key else [])]
        self.query_one(TextPanel).show(blocks)
        self.refresh_bindings()

    def _blocks_of_table(self, session: Session) -> Iterator[Block]:
        """Say what a walk does to the table below: the light that burns down, the rolls that wait."""
        waiting = rolls_in(session, session.pending)
        texts = [
            light_now(session, self.query_one(TextPanel).look).forms[0],
            line((say("moments.pending", count=waiting), Tone.WARNING)) if waiting else (),
        ]
        if lines := tuple(filter(None, texts)):
            yield Block(lines)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer keys that need a room, or its loot, only if there is one."""
        match action:
            case "take":
                return bool(self._key) and has_loot(self._player.session.rooms[self._key])
            case "status":
                return bool(self._key)
            case _:
                return True

    @on(LineTable.Chosen)
    def _walk(self, event: LineTable.Chosen) -> None:
        self._play(f"go {self._player.session.rooms[event.key].number}")

    def action_write(self) -> None:
        """Write a room down, or change one, as the line of the command does."""

        def on_answer(text: str | None) -> None:
            if text:
                self._play(f"room {text}")

        self.app.push_screen(TextPrompt(say("rooms.write_prompt"), max_length=NOTES_LENGTH), on_answer)

    def action_take(self) -> None:
        """Put the loot of the room under the cursor into the heap."""
        self._play(f"room {self._player.session.rooms[self._key].number} take")

    def action_status(self) -> None:
        """Ask for the state of the room under the cursor."""
        key = self._key
        room = self._player.session.rooms[key]

        def on_answer(text: str | None) -> None:
            if text is not None and text != room.status:
                self._player.play(lambda history: write_status(history.session, key, text), self._refuse)
                self._tell()

        title = say("rooms.status_prompt", room=room_label(room))
        prompt = TextPrompt(title, room.status, max_length=NAME_LENGTH)
        self.app.push_screen(prompt, on_answer)

    def action_undo(self) -> None:
        from tracker.screens.asking.undoing import ask_undo

        ask_undo(self._player)

    def action_turn_page(self) -> None:
        self.query_one(TextPanel).turn_page()

    def action_help(self) -> None:
        from tracker.screens.pages import help_page

        self.app.push_screen(help_page(self, self._player.screen.app))

    def action_leave(self) -> None:
        self.dismiss(None)

    def _play(self, line: str) -> None:
        if self._player.play_line(line, again=self._refuse):
            self._tell()

    def _tell(self) -> None:
        self._show()
        self.query_one(Notice).say(self._player.briefly(next(reversed(self._player.history))))

    def _refuse(self, why: str) -> None:
        self.query_one(Notice).say(why, Tone.BAD)


def _row(key: str, room: Room, *, is_here: bool) -> Row:
    emphasis = Emphasis.STRONG if is_here else Tone.PLAIN if room.seen else Emphasis.MUTED
    return Row(key, (line((room_label(room), emphasis)), line((state_text(room), Emphasis.MUTED))))


def _room_block(session: Session, key: str) -> Block:
    room = session.rooms[key]
    people = [_person_text(session, who) for who in session.creatures if room_of(session, who) == key]
    texts = [exits_text(session.rooms, room), ", ".join(in_runs(people, least=3)), *room_texts(room)]
    return Block(tuple(line(text) for text in texts if text), room_label(room), room.status)


def _person_text(session: Session, who: str) -> str:
    """Name a creature, and say if it is out of sight or out of play: `ogro (oculto)`."""
    creature = session.creatures[who]
    if creature.lurks:
        return f"{creature.name} ({sight_text(creature.name, hidden=True)})"
    return f"{creature.name} ({say('rooms.out')})" if session.is_out(who) else creature.name
