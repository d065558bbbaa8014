"""The grammar in help matches the parser: every text that it allows is a roll, or too large a one."""

import re
from random import Random

import pytest

from tracker.rules.dice.notation import parse_series
from tracker.rules.refusal import Refusal
from tracker.wording.dice_grammar import GRAMMAR, dice_help
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.messages import say

MISREAD = {"dice_syntax", "dice_unfinished", "dice_equals"}
WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("número", "number"): ("1", "2", "3", "4", "6", "8", "20"),
    ("etiqueta", "label"): ("emboscada", "trampa #2"),
    ("nota", "note"): ("fuego",),
    ("quien", "who"): ("lia",),
    ("campo", "field"): ("fuerza",),
}
TERMINALS = {name: words for names, words in WORDS.items() for name in names}
CLOSING = {"[": "]", "{": "}", "(": ")"}


class Writer:
    """Writes random texts of the grammar, shorter with depth."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._left = 60
        self._rules: dict[str, str] = dict(re.findall(r"^(\S+)\s+= (.*)$", say(GRAMMAR), re.MULTILINE))

    def roll(self) -> str:
        """Return a whole roll: the first rule."""
        return self.write(next(iter(self._rules)))

    def write(self, name: str) -> str:
        """Return a text of a rule, or a word for a free name."""
        if name in TERMINALS:
            return self._chance.choice(TERMINALS[name])
        self._left -= 1
        written = self._either(re.findall(r'"[^"]*"|[\[\](){}|]|\w+', self._rules[name]))
        return written.replace(" ", "") if name in ("nombre", "name") else written

    def _either(self, tokens: list[str]) -> str:
        ways: list[list[str]] = [[]]
        depth = 0
        for each in tokens:
            depth += (each in CLOSING) - (each in CLOSING.values())
            if each == "|" and depth == 0:
                ways.append([])
            else:
                ways[-1].append(each)
        return self._one_after_another(self._chance.choice(ways) if self._left > 0 else ways[0])

    def _one_after_another(self, tokens: list[str]) -> str:
        written: list[str] = []
        place = 0
        while place < len(tokens):
            token, end = tokens[place], place + 1
            if token in CLOSING:
                depth = 1
                while depth:
                    depth += (tokens[end] in CLOSING) - (tokens[end] in CLOSING.values())
                    end += 1
                written.append(self._group(token, tokens[place + 1 : end - 1]))
            else:
                written.append(token.strip('"') if token.startswith('"') else self.write(token))
            place = end
        return " ".join(filter(None, written))

    def _group(self, opening: str, tokens: list[str]) -> str:
        if opening == "(":
            return self._either(tokens)
        times = 0
        while self._left > 0 and self._chance.random() < 0.3 and (opening == "{" or not times):
            times += 1
        return " ".join(self._either(tokens) for _turn in range(times))


def misreads(text: str) -> bool:
    """Whether the parser refuses a text for its grammar, and not because advantage needs dice."""
    try:
        parse_series(text, lambda name: 3)
    except Refusal as refusal:
        return refusal.code in MISREAD and refusal.data.get("expected") != "die"
    return False


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_grammar_is_read(language: str) -> None:
    speak(language)
    misread = [text for text in (Writer(seed).roll() for seed in range(1_500)) if misreads(text)]

    assert misread == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_narrow_terminal_and_is_in_one_language(language: str) -> None:
    speak(language)
    page = dice_help().splitlines()

    assert [line for line in page if len(line) > 78] == []
    for mine, others in (("emboscada", "ambush"), ("[fuego]", "[fire]"), ("lia.violencia", "lia.violence")):
        told, untold = (mine, others) if language == "es" else (others, mine)
        assert any(told in line for line in page)
        assert not any(untold in line for line in page)


def test_help_names_the_limit_of_exact_odds() -> None:
    told = " ".join(dice_help().split())

    assert "cuenta todas las combinaciones, con fracciones exactas" in told
    assert "se estima con 10000 tiradas" in told
