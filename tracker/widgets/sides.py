"""The sign of a side at the edge of a row."""

from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.theme import Look
from tracker.wording.language import _


def side_edge(look: Look, *, ally: bool) -> Line:
    """Return the edge of a row: a colour for each side, and a letter for each where there is no colour."""
    ink = Emphasis.ALLY if ally else Emphasis.FOE
    if look.colour and look.unicode:
        return line(("▌", ink))
    word = _("aliado") if ally else _("enemigo")
    return line((word[0].upper(), ink))
