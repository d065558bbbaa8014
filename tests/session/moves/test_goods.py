"""Coins and things: found, shared out, given, paid; nobody has less than nothing."""

import pytest

from tests.session.game import BEA, Game, fact, meet, refusal_code
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.session.goods import USUAL, Goods, pay_from
from tracker.session.holdings import carried_goods, heap_of, weight_of
from tracker.session.public import public_table
from tracker.session.state import Session
from tracker.wording.players import page_view, public_text
from tracker.wording.sentences import refusal_sentence

PARTY = ("pj Lía", "pj Odón", "pj Bren")


def purse(game: Game, name: str) -> dict[str, int]:
    return dict(carried_goods(game.session, game.id_of(name)).coins)


def things(game: Game, name: str) -> dict[str, int]:
    return dict(carried_goods(game.session, game.id_of(name)).things)


def test_what_a_fight_gave_lies_in_one_heap() -> None:
    game = Game(*PARTY)

    assert game.facts("botín 30 oro, rubí, 20 monedas de plata") == [
        fact("loot_found", what="30 gold, 20 silver, rubí", hidden=False)
    ]
    assert game.facts("botín 5 oro, 2 cartas") == [fact("loot_found", what="5 gold, 2 cartas", hidden=False)]
    heap = heap_of(game.session)
    assert (heap.coins, heap.things) == ({"gold": 35, "silver": 20}, {"rubí": 1, "cartas": 2})


@each_of(
    ("line", "what"),
    [
        ("botín 50 po", "50 gold"),
        ("botín 50gp", "50 gold"),
        ("loot 5 gp, 3 sp, 2 cp", "5 gold, 3 silver, 2 copper"),
        ("loot 5gp 3sp, 2cp", "5 gold, 3 silver, 2 copper"),
        ("botín 3 pp, 2 pc, 2 pociones", "3 silver, 2 copper, 2 pociones"),
        ("botín 3gemas", "3gemas"),
        ("loot 50gp gem", "50gp gem"),
    ],
)
def test_coins_have_their_short_names_too(line: str, what: str) -> None:
    assert Game(*PARTY).facts(line) == [fact("loot_found", what=what, hidden=False)]


def test_a_share_is_equal_and_the_rest_stays_and_is_said() -> None:
    game = Game(*PARTY, "botín 31 oro, rubí")

    assert game.facts("reparte") == (
        [
            fact("shared", who="Lía", what="10 gold"),
            fact("shared", who="Odón", what="10 gold"),
            fact("shared", who="Bren", what="10 gold"),
            fact("loot_stays", what="1 gold, rubí"),
        ]
    )
    assert [purse(game, name) for name in ("Lía", "Odón", "Bren")] == [{"gold": 10}] * 3
    assert refusal_code(lambda: game.do("reparte")) == "too_little_to_share"
    game.do("deshacer")
    assert (purse(game, "Lía"), heap_of(game.session).coins) == ({}, {"gold": 31})


def test_the_dead_have_no_share() -> None:
    game = Game(*PARTY, "botín 30 oro", "mata bren")

    game.do("reparte")
    assert [purse(game, name) for name in ("Lía", "Bren")] == [{"gold": 15}, {}]


def test_one_alone_takes_everything() -> None:
    game = Game(*PARTY, "botín 7 oro, 2 gemas")

    assert game.facts("reparte a Lía") == [fact("taken", who="Lía", what="7 gold, 2 gemas")]
    assert (purse(game, "Lía"), things(game, "Lía"), bool(heap_of(game.session))) == (
        {"gold": 7},
        {"gemas": 2},
        False,
    )


def test_goods_pass_from_hand_to_hand_and_back_to_the_heap() -> None:
    game = Game(*PARTY, "botín 7 oro, 3 gemas")

    assert game.facts("da Lía 2 gema, 5 oro") == [fact("taken", who="Lía", what="5 gold, 2 gemas")]
    assert game.sentences("da a Odón 1 oro, gemas de Lía") == "Lía da 1 oro, gemas a Odón."
    assert game.sentences("da grupo 1 oro de Odón") == "Odón deja en el botín 1 oro."
    assert (purse(game, "Lía"), things(game, "Lía"), things(game, "Odón")) == (
        {"gold": 4},
        {"gemas": 1},
        {"gemas": 1},
    )
    assert heap_of(game.session).coins == {"gold": 3}


FIGURES = ("0", "-5", "+5", "−5", "1,5", "1.5", "1.000", "1/2", "½", "999999999999", "9" * 3_000)


