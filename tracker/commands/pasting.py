"""Creatures whose stat block is typed or pasted in place of a name."""

import re

from tracker.commands.reading import Reader
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.pasted import Pasted

_SIGNS = re.compile(r"[,;:]|\.\s")
"""Signs that divide figures; a plain name has none of them."""


def take_optional_stat_blocks(reader: Reader) -> tuple[Pasted, ...]:
    """Take the rest of a line if it is one stat block or several; none for a line that names a creature.

    Several lines are always a block. One line is a block if it contains a figure that can be read.
    """
    with reader.rewinding():
        text = reader.take_rest()
    if "\n" in text:
        return take_stat_blocks(reader)
    plain_text = with_plain_signs(text)
    if "=" in plain_text or plain_text.startswith('"') or not _SIGNS.search(plain_text):
        return ()
    try:
        return take_stat_blocks(reader)
    except Refusal:
        return ()


def take_stat_blocks(reader: Reader) -> tuple[Pasted, ...]:
    """Take the rest of a line as stat blocks, or refuse it."""
    from tracker.session.exchange.several import read_all_pasted  # noqa: PLC0415 - few lines are pasted
    from tracker.wording.library import column_names  # noqa: PLC0415 - as above

    with reader.rewinding():
        text = reader.take_rest()
    # Read before taking, so that a refused block leaves the line as it was.
    pasted = read_all_pasted(text, reader.session.game, column_names(reader.session.system))
    reader.take_rest()
    return pasted
