"""Durations, hours and distances in words."""

import re

from tracker.rules.clock import DAY, HOUR, MINUTE, duration_text
from tracker.wording.language import grammar


def rough_duration(seconds: int) -> str:
    """Write seconds in their two largest units, which is enough for the distant past.

    >>> rough_duration(7_870), rough_duration(130_270), rough_duration(70)
    ('2h11m', '1d12h', '1m10s')
    """
    return "".join(re.findall(r"\d+[a-z]", duration_text(seconds))[:2])


_LONG = 10 * 60
"""Minutes from which on only whole hours are said."""


def roughly(seconds: int) -> str:
    """Write seconds as precisely as people say them: hours, minutes, and seconds only below a minute.

    >>> roughly(85_200), roughly(25_300), roughly(590), roughly(40), roughly(278_400)
    ('24 h', '7 h 2 min', '10 min', '40 s', '3 d 5 h')
    """
    if abs(seconds) < MINUTE:
        return f"{seconds} s"
    minutes = round(abs(seconds) / MINUTE)
    hours = round(minutes / 60) if minutes >= _LONG else minutes // 60
    if hours >= 48:
        text = f"{hours // 24} d {hours % 24} h" if hours % 24 else f"{hours // 24} d"
    elif hours and minutes < _LONG and minutes % 60:
        text = f"{hours} h {minutes % 60} min"
    else:
        text = f"{hours} h" if hours else f"{minutes} min"
    return f"-{text}" if seconds < 0 else text


def parts_of(seconds: int) -> dict[str, int]:
    """Divide seconds into days, hours, minutes and seconds, without units that count 0.

    >>> parts_of(90_000), parts_of(0)
    ({'days': 1, 'hours': 1}, {'seconds': 0})
    """
    parts, rest = {}, abs(seconds)
    for size, unit in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes"), (1, "seconds")):
        count, rest = divmod(rest, size)
        if count:
            parts[unit] = count
    return parts or {"seconds": 0}


def hour(second: int) -> str:
    """Write a second of the day as a clock shows it. A day may have any number of hours.

    >>> hour(8 * HOUR + 5 * MINUTE)
    '08:05'
    """
    return f"{second // HOUR:02}:{second % HOUR // MINUTE:02}"


def hour_with_seconds(second: int) -> str:
    return f"{hour(second)}:{second % MINUTE:02}"


def distance(centimetres: int) -> str:
    """Write a length in centimetres, metres or kilometres.

    >>> distance(30), distance(600), distance(960_000)
    ('30 cm', '6 m', '9,6 km')
    """
    if centimetres < 100:
        return f"{centimetres} cm"
    figure = f"{centimetres / 100_000:g} km" if centimetres >= 100_000 else f"{centimetres / 100:g} m"
    return decimal(figure)


def decimal(figure: str) -> str:
    """Replace the point of a figure by the decimal sign of the language.

    >>> decimal("9.6")
    '9,6'
    """
    return figure.replace(".", grammar().decimal)


AMOUNTS = {"duration": duration_text, "roughly": roughly, "hour": hour, "distance": distance}
"""The spaces whose values are whole numbers."""
