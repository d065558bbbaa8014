"""Groups: creatures that share one row, one initiative and one turn of an encounter."""

import pytest

from tests.session.game import Game, fact, refusal_code
from tests.told import damaged_sentence
from tests.trials import each_of
from tests.watch.secrets import SYSTEM_KEYS
from tracker.session.groups import label, rows_of
from tracker.session.history import History
from tracker.session.public import public_table
from tracker.session.state import Named


def torre(*lines: str) -> Game:
    """Return a fight under way: Lía 12, four goblins of one row 9, Bruno 5."""
    return Game(
        "pj Lía salud=14 salud_total=14",
        "pj Bruno",
        "combate Torre",
        "aparece 4 goblin grupo salud=6 salud_total=6",
        "iniciativa lía 12",
        "iniciativa goblin 9",
        "iniciativa bruno 5",
        "siguiente",
        *lines,
    )


def rows(game: Game) -> list[str]:
    """Return the names of the rows, in order."""
    fight = game.session.fight
    assert fight is not None
    return [label(game.session, fight, members) for members in rows_of(game.session, fight).values()]


def health(game: Game) -> list[int]:
    return [game.sheet(f"goblin {number}").health for number in range(1, 5)]


def test_a_group_is_one_row_with_one_initiative_and_one_turn() -> None:
    game = torre()
    assert rows(game) == ["Lía", "goblin ×4", "Bruno"]
    assert game.facts("siguiente") == [
        fact("turn", group="goblin ×4", encounter="ee3", who="goblin 1", round=1)
    ]
    assert game.turns(3) == ["Bruno", "Lía", "goblin 1"]
    assert game.facts("iniciativa goblin 1d20", 3) == [
        fact("group_initiative", group="goblin ×4", who="goblin 1", initiative=3)
    ]
    assert game.sentences("iniciativa goblin 1d20 = 4") == "El grupo «goblin ×4» saca 4✎ de iniciativa (d20)."
    assert rows(game) == ["Lía", "Bruno", "goblin ×4"]


def test_damage_falls_on_the_first_that_stands_or_on_all() -> None:
    game = torre()
    game.do("daño goblin 4 todos")
    assert health(game) == [2, 2, 2, 2]
    game.do("daño . 2", here=(game.id_of("goblin 1"),))
    assert rows(game) == ["Lía", "goblin ×3", "Bruno"]
    game.do("daño . 1", here=(game.id_of("goblin 2"),))
    game.do("daño goblin* 1")
    assert health(game) == [0, 0, 1, 1]
    game.do("cura goblin 3")
    assert health(game) == [0, 0, 4, 1]
    for _ in range(4):
        game.do("deshacer")
    assert health(game) == [2, 2, 2, 2]


def test_the_turn_of_a_group_is_over_even_if_its_leader_falls_in_it() -> None:
    game = torre("siguiente")
    assert game.active == "goblin 1"
    game.do('mata "goblin 1"')
    assert game.turns(3) == ["Bruno", "Lía", "goblin 2"]
    game.do("huye goblin")
    assert game.turns(2) == ["Bruno", "Lía"]
    assert game.turns(1) == ["Bruno"]


def test_the_turn_of_a_group_is_that_of_each_member_for_what_lasts() -> None:
    game = torre('efecto "goblin 3" escudo fin', 'efecto "goblin 2" rabia inicio')
    game.do("siguiente")
    assert [each.name for each in game.session.effects.values()] == ["escudo"]
    game.do("siguiente")
    assert game.session.effects == {}


def test_newcomers_join_the_row_of_their_group() -> None:
    game = torre("aparece 2 goblin grupo salud=6 salud_total=6")
    assert rows(game) == ["Lía", "goblin ×6", "Bruno"]


def test_a_group_moves_flees_and_leaves_as_one() -> None:
    game = torre("baja goblin")
    assert rows(game) == ["Lía", "Bruno", "goblin ×4"]
    game.do("huye goblin")
    assert rows(game) == ["Lía", "Bruno", "goblin ×0"]
    game.do("vuelve goblin")
    game.do("quita goblin")
    assert rows(game) == ["Lía", "Bruno"]


def test_creatures_are_gathered_and_split() -> None:
    game = torre("aparece lobo", "iniciativa lobo 20")
    assert game.facts('separa "goblin 4"') == [fact("split", who="goblin 4")]
    assert rows(game) == ["lobo", "Lía", "goblin ×3", "goblin 4", "Bruno"]
    assert game.sentences("agrupa goblin*") == "4 van en grupo como «goblin»: una sola fila y un solo turno."
    assert (
        game.sentences("agrupa lobo,goblin* La manada")
        == "5 van en grupo como «La manada»: una sola fila y un solo turno."
    )
    assert rows(game) == ["La manada ×5", "Lía", "Bruno"]
    assert game.sentences("daño La manada 1") == f"{damaged_sentence('lobo', 1, 9)}."
    game.do("separa La manada")
    assert len(rows(game)) == 7


