"""Turns the terminal's bytes into messages. Noise, and pieces that come late, never become keys.

Textual's parser waits a tenth of a second for the rest of a sequence and then takes its characters for keys.
If the end of a paste comes in two pieces, it takes all later keys for the rest of the paste.
"""

import re
from collections.abc import Iterable, Iterator
from time import monotonic

from textual.events import Key, MouseMove, Paste, Resize
from textual.keys import Keys
from textual.message import Message

from tracker.terminal.textual_internals import KeyParser

LARGEST = 1000
"""Most columns or rows of a reported size; more is noise on the line."""
LATE = 2.0
"""Seconds that the rest of a sequence or of a paste may take on a bad line."""
SHORT = 8
"""Most characters that a person types at once. After a pause, a longer text belongs to the open paste."""
FLOOD = 512
"""Characters at once that nobody types: the terminal does not mark its pastes."""
SHORTEST_PROSE = 32
"""Fewest characters at once of several lines of prose: a person types those one after another."""
QUIET = 0.2
"""Seconds of silence after which the pieces of an unmarked paste are handed over."""
FLOOD_PAUSE = 1.0
"""Seconds of silence that end an unmarked paste."""
MOST_PASTED = 1 << 20
"""Most characters of a paste that are kept."""

_ESCAPE, _PASTE, _PASTE_END = "\x1b", "\x1b[200~", "\x1b[201~"
_LETTER = r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
_LETTERS = re.compile(rf"{_LETTER}+")
_FLOOD = re.compile(rf"{_LETTER}{{{FLOOD},}}")
_PROSE = re.compile(
    r"[^\r\n]{2,}[\r\n](?:.*[\r\n])?[ \t*#>|•-]*[^\W\d_a-zà-ÿ][^\r\n]*[ :][^\r\n]+", re.DOTALL
)
"""Several lines, a later one starting with a capital and holding a second word: no keys of a table do."""
_CUT = re.compile(r"\x1b\[[0-?]*\Z")
"""A sequence whose end has not come yet."""
_REST = re.compile(r"\[[0-?]*[@-~]")
"""A sequence without its first character."""
_SEQUENCE = re.compile(
    r"(\x1b\[\[[A-E]"  # function keys of the Linux console
    r"|\x1b\[M[^\x1b]{3}"  # the oldest report of a mouse
    r"|\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b[]P^_X][^\x07\x1b]*(?:\x07|\x1b\\))"  # answers with a text
)
"""A complete sequence."""
_ANSWERS = ("\x1b]", "\x1bP", "\x1b^", "\x1b_", "\x1bX")
"""Prefixes of answers, which the program never asks for."""


class InputParser(KeyParser):
    """Drops input that it cannot parse instead of ending the program, and detects unmarked pastes."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._paste: str | None = None
        """The text so far of an open paste; None if none is open."""
        self._unmarked = ""
        """The text so far of a paste that the terminal does not mark."""
        self._cut = ""
        """The start of a sequence whose end has not come."""
        self._read_at = self._flooded_at = self._escaped_at = -LATE
        """Times of the last input, of the last part of an unmarked paste, and of the last lone Escape."""

    def feed(self, data: str) -> Iterable[Message]:
        """Parse typed text into messages, without sizes that no terminal has."""
        now = monotonic()
        is_late, self._read_at = now - self._read_at > LATE, now
        if (
            self._paste is not None
            and is_late
            and len(data) <= SHORT
            and _PASTE_END not in self._paste + data
        ):
            yield self._end_paste()  # its end was lost, and somebody types
        cut, self._cut = "" if is_late else self._cut, ""
        if now - self._escaped_at < LATE and _REST.match(data):
            self.drop()
            cut = _ESCAPE
        self._escaped_at = now if data.endswith(_ESCAPE) else -LATE
        for message in self._messages(cut + data, now):
            if not isinstance(message, Resize) or 0 < max(message.size) <= LARGEST:
                yield message

    def _messages(self, data: str, now: float) -> Iterator[Message]:
        """Split typed text from marked pastes."""
        while data:
            if self._paste is not None:
                self._paste, paste_end, data = (self._paste + data).partition(_PASTE_END)
                if paste_end:
                    yield self._end_paste()
                elif len(self._paste) > MOST_PASTED:
                    tail = len(_PASTE_END)
                    self._paste = self._paste[: MOST_PASTED - tail] + self._paste[-tail:]
                continue
            typed, paste_start, data = data.partition(_PASTE)
            if not paste_start and (cut := _CUT.search(typed)):
                typed, self._cut = typed[: cut.start()], cut[0]
            yield from self._typed(typed, now)
            if paste_start:
                yield from self._collected_keys()
            self._paste = "" if paste_start else None

    def _end_paste(self) -> Paste:
        text, self._paste = self._paste or "", None
        return Paste(text.replace("\0", ""))

    def _typed(self, text: str, now: float) -> Iterator[Message]:
        """Parse the keys of a text; parts that nobody can have typed are collected for a paste."""
        goes_on = now - self._flooded_at < FLOOD_PAUSE
        if _LETTERS.fullmatch(text) and (goes_on or _is_prose(text)):
            self._collect(text, now)
            return
        start = 0
        for flood in _FLOOD.finditer(text):
            yield from self._others(text[start : flood.start()])
            self._collect(flood[0], now)
            start = flood.end()
        yield from self._others(text[start:])

    def _collect(self, text: str, now: float) -> None:
        """Keep a piece of an unmarked paste: a slow line delivers it in several."""
        self._flooded_at = now
        self._unmarked = (self._unmarked + text)[:MOST_PASTED]

    def _others(self, text: str) -> Iterator[Message]:
        """Parse the keys of a text, which ends an unmarked paste."""
        if text:
            yield from self._collected_keys()
            yield from self._keys(text)

    def _collected_keys(self) -> Iterator[Message]:
        text, self._unmarked = self._unmarked, ""
        if text:
            yield Paste(text)

    def tick(self) -> Iterable[Message]:
        """Hand over an unmarked paste once it is complete, and what Textual yields after a pause."""
        if monotonic() - self._flooded_at >= QUIET:
            yield from self._collected_keys()
        yield from super().tick()

    def _keys(self, text: str) -> Iterator[Message]:
        """Parse the keys of a text; sequences without a meaning are dropped whole."""
        for place, part in enumerate(_SEQUENCE.split(text)):
            if part and part[:2] not in _ANSWERS:  # an empty text would end the parser
                yield from super().feed(part)
            if place % 2:
                self.drop()

    def parse_mouse_code(self, code: str) -> Message | None:
        """Drop moves, which the program never asks for; clicks and the wheel stay."""
        message = super().parse_mouse_code(code)
        return None if isinstance(message, MouseMove) else message

    def keys_of(self, sequence: str, *, alt: bool) -> Iterable[Key]:
        """Parse an escape sequence; one that Textual cannot parse becomes a key that does nothing."""
        try:
            yield from super().keys_of(sequence, alt=alt)
        except (ValueError, OverflowError):
            yield Key(Keys.Ignore, sequence)


def _is_prose(text: str) -> bool:
    """Tell whether a text that came at once has several lines that nobody types for their keys."""
    return len(text) >= SHORTEST_PROSE and _PROSE.match(text) is not None
