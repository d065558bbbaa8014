"""Durations, hours and distances as people read them."""

import re

from tracker.rules.clock import DAY, HOUR, MINUTE
from tracker.wording.language import language


def duration(seconds: int) -> str:
    """Return seconds as the GM would type them.

    >>> duration(5_400), duration(10), duration(90_000), duration(0)
    ('1h30m', '10s', '1d1h', '0s')
    """
    parts, rest = [], abs(seconds)
    for size, unit in ((DAY, "d"), (HOUR, "h"), (MINUTE, "m"), (1, "s")):
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count}{unit}")
    return ("-" if seconds < 0 else "") + ("".join(parts) or "0s")


def about(seconds: int) -> str:
    """Return seconds in their two largest units, which is enough for the distant past.

    >>> about(7_870), about(130_270), about(70)
    ('2h11m', '1d12h', '1m10s')
    """
    return "".join(re.findall(r"\d+[a-z]", duration(seconds))[:2])


def hour(second: int) -> str:
    """Return a second of the day as a clock shows it. A day may have any number of hours.

    >>> hour(8 * HOUR + 5 * MINUTE)
    '08:05'
    """
    return f"{second // HOUR:02}:{second % HOUR // MINUTE:02}"


def distance(centimetres: int) -> str:
    """Return a length in centimetres, metres or kilometres.

    >>> distance(30), distance(600), distance(960_000)
    ('30 cm', '6 m', '9,6 km')
    """
    if centimetres < 100:
        return f"{centimetres} cm"
    figure = f"{centimetres / 100_000:g} km" if centimetres >= 100_000 else f"{centimetres / 100:g} m"
    return decimal(figure)


def decimal(figure: str) -> str:
    """Return a figure with the decimal sign of the language instead of its point.

    >>> decimal("9.6")
    '9,6'
    """
    return figure.replace(".", ",") if language() == "es" else figure
