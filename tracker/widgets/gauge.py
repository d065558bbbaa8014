"""Bars that show what is left of a resource."""

from tracker.rules.supply import Supply
from tracker.rules.usage_die import LADDER
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.theme import Look

WIDTH = 10
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(current: int, maximum: int, width: int, look: Look) -> str:
    """Draw a bar of `width` cells; it is full only at the maximum, and empty only at 0.

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


def gauge(current: int, maximum: int, look: Look, width: int = WIDTH, *, rises: bool = False) -> Line:
    """Draw a bar in the ink of what is left: half or less is hurt, a quarter or less is dying.

    What is left of one that rises is the room to its maximum.

    >>> gauge(3, 9, Look())
    (('███▍      ', <Emphasis.HURT: 'hurt'>),)
    """
    return line((bar(current, maximum, width, look), gauge_ink(current, maximum, rises=rises)))


def health_gauge(current: int, maximum: int, look: Look, *, rises: bool = False) -> Line:
    """Draw the bar of a creature's resource; one at its best has none, so that wounds stand out."""
    at_best = current <= 0 if rises else current >= maximum
    return () if at_best else gauge(current, maximum, look, rises=rises)


def die_gauge(supply: Supply, now: int, look: Look) -> Line:
    """Draw the bar of a usage die that time uses up: a cell for each step, the last one running out.

    >>> torch = Supply(name="antorcha", die=8, active=True, every=600, due=300)
    >>> die_gauge(torch, 0, Look())
    (('██▌', <Emphasis.WELL: 'well'>),)
    """
    steps = die_steps(supply.die)
    seconds_left = supply.due - now if supply.active else supply.left
    if seconds_left <= 0 and not supply.active:
        seconds_left = supply.every
    last = bar(min(max(seconds_left, 0), supply.every), max(1, supply.every), 1, look)
    full = "█" if look.unicode else "#"
    return line((full * (steps - 1) + last, die_ink(supply.die)))


def die_steps(die: int) -> int:
    """Count the steps that a usage die has left: 1 for a d4."""
    return sum(1 for sides in LADDER if sides <= die)


def die_ink(die: int) -> Emphasis:
    """Choose the ink of a usage die: its last step is dying, the one before it hurt."""
    return {1: Emphasis.DYING, 2: Emphasis.HURT}.get(die_steps(die), Emphasis.WELL)


def gauge_ink(current: int, maximum: int, *, rises: bool = False) -> Emphasis:
    left = maximum - current if rises else current
    if left * 4 <= maximum:
        return Emphasis.DYING
    return Emphasis.HURT if left * 2 <= maximum else Emphasis.WELL
