"""The games that a campaign may choose: those of this repository, and those installed beside it.

An installed game registers under the entry point group `tracker.systems`, by its key. The value
is a module attribute that holds its `GameSystem`. Its words are files in a folder `words` beside that module.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal

GROUP = "tracker.systems"


SYSTEMS = ("chronicle", "horror", "percentile", "margin")
"""The keys of the systems of this repository."""
DEFAULT = SYSTEMS[0]
"""The game of a campaign for which the GM names none."""


@cache
def system_of(key: str) -> GameSystem:
    """Return a system by its key; a campaign imports its own system and no other.

    Raises `Refusal`: `unknown_system` naming the known ones, `broken_system`.
    """
    match key:
        case "chronicle":
            from tracker.rules.games.chronicle.system import CHRONICLE  # noqa: PLC0415 - as said above

            return CHRONICLE
        case "horror":
            from tracker.rules.games.horror.system import HORROR  # noqa: PLC0415 - as said above

            return HORROR
        case "percentile":
            from tracker.rules.games.percentile.system import PERCENTILE  # noqa: PLC0415 - as said above

            return PERCENTILE
        case "margin":
            from tracker.rules.games.margin.system import MARGIN  # noqa: PLC0415 - as said above

            return MARGIN
        case _:
            return installed(key)


def known_systems() -> tuple[str, ...]:
    """Return the keys of every system, those of this repository first."""
    return (*SYSTEMS, *sorted(_entry_points().keys() - {*SYSTEMS}))


@cache
def installed(key: str) -> GameSystem:
    """Return a system installed beside this repository.

    Raises `Refusal`: `unknown_system` naming the known ones, `broken_system`.
    """
    entry = _entry_points().get(key)
    if entry is None:
        raise Refusal("unknown_system", name=key, known=", ".join(known_systems()))
    try:
        game = entry.load()
    except (ImportError, AttributeError) as error:
        raise Refusal("broken_system", name=key, reason=str(error)) from error
    if not isinstance(game, GameSystem) or game.key != key:
        raise Refusal("broken_system", name=key, reason=entry.value)
    return game


@cache
def _entry_points() -> Mapping[str, Any]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - only an unknown system is looked for

    return {entry.name: entry for entry in entry_points(group=GROUP)}
