"""Coins, things and weights in words."""

from collections.abc import Iterable

from tracker.session.goods import HUNDREDTHS, Goods, GoodsPart
from tracker.session.holdings import carried_goods, goods_parts, heap_of, weight_of
from tracker.session.state import Session
from tracker.wording import amounts
from tracker.wording.messages import say
from tracker.wording.words import Words, term, words_of


def goods_text(parts: Iterable[GoodsPart], words: Words) -> str:
    """Name goods with the game's words for coins: `30 gold, ruby, 3 letters`."""
    return ", ".join(part_texts(parts, words))


def part_texts(parts: Iterable[GoodsPart], words: Words) -> list[str]:
    return [_part_text(part, words) for part in parts]


def _part_text(part: GoodsPart, words: Words) -> str:
    if part.is_coin:
        return f"{part.count} {term(words, 'coin', part.name)}"
    return part.name if part.count == 1 else f"{part.count} {part.name}"


def fact_goods_text(goods: str, words: Words) -> str:
    """Name the goods of a saved fact or of the players' table: there they are a text, `30 gold, ruby`."""
    parts = [part.partition(" ") for part in goods.split(", ") if part]
    return ", ".join(
        f"{count} {term(words, 'coin', name)}" if count.isdecimal() else f"{count}{space}{name}"
        for count, space, name in parts
    )


def weight_text(hundredths: int) -> str:
    """Write a weight in the campaign's unit.

    >>> weight_text(250)
    '2,5'
    """
    return amounts.decimal(f"{hundredths / HUNDREDTHS:g}")


def carried_text(session: Session, who: str) -> dict[str, str]:
    """Write the purse, the things and the weight of a creature, each under its label; without empty ones."""
    goods, words = carried_goods(session, who), words_of(session.system)
    weight = weight_of(session, who)
    parts = {
        say("goods.purse"): goods_text(goods_parts(session, Goods(goods.coins)), words),
        say("goods.carried"): goods_text(goods_parts(session, Goods(things=goods.things)), words),
        say("goods.weight"): weight_text(weight) if weight else "",
    }
    return {word: text for word, text in parts.items() if text}


def heap_lines(session: Session) -> dict[bool, str]:
    """Write the goods in the heap: public ones under False, hidden ones under True."""
    words = words_of(session.system)
    heaps = {
        hidden: goods_text(goods_parts(session, heap_of(session, hidden=hidden)), words)
        for hidden in (False, True)
    }
    return {hidden: text for hidden, text in heaps.items() if text}


def goods_rows(session: Session) -> dict[str, str]:
    """Write the heap, and what each creature carries: `Lía: Bolsa 3 oro · Lleva rubí`.

    Rows go by creature id; the two parts of the heap go by the keys of their texts.
    """
    heap = {hidden: "goods.hidden_heap" if hidden else "goods.heap" for hidden in (True, False)}
    rows = {heap[hidden]: say(heap[hidden], what=goods) for hidden, goods in heap_lines(session).items()}
    for who, creature in session.creatures.items():
        if parts := carried_text(session, who):
            parts_text = " · ".join(f"{word} {text}" for word, text in parts.items())
            rows[who] = f"{creature.name}: {parts_text}"
    return rows
