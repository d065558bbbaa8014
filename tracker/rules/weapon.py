"""What a weapon deals: a figure, or dice that fall."""

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse


def strike_with(who: str, weapon: str, damage: str, roll: Roll) -> tuple[int, tuple[Throw, ...]]:
    """Return the damage of a weapon's blow, and its throw where dice fell.

    >>> strike_with("ana", "navaja", "3", lambda sides: 1)
    (3, ())

    Raises what `dice.parse` raises, for a weapon from a save that says something else.
    """
    rolled = parse(damage).roll(roll)
    if not rolled.dice:
        return rolled.total, ()
    return rolled.total, (Throw("weapon", rolled.dice, rolled.total, who, weapon, expression=damage),)
