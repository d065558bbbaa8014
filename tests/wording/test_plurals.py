"""Singulars, plurals and decimal signs in both languages."""

import pytest

from tests.session.game import Game
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.wording import amounts
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import fact_sentence, refusal_sentence
from tracker.wording.template import every_datum, parse_template
from tracker.wording.words import words_of


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    speak(request.param)
    return str(request.param)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("vigila 18+", {"es": "cada intervalo.", "en": "every interval."}),
        ("vigila 18+ cada 1", {"es": "cada intervalo.", "en": "every interval."}),
        ("vigila 18+ cada 2", {"es": "cada 2 intervalos.", "en": "every 2 intervals."}),
        ("tabla lluvia 1d1 1: llueve", {"es": "1 fila).", "en": "1 row)."}),
        ("tabla lluvia 1d2 1: no; 2: llueve", {"es": "2 filas).", "en": "2 rows)."}),
    ],
)
def test_a_count_of_one_is_singular(language: str, line: str, told: dict[str, str]) -> None:
    assert Game().sentences(line).endswith(told[language])


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.usefixtures("language")
def test_every_counting_sentence_can_say_none_one_and_many(system: str) -> None:
    texts = words_of(system).space("fact")
    counting = {kind: _counted_by(text) for kind, text in texts.items() if _counted_by(text)}
    assert counting
    history = Game(system=system).history
    for kind, names in counting.items():
        one, none, many = (
            fact_sentence(Fact(kind, dict.fromkeys(names, count)), history) for count in (1, 0, 3)
        )
        assert one != many
        assert none != many


def _counted_by(text: str) -> set[str]:
    return {datum.name for datum in every_datum(parse_template(text)) if datum.forms}


ONE_NOTE = {
    "es": "Un suceso que no llegó a la campaña ha vuelto de tu diario.",
    "en": "One event that had not reached the save was recovered from your journal.",
}
FEW = {"git_conflict", "long"}
"""Notes whose count is never one: the two sides of a conflict, and a long save."""


def test_a_note_about_one_event_is_singular(language: str) -> None:
    assert refusal_sentence(Refusal("from_journal", events=1)) == ONE_NOTE[language]
    words = words_of("")
    for code, text in (*words.space("refusal").items(), *words.space("finding").items()):
        counts = {"events", "lines"} & {datum.name for datum in every_datum(parse_template(text))}
        assert code in FEW or counts <= _counted_by(text), code


def test_a_count_of_another_type_in_a_save_still_has_a_sentence() -> None:
    assert "cada intervalo." in fact_sentence(Fact("watch_set", {"every": "x"}), Game().history)


@pytest.mark.parametrize(
    ("centimetres", "told"),
    [(960_000, {"es": "9,6 km", "en": "9.6 km"}), (150, {"es": "1,5 m", "en": "1.5 m"})],
)
def test_a_length_has_the_decimal_sign_of_the_language(
    language: str, centimetres: int, told: dict[str, str]
) -> None:
    assert amounts.distance(centimetres) == told[language]
