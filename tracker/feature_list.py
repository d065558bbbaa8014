"""The features of the program: the one place of the core that names their folders."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from tracker.feature import AtMoment, CarriedOut, Feature, Player
from tracker.features.adventure import ADVENTURE
from tracker.features.clipboard import CLIPBOARD
from tracker.features.forecast import FORECAST
from tracker.features.library import LIBRARY
from tracker.features.notebook import NOTEBOOK
from tracker.features.page import PAGE
from tracker.features.recap import RECAP
from tracker.features.tally import TALLY
from tracker.features.towns import TOWNS
from tracker.features.verify import VERIFY

FEATURES: tuple[Feature, ...] = (
    ADVENTURE,
    FORECAST,
    NOTEBOOK,
    RECAP,
    LIBRARY,
    PAGE,
    TALLY,
    TOWNS,
    VERIFY,
    CLIPBOARD,
)
_FEATURE = {each.id: each for each in FEATURES}
_CARRIED_OUT = {each.id: each.carries for each in FEATURES if each.carries}
AT_MOMENT: Mapping[str, AtMoment] = {each.id: each.at_moment for each in FEATURES if each.at_moment}
"""What the log offers at an event, by the feature's id."""
T = TypeVar("T")


def carrier_of(feature: str) -> CarriedOut:
    return _CARRIED_OUT[feature]


def open_feature(feature: str, player: Player, at: str = "") -> None:
    """Show the screen of a feature, at one of the feature's keys unless `at` is empty."""
    if opens := _FEATURE[feature].opens:
        opens(player, at)


def insert_rows(
    core: Sequence[T], feature_rows: Iterable[T], id_of: Callable[[T], str], before: Callable[[T], str]
) -> tuple[T, ...]:
    """Insert the rows of features into a table, each before the core's row that it names, or last.

    Raises `ValueError` if a row names no row of the core.
    """
    ids, rows = [*map(id_of, core), ""], list(feature_rows)
    places = [ids.index(before(row)) for row in rows]
    placed_rows: list[T] = []
    for place in range(len(ids)):
        placed_rows += [row for index, row in zip(places, rows, strict=True) if index == place]
        placed_rows += core[place : place + 1]
    return tuple(placed_rows)
