"""Tells what each line below a heading is: read aloud, typed, or a note of the GM.

In doubt a line is a note: players hear nothing, and nothing is played, that the page does not surely mean so.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from tracker.features.adventure.page.rows import Kind, Row
from tracker.features.adventure.page.words import (
    ALOUD,
    AS_IT_STANDS,
    BOLD_LABEL,
    OF_PAGE,
    Label,
    PageWords,
    has_any,
    keyword_of,
    label_key,
    label_of,
    plain_text,
)
from tracker.rules.text import fold, with_plain_signs
from tracker.session.rooms import ITEM_LENGTH

EXITS, CREATURES = "exits", ("creatures", "hidden_creatures")
TIME = "time"
_GOODS = ("loot", "hidden_loot")
_SHOWN = ("light",)
"""Keywords of lines that are only shown."""
_MOST_WORDS = {**dict.fromkeys(CREATURES, 4), **dict.fromkeys(_GOODS, 6)}
"""Most words of a name; more are a sentence."""
_CALLOUT = re.compile(r"\[!([\w -]{1,30})\][+-]? *(.*)")
_DICE = re.compile(r"\b\d{0,3}d\d{1,3}\b", re.IGNORECASE)
_ITALIC = re.compile(r"([*_])(?!\1)[^*_]{20,}\1?")
_COINS = re.compile(r"\d+[^\W\d_]{2,}")
"""A number with its coin: `12gp`."""
_ELEMENT = r"(?:[^\W\d_][^,=\d]*\s\d*[dD]\d[^\s,=]*|[A-ZÁÉÍÓÚÜÑ][a-záéíóúüñ][^,=\dA-Z]*\s\d[^\s,=]*)"
"""A named figure of a list: `spear 1d6`, `Bite 3`; not `AC 12`."""
_LIST = rf"{_ELEMENT}(?:\s*,\s*{_ELEMENT}(?=\s*(?:,|$)|\s+\S+=))+"
_FIELD = re.compile(rf"\S+=(?:\"[^\"]*\"|{_LIST}|[^,=\"]*(?=\s\S+=)|[^,]*)")
"""A field with its value, which may be several words: the table reads it, and refuses what it cannot be.

