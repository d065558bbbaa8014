"""An attack of Margin as a forecast plays it: an opposed action (R4-027).

The text counts no health. Here an attacked creature that loses the opposed action is out of the fight.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tracker.rules.blow import weighted_blow
from tracker.rules.games.margin.checks import Call, bonus_of, margins, odds_against
from tracker.rules.games.margin.sheet import Character, Characteristic, character
from tracker.rules.system import Blow, RulesContext

UNABLE = -1
"""The margin of a target without anything to fight with: the least failure."""
OUT = Blow({1: 1}, 1)
"""The loss of a defeat: a creature whose health nobody counts has one point of it."""


def blow(context: RulesContext, who: str, target: str) -> Blow | None:
    """Return how likely a creature beats another; None without a physical characteristic.

    Each rolls the best of its physical techniques, or else of its other physical characteristics.
    """
    mine, theirs = _margins(character(context, who)), _margins(character(context, target))
    if not mine:
        return None
    ways = odds_against(mine, theirs or Counter({UNABLE: 1}))
    return weighted_blow((Fraction(ways["won"], sum(ways.values())), OUT))


def _margins(sheet: Character) -> Counter[int]:
    """Return in how many ways what a creature fights with has each margin; none if it has nothing."""
    name = _fights_with(sheet.techniques) or _fights_with(sheet.characteristics)
    return margins(sheet.characteristics[name].value, bonus_of(sheet, Call(name))) if name else Counter()


def _fights_with(known: Mapping[str, Characteristic]) -> str:
    """Return the best physical characteristic of some; empty if none is physical."""
    physical = [name for name, each in known.items() if each.physical]
    return max(physical, key=lambda name: known[name].value, default="")
