"""The rules systems that a campaign may choose from."""

from collections.abc import Mapping

from tracker.rules.chronicle.system import CHRONICLE
from tracker.rules.horror.system import HORROR
from tracker.rules.percentile.system import PERCENTILE
from tracker.rules.refusal import Refusal
from tracker.rules.system import GameSystem

SYSTEMS: Mapping[str, GameSystem] = {game.key: game for game in (CHRONICLE, HORROR, PERCENTILE)}


def system_of(key: str) -> GameSystem:
    """Return a system by its key; raises `Refusal` `unknown_system` naming the known ones."""
    if key not in SYSTEMS:
        raise Refusal("unknown_system", name=key, known=", ".join(SYSTEMS))
    return SYSTEMS[key]
