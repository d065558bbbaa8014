"""The files of words: one for each language of the program, and of each game."""

from functools import lru_cache
from pathlib import Path

from msgspec.json import decode

PROGRAM = Path(__file__).parents[1] / "words"
"""The folder of the program's own words."""
Table = dict[str, dict[str, str]]
"""The texts of one language by space and name."""


def languages_in(folder: Path) -> list[str]:
    """Return the codes of the languages that a folder has words in."""
    return sorted(path.stem for path in folder.glob("*.json"))


@lru_cache
def words_in(folder: Path, language: str) -> Table:
    """Return the words of a folder in a language; none if it has no file for it."""
    path = folder / f"{language}.json"
    return decode(path.read_bytes(), type=Table) if path.is_file() else {}
