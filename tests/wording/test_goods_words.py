"""Goods in words: coins by the game's words, things by their own names."""

from tracker.session.goods import Goods
from tracker.session.holdings import goods_in_fact, goods_parts
from tracker.session.state import empty_session
from tracker.wording.goods import fact_goods_text, goods_text, part_texts
from tracker.wording.words import words_of

SESSION = empty_session("chronicle")
WORDS = words_of("chronicle")


def test_a_table_and_a_log_name_goods_alike() -> None:
    goods = Goods({"copper": 2, "gold": 30, "silver": 0}, {"rubí": 1, "carta": 3, "nada": 0})
    assert goods_text(goods_parts(SESSION, goods), WORDS) == "30 oro, 2 cobre, rubí, 3 carta"
    assert fact_goods_text(goods_in_fact(SESSION, goods), WORDS) == "30 oro, 2 cobre, rubí, 3 carta"


def test_a_thing_keeps_its_name_even_if_that_looks_like_a_list_or_like_coins() -> None:
    things = Goods(things={"mapa, roto": 1, "3 gold": 1, "1984": 1})
    assert part_texts(goods_parts(SESSION, things), WORDS) == ["mapa, roto", "3 gold", "1984"]
