"""Every private name of Textual that the program uses, and why. No other module uses one.

Checked with Textual 8.2.8. `tests/terminal/test_textual_internals.py` fails when a name is gone, or when
Textual has a public one for it.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any

from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenStackError
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key

_GONE = (NoMatches, ScreenStackError)
FRAME_START, FRAME_END = SYNC_START, SYNC_END
"""Textual writes these before and after each frame; the driver needs both."""


class KeyParser(XTermParser):
    """Textual's parser of terminal input, meant for Textual's own driver."""

    def keys_of(self, sequence: str, *, alt: bool) -> Iterable[Key]:
        """Parse one escape sequence into keys; Textual raises on some sequences."""
        return super()._sequence_to_key_events(sequence, alt)

    def drop(self) -> None:
        """Drop an unfinished sequence, so that the next keys do not become its rest."""
        if self._timeout_time is not None:
            self._timeout_time = 0
            deque(super().tick(), maxlen=0)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        return self.keys_of(sequence, alt=alt)


def takes_mouse(driver: Driver) -> bool:
    """Tell whether a driver asked the terminal for the mouse."""
    return driver._mouse


def use_mouse(driver: LinuxDriver, wanted: bool) -> None:
    """Ask the terminal for the mouse from now on, or stop asking."""
    driver._disable_mouse_support()
    driver._mouse = wanted
    driver._enable_mouse_support()


def print_no_error(app: App[Any]) -> None:
    """Keep a failing app from printing: Textual prints the values of variables, and so a whole game."""
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]  # called at any error


def forgive_leaving(app: App[Any]) -> None:
    """Ignore missing widgets while an app is being left: handlers that look for them end later."""
    handle = app._handle_exception

    def handle_unless_left(error: Exception) -> None:
        if not (app._exit and isinstance(error, _GONE)):
            handle(error)

    app._handle_exception = handle_unless_left  # type: ignore[method-assign]  # called at any error


def error_of(app: App[Any]) -> Exception | None:
    return app._exception


def driver_of(app: App[Any]) -> Driver | None:
    """Return the driver of an app, to write bytes outside frames; None while the app does not run."""
    return app._driver


def end_by(app: App[Any], error: Exception) -> None:
    """End an app with an error, as Textual does when a message handler raises."""
    app._handle_exception(error)


def forget_colours() -> None:
    """Empty the cache of inner and outer colours: it keeps the lines of a thousand closed widgets alive."""
    StylesCache.get_inner_outer.cache_clear()
