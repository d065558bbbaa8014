"""The program's own texts, by key: `say("exploration.paused", time=…)`."""

from collections.abc import Mapping

from tracker.rules.fields import NOTHING
from tracker.wording.amounts import AMOUNTS
from tracker.wording.language import REFERENCE, language
from tracker.wording.template import fill
from tracker.wording.word_files import PROGRAM, words_in


def say(key: str, /, **data: object) -> str:
    """Return a text in the language in use, with its data; in English if the language lacks it."""
    space, _dot, name = key.partition(".")
    text = words_in(PROGRAM, language()).get(space, {}).get(name)
    return fill(words_in(PROGRAM, REFERENCE)[space][name] if text is None else text, data, in_words)


def in_words(value: object, space: str, _data: Mapping[str, object] = NOTHING) -> str:
    """Return a datum in words; an amount has its unit."""
    if space in AMOUNTS:
        return AMOUNTS[space](value if isinstance(value, int) else 0)
    return str(value)
