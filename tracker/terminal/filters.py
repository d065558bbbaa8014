"""What a terminal may be sent: no control characters, and plain signs where it asks for them."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tracker.session.text import clean, is_clean

_ON_A_KEYBOARD = str.maketrans("✎→←↑↓▶▲▼█░▁▂▃▅▇…×−–—·", "*><^v>^v#._-=%#~x----")
"""The pencil of real dice, arrows, bars: what the tracker's own sentences are written with."""


class ControlFilter(LineFilter):
    """The last wall: no control or invisible character reaches the terminal, from any save or key.

    Each is replaced by what it was measured as, so that lines keep their width.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their text made safe."""
        return [
            segment
            if segment.control or is_clean(segment.text)
            else segment._replace(text=_safe(segment.text))
            for segment in segments
        ]


class KeyboardFilter(LineFilter):
    """Draws signs that are on no keyboard with one that is, for terminals and readers without them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their signs replaced; a cell stays a cell."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else segment._replace(text=_typed(segment.text))
            for segment in segments
        ]


def _typed(text: str) -> str:
    return text.translate(_ON_A_KEYBOARD)


def _safe(text: str) -> str:
    """Replace each unsafe character by as many cells as it was measured."""
    return "".join(c if is_clean(c) else clean(c, cell_len(c)) for c in text)
