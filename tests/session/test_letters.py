"""The letters of rows: derived from the events, kept for a whole fight."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import BEA, Game, meet
from tests.trials import each_of
from tracker.session.change import Change, How
from tracker.session.event import Draft
from tracker.session.letters import LETTERS, RowLetters, codes

PARTY = ("pj Lía", "pj Bruno", "pj Elia")
MEETS, OPENS, SUPPOSES = "the other GM's events come", "a program opens it again", "a tab is drawn in advance"
LINES = (
    *("siguiente", "deshacer", "rehacer", "aparece 2 lobo", "aparece orco grupo", "agrupa goblin*", "pj Ana"),
    *("separa goblin 1", "separa goblin*", "agrupa Lía,goblin 2", "quita Bruno", "quita goblin 2"),
    *("renombra Lía Zoe", "renombra Zoe Lía", "huye goblin 1", "combate Puente Elia", "cambia Cueva"),
    *("retira Lía", "mata lobo*", "combate Cueva", "fin", "nota Siguen.", MEETS, OPENS, SUPPOSES),
)


def letters(game: Game) -> dict[str, str]:
    """Return the letter of each creature of the fight, by its name."""
    return {game.history.names[who]: each for who, each in RowLetters().letters_for(game.history).items()}


def opened_again(fight: str) -> Draft:
    """Return an event of another program, which opens a fight that is there, with nobody in it."""
    return Draft((), (), (Change(("encounters", fight), How.NEW, {"name": "Cueva"}),))


def test_no_letter_of_a_row_begins_another_nor_is_a_key_of_the_line() -> None:
    first = list(islice(codes(), 64))
    assert [len(each) for each in first] == [1] * 21 + [2] * 21 + [3] * 21 + [4]
    assert not [(a, b) for a in first for b in first if a != b and b.startswith(a)]
    assert not {*"jkqdz"} & {*LETTERS}


def test_the_party_has_letters_of_its_names_and_the_others_the_next_ones() -> None:
    game = Game(*PARTY, "aparece 3 goblin", "combate Cueva")
    assert letters(game) == {
        "Lía": "l",
        "Bruno": "b",
        "Elia": "e",
        "goblin 1": "a",
        "goblin 2": "c",
        "goblin 3": "f",
    }


def test_thirty_three_have_at_most_two_letters() -> None:
    game = Game(*(f"pj PJ{n}" for n in range(8)), "aparece 25 orco", "combate Sala")
    assert sorted(map(len, letters(game).values())) == [1] * 21 + [2] * 12


def test_a_group_has_one_letter() -> None:
    game = Game(*PARTY, "aparece 3 goblin grupo", "aparece lobo", "combate Cueva")
    assert [letters(game)[f"goblin {n}"] for n in (1, 2, 3)] == ["a", "a", "a"]
    assert letters(game)["lobo"] == "c"


@each_of(
    "line",
    [
        *("aparece 5 rata", "aparece 2 orco grupo", "huye lobo", "mata lobo", "retira goblin 1"),
        *(
            "quita goblin 1",
            "iniciativa lobo 30",
            "agrupa lobo,rey",
            "separa goblin 2",
            "separa goblin*",
            "oculta lobo",
        ),
    ],
)
def test_nothing_that_happens_gives_a_letter_to_another_creature(line: str) -> None:
    game = Game(*PARTY, "aparece 3 goblin grupo", "aparece lobo", "combate Cueva", "aparece rey")
    before = letters(game)
    game.do(line)
    after = letters(game)
    for letter in {*before.values()} & {*after.values()}:
        had = {name for name in before if before[name] == letter}
        assert had & {name for name in after if after[name] == letter}, f"{letter} went to others"


def test_who_leaves_a_group_gets_back_the_letter_it_had() -> None:
    game = Game(*PARTY, "aparece 3 goblin", "combate Cueva", "aparece rey")
    before = letters(game)
    game.do("agrupa goblin*")
    assert {letters(game)[f"goblin {n}"] for n in (1, 2, 3)} == {before["goblin 1"]}
    game.do("separa goblin*")
    assert letters(game) == before


def test_the_larger_part_of_a_group_keeps_its_letter() -> None:
    game = Game(*PARTY, "aparece 4 goblin grupo", "combate Cueva")
    before = letters(game)["goblin 1"]
    game.do("separa goblin 1")
    assert [letters(game)[f"goblin {n}"] for n in (2, 3, 4)] == [before] * 3
    assert letters(game)["goblin 1"] != before


def test_undo_gives_back_the_letters() -> None:
    game = Game(*PARTY, "aparece 3 goblin grupo", "combate Cueva")
    before = letters(game)
    game.do("separa goblin 2")
    game.do("deshacer")
    assert letters(game) == before


def test_two_gms_see_the_same_letters() -> None:
    game = Game(*PARTY, "aparece 3 goblin", "combate Cueva")
    other = game.copy(BEA)
    game.do("aparece lobo")
    other.do("aparece rata")
    meet(game, other)
    assert letters(game) == letters(other)


def test_each_fight_has_letters_of_its_own() -> None:
    game = Game(*PARTY, "aparece 3 goblin", "combate Cueva Lía goblin*", "aparece 2 lobo")
    cave = letters(game)
    game.do("combate Puente Bruno Elia")
    assert letters(game) == {"Bruno": "b", "Elia": "e"}
    game.do("cambia Cueva")
    assert letters(game) == cave


def test_before_a_fight_the_party_and_who_is_prepared_have_letters() -> None:
    game = Game(*PARTY, "aparece 2 goblin")
    assert letters(game) == {"Lía": "l", "Bruno": "b", "Elia": "e", "goblin 1": "a", "goblin 2": "c"}


@given(st.lists(st.sampled_from(LINES), max_size=14), st.lists(st.sampled_from(LINES), max_size=4))
def test_letters_that_go_on_are_those_made_anew(lines: list[str], of_other: list[str]) -> None:
    game = Game(*PARTY, "aparece 3 goblin", "combate Cueva")
    other, kept = game.copy(BEA), RowLetters()
    for line in of_other:
        other.attempt(line, lambda sides: sides)
    for line in lines:
        if line == MEETS:
            meet(game, other)
        elif line == OPENS:
            game.play(opened_again(game.session.encounter))
        elif line == SUPPOSES:
            with game.history.supposing((Change(("encounters", game.session.encounter), How.GONE),)):
                assert kept.letters_for(game.history) == RowLetters().letters_for(game.history)
        else:
            game.attempt(line, lambda sides: sides)
        assert kept.letters_for(game.history) == RowLetters().letters_for(game.history)
