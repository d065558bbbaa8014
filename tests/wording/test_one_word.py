"""Spanish has one word for a thing, on the screen and in the manual, and spells it as the academy does."""

import re
from collections.abc import Iterator

import pytest

from tests.wording.word_check import GAMES
from tracker.manual import FOLDER
from tracker.wording.word_files import PROGRAM, TURNS, words_in

INSTEAD = {
    "partida": "campaña",
    "pelea": "combate",
    "lucha": "combate",
    "velada": "sesión",
    "archivo": "fichero",
    "figura": "cifra",
    "máquina": "equipo",
    "renglón": "línea",
    "sólo": "solo",
    "guión": "guion",
    "usted": "tú",
}
TYPED = frozenset(("also", "example", "language", "page_word", "shell_verb", "topic", "verb", "word"))
"""Spaces of words that people type, where every word that one may think of stands."""
IDIOM = "partidas de rol"


def texts() -> Iterator[tuple[str, str]]:
    for folder in (PROGRAM, TURNS, *GAMES.values()):
        for space, table in words_in(folder, "es").items():
            if space not in TYPED:
                yield from ((f"{folder.parent.name} {space}.{name}", text) for name, text in table.items())
    for path in FOLDER.glob("es/*.md"):
        page = re.sub(r"^```.*?^```$|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
        yield path.name, page


@pytest.mark.parametrize("word", INSTEAD)
def test_a_thing_has_one_word(word: str) -> None:
    pattern = re.compile(rf"(?<!\w){word}s?(?!\w)", re.IGNORECASE)
    found = [place for place, text in texts() if pattern.search(text.replace(IDIOM, ""))]
    assert found == [], f"say {INSTEAD[word]}"


def test_quotation_marks_are_angled_ones() -> None:
    quoted = re.compile(r"[“”‘]|(?<![\w=(\[ ,|`])\"[A-ZÁÉÍÓÚÑ]")
    assert [place for place, text in texts() if quoted.search(text) and "“”, «»" not in text] == []


def test_a_question_begins_with_a_capital_after_a_full_stop() -> None:
    assert [
        place for place, text in texts() if re.search(r"[.!?»] ¿[a-záéíóú]|\w\. [a-záéíóú]{3}", text)
    ] == []
