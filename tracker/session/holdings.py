"""The owners of goods: the coins of a campaign, carried things, the heap, and their weight."""

from collections.abc import Mapping

from tracker.session.goods import USUAL, Coin, Goods, weight_key
from tracker.session.state import Session


def coins_of(session: Session) -> Mapping[str, Coin]:
    """Return the coins of a campaign by key: its own, else the usual ones."""
    return session.coins or USUAL


def coin_label(session: Session, key: str) -> str:
    """Return what a fact calls a coin: the campaign's own name, or the key that wording has a word for."""
    return coin_name(session, key) or key


def coin_name(session: Session, key: str) -> str:
    """Return the campaign's own name of a coin, empty for one that wording has a word for."""
    coin = coins_of(session).get(key)
    return coin.name if coin else ""


def purse_of(session: Session, who: str) -> Mapping[str, int]:
    """Return the coins of a creature, or those in the heap that players know of."""
    return session.creature(who).purse if who else session.heap.coins


def goods_of(session: Session, who: str) -> Goods:
    """Return what a creature carries; without a creature, what players know of in the heap."""
    return carried_goods(session, who) if who else heap_of(session)


def carried_goods(session: Session, who: str) -> Goods:
    """Return the coins and things of a creature."""
    return Goods(_some(session.creatures[who].purse), _counts(session, who, hidden=False))


def heap_of(session: Session, *, hidden: bool = False) -> Goods:
    """Return what is in the heap: what players know of, or what they do not."""
    coins = session.heap.hidden if hidden else session.heap.coins
    return Goods(_some(coins), _counts(session, "", hidden=hidden))


def _some(purse: Mapping[str, int]) -> dict[str, int]:
    return {key: count for key, count in purse.items() if count}


def _counts(session: Session, who: str, *, hidden: bool) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in session.things.values():
        if each.owner == who and each.hidden is hidden and each.count:
            counts[each.name] = counts.get(each.name, 0) + each.count
    return counts


def goods_in_fact(session: Session, goods: Goods) -> str:
    """Return goods as a fact keeps them: `30 gold, ruby, 3 letters`, the most valuable coin first."""
    coins = coins_of(session)
    ordered = sorted(goods.coins, key=lambda key: -(coins[key].value if key in coins else 0))
    parts = [f"{goods.coins[key]} {coin_label(session, key)}" for key in ordered if goods.coins[key]]
    parts += [name if count == 1 else f"{count} {name}" for name, count in goods.things.items() if count]
    return ", ".join(parts)


def weight_of(session: Session, who: str) -> int:
    """Return what a creature carries in hundredths of a unit of weight; what has no weight counts nothing."""
    if not session.weights:
        return 0
    goods = carried_goods(session, who)
    loads = [(coin_label(session, key), count) for key, count in goods.coins.items()]
    loads += goods.things.items()
    loads += [
        (each.name, 1) for each in session.supplies.values() if each.owner == who and not each.is_depleted
    ]
    return sum(session.weights.get(weight_key(session.weights, name), 0) * count for name, count in loads)
