"""Where faces and new ids come from: the system's randomness, or a seed that can be repeated."""

import secrets

from tracker.rules.dice import Roll
from tracker.session.moves.party import Fresh

ID_BYTES = 5


def luck(seed: int | None = None) -> tuple[Roll, Fresh]:
    """Return the program's dice and its source of ids; the same faces again for the same `seed`."""
    if seed is None:
        return _face, _fresh
    from random import Random  # noqa: PLC0415 - only for a seed

    source = Random(seed)  # noqa: S311 - repeatable on purpose
    return lambda sides: source.randint(1, sides), _fresh


def _face(sides: int) -> int:
    return secrets.randbelow(sides) + 1


def _fresh() -> str:
    return secrets.token_hex(ID_BYTES)
