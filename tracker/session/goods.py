"""Goods: coins, things without a usage die, the common heap, and their weight."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct, field

from tracker.rules.fields import Name, amount, number
from tracker.rules.text import fold, match_old_key

Purse = Mapping[str, Annotated[int, amount(low=0)]]
"""Number of coins, by the key of the coin."""
Weights = Mapping[str, Annotated[int, number(low=0)]]
"""Weight of one piece, in hundredths of a unit, by `weight_key` of its name."""
MOST_OF_ONE = 1_000_000
"""Most coins or things of one kind that move at once."""
HUNDREDTHS = 100
"""Weights are saved in these parts of a unit."""


class Coin(Struct, frozen=True):
    """A coin of the campaign. Without a name, it has the translation of its key."""

    name: Name = ""
    value: Annotated[int, number(low=1)] = 1
    """Its worth in the smallest coin."""


USUAL: Mapping[str, Coin] = {"gold": Coin("", 100), "silver": Coin("", 10), "copper": Coin("", 1)}
"""The coins of a campaign that has set none: no document names any."""


class Thing(Struct, frozen=True):
    """Things of one kind, without a usage die: a ruby, three letters."""

    name: Name = ""
    owner: Name = ""
    """Id of its creature; empty for the common heap."""
    count: Annotated[int, amount(low=0)] = 1
    hidden: bool = False
    """Players do not know of it yet. Only for things in the heap."""


class Heap(Struct, frozen=True):
    """Coins that a fight or a place gave and nobody has taken yet."""

    coins: Purse = field(default_factory=dict)
    hidden: Purse = field(default_factory=dict)
    """Coins that players do not know of yet."""


class Goods(Struct, frozen=True):
    """Coins by their keys, and things by their names, that change hands together."""

    coins: Mapping[str, int] = field(default_factory=dict)
    things: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.coins.values()) or any(self.things.values())


class GoodsPart(Struct, frozen=True):
    """Coins or things of one kind: `name` is a thing's name, a coin's own name, or else the key of a coin."""

    name: str
    count: int
    is_coin: bool = False


def with_coins(purse: Mapping[str, int], more: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    """Add coins to a purse, or take them with a `sign` of −1.

    >>> with_coins({"gold": 3}, {"gold": 1, "silver": 2})
    {'gold': 4, 'silver': 2}
    """
    return {key: purse.get(key, 0) + sign * more.get(key, 0) for key in dict.fromkeys((*purse, *more))}


def worth(coins: Mapping[str, Coin], purse: Mapping[str, int]) -> int:
    """Compute the worth of a purse in the smallest coin; a coin that the campaign dropped is worth 0."""
    return sum(count * coins[key].value for key, count in purse.items() if key in coins)


def pay_from(coins: Mapping[str, Coin], purse: Mapping[str, int], price: Mapping[str, int]) -> Purse | None:
    """Pay a price from a purse, with change if needed; None if the purse has too little.

    The coins of the price go first, then smaller ones. A larger coin is broken only for the rest.

    >>> pay_from(USUAL, {"gold": 1, "silver": 4}, {"silver": 5})
    {'silver': 9}
    """
    remaining = dict(purse)
    owed = 0
    for key, count in price.items():
        paid = min(remaining.get(key, 0), count)
        remaining[key] = remaining.get(key, 0) - paid
        owed += (count - paid) * coins[key].value
    available = sorted((key for key in coins if remaining.get(key, 0)), key=lambda key: -coins[key].value)
    for key in available:
        paid = min(remaining[key], owed // coins[key].value)
        remaining[key] -= paid
        owed -= paid * coins[key].value
    broken = next((key for key in reversed(available) if owed and remaining[key]), None)
    if owed and broken is None:
        return None
    if broken is not None:
        remaining[broken] -= 1
        change = coins[broken].value - owed
        for key in sorted(coins, key=lambda key: -coins[key].value):
            count, change = divmod(change, coins[key].value)
            remaining[key] = remaining.get(key, 0) + count
        if change:
            return None
    return {key: count for key, count in remaining.items() if count}


def weight_key(weights: Weights, name: str) -> str:
    """Find the key of the weight of a thing or supply, or make the key that it would have.

    >>> weight_key({}, "Espada Corta")
    'espada corta'
    """
    return match_old_key(weights, fold(name).strip().replace("/", "-"))
