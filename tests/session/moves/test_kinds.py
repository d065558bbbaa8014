"""What is true of a kind is said once, and reaches those standing and those to come."""

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.preview import preview_line

ATTACKS = {
    "chronicle": "ataques=Lanza 4",
    "horror": "ataques=Lanza 1d6",
    "percentile": "armas=Lanza 1d6",
}


def cave(*lines: str) -> Game:
    return Game("pj Lía", "aparece 3 goblin", "aparece goblin rey", "combate x", *lines)


def weapons(game: Game, name: str) -> list[str]:
    attack = game.session.game.acts[game.session.game.attack_act].params[0]
    assert attack.offers is not None
    return list(attack.offers(game.session.rules_context(), game.id_of(name)))


def test_a_weapon_given_to_a_kind_reaches_those_standing_and_those_to_come() -> None:
    game = cave('mata "goblin 2"')
    told = game.sentences("ficha goblin* ataques=Lanza 4")
    assert told == (
        "Fichas de goblin 1 y goblin 3: armas = Lanza 4. Vale también para cada «goblin» que venga."
    )
    assert [weapons(game, each) for each in ("goblin 1", "goblin 2", "goblin 3", "goblin rey")] == [
        ["Lanza"],
        [],
        ["Lanza"],
        [],
    ]
    game.do("aparece 2 goblin")
    game.do("fin")
    game.do("aparece goblin")
    assert weapons(game, "goblin 4") == weapons(game, "goblin 2") == ["Lanza"]
    game.do("ficha goblin* ataques=Arco 2")
    assert weapons(game, "goblin 1") == ["Arco"]
    game.do("aparece goblin")
    assert weapons(game, "goblin 6") == ["Arco"]
    assert [each.name for each in game.session.templates.values()] == ["goblin"]


def test_those_to_come_have_the_weapon_where_their_template_has_none() -> None:
    game = Game("pj Lía", "aparece goblin salud=12 salud_total=12", "plantilla goblin", "combate x")
    game.do("ficha goblin* ataques=Lanza 4")
    game.do("aparece goblin")
    assert weapons(game, "goblin 1") == ["Lanza"]
    assert game.sheet("goblin 1").health == 12


def test_one_wrong_value_writes_nothing_and_one_undo_takes_all_back() -> None:
    game = cave()
    before = game.session
    for line in ("ficha goblin* ataques=Lanza", "ficha goblin* salud=3 ataques=Lanza", "ficha goblin* zzz=1"):
        refusal_code(lambda line=line: game.do(line))  # type: ignore[misc]
    assert game.session is before
    game.do("ficha goblin* ataques=Lanza 4 salud=3")
    game.do("deshacer")
    assert (game.session.creatures, game.session.templates) == (before.creatures, before.templates)


@each_of(
    ("line", "names"),
    [
        ("ficha goblin* salud=3", "Fichas de goblin 1, goblin 2 y goblin 3:"),
        ("ficha gob* salud=3", "Fichas de goblin 1, goblin 2 y goblin 3:"),
        ("ficha goblin*, goblin rey salud=3", "Fichas de goblin 1, goblin 2, goblin 3 y goblin rey:"),
        ("ficha goblin** salud=3", "Fichas de goblin 1, goblin 2, goblin 3 y goblin rey:"),
        ("ficha goblin 1, goblin 2 salud=3", "Fichas de goblin 1 y goblin 2:"),
        ("ficha goblin 1 salud=3", "Ficha de goblin 1:"),
    ],
)
def test_the_preview_names_all_whose_sheets_are_written(line: str, names: str) -> None:
    text = preview_line(line, CommandContext(cave().history)).text
    assert text.startswith(names)
    assert ("que venga" in text) == ("*" in line)


@each_of("line", ["ficha * salud=3", "ficha todos, * salud=3"])
def test_a_star_alone_writes_the_sheets_that_are_there(line: str) -> None:
    game = cave()
    assert "que venga" not in game.sentences(line)
    assert not game.session.templates


@each_of(
    "line",
    [
        *("daño goblin* 1", "estado goblin* ceguera", "mata goblin*", "oculta goblin*", "retira goblin*"),
        *("iniciativa goblin* 9", "huye goblin*", "agrupa goblin* Horda", "nombre oculto goblin*"),
        *("sorprende goblin*", "ataca Lía goblin*", "ataca goblin* Lía sin-esquivar"),
    ],
)
def test_no_command_takes_the_king_for_one_of_his_kind(line: str) -> None:
    game = cave("ficha goblin** ataques=Lanza 1", 'ficha "Lía" daño=1d6')
    before = game.session
    king = game.id_of("goblin rey")
    game.draft(line, roll=lambda sides: 1)
    game.attempt(line, lambda sides: 1)
    assert game.session is not before
    places = [each.combatants[king] for each in (before.fight, game.session.fight) if each]
    assert places[0] == places[1]
    assert game.session.creatures[king] == before.creatures[king]


def test_who_has_come_over_to_the_party_is_not_of_the_foes_kind() -> None:
    game = cave('recluta "goblin 3"')
    game.do("daño goblin* 1")
    assert [game.sheet(f"goblin {n}").health for n in (1, 2, 3)] == [9, 9, 10]


@each_of("system", ATTACKS)
def test_a_kind_is_armed_at_once_in_every_game_with_weapons(system: str) -> None:
    game = Game("pj Ada", "aparece 3 rata", "combate x", system=system)
    game.do(f"ficha rata* {ATTACKS[system]}")
    game.do("aparece rata")
    assert [weapons(game, f"rata {n}") for n in (1, 2, 3, 4)] == [["Lanza"]] * 4
