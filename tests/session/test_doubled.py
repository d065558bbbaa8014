"""Copies that went apart took the same goods: the table decides, and nobody's purse changes by itself."""

from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import BEA, Game, event_id, fact, meet, refusal_code
from tests.session.lines import CANCELLING, GOODS, LINES, PREPARING
from tests.session.status import status_json
from tests.trials import each_of
from tracker.session.doubled import accept_doubled, doubled_events
from tracker.session.event import Event, InMemory, read_event
from tracker.session.history import History
from tracker.session.holdings import carried_goods, heap_of
from tracker.session.moves.undo import undo_event
from tracker.wording.report import status_text
from tracker.wording.versions import doubled_text

PARTY = ("pj Lía", "pj Bren")


def acts_apart(before: tuple[str, ...], ana: str, bea: str) -> tuple[Game, Event, Event]:
    """Return a game in which Ana and Bea each did something, unseen by the other, and their events."""
    game = Game(*PARTY, *before)
    other = game.copy(BEA)
    first, second = game.do(ana), other.do(bea, gm="bea")
    meet(game, other)
    assert doubled_lines(game) == doubled_lines(other)
    for order in permutations(((first,), (second,))):
        united = History("chronicle", game.events[:-2])
        for events in order:
            united.add(events)
        assert doubled_events(united) == doubled_events(game.history)
    return game, first, second


def doubled_by_two(before: tuple[str, ...], ana: str, bea: str, sentence: str) -> tuple[Game, Event]:
    """Return the game of two who did the same, and the later event, once the program has said so."""
    game, first, second = acts_apart(before, ana, bea)
    (each,) = doubled_events(game.history)
    assert doubled_lines(game) == [sentence]
    assert (each.event, each.others) == (second.id, (first.id,))
    return game, second


def doubled_lines(game: Game) -> list[str]:
    return [doubled_text(game.history, each) for each in doubled_events(game.history)]


HEAP = "{}: se tomó dos veces del botín (ana, bea)."
PURSE = "{}: se tomó dos veces de la bolsa de Lía (ana, bea)."
CARDS = "Sobra 1 carta: se tomó dos veces de carta (ana, bea)."
HANDS = "Cambió de manos dos veces (ana, bea): {}."
TWICE = [
    (("botín 30 oro",), "reparte", "reparte", HEAP.format("Sobran 30 oro")),
    (("botín 30 oro",), "da Lía 20 oro", "da Bren 11 oro", HEAP.format("Sobra 1 oro")),
    (("botín oculto 5 oro",), "botín visible", "botín visible", HEAP.format("Sobran 5 oro")),
    (("gana Lía 10 oro",), "paga Lía 10 oro", "paga Lía 6 oro", PURSE.format("Sobran 6 oro")),
    (("gana Lía 10 oro",), "paga Lía 10 oro", "da Bren 6 oro de Lía", PURSE.format("Sobran 6 oro")),
    (("gana Lía 1 oro",), "paga Lía 1 plata", "paga Lía 1 plata", PURSE.format("Sobra 1 oro")),
    (("botín 3 carta",), "da Lía 2 carta", "da Bren 2 carta", CARDS),
    (("gana Lía 3 carta",), "paga Lía 3 carta", "da Bren 1 carta de Lía", CARDS),
    (("gana Lía 3 cartas",), "da Bren 3 cartas de Lía", "paga Lía 1 cartas", HANDS.format("cartas")),
    (("gana Lía corona",), "paga Lía corona", "da Bren corona de Lía", HANDS.format("corona")),
    (("botín corona",), "da Lía corona", "da Bren corona", HANDS.format("corona")),
    (("botín corona",), "reparte a Lía", "paga grupo 1 corona", HANDS.format("corona")),
    (
        ("botín 30 oro", "botín corona"),
        "reparte a Lía",
        "reparte a Bren",
        f"{HEAP.format('Sobran 30 oro')} {HANDS.format('corona')}",
    ),
]


@each_of(("before", "ana", "bea", "sentence"), TWICE)
def test_what_both_took_is_said_and_undoing_the_later_settles_it(
    before: tuple[str, ...], ana: str, bea: str, sentence: str
) -> None:
    game, second = doubled_by_two(before, ana, bea, sentence)

    game.play(undo_event(game.history, second.id))
    assert doubled_events(game.history) == ()
    game.do("rehacer")
    assert doubled_lines(game) == [sentence]


