"""Bars for the rest of a resource."""

from tracker.widgets.theme import Look


def bar(current: int, maximum: int, width: int, look: Look) -> str:
    """Return a bar of `width` cells; it is full only at the maximum and empty only at nothing.

    >>> bar(14, 20, 8, Look())
    '██████░░'
    >>> bar(1, 100, 8, Look(unicode=False))
    '#.......'
    """
    full, empty = ("█", "░") if look.unicode else ("#", ".")
    if maximum <= 0 or current <= 0 or width <= 0:
        filled = 0
    elif current >= maximum:
        filled = width
    else:
        filled = min(max(1, round(width * current / maximum)), width - 1)
    return full * filled + empty * (width - filled)


def gauge(current: int, maximum: int, width: int, look: Look) -> str:
    """Return figures and bar; the figures come first so that a narrow column cuts the bar.

    >>> gauge(-3, 20, 4, Look())
    '-3/20 ░░░░'
    """
    return f"{current}/{maximum} {bar(current, maximum, width, look)}"
