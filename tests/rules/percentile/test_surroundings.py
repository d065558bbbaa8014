"""Light, success thresholds and turns (R3-048..R3-060)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import loaded_dice
from tests.trials import each_of
from tracker.rules.games.percentile.checks import (
    Expertise,
    Outcome,
    check,
    check_with_threshold,
    is_automatic,
)
from tracker.rules.games.percentile.sheet import Light, LightSource, light_radius, skill_in, turns


@each_of(
    ("light", "skill", "left"),
    [
        (Light.NORMAL, 45, 45),
        (Light.DIM, 44, 22),
        (Light.DIM, 45, 22),
        (Light.NEAR_DARK, 48, 12),
        (Light.NEAR_DARK, 50, 12),
        (Light.NEAR_DARK, 3, 0),
        (Light.DARK, 51, 12),
    ],
)
def test_darkness_leaves_a_half_or_a_quarter_rounded_down(light: Light, skill: int, left: int) -> None:
    assert skill_in(light, skill, power=20, intelligence=20) == left


@each_of(
    ("power", "intelligence", "left"),
    [(9, 12, 25), (8, 12, 24), (12, 8, 24), (7, 5, 15), (18, 18, 25)],
)
def test_total_darkness_leaves_no_more_than_three_times_power_or_intelligence(
    power: int, intelligence: int, left: int
) -> None:
    assert skill_in(Light.DARK, 100, power, intelligence) == left


def test_circumstances_come_after_the_light() -> None:
    left = skill_in(Light.DIM, 60, power=10, intelligence=10)
    assert check(left, loaded_dice(50), modifier=20).effective == 50


@given(st.integers(0, 200), st.integers(1, 30), st.integers(1, 30))
def test_less_light_never_leaves_more(skill: int, power: int, intelligence: int) -> None:
    left = [skill_in(light, skill, power, intelligence) for light in Light]
    assert left == sorted(left, reverse=True)


def test_the_table_of_light_sources_in_centimetres() -> None:
    assert {source: light_radius(source) for source in LightSource} == {
        LightSource.CANDLE: 30,
        LightSource.MATCHES: 30,
        LightSource.TORCH: 150,
        LightSource.OIL_LAMP: 150,
        LightSource.CAMPFIRE: 500,
        LightSource.LARGE_CAMPFIRE: 1500,
    }


@each_of(
    ("skill", "threshold", "automatic"), [(24, 25, False), (25, 25, True), (26, 25, True), (74, 75, False)]
)
def test_at_the_threshold_there_is_nothing_to_roll(skill: int, threshold: int, automatic: bool) -> None:
    assert is_automatic(skill, threshold) is automatic


def test_the_guide_to_thresholds() -> None:
    assert list(Expertise) == [25, 50, 75]


@each_of(
    ("face", "outcome"),
    [
        (3, Outcome.CRITICAL),
        (5, Outcome.SPECIAL),
        (50, Outcome.SUCCESS),
        (51, Outcome.BASIC),
        (97, Outcome.BASIC),
    ],
)
def test_an_expert_who_rolls_for_more_keeps_the_basic_result(face: int, outcome: Outcome) -> None:
    made = check_with_threshold(50, Expertise.PROFESSIONAL, loaded_dice(face))
    assert made.outcome is outcome
    assert made.success


@each_of(("face", "outcome"), [(4, Outcome.SPECIAL), (20, Outcome.SUCCESS), (21, Outcome.FAILURE)])
def test_under_the_threshold_it_is_a_check_like_any_other(face: int, outcome: Outcome) -> None:
    assert check_with_threshold(20, Expertise.PROFESSIONAL, loaded_dice(face)).outcome is outcome


def test_the_threshold_looks_at_the_sheet_and_the_dice_at_the_modified_percentage() -> None:
    made = check_with_threshold(25, 25, loaded_dice(6), modifier=-20)
    assert (made.effective, made.outcome) == (5, Outcome.BASIC)
    assert not check_with_threshold(20, 25, loaded_dice(41), modifier=20).success


@each_of(("seconds", "taken"), [(0, 0), (1, 1), (12, 1), (13, 2), (60, 5), (61, 6), (120, 10)])
def test_a_task_takes_whole_turns_of_twelve_seconds(seconds: int, taken: int) -> None:
    assert turns(seconds) == taken