@each_of(("before", "ana", "bea", "sentence"), TWICE)
def test_leaving_it_changes_nothing_and_can_be_undone(
    before: tuple[str, ...], ana: str, bea: str, sentence: str
) -> None:
    game, _first, second = acts_apart(before, ana, bea)
    session = game.session
    event = game.play(accept_doubled(game.history, second.id))
    assert doubled_events(game.history) == ()
    assert [carried_goods(game.session, who) for who in session.creatures] == [
        carried_goods(session, who) for who in session.creatures
    ]
    assert heap_of(game.session) == heap_of(session)
    assert refusal_code(lambda: accept_doubled(game.history, second.id)) == "nothing_doubled"
    game.play(undo_event(game.history, event.id))
    assert doubled_lines(game) == [sentence]


@each_of(
    ("before", "ana", "bea"),
    [
        (("gana Lía 10 oro",), "paga Lía 4 oro", "paga Lía 6 oro"),
        (("botín 5 carta",), "da Lía 2 carta", "da Bren 3 carta"),
        (("botín corona",), "da Lía corona", "da Lía corona"),
        (("botín 30 oro, corona",), "botín nada", "botín nada"),
        (("botín 30 oro",), "reparte", "botín nada"),
        (("botín 30 oro",), "botín 5 oro", "reparte"),
        (("gana Lía 10 oro, corona",), "da Bren corona de Lía", "paga Lía 10 oro"),
    ],
)
def test_what_was_there_for_both_is_no_decision(before: tuple[str, ...], ana: str, bea: str) -> None:
    game, _first, _second = acts_apart(before, ana, bea)
    assert doubled_events(game.history) == ()


def test_sharing_out_a_find_that_was_undone_is_said_in_other_words() -> None:
    game, _first, second = acts_apart(("botín 30 oro",), "deshacer", "reparte")
    assert doubled_lines(game) == ["Sobran 30 oro: lo que tomó bea ya no estaba."]
    game.play(undo_event(game.history, second.id))
    assert doubled_lines(game) == []


def test_what_is_spent_afterwards_neither_settles_nor_doubles_it() -> None:
    game, _first, second = acts_apart(("botín 30 oro",), "reparte", "reparte")
    game.do("botín 8 oro")
    game.do("reparte")
    game.do("paga Lía 3 oro")
    assert [each.event for each in doubled_events(game.history)] == [second.id]


def test_a_thing_given_on_by_somebody_who_saw_both_is_settled_as_a_text_is() -> None:
    game, _first, _second = acts_apart(("botín corona",), "da Lía corona", "da Bren corona")
    game.do("da Lía corona de Bren")
    assert doubled_lines(game) == []
    game.do("deshacer")
    assert doubled_lines(game) == ["Cambió de manos dos veces (ana, bea): corona."]


def test_three_who_share_the_same_are_decided_one_by_one() -> None:
    game = Game(*PARTY, "botín 30 oro")
    others = [game.copy(writer) for writer in (BEA, "0cafe000")]
    for each, gm in zip((game, *others), ("ana", "bea", "carla"), strict=True):
        each.do("reparte", gm=gm)
    meet(game, *others)
    assert doubled_lines(game) == [
        "Sobran 30 oro: se tomó dos veces del botín (ana, bea).",
        "Sobran 30 oro: se tomó dos veces del botín (ana, bea, carla).",
    ]
    game.do("version 1 deja")
    assert doubled_lines(game) == ["Sobran 30 oro: se tomó dos veces del botín (ana, bea, carla)."]
    game.do("version")
    assert doubled_lines(game) == []


def test_a_taking_of_an_older_program_names_no_other_gm() -> None:
    game, _first, second = acts_apart(("botín 30 oro",), "reparte", "reparte")
    older = {**second.document}
    del older["over"]
    history = History("chronicle", [*game.events[:-1], read_event(second.id, InMemory(older))])
    assert [doubled_text(history, each) for each in doubled_events(history)] == [
        "Sobran 30 oro: lo que tomó bea ya no estaba."
    ]


