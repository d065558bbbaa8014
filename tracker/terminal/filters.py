"""Line filters of both apps: no control characters, and plain ASCII signs on request."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tracker.session.text import clean, is_clean

_ON_A_KEYBOARD = str.maketrans("✎→←↑↓▶▲▼█░▁▂▃▅▇…×−–—·", "*><^v>^v#._-=%#~x----")
"""The signs that the tracker's own sentences use: the pencil of real dice, arrows, bars."""


class ControlFilter(LineFilter):
    """Replaces control and invisible characters before they reach the terminal.

    Each replacement is as wide as Textual measured the character, so that lines keep their width.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with every unsafe character replaced."""
        return [
            segment
            if segment.control or is_clean(segment.text)
            else segment._replace(text=_safe(segment.text))
            for segment in segments
        ]


class KeyboardFilter(LineFilter):
    """Replaces signs that no keyboard has by ASCII, for terminals and screen readers without them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their signs replaced, each by one of the same width."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else segment._replace(text=_typed(segment.text))
            for segment in segments
        ]


def _typed(text: str) -> str:
    return text.translate(_ON_A_KEYBOARD)


def _safe(text: str) -> str:
    """Replace each unsafe character by as many cells as Textual counts for it."""
    return "".join(c if is_clean(c) else clean(c, cell_len(c)) for c in text)