The comma in `weapons=Bite 3, Spear 1d6` ends no creature; that in `health=5, goblin 2` does.
"""
_QUOTED_NAME = re.compile(r"\"[^\"]+\"")
_SENTENCE_END = re.compile(r"[.!?…:][)»”\"']*$")


class Part(StrEnum):
    """What a line of a page is."""

    HEADING = "heading"
    ALOUD = "aloud"
    TYPED = "typed"
    NOTE = "note"


class PageLine(Struct, frozen=True):
    """A line of a page, or a part of one: a label in bold divides it."""

    number: int
    """Number of the line in the file, from 1."""
    text: str
    """As it stands on the page: all parts of a line together are the line. Empty for a cell of a table."""
    part: Part = Part.NOTE
    keyword: str = ""
    """Id of the keyword of a typed line."""
    typed: str = ""
    """What is typed behind the keyword, or read aloud, without marks of Markdown."""
    doubt: str = ""
    """Code of the reason why a person should look at it; empty if it is certain."""
    about: str = ""
    """What the doubt is about: a number, a name."""

    @property
    def is_order(self) -> bool:
        """Whether it is certainly a typed line, exits aside."""
        return self.part is Part.TYPED and bool(self.typed) and not self.doubt and self.keyword != EXITS


def lines_of(rows: Sequence[Row], words: PageWords, *, in_room: bool) -> tuple[PageLine, ...]:
    """Tell what each row below a heading is."""
    reading = _Reading(words, in_room=in_room)
    for is_quote, group in groupby(rows, key=lambda row: row.kind is Kind.QUOTE):
        if is_quote:
            reading.take_quote([*group])
        else:
            for row in group:
                reading.take_row(row)
    return tuple(reading.lines)


class _Reading:
    """What has been read below one heading so far."""

    def __init__(self, words: PageWords, *, in_room: bool) -> None:
        self.lines: list[PageLine] = []
        self._words, self._in_room = words, in_room
        self._under = ""
        """Keyword of the items below a label that stands alone."""
        self._indent = -1
        """Indentation of that label; -1 if it is no item."""
        self._open = -1
        """Index of a line that the next line of text may continue."""
        self._lead = ""
        """The last paragraph of prose since the heading, a quotation or a typed line."""
        self._below = ""
        """Folded title of the heading that stands above, if it is not the room's."""
        self._has_spoken = False
        self._is_after_quote = False

    def take_row(self, row: Row) -> None:
        after_quote, self._is_after_quote = self._is_after_quote, False
        match row.kind:
            case Kind.TEXT if after_quote:
                self._take_note(row, "after_quotation")
            case Kind.TEXT if self._continues(row):
                self._continue(row)
            case Kind.TEXT | Kind.ITEM:
                self._take_text(row)
            case Kind.HEADING:
                self._take_heading(row)
            case _:
                self.lines.append(PageLine(row.number, row.text))
                self._open = -1

    def _take_note(self, row: Row, doubt: str = "") -> None:
        self._open = -1
        self._lead = f"{self._lead} {plain_text(row.content)}".strip()
        self.lines.append(PageLine(row.number, _own_text(row), typed=row.text * row.derived, doubt=doubt))

    def _may_be_spoken(self, row: Row) -> bool:
        """Whether a paragraph in italics begins a room: some pages mark so what is read aloud."""
        is_first = not (self._has_spoken or self._lead or self._below)
        return self._in_room and is_first and _ITALIC.fullmatch(row.content) is not None

    def _take_heading(self, row: Row) -> None:
        keyword = keyword_of(row.content, self._words)
        self._under = keyword if keyword != ALOUD else ""
        self._below = label_key(row.content)
        self._indent, self._open, self._lead = -1, -1, ""
        self._take_empty(row, keyword)

    def _take_empty(self, row: Row, keyword: str) -> None:
        """Take a label or a heading that only says what stands below it."""
        part = {"": Part.NOTE, ALOUD: Part.ALOUD}.get(keyword, Part.TYPED)
        self.lines.append(PageLine(row.number, _own_text(row), part, keyword))

    # Text and items: a label in bold divides them.
    def _take_text(self, row: Row) -> None:
        ends_list = row.level <= self._indent if row.kind is Kind.ITEM else not self._below
        if ends_list:
            self._under, self._indent = "", -1
        before = len(row.text) - len(row.content)
        starts = [0, *_labels_within(row.content, self._words), len(row.content)]
        for start, end in pairwise(starts):
            text = row.text[(before + start) * (start > 0) : before + end]
            content = row.content[start:end]
            self._take_piece(replace(row, text=text, content=content), is_first=start == 0)

    def _take_piece(self, row: Row, *, is_first: bool) -> None:
        label = label_of(row.content, self._words)
        is_below_label = is_first and row.kind is Kind.ITEM and bool(self._under)
        if is_below_label and (label is None or (not label.keyword and self._under == EXITS)):
            label = Label(self._under, row.content)
        elif label is not None and label.keyword and row.kind is Kind.ITEM and label.rest.strip():
            self._under, self._indent = label.keyword if label.keyword == EXITS else "", row.level
        if label is None or not label.keyword:
            self._take_note(row, "italic" if self._may_be_spoken(row) else "")
        elif not label.rest.strip(" .:"):
            self._take_bare_label(row, label.keyword)
        elif label.keyword == ALOUD:
            self._take_aloud(row, label.rest)
        else:
            self._take_typed(row, label)

    def _take_bare_label(self, row: Row, keyword: str) -> None:
        """Take a label above its lines: `Exits:` above a list, `Read aloud:` above a quotation."""
        self._open = -1
        if keyword == ALOUD:
            self._lead = plain_text(row.content)
        else:
            self._under, self._indent = keyword, row.level if row.kind is Kind.ITEM else -1
        self._take_empty(row, keyword)

    def _take_typed(self, row: Row, label: Label) -> None:
        is_certain, rest = _without_sign(label.rest)
        typed = plain_text(rest).rstrip(" .;")
        line = PageLine(row.number, _own_text(row), Part.TYPED, label.keyword, typed)
        if label.keyword in _SHOWN or (label_key(typed) in ("", *self._words.nothing) and not is_certain):
            line = replace(line, part=Part.NOTE, keyword="")
        elif self._in_room and label.keyword == TIME:
            line = replace(line, part=Part.NOTE, keyword="", doubt="time_in_room")
        elif not self._in_room and label.keyword not in OF_PAGE:
            line = replace(line, part=Part.NOTE, keyword="", doubt="outside_room")
        elif is_certain:
            line = replace(line, doubt=_doubt_of_length(typed))
        else:
            line = replace(line, doubt=_doubt_of_typed(label.keyword, typed, self._words))
        self._open = len(self.lines) if line.part is Part.TYPED and not is_certain else -1
        self.lines.append(line)

    def _continues(self, row: Row) -> bool:
        """Whether a line of text belongs to the typed or spoken line above it."""
        if self._open < 0:
            return False
        line = self.lines[self._open]
        if line.part is Part.ALOUD:
            return not _SENTENCE_END.search(line.typed) or row.content[0].islower()
        return (row.level > 1 or row.content[0].islower() or line.typed[-1:] in ",;") and not _labels_at(
            row.content, self._words
        )

    def _continue(self, row: Row) -> None:
        line, more = self.lines[self._open], plain_text(row.content)
        typed = f"{line.typed} {more}"
        if line.part is Part.TYPED:
            typed = typed.rstrip(" .;")
            self.lines[self._open] = replace(
                line, typed=typed, doubt=_doubt_of_typed(line.keyword, typed, self._words)
            )
        else:
            self.lines[self._open] = replace(line, typed=typed)
        self.lines.append(PageLine(row.number, row.text, line.part, line.keyword))

    # What is read aloud.
    def _take_aloud(self, row: Row, rest: str) -> None:
        is_certain, rest = _without_sign(rest)
        text = plain_text(rest).strip('"“”«»')
        is_certain = is_certain and self._in_room
        doubt = "" if is_certain else self._doubt_of_place() or _doubt_of_spoken(text, self._words)
        self._add_spoken([(PageLine(row.number, _own_text(row)), text)], doubt)
        self._open = -1 if doubt else len(self.lines) - 1

    def take_quote(self, rows: Sequence[Row]) -> None:
        """Take a quotation: a callout, a stat block, or what players hear."""
        self._open, self._is_after_quote = -1, True
        is_certain, beginning = _without_sign(rows[0].content)
        contents = [beginning, *(row.content for row in rows[1:])]
        if is_certain and self._in_room:
            self._add_spoken(_with_lines(rows, map(plain_text, contents)), "")
            return
        callout = _CALLOUT.match(next(filter(None, contents), ""))
        is_marked = callout is not None and fold(callout[1].strip()) in self._words.callouts
        if (callout and not is_marked) or _is_of_gm(contents, self._words):
            self.lines += [PageLine(row.number, row.text) for row in rows]
            self._lead = ""
            return
        texts = [plain_text(each) for each in contents]
        doubt = self._doubt_of_place()
        if callout is not None:
            first = next(place for place, each in enumerate(contents) if each)
            doubt = doubt or _doubt_of_condition(fold(callout[2]), self._words)
            texts[first] = ""
        elif label := label_of(contents[0], self._words):
            texts[0] = plain_text(label.rest)
            doubt = doubt or ("" if label.keyword == ALOUD else "labelled")
        doubt = doubt or _doubt_of_spoken(" ".join(texts), self._words)
        self._add_spoken(_with_lines(rows, texts), doubt)

    def _add_spoken(self, pairs: Sequence[tuple[PageLine, str]], doubt: str) -> None:
        """Add lines that are read aloud; in doubt they are notes, and the first bears the doubt."""
        if doubt:
            notes = [line for line, _text in pairs]
            self.lines += [replace(notes[0], doubt=doubt), *notes[1:]]
        else:
            self.lines += [replace(line, part=Part.ALOUD, typed=text) for line, text in pairs]
            self._has_spoken = True
        self._lead = ""

    def _doubt_of_place(self) -> str:
        """Doubt what may be for later than on entering: below a heading, after a condition, a second text."""
        if not self._in_room:
            return "outside_room"
        if self._below and self._below not in self._words.aloud:
            return "below_heading"
        lead = fold(self._lead)
        last = re.split(r"[.!?] ", lead)[-1]
        if doubt := _doubt_of_condition(last, self._words):
            return doubt
        if last.endswith(":") and not has_any(last, self._words.aloud):
            return "condition"
        return "second" if self._has_spoken and lead else ""


