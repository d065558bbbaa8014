"""Reads the exits in the prose of a page: `norte a la 2; al este, una puerta secreta, a la 3`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from tracker.features.adventure.page.words import PageWords, has_any, literal_text, plain_text
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.text import fold
from tracker.session.text import clean

_HARD = re.compile(r"\s*;\s*|(?<=[^\W\d_]{3})[.]\s+|(?<=\d)[.]\s+|(?<=[?!])\s+")
"""Ends an exit for certain."""
_SOFT = re.compile(r"\s*,\s*|\s+(?:y|e|and|&|/)\s+")
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_QUOTED = re.compile(r'\("([^"]*)"\)')
"""What the GM wrote of an exit, as it stands: no word of it says where the exit leads."""
_ABOUT_PARTS = re.compile(r"\s*[,:()\[\]]\s*")
_NUMBER = re.compile(r"(?<![\w.,])#?([a-z]?\d{1,4}(?:[.-]\d{1,3})?[a-z]?)(?![\w%'’])")
_GLUED = re.compile(r"([a-z]{1,2})(\d{1,4})")
"""A direction with its room: `n2`."""
_SIGNS = ("→", ">", ":", "=")
_WORD = re.compile(r"[^\W_]+(?:-[^\W\d_]+)?")


class PageExit(Struct, frozen=True):
    """An exit as the page has it."""

    to: str
    side: str = ""
    secret: bool = False
    one_way: bool = False
    about: str = ""
    """What else the page says of it: a stuck door."""


class Doubt(Struct, frozen=True):
    """A reason why a person should look at the exits: its code, and what it is about."""

    code: str
    about: str = ""


class RoomNames(Struct, frozen=True):
    """The numbers of a page's rooms, and their names with the numbers."""

    numbers: frozenset[str]
    by_name: Mapping[str, str]
    pattern: re.Pattern[str] | None

    @classmethod
    def from_rooms(cls, rooms: Iterable[tuple[str, str]]) -> Self:
        """Collect numbers and names; a name that two rooms have is none."""
        numbers, by_name, twice = set[str](), dict[str, str](), set[str]()
        for number, name in rooms:
            numbers.add(number)
            key = " ".join(fold(name).split())
            if key in by_name:
                twice.add(key)
            if len(key) > 2:
                by_name[key] = number
        known = {key: number for key, number in by_name.items() if key not in twice}
        words = "|".join(re.escape(each) for each in sorted(known, key=len, reverse=True))
        return cls(frozenset(numbers), known, re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None)

    def without_name(self, text: str, number: str, words: PageWords) -> str:
        """Remove the name of a room from a text, unless it is a word that says how an exit leads there."""
        folded = fold(text)
        # Folding may change the length of a letter: then the places are not those of the text.
        if self.pattern is None or len(folded) != len(text):
            return text
        meant = {*words.secret, *words.one_way, *words.sides}
        spans = [
            each.span()
            for each in self.pattern.finditer(folded)
            if self.by_name[each[0]] == number and each[0] not in meant
        ]
        for start, end in reversed(spans):
            text = text[:start] + text[end:]
        return text


class _Piece(Struct, frozen=True):
    """A part of the prose between commas."""

    text: str
    side: str = ""
    to: str = ""
    unknown: str = ""
    """A number that no room of the page has."""
    about: str = ""
    glued: str = ""
    """A direction with its room in one word: `n2`."""


def parse_exits(
    text: str, key: str, names: RoomNames, words: PageWords
) -> tuple[list[PageExit], Doubt | None]:
    """Read the exits of the room of a key in a text, and the first reason to doubt them."""
    exits, doubts, lead = list[PageExit](), list[Doubt](), ""
    for text_part in _parts(_HARD, plain_text(text)):
        sentence = _Sentence(words, lead)
        for piece in _pieces(text_part, names, words):
            sentence.take(piece)
        lead = sentence.end()
        if "?" in _QUOTED.sub("", text_part):
            doubts.append(Doubt("exit_in_question", text_part))
        if lead and exits:
            exits[-1], lead = _with_about(exits[-1], lead), ""
        exits += sentence.exits
        doubts += sentence.doubts
    if any(len(each.about) > TEXT_LENGTH for each in exits):
        doubts.append(Doubt("too_long"))
    others = [replace(each, about=clean(each.about, TEXT_LENGTH)) for each in exits if each.to != key]
    if len(others) < len(exits):
        doubts.append(Doubt("exit_to_itself", key))
    if not exits and not doubts:
        doubts.append(Doubt("no_exit", ""))
    return others, next(iter(doubts), None)


