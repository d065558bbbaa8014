"""The features of the program: the one place of the core that names their folders."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tracker.feature import Feature, Player
from tracker.features.notebook import NOTEBOOK
from tracker.features.towns import TOWNS
from tracker.features.verify import VERIFY

FEATURES: tuple[Feature, ...] = (NOTEBOOK, TOWNS, VERIFY)
_FEATURE = {each.id: each for each in FEATURES}
T = TypeVar("T")


def open_feature(feature: str, player: Player, at: str = "") -> None:
    """Show the screen of a feature, at a key of its own if one is given."""
    if opens := _FEATURE[feature].opens:
        opens(player, at)


def placed(
    core: Sequence[T], own: Iterable[T], id_of: Callable[[T], str], before: Callable[[T], str]
) -> tuple[T, ...]:
    """Return the rows of a table with those of features, each before the row that it names, if any, or last.

    Raises `ValueError` if there is no row of that name.
    """
    rows = list(core)
    for each in own:
        ids = [*map(id_of, rows)]
        rows.insert(ids.index(before(each)) if before(each) else len(rows), each)
    return tuple(rows)
