"""Private names of Textual in use: a test fails once a name is gone, or once Textual has a public one."""

import gc
import weakref
from contextlib import suppress
from importlib.util import find_spec

import pytest
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Label

from tests.widgets.stage import Stage, every_frame
from tracker.terminal.textual_internals import (
    FRAME_END,
    FRAME_START,
    KeyParser,
    driver_of,
    end_by,
    error_of,
    forget_colours,
    forgive_leaving,
    print_no_error,
)


async def test_a_frame_stands_between_two_marks_that_only_a_private_module_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Stage(Label("lista"))
    written: list[str] = []
    async with app.run_test() as pilot:
        driver = driver_of(app)
        assert driver is not None
        monkeypatch.setattr(driver, "write", written.append)
        app._sync_available = True
        app._begin_update()
        app._end_update()
        await pilot.pause()
        monkeypatch.undo()
    assert written[:2] == [FRAME_START, FRAME_END]
    assert find_spec("textual.ansi_sequences") is None


def test_keys_are_read_by_a_private_module() -> None:
    assert [each.key for each in KeyParser().feed("\x1b[A") if isinstance(each, Key)] == ["up"]
    assert find_spec("textual.xterm_parser") is None


def test_a_mouse_is_asked_for_and_given_back_by_private_methods() -> None:
    for name in ("_enable_mouse_support", "_disable_mouse_support"):
        assert name in vars(LinuxDriver)
        assert name.removeprefix("_") not in vars(LinuxDriver)


@pytest.mark.parametrize("sequence", ["\x1b[99999999999u", "\x1b[97;1;1114112u", "\x1b[:u"])
def test_some_sequences_still_make_textual_fail(sequence: str) -> None:
    with pytest.raises((ValueError, OverflowError)):
        list(KeyParser().feed(sequence))


class Failing(Stage):
    """Fails on `f`, with a secret in a variable."""

    BINDINGS = [("f", "fail", "")]  # noqa: RUF012 - Textual's own shape

    def action_fail(self) -> None:
        secret = "eni" + "gma"
        raise LookupError(len(secret))


async def test_the_driver_of_an_app_is_private() -> None:
    app = Stage()
    async with app.run_test():
        assert isinstance(driver_of(app), Driver)
    assert not hasattr(App, "driver")


async def test_ending_an_app_by_an_error_is_private() -> None:
    app = Stage()
    with pytest.raises(LookupError):
        async with app.run_test():
            end_by(app, LookupError())
    assert not hasattr(App, "handle_exception")


async def test_textual_still_prints_the_values_of_variables_of_an_app_that_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for app, printed in ((Failing(), True), (Failing(), False)):
        if not printed:
            print_no_error(app)
        with pytest.raises(LookupError):
            async with app.run_test() as pilot:
                await pilot.press("f")
        app._print_error_renderables()
        error = capsys.readouterr().err
        assert ("LookupError" in error, "enigma" in error) == (printed, printed)


class Closing(Screen[None]):
    """A screen with something drawn on it."""

    def compose(self) -> "list[Label]":
        return [Label("lista")]


async def lines_kept(*, forgetting: bool) -> bool:
    """Whether the lines of a widget stay in memory after its screen is closed."""
    app: App[None] = App()
    with every_frame():
        async with app.run_test() as pilot:
            await app.push_screen(Closing())
            await pilot.pause()
            lines = weakref.ref(app.screen.query_one(Label)._styles_cache)
            await app.pop_screen()
            for _ in range(3):
                await pilot.pause()
            if forgetting:
                forget_colours()
            gc.collect()
            return lines() is not None


async def test_textual_still_keeps_the_lines_of_closed_screens_for_their_colours() -> None:
    assert await lines_kept(forgetting=False)
    assert not await lines_kept(forgetting=True)


async def test_a_widget_that_is_missing_is_an_error_until_the_app_is_left() -> None:
    app = Stage(Label("lista"))
    async with app.run_test():
        forgive_leaving(app)
        app.exit()
        end_by(app, NoMatches("gone"))
        assert error_of(app) is None
    other = Stage(Label("lista"))
    with suppress(NoMatches):
        async with other.run_test():
            forgive_leaving(other)
            end_by(other, NoMatches("never there"))
    assert isinstance(error_of(other), NoMatches)
