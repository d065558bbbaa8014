"""Attacks with their damage, shots with their ammunition, and fascination (R1-045, R1-093, R1-102)."""

import pytest

from tests.session.game import Game, refused
from tracker.wording.report import status_text

WOLF = "aparece Lobo salud=20 ataques=Mordisco 4, Zarpa 1d6+1"


def table(*lines: str) -> Game:
    return Game(
        "pj Lía agilidad=10/12 daño=2d6",
        "pj Bruno dado_de_blindaje=6",
        WOLF,
        "lleva lia flechas d8 munición",
        *lines,
    )


def test_each_attack_of_a_creature_has_its_own_damage() -> None:  # R1-093
    game = table()

    assert game.told("ataca lobo mordisco contra lia") == (
        "Lobo ataca a Lía: Mordisco. Lía recibe 4 de daño; Salud 6."
    )
    assert game.told("ataca lobo zarpa contra bruno", 3, 6).startswith(
        "Lobo ataca a Bruno: Zarpa. El Blindaje de Bruno (d6 6) detiene 4. Bruno recibe 0 de daño"
    )
    game.do("deshacer")
    game.do("deshacer")
    assert (game.sheet("Lía").health, game.sheet("Bruno").health) == (10, 10)


def test_a_creature_with_one_attack_needs_no_name_for_it() -> None:  # R1-092
    game = table()

    assert game.told("ataca lia lobo", 3, 4).startswith(
        "Lía ataca a Lobo. Lobo recibe 7 de daño (d6 3 4 = 7); Salud 13."
    )


def test_conditions_lower_the_dice_of_an_attack_and_not_its_figures() -> None:  # A1-42
    game = table("estado lia enfermedad", "estado lobo enfermedad")
    game.do("ataca lia lobo", 3, 4)
    game.do("ataca lobo mordisco contra lia")

    assert (game.sheet("Lobo").health, game.sheet("Lía").health) == (20 - (7 - 2), 6)


def test_the_attacks_stand_on_the_sheet_and_may_be_rewritten() -> None:
    game = table("ficha lobo ataques=Aullido 0")

    assert refused(lambda: game.do("ataca lobo mordisco contra lia")) in {
        "unknown_choice",
        "unknown_creature",
    }
    assert {name: each.damage for name, each in game.sheet("Lobo").attacks.items()} == {"Aullido": "0"}


def test_a_shot_rolls_the_attack_and_its_ammunition_at_once() -> None:  # R1-045
    game = table()
    event = game.do("dispara lia agilidad ventaja", 5, 15, 1)

    assert [(throw.purpose, throw.total) for throw in event.throws] == [("test", 15), ("usage", 1)]
    assert game.session.supplies[game.supply("flechas")].die == 6
    game.do("deshacer")
    assert game.session.supplies[game.supply("flechas")].die == 8


def test_a_shot_without_an_attribute_rolls_the_ammunition_alone() -> None:
    assert [throw.purpose for throw in table().do("dispara lia", 5).throws] == ["usage"]


def test_a_shot_per_encounter_rolls_the_attack_and_remembers_the_ammunition() -> None:  # R1-047
    game = table("ajuste munición por encuentro")
    event = game.do("dispara lia agilidad", 15)

    assert [throw.purpose for throw in event.throws] == ["test"]
    assert game.session.supplies[game.supply("flechas")].fired


def test_a_blind_archer_misses_and_loses_the_arrow_all_the_same() -> None:  # R1-098
    game = table("estado lia ceguera")

    assert game.told("dispara lia agilidad", 1) == (
        "Lía no ve: el ataque a distancia falla. Lía · flechas (d8 1): baja a d6."
    )


@pytest.mark.parametrize(
    ("line", "faces"), [("ataca lia lobo", (3, 4)), ("dispara lia", (5,)), ("daño lobo 3 de lia", ())]
)
def test_an_attack_of_the_fascinated_reminds_of_the_fascination(line: str, faces: tuple[int, ...]) -> None:
    """R1-102."""
    game = table("estado lia fascinación Sirena")

    assert "Fascinación: Lía no puede atacar a Sirena." in game.told(line, *faces)
    assert "Fascinación, no ataca (Sirena)" in status_text(game.history)
    game.do("libra lia fascinación")
    assert "Fascinación" not in game.told(line, *faces)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ataca lobo contra lia", "no_attack"),
        ("ataca bruno contra lia", "no_attack"),
        ("ataca lobo mordisco", "whom"),
        ("ataca lobo mordisco contra nadie", "unknown_creature"),
        ("ficha lobo ataques=Mordisco mucho", "dice_syntax"),
    ],
)
def test_a_wrong_attack_is_refused(line: str, code: str) -> None:
    assert refused(lambda: table().do(line)) == code
