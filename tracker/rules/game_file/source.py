"""The text of a game file as TOML, with the line of every entry."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tracker.rules.fields import RULES_LENGTH, Scalar
from tracker.rules.refusal import Refusal

LONGEST_LINE = 400
_MOST_STEPS = 8
"""Most dots in a key: `tomllib` is slow with many."""
_PIECE = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\w-]+', re.DOTALL
)
_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)|\(at end of document\)")

Path = tuple[str, ...]


class Source:
    """A game file as TOML tables, with the line of each of their entries."""

    def __init__(self, text: str) -> None:
        """Parse a text; raises `Refusal` with the line of what is no TOML, or is too long or too deep."""
        refuse_too_long(text)
        self._lines = text.splitlines()
        refuse_too_much(self._lines)
        # TOML wants quotes around bare keys with accents; a GM need not write them.
        quoted = _PIECE.sub(_quote, text)
        try:
            self.tables: Mapping[str, Any] = tomllib.loads(quoted)
        except tomllib.TOMLDecodeError as error:
            raise self._not_toml(str(error)) from error
        except RecursionError as error:
            raise Refusal("game_deep", line=1) from error
        self._places = self._lines_by_path()

    def _not_toml(self, message: str) -> Refusal:
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else max(1, len(self._lines))
        text = self._lines[line - 1].strip()[:40] if line <= len(self._lines) else ""
        return Refusal("game_toml", line=line, text=text)

    def _lines_by_path(self) -> dict[Path, int]:
        places: dict[Path, int] = {}
        header: Path = ()
        for number, line in enumerate(self._lines, 1):
            if match := _HEADER.match(line):
                header = _steps(match[1])
                for end in range(1, len(header) + 1):
                    places.setdefault(header[:end], number)
            elif match := _KEY.match(line):
                steps = _steps(match[1])
                for end in range(1, len(steps) + 1):
                    places.setdefault((*header, *steps[:end]), number)
        return places

    def line_of(self, path: Path, text: str = "") -> int:
        """Find the line of an entry, or of the table around it, or of `text` in the 60 lines from there."""
        start = next(
            (self._places[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._places), 1
        )
        for number in range(start, min(start + 60, len(self._lines)) + 1) if text else ():
            if text in self._lines[number - 1]:
                return number
        return start

    def refusal(self, code: str, path: Path, shown: str = "", /, **data: Scalar) -> Refusal:
        """Make a refusal with the line and the place of an entry; `shown` is a text to look for in it."""
        where = ".".join(path)
        return Refusal(code, **{"line": self.line_of(path, shown), "where": f"[{where}]", **data})


# Naming a game, checking it and compiling it each ask for its text.
@lru_cache(maxsize=8)
def source_of(text: str) -> Source:
    """Parse a text; raises what `Source` raises."""
    return Source(text)


def refuse_too_long(text: str) -> None:
    if len(text) > RULES_LENGTH:
        raise Refusal("game_too_long", line=1, count=len(text), most=RULES_LENGTH)


def refuse_too_much(lines: list[str]) -> None:
    """Raise `Refusal` for a line that is too long, a key with too many steps, and a control character."""
    for number, line in enumerate(lines, 1):
        if line.partition("=")[0].count(".") > _MOST_STEPS:
            raise Refusal("game_deep", line=number)
        if len(line) > LONGEST_LINE:
            raise Refusal("game_long_line", line=number, count=len(line), most=LONGEST_LINE)
        if has_control(line):
            raise Refusal("game_control", line=number)


def has_control(text: str) -> bool:
    """Whether a text has a control character, or one that nobody sees."""
    return _CONTROL.search(text) is not None


def _quote(piece: re.Match[str]) -> str:
    word = piece[0]
    return f'"{word}"' if word[0] not in "\"'#" and not word.isascii() else word


def _steps(key: str) -> Path:
    return tuple(step.strip().strip("\"'") for step in re.findall(r"\"[^\"]*\"|'[^']*'|[\w-]+", key))
