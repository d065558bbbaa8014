"""An attack of Margin as a forecast plays it: an opposed action (R4-027).

The text counts no health. Here an attacked creature that loses the opposed action is out of the fight.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tracker.rules.blow import chosen
from tracker.rules.dice import Die
from tracker.rules.dice.notation import parse
from tracker.rules.dice.odds import odds
from tracker.rules.games.margin.checks import BONUS_SIDES, Call, Check, bonus_of
from tracker.rules.games.margin.opposed import Winner, oppose
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
    theirs = theirs or Counter({UNABLE: 1})
    won = sum(
        weight * its
        for margin, weight in mine.items()
        for other, its in theirs.items()
        if oppose(margin, other).winner is Winner.A
    )
    return chosen((Fraction(won, mine.total() * theirs.total()), OUT))


def _margins(sheet: Character) -> Counter[int]:
    """Return how often each margin comes on what a creature fights with (R4-005); empty without anything."""
    name = _fights_with(sheet.techniques) or _fights_with(sheet.characteristics)
    if not name:
        return Counter()
    value, bonus = sheet.characteristics[name].value, bonus_of(sheet, Call(name))
    d4s = odds(parse(f"{bonus.count}d{BONUS_SIDES}" if bonus.count else "0"))
    margins: Counter[int] = Counter()
    for total, weight in d4s.weights.items():
        for face in range(1, 21):
            margins[Check(value, bonus, Die(20, face), (Die(BONUS_SIDES, total),)).margin] += weight
    return margins


def _fights_with(known: Mapping[str, Characteristic]) -> str:
    """Return the best physical characteristic of some; empty if none is physical."""
    physical = [name for name, each in known.items() if each.physical]
    return max(physical, key=lambda name: known[name].value, default="")
