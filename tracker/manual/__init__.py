"""The manual: pages of Markdown in both languages, for the app, the shell and the web."""

import re
import textwrap
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tracker import read_shipped
from tracker.rules.text import fold
from tracker.wording.language import REFERENCE, language
from tracker.wording.template import capital
from tracker.wording.words import synonyms, term, words_of

_WIDTH, _LEAST = 80, 20
"""The width of a line, and the least width of a table's last column, in cells."""
FOLDER = Path(__file__).parent
PAGES = (
    "first-evening",
    "fight",
    "exploration",
    "adventure",
    "notebook",
    "dice",
    "seals",
    "sharing",
    "two-towns",
    "players",
    "tables",
    "games",
    "game-files",
    "game-format",
    "commands",
    "keys",
    "settings",
    "shell",
    "format",
    "json",
    "programs",
    "assistants",
    "install",
    "trouble",
    "glossary",
    "index",
)
"""The ids of the pages, which are the names of their files. Readers ask for a page by its topic."""

KEY = re.compile(r"\[`([^`]*)`\]\(keys\.md#([\w.]+)\)")
"""A key in a page: a link to the id of its binding."""


_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


def topics() -> tuple[str, ...]:
    """List the words by which pages are asked for, in the language in use."""
    words = words_of("")
    return tuple(term(words, "topic", page) for page in PAGES)


def find_page(topic: str) -> str | None:
    """Find the page of a topic in either language; a unique prefix is enough."""
    words = [(fold(word), page) for page in PAGES for word in synonyms(words_of(""), "topic", page)]
    prefix = fold(topic)
    exact = {page for word, page in words if word == prefix}
    pages = exact or {page for word, page in words if prefix and word.startswith(prefix)}
    return pages.pop() if len(pages) == 1 else None


def markdown(page: str) -> str:
    """Read a page in the language in use, or in English if the language lacks it."""
    path = FOLDER / language() / f"{page}.md"
    return read_shipped(path, FOLDER / REFERENCE / path.name).decode()


def title(page: str) -> str:
    return markdown(page).partition("\n")[0].removeprefix("# ")


def plain_text(page: str) -> str:
    """Format a page as plain text: without marks, with tables in columns."""
    return "\n".join(_plain_lines(markdown(page)))


def for_terminals(page: str) -> str:
    """Replace the links and keys of a page by marked words, because a terminal follows no link."""
    return _LINK.sub(r"\1", KEY.sub(r"**`\1`**", markdown(page)))


def text_lines(page: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page that have text, without marks, each with its number from 0."""
    for number, line in enumerate(markdown(page).splitlines()):
        text = _bare(line.lstrip("#-| ").replace("|", " ")).strip()
        if text and not text.startswith("```"):
            yield number, text


def section_of(page: str, name: str) -> str:
    """Format the sections whose headings contain a name, as `### daño · damage` does, as plain text."""
    matching_lines: list[str] = []
    chapter = ""
    for part in re.split(r"^(?=##+ )", markdown(page), flags=re.MULTILINE):
        heading, _line, text = part.partition("\n")
        chapter = chapter if heading.startswith("### ") else heading.lstrip("# ")
        if fold(name) in map(fold, _names_in(heading)):
            matching_lines += [f"## {heading.lstrip('# ')} ({chapter})", *text.splitlines()]
    return "\n".join(_plain_lines("\n".join(matching_lines)))


def _names_in(heading: str) -> list[str]:
    return heading.lstrip("# ").split(" · ")


class Kind(StrEnum):
    """The kind of a part of a page."""

    HEADING = "heading"
    TABLE = "table"
    CODE = "code"
    ITEM = "item"
    TEXT = "text"


class Part(NamedTuple):
    """Lines of a page of one kind. Only a table has several lines; a blank line is a part too."""

    kind: Kind
    number: int
    """The number of its first line in the page, from 0."""
    lines: list[str]


def parts(text: str) -> Iterator[Part]:
    """Split a page of Markdown into parts; lines keep their marks, except those of headings and code."""
    is_code = False
    for is_table, group in groupby(enumerate(text.splitlines()), lambda each: each[1].startswith("|")):
        numbered = [*group]
        if is_table:
            yield Part(Kind.TABLE, numbered[0][0], [line for _number, line in numbered])
            continue
        for number, line in numbered:
            if line.startswith("```"):
                is_code = not is_code
            elif is_code:
                yield Part(Kind.CODE, number, [line])
            elif heading := re.match(r"#+ (.*)", line):
                yield Part(Kind.HEADING, number, [heading[1]])
            else:
                yield Part(Kind.ITEM if line.startswith("- ") else Kind.TEXT, number, [line])


def cells(line: str) -> list[str]:
    """Split a table's row into cells, with their marks; empty for the line under the titles."""
    if set(line) <= set("|-: "):
        return []
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _plain_lines(text: str) -> Iterator[str]:
    for part in parts(text):
        match part.kind:
            case Kind.TABLE:
                yield from _in_columns([[*map(_bare, row)] for row in map(cells, part.lines) if row])
            case Kind.CODE:
                yield f"    {part.lines[0]}".rstrip()
            case Kind.HEADING:
                yield from (_bare(part.lines[0]), "-" * len(_bare(part.lines[0])))
            case Kind.ITEM | Kind.TEXT:
                indent = "  " if part.kind is Kind.ITEM else ""
                yield from textwrap.wrap(_bare(part.lines[0]), _WIDTH, subsequent_indent=indent) or [""]


def _in_columns(rows: list[list[str]]) -> Iterator[str]:
    """Align the rows in columns; the last cell is wrapped."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    indent = sum(widths) + 2 * len(widths)
    for *cells, last_cell in rows:
        start = "".join(f"{cell:{width}}  " for cell, width in zip(cells, widths, strict=True))
        first_line, *other_lines = textwrap.wrap(last_cell, max(_WIDTH - indent, _LEAST)) or [""]
        yield f"{start}{first_line}".rstrip()
        yield from (f"{'':{indent}}{line}" for line in other_lines)


def _bare(text: str) -> str:
    """Remove the marks of Markdown; a key stands in brackets.

    >>> _bare("[`n`](keys.md#encounter.next) is **next** ([the fight](fight.md))")
    '[n] is next (the fight)'
    """
    text = KEY.sub(r"[\1]", text)
    without_links = _LINK.sub(r"\1", text)
    return re.sub(r"`([^`]*)`|\*\*([^*]+)\*\*", lambda match: match[1] or match[2] or "", without_links)


_KEY, _NAME = 'key = "ascuas"', 'name = "Ascuas"'
"""The template's placeholders for the key and the name of the new game."""


def template(name: str) -> str:
    """Fill the template of a game file, in the language in use, with the game's name and key."""
    path = FOLDER / language() / "game.toml"
    key = re.sub(r"[^a-z0-9_]+", "_", fold(name)).lstrip("_0123456789")[:30] or "juego"
    shown_name = re.sub(r'[\\"{}\[\]]', "", name)[:60] or key
    text = read_shipped(path, FOLDER / REFERENCE / path.name).decode()
    return text.replace(_KEY, f'key = "{key}"').replace(_NAME, f'name = "{capital(shown_name)}"')
