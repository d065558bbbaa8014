"""The lines of a page as Markdown sees them: headings, items, quotations, tables, text."""

import re
from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.features.adventure.page.words import with_shields
from tracker.session.text import clean

LONGEST_HEADING, _LONGEST_LINE = 300, 1_500
"""Letters of the longest line that is looked at: a longer one is prose."""
_BREAK = re.compile(r"\r\n|\r|\n")
_HASHES = re.compile(r" {0,3}(#{1,6})(?=\s|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{3,})")
_ITEM = re.compile(r"( *)(?:[-*+•]|\d{1,3}[.)]) +(.*)")
_QUOTE = re.compile(r" *>(.*)")
_FENCE = re.compile(r" *(```|~~~)")
_AS_NOTE = re.compile(r"( *)\\(?: |(?=[#>|*+•`~<{:=\\-]))(.*)")
"""A line that begins with a backslash before a blank or a sign: a note, whatever follows."""


class Kind(StrEnum):
    """What Markdown makes of a line."""

    BLANK = "blank"
    HEADING = "heading"
    UNDER = "under"
    """The line of signs below a heading."""
    ITEM = "item"
    QUOTE = "quote"
    TABLE = "table"
    TEXT = "text"
    RAW = "raw"
    """Never looked at: code, comments, a line that is too long."""


class Row(Struct, frozen=True):
    """A line of the file."""

    number: int
    """From 1."""
    text: str
    kind: Kind
    level: int = 0
    """Of a heading, from 1; of anything else, its indentation."""
    content: str = ""
    """The end of the text, behind its marks; signs behind a backslash are shielded."""
    derived: bool = False
    """It was made from a cell of a table, and is no line of the file."""


def rows_of(text: str) -> list[Row]:
    """Divide a text into its lines; tabs become blanks, and unsafe characters are replaced."""
    whole_lines = (line.expandtabs(4) for line in _BREAK.split(text.removeprefix("\ufeff")))
    lines = [clean(line, len(line)).rstrip() for line in whole_lines]
    front, end, rows = _front_matter(lines), "", list[Row]()
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONGEST_LINE or end or number in (front and 1, front):
            rows.append(Row(number, line, Kind.RAW))
            end = "" if end and end in line else end
        elif note := _AS_NOTE.fullmatch(line):
            rows.append(Row(number, note[1] + note[2], Kind.RAW))
        else:
            end = _end_of_block(line)
            rows.append(Row(number, line, Kind.RAW) if end else _row_of(number, line))
    return _with_underlines(rows)


def _front_matter(lines: Sequence[str]) -> int:
    """Find the number of the line that ends the front matter; 0 without one."""
    if lines[0] != "---":
        return 0
    return next((number for number, line in enumerate(lines[1:], 2) if line in ("---", "...")), 0)


def _end_of_block(line: str) -> str:
    """Return what ends a block that begins on this line; empty if none does."""
    bare = line.strip()
    if fence := _FENCE.match(line):
        return fence[1]
    if bare.startswith("<!--") and "-->" not in bare:
        return "-->"
    if bare.startswith("{{") and "}}" not in bare:
        return "}}"
    return ":::" if bare.startswith(":::") and bare.strip(": ") else ""


def _row_of(number: int, line: str) -> Row:
    bare, shielded = line.strip(), with_shields(line)
    row = Row(number, line, Kind.TEXT, len(line) - len(bare), shielded.strip())
    if not bare or bare.startswith("<!--"):
        return replace(row, kind=Kind.RAW if bare else Kind.BLANK)
    if bare.startswith("|"):
        return replace(row, kind=Kind.TABLE)
    if quote := _QUOTE.fullmatch(shielded):
        return replace(row, kind=Kind.QUOTE, content=quote[1].lstrip(" >"))
    if (hashes := _HASHES.match(line)) and len(line) <= LONGEST_HEADING:
        content = shielded[hashes.end() :].strip(" #")
        return replace(row, kind=Kind.HEADING, level=len(hashes[1]), content=content)
    if item := _ITEM.fullmatch(shielded):
        return replace(row, kind=Kind.ITEM, level=len(item[1]), content=item[2])
    return row


def _with_underlines(rows: list[Row]) -> list[Row]:
    """Turn a single line of text above a line of `=` or `-` into a heading."""
    for place in range(1, len(rows)):
        row, line = rows[place - 1], rows[place]
        alone = place == 1 or rows[place - 2].kind is Kind.BLANK
        if row.kind is Kind.TEXT and alone and line.kind is not Kind.RAW and _UNDERLINE.fullmatch(line.text):
            level = 1 if line.text.strip()[0] == "=" else 2
            rows[place - 1] = replace(row, kind=Kind.HEADING, level=level)
            rows[place] = replace(line, kind=Kind.UNDER)
    return rows


def title_of(rows: Sequence[Row]) -> str:
    """Find the title of a page: its only heading of the first level; empty without one."""
    titles = [row.content for row in rows if row.kind is Kind.HEADING and row.level == 1]
    return titles[0] if len(titles) == 1 else ""
