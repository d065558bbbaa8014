"""A GM's preferences: colours, cursor, keys, times, what calls."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from tracker.rules.clock import MINUTE

NEVER = "off"
"""The value in the file with which no turn takes too long."""


class Shown(StrEnum):
    """The real times that the top line can show."""

    OFF = "off"
    TURN = "turn"
    EVENING = "evening"
    BOTH = "both"


class Occasion(StrEnum):
    """The occasions at which the program calls a GM who looks elsewhere."""

    OFF = "off"
    OVERDUE = "overdue"
    WAITING = "waiting"
    BOTH = "both"


PLACES = ("group", "encounter", "exploration", "dice")
"""The tabs of the table in their order, on which a GM's own key may work."""


class OwnKey(Struct, frozen=True):
    """What a GM's own key plays, and its entry on the pages of keys."""

    line: str
    """One typed line, or several with semicolons between them."""
    places: tuple[str, ...] = PLACES
    label: str = ""
    tip: str = ""
    covers: tuple[str, ...] = ()
    """Ids of the bindings that have the same key in one of its places."""

    @property
    def name(self) -> str:
        """Its label, else its line."""
        return self.label or self.line


def is_action(name: str) -> bool:
    """Whether the name of an entry is the id of an action, not a key.

    >>> is_action("encounter.next"), is_action("."), is_action("ctrl+d")
    (True, False, False)
    """
    return "." in name.strip(".")


_NOTHING: Mapping[str, Any] = MappingProxyType({})


def _no_entries() -> Mapping[str, Any]:
    return _NOTHING


class Preferences(Struct, frozen=True):
    """The preferences of a GM; every field has a default, so that nobody needs a file."""

    theme: str = "dark"
    """A key of `theme.NAMES`, the name of one of Textual's themes, or `made_theme.OWN`."""
    interval: int = 10 * MINUTE
    """Seconds of the interval that one key lets pass."""
    timer: Shown = Shown.OFF
    """The real times that the top line shows."""
    overdue: int = 0
    """Seconds from which a turn takes too long; 0 for never."""
    bell: Occasion = Occasion.OFF
    """The occasions of the terminal's bell."""
    notification: Occasion = Occasion.OFF
    """The occasions of a notification on the desktop."""
    port: int = 8484
    """The port of the players' page; if it is in use, the next free one is taken."""
    cursor: bool = False
    """Whether the terminal's own cursor, which follows the selection, is shown."""
    plain: bool = False
    """Whether to use no colour, and only signs that are on a keyboard."""
    title: bool = True
    """Whether the terminal's title says the campaign and whose turn it is."""
    mouse: bool = False
    """Whether the program asks the terminal for clicks and the wheel."""
    keys: Mapping[str, str] = field(default_factory=_no_entries)
    """Keys by the id of their binding, separated by commas; already checked."""

    own: Mapping[str, OwnKey] = field(default_factory=_no_entries)
    """The lines that the GM's own keys play; already checked."""

    colours: Mapping[str, str] = field(default_factory=_no_entries)
    """The colours of the GM's own theme, by their meaning."""

    @property
    def shows_cursor(self) -> bool:
        """Whether the terminal's cursor is shown; screen readers follow it, so `plain` shows it too."""
        return self.cursor or self.plain


FIRST_PORT, LAST_PORT = 1_024, 65_535
"""The range of ports at which a program may listen without privileges."""


def parse_port(text: str) -> int | None:
    """Parse a typed port; None if it is outside of `FIRST_PORT` to `LAST_PORT`.

    >>> parse_port("8484"), parse_port("80"), parse_port("puerto")
    (8484, None, None)
    """
    port = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(LAST_PORT)) else 0
    return port if FIRST_PORT <= port <= LAST_PORT else None


USUAL = Preferences()
"""The default preferences."""
