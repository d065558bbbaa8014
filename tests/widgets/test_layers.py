"""Dialogs paint what they cover and uncover, and the terminal shows what the screens do all the same."""

from collections.abc import Callable
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from tests.widgets.stage import SIZE, Watched
from tracker.cells import FULL_FRAMES
from tracker.widgets.confirm import Confirm
from tracker.widgets.ink import line
from tracker.widgets.layers import Layer
from tracker.widgets.notice import Notice
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import Refused, TextPrompt


class Ground(Layer, Screen[None]):
    """A screen that dialogs are laid over, with a line that changes."""

    def compose(self) -> ComposeResult:
        yield TextPanel()
        yield Notice()

    def write(self, number: int) -> None:
        self.query_one(Notice).say(f"Van {number}.")
        self.query_one(TextPanel).show([Block(tuple(line(f"{n} de {number}") for n in range(number)))])


class Asking(Watched):
    """Asks with a prompt that stays mounted."""

    def __init__(self, **env: str) -> None:
        super().__init__(env=env)
        self.prompt = TextPrompt("¿Cuánto?")


async def settled(app: Watched, pilot: Pilot[Any]) -> None:
    for _ in range(20):
        await pilot.pause()
        if app.agrees():
            return


def ask(app: Asking) -> None:
    app.push_screen(TextPrompt("¿Cuánto?"))


def ask_again(app: Asking) -> None:
    if app.prompt not in app.screen_stack:
        app.prompt.begin("¿Cuánto? " * app.rows_sent)
        app.push_screen(app.prompt)


def ask_more(app: Asking) -> None:
    app.push_screen(Confirm("¿Seguro?", [line(f"goblin {n}") for n in range(7)]))


def leave(app: Asking) -> None:
    if isinstance(app.screen, TextPrompt | Confirm):
        app.screen.dismiss(None)


def refuse(app: Asking) -> None:
    if isinstance(app.screen, TextPrompt) and app.screen.is_mounted:
        app.screen.begin("¿Cuánto?", refused=Refused("7", "No cabe. " * (app.rows_sent % 30)))


def paint(app: Asking) -> None:
    if isinstance(app.screen, Layer):
        app.screen.paint_at_once()


def change(app: Asking) -> None:
    ground = next(each for each in app.screen_stack if isinstance(each, Ground))
    ground.write(1 + (app.rows_sent * 7) % 23)


DOINGS = st.sampled_from([ask, ask_again, ask_more, refuse, leave, leave, change, paint])


@settings(max_examples=20, deadline=None)
@example(doings=[(leave, 0), (ask, 1), (change, 0), (ask_again, 1), (leave, 0)])  # changes under two dialogs
@example(doings=[(leave, 1), (change, 0), (ask, 1), (change, 0)])  # twice under one
@example(doings=[(leave, 1), (ask_again, 0), (change, 0), (paint, 0)])  # under one that is painted at once
@given(st.lists(st.tuples(DOINGS, st.integers(0, 2)), min_size=3, max_size=14))
async def test_whatever_comes_and_goes_the_terminal_shows_it(
    doings: list[tuple[Callable[[Asking], None], int]],
) -> None:
    app = Asking()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(Ground())
        app.install_screen(app.prompt, "prompt")
        await app.push_screen(app.prompt)
        await settled(app, pilot)
        for do, pauses in doings:
            do(app)
            for _ in range(pauses):
                await pilot.pause()
        await settled(app, pilot)
        assert app.agrees()


async def test_a_prompt_that_shrinks_shows_what_has_changed_under_it_since_it_came_last() -> None:
    app, ground = Asking(), Ground()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(ground)
        app.install_screen(app.prompt, "prompt")
        for lines in (3, 23):
            ground.write(lines)
            await pilot.pause()
            app.push_screen(app.prompt)
            await pilot.pause()
            for refused in (Refused("7", "No cabe. " * 30), None):
                app.prompt.begin("¿Cuánto?", refused=refused)
                await pilot.pause()
            await settled(app, pilot)
            assert app.agrees()
            app.screen.dismiss(None)
            await pilot.pause()


async def rows_for_a_prompt(**env: str) -> int:
    """Return the rows sent once a prompt goes that has come before, and stays mounted."""
    app = Asking(**env)
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(Ground())
        app.install_screen(app.prompt, "prompt")
        for _ in range(2):
            app.push_screen(app.prompt)
            await settled(app, pilot)
            before = app.rows_sent
            app.screen.dismiss(None)
            await settled(app, pilot)
        return app.rows_sent - before


async def test_what_a_dialog_uncovers_is_painted_and_nothing_else() -> None:
    """A title, a line to type in, a line that judges it."""
    assert await rows_for_a_prompt() == 3


async def test_textual_still_paints_the_whole_screen_for_it() -> None:
    """Once this fails, `tracker/widgets/layers.py` can go."""
    assert await rows_for_a_prompt(**{FULL_FRAMES: "1"}) >= SIZE[1]