def _without_sign(text: str) -> tuple[bool, str]:
    """Tell whether a text begins with the sign that it is surely meant so, and remove that."""
    return text.startswith(AS_IT_STANDS), text.removeprefix(AS_IT_STANDS)


def _with_lines(rows: Sequence[Row], texts: Iterable[str]) -> list[tuple[PageLine, str]]:
    return [(PageLine(row.number, row.text), text) for row, text in zip(rows, texts, strict=True)]


def _own_text(row: Row) -> str:
    return "" if row.derived else row.text


def _labels_at(content: str, words: PageWords) -> bool:
    return label_of(content, words) is not None


def _labels_within(content: str, words: PageWords) -> list[int]:
    """Find the labels in bold inside a text: keywords, and others with a colon."""
    return [
        bold.start()
        for bold in BOLD_LABEL.finditer(content)
        if bold.start() and (keyword_of(bold[2], words) or ":" in (bold[2][-1], bold[3]))
    ]


def _doubt_of_typed(keyword: str, typed: str, words: PageWords) -> str:
    """Doubt a name that is a sentence, or has brackets or figures: it would be played as it stands."""
    if keyword not in _MOST_WORDS or len(typed) > ITEM_LENGTH:
        return _doubt_of_length(typed)
    # A name in quotes may hold figures and brackets.
    unquoted = _QUOTED_NAME.sub("name", _FIELD.sub("", with_plain_signs(typed)))
    parts = (_doubt_of_name(keyword, part, words) for part in unquoted.split(","))
    return next(filter(None, parts), "sentence" if ". " in typed else "")


