"""Rolling a d20 (R1-004..R1-034)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.dice import Mode
from tracker.rules.games.chronicle import checks
from tracker.rules.games.chronicle.checks import Contender, Handling, Outcome, Winner
from tracker.rules.games.chronicle.sheet import SAVES, save_attribute
from tracker.rules.refusal import Refusal

FACES = range(1, 21)


def outcome(face: int, difficulty: int, static: int = 0) -> str:
    return checks.d20_test((face,), difficulty, Handling(Mode.NORMAL, static)).outcome


@pytest.mark.parametrize(("face", "meant"), [(11, "failure"), (12, "success"), (13, "success")])
def test_equalling_the_difficulty_succeeds(face: int, meant: str) -> None:
    assert outcome(face, 12) == meant


def test_a_natural_20_always_succeeds_and_a_natural_1_always_fails() -> None:
    assert outcome(20, 30, -3) == "critical"
    assert outcome(1, 2, 3) == "fumble"


def test_only_the_natural_face_is_critical_or_a_fumble() -> None:
    assert outcome(19, 12, 1) == "success"
    assert outcome(2, 2, -1) == "failure"


@each_of(
    ("mode", "faces", "meant"),
    [
        (Mode.ADVANTAGE, (20, 1), "critical"),
        (Mode.DISADVANTAGE, (20, 1), "fumble"),
        (Mode.ADVANTAGE, (1, 1), "fumble"),
        (Mode.DISADVANTAGE, (20, 20), "critical"),
        (Mode.DISADVANTAGE, (20, 12), "success"),
    ],
)
def test_the_kept_die_alone_is_natural(mode: Mode, faces: tuple[int, ...], meant: str) -> None:
    assert checks.d20_test(faces, 12, Handling(mode)).outcome == meant


@each_of("total", range(-8, 9))
def test_the_sum_of_modifiers_turns_beyond_three(total: int) -> None:
    handling = checks.roll_mode([total - 5, 5])

    if abs(total) <= 3:
        assert handling == Handling(Mode.NORMAL, total)
    else:
        assert handling == Handling(Mode.ADVANTAGE if total > 0 else Mode.DISADVANTAGE, 0)


@each_of(("advantages", "disadvantages"), product(range(4), repeat=2))
def test_advantage_and_disadvantage_cancel_whatever_their_number(advantages: int, disadvantages: int) -> None:
    mode = checks.roll_mode((), advantages, disadvantages).mode

    if bool(advantages) == bool(disadvantages):
        assert mode is Mode.NORMAL
    else:
        assert mode is (Mode.ADVANTAGE if advantages else Mode.DISADVANTAGE)


def test_a_converted_modifier_cancels_like_any_other() -> None:
    assert checks.roll_mode([-4], advantage=1) == Handling()
    assert checks.roll_mode([-4, 2]) == Handling(Mode.NORMAL, -2)
    assert checks.roll_mode([-2], disadvantage=1, effort=True) == Handling(Mode.NORMAL, -2)


def test_effort_is_one_more_advantage() -> None:
    assert checks.roll_mode(effort=True).mode is Mode.ADVANTAGE
    assert checks.roll_mode(disadvantage=2, effort=True).mode is Mode.NORMAL


@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 25), st.integers(-3, 3))
def test_advantage_never_fares_worse_than_disadvantage(a: int, b: int, difficulty: int, static: int) -> None:
    best = checks.d20_test((a, b), difficulty, Handling(Mode.ADVANTAGE, static))
    worst = checks.d20_test((a, b), difficulty, Handling(Mode.DISADVANTAGE, static))

    assert best.total >= worst.total
    assert best.outcome.succeeds or not worst.outcome.succeeds


def contender(total: int, outcome: Outcome, value: int = 10) -> Contender:
    return Contender(total, outcome, value)


PASS, FAIL = Outcome.SUCCESS, Outcome.FAILURE


@each_of(
    ("a", "b", "winner"),
    [
        (contender(12, PASS), contender(14, FAIL), Winner.A),
        (contender(5, FAIL), contender(8, FAIL), Winner.B),
        (contender(14, PASS, 1), contender(13, PASS, 18), Winner.A),
        (contender(14, PASS, 12), contender(14, PASS, 11), Winner.A),
        (contender(14, PASS, 10), contender(14, PASS, 10), Winner.REROLL),
        (contender(20, Outcome.CRITICAL), contender(22, PASS), Winner.B),
        (contender(4, Outcome.FUMBLE), contender(6, FAIL), Winner.B),
    ],
)
def test_opposed_rolls_look_at_passing_then_total_then_value(
    a: Contender, b: Contender, winner: Winner
) -> None:
    mirrored = {Winner.A: Winner.B, Winner.B: Winner.A, Winner.REROLL: Winner.REROLL}

    assert checks.compare_opposed(a, b) is winner
    assert checks.compare_opposed(b, a) is mirrored[winner]


@each_of("conditions", product([False, True], repeat=5))
def test_a_roll_is_needed_in_danger_and_not_when_nothing_is_at_stake(conditions: tuple[bool, ...]) -> None:
    within, threat, failure_adds, untrained, rushed = conditions
    needed = checks.needs_roll(
        within_interval=within,
        threat=threat,
        failure_adds=failure_adds,
        untrained_or_impeded=untrained,
        rushed_or_risky=rushed,
    )

    if untrained or rushed:
        assert needed is True
    elif within and not threat and not failure_adds:
        assert needed is False
    else:
        assert needed is None


def test_every_danger_has_its_attribute_and_an_unknown_one_names_the_known() -> None:
    assert {save_attribute(danger) for danger in SAVES} == set(SAVES.values())
    assert save_attribute("paralysis") == "mind"
    with pytest.raises(Refusal, match="unknown_danger"):
        save_attribute("boredom")
