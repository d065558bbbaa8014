"""The lines above and below the table: status, tabs, keys, notice."""

import asyncio
import gc
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from tests.widgets.stage import SIZE, Stage, repaints, shown_lines
from tracker.rules.glance import Tone
from tracker.widgets.ink import line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.notice import Notice
from tracker.widgets.status_line import Part, StatusLine
from tracker.widgets.tab_bar import Tab, TabBar
from tracker.wording.language import DEFAULT
from tracker.wording.word_files import PROGRAM, words_in

LABELS = {
    "split": "Partir",
    "next": "Siguiente turno",
    "help": "Ayuda",
    "hurt": "Daño",
    "hidden": "Oculta",
    "dim": "Ahora no",
    "more": "Más",
}


@pytest.fixture(autouse=True)
def _labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the bindings of these tests their words."""
    for name, text in LABELS.items():
        monkeypatch.setitem(words_in(PROGRAM, DEFAULT)["key"], f"bar.{name}", text)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "La tumba · Crónica · Día 3 · Ronda 2   sin compartir · Berta"),
        (50, "La tumba · Día 3 · Ronda 2   sin compartir · Berta"),
        (42, "La tumba · Día 3 · Ronda 2   sin compartir"),
        (30, "La tumba · Día 3 · Ronda 2"),
        (20, "La tumba · Ronda 2"),
        (7, "Ronda 2"),
        (5, "Rond…"),
    ],
)
async def test_the_status_line_drops_the_least_important_facts(width: int, shown: str) -> None:
    status = StatusLine()
    async with Stage(status).run_test(size=(width, 2)):
        status.show(
            [
                Part(line("La tumba"), 1),
                Part(line("Crónica"), 9),
                Part(line("Día 3"), 3),
                Part(line("Ronda 2")),
            ],
            [Part(line(("sin compartir", Tone.WARNING)), 4), Part(line("Berta"), 5)],
        )
        assert shown_lines(status) == [shown]


async def test_the_status_line_is_repainted_once_for_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    status = StatusLine()
    async with Stage(status).run_test(size=SIZE) as pilot:
        status.show([Part(line("Ronda 2"))], [Part(line("Berta"))])
        await pilot.pause()
        with repaints(status, monkeypatch) as (regions, _):
            status.show([Part(line("Ronda 3"))], [Part(line("Berta"))])
            status.show([Part(line("Ronda 3"))], [Part(line("Berta"))])
        assert [(region.y, region.width) for region in regions] == [(0, 80)]


async def test_tabs_count_their_pending_rolls() -> None:
    tabs = TabBar()
    async with Stage(tabs).run_test(size=SIZE):
        tabs.show([Tab("1", "Grupo"), Tab("2", "Encuentro", 2), Tab("3", "Dados", 1)], "2")
        assert shown_lines(tabs) == [" 1 Grupo  2 Encuentro (2)  3 Dados (1)"]


async def test_tabs_shorten_if_there_is_no_room() -> None:
    tabs = TabBar()
    async with Stage(tabs).run_test(size=(30, 2)):
        tabs.show([Tab("1", "Grupo"), Tab("2", "Encuentro", 2), Tab("3", "Exploración")], "2")
        assert shown_lines(tabs) == [" 1 Gru…  2 Enc… (2)  3 Exp…"]


async def test_a_notice_stays_and_its_tone_is_not_only_a_colour() -> None:
    notice = Notice()
    async with Stage(notice).run_test(size=(30, 2)):
        notice.say("goblin +5 PV, antorcha encendida", Tone.WARNING)
        assert shown_lines(notice) == ["! goblin +5 PV, antorcha ence…"]
        notice.say(line("[red]no[/] "), Tone.BAD)
        assert shown_lines(notice) == ["!! [red]no[/]"]
        notice.clear()
        assert shown_lines(notice) == [""]


def bind(key: str, action: str, binding_id: str, *, show: bool = True) -> Binding:
    """Return a binding that is in no table."""
    return Binding(key, action, f"key.{binding_id}", show=show, id=binding_id)


class Focusable(Widget, can_focus=True):
    BINDINGS: ClassVar[list[BindingType]] = [bind("x", "x", "bar.split")]
    DEFAULT_CSS = "Focusable { height: 1; }"


class Keys(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("n", "next", "bar.next"),
        bind("question_mark", "help", "bar.help"),
        bind("d,D", "hurt", "bar.hurt"),
        bind("h", "hidden", "bar.hidden", show=False),
        bind("space,e", "dim", "bar.dim"),
        bind("pagedown", "more", "bar.more"),
    ]

    def compose(self) -> ComposeResult:
        yield Focusable()
        yield Focusable()
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return None if action == "dim" else True


class KeysApp(Stage):
    def get_default_screen(self) -> Screen[None]:
        return Keys()


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (80, "x Partir  n Siguiente turno  d Daño  AvPág Más  ? Ayuda"),
        (50, "x Partir  n Siguiente turno  d Daño  ? Ayuda"),
        (12, "? Ayuda"),
        (5, "? Ay…"),
    ],
)
async def test_the_key_bar_shows_the_hints_that_fit_and_help_last(width: int, shown: str) -> None:
    app = KeysApp()
    async with app.run_test(size=(width, 5)) as pilot:
        await pilot.pause()
        assert shown_lines(app.screen.query_one(KeyBar)) == [shown]


async def test_the_key_bar_follows_the_focus_and_paints_only_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    app = KeysApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        keys = app.screen.query_one(KeyBar)
        with repaints(keys, monkeypatch) as (regions, lines):
            await pilot.press("tab", "shift+tab")
            await pilot.pause()
            assert (regions, lines) == ([], [])
            app.screen.set_focus(None)
            await pilot.pause()
            await pilot.pause()
        assert lines == [0]
        assert shown_lines(keys) == ["n Siguiente turno  d Daño  AvPág Más  ? Ayuda"]


class Asking(ModalScreen[None]):
    def compose(self) -> ComposeResult:
        yield Notice()


async def test_a_dialog_that_closes_before_it_is_painted_does_not_stop_the_key_bar() -> None:
    app = KeysApp()
    async with app.run_test(size=SIZE) as pilot:
        table = app.screen
        table.set_focus(None)
        await pilot.pause()
        await pilot.pause()
        app.push_screen(Asking())
        table.refresh_bindings()
        for _ in range(5):
            await asyncio.sleep(0)
        app.pop_screen()
        await pilot.pause()
        table.set_focus(table.query(Focusable)[0])
        await pilot.pause()
        await pilot.pause()
        assert shown_lines(table.query_one(KeyBar))[0].startswith("x Partir")


@pytest.mark.slow
async def test_the_key_bar_does_not_grow_with_focus_changes() -> None:
    app = KeysApp()
    async with app.run_test(size=SIZE) as pilot:
        widgets = app.screen.query(Focusable)

        async def change_focus(times: int) -> int:
            for turn in range(times):
                app.screen.set_focus(widgets[turn % 2] if turn % 3 else None)
                await asyncio.sleep(0.002)
            await pilot.pause()
            gc.collect()
            return sum(isinstance(thing, (Widget, Binding)) for thing in gc.get_objects())

        before = await change_focus(20)
        assert await change_focus(300) <= before + 5
        assert len(app.screen.bindings_updated_signal._subscriptions) == 1
