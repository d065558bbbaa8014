"""Finds the rooms of a page: headings with numbers, paragraphs in bold, rows of a table, scenes."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.features.adventure.page.rows import LONGEST_HEADING, Kind, Row
from tracker.features.adventure.page.words import (
    OF_PAGE,
    PageWords,
    has_any,
    keyword_of,
    label_key,
    label_of,
    plain_text,
    with_shields,
)
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.rooms import MOST_ROOMS

_BOLD_LEVEL = 7
"""The level of a heading in bold, below all others."""
_MOST_CELLS = 24
_MOST_HEADINGS = 10 * MOST_ROOMS
"""Most headings of a page: beside those of rooms, others stand within them."""
_BOLD = re.compile(r"(\*\*|__)([^*_\s](?:[^*_]{0,98}[^*_\s])?)\1 ?[:.–—-]? *")
_ORDERED = re.compile(r" *(\d{1,3})[.)] ")
_NUMBERED = re.compile(
    r"(?:(?P<noun>[^\W\d_]{1,20})\s+)?(?:n[º°o]\.?\s?|#)?"
    r"(?P<number>[a-z]?\d{1,4}(?:[.-]\d{1,3})?[a-z]?)(?:\s?[.:)–—-]+(?:\s|$)|\s|$)(?P<name>.*)",
    re.IGNORECASE,
)


class Section(Struct, frozen=True):
    """What stands below a heading; without a number it is of no room."""

    number: str
    name: str
    heading: tuple[Row, ...]
    rows: tuple[Row, ...]
    doubt: str = ""
    """The number that two rooms have, if the second has got a letter behind it."""


class _Heading(Struct, frozen=True):
    place: int
    """Index of its row."""
    level: int
    number: str
    name: str
    divided: int = 0
    """Letters of the row that belong to the heading; 0 for all."""
    doubt: str = ""


R = TypeVar("R", _Heading, Section)


def key_of(number: str) -> str:
    """Make the key of a room of its number: `a1` for `A1`."""
    return number.lower()


def sections_of(rows: Sequence[Row], words: PageWords) -> list[Section]:
    """Divide a page at its rooms, and at the headings that end a room."""
    titles = [(place, row) for place, row in enumerate(rows) if row.kind is Kind.HEADING]
    if len(titles) > _MOST_HEADINGS:
        raise Refusal("page_with_too_many_rooms", count=len(titles), most=MOST_ROOMS)
    headings = [_heading_of(place, row, words) for place, row in titles]
    apart = _places_apart(headings, len(rows), words)
    rooms = _numbered_headings(rows, _without_places(headings, apart), words)
    rooms = _without_places([*rooms, *_rooms_in_bold(rows, rooms, words)], apart)
    rooms = rooms or _rooms_of_book(rows, words)
    if not rooms and (table := _rooms_of_table(rows, words)):
        return table
    rooms = (
        [*rooms, *_scenes_beside(rows, headings, rooms, words)] if rooms else _scenes(rows, headings, words)
    )
    places, level = {each.place for each in rooms}, min((each.level for each in rooms), default=0)
    ends = [replace(each, number="") for each in headings if each.level <= level and each.place not in places]
    return list(_cut(rows, sorted([*rooms, *ends], key=lambda each: each.place)))


def _places_apart(headings: Sequence[_Heading], end: int, words: PageWords) -> frozenset[int]:
    """Find the places below an appendix and the like, up to the next heading of its level."""
    places, level, start = set[int](), 0, 0
    for each in headings:
        if level and each.level <= level:
            places |= {*range(start, each.place)}
            level = 0
        if not level and not each.number and _is_apart(each.name, words):
            level, start = each.level, each.place
    return frozenset(places | {*range(start, end)} if level else places)


def _without_places(headings: list[_Heading], apart: frozenset[int]) -> list[_Heading]:
    """Drop the headings at some places, unless all with a number are there."""
    others = [each for each in headings if each.place not in apart]
    return others if any(each.number for each in others) else headings


def _numbered_title(title: str, words: PageWords) -> tuple[str, str]:
    """Divide a title into the number and the name of a room; both are empty if it is none."""
    match = _NUMBERED.fullmatch(plain_text(title)[:LONGEST_HEADING])
    if match is None or (match["noun"] and fold(match["noun"]) not in words.rooms):
        return "", ""
    return match["number"].replace(".", "-"), _name_of(match["name"])


def _name_of(title: str) -> str:
    return plain_text(title).strip(" .:–—-")


def _heading_of(place: int, row: Row, words: PageWords) -> _Heading:
    number, name = _numbered_title(row.content, words)
    return _Heading(place, row.level, number, name if number else _name_of(row.content))


def _numbered_headings(rows: Sequence[Row], headings: Sequence[_Heading], words: PageWords) -> list[_Heading]:
    """Choose the headings with a number: those of the usual level, and others with a new number.

    One above that level must have what only rooms have right below it, for parts are numbered too.
    """
    numbered = [each for each in headings if each.number]
    levels = [each.level for each in numbered]
    usual = max(sorted(set(levels)), key=levels.count, default=0)
    used = {each.number for each in numbered if each.level == usual}
    places = [each.place for each in headings]
    return _without_twins(
        each
        for each in numbered
        if each.level == usual
        or (each.number not in used and (each.level > usual or _has_lines(_below(rows, each, places), words)))
    )


def _without_twins(headings: Iterable[R]) -> list[R]:
    """Put a letter behind the number of a second room that has the same."""
    rooms = list(headings)
    used, seen, kept = {key_of(each.number) for each in rooms}, set[str](), list[R]()
    for each in rooms:
        number, doubt = each.number, ""
        if key_of(number) in seen:
            letters = (f"{number}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
            number, doubt = next((other for other in letters if key_of(other) not in used), ""), number
            used.add(key_of(number))
        seen.add(key_of(number))
        kept.append(replace(each, number=number, doubt=doubt))
    return kept


def _rooms_in_bold(rows: Sequence[Row], rooms: Sequence[_Heading], words: PageWords) -> list[_Heading]:
    """Find rooms that begin in bold: `**4. Crypt.** It smells`.

    Beside headings with numbers, only the next number begins one.
    """
    found = list[_Heading]()
    for place, row in enumerate(rows):
        if row.kind not in (Kind.TEXT, Kind.ITEM) or not (bold := _BOLD.match(row.content)):
            continue
        number, name = _numbered_title(bold[2], words)
        if not number and (ordered := _ORDERED.match(row.text)) and not keyword_of(bold[2], words):
            number, name = ordered[1], _name_of(bold[2])
        if number and (not rooms or _is_next(number, place, [*rooms, *found])):
            start = len(row.text) - len(row.content)
            found.append(_Heading(place, _BOLD_LEVEL, number, name, start + bold.end()))
    return found if rooms else _without_twins(found)


def _is_next(number: str, place: int, rooms: Sequence[_Heading]) -> bool:
    """Whether a number is new, and follows that of the room before a place."""
    before = [each for each in rooms if each.place < place]
    last = max(before, key=lambda each: each.place).number if before else "0"
    is_new = number not in {each.number for each in rooms}
    return is_new and last.isdecimal() and number == str(int(last) + 1)


def _rooms_of_book(rows: Sequence[Row], words: PageWords) -> list[_Heading]:
    """Find `1. Atrium` alone on its line, counting from 1, with text between."""
    found, filled = list[_Heading](), True
    for place, row in enumerate(rows):
        if row.kind is Kind.BLANK:
            continue
        beside = [rows[each].kind for each in (place - 1, place + 1) if 0 <= each < len(rows)]
        is_lone = row.kind in (Kind.TEXT, Kind.ITEM) and all(each is Kind.BLANK for each in beside)
        number, name = _numbered_title(row.text.strip(), words) if is_lone else ("", "")
        if filled and name and number == str(len(found) + 1) and len(row.text) <= NAME_LENGTH:
            found.append(_Heading(place, _BOLD_LEVEL, number, name))
            filled = False
        else:
            filled = True
    return found if len(found) > 1 else []


def _scenes(rows: Sequence[Row], headings: Sequence[_Heading], words: PageWords) -> list[_Heading]:
    """On a page without numbers, find the headings of the first level that has what only rooms have."""
    in_bold = [
        _Heading(place, _BOLD_LEVEL, "", _name_of(row.content))
        for place, row in enumerate(rows)
        if row.kind is Kind.TEXT and _BOLD.fullmatch(row.content) and not label_of(row.content, words)
    ]
    for candidates in (headings, in_bold):
        for level in sorted({each.level for each in candidates}):
            places = [each.place for each in candidates if each.level <= level]
            of_level = [each for each in candidates if each.level == level]
            is_title = level == 1 and len(of_level) == 1 and len(candidates) > 1
            own = [each for each in of_level if not _is_apart(each.name, words)]
            if not is_title and any(_has_lines(_below(rows, each, places), words) for each in own):
                return [replace(each, number=str(number)) for number, each in enumerate(own, start=1)]
    return []


def _scenes_beside(
    rows: Sequence[Row], headings: Sequence[_Heading], rooms: Sequence[_Heading], words: PageWords
) -> list[_Heading]:
    """Find headings without a number at the level of the rooms that have what only rooms have below them."""
    level = min(each.level for each in rooms)
    free = count(1 + max((int(each.number) for each in rooms if each.number.isdecimal()), default=0))
    places = sorted(each.place for each in {*rooms, *headings} if each.level <= level)
    return [
        replace(each, number=str(next(free)))
        for each in headings
        if each.level == level
        and not each.number
        and not _is_apart(each.name, words)
        and _has_lines(_below(rows, each, places), words)
    ]


def _below(rows: Sequence[Row], heading: _Heading, places: Sequence[int]) -> Sequence[Row]:
    """Take the rows between a heading and the next of these places, which are in order."""
    after = bisect_right(places, heading.place)
    return rows[heading.place + 1 : places[after] if after < len(places) else len(rows)]


def _is_apart(name: str, words: PageWords) -> bool:
    return has_any(label_key(name), words.apart)


def _has_lines(rows: Iterable[Row], words: PageWords) -> bool:
    """Whether rows have a quotation, or a typed line of a room."""
    for row in rows:
        label = label_of(row.content, words) if row.kind in (Kind.TEXT, Kind.ITEM) else None
        if row.kind is Kind.QUOTE or (label and label.keyword and label.keyword not in OF_PAGE):
            return True
    return False


def _cut(rows: Sequence[Row], headings: Sequence[_Heading]) -> Iterator[Section]:
    places = [each.place for each in headings]
    yield Section("", "", (), tuple(rows[: min(places, default=len(rows))]))
    for each, (start, end) in zip(headings, pairwise([*places, len(rows)]), strict=True):
        row, below = rows[start], list(rows[start + 1 : end])
        heading = [row]
        if each.divided:
            heading = [replace(row, text=row.text[: each.divided])]
            if rest := row.text[each.divided :]:
                below.insert(0, Row(row.number, rest, Kind.TEXT, 0, with_shields(rest)))
        if below and below[0].kind is Kind.UNDER:
            heading.append(below.pop(0))
        yield Section(each.number, each.name, tuple(heading), tuple(below), each.doubt)


# A table with a room in each row.
def _rooms_of_table(rows: Sequence[Row], words: PageWords) -> list[Section]:
    """Read the first table that has a column of numbers or names, and one of a keyword."""
    for place in range(len(rows) - 2):
        head, divider = _cells(rows[place]), rows[place + 1]
        if divider.kind is not Kind.TABLE or set(divider.text) - set("|:- ") or not head:
            continue
        heads = [label_key(each) for each in head]
        if not any(each in words.keywords for each in heads) or not set(heads) & _heads_of_rooms(words):
            continue
        end = place + 2
        while end < len(rows) and rows[end].kind is Kind.TABLE:
            end += 1
        rooms = [
            room
            for line, row in enumerate(rows[place + 2 : end], start=1)
            if (room := _room_of_row(row, str(line), head, words))
        ]
        if rooms:
            others = (Section("", "", (), tuple(part)) for part in (rows[: place + 2], rows[end:]))
            return [next(others), *_without_twins(rooms), *others]
    return []


def _heads_of_rooms(words: PageWords) -> frozenset[str]:
    return words.rooms | words.numbers | words.names


def _cells(row: Row) -> list[str]:
    cells = row.content.strip("|").split("|") if row.kind is Kind.TABLE else []
    return [each.strip() for each in cells[:_MOST_CELLS]]


def _room_of_row(row: Row, line: str, head: Sequence[str], words: PageWords) -> Section | None:
    """Make a room of a row; without a number it has that of the line."""
    number, name, rows = "", "", list[Row]()
    for title, cell in zip(head, _cells(row), strict=False):
        key = label_key(title)
        if key in words.keywords or not (key in _heads_of_rooms(words) or not title):
            if cell:
                text = f"- {title}: {cell}"
                rows.append(Row(row.number, text, Kind.ITEM, 0, text[2:], derived=True))
        elif not number and (found := _numbered_title(cell, words))[0]:
            number, name = found[0], found[1] or name
        else:
            name = name or _name_of(cell)
    return Section(number or line, name, (row,), tuple(rows)) if number or name else None
