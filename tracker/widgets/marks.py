"""The marks of a creature in its row: the sign of its side, and its conditions and effects as chips."""

from collections.abc import Sequence

from tracker.rules.glance import Tone
from tracker.widgets.ink import Chip, Emphasis, Forms, Line, line
from tracker.widgets.theme import Look
from tracker.wording.glance import Mark, abbreviate
from tracker.wording.messages import say

_CHIPS = {Tone.PLAIN: Chip.PLAIN, Tone.GOOD: Chip.GOOD, Tone.WARNING: Chip.WARNING, Tone.BAD: Chip.BAD}


def chips(marks: Sequence[Mark], *more: Mark) -> Forms:
    """Return the marks of a creature as chips: in whole words, else in three letters each.

    The last `more` are shortened first.
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
    """Return the edge of a row: a colour for each side, and a letter for each where there is no colour."""
    ink = Emphasis.ALLY if ally else Emphasis.FOE
    if look.colour and look.unicode:
        return line(("▌", ink))
    word = say("marks.ally") if ally else say("marks.foe")
    return line((word[0].upper(), ink))
