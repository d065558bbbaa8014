"""Typed faces are used in order and completely, or the line is refused."""

import pytest

from tests.rules.faces import NEVER, falls
from tests.session.game import Game, party, refusal_code
from tests.trials import each_of
from tracker.rules.dice import Mode, Typed, throw_in_mode
from tracker.rules.refusal import Refusal
from tracker.session.faces import FacesOnTheTable, is_whole


def test_typed_faces_come_in_order_and_are_known_as_typed() -> None:
    faces = FacesOnTheTable((3, 4), NEVER)

    assert (faces(6), faces(6)) == (3, 4)
    faces.require_all_used()
    assert isinstance(FacesOnTheTable((3,), NEVER)(6), Typed)


def test_without_typed_faces_the_program_rolls() -> None:
    faces = FacesOnTheTable((), falls(5))

    assert faces(6) == 5
    assert faces.take_announced_face(2, 20) is None
    faces.require_all_used()


@pytest.mark.parametrize("face", [0, 7, 1_000_000])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    with pytest.raises(Refusal) as refusal:
        FacesOnTheTable((face,), NEVER)(6)

    assert (refusal.value.code, dict(refusal.value.data)) == ("face_out_of_range", {"face": face, "sides": 6})


@pytest.mark.parametrize("sides", [10, 100])
def test_the_zero_of_a_die_numbered_from_zero_is_its_highest_face(sides: int) -> None:  # R3-014, R3-017
    assert FacesOnTheTable((0,), NEVER)(sides) == sides


def test_a_fumble_is_typed_as_the_dice_show_it() -> None:  # R3-017
    game = Game("pj Aurora habilidades=Tope 120", system="percentile")
    throw = game.do("prueba aurora tope = 00").throws[0]

    assert (throw.dice[0].face, throw.dice[0].typed, throw.outcome) == (100, True, "fumble")


@pytest.mark.parametrize(
    ("typed", "sides", "whole"),
    [("0", 10, True), ("1", 10, False), ("0", 20, False), ("07", 20, True), ("0", 6, False), ("3", 6, True)],
)
def test_a_face_is_whole_when_no_digit_could_follow(typed: str, sides: int, *, whole: bool) -> None:
    assert is_whole(typed, sides) is whole


def test_missing_faces_are_refused() -> None:
    faces = FacesOnTheTable((3,), NEVER)
    faces(6)

    with pytest.raises(Refusal) as refusal:
        faces(6)

    assert (refusal.value.code, dict(refusal.value.data)) == (
        "too_few_faces",
        {"needed": 2, "given": 1, "sides": 6},
    )


def test_faces_left_over_are_refused() -> None:
    faces = FacesOnTheTable((3, 4), NEVER)
    faces(6)

    with pytest.raises(Refusal) as refusal:
        faces.require_all_used()

    assert (refusal.value.code, dict(refusal.value.data)) == ("too_many_faces", {"needed": 1, "given": 2})


@each_of("mode", [Mode.ADVANTAGE, Mode.DISADVANTAGE])
def test_a_single_face_under_advantage_is_the_one_that_was_kept(mode: Mode) -> None:
    (die,) = throw_in_mode(20, mode, FacesOnTheTable((14,), NEVER))

    assert (die.face, die.kept, die.typed) == (14, True, True)


def test_two_faces_under_advantage_are_both_dice() -> None:
    dice = throw_in_mode(20, Mode.ADVANTAGE, FacesOnTheTable((14, 17), NEVER))

    assert [(die.face, die.kept) for die in dice] == [(14, False), (17, True)]


LINES: list[tuple[str, str]] = [
    ("prueba lia fuerza = 14", ""),
    ("prueba lia fuerza ventaja = 14", ""),
    ("prueba lia fuerza ventaja = 14 3", ""),
    ("prueba lia fuerza ventaja desventaja = 14 3", "too_many_faces"),
    ("prueba lia fuerza = 14 3", "too_many_faces"),
    ("prueba lia fuerza ventaja = 14 3 2", "too_many_faces"),
    ("prueba lia,bren fuerza = 14", "too_few_faces"),
    ("prueba lia,bren fuerza = 14 3", ""),
    ("prueba lia fuerza = 21", "face_out_of_range"),
    ("prueba lia fuerza = 0", "face_out_of_range"),
    ("prueba lia fuerza = catorce", "bad_faces"),
    ("prueba lia fuerza = -3", "bad_faces"),
    ("prueba lia fuerza =", "bad_faces"),
    ("prueba lia fuerza = 1,2", "too_many_faces"),
    ("daño lia 2d6+1 = 3, 4", ""),
    ("daño lia 2d6+1 = 3", "too_few_faces"),
    ("daño lia 2d6+1 = 3 7", "face_out_of_range"),
    ("daño lia 5 = 3", "too_many_faces"),
    ("descansa lia = 3", "no_dice"),
    ("anterior = 3", "no_dice"),
    ("2d6+3 = 6 6", ""),
    ("1d20 adv = 6", ""),
    ("2d6 adv = 6", "too_few_faces"),
]


@each_of(("line", "code"), LINES)
def test_typed_faces_on_the_line(line: str, code: str) -> None:
    game = party()
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert not code or game.session == before


def test_the_event_says_which_dice_were_real() -> None:
    game = Game("pj Lía")
    typed, rolled = game.do("prueba lia fuerza = 14"), game.do("prueba lia fuerza", 14)

    assert [throw.dice[0].typed for throw in (*typed.throws, *rolled.throws)] == [True, False]
