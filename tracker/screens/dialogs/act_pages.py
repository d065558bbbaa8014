"""The two rows of an act's dialog: the act so far, and below it the meaning of the keys.

What does not fit into them goes to further pages, so that the rows of the table stay in view.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from rich.cells import cell_len

from tracker.widgets.ink import Emphasis, Line, line, shortened_text, width_of

_APART = "  "
"""The gap between two offers, and before the first."""
Page = tuple[Line, ...]


class ActParts(Struct, frozen=True):
    """The parts that the line of an act shows."""

    head: Line
    """The act so far."""
    offers: Sequence[Line]
    """The meaning of each key."""
    begins_behind_head: bool = False
    """Whether the offers also use the room behind the head: where small letters choose, there are many."""
    foretold: Sequence[Sequence[str]] = ()
    """The effect of the act, in sentences: in full, and then shorter."""
    advice: Sequence[str] = ()
    """Lines about when the rules call for the act."""


def pages_of(parts: ActParts, width: int, sign: Callable[[int], str]) -> list[Page]:
    """Return the pages; if there are several, each ends with a sign of how many offers it leaves out."""
    head, room = parts.head, width - width_of(parts.head) - len(_APART)
    effect, offer_count = " ".join(parts.foretold[0]) if parts.foretold else "", len(parts.offers)
    if effect and cell_len(effect) <= room:
        head += line(_APART, (effect, Emphasis.MUTED))
        effect = ""
    room_behind = room if parts.begins_behind_head else 0
    chunks, texts = [*_chunks(parts.offers, room_behind, width)], [*parts.advice]
    if len(chunks) + len(texts) + bool(effect) <= 1:
        return [(_lines_behind(head, first), _in_line(second)) for first, second in chunks] or [(head, ())]
    width_left = width - len(_APART) - cell_len(sign(offer_count))
    chunks = [*_chunks(parts.offers, room_behind, width_left)]
    texts[:0] = [shortened_text(parts.foretold, width_left)] if effect else []
    pages = [
        (
            _lines_behind(head, first),
            _with_sign(_in_line(second), sign(offer_count - len(first) - len(second)), width),
        )
        for first, second in chunks
    ]
    of_texts = [(head, _with_sign(line((text, Emphasis.MUTED)), sign(offer_count), width)) for text in texts]
    return [*of_texts[: bool(effect)], *pages, *of_texts[bool(effect) :]]


def _chunks(offers: Sequence[Line], room_behind: int, width: int) -> Iterator[tuple[list[Line], list[Line]]]:
    """Yield the offers of each page: those behind the head, and those of the line below."""
    remaining = [*offers]
    while remaining:
        first = _offer_lines(remaining, room_behind)
        second = _offer_lines(remaining[len(first) :], width)
        if not first and not second:
            second = remaining[:1]
        yield first, second
        remaining = remaining[len(first) + len(second) :]


def _offer_lines(offers: Sequence[Line], width: int) -> list[Line]:
    fitting: list[Line] = []
    for offer in offers:
        width -= width_of(offer) + (len(_APART) if fitting else 0)
        if width < 0:
            break
        fitting.append(offer)
    return fitting


def _in_line(offers: Sequence[Line]) -> Line:
    apart = (run for offer in offers for run in (*line(_APART), *offer))
    return tuple(apart)[1:]


def _lines_behind(head: Line, offers: Sequence[Line]) -> Line:
    return (*head, *(line(_APART) if offers else ()), *_in_line(offers))


def _with_sign(second: Line, sign: str, width: int) -> Line:
    """Put the sign at the end of a line; a text too long for one line takes a second row."""
    gap = max(len(_APART), width - width_of(second) - cell_len(sign))
    return (*second, *line(" " * gap, (sign, Emphasis.KEY)))
