"""The word files: one for each language of the program, and of each game."""

from functools import lru_cache
from pathlib import Path

from msgspec.json import decode

from tracker import read_shipped, shipped_in

PROGRAM = Path(__file__).parents[1] / "words"
"""The folder of the program's own words."""
TURNS = PROGRAM / "turns"
"""The folder of the words for a game without rounds of its own, in which all act within one turn."""
Table = dict[str, dict[str, str]]
"""The texts of one language, by space and name."""


def languages_in(folder: Path) -> list[str]:
    """List the languages for which a folder has a word file."""
    return shipped_in(folder, ".json")


@lru_cache
def words_in(folder: Path, language: str) -> Table:
    """Read the words of a folder in a language; empty without a file for it."""
    content = read_shipped(folder / f"{language}.json")
    return decode(content, type=Table) if content else {}