def test_a_wild_turn_order_never_gives_a_group_two_turns_in_a_round() -> None:
    game = torre("aparece 3 rata grupo", "iniciativa rata 9")
    seen = game.turns(4)
    assert seen == ["goblin 1", "rata 1", "Bruno", "Lía"]


@each_of(
    ("line", "code"),
    [
        ("agrupa lía", "gathered_alone"),
        ("separa lía", "not_gathered"),
        ("agrupa nadie", "unknown_creature"),
        ("aparece 99 goblin grupo", "bad_count"),
    ],
)
def test_a_wrong_group_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: torre().do(line)) == code


@each_of("system", SYSTEM_KEYS)
def test_a_group_takes_its_turns_in_every_game(system: str) -> None:
    game = Game("pj Ada", "combate Torre", "aparece 3 rata grupo", system=system)
    assert game.turns(4) == ["Ada", "rata 1", "Ada", "rata 1"]


def test_players_see_one_line_for_a_group_without_its_hidden_members() -> None:
    game = torre(
        "ajuste estados_de_criaturas a la vista",
        "siguiente",
        'oculta "goblin 2"',
        'mata "goblin 3"',
        'estado "goblin 4" ceguera',
    )
    table = public_table(game.history)
    assert [each.name for each in table.order] == ["Lía", "goblin ×2", "Bruno"]
    assert table.active == Named(table.order[1].id, "goblin ×2")
    assert [badge.id for badge in table.order[1].badges] == ["blinded"]
    game.do("nombre oculto goblin")
    assert "goblin" not in " ".join(each.name for each in public_table(game.history).order)
    game.do("nombre visible goblin")
    game.do("agrupa goblin* goblin 2")
    assert [each.name for each in public_table(game.history).order] == ["Lía", "goblin 1", "Bruno"]


def test_groups_of_two_gms_come_together_in_any_order() -> None:
    game = torre()
    other = game.copy("0195939070")
    game.do('separa "goblin 1"')
    other.do("daño goblin 2")
    one, two = (
        History("chronicle", [*first, *second[len(first) - 1 :]])
        for first, second in ((game.events, other.events), (other.events, game.events))
    )
    assert one.session == two.session


def test_all_behind_one_outside_the_encounter_adds_nobody() -> None:
    game = Game("pj Zoe", "pj Bea", "combate X Zoe", "siguiente")
    game.do("mata Bea todos")
    assert [game.session.game.is_out(game.sheet(name)) for name in ("Zoe", "Bea")] == [False, True]


def test_a_group_outside_the_encounter_takes_no_initiative() -> None:
    game = Game("pj Zoe", "aparece 4 goblin grupo", "combate X Zoe")
    assert refusal_code(lambda: game.do("iniciativa goblin* 3")) == "not_in_encounter"
    assert refusal_code(lambda: game.do("daño goblin* 1 todos")) == "unknown_word"


def test_a_group_is_in_an_encounter_in_part() -> None:
    game = torre('quita "goblin 4"')
    assert rows(game) == ["Lía", "goblin ×3", "Bruno"]
    game.do("iniciativa goblin* 3")
    assert rows(game) == ["Lía", "Bruno", "goblin ×3"]
    game.do("daño goblin 1 todos")
    assert health(game) == [5, 5, 5, 6]
    game.do("daño goblin* 1 todos")
    assert health(game) == [4, 4, 4, 5]


def test_a_turn_taken_back_to_one_who_has_left_ends_nobodys_turn() -> None:
    game = torre("siguiente", "quita lía", "anterior", "siguiente")
    assert game.active == "goblin 1"


def test_one_of_a_kind_is_gathered_with_its_kind() -> None:
    game = Game("pj Lía", "aparece 4 orco", "aparece ogro", "combate x")
    game.do('daño "orco 4" 99')
    assert "3 van en grupo como «orco»" in game.sentences('agrupa "orco 1"')
    assert [each.name for each in game.session.creatures.values() if each.group] == [
        "orco 1",
        "orco 2",
        "orco 3",
    ]
    assert refusal_code(lambda: game.do("agrupa ogro")) == "gathered_alone"
    game.do('separa "orco 1"')
    assert "1 van en grupo" in game.sentences('agrupa "orco 1"') or game.session.creatures
    assert sum(each.group == "orco" for each in game.session.creatures.values()) == 3


def test_one_of_a_kind_outside_a_fight_is_gathered_with_those_who_wait() -> None:
    game = Game("pj Lía", "aparece 2 orco", "combate x", "fin", "aparece 2 orco")
    assert "2 van en grupo" in game.sentences('agrupa "orco 3"')


@pytest.mark.parametrize(
    ("line", "count"), [("agrupa «ogro 3»", 3), ("agrupa ogro 3, ogro 4", 4), ("agrupa ogro 2, ogro 3", 3)]
)
def test_joining_a_group_tells_how_many_there_are_in_it(line: str, count: int) -> None:
    game = Game("aparece 4 ogro", "agrupa ogro 1, ogro 2")
    assert game.sentences(line).startswith(f"{count} van en grupo")
