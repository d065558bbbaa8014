"""Goods: coins, things without a usage die, the common heap, and how much they weigh."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct, field

from tracker.rules.fields import Name, amount, number
from tracker.rules.text import fold, kept_key

Purse = Mapping[str, Annotated[int, amount(low=0)]]
"""Number of each coin, by the key of the coin."""
Weights = Mapping[str, Annotated[int, number(low=0)]]
"""The weight of one, in hundredths of a unit, by `weight_key` of its name."""
MOST_OF_ONE = 1_000_000
"""Most coins or things of one kind that change hands at once."""
HUNDREDTHS = 100
"""Parts of a unit of weight."""


class Coin(Struct, frozen=True):
    """A coin of the campaign. Without a name it has that of its key, in the language in use."""

    name: Name = ""
    value: Annotated[int, number(low=1)] = 1
    """Its worth in the smallest coin."""


USUAL: Mapping[str, Coin] = {"gold": Coin("", 100), "silver": Coin("", 10), "copper": Coin("", 1)}
"""The coins of a campaign that has set none: no document names any."""


class Thing(Struct, frozen=True):
    """Things of one kind, without a usage die: a ruby, three letters."""

    name: Name = ""
    owner: Name = ""
    """Id of the creature that carries it; empty for the common heap."""
    count: Annotated[int, amount(low=0)] = 1
    hidden: bool = False
    """Whether players do not know of it yet; only in the heap."""


class Heap(Struct, frozen=True):
    """The coins that a fight or a place gave and that nobody has taken yet."""

    coins: Purse = field(default_factory=dict)
    hidden: Purse = field(default_factory=dict)
    """Those that players do not know of yet."""


class Goods(Struct, frozen=True):
    """Coins, by their keys, and things, by their names, that change hands together."""

    coins: Mapping[str, int] = field(default_factory=dict)
    things: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return any(self.coins.values()) or any(self.things.values())


def with_coins(purse: Mapping[str, int], more: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    """Return a purse after coins came, or went with a `sign` of −1.

    >>> with_coins({"gold": 3}, {"gold": 1, "silver": 2})
    {'gold': 4, 'silver': 2}
    """
    return {key: purse.get(key, 0) + sign * more.get(key, 0) for key in dict.fromkeys((*purse, *more))}


def worth(coins: Mapping[str, Coin], purse: Mapping[str, int]) -> int:
    """Return the worth of a purse in the smallest coin; a coin that the campaign no longer has is worth 0."""
    return sum(count * coins[key].value for key, count in purse.items() if key in coins)


def pay_from(coins: Mapping[str, Coin], purse: Mapping[str, int], price: Mapping[str, int]) -> Purse | None:
    """Return the purse after a price was paid from it, with change if need be; None if it is too little.

    The coins of the price go first, then smaller ones; a larger coin is broken only for what is still owed.

    >>> pay_from(USUAL, {"gold": 1, "silver": 4}, {"silver": 5})
    {'silver': 9}
    """
    left = dict(purse)
    owed = 0
    for key, count in price.items():
        handed = min(left.get(key, 0), count)
        left[key] = left.get(key, 0) - handed
        owed += (count - handed) * coins[key].value
    known = sorted((key for key in coins if left.get(key, 0)), key=lambda key: -coins[key].value)
    for key in known:
        handed = min(left[key], owed // coins[key].value)
        left[key] -= handed
        owed -= handed * coins[key].value
    broken = next((key for key in reversed(known) if owed and left[key]), None)
    if owed and broken is None:
        return None
    if broken is not None:
        left[broken] -= 1
        change = coins[broken].value - owed
        for key in sorted(coins, key=lambda key: -coins[key].value):
            count, change = divmod(change, coins[key].value)
            left[key] = left.get(key, 0) + count
        if change:
            return None
    return {key: count for key, count in left.items() if count}


def weight_key(weights: Weights, name: str) -> str:
    """Return the key under which the weight of a thing or supply stands, or would stand.

    >>> weight_key({}, "Espada Corta")
    'espada corta'
    """
    return kept_key(weights, fold(name).strip().replace("/", "-"))