def test_status_numbers_decisions_after_texts_and_the_line_answers_them() -> None:
    game, _first, second = acts_apart(("botín 30 oro",), "reparte", "reparte")
    sentence = "Sobran 30 oro: se tomó dos veces del botín (ana, bea)."
    assert f"  1. {sentence}" in status_text(game.history)
    assert status_json(game.history)["doubled"] == [sentence]
    assert refusal_code(lambda: game.do("version 2")) == "no_such_version"
    assert refusal_code(lambda: game.do("version 2 deja")) == "no_such_version"

    assert game.facts("version 1 deja") == ([fact("doubled_stays", event=event_id(5, BEA))])
    assert "doubled" not in status_text(game.history)
    game.do("deshacer")
    game.do("version 1")
    assert not game.history.counts(second.id)


@given(
    st.lists(PREPARING | GOODS | LINES | CANCELLING, min_size=5, max_size=40),
    st.randoms(use_true_random=False),
)
def test_one_gm_alone_never_has_to_decide(lines: list[str], dice: Random) -> None:
    game = Game(*PARTY, "botín 30 oro, 3 carta, corona")
    for line in lines:
        game.attempt(line, lambda sides: dice.randint(1, sides))
        assert doubled_events(game.history) == ()


FIGHT = ("aparece 2 goblin", "combate Puente Lía, Bren, goblin*")
AHEAD = "El reloj va 8h adelantado."
DEEDS = [
    ((), "descansa", "descansa", f"Descansaron dos veces (ana, bea): Lía, Bren. {AHEAD}"),
    ((), "duerme 8h", "duerme 8h", f"Durmieron dos veces (ana, bea): Lía, Bren. {AHEAD}"),
    ((), "come todos", "come todos", "Comieron dos veces (ana, bea): Lía, Bren."),
    ((), "come todos", "come Bren", "Comieron dos veces (ana, bea): Bren."),
    (
        FIGHT,
        "iniciativa Lía 12",
        "iniciativa Lía 9",
        "La iniciativa de «Puente» se decidió dos veces (ana, bea): vale la última.",
    ),
    (
        FIGHT,
        "iniciativa enemigos 12",
        "iniciativa enemigos 9",
        "La iniciativa de «Puente» se decidió dos veces (ana, bea): vale la última.",
    ),
    (FIGHT, "fin", "fin", "El mismo combate acabó dos veces (ana, bea): «Puente»."),
    (
        FIGHT,
        "fin 10m",
        "fin 10m",
        "El mismo combate acabó dos veces (ana, bea): «Puente». El reloj va 10m adelantado.",
    ),
]


@each_of(("before", "ana", "bea", "sentence"), DEEDS)
def test_what_is_done_once_and_was_done_by_two_is_said_and_decided(
    before: tuple[str, ...], ana: str, bea: str, sentence: str
) -> None:
    game, second = doubled_by_two(before, ana, bea, sentence)
    session = game.session
    leaves = game.play(accept_doubled(game.history, second.id))
    assert (doubled_lines(game), game.session) == ([], session)
    game.play(undo_event(game.history, leaves.id))
    assert doubled_lines(game) == [sentence]
    game.play(undo_event(game.history, second.id))
    assert doubled_lines(game) == []


@each_of(
    ("before", "ana", "bea"),
    [
        ((), "descansa Lía", "descansa Bren"),
        ((), "come Lía", "come Bren"),
        ((), "descansa", "come todos"),
        (FIGHT, "iniciativa Lía 12", "iniciativa Bren 9"),
        ((*FIGHT, "aparece orco", "combate Torre orco"), "fin", "cambia Puente"),
    ],
)
def test_deeds_of_others_are_no_decision(before: tuple[str, ...], ana: str, bea: str) -> None:
    game, _first, _second = acts_apart(before, ana, bea)
    assert doubled_lines(game) == []


def test_a_deed_done_again_by_somebody_who_saw_both_is_no_decision() -> None:
    game, _first, _second = acts_apart(("descansa",), "descansa", "descansa")
    assert len(doubled_lines(game)) == 1
    game.do("descansa")
    assert doubled_lines(game) == []


def test_a_deed_that_was_undone_and_done_again_is_done_once() -> None:
    game = Game(*PARTY, *FIGHT, "fin", "deshacer", "fin", "descansa", "deshacer", "descansa")
    assert doubled_lines(game) == []
