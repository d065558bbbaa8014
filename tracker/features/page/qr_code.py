"""A QR code drawn with block letters."""

from collections.abc import Sequence

_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_lines(text: str) -> Sequence[str]:
    """Draw a QR code, two rows of modules a line.

    >>> len(qr_lines("http://127.0.0.1:8484/"))
    15
    """
    import segno

    matrix = [list(map(bool, row)) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    if len(matrix) % 2:
        matrix.append([False] * len(matrix[0]))
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    # Light modules are the drawn ones, because most terminals are dark.
    return ["".join(_BLOCKS[not up, not down] for up, down in zip(*pair, strict=True)) for pair in pairs]
