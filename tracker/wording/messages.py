"""The program's own texts, by key: `say("exploration.paused", time=…)`."""

from collections.abc import Callable, Iterator, Mapping

from tracker.rules.fields import NOTHING
from tracker.wording.amounts import AMOUNTS
from tracker.wording.language import REFERENCE, grammar, language
from tracker.wording.template import every_datum, fill, parse_template
from tracker.wording.word_files import PROGRAM, words_in


def say(key: str, /, **data: object) -> str:
    """Write a text in the language in use, with its data; in English if the language lacks it.

    An empty key gives an empty text.
    """
    return fill(_text(key), data, in_words) if key else ""


def say_of(key: str, name: str) -> str:
    """Say a text in the form that agrees with a name: `apagado|apagada|apagados|apagadas`."""
    return grammar().agreeing(say(key), name)


def with_ways(key: str, way_to: Callable[[str], str], /, **data: object) -> str:
    """Write a text that names keys: `{encounter.next}` is where `way_to` says that binding to be."""
    return say(key, **data, **{name: way_to(name) for name in names_in(key) if "." in name})


def say_or_keep(text: str) -> str:
    """Say a key; a text that is no key, such as `2d6+3`, is the same in every language."""
    return say(text) if has(text) else text


def has(key: str) -> bool:
    space, _dot, name = key.partition(".")
    return name in words_in(PROGRAM, REFERENCE).get(space, {})


def names_in(key: str) -> Iterator[str]:
    """Name the data of a text, including optional ones."""
    return (datum.name for datum in every_datum(parse_template(_text(key)))) if key else iter(())


def _text(key: str) -> str:
    space, _dot, name = key.partition(".")
    text = words_in(PROGRAM, language()).get(space, {}).get(name)
    return words_in(PROGRAM, REFERENCE)[space][name] if text is None else text


def in_words(value: object, space: str, _data: Mapping[str, object] = NOTHING) -> str:
    """Write a datum: an amount with its unit, any other value as it is."""
    if space in AMOUNTS:
        return AMOUNTS[space](value if isinstance(value, int) else 0)
    return str(value)
