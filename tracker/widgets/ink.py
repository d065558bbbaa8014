"""Styled text as plain values: a line is a tuple of runs, a run is a text and its ink."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from string import digits

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from tracker.rules.glance import Tone
from tracker.session.text import clean, is_clean


class Emphasis(StrEnum):
    """The role of a run on the screen; a `Tone` is its meaning at the table."""

    MUTED = "muted"
    STRONG = "strong"
    HEADING = "heading"
    KEY = "key"
    CHOSEN = "chosen"
    STRUCK = "struck"
    RULE = "rule"
    CLOCK = "clock"
    ALLY = "ally"
    FOE = "foe"
    WELL = "well"
    HURT = "hurt"
    DYING = "dying"
    ALARM = "alarm"
    """A lack that costs lives, in reversed letters."""


class Chip(StrEnum):
    """A condition or an effect, as a word on a ground of its own."""

    PLAIN = "chip-plain"
    GOOD = "chip-good"
    WARNING = "chip-warning"
    BAD = "chip-bad"


class Band(StrEnum):
    """The style under a whole line or its first cells; inks of runs are drawn on top of it."""

    NONE = ""
    HEADING = "heading"
    TURN = "turn"
    TURN_CURSOR = "turn-cursor"
    """The cursor on the row of the turn."""
    PICKED = "picked"
    CURSOR = "cursor"
    CURSOR_FOCUSED = "cursor-focused"
    """The cursor of a table that has the focus."""
    EMPTY = "empty"
    TITLE = "title"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    WAITING = "waiting"
    """The line of the pending roll."""


class Align(StrEnum):
    """Where a text stands in a wider column."""

    LEFT = "left"
    RIGHT = "right"


class Link(Struct, frozen=True):
    """The ink of a text that leads to an address, where the terminal knows links."""

    address: str


Ink = Tone | Emphasis | Chip | Link
INKS: tuple[Tone | Emphasis | Chip, ...] = (*Tone, *Emphasis, *Chip)
Run = tuple[str, Ink]
Line = tuple[Run, ...]


class Forms(Struct, frozen=True):
    """A cell's text in several lengths, the longest first: the first one that fits is shown."""

    forms: tuple[Line, ...]


Cell = Line | Forms

# Terminals disagree on how wide joined and presentation-selected emoji are; apart, all draw them alike.
_JOINERS = dict.fromkeys(map(ord, "\u200d\ufe0e\ufe0f"))
GLUE = "\N{NO-BREAK SPACE}"
"""A blank where a line is only broken if there is no other way."""
_SEPARATORS = " \t\n·"
_WORDS = re.compile(rf"[^\S{GLUE}]+|[\S{GLUE}]+")


def line(*parts: str | Run) -> Line:
    """Make a line of texts and runs; a bare text is in plain ink.

    >>> line("PV ", ("3/14", Tone.BAD))
    (('PV ', <Tone.PLAIN: 'plain'>), ('3/14', <Tone.BAD: 'bad'>))
    """
    return tuple((part, Tone.PLAIN) if isinstance(part, str) else part for part in parts)


def text_of(runs: Line) -> str:
    return "".join([text for text, _ in runs])


@lru_cache(4_096)
def width_of(runs: Line) -> int:
    """Width in cells of a line that is `drawable`."""
    return cell_len(text_of(runs))


def strip_line(runs: Line) -> Line:
    """Strip the blanks from the end of a line."""
    end = len(runs)
    while end and not runs[end - 1][0].strip():
        end -= 1
    return (*runs[: end - 1], (runs[end - 1][0].rstrip(), runs[end - 1][1])) if end else ()


def whole_of(cell: Cell) -> Line:
    """Longest form of a cell."""
    return cell.forms[0] if isinstance(cell, Forms) else cell


def short_of(cell: Cell) -> Line:
    """Shortest form of a cell."""
    return cell.forms[-1] if isinstance(cell, Forms) else cell


def form_of(cell: Cell, width: int) -> Line:
    """Longest form of a cell that fits in `width` cells, else the shortest."""
    if not isinstance(cell, Forms):
        return cell
    return next((form for form in cell.forms if width_of(form) <= width), cell.forms[-1])


@lru_cache(4096)
def drawable(text: str) -> str:
    """Remove unsafe characters, and those whose width differs between terminals."""
    safe = text if is_clean(text) else clean(text, len(text))
    return safe.translate(_JOINERS)


def shortened_text(versions: Sequence[Sequence[str]], width: int) -> str:
    """Join the first version of some sentences that fits, else as many sentences of the last one as fit.

    The first sentence is always there; a number says how many more there are.

    >>> shortened_text([["goblin 1–10 caen.", "lobo 1 recibe 5.", "Lía recibe 5."]], 26)
    'goblin 1–10 caen. … +2'
    """
    last = versions[-1]
    shorter = [" ".join([*last[:n], f"… +{len(last) - n}"]) for n in range(len(last) - 1, 0, -1)]
    texts = [*map(" ".join, versions), *shorter]
    return next((each for each in texts if cell_len(each) <= width), texts[-1])


_BEFORE_NUMBER = " -_#."
"""Characters between a name and the number at its end."""


