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
_COLON = {"█": ("▄", "▄", " "), "|": (" ", ".", ".")}
_WIDTH = 4
"""Cells of a figure with the gap behind it."""


def numeral(figures: str, look: Look) -> tuple[str, ...]:
    """Draw a number or an hour three lines tall; without signs and colours, as digits for screen readers.

    >>> for row in numeral("4:02", Look()):
    ...     print(row)
    █ █ ▄ █▀█ ▀▀█
    ▀▀█ ▄ █ █ █▀▀
      ▀   ▀▀▀ ▀▀▀
    >>> numeral("42", Look(unicode=False, colour=False))
    ('42',)
    """
    if not (look.unicode or look.colour):
        return (figures,)
    rows, colon = (_BLOCKS, _COLON["█"]) if look.unicode else (_STROKES, _COLON["|"])
    return tuple(
        " ".join(dots if sign == ":" else _figure(row, int(sign)) for sign in figures)
        for row, dots in zip(rows, colon, strict=True)
    )


def _figure(row: str, digit: int) -> str:
    return row[digit * _WIDTH : (digit + 1) * _WIDTH - 1]
