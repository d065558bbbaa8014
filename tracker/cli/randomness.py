"""The source of faces and new ids: the system's randomness, or a seed that can be repeated."""

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from tracker.rules.dice import Roll

if TYPE_CHECKING:
    from random import Random

ID_BYTES = 5


def luck(seed: int | None = None) -> tuple[Roll, Callable[[], str]]:
    """Return the program's dice and its source of ids; the same `seed` gives the same faces."""

    @cache
    def source() -> "Random":
        from random import Random, SystemRandom  # noqa: PLC0415 - most commands roll nothing

        return SystemRandom() if seed is None else Random(seed)  # noqa: S311 - repeatable on purpose

    return lambda sides: source().randint(1, sides), fresh_id


def fresh_id() -> str:
    """Return a new id."""
    return os.urandom(ID_BYTES).hex()
