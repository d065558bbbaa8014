"""Traps of Chronicle: set, concealed, found, sprung and disarmed (R1-089..R1-091)."""

from tests.session.game import Game, fact, refusal_code
from tests.trials import each_of
from tracker.rules.games.chronicle.sheet import Choices, Trap
from tracker.wording.report import status_text
from tracker.wording.waiting import pending_line

PIT = (
    "trampa Foso con pinchos agilidad mitad activador pisar la losa ocultación hojas secas, de cerca "
    "efecto caen al foso daño 2d6"
)


def table(*lines: str) -> Game:
    return Game("pj Lía intuición=10/11 agilidad=10/12", "pj Bruno dado_de_blindaje=6 agilidad=10/12", *lines)


def traps(game: Game) -> dict[str, Trap]:
    scene = game.session.scene
    assert isinstance(scene, Choices)
    return dict(scene.traps)


def test_a_trap_has_its_trigger_its_concealment_and_its_effect() -> None:
    game = table(PIT)

    assert traps(game) == {
        "Foso con pinchos": Trap(
            "pisar la losa", "hojas secas, de cerca", "caen al foso", "2d6", "agility", halves=True
        )
    }
    assert "trampa oculta: Foso con pinchos" in status_text(game.history)
    game.do("deshacer")
    assert traps(game) == {}


def test_a_trap_may_be_no_more_than_its_name() -> None:
    assert traps(table("trampa Dardos")) == {"Dardos": Trap()}


def test_a_search_finds_a_trap_with_intuition() -> None:  # R1-090
    game = table(PIT)

    assert game.sentences("busca lia foso ventaja", 3, 4).startswith(
        "Lía no descubre la trampa «Foso con pinchos»."
    )
    assert not traps(game)["Foso con pinchos"].found
    assert "Lía descubre la trampa «Foso con pinchos»." in game.sentences("busca lia foso", 11)
    assert traps(game)["Foso con pinchos"].found
    assert refusal_code(lambda: game.do("busca bruno foso")) == "trap_found"


def test_a_trap_is_shown_and_hidden_without_a_roll() -> None:  # R1-090
    game = table(PIT)

    assert game.facts("halla foso") == [fact("trap_found", trap="Foso con pinchos")]
    assert refusal_code(lambda: game.do("halla foso")) == "trap_found"
    assert game.facts("camufla foso") == [fact("trap_concealed", trap="Foso con pinchos")]
    assert refusal_code(lambda: game.do("camufla foso")) == "trap_hidden"


def test_a_sprung_trap_rolls_its_damage_once_and_calls_for_a_save_of_each() -> None:  # R1-091
    game = table(PIT)

    assert game.sentences("salta lia,bruno foso", 5, 4).startswith(
        "¡Salta la trampa «Foso con pinchos»: caen al foso! "
        "Quien no se salve recibe 9 de daño (d6 → 5 4 = 9)."
    )
    assert game.pending == ["trap", "trap"]
    first = next(iter(game.session.pending.values()))
    assert pending_line(game.session, first, game.history) == (
        "Lía · Salvación de Agilidad: trampa «Foso con pinchos» · d20 contra 12"
    )
    assert "Lía sufre la mitad de la trampa" in game.sentences("resuelve", 12)
    assert game.sheet("Lía").health == 10 - 4
    assert "Bruno no se salva de la trampa" in game.sentences("resuelve", 11, 3)
    assert game.sheet("Bruno").health == 10 - (9 - 3)
    game.do("deshacer")
    assert game.sheet("Bruno").health == 10


def test_a_save_without_half_avoids_all_the_damage() -> None:
    game = table("trampa Dardos agilidad daño 5")
    game.do("salta bruno dardos")

    assert game.sentences("resuelve", 20).startswith("Bruno evita la trampa «Dardos».")
    assert game.sheet("Bruno").health == 10


def test_a_trap_without_a_save_hurts_at_once_with_its_static_damage() -> None:  # R1-093, R1-094
    game = table("trampa Roca daño 7")
    game.do("salta lia,bruno roca", 2)

    assert (game.sheet("Lía").health, game.sheet("Bruno").health) == (3, 5)


def test_a_sprung_trap_springs_again_once_it_is_armed() -> None:
    game = table("trampa Roca daño 1 efecto cae una roca.")
    game.do("salta lia roca")

    assert refusal_code(lambda: game.do("salta lia roca")) == "trap_sprung"
    game.do("trampa roca")
    assert traps(game)["Roca"].effect == "cae una roca."
    assert game.sentences("salta lia roca").startswith("¡Salta la trampa «Roca»: cae una roca! ")


def test_a_disarmed_trap_is_gone_and_undo_brings_it_back() -> None:
    game = table(PIT)

    assert game.facts("desactiva foso") == [fact("trap_disarmed", trap="Foso con pinchos")]
    assert traps(game) == {}
    game.do("deshacer")
    assert list(traps(game)) == ["Foso con pinchos"]


@each_of(
    ("line", "code"),
    [
        ("trampa", "missing"),
        ("trampa Foso activador", "missing"),
        ("trampa Foso daño mucho", "dice_syntax"),
        (f"trampa Foso efecto {'x' * 201}", "text_too_long"),
        ("salta lia foso", "nothing_to_choose"),
        ("salta foso", "unknown_creature"),
        ("halla foso", "nothing_to_choose"),
        ("desactiva", "missing"),
    ],
)
def test_a_wrong_line_about_a_trap_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: table().do(line)) == code
