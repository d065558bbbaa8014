"""Every example of a search in help can be read."""

import pytest

from tracker.commands.search import KEYS, parse_query, search_examples
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.words import term, words_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_a_search_can_be_read(language: str) -> None:
    speak(language)

    for text, _what in search_examples():
        assert parse_query(text).terms


def test_every_key_of_a_search_is_in_its_examples() -> None:
    told = " ".join(text for text, _what in search_examples())

    assert [key for key in KEYS if f"{term(words_of(''), 'search_key', key)}:" not in told] == []