class _Sentence:
    """The exits of a sentence so far. A piece with only a room completes the direction before it.

    A piece with neither, `a secret door`, describes the exit before it. If it is secret and another exit
    follows, that is secret too, in doubt; the bare word `secret` is only of the one before. Before the first
    exit, it describes that.
    """

    def __init__(self, words: PageWords, lead: str) -> None:
        self.exits: list[PageExit] = []
        self.doubts: list[Doubt] = []
        self._words = words
        self._lead = lead
        """What stands before the first exit."""
        self._open: _Piece | None = None
        self._is_secret_shared = False

    def take(self, piece: _Piece) -> None:
        if piece.unknown:
            self._open = None
            self.doubts.append(Doubt("exit_to_nowhere", piece.unknown))
        elif piece.to:
            self._take_room(piece)
        elif piece.side:
            if self._open is not None and not self._open.side:
                self._open = replace(_join_pieces(self._open, piece), side=piece.side)
                return
            self.end()
            self._open = piece
        elif self._open is not None:
            self._open = _join_pieces(self._open, piece)
        elif self.exits:
            self._describe(piece)
        elif has_any(fold(piece.text), self._words.secret):
            self._open = piece
        else:
            self._lead = ", ".join(filter(None, (self._lead, piece.about, _about_of(piece, self._words))))

    def end(self) -> str:
        """Doubt a direction without a room; returns what describes no exit of the sentence."""
        if self._open is not None:
            self.doubts.append(Doubt("exit_without_room", self._open.text))
        self._open = None
        return self._lead

    def _take_room(self, piece: _Piece) -> None:
        if self._open is not None and not (piece.side and self._open.side):
            piece = replace(_join_pieces(self._open, piece), side=self._open.side or piece.side, to=piece.to)
            self._open = None
        self.end()
        new_exit, self._lead = _with_about(_exit_of(piece, self._words), self._lead, is_first=True), ""
        if self._is_secret_shared:
            new_exit, self._is_secret_shared = replace(new_exit, secret=True), False
            self.doubts.append(Doubt("secret_of_which", piece.to))
        self.exits.append(new_exit)

    def _describe(self, piece: _Piece) -> None:
        described, last = _exit_of(piece, self._words), self.exits[-1]
        self._is_secret_shared = described.secret and fold(piece.text) not in self._words.secret
        self.exits[-1] = replace(
            _with_about(last, described.about),
            secret=last.secret or described.secret,
            one_way=last.one_way or described.one_way,
        )


def _with_about(way: PageExit, text: str, *, is_first: bool = False) -> PageExit:
    texts = (text, way.about) if is_first else (way.about, text)
    return replace(way, about=literal_text(", ".join(filter(None, texts))))


def _join_pieces(piece: _Piece, more: _Piece) -> _Piece:
    about = ", ".join(filter(None, (piece.about, more.about)))
    return replace(piece, text=f"{piece.text} {more.text}", about=about)


def _exit_of(piece: _Piece, words: PageWords) -> PageExit:
    text = fold(piece.text)
    way = PageExit(
        piece.to, piece.side, has_any(text, words.secret), has_any(text, words.one_way), piece.about
    )
    return _with_about(way, _about_of(piece, words))


def _about_of(piece: _Piece, words: PageWords) -> str:
    """Leave out of a piece what the exit itself says, and words that say nothing: `puerta atascada`."""
    said = {*words.sides, *words.rooms, *words.towards, *words.silent, *_SIGNS, piece.to, piece.glued}
    parts = list[str]()
    for part in _ABOUT_PARTS.split(piece.text):
        tokens = _without_phrases(part.split(), (*words.secret, *words.one_way))
        while tokens and _bare(tokens[0]) in said:
            del tokens[0]
        while (
            tokens
            and _bare(tokens[-1]) in said
            and not {_bare(each) for each in tokens[-2:-1]} & words.figures
        ):
            del tokens[-1]
        parts += [" ".join(tokens)] if tokens else []
    return ", ".join(parts)


def _bare(token: str) -> str:
    return fold(token).strip(".#").replace("-", "") or token