def _doubt_of_length(typed: str) -> str:
    return "too_long" if len(typed) > ITEM_LENGTH else ""


def _doubt_of_name(keyword: str, part: str, words: PageWords) -> str:
    names = fold(part).split()
    names = names[1:] if names[:1] and names[0] in words.hidden else names
    count, *others = names or [""]
    if set("()[]") & set(part):
        return "brackets"
    if keyword in CREATURES and any(map(str.isdigit, "".join(others))):
        return "figures"
    is_count = count.isdecimal() or (keyword in _GOODS and _COINS.fullmatch(count))
    if count in words.numerals or {*others} & {"x", "×"} or (count[:1].isdigit() and not is_count):
        return "numeral"
    return "sentence" if len(names) > _MOST_WORDS[keyword] + count.isdecimal() else ""


def _is_of_gm(contents: Sequence[str], words: PageWords) -> bool:
    """Whether a quotation is a stat block, a table or a note to the GM."""
    labels = [label for each in contents if (label := BOLD_LABEL.match(each))]
    figures = [each for each in labels if re.search(r"\d", _text_behind(each))]
    first = label_key(labels[0][2]) if labels else ""
    return (
        any(each.startswith(("#", "|")) for each in contents)
        or bool(figures)
        or bool(first and has_any(first, words.masters))
    )


def _text_behind(label: re.Match[str]) -> str:
    return label.string[label.end() :]


def _doubt_of_spoken(text: str, words: PageWords) -> str:
    """Doubt a text with what nobody reads aloud: dice, difficulties, words for the GM."""
    plain = fold(text)
    if _DICE.search(plain) or re.search(rf"\b(?:{'|'.join(map(re.escape, words.figures))}) ?\d", plain):
        return "dice"
    return "for_gm" if has_any(plain, words.masters) else ""


def _doubt_of_condition(text: str, words: PageWords) -> str:
    return "condition" if has_any(text, words.conditions) else ""
