"""A table to sit at: the app on a campaign whose dice, ids and clock are the test's own."""

from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from textual.events import Paste
from textual.pilot import Pilot
from textual.widget import Widget

from tests.widgets.stage import SIZE, painted_lines, shown_lines
from tracker.app import TrackerApp
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.clock import DAY
from tracker.screens.dialogs.act_dialog import ActDialog
from tracker.screens.table_screen import TableScreen
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.workspace import Workspace
from tracker.session.state import Creature, Session
from tracker.store.campaign import Campaign
from tracker.store.paths import Folders
from tracker.widgets.bindings import menu_of
from tracker.widgets.entry import Entry
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.preferences import USUAL, Preferences
from tracker.widgets.text_panel import TextPanel

NOON = 1_900_000_000
"""The second of real time at which every test plays."""
YESTERDAY = NOON - DAY
"""The second at which a campaign has begun whose first evening is over."""
NASTY = "[b]Ñandú[/] \x1b[2J 龍"
"""A name that a terminal, a markup reader and a narrow column would rather not have."""


@dataclass
class Folder:
    """The folders of the campaigns of a test, and the dice that fall there."""

    root: Path
    faces: deque[int] = field(default_factory=deque)
    """Faces still to fall; a die with none left shows its highest."""
    _ids: Iterator[int] = field(default_factory=lambda: iter(range(1, 10_000)))

    @property
    def folders(self) -> Folders:
        return Folders(self.root / "saves", self.root / "journals")

    def roll(self, sides: int) -> int:
        return self.faces.popleft() if self.faces else sides

    def fresh(self) -> str:
        return f"id{next(self._ids):04}"

    def workspace(self, gm: str = "ana", at: int = NOON) -> Workspace:
        return Workspace(self.folders, gm, self.roll, self.fresh, lambda: at)

    def path(self, title: str = "mesa") -> Path:
        return self.folders.saves / f"{title}.json"

    def begin(self, *lines: str, title: str = "mesa", system: str = "chronicle") -> Path:
        """Begin a campaign, play some lines and return its save; with lines, it is no new one any more."""
        path = self.workspace(at=YESTERDAY if lines else NOON).begin(system, title)
        self.play(*lines, title=title)
        return path

    def open(self, gm: str = "ana", title: str = "mesa") -> Campaign:
        return Campaign.open(self.path(title), self.folders.journals, gm, lambda: NOON)

    def play(self, *lines: str, gm: str = "ana", title: str = "mesa") -> None:
        """Play lines as another process would."""
        campaign = self.open(gm, title)
        for line in lines:
            command = parse(line, CommandContext(campaign.history))
            campaign.play(draft_of(command, campaign.history, self.roll, self.fresh))
        campaign.share()
        campaign.save.close()

    def saved(self, title: str = "mesa") -> Session:
        """Return the session that the save holds."""
        campaign = self.open(title=title)
        campaign.save.close()
        return campaign.session


