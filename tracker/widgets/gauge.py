"""Bars for the rest of a resource."""

from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.theme import Look

WIDTH = 10
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(current: int, maximum: int, width: int, look: Look) -> str:
    """Return a bar of `width` cells; it is full only at the maximum and empty only at nothing.

    >>> bar(14, 20, 8, Look())
    '█████▋  '
    >>> bar(1, 100, 8, Look(unicode=False))
    '#.......'
    """
    steps = 8 if look.unicode else 1
    full = width * steps
    if maximum <= 0 or current <= 0 or width <= 0:
        filled = 0
    elif current >= maximum:
        filled = full
    else:
        filled = min(max(1, round(full * current / maximum)), full - 1)
    if not look.unicode:
        return "#" * filled + "." * (width - filled)
    whole, rest = divmod(filled, steps)
    return ("█" * whole + (_EIGHTHS[rest] if rest else "")).ljust(width)


def gauge(current: int, maximum: int, look: Look, width: int = WIDTH) -> Line:
    """Return a bar in the colour of how much is left: half or less is hurt, a quarter or less is dying.

    >>> gauge(3, 9, Look())
    (('███▍      ', <Emphasis.HURT: 'hurt'>),)
    """
    return line((bar(current, maximum, width, look), gauge_ink(current, maximum)))


def gauge_ink(current: int, maximum: int) -> Emphasis:
    """Return the colour of how much is left."""
    if current * 4 <= maximum:
        return Emphasis.DYING
    return Emphasis.HURT if current * 2 <= maximum else Emphasis.WELL
