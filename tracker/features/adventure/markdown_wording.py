"""The page that is given back: read again, it is the same rooms.

What the reader would take for something else gets a backslash, and nothing more does.
"""

import re
from collections.abc import Iterator
from textwrap import wrap

from tracker.features.adventure.page import PageRoom, parse_page
from tracker.features.adventure.page.exits import PageExit, RoomNames, parse_exits
from tracker.features.adventure.page.lines import EXITS
from tracker.features.adventure.page.rows import Kind, rows_of
from tracker.features.adventure.page.sections import key_of
from tracker.features.adventure.page.words import AS_IT_STANDS, label_of, with_escapes, with_shields
from tracker.features.adventure.page_wording import line_starts, page_words
from tracker.rules.refusal import Refusal
from tracker.session.rooms import Area, Item, ItemKind, Room, in_order
from tracker.session.state import Session
from tracker.wording.rooms import side_text
from tracker.wording.words import term, words_of

_MARKS = "\\*_`<[{"
"""The signs that a text without marks of Markdown lacks."""
_EDGES = re.compile(r"^[.:)–—#-]+|[.:;–—#-]+$")
"""The signs that the reader drops at the ends of a name or a line."""
_LINE_SIGNS = "#>|*+•`~<{:=\\-"
_QUOTE_WIDTH = 98
_LONGEST_EXITS = 1_000
"""Letters of all exits on one line; longer ones have a line each."""
_NEXT = "9999"
"""The number of a room that stands behind another while that is read."""
_ITEM_KEYWORDS = {
    ItemKind.CREATURES: "creatures",
    ItemKind.TRAP: "trap",
    ItemKind.LOOT: "loot",
    ItemKind.LINE: "line",
}


def page_markdown(session: Session, key: str) -> str:
    """Write the page of an area: what it says of no room, then its rooms."""
    area = session.areas.get(key, Area())
    rooms = [room for _key, room in in_order(session.rooms) if room.area == key]
    mark = "#" * min(2, *(_first_level(room.text) - 1 for room in rooms)) if rooms else "##"
    numbers = {room.number: room.number.removeprefix(f"{key}.") for room in rooms}
    names = RoomNames.from_rooms((key_of(numbers[room.number]), room.name) for room in rooms)
    parts = [area.text or f"# {_inline(area.name or session.title)}"]
    for room in rooms:
        exits = [*_page_exits(session, room)]
        parts.append(_room_markdown(room, numbers[room.number], mark, exits, names))
    return "\n\n".join(parts) + "\n"


def _first_level(text: str) -> int:
    """Find the highest level of the headings in a text; a heading above it must have a higher one."""
    marks = (line.split(" ")[0] for line in text.splitlines() if line.startswith("#"))
    return max(2, min((len(mark) for mark in marks if not mark.strip("#")), default=7))


def _room_markdown(room: Room, number: str, mark: str, exits: list[PageExit], names: RoomNames) -> str:
    """Write a room, with as few backslashes as it takes to be read again as it is."""
    name = _EDGES.sub(lambda edge: with_escapes(edge[0]), _inline(room.name))
    heading = f"{mark} {number} {name}".rstrip()
    items = "\n".join(_item_line(each, heading, mark) for each in room.items.values())
    for aloud in (_quotation(room.aloud), _quotation(room.aloud, AS_IT_STANDS)):
        if _read(heading, aloud, mark).aloud == room.aloud:
            break
    for text in _ways_to_write(room.text):
        read_room = _read(heading, "\n\n".join(filter(None, (aloud, text, items))), mark)
        is_right = (read_room.notes, read_room.aloud) == (room.text, room.aloud)
        if is_right and len(read_room.orders) == len(room.items) and _has_no_exits(read_room, exits, names):
            break
    lines = "\n".join(filter(None, (_exit_lines(exits, names), items)))
    return "\n\n".join(filter(None, (heading, aloud, text, lines)))


def _has_no_exits(room: PageRoom, exits: list[PageExit], names: RoomNames) -> bool:
    """Whether the notes of a room have no exits but those that are in doubt, and that the room has."""
    for line in room.lines:
        if line.keyword == EXITS and line.typed:
            noted, doubt = parse_exits(line.typed, room.key, names, page_words())
            if doubt is None or not {*noted} <= {*exits}:
                return False
    return True


