"""The English catalogue has every message of the code and no other."""

from string import Formatter

from tests.catalogue import MO, catalogue, compiled, messages, translated
from tracker.wording.dice_grammar import GRAMMAR


def test_every_message_of_the_code_has_an_english_one() -> None:
    said = {message for message, forms in translated().items() if forms}
    assert messages() - said == set(), "run python -m tests.catalogue"


def test_the_catalogue_has_no_message_that_the_code_lacks() -> None:
    assert translated().keys() - messages() == set(), "run python -m tests.catalogue"


def test_the_compiled_catalogue_matches_its_source() -> None:
    assert MO.read_bytes() == compiled(catalogue()), "run python -m tests.catalogue"


def test_english_sentences_need_the_same_data_as_the_spanish_ones() -> None:
    filled = {message: forms for message, forms in translated().items() if GRAMMAR not in message}
    for message, forms in filled.items():  # the braces of the grammar stand for what may be repeated
        assert [*map(_fields, forms)] == [*map(_fields, message)], message


def test_english_messages_use_english_quotes() -> None:
    assert [text for forms in translated().values() for text in forms if "«" in text] == []


def _fields(sentence: str) -> set[tuple[str | None, str | None]]:
    return {(name, spec) for _text, name, spec, _conversion in Formatter().parse(sentence) if name}
