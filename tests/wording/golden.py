"""The golden files: every sentence of facts and refusals, told of none, one and many.

`python -m tests.wording.golden` writes them; the difference is then read.
"""

import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from tests.session.game import Game
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.wording.amounts import AMOUNTS
from tracker.wording.faces import BRACKETED
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import fact_sentence, refusal_sentence
from tracker.wording.tellings import Telling
from tracker.wording.template import EACH, Datum, OptionalPart, RepeatedPart, every_datum, parse_template
from tracker.wording.word_files import PROGRAM, TURNS, Table, words_in
from tracker.wording.words import words_of

FOLDER = Path(__file__).parent
COUNTS = (0, 1, 2, 7)
ONE, SAME, MANY = ("Lía",), ("ogro", "ogro"), ("Lía", "Bren", "Iria")
CREATURES = ("who", "name")
FIGURES = """
accumulated active age amount at bonus bonuses chance count day days dice die effort failures filled
health high highest hit_points hours initiative kept left length level limit lit longest lost low margin
maximum mentor minimum most needed nights number of passive penalty percent points present rolled rolls
round rounds row rows sanity segments sides size static target threshold total turn turns value year
"""
"""Data that are bare figures."""
LIMITS = ("at", "high", "length", "limit", "longest", "most", "segments", "sides", "size")
"""Figures that are never one."""
SECONDS = (0, 60, 3_600, 190_800)
"""Amounts for each of the counts."""
_TURNS = "turns"
"""The words of games without rounds."""
_SAMPLES = {
    "progress_clock": "‹name›",
    "name": "Odón",
    "named": "Odón",
    "whose": "Lía",
    "holder": "Lía",
    "own": "antorcha",
    BRACKETED: "d6 → 2",
    "event": "0-a",
    "dice": "2d6+3",
    "goods": "3 gold",
    "shell": "La Torre",
    "because": "wounds",
    "verb": "test",
    "fields": "health_max attacks",
    "entries": "health_max",
}


def golden(language: str) -> str:
    """Return the text of the golden file of a language."""
    speak(language)
    return "".join(
        f"{game or 'program'} {space} {kind}\n" + "".join(f"    {line}\n" for line in dict.fromkeys(lines))
        for game in ("", _TURNS, *SYSTEMS)
        for space in ("fact", "refusal")
        for kind, lines in _sentences_by_kind(game, space, language)
    )


def _sentences_by_kind(game: str, space: str, language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of a game with its sentences."""
    system = {"": next(iter(SYSTEMS)), _TURNS: "percentile"}.get(game, game)
    history = Game(system=system).history
    for kind, text in _table(game, language).get(space, {}).items():
        yield kind, [_sentence(space, kind, data, system, history) for data in cases(text, system)]


def _table(game: str, language: str) -> Table:
    folders = {"": PROGRAM, _TURNS: TURNS}
    return words_in(folders.get(game, PROGRAM.parent / "rules/games" / game / "words"), language)


def _sentence(space: str, kind: str, data: Mapping[str, object], system: str, history: History) -> str:
    if space == "refusal":
        scalars = {name: value for name, value in data.items() if isinstance(value, str | int)}
        return refusal_sentence(Refusal(kind, **scalars), system)
    return fact_sentence(Telling(kind, data), history)


def cases(text: str, system: str) -> Iterator[dict[str, object]]:
    """Yield the data of a sentence: of one creature and several, with each count, without what may lack."""
    parts = parse_template(text)
    every = [*every_datum(parts)]
    counted = {datum.name for datum in every if datum.forms}
    creature = next((name for name in CREATURES if name in counted), "")
    for place in range(len(COUNTS)):
        data = {datum.name: _sample(datum, place, system) for datum in every}
        data |= dict.fromkeys(counted - {creature}, COUNTS[place])
        for who in (ONE, SAME, MANY) if creature and place == 1 else (ONE,):
            yield data | ({creature: who if len(who) > 1 else who[0]} if creature else {})
    optional = set(chain.from_iterable(_names(part) for part in parts if isinstance(part, OptionalPart)))
    yield {name: value for name, value in data.items() if name not in optional - {creature}}
    if any(isinstance(part, RepeatedPart) for part in parts):
        yield data | {EACH: tuple(data | {"who": who} for who in (*MANY, SAME))}


def _names(part: OptionalPart) -> Iterator[str]:
    return (each.name for each in part.parts if isinstance(each, Datum))


def _sample(datum: Datum, place: int, system: str) -> object:
    """Return a value for a datum: by its space, a figure, or its name in brackets."""
    if datum.space in (*AMOUNTS, "passing"):
        return SECONDS[place]
    if datum.space == "weight":
        return COUNTS[place]
    if datum.space in _SAMPLES:
        return _SAMPLES[datum.space]
    if datum.space:
        return next(iter(words_of(system).space(datum.space)), datum.name)
    if datum.name in LIMITS:
        return 9
    return COUNTS[place] if datum.name in FIGURES.split() else f"‹{datum.name}›"


def path_of(language: str) -> Path:
    return FOLDER / f"sentences.{language}.txt"


if __name__ == "__main__":
    for each in sys.argv[1:] or LANGUAGES:
        path_of(each).write_text(golden(each), encoding="utf-8")
