"""The columns of a library file by any of their names: the id, or a word that the screen shows."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from tracker.rules.text import fold

Names = Mapping[str, Sequence[str]]
"""The words for each column, by its id."""

NO_NAMES: Names = MappingProxyType({})
_BETWEEN_WORDS = re.compile(r"[\W_]+")


def column_of(written: str, ids: Sequence[str], names: Names) -> str:
    """Return the id of a column; case, accents and signs do not matter. An unknown name stays as it is.

    >>> column_of("Salud Total", ("health", "health_max"), {"health_max": ("Salud total",)})
    'health_max'
    """
    if written in ids:
        return written
    wanted = _bare(written)
    for column in ids:
        if wanted in map(_bare, (column, *names.get(column, ()))):
            return column
    return written


def known_columns(ids: Sequence[str], names: Names) -> str:
    """Return the columns for a sentence, each by the word that the screen shows."""
    return ", ".join(names.get(column, (column,))[0] for column in ids)


@lru_cache(4_096)
def _bare(name: str) -> str:
    return _BETWEEN_WORDS.sub("", fold(name))
