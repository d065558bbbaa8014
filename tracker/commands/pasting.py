"""Creatures whose stat block is typed or pasted in place of a name."""

import re

from tracker.commands.reading import Reader
from tracker.rules.refusal import Refusal
from tracker.session.pasted import Pasted

_SIGNS = re.compile(r"[,;:]|\.\s")
"""Signs that divide figures; a plain name has none of them."""


def take_optional_stat_block(reader: Reader) -> Pasted | None:
    """Take the rest of a line if it is a stat block; None for a line that names a creature.

    Several lines are always a block. One line is a block if it contains a figure that can be read.
    """
    with reader.rewinding():
        text = reader.take_rest()
    if "\n" in text:
        return take_stat_block(reader)
    if "=" in text or text.startswith('"') or not _SIGNS.search(text):
        return None
    try:
        return take_stat_block(reader)
    except Refusal:
        return None


def take_stat_block(reader: Reader) -> Pasted:
    """Take the rest of a line as a stat block, or refuse it."""
    from tracker.session.exchange.pasted import read_pasted  # noqa: PLC0415 - few lines are pasted
    from tracker.wording.library import column_names  # noqa: PLC0415 - as above

    with reader.rewinding():
        text = reader.take_rest()
    # Read before taking, so that a refused block leaves the line as it was.
    pasted = read_pasted(text, reader.session.game, column_names(reader.session.system))
    reader.take_rest()
    return pasted