def _without_phrases(tokens: list[str], phrases: Iterable[str]) -> list[str]:
    """Remove phrases of one or several words."""
    folded = [_bare(each) for each in tokens]
    for phrase in phrases:
        words = phrase.split()
        for start in range(len(folded) - len(words), -1, -1):
            if folded[start : start + len(words)] == words:
                del folded[start : start + len(words)], tokens[start : start + len(words)]
    return tokens


def _pieces(sentence: str, names: RoomNames, words: PageWords) -> Iterator[_Piece]:
    for text in _parts(_SOFT, sentence):
        if text.strip(" .:"):
            about = ", ".join(_QUOTED.findall(text))
            yield replace(_piece_of(_QUOTED.sub(" ", text).strip(), names, words), about=about)


def _parts(cut_pattern: re.Pattern[str], text: str) -> list[str]:
    """Divide a text outside brackets."""
    masked = text
    for pattern in (_QUOTED, _BRACKETS):
        masked = pattern.sub(lambda each: "\0" * len(each[0]), masked)
    parts, start = list[str](), 0
    for cut in cut_pattern.finditer(masked):
        parts.append(text[start : cut.start()])
        start = cut.end()
    return [*parts, text[start:]]


def _piece_of(text: str, names: RoomNames, words: PageWords) -> _Piece:
    bare = fold(_BRACKETS.sub(" ", text))
    glued = _GLUED.fullmatch(bare.strip(" ."))
    if glued and (glued[1] not in words.sides or glued[0] in names.numbers):
        glued = None
    if glued:
        bare = f"{glued[1]} {glued[2]}"
    within = " ".join(fold(each[1] or each[2] or "") for each in _BRACKETS.finditer(text))
    side = _side_in(bare, words) or _side_in(within, words)
    to, unknown = _room_in(bare, names, words)
    if not to and not unknown:
        for match in _BRACKETS.finditer(fold(text)):
            to, unknown = _room_in(match[1] or match[2] or "", names, words, alone=True)
            if to:
                break
    return _Piece(names.without_name(text, to, words), side, to, unknown, glued=glued[0] if glued else "")


def _side_in(text: str, words: PageWords) -> str:
    """Find the direction of a piece. A single letter counts only at its beginning."""
    found = [each[0].replace("-", "") for each in _WORD.finditer(text)]
    pairs = zip(found, [*found[1:], ""], strict=False)
    sides = list[tuple[str, str]]()
    skip = False
    for place, (word, after) in enumerate(pairs):
        if skip:
            skip = False
        elif len(after) > 2 and (side := words.sides.get(word + after)):
            sides.append((word, side))
            skip = True
        elif (side := words.sides.get(word)) and (len(word) > 2 or place == 0):
            sides.append((word, side))
    others = [side for word, side in sides if word != "este"]
    return next(iter(others), sides[0][1] if sides else "")


def _room_in(text: str, names: RoomNames, words: PageWords, *, alone: bool = False) -> tuple[str, str]:
    """Find the room that a piece leads to, by number or name; else a number that surely means one."""
    found, unknown = list[tuple[bool, str]](), ""
    for match in _NUMBER.finditer(text):
        before, after = _WORD.findall(text[: match.start()])[-1:], _WORD.findall(text[match.end() :])[:1]
        is_figure = {*before} & words.figures or ({*after} & words.units and not {*before} & words.rooms)
        is_led_to = _is_led_to(text[: match.start()], words)
        number = match[1].replace(".", "-")  # as in the heading of the room
        if not is_figure and number in names.numbers:
            found.append((is_led_to, number))
        elif not is_figure and not alone and (is_led_to or not before or before[0] in words.sides):
            unknown = unknown or number
    if found:
        return max(found, key=lambda each: each[0])[1], ""
    if names.pattern and (name := names.pattern.search(text)):
        ahead = _WORD.findall(text[: name.start()])
        is_all = not _WORD.findall(text[name.end() :]) and all(word in words.sides for word in ahead)
        if is_all or _is_led_to(text[: name.start()], words):
            return names.by_name[name[0]], ""
    return "", unknown


def _is_led_to(before: str, words: PageWords) -> bool:
    """Whether what stands before a number or a name says that a way leads there."""
    word = _WORD.findall(before)[-1:]
    return bool({*word} & (words.rooms | words.towards)) or before.rstrip().endswith(_SIGNS)
