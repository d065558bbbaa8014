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
"""Most dots of a key: many of them keep the reader of TOML busy."""
_PIECE = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\w-]+', re.DOTALL
)
_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)|\(at end of document\)")

Path = tuple[str, ...]


class Source:
    """A game file that was read: its tables, and the line of each of their entries."""

    def __init__(self, text: str) -> None:
        """Read a text; raises a `Refusal` with its line for one that is no TOML, or that is too much."""
        refuse_too_long(text)
        self._lines = text.splitlines()
        refuse_too_much(self._lines)
        quoted = _PIECE.sub(_quote, text)
        try:
            self.tables: Mapping[str, Any] = tomllib.loads(quoted)
        except tomllib.TOMLDecodeError as error:
            raise self._not_toml(str(error)) from error
        except RecursionError as error:
            raise Refusal("game_deep", line=1) from error
        self._places = self._lines_by_path()

    def _not_toml(self, told: str) -> Refusal:
        place = _PLACE.search(told)
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
        """Return the line of an entry, or of a text in it."""
        found = next(
            (self._places[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._places), 1
        )
        for number in range(found, min(found + 60, len(self._lines)) + 1) if text else ():
            if text in self._lines[number - 1]:
                return number
        return found

    def refusal(self, code: str, path: Path, shown: str = "", /, **data: Scalar) -> Refusal:
        """Return the refusal of an entry, with its line and its place."""
        where = ".".join(path)
        return Refusal(code, **{"line": self.line_of(path, shown), "where": f"[{where}]", **data})


@lru_cache(maxsize=8)
def source_of(text: str) -> Source:
    """Return a text read as TOML, once for all who ask; raises what `Source` does."""
    return Source(text)


def refuse_too_long(text: str) -> None:
    """Refuse a text that is too long."""
    if len(text) > RULES_LENGTH:
        raise Refusal("game_too_long", line=1, count=len(text), most=RULES_LENGTH)


def refuse_too_much(lines: list[str]) -> None:
    """Refuse too long a line, a key of too many steps, and a control character."""
    for number, line in enumerate(lines, 1):
        if line.partition("=")[0].count(".") > _MOST_STEPS:
            raise Refusal("game_deep", line=number)
        if len(line) > LONGEST_LINE:
            raise Refusal("game_long_line", line=number, count=len(line), most=LONGEST_LINE)
        if _CONTROL.search(line):
            raise Refusal("game_control", line=number)


def _quote(piece: re.Match[str]) -> str:
    """Return a bare word with accents in quotes, as TOML wants its keys."""
    word = piece[0]
    return f'"{word}"' if word[0] not in "\"'#" and not word.isascii() else word


def _steps(written: str) -> Path:
    return tuple(step.strip().strip("\"'") for step in re.findall(r"\"[^\"]*\"|'[^']*'|[\w-]+", written))
