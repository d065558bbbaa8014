"""Marks of a creature in its row: the sign of its side, and chips for conditions and effects."""

from collections.abc import Sequence

from tracker.rules.glance import Tone
from tracker.widgets.ink import Chip, Emphasis, Forms, Line, line
from tracker.widgets.theme import Look
from tracker.wording.glance import Mark, abbreviate
from tracker.wording.messages import say

_CHIPS = {Tone.PLAIN: Chip.PLAIN, Tone.GOOD: Chip.GOOD, Tone.WARNING: Chip.WARNING, Tone.BAD: Chip.BAD}


def chips(marks: Sequence[Mark], *more: Mark) -> Forms:
    """Make chips of a creature's marks: in whole words, else in three letters each.

    The marks of `more` come last and are shortened first.
    """
    every = [*marks, *more]
    short = abbreviate(every)
    whole = [mark.text for mark in every]
    forms = [whole, [*whole[: len(marks)], *short[len(marks) :]], short]
    return Forms(tuple(_chips(every, texts) for texts in forms))


def _chips(marks: Sequence[Mark], texts: Sequence[str]) -> Line:
    runs = [run for mark, text in zip(marks, texts, strict=True) for run in (" ", (text, _CHIPS[mark.tone]))]
    return line(*runs[1:])


def side_edge(look: Look, *, ally: bool) -> Line:
    """Draw the edge of a row: a colour for each side, or a letter on a terminal without colours or signs."""
    ink = Emphasis.ALLY if ally else Emphasis.FOE
    if look.colour and look.unicode:
        return line(("▌", ink))
    word = say("marks.ally") if ally else say("marks.foe")
    return line((word[0].upper(), ink))