def _read(heading: str, text: str, mark: str) -> PageRoom:
    """Read a room alone, with another behind it; an empty one if it would be several rooms, or too long."""
    try:
        rooms = parse_page(f"{heading}\n\n{text}\n\n{mark} {_NEXT}\n", page_words()).rooms
    except Refusal:
        rooms = ()
    return rooms[0] if len(rooms) == 2 else PageRoom("", "", ())


def _inline(text: str) -> str:
    return with_escapes(text, _MARKS)


def _quotation(text: str, sign: str = "") -> str:
    paragraphs = [_wrapped_lines(_inline(each)) for each in text.split("\n") if each]
    if sign and paragraphs:
        paragraphs[0][0] = sign + paragraphs[0][0]
    return "\n>\n".join("\n".join(f"> {_with_sign(line)}" for line in lines) for lines in paragraphs)


def _wrapped_lines(text: str) -> list[str]:
    return wrap(text, _QUOTE_WIDTH, break_long_words=False, break_on_hyphens=False)


def _with_sign(line: str) -> str:
    return f"\\{line}" if line[:1] in ("#", "|", ">") else line


def _ways_to_write(text: str) -> Iterator[str]:
    """Yield the GM's text as it is, with backslashes before what looks like more, and before every line."""
    yield text
    lines = text.split("\n")
    yield "\n".join(_as_note(each) if _looks_like_more(each) else each for each in lines)
    yield "\n".join(map(_as_note, lines))


def _looks_like_more(line: str) -> bool:
    [row] = rows_of(line)
    return row.kind is not Kind.BLANK and (
        row.kind is not Kind.TEXT or row.text != line or label_of(row.content, page_words()) is not None
    )


def _as_note(line: str) -> str:
    bare = line.lstrip()
    if not bare:
        return line
    return line[: len(line) - len(bare)] + ("\\" if bare[0] in _LINE_SIGNS else AS_IT_STANDS) + bare


def _item_line(item: Item, heading: str, mark: str) -> str:
    """Write what waits in a room as the page reads it."""
    keyword, text = _ITEM_KEYWORDS[item.kind], item.text
    for each, start in line_starts().items():
        is_own = each.endswith(keyword) if each.startswith("hidden") else item.kind is ItemKind.LINE
        if is_own and text.startswith(f"{start} "):
            keyword, text = each, text.removeprefix(f"{start} ")
            break
    written = _EDGES.sub(lambda edge: with_escapes(edge[0]), _inline(text))
    label = f"- {term(words_of(''), 'page_word', keyword)}: "
    typed = [(each.keyword, each.typed) for each in _read(heading, label + written, mark).orders]
    return label + ("" if typed == [(keyword, text)] else AS_IT_STANDS) + written


def _page_exits(session: Session, room: Room) -> Iterator[PageExit]:
    """Yield the exits that the page has: no way back that nobody wrote, and none to another area."""
    for side, way in room.exits.items():
        behind = session.rooms.get(way.to)
        if way.implied or behind is None or behind.area != room.area:
            continue
        is_one_way = not any(session.rooms.get(each.to) is room for each in behind.exits.values())
        number = key_of(behind.number.removeprefix(f"{room.area}."))
        yield PageExit(number, "" if side == way.to else side, way.secret, is_one_way, way.about)


def _exit_lines(exits: list[PageExit], names: RoomNames) -> str:
    """Write the exits of a room on one line, or on a line each if that would be too long."""
    texts = [_exit_text(each, names) for each in exits]
    label = f"- {term(words_of(''), 'page_word', 'exits')}: "
    if sum(map(len, texts)) > _LONGEST_EXITS:
        return "\n".join(label + each for each in texts)
    return label + "; ".join(texts) if texts else ""


def _exit_text(way: PageExit, names: RoomNames) -> str:
    """Write an exit as the page reads it."""
    words = words_of("")
    parts = [
        side_text(way.side),
        way.to,
        term(words, "page_word", "secret") if way.secret else "",
        term(words, "page_word", "one_way") if way.one_way else "",
    ]
    text = " ".join(filter(None, parts))
    if not way.about:
        return text
    plain = f"{text} ({_inline(way.about)})"
    if parse_exits(with_shields(plain), "", names, page_words()) == ([way], None):
        return plain
    return f'{text} ("{with_escapes(way.about)}")'