@lru_cache(1024)
def truncate(runs: Line, width: int, ellipsis: str) -> Line:
    """Cut a line to at most `width` cells, with `ellipsis` at the end if something is cut.

    >>> text_of(truncate(line("Ñandú ", ("龍の王", Tone.BAD)), 9, "…"))
    'Ñandú 龍…'
    """
    safe = tuple((drawable(text), ink) for text, ink in runs if text)
    if width_of(safe) <= width:
        return safe
    room = max(0, width - cell_len(ellipsis))
    head: list[Run] = []
    for text, ink in safe:
        piece = _head(text, room)
        room -= cell_len(piece)
        if piece:
            head.append((piece, ink))
        if piece != text:
            head.append((ellipsis[:width], ink))
            break
    return tuple(head)


def cut_name(runs: Line, width: int, ellipsis: str) -> Line:
    """Cut a name to at most `width` cells; the number at its end stays, to tell it from its namesakes.

    >>> text_of(cut_name(line("goblin de las minas 12"), 12, "…"))
    'goblin d… 12'
    """
    number = _number(runs[-1][0]) if runs else ""
    if not number or width_of(runs) <= width or len(number) * 2 > width:
        return truncate(runs, width, ellipsis)
    text, ink = runs[-1]
    name = (*runs[:-1], (text.removesuffix(number), ink))
    return (*truncate(name, width - len(number), ellipsis), (number, ink))


def _number(text: str) -> str:
    """Find the number at the end of a name, with the separator before it; empty if there is none."""
    stem = text.rstrip(digits)
    if stem in ("", text):
        return ""
    return text[len(stem) - (stem[-1] in _BEFORE_NUMBER) :]


@lru_cache(1024)
def fit(runs: Line, width: int, ellipsis: str, align: Align = Align.LEFT, *, named: bool = False) -> Line:
    """Cut or pad a line to exactly `width` cells; a line that is `named` keeps its number."""
    head = (cut_name if named else truncate)(runs, width, ellipsis)
    missing = width - width_of(head)
    if missing <= 0:
        return head
    blank = line(" " * missing)
    return (*blank, *head) if align is Align.RIGHT else (*head, *blank)


@lru_cache(1024)
def wrap(runs: Line, width: int) -> tuple[Line, ...]:
    """Wrap a line into lines of at most `width` cells, broken between words if possible.

    >>> [text_of(part) for part in wrap(line("el goblin cae"), 9)]
    ['el goblin', 'cae']
    >>> [text_of(part) for part in wrap(line(f"el goblin{GLUE}cae · sin PV"), 10)]
    ['el', 'goblin cae', 'sin PV']
    >>> [text_of(part) for part in wrap(line("NOMBRE 10m|fin|salvación"), 10)]
    ['NOMBRE', '10m|fin|', 'salvación']
    """
    width = max(width, 2)
    lines: list[list[Run]] = [[]]
    used = 0
    for token in _tokens(runs, width):
        blank = _is_separator(token[0][0])
        rest = token
        while not blank and used + width_of(rest) > width:
            if not used:
                head, rest = split_at(rest, _room_for_choices(text_of(rest), width))
                lines[-1].extend(head)
            lines.append([])
            used = 0
        opens_a_line = not used and len(lines) > 1
        if not blank or not (opens_a_line or used + width_of(rest) > width):
            lines[-1].extend(rest)
            used += width_of(rest)
    return tuple(_strip_separators(runs) for runs in lines)


def _room_for_choices(text: str, width: int) -> int:
    """Cells of a long word that go on a line: whole choices of `a|b|c`, else the whole width."""
    choices, bar, _last = _head(text, width).rpartition("|")
    return cell_len(choices + bar) or width


def _is_separator(piece: str) -> bool:
    """Whether a piece only separates words: blanks, and the dots of a list."""
    return not piece.strip(_SEPARATORS)


def _head(text: str, room: int) -> str:
    """Longest prefix of `text` that takes at most `room` cells."""
    if cell_len(text) <= room:
        return text
    head = set_cell_size(text, room)
    # Rich puts a blank in place of a wide character that it has cut in half.
    return head if text.startswith(head) else head[:-1]


def _tokens(runs: Line, width: int) -> Iterator[Line]:
    """Yield unbreakable pieces and the blanks between them; glued words too long for a line are separated."""
    for token in _words(runs):
        loose = tuple((text.replace(GLUE, " "), ink) for text, ink in token)
        if loose == token or width_of(loose) <= width:
            yield loose
        else:
            yield from _words(loose)


def _words(runs: Line) -> Iterator[Line]:
    """Yield words and the blanks between them; a word may span several runs."""
    word: list[Run] = []
    for text, ink in runs:
        for piece in _WORDS.findall(GLUE.join(map(drawable, text.split(GLUE)))):
            if word and _is_separator(piece) != _is_separator(word[-1][0]):
                yield tuple(word)
                word = []
            word.append((piece, ink))
    if word:
        yield tuple(word)


def split_at(runs: Line, width: int) -> tuple[Line, Line]:
    """Split a line after `width` cells; the second part of a shorter one is empty."""
    head: list[Run] = []
    for index, (text, ink) in enumerate(runs):
        piece = _head(text, width)
        if piece:
            head.append((piece, ink))
        width -= cell_len(piece)
        if piece != text:
            return tuple(head), ((text[len(piece) :], ink), *runs[index + 1 :])
    return tuple(head), ()


def _strip_separators(runs: list[Run]) -> Line:
    """Strip the separators from the end of a line."""
    last = next((i for i in range(len(runs), 0, -1) if not _is_separator(runs[i - 1][0])), 0)
    return tuple(runs[:last])
