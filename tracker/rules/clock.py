"""The units of a clock, in seconds, whatever the game. Each game sets the length of its turns."""

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": 1}
"""Seconds of each unit, by its typed letter, the longest first."""


def duration_text(seconds: int) -> str:
    """Write a duration as the GM would type it.

    >>> duration_text(5_400), duration_text(10), duration_text(90_000), duration_text(0)
    ('1h30m', '10s', '1d1h', '0s')
    """
    parts, rest = [], abs(seconds)
    for unit, size in UNITS.items():
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count}{unit}")
    return ("-" if seconds < 0 else "") + ("".join(parts) or "0s")
