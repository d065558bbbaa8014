"""Large figures, three lines tall, to read from across the table."""

from tracker.widgets.theme import Look

_BLOCKS = (
    "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█",
    "█ █  █  █▀▀  ▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█",
    "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀",
)
_STROKES = (
    " _       _   _       _   _   _   _   _ ",
    "| |   |  _|  _| |_| |_  |_    | |_| |_|",
    "|_|   | |_   _|   |  _| |_|   | |_|  _|",
)
_WIDTH = 4
"""Cells of a figure and the gap behind it."""


def numeral(value: int, look: Look) -> tuple[str, ...]:
    """Return a whole number, three lines tall; in plain digits for a screen reader.

    >>> for row in numeral(42, Look()):
    ...     print(row)
    █ █ ▀▀█
    ▀▀█ █▀▀
      ▀ ▀▀▀
    >>> numeral(42, Look(unicode=False, colour=False))
    ('42',)
    """
    if not (look.unicode or look.colour):
        return (str(max(0, value)),)
    first, second, third = _BLOCKS if look.unicode else _STROKES
    return _row(first, value), _row(second, value), _row(third, value)


def _row(figures: str, value: int) -> str:
    places = [int(digit) * _WIDTH for digit in str(max(0, value))]
    return " ".join(figures[place : place + _WIDTH - 1] for place in places)
