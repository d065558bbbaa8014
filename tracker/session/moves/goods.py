"""Goods: find them, share them out, give and pay them; coins and weights are the campaign's own."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.event import Draft, Fresh
from tracker.session.goods import (
    HUNDREDTHS,
    MOST_OF_ONE,
    USUAL,
    Coin,
    Goods,
    Heap,
    Thing,
    pay_from,
    weight_key,
    with_coins,
)
from tracker.session.holdings import (
    carried_goods,
    coin_label,
    coins_of,
    goods_in_fact,
    goods_of,
    heap_of,
    purse_of,
)
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.state import Session

MOST_COINS = 12
"""Most kinds of coins of a campaign."""
HEAVIEST = 100_000 * HUNDREDTHS


def keep_coins(session: Session, coins: Mapping[str, Coin]) -> Draft:
    """Set the coins of the campaign; an empty mapping brings the usual ones back.

    Refuses `bad_coin`, and `coin_in_use` if a coin that somebody has is left out.
    """
    if len(coins) > MOST_COINS or any(not 0 < each.value <= MOST_OF_ONE for each in coins.values()):
        raise Refusal("bad_coin", most=MOST_OF_ONE, kinds=MOST_COINS)
    purses = (session.heap.coins, session.heap.hidden, *(each.purse for each in session.creatures.values()))
    for key in {key for purse in purses for key, count in purse.items() if count}:
        if key not in (coins or USUAL):
            raise Refusal("coin_in_use", name=coin_label(session, key))
    builder = MoveBuilder.for_session(session).with_values(coins=coins)
    if not coins:
        return builder.with_fact("coins_usual").draft()
    valued = ", ".join(f"{coin.name} = {coin.value}" for coin in coins.values())
    return builder.with_fact("coins_kept", what=valued).draft()


def add_loot(session: Session, goods: Goods, fresh: Fresh, *, hidden: bool = False) -> Draft:
    """Put what a fight or a place gave into the common heap, `hidden` from players or not."""
    builder = _add_goods(MoveBuilder.for_session(session), "", goods, fresh, hidden=hidden)
    return builder.with_fact("loot_found", what=goods_in_fact(session, goods), hidden=hidden).draft()


def reveal_loot(session: Session) -> Draft:
    """Reveal everything in the heap to players; refuses `nothing_hidden`."""
    goods = heap_of(session, hidden=True)
    if not goods:
        raise Refusal("nothing_hidden")
    heap = Heap(with_coins(session.heap.coins, session.heap.hidden))
    things = {
        key: replace(each, hidden=False) if not each.owner else each for key, each in session.things.items()
    }
    builder = MoveBuilder.for_session(session).with_values(heap=heap, things=things)
    return builder.with_fact("loot_shown", what=goods_in_fact(session, goods)).draft()


def leave_behind(session: Session, *, hidden: bool) -> Draft:
    """Leave behind what players know of the heap, or the `hidden` rest; refuses `no_loot`."""
    goods = heap_of(session, hidden=hidden)
    if not goods:
        raise Refusal("no_loot")
    builder = _take_coins(MoveBuilder.for_session(session), "", goods.coins, hidden=hidden)
    things = {key: each for key, each in session.things.items() if each.owner or each.hidden is not hidden}
    return (
        builder.with_values(things=things).with_fact("loot_left", what=goods_in_fact(session, goods)).draft()
    )


def gain(session: Session, creature_ids: Sequence[str], goods: Goods, fresh: Fresh) -> Draft:
    """Give each of these creatures goods from outside of the game: wages, a gift, a purchase."""
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        builder = _add_goods(builder, who, goods, fresh).with_fact(
            "gained", who=who, what=goods_in_fact(session, goods)
        )
    return builder.draft()


def pay(session: Session, creature_ids: Sequence[str], goods: Goods, fresh: Fresh) -> Draft:
    """Take goods from each of these creatures, changing larger coins; an empty id stands for the heap.

    If one of them cannot pay, nobody does: refuses `too_little`, `no_coins_left` and `no_such_thing`.
    """
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        purse = purse_of(builder.session, who)
        rest = pay_from(coins_of(session), purse, goods.coins)
        if rest is None:
            raise _too_little(builder.session, who)
        exact = with_coins(purse, goods.coins, -1)
        changed = any(rest.get(key, 0) != count for key, count in exact.items())
        builder = _move_things(_set_purse(builder, who, rest), who, None, goods.things, fresh)
        purse_goods = goods_of(builder.session, who) if changed else Goods()
        builder = builder.with_fact(
            "paid" if who else "paid_of_heap",
            who=who,
            what=goods_in_fact(session, goods),
            left=goods_in_fact(session, Goods(purse_goods.coins)),
        )
    return builder.draft()


def give(session: Session, giver: str, creature_ids: Sequence[str], goods: Goods, fresh: Fresh) -> Draft:
    """Hand goods from a creature to each of these creatures; an empty id stands for the heap, on either side.

    If the goods do not suffice, nothing changes hands: refuses `too_little`, `no_coins_left` and
    `no_such_thing`.
    """
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        builder = _add_coins(_take_coins(builder, giver, goods.coins), who, goods.coins)
        builder = _move_things(builder, giver, who, goods.things, fresh)
        kind = "given" if giver and who else "given_back" if giver else "taken"
        builder = builder.with_fact(kind, who=who or giver, giver=giver, what=goods_in_fact(session, goods))
    return builder.draft()


def share(session: Session, creature_ids: Sequence[str], fresh: Fresh) -> Draft:
    """Share out what players know of the heap: equal parts of each coin; one creature alone takes it all.

    Things and the remainder of the coins stay. Refuses `no_loot`, `nobody`, and `too_little_to_share`.
    """
    heap = heap_of(session)
    if not heap:
        raise Refusal("no_loot")
    if not creature_ids:
        raise Refusal("nobody")
    if len(creature_ids) == 1:
        return give(session, "", creature_ids, heap, fresh)
    part = Goods({key: count // len(creature_ids) for key, count in heap.coins.items()})
    if not part:
        raise Refusal("too_little_to_share", what=goods_in_fact(session, heap), count=len(creature_ids))
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        builder = _add_coins(_take_coins(builder, "", part.coins), who, part.coins)
        builder = builder.with_fact("shared", who=who, what=goods_in_fact(session, part))
    rest = heap_of(builder.session)
    return (builder.with_fact("loot_stays", what=goods_in_fact(session, rest)) if rest else builder).draft()


def set_weight(session: Session, name: str, hundredths: int) -> Draft:
    """Set the weight of one piece of a thing, a supply or a coin; 0 removes it. Refuses `bad_weight`."""
    if not 0 <= hundredths <= HEAVIEST:
        raise Refusal("bad_weight", most=HEAVIEST // HUNDREDTHS)
    builder, name = MoveBuilder.for_session(session), clean_name(name)
    key = weight_key(session.weights, name)
    if not hundredths:
        return builder.without_element("weights", key).with_fact("weight_dropped", name=name).draft()
    return (
        builder.with_element("weights", key, hundredths)
        .with_fact("weight_kept", name=name, weight=hundredths)
        .draft()
    )


def drop_goods_in_heap(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Leave in the heap what a creature carried that goes out of play, hidden unless it was of the party."""
    creature = builder.session.creatures[who]
    goods = carried_goods(builder.session, who)
    if not goods:
        return builder
    builder = _add_coins(builder, "", goods.coins, hidden=not creature.party)
    things = {
        key: replace(each, owner="", hidden=not creature.party) if each.owner == who else each
        for key, each in builder.session.things.items()
    }
    builder, what = builder.with_values(things=things), goods_in_fact(builder.session, goods)
    return builder.with_fact("left_in_heap", name=creature.name, what=what, hidden=not creature.party)


