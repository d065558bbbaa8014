"""Reads a page of Markdown as rooms. Every line of it is in one place: in a room, or of the page."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.features.adventure.page.exits import PageExit, RoomNames, parse_exits
from tracker.features.adventure.page.lines import EXITS, PageLine, Part, lines_of
from tracker.features.adventure.page.rows import rows_of, title_of
from tracker.features.adventure.page.sections import Section, key_of, sections_of
from tracker.features.adventure.page.words import PageWords, literal_text, plain_text
from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.rooms import MOST_EXITS, MOST_ITEMS, MOST_ROOMS, TEXT_LENGTH
from tracker.session.text import clean

MOST_BYTES = 128 << 10
"""Bytes of the longest page: it must fit one event."""


class PageRoom(Struct, frozen=True):
    """A room of a page."""

    number: str
    """As it stands on the page."""
    name: str
    lines: tuple[PageLine, ...]
    """Its heading, then what stands below it."""
    exits: tuple[PageExit, ...] = ()

    @property
    def key(self) -> str:
        return key_of(self.number)

    @property
    def orders(self) -> tuple[PageLine, ...]:
        """The lines that are certainly typed, exits aside."""
        return tuple(each for each in self.lines if each.is_order)

    @property
    def aloud(self) -> str:
        """What players hear on entering, a paragraph a line."""
        return aloud_text(self.lines)

    @property
    def notes(self) -> str:
        """All other lines as written: the GM's notes, and what is doubtful."""
        return notes_text(self.lines)


class Page(Struct, frozen=True):
    """A page that was read."""

    title: str
    lines: tuple[PageLine, ...]
    """The lines that are of no room."""
    rooms: tuple[PageRoom, ...]

    @property
    def orders(self) -> tuple[PageLine, ...]:
        """The lines of no room that are certainly typed."""
        return tuple(each for each in self.lines if each.is_order)

    @property
    def text(self) -> str:
        """The lines of no room, as written."""
        return "\n".join(_whole_lines(self.lines)).strip("\n")


def aloud_text(lines: Sequence[PageLine]) -> str:
    """Join what is read aloud; an empty line ends a paragraph, as any other line does."""
    paragraphs = [""]
    for line in lines:
        if line.part is Part.ALOUD and line.typed:
            paragraphs[-1] = f"{paragraphs[-1]} {line.typed}".strip()
        elif paragraphs[-1]:
            paragraphs.append("")
    return "\n".join(paragraphs).strip("\n")


def notes_text(lines: Sequence[PageLine]) -> str:
    """Join the notes and the doubtful lines as they stand on the page, without repeated empty lines."""
    notes = list[str]()
    for line in _whole_lines([each for each in lines if each.part is Part.NOTE or each.doubt]):
        if line.strip() or (notes and notes[-1]):
            notes.append(line)
    return "\n".join(notes).strip("\n")


def _whole_lines(lines: Sequence[PageLine]) -> list[str]:
    """Put the parts of each line together; a cell of a table is a line of its own."""
    whole, number = list[str](), 0
    for line in lines:
        if line.number == number and line.text:
            whole[-1] += line.text
        elif line.text or not line.typed:
            whole.append(line.text)
            number = line.number
        else:
            whole.append(line.typed)
    return [line.rstrip() for line in whole]


def parse_page(text: str, words: PageWords) -> Page:
    """Read a page.

    Raises `page_too_big`, `page_without_rooms`, `page_with_too_many_rooms`, `page_text_too_long`.
    """
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise Refusal("page_too_big", most=MOST_BYTES >> 10)
    rows = rows_of(text)
    sections = sections_of(rows, words)
    own = [each for each in sections if each.number]
    if not own:
        raise Refusal("page_without_rooms")
    if len(own) > MOST_ROOMS:
        raise Refusal("page_with_too_many_rooms", count=len(own), most=MOST_ROOMS)
    names = RoomNames.from_rooms((key_of(each.number), each.name) for each in own)
    lines = tuple(line for each in sections if not each.number for line in _page_lines(each, words))
    title = clean(literal_text(plain_text(title_of(rows))), NAME_LENGTH)
    page = Page(title, lines, tuple(_room_of(each, names, words) for each in own))
    _require_short(page.text, 1, TEXT_LENGTH)
    return page


def parse_lines(text: str, words: PageWords) -> tuple[PageLine, ...]:
    """Read lines of no room."""
    return tuple(map(_literal_line, lines_of(rows_of(text), words, in_room=False)))


def _require_short(text: str, row: int, most: int) -> None:
    if len(text) > most:
        raise Refusal("page_text_too_long", row=row, count=len(text), most=most)


def _page_lines(section: Section, words: PageWords) -> tuple[PageLine, ...]:
    heading = tuple(PageLine(row.number, row.text) for row in section.heading)
    return (*heading, *map(_literal_line, lines_of(section.rows, words, in_room=False)))


def _literal_line(line: PageLine) -> PageLine:
    typed, about = literal_text(line.typed), literal_text(line.about)
    # Most lines have no shields, and stay the same object.
    return line if typed is line.typed and about is line.about else replace(line, typed=typed, about=about)


def _room_of(section: Section, names: RoomNames, words: PageWords) -> PageRoom:
    heading = [PageLine(row.number, row.text, Part.HEADING) for row in section.heading]
    if section.doubt:
        heading[0] = replace(heading[0], doubt="number_twice", about=section.doubt)
    exits, lines, items = list[PageExit](), list[PageLine](), 0
    for line in lines_of(section.rows, words, in_room=True):
        new_line = line
        if line.keyword == EXITS and line.typed and not line.doubt:
            new_exits, doubt = parse_exits(line.typed, key_of(section.number), names, words)
            exits += new_exits
            if doubt is not None:
                new_line = replace(line, doubt=doubt.code, about=doubt.about)
            if len(exits) > MOST_EXITS:
                new_line = replace(line, doubt="too_many_exits", about=str(MOST_EXITS))
        items += line.is_order
        if line.is_order and items > MOST_ITEMS:
            new_line = replace(line, doubt="too_many_items", about=str(MOST_ITEMS))
        lines.append(_literal_line(new_line))
    name = clean(literal_text(section.name), NAME_LENGTH)
    room = PageRoom(section.number, name, (*heading, *lines), tuple(exits[:MOST_EXITS]))
    _require_short(room.notes, section.heading[0].number, TEXT_LENGTH)
    _require_short(room.aloud, section.heading[0].number, NOTES_LENGTH)
    return room