@each_of(
    ("line", "code"),
    [
        ("paga lia 6 oro", "too_little"),
        ("paga odon 1 cobre", "no_coins_left"),
        ("da odon 1 plata de lia", "too_little"),
        ("da lia espada", "no_such_thing"),
        ("da odon 3 gema de lia", "no_such_thing"),
        ("paga lia,odon 1 oro", "no_coins_left"),
        ("paga lia 1 oro, espada", "no_such_thing"),
        *((f"paga lia {figure} oro", "bad_goods_count") for figure in FIGURES),
        *((f"botín rubí, {figure} monedas de oro", "bad_goods_count") for figure in FIGURES),
        *((f"da lia {figure} gold de lia", "bad_goods_count") for figure in FIGURES),
        ("gana lia 3", "bad_goods_count"),
        ("gana lia -2 rubíes", "bad_goods_count"),
        ("gana lia 1.5", "bad_goods_count"),
        ("gana lia 1d6 oro", "bad_goods_count"),
        ("botín", "missing"),
        ("botín 3000000 oro", "bad_goods_count"),
        ("botín visible", "nothing_hidden"),
        ("botín nada", "no_loot"),
        ("reparte", "no_loot"),
        ("gana nadie 3 oro", "unknown_creature"),
        ("monedas oro", "unknown_word"),
        ("monedas", "missing"),
        ("monedas oro=0", "bad_coin"),
        ("monedas plata=3", "coin_in_use"),
        ("peso espada", "missing"),
        ("peso espada 999999", "bad_weight"),
        (f"botín {', '.join(['rubí'] * 31)}", "too_many_goods"),
        (f"botín {'x' * 61}", "text_too_long"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(line: str, code: str) -> None:
    game = Game(*PARTY, "gana lia 5 oro, 2 gemas")
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session == before


def test_a_refusal_says_what_there_is() -> None:
    game = Game("pj Lía", "gana lia 2 oro, 3 plata")

    assert refusal(game, "paga lia 5 oro") == "A Lía no le llega: tiene 2 oro, 3 plata."
    assert refusal(game, "da lia rubí") == "En el botín no hay tanto de «rubí»."


def test_a_payment_breaks_a_larger_coin_and_says_what_is_left() -> None:
    game = Game("pj Lía", "gana lia 1 oro, 4 plata")

    assert game.facts("paga lia 2 plata") == [fact("paid", who="Lía", what="2 silver")]
    assert game.facts("paga lia 5 plata") == [fact("paid", who="Lía", what="5 silver", left="7 silver")]


@each_of(
    ("purse", "price", "left"),
    [
        ({"gold": 2}, {"gold": 2}, {}),
        ({"silver": 15}, {"gold": 1}, {"silver": 5}),
        ({"gold": 1}, {"copper": 1}, {"silver": 9, "copper": 9}),
        ({"gold": 1, "silver": 9, "copper": 9}, {"gold": 2}, None),
        ({"copper": 99}, {"gold": 1}, None),
    ],
)
def test_change_is_worth_what_was_paid_too_much(
    purse: dict[str, int], price: dict[str, int], left: dict[str, int] | None
) -> None:
    assert pay_from(USUAL, purse, price) == left


@pytest.mark.parametrize(
    ("coins", "typed"),
    [
        ("duro=20, real=1", "2 duros, 3 reales, 1 duro"),
        ("duros=20, reales=1", "3 duro, 3 real"),
        ("crown=20, penny=1", "2 crowns, 1 crown, 3 pennies"),
        ("crowns=20, pennies=1", "3 crown, 3 penny"),
    ],
)
def test_a_coin_is_known_by_its_plural_and_its_singular(coins: str, typed: str) -> None:
    game = Game("pj Lía", f"monedas {coins}", f"gana lia {typed}")
    assert sorted(purse(game, "Lía").values()) == [3, 3]
    assert not game.session.things


def test_a_campaign_has_its_own_coins() -> None:
    game = Game("pj Lía")
    assert game.facts("monedas real=34, maravedí=1") == [fact("coins_kept", what="real = 34, maravedí = 1")]
    game.do("gana lia 1 real")

    assert game.facts("paga lia 4 maravedí") == [
        fact("paid", who="Lía", what="4 maravedí", left="30 maravedí")
    ]
    game.do("botín 3 oro")
    assert heap_of(game.session).things == {"oro": 3}, "no coin of this campaign"
    assert refusal_code(lambda: game.do("monedas nada")) == "coin_in_use"
    game.do("paga lia 30 maravedí")
    assert game.sentences("monedas nada").startswith("Las monedas de siempre: oro = 100")


def test_what_weighs_is_summed_for_who_carries_it() -> None:
    game = Game("pj Lía", "lleva lia Antorcha d6", "gana lia 3 oro, 2 espadas", "peso espadas 2,5")
    game.do("peso antorcha 1")
    game.do("peso oro 0,01")

    assert weight_of(game.session, game.id_of("Lía")) == 2 * 250 + 100 + 3
    assert game.facts("peso antorcha nada") == [fact("weight_dropped", name="antorcha")]
    assert weight_of(game.session, game.id_of("Lía")) == 503


def test_hidden_loot_is_the_gms_until_it_is_shown() -> None:
    game = Game(*PARTY, "botín 3 oro", "botín oculto 40 oro, mapa", "gana lia 2 plata, espada")

    told = public_text(public_table(game.history))
    assert "Botín: 3 oro" in told
    assert "Lía: 2 plata, espada" in told
    assert "mapa" not in told
    assert page_view(public_table(game.history))["goods"] == ["Botín: 3 oro", "Lía: 2 plata, espada"]
    game.do("botín visible")
    assert "Botín: 43 oro, mapa" in public_text(public_table(game.history))


def test_the_players_see_no_purse_of_a_creature_and_no_name_of_a_hidden_one() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Foso", "aparece oculto Morda")
    game.do("gana goblin 8 oro")
    game.do("gana lia carta de Morda, rubí")

    told = public_text(public_table(game.history))
    assert "8 oro" not in told
    assert "Lía: rubí" in told
    assert "Morda" not in told


def test_what_a_dismissed_creature_carried_stays_in_the_heap() -> None:
    game = Game(*PARTY, "aparece goblin", "gana goblin 8 oro, daga", "gana lia 1 oro")

    left = "goblin deja en el botín, oculto a los jugadores: 8 oro, daga."
    assert game.sentences("retira goblin").endswith(left)
    game.do("retira lia")
    assert heap_of(game.session).coins == {"gold": 1}
    assert heap_of(game.session, hidden=True).coins == {"gold": 8}


def test_two_gms_who_give_at_once_have_both_given() -> None:
    ana = Game("pj Lía")
    bea = ana.copy(BEA)
    ana.do("gana lia 3 oro")
    bea.do("gana lia 4 oro")

    assert united_session(ana, bea).creatures[ana.id_of("Lía")].purse == {"gold": 7}


def test_two_gms_who_pay_the_same_coins_leave_none_and_never_less() -> None:
    ana = Game("pj Lía", "gana lia 5 oro")
    bea = ana.copy(BEA)
    ana.do("paga lia 4 oro")
    bea.do("paga lia 3 oro")

    assert united_session(ana, bea).creatures[ana.id_of("Lía")].purse == {}


def test_two_gms_who_give_the_same_ruby_away_give_it_to_one() -> None:
    ana = Game("pj Lía", "pj Odón", "botín rubí")
    bea = ana.copy(BEA)
    ana.do("da lia rubí")
    bea.do("da odon rubí")

    assert [each.count for each in united_session(ana, bea).things.values()] == [1]


def refusal(game: Game, line: str) -> str:
    with pytest.raises(Refusal) as caught:
        game.do(line)
    return refusal_sentence(caught.value, "chronicle", game.history.names)


def united_session(ana: Game, bea: Game) -> Session:
    """Return the session of both copies, once each has the events of the other."""
    meet(ana, bea)
    return ana.session


def test_the_heap_pays_with_change() -> None:
    game = Game("pj Zoe", "botín 3 oro")
    assert game.facts("paga grupo 1 cobre") == (
        [fact("paid_of_heap", what="1 copper", left="2 gold, 9 silver, 9 copper")]
    )
    assert heap_of(game.session).coins == {"gold": 2, "silver": 9, "copper": 9}


def test_a_figure_that_counts_nothing_is_refused_with_what_is_right() -> None:
    game = Game(*PARTY)
    with pytest.raises(Refusal) as refused_with:
        game.do("gana lia 1,5 oro, rubí")
    told = refusal_sentence(refused_with.value)
    assert told.startswith("«1,5 oro»: se cuenta con un número entero de 1 a 1000000")
    assert "«1 oro, 5 plata»" in told


def test_a_thing_may_have_a_figure_in_its_name() -> None:
    game = Game(*PARTY, "gana lia 2 10mm, 2x4 roble, poción nivel 3, 3 oro,2 plata")
    who = game.id_of("Lía")
    assert carried_goods(game.session, who) == Goods(
        {"gold": 3, "silver": 2}, {"10mm": 2, "2x4 roble": 1, "poción nivel 3": 1}
    )