def _add_goods(
    builder: MoveBuilder, who: str, goods: Goods, fresh: Fresh, *, hidden: bool = False
) -> MoveBuilder:
    builder = _add_coins(builder, who, goods.coins, hidden=hidden)
    for name, count in goods.things.items():
        builder = builder.with_element("things", fresh(), Thing(clean_name(name), who, count, hidden))
    return builder


def _add_coins(
    builder: MoveBuilder, who: str, coins: Mapping[str, int], *, hidden: bool = False
) -> MoveBuilder:
    if who or not hidden:
        return _set_purse(builder, who, with_coins(purse_of(builder.session, who), coins))
    heap = builder.session.heap
    return builder.with_values(heap=replace(heap, hidden=with_coins(heap.hidden, coins)))


def _set_purse(builder: MoveBuilder, who: str, purse: Mapping[str, int]) -> MoveBuilder:
    if not who:
        return builder.with_values(heap=replace(builder.session.heap, coins=purse))
    creature = builder.session.creatures[who]
    return builder.with_element("creatures", who, replace(creature, purse=purse))


def _take_coins(
    builder: MoveBuilder, who: str, coins: Mapping[str, int], *, hidden: bool = False
) -> MoveBuilder:
    """Take coins from a creature or, with an empty id, from the heap: the known or the `hidden` ones."""
    heap = builder.session.heap
    rest = with_coins(heap.hidden if hidden else purse_of(builder.session, who), coins, -1)
    if any(count < 0 for count in rest.values()):
        raise _too_little(builder.session, who)
    return builder.with_values(heap=replace(heap, hidden=rest)) if hidden else _set_purse(builder, who, rest)


def _move_things(
    builder: MoveBuilder, giver: str, receiver: str | None, things: Mapping[str, int], fresh: Fresh
) -> MoveBuilder:
    """Pass things from `giver` to `receiver`, or out of the game if that is None; refuses `no_such_thing`."""
    # A thing that passes whole keeps its key: if two GMs give it away at once, only one of them succeeds.
    for name, count in things.items():
        remaining = count
        for key, each in _things_named(builder.session, giver, name).items():
            moved = min(remaining, each.count)
            remaining -= moved
            if 0 < moved < each.count:
                builder = builder.with_element("things", key, replace(each, count=each.count - moved))
                if receiver is not None:
                    builder = builder.with_element("things", fresh(), Thing(each.name, receiver, moved))
            elif moved and receiver is None:
                builder = builder.without_element("things", key)
            elif moved:
                builder = builder.with_element("things", key, replace(each, owner=receiver, hidden=False))
        if remaining:
            raise _no_such_thing(builder.session, giver, name)
    return builder


def _things_named(session: Session, who: str, name: str) -> dict[str, Thing]:
    """Things of a name that a creature has, those that players know of first."""
    theirs = {
        key: each
        for key, each in session.things.items()
        if each.owner == who and each.count and fold(each.name) == fold(name)
    }
    return dict(sorted(theirs.items(), key=lambda pair: pair[1].hidden))


def _too_little(session: Session, who: str) -> Refusal:
    goods = goods_of(session, who)
    coins = goods_in_fact(session, Goods(goods.coins))
    return Refusal("too_little" if coins else "no_coins_left", who=who, what=coins)


def _no_such_thing(session: Session, who: str, name: str) -> Refusal:
    goods = goods_of(session, who)
    things = goods_in_fact(session, Goods(things=goods.things))
    return Refusal("no_such_thing", who=who, name=name, known=things)
