"""Who owns which goods: purses, carried things, the common heap, and their weight."""

from collections.abc import Mapping

from tracker.session.goods import USUAL, Coin, Goods, GoodsPart, weight_key
from tracker.session.state import Session


def coins_of(session: Session) -> Mapping[str, Coin]:
    """Look up the coins of a campaign by key: its own, else the usual ones."""
    return session.coins or USUAL


def coin_label(session: Session, key: str) -> str:
    """Name a coin for a fact: the campaign's own name, else the key, which wording translates."""
    return coin_name(session, key) or key


def coin_name(session: Session, key: str) -> str:
    """Find the campaign's own name of a coin; empty for one that wording translates."""
    coin = coins_of(session).get(key)
    return coin.name if coin else ""


def purse_of(session: Session, who: str) -> Mapping[str, int]:
    """Look up the coins of a creature or, without one, the visible coins of the heap."""
    return session.creature(who).purse if who else session.heap.coins


def goods_of(session: Session, who: str) -> Goods:
    """List what a creature carries or, without one, the visible goods of the heap."""
    return carried_goods(session, who) if who else heap_of(session)


def carried_goods(session: Session, who: str) -> Goods:
    return Goods(_without_zeros(session.creatures[who].purse), _count_things(session, who, hidden=False))


def heap_of(session: Session, *, hidden: bool = False) -> Goods:
    """List the visible goods of the heap, or the hidden ones."""
    coins = session.heap.hidden if hidden else session.heap.coins
    return Goods(_without_zeros(coins), _count_things(session, "", hidden=hidden))


def _without_zeros(purse: Mapping[str, int]) -> dict[str, int]:
    return {key: count for key, count in purse.items() if count}


def _count_things(session: Session, who: str, *, hidden: bool) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in session.things.values():
        if each.owner == who and each.hidden is hidden and each.count:
            counts[each.name] = counts.get(each.name, 0) + each.count
    return counts


def goods_parts(session: Session, goods: Goods) -> tuple[GoodsPart, ...]:
    """List goods as people read them: the most valuable coin first, things behind coins."""
    coins = coins_of(session)
    ordered = sorted(goods.coins, key=lambda key: -(coins[key].value if key in coins else 0))
    parts = [GoodsPart(coin_label(session, key), goods.coins[key], is_coin=True) for key in ordered]
    parts += [GoodsPart(name, count) for name, count in goods.things.items()]
    return tuple(part for part in parts if part.count)


def goods_in_fact(session: Session, goods: Goods) -> str:
    """Write goods as a fact saves them: `30 gold, ruby, 3 letters`."""
    return ", ".join(
        f"{part.count} {part.name}" if part.is_coin or part.count != 1 else part.name
        for part in goods_parts(session, goods)
    )


def weight_of(session: Session, who: str) -> int:
    """Add up what a creature carries, in hundredths of a unit; what has no weight weighs 0."""
    if not session.weights:
        return 0
    goods = carried_goods(session, who)
    loads = [(coin_label(session, key), count) for key, count in goods.coins.items()]
    loads += goods.things.items()
    loads += [
        (each.name, 1) for each in session.supplies.values() if each.owner == who and not each.is_depleted
    ]
    return sum(session.weights.get(weight_key(session.weights, name), 0) * count for name, count in loads)
