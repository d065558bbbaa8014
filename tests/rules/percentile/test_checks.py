"""The skill check (R3-004..R3-017, R3-022..R3-027, R3-061)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import chance, loaded_dice, no_dice
from tests.trials import each_of
from tracker.rules.games.percentile.acts import impale_damage
from tracker.rules.games.percentile.checks import Outcome, check, judge, thresholds
from tracker.rules.games.percentile.sheet import Circumstances, modifier

percentages = st.integers(-60, 200)
faces = st.integers(1, 100)


@each_of(
    ("skill", "face", "outcome"),
    [
        (40, 1, Outcome.CRITICAL),
        (40, 2, Outcome.CRITICAL),
        (40, 3, Outcome.SPECIAL),
        (40, 8, Outcome.SPECIAL),
        (40, 9, Outcome.SUCCESS),
        (40, 40, Outcome.SUCCESS),
        (40, 41, Outcome.FAILURE),
        (40, 95, Outcome.FAILURE),
        (40, 96, Outcome.FUMBLE),
        (40, 100, Outcome.FUMBLE),
        (50, 3, Outcome.CRITICAL),
        (90, 5, Outcome.CRITICAL),
        (95, 95, Outcome.SUCCESS),
        (95, 96, Outcome.FUMBLE),
        (120, 95, Outcome.SUCCESS),
        (120, 96, Outcome.FUMBLE),
        (5, 1, Outcome.CRITICAL),
        (5, 2, Outcome.SUCCESS),
        (0, 1, Outcome.CRITICAL),
        (0, 2, Outcome.FAILURE),
        (-30, 1, Outcome.CRITICAL),
        (-30, 2, Outcome.FAILURE),
    ],
)
def test_a_face_is_read_against_the_percentage(skill: int, face: int, outcome: Outcome) -> None:
    assert judge(skill, face) is outcome


def test_a_modifier_moves_the_percentage_and_its_thresholds() -> None:
    helped = check(40, loaded_dice(12), modifier(Circumstances.VERY_FAVOURABLE))
    assert (helped.effective, helped.outcome) == (60, Outcome.SPECIAL)
    hindered = check(40, loaded_dice(2), modifier(Circumstances.UNFAVOURABLE))
    assert (hindered.effective, hindered.outcome) == (30, Outcome.CRITICAL)


def test_the_circumstances_add_what_the_table_says() -> None:
    assert [modifier(one) for one in Circumstances] == [20, 10, 0, -10, -20]


def test_nothing_is_rolled_for_what_cannot_be_done() -> None:
    made = check(40, no_dice, possible=False)
    assert (made.die, made.outcome) == (None, Outcome.FAILURE)


@each_of("skill", [-20, 0, 1, 7, 8, 40, 94, 95, 96, 100, 130])
def test_the_chance_of_success_is_the_percentage_between_1_and_95(skill: int) -> None:
    wins = chance(lambda roll: check(skill, roll).success, 100)
    assert wins == Fraction(min(95, max(1, skill)), 100)


def test_specials_and_criticals_are_as_likely_as_their_thresholds() -> None:
    for skill in range(1, 131):
        low = thresholds(skill)
        outcomes = [judge(skill, face) for face in range(1, 101)]
        assert outcomes.count(Outcome.CRITICAL) == low.critical, skill
        assert outcomes.count(Outcome.SPECIAL) == low.special - low.critical, skill
        assert outcomes.count(Outcome.FUMBLE) == 5, skill


@each_of("skill", range(1, 8))
def test_a_skill_under_8_has_no_special_that_is_not_critical(skill: int) -> None:
    assert Outcome.SPECIAL not in {judge(skill, face) for face in range(1, 101)}


@given(percentages, st.integers(2, 95))
def test_a_lower_face_is_never_worse(skill: int, face: int) -> None:
    order = list(Outcome)
    assert order.index(judge(skill, face - 1)) <= order.index(judge(skill, face))


@given(percentages, faces, st.integers(-40, 40))
def test_a_modifier_is_worth_as_many_points_of_skill(skill: int, face: int, points: int) -> None:
    assert check(skill, loaded_dice(face), points) == check(skill + points, loaded_dice(face))


@given(percentages, faces)
def test_no_die_is_ever_read_as_the_basic_result(skill: int, face: int) -> None:
    assert judge(skill, face) is not Outcome.BASIC


@each_of(
    ("outcome", "impaling", "damage"),
    [
        (Outcome.CRITICAL, True, 12),
        (Outcome.SPECIAL, True, 12),
        (Outcome.SUCCESS, True, 6),
        (Outcome.FUMBLE, True, 6),
        (Outcome.SPECIAL, False, 6),
        (Outcome.CRITICAL, False, 6),
    ],
)
def test_an_impaling_weapon_doubles_once(outcome: Outcome, impaling: bool, damage: int) -> None:
    assert impale_damage(6, outcome, impaling=impaling) == damage
