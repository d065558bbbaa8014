"""Scars (R2-029..R2-035)."""

from fractions import Fraction

from tests.rules.loaded import chance, every_roll, loaded_dice
from tests.trials import each_of
from tracker.rules.games.horror.harm import CosmeticChange, Scar, roll_cosmetic_change, roll_scar

FALLS_IN_36 = {
    Scar.WEAK_HEART: 1,
    Scar.TRAUMATISED: 5,
    Scar.MARK_OF_MADNESS: 15,
    Scar.COSMETIC: 9,
    Scar.STRANGE_SCAR: 3,
    Scar.THIRD_EYE: 2,
    Scar.REVELATION: 1,
}


@each_of(("scar", "falls"), FALLS_IN_36.items())
def test_each_scar_is_as_likely_as_its_rows(scar: Scar, falls: int) -> None:
    assert chance(lambda roll: roll_scar(roll).scar is scar, 6, 6) == Fraction(falls, 36)


@each_of(
    ("total", "scar"),
    [
        (2, Scar.WEAK_HEART),
        (3, Scar.TRAUMATISED),
        (4, Scar.TRAUMATISED),
        (5, Scar.MARK_OF_MADNESS),
        (6, Scar.MARK_OF_MADNESS),
        (7, Scar.MARK_OF_MADNESS),
        (8, Scar.COSMETIC),
        (9, Scar.COSMETIC),
        (10, Scar.STRANGE_SCAR),
        (11, Scar.THIRD_EYE),
        (12, Scar.REVELATION),
    ],
)
def test_the_scar_table(total: int, scar: Scar) -> None:
    first = max(1, total - 6)
    assert roll_scar(loaded_dice(first, total - first)).scar is scar


def test_trauma_and_revelation_take_a_point_of_sanity_for_good() -> None:
    assert {scar for scar in Scar if scar.permanent_sanity_loss == 1} == {Scar.TRAUMATISED, Scar.REVELATION}


def test_only_a_revelation_teaches_a_spell() -> None:
    assert [scar for scar in Scar if scar.teaches_spell] == [Scar.REVELATION]


def test_only_a_cosmetic_change_calls_for_another_die() -> None:
    assert {scar: scar.further_die for scar in Scar if scar.further_die} == {Scar.COSMETIC: 6}


def test_the_cosmetic_changes_in_order() -> None:
    changes = [roll_cosmetic_change(roll).change for roll in every_roll(6)]
    assert changes == [
        CosmeticChange.TATTOO,
        CosmeticChange.OCCULT_JEWELLERY,
        CosmeticChange.WHITE_LOCK,
        CosmeticChange.RED_EYES,
        CosmeticChange.ECZEMA,
        CosmeticChange.SKIN_MUTATION,
    ]
