"""Every private name of Textual that the program uses, and why. No other module uses one.

Seen with Textual 8.2.8; `tests/terminal/test_textual_internals.py` tells when a name is gone, or when Textual
has a public one for it.
"""

from collections.abc import Iterable
from typing import Any

from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.events import Key

FRAME_START, FRAME_END = SYNC_START, SYNC_END
"""What Textual writes around a frame: the driver has to know what belongs to one."""


class KeyParser(XTermParser):
    """Textual's reader of keys, which only its own driver is meant to use."""

    def keys_of(self, sequence: str, *, alt: bool) -> Iterable[Key]:
        """Yield the keys of one escape sequence: some sequences make Textual fail here."""
        return super()._sequence_to_key_events(sequence, alt)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        return self.keys_of(sequence, alt=alt)


class QuietApp(App[None]):
    """An app that ends by an error without printing it.

    Textual prints the error with the values of the local variables, which are the campaign's.
    """

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()


def error_of(app: App[Any]) -> Exception | None:
    """Return the error that ended an app."""
    return app._exception


def driver_of(app: App[Any]) -> Driver | None:
    """Return what an app draws with, to write what is no frame; None while it does not run."""
    return app._driver


def end_by(app: App[Any], error: Exception) -> None:
    """End an app by an error, as Textual does when a message fails."""
    app._handle_exception(error)


def forget_colours() -> None:
    """Empty the cache of which colours lie on which: it keeps the lines of a thousand closed widgets."""
    StylesCache.get_inner_outer.cache_clear()
