"""The data that a fact must have, as the sentence of its kind declares them."""

from collections.abc import Callable
from functools import lru_cache

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.event import SavedFacts
from tracker.session.text import clean
from tracker.wording.amounts import AMOUNTS
from tracker.wording.faces import BRACKETED
from tracker.wording.language import DEFAULT
from tracker.wording.tellings import PENDING_KINDS
from tracker.wording.template import data_of, parse_template
from tracker.wording.words import variant, words_of_language

_Need = tuple[str, bool]
"""The name of a datum, and whether its value must be a whole number."""


_NUMBERS = {*AMOUNTS, "passing"}
"""Spaces whose values are whole numbers."""
_FREE = ("whose", "holder", BRACKETED)
"""Spaces that have words for a missing datum too."""


def fact_check(system: str) -> Callable[[SavedFacts], None]:
    """Build the check of facts in a campaign of this system.

    It refuses a fact without the data of its sentence. A kind without one may come from a newer version.
    """

    def check(facts: SavedFacts) -> None:
        for kind, data in facts:
            filled = tuple([name for name, value in data.items() if value])
            for name, is_number in needs_of(system, kind, filled):
                if name not in data or (is_number and type(data[name]) is not int):
                    raise Refusal("unfit_fact", kind=clean(kind, NAME_LENGTH), name=name)

    return check


@lru_cache(maxsize=4_096)
def needs_of(system: str, kind: str, filled: tuple[str, ...]) -> tuple[_Need, ...]:
    """List the data that a fact's sentence requires; its variant depends on the data that are not empty."""
    # One language decides for all, so that a save is valid in whatever language it is read.
    words = words_of_language(system, DEFAULT)
    sentence = variant(words, "fact", kind, dict.fromkeys(filled, True)) or ""
    spaces = {datum.name: datum.space for datum in data_of(parse_template(sentence))}
    if kind in PENDING_KINDS:
        spaces.pop("what", None)
        spaces["due"] = ""
    return tuple((name, space in _NUMBERS) for name, space in spaces.items() if space not in _FREE)
