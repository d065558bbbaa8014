"""The rows of an act's dialog: the act so far, and below it the meaning of the keys.

What does not fit into one row goes to further pages, so that the rows of the table stay in view. Small
letters that choose stand in as many rows as they need: nobody looks for a condition on another page.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from rich.cells import cell_len

from tracker.widgets.ink import Emphasis, Line, line, shortened_text, width_of

_MOST_ROWS = 4
"""Most rows of small letters on a page."""
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
    room_behind, rows = (room, _MOST_ROWS) if parts.begins_behind_head else (0, 1)
    chunks, texts = [*_chunks(parts.offers, room_behind, width, rows)], [*parts.advice]
    if len(chunks) + len(texts) + bool(effect) <= 1:
        return [_page_of(head, chunk) for chunk in chunks] or [(head, ())]
    width_left = width - len(_APART) - cell_len(sign(offer_count))
    chunks = [*_chunks(parts.offers, room_behind, width_left, rows)]
    texts[:0] = [shortened_text(parts.foretold, width_left)] if effect else []
    pages: list[Page] = []
    for chunk in chunks:
        *above, last = _page_of(head, chunk)
        pages.append((*above, _with_sign(last, sign(offer_count - sum(map(len, chunk))), width)))
    of_texts = [(head, _with_sign(line((text, Emphasis.MUTED)), sign(offer_count), width)) for text in texts]
    return [*of_texts[: bool(effect)], *pages, *of_texts[bool(effect) :]]


def _chunks(
    offers: Sequence[Line], room_behind: int, width: int, rows: int
) -> Iterator[list[Sequence[Line]]]:
    """Yield the offers of each page by rows: those behind the head, and those of the rows below."""
    remaining = [*offers]
    while remaining:
        chunk: list[Sequence[Line]] = [_offer_lines(remaining, room_behind)]
        remaining = remaining[len(chunk[0]) :]
        while remaining and len(chunk) <= rows:
            # An offer that is wider than the row has one to itself.
            chunk.append(_offer_lines(remaining, width) or remaining[:1])
            remaining = remaining[len(chunk[-1]) :]
        yield chunk


def _page_of(head: Line, chunk: Sequence[Sequence[Line]]) -> Page:
    behind, *below = chunk
    return (_lines_behind(head, behind), *(map(_in_line, below) if below else [()]))


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
