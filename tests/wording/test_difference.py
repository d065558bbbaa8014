"""The effect of an undo, in words that a GM can decide on."""

import pytest

from tests.session.game import Game, fight
from tests.trials import each_of
from tracker.wording.difference import difference, lines_of


@each_of(
    ("line", "told"),
    [
        ("daño goblin 1 5", ["goblin 1: Salud +5"]),
        ("daño goblin* 2", ["goblin 1, goblin 2: Salud +2"]),
        ("mata goblin 1", ["goblin 1: − ha muerto"]),
        ("estado lia miedo", ["Lía: − Miedo"]),
        ("libra lia veneno", ["Lía: + Veneno"]),
        ("ficha lia fuerza=16/7", ["Lía: VA Fuerza → 12", "Lía: DA Fuerza → 11"]),
        ("ficha lia blindaje=d8", ["Lía: Dado de Blindaje → -"]),
        ("ficha lia tipo=pnj", ["Lía: tipo → PJ"]),
        ("ficha lia idiomas=Silvano", ["Lía: idiomas → Común, Lítico"]),
        ("conjuro lia nivel 1", ["Lía: nivel 1 +1"]),
        ("come lia", []),
        ("aparece orco", ["se va orco"]),
        ("retira bren", ["vuelve Bren"]),
        ("quita bren", ["Bren vuelve al encuentro"]),
        ("intervalo 1h", ["reloj -1h"]),
        ("suelta antorcha", ["Lía · antorcha: vuelve"]),
        ("enciende antorcha", ["Lía · antorcha: fuera de uso"]),
        ("dado antorcha d4", ["Lía · antorcha: d6"]),
        ("viaja 1 hex", ["viaje -1 hexágono"]),
        ("viaja 3 casillas", ["viaje -3 casillas"]),
        ("siguiente", ["turno de Lía"]),
        ("fin sinreloj", ["vuelve el encuentro"]),
        ("nota hola", []),
    ],
)
def test_an_undo_lists_its_differences(line: str, told: list[str]) -> None:
    game = fight()
    for each in (
        "lleva lia antorcha d6 cada 10h",
        "estado lia veneno nivel 1",
        "ficha lia espacios=nivel 1 2/2",
        "ficha lia idiomas=Común,Lítico",
        "intervalo 1m",
        "siguiente",
    ):
        game.do(each)
    while game.session.pending:
        game.do("omite")
    event = game.do(line)

    back = difference(game.history, game.history.session_without(event.id))

    assert [part for part in back if "pendiente" not in part] == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("resuelve = 4", ["vuelve una tirada pendiente"]),
        ("omite iguales", ["vuelven 6 tiradas pendientes"]),
        ("intervalo 20m", ["reloj -20m", "2 pendientes menos"]),
    ],
)
def test_rolls_that_are_pending_again_are_counted(line: str, told: list[str]) -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 1h")
    event = game.do(line)

    back = difference(game.history, game.history.session_without(event.id))

    assert [part for part in back if not part.startswith("antorcha")] == told


def test_short_parts_share_a_line() -> None:
    assert list(lines_of(["a" * 40, "b" * 20, "c" * 40])) == [f"{'a' * 40} · {'b' * 20}", "c" * 40]
    assert list(lines_of([])) == []


def test_undoing_an_entry_takes_the_creature_out_of_the_encounter() -> None:
    game = fight()
    game.do("quita bren")
    event = game.do("entra bren grupo")

    assert difference(game.history, game.history.session_without(event.id)) == ["Bren sale del encuentro"]


def test_the_undo_of_the_first_turn_says_what_was_before_it() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Cripta", "siguiente")
    event = game.history.undoable
    assert event is not None
    told = lines_of(difference(game.history, game.history.session_without(event.id)))
    assert "antes del primer turno" in " ".join(map(str, told))
    assert "—" not in " ".join(map(str, told))
    assert "onda 0" not in " ".join(map(str, told))
