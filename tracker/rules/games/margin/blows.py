"""The forecast of an attack of Margin: an opposed action (R4-027).

The rule book has no health. Here a target that loses the opposed action is out of the fight.
"""

from collections import Counter
from fractions import Fraction

from tracker.rules.blow import weighted_blow
from tracker.rules.games.margin.checks import Call, bonus_of, margins, odds_against
from tracker.rules.games.margin.sheet import Character, character, fighting_characteristic
from tracker.rules.system import Blow, RulesContext

UNABLE = -1
"""The margin of a target that has nothing to fight with: the smallest failure."""
OUT = Blow({1: 1}, 1)
"""A defeat takes one point: `GameSystem.stamina` gives one to a creature without health."""


def blow(context: RulesContext, who: str, target: str) -> Blow | None:
    """Forecast whether a creature beats another; None without a physical characteristic.

    Each rolls its `fighting_characteristic`.
    """
    own_margins, rival_margins = _margins(character(context, who)), _margins(character(context, target))
    if not own_margins:
        return None
    ways = odds_against(own_margins, rival_margins or Counter({UNABLE: 1}))
    return weighted_blow((Fraction(ways["won"], sum(ways.values())), OUT))


def _margins(sheet: Character) -> Counter[int]:
    """Count the ways to each margin of what a creature fights with; none if it has nothing."""
    name = fighting_characteristic(sheet)
    return margins(sheet.characteristics[name].value, bonus_of(sheet, Call(name))) if name else Counter()
