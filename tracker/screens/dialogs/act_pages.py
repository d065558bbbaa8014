"""The rows of an act's line: what has been said so far, and below it what else the keys stand for.

Both take one row each. What does not fit waits on further pages, so that the rows of the table stay in view.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from rich.cells import cell_len

from tracker.widgets.ink import Emphasis, Line, in_short, line, width_of

_APART = "  "
"""The gap between two offers, and behind what stands before them."""
Page = tuple[Line, ...]


class ActSaid(Struct, frozen=True):
    """The parts that the line of an act shows."""

    head: Line
    """The act as it stands."""
    offers: Sequence[Line]
    """The meaning of each key."""
    begins_behind_head: bool = False
    """Whether the offers need the room behind the head too: there are many where small letters choose."""
    foretold: Sequence[Sequence[str]] = ()
    """The effect of the act, in sentences: whole, and then shorter."""
    advice: Sequence[str] = ()
    """Lines about when it is called for."""


def pages_of(said: ActSaid, width: int, sign: Callable[[int], str]) -> list[Page]:
    """Return the pages; `sign` tells, at the end of each of several, how many offers it leaves out."""
    head, room = said.head, width - width_of(said.head) - len(_APART)
    told, many = " ".join(said.foretold[0]) if said.foretold else "", len(said.offers)
    if told and cell_len(told) <= room:
        head += line(_APART, (told, Emphasis.MUTED))
        told = ""
    behind = room if said.begins_behind_head else 0
    chunks, texts = [*_chunks(said.offers, behind, width)], [*said.advice]
    if len(chunks) + len(texts) + bool(told) <= 1:
        return [(_lines_behind(head, first), _in_line(second)) for first, second in chunks] or [(head, ())]
    less = width - len(_APART) - cell_len(sign(many))
    chunks = [*_chunks(said.offers, behind, less)]
    texts[:0] = [in_short(said.foretold, less)] if told else []
    pages = [
        (
            _lines_behind(head, first),
            _with_sign(_in_line(second), sign(many - len(first) - len(second)), width),
        )
        for first, second in chunks
    ]
    of_texts = [(head, _with_sign(line((text, Emphasis.MUTED)), sign(many), width)) for text in texts]
    return [*of_texts[: bool(told)], *pages, *of_texts[bool(told) :]]


def _chunks(offers: Sequence[Line], behind: int, width: int) -> Iterator[tuple[list[Line], list[Line]]]:
    """Yield the offers of each page: those behind the head, and those of the line below."""
    left = [*offers]
    while left:
        first = _offer_lines(left, behind)
        second = _offer_lines(left[len(first) :], width)
        if not first and not second:
            second = left[:1]
        yield first, second
        left = left[len(first) + len(second) :]


def _offer_lines(offers: Sequence[Line], width: int) -> list[Line]:
    taken: list[Line] = []
    for offer in offers:
        width -= width_of(offer) + (len(_APART) if taken else 0)
        if width < 0:
            break
        taken.append(offer)
    return taken


def _in_line(offers: Sequence[Line]) -> Line:
    apart = (run for offer in offers for run in (*line(_APART), *offer))
    return tuple(apart)[1:]


def _lines_behind(head: Line, offers: Sequence[Line]) -> Line:
    return (*head, *(line(_APART) if offers else ()), *_in_line(offers))


def _with_sign(second: Line, sign: str, width: int) -> Line:
    """Return a line with the sign at its end; a text too long for it takes a second row."""
    gap = max(len(_APART), width - width_of(second) - cell_len(sign))
    return (*second, *line(" " * gap, (sign, Emphasis.KEY)))