class Game:
    """The app in a test, and what the GM sees and does in it."""

    def __init__(self, folder: Folder, pilot: Pilot[None]) -> None:
        self.folder = folder
        self.pilot = pilot

    @property
    def app(self) -> TrackerApp:
        assert isinstance(self.pilot.app, TrackerApp)
        return self.pilot.app

    @property
    def table(self) -> TableScreen:
        """The table, under whatever dialog is open."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def pane(self) -> Pane:
        return self.table.pane

    @property
    def line_table(self) -> LineTable:
        return self.pane.table

    @property
    def dialog(self) -> str:
        """The kind of the dialog that is open; empty at the table."""
        top = self.app.screen
        return "" if isinstance(top, TableScreen) else type(top).__name__

    @property
    def line(self) -> str:
        """The text of the line of an act, without the keys below it."""
        assert self.dialog == "ActDialog", self.screen
        return "\n".join(
            each.rstrip() for each in shown_lines(self.app.screen.query_one("#draft", TextPanel))
        )

    @property
    def notice(self) -> str:
        """The last sentence of the table: a sentence of its own, else the newest event."""
        return notice_of(self.table)

    @property
    def notice_text(self) -> str:
        """The sentence under the last events, empty if there is none."""
        return spoken_by(self.table.query_one("#notice", Notice))

    @property
    def pending(self) -> str:
        """The line of the table about what is pending."""
        return spoken_by(self.table.query_one("#pending", Notice))

    @property
    def hint(self) -> str:
        """The line of the open dialog about what is typed."""
        return spoken_by(self.app.screen.query_one(Notice))

    @property
    def events(self) -> int:
        return len(self.table.history)

    @property
    def screen(self) -> str:
        """Everything that the terminal shows."""
        return "\n".join(strip.text for strip in painted_lines(self.app.screen))

    @property
    def rows(self) -> list[str]:
        """The rows of the list as they are shown, without the edges of the sides and the letters."""
        edge, shown = int(self.pane.TURNS), self.line_table
        lines, width = shown_lines(shown)[shown._title_height :], shown._row_width
        columns = [lines] if shown._across == 1 else [_cut(lines, 0, width), _cut(lines, width + 2)]
        marks, cells = slice(edge, 1 + 2 * edge), slice(shown.signs - (not edge), None)
        return [f"{row[marks]}{row[cells]}".rstrip() for column in columns for row in column if row.strip()]

    @property
    def side_text(self) -> str:
        return "\n".join(shown_lines(self.pane.query_one(TextPanel)))

    def creature(self, name: str) -> Creature:
        return next(each for each in self.session.creatures.values() if each.name == name)

    def sheet(self, name: str) -> Any:
        return self.creature(name).sheet

    def saved(self, name: str) -> Any:
        """Return a creature's sheet as the save has it."""
        found = self.folder.saved().creatures.values()
        return next(each.sheet for each in found if each.name == name)

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until nothing more comes of them."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def say(self, text: str) -> None:
        """Paste a text into the dialog that is open and accept it."""
        await self.paste(text)
        await self.press("enter")

    async def paste(self, text: str) -> None:
        top = self.app.screen
        entry = top if isinstance(top, ActDialog) else top.focused
        assert isinstance(entry, Entry | ActDialog), f"nothing to type in: {entry}"
        entry.post_message(Paste(text))
        await self.pilot.pause()

    async def command(self, line: str) -> None:
        """Give an order on the command line."""
        await self.press(":")
        await self.say(line)

    async def wait_until(self, holds: Any, awaited: str) -> None:
        """Go on until something holds; the test fails by its own words if it never does."""
        for _ in range(400):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"never: {awaited}\n{self.screen}")

    async def menu(self, binding_id: str, key: str = "m") -> None:
        """Open a menu of the tab and choose an entry by its letter."""
        nodes = (type(self.pane), TableScreen, TrackerApp)
        letters = {str(each.id): letter for node in nodes for letter, each in menu_of(node, key).items()}
        await self.press(key, letters[binding_id])

    def cursor_on(self, name: str) -> None:
        """Put the cursor on a creature or a supply."""
        names = {key: each.name for key, each in self.session.creatures.items()}
        names |= {key: each.name for key, each in self.session.supplies.items()}
        self.line_table.move_to(next(key for key, each in names.items() if each == name))


def _cut(lines: Iterable[str], start: int, end: int | None = None) -> list[str]:
    return [line[start:end] for line in lines]


def notice_of(table: TableScreen) -> str:
    """Return the sentence under the last events, or what the newest of those says."""
    newest = next(reversed(table.history), None)
    told = spoken_by(table.query_one("#notice", Notice))
    return told or (table.player.briefly(newest) if newest is not None else "")


def spoken_by(widget: Widget) -> str:
    assert isinstance(widget, Notice)
    return "".join(text for text, _ink in widget.text)


@asynccontextmanager
async def playing(
    folder: Folder,
    *,
    title: str = "mesa",
    gm: str = "ana",
    size: tuple[int, int] = SIZE,
    home: bool = False,
    kiosk: bool = False,
    preferences: Preferences = USUAL,
) -> AsyncIterator[Game]:
    """Open the app on a campaign, or at home. What the table showed at the end is what the save holds."""
    path = None if home else folder.path(title)
    where = replace(folder.workspace(gm), kiosk=kiosk)
    app = TrackerApp(where, {"TERM": "xterm-256color"}, preferences, path=path)
    async with app.run_test(size=size, notifications=True) as pilot:
        game = Game(folder, pilot)
        await pilot.pause()
        if not home:
            await game.wait_until(
                lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack), "the table"
            )
            await game.wait_until(
                lambda: bool(game.table.query(Pane)) and bool(game.pane.children), "the tab"
            )
        await pilot.pause()
        yield game
        if not home and any(isinstance(screen, TableScreen) for screen in app.screen_stack):
            assert folder.saved(title) == game.session
            if isinstance(pane := game.pane, CreaturesPane):
                letters = game.table.letters
                drawn = (replace(pane.row(who), letter=letters.get(who, "")) for who in pane.creature_ids())
                assert pane.rows() == tuple(drawn)


def party(*more: str) -> Iterable[str]:
    """Return the lines of a party of two, and more."""
    return (
        "pj Lía fuerza=12/11 resistencia=11/12 salud_total=14 salud=14 blindaje=d6"
        " esfuerzo_total=3 esfuerzo=2",
        "pj Bruno salud_total=16 salud=16",
        *more,
    )


def fight(*more: str) -> Iterable[str]:
    """Return the lines of a fight with two goblins, before its first turn."""
    return party(
        "aparece 2 Goblin salud_total=6 salud=6",
        "combate Emboscada",
        "iniciativa grupo 9",
        "iniciativa enemigos 6",
        *more,
    )
