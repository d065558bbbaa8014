"""Hunger and sleep, hour by hour; rest, Effort and age (R1-056, R1-067..R1-081)."""

import pytest
from msgspec.structs import replace

from tests.rules.chronicle.tables import (
    ANA,
    DAY,
    HOUR,
    act,
    ana,
    context,
    kinds,
    npc,
    pc,
    pending_kinds,
    resolve_pending,
    ruled,
    suffering,
)
from tests.rules.faces import announces, falls
from tests.trials import each_of
from tracker.rules.dice import Mode
from tracker.rules.games.chronicle import vitals
from tracker.rules.games.chronicle.checks import Call, difficulty, figures_of
from tracker.rules.games.chronicle.sheet import Character, Slot, Task
from tracker.rules.games.chronicle.system import CHRONICLE
from tracker.rules.games.chronicle.vitals import Recovery
from tracker.rules.system import PendingRoll

STRENGTH = Call(Task("strength"))
LATER = range(1, 8 * 24 + 1)


def fallen_due(sheet: Character, hour: int) -> list[str]:
    """Return the needs that call for a roll in the hour that ends at `hour`."""
    at = context(sheet, now=(hour - 1) * HOUR)
    return pending_kinds(CHRONICLE.time_passes(at, ANA, hour * HOUR))


def test_each_full_day_without_a_meal_raises_only_the_difficulty_of_endurance() -> None:
    for hour in range(8 * 24):
        assert difficulty(pc(), "endurance", hour * HOUR) == 10 + hour // 24
        assert difficulty(pc(), "mind", hour * HOUR) == 10


def test_the_second_day_begins_a_day_after_six_hours_of_sleep_have_ended() -> None:  # A1-44
    tired = context(pc(awake_since=0), now=20 * HOUR)
    slept = act(tired, "sleep", hours=6 * HOUR)
    for hour, static in ((20, 0), (43, 0), (44, -1), (67, -1), (68, -2), (92, -3)):
        assert figures_of(ana(slept), STRENGTH, hour * HOUR).how.static == static
    short = act(tired, "sleep", hours=5 * HOUR)
    assert figures_of(ana(short), STRENGTH, 24 * HOUR).how.static == -1


def test_hunger_calls_for_a_roll_each_24_hours() -> None:
    for hour in LATER:
        assert fallen_due(pc(), hour).count("hunger") == (hour % 24 == 0), hour


@each_of(
    ("hours", "mode", "static"),
    [
        (range(24), Mode.NORMAL, 0),
        (range(24, 48), Mode.NORMAL, -1),
        (range(48, 72), Mode.NORMAL, -2),
        (range(72, 96), Mode.NORMAL, -3),
        (range(96, 192), Mode.DISADVANTAGE, 0),
    ],
)
def test_each_day_awake_adds_a_penalty_of_1_to_every_roll(hours: range, mode: Mode, static: int) -> None:
    for hour in hours:
        given = figures_of(pc(), STRENGTH, hour * HOUR).how
        assert (given.mode, given.static) == (mode, static), hour


def test_sleep_calls_for_a_roll_each_day_from_the_fifth() -> None:
    for hour in LATER:
        assert fallen_due(pc(), hour).count("sleep") == (hour % 24 == 0 and hour >= 96), hour


def test_time_that_passes_at_once_calls_for_the_same_rolls_as_hour_by_hour() -> None:
    whole = CHRONICLE.time_passes(context(pc()), ANA, 8 * DAY)
    pieces = [
        pending
        for hour in LATER
        for pending in CHRONICLE.time_passes(context(pc(), now=(hour - 1) * HOUR), ANA, hour * HOUR)
    ]

    assert sorted(pending.key for pending in whole) == sorted(pending.key for pending in pieces)


def test_only_living_pcs_hunger_and_tire() -> None:
    assert CHRONICLE.time_passes(context(npc()), ANA, 9 * DAY) == ()
    assert CHRONICLE.time_passes(context(pc(dead=True)), ANA, 9 * DAY) == ()
    assert figures_of(npc(), STRENGTH, 9 * DAY).how.mode is Mode.NORMAL
    assert difficulty(npc(), "endurance", 9 * DAY) == 10


def hunger_due(day: int, *, awake_since: int = 0) -> PendingRoll:
    hungry = context(pc(awake_since=awake_since), now=(day - 1) * DAY)
    return CHRONICLE.time_passes(hungry, ANA, day * DAY)[0]


@pytest.mark.parametrize(("day", "face", "kind"), [(1, 11, "hunger_endured"), (2, 11, "hunger_failed")])
def test_a_late_hunger_roll_has_the_difficulty_of_its_day(day: int, face: int, kind: str) -> None:
    well_slept = pc(awake_since=5 * DAY)
    result = resolve_pending(
        context(well_slept, now=5 * DAY), hunger_due(day, awake_since=5 * DAY), falls(face)
    )

    assert kinds(result) == [kind]
    assert result.throws[0].target == 10 + day


def test_the_third_failure_of_one_starvation_kills_at_72_hours_at_the_earliest() -> None:
    at = context(pc(awake_since=3 * DAY), now=3 * DAY)
    for day in (1, 2, 3):
        result = resolve_pending(at, hunger_due(day), falls(2))
        at = ruled(at, result)

    assert kinds(result) == ["hunger_failed", "died"]
    assert (ana(result).dead, ana(result).cause, ana(result).hunger_failures) == (True, "starvation", 3)


def test_a_creature_revived_from_starvation_dies_only_of_another_failure() -> None:  # R1-073
    at = context(pc(awake_since=4 * DAY, hunger_failures=3), now=4 * DAY)
    fourth = hunger_due(4, awake_since=4 * DAY)
    passed, failed = resolve_pending(at, fourth, falls(19)), resolve_pending(at, fourth, falls(2))

    assert (kinds(passed), ana(passed).hunger_failures) == (["hunger_endured"], 3)
    assert (kinds(failed), ana(failed).hunger_failures) == (["hunger_failed", "died"], 3)


def test_a_meal_ends_the_hunger_its_failures_and_its_pending_rolls() -> None:
    pending = hunger_due(1)
    at = context(pc(hunger_failures=2), now=DAY + HOUR)
    assert CHRONICLE.still_pending(at, pending)

    after = ruled(at, act(at, "eat"))

    assert not CHRONICLE.still_pending(after, pending)
    assert ana(act(at, "eat")).hunger_failures == 0
    assert difficulty(ana(act(at, "eat")), "endurance", at.now) == 10
    assert ana(act(at, "eat", ago=HOUR)).fed_at == DAY


def test_a_natural_twenty_endures_whatever_the_hunger() -> None:
    late = replace(hunger_due(1), data={"since": 0, "day": 15, "at": 15 * DAY})
    result = resolve_pending(context(pc(awake_since=15 * DAY)), late, falls(20))

    assert kinds(result) == ["hunger_endured"]


def sleep_due(day: int) -> PendingRoll:
    return next(
        pending
        for pending in CHRONICLE.time_passes(context(pc(fed_at=day * DAY)), ANA, day * DAY)
        if pending.key == f"sleep.0.{day}"
    )


def test_the_roll_of_a_sleepless_day_is_at_disadvantage_and_failing_it_kills() -> None:
    at = context(pc(fed_at=4 * DAY), now=4 * DAY)
    assert CHRONICLE.faces_of(at, sleep_due(4)) == (20, 20)

    assert kinds(resolve_pending(at, sleep_due(4), falls(18, 10))) == ["sleep_endured"]
    result = resolve_pending(at, sleep_due(4), falls(18, 9))
    assert (ana(result).dead, ana(result).cause) == (True, "stroke")


def test_other_penalties_that_become_disadvantage_threaten_no_life() -> None:
    tired_and_ill = pc(states=suffering("diseased"))
    assert figures_of(tired_and_ill, STRENGTH, 2 * DAY).how.mode is Mode.DISADVANTAGE
    assert "sleep" not in fallen_due(tired_and_ill, 48)


@each_of(("slept", "kept"), [(5, None), (6, 2), (8, 2), (11, 2), (12, 0), (14, 0)])
def test_six_hours_stop_the_penalty_and_twelve_clear_it(slept: int, kept: int | None) -> None:
    at = context(pc(), now=(48 + slept) * HOUR)
    sheet = ana(act(at, "sleep", hours=slept * HOUR))

    if kept is None:
        assert (sheet.awake_since, sheet.sleep_kept) == (0, 0)
        return
    assert (sheet.awake_since, sheet.sleep_kept) == (at.now, kept)
    assert sheet.sleep_penalty(at.now + 24 * HOUR) == -kept - 1


@each_of(
    ("first", "second", "between", "sleeps"),
    [(4, 4, 2, True), (3, 3, 0, True), (3, 2, 2, False), (5, 3, 16, True), (5, 3, 17, False)],
)
def test_six_hours_of_24_may_be_slept_in_pieces(  # R1-075
    first: int, second: int, between: int, sleeps: bool
) -> None:
    woken, later = 20 + first, 20 + first + between + second
    once = context(pc(), now=woken * HOUR)
    at = ruled(once, act(once, "sleep", hours=first * HOUR), now=later * HOUR)
    sheet = ana(act(at, "sleep", hours=second * HOUR))

    assert (sheet.awake_since, sheet.napped == 0) == ((later * HOUR, True) if sleeps else (0, False))
    assert sheet.sleep_penalty(later * HOUR) == (0 if sleeps else -1)


def test_hours_of_sleep_reported_twice_count_once() -> None:  # R1-075
    once = context(pc(), now=20 * HOUR)
    again = act(ruled(once, act(once, "sleep", hours=4 * HOUR)), "sleep", hours=4 * HOUR)

    assert (ana(again).awake_since, ana(again).napped) == (0, 4 * HOUR)


def test_a_forgotten_night_of_sleep_can_be_added_afterwards() -> None:
    at = context(pc(), now=30 * HOUR)
    sheet = ana(act(at, "sleep", hours=8 * HOUR, ago=6 * HOUR))

    assert (sheet.awake_since, sheet.sleep_penalty(at.now)) == (24 * HOUR, 0)


def test_a_usual_night_costs_nothing() -> None:
    at = context(pc(), now=24 * HOUR)  # 16 hours awake, 8 asleep

    assert kinds(act(at, "sleep", hours=8 * HOUR)) == ["slept"]


def test_a_rest_restores_slots_and_calls_for_the_health_die_and_effort() -> None:
    at = context(pc(slots={"nivel 1": Slot(0, 2)}), now=DAY)
    result = act(at, "rest")

    assert ana(result).slots == {"nivel 1": Slot(2, 2)}
    assert ana(result).awake_since == DAY
    assert pending_kinds(result.pending) == ["health_die", "effort"]
    assert ana(result).health == 10


def test_a_rest_without_losses_calls_for_nothing_and_resets_the_nights() -> None:
    hale = pc(health=12, effort=3, nights_without_recovery=4)
    result = act(context(hale, now=DAY), "rest", awake=True)

    assert result.pending == ()
    assert ana(result).nights_without_recovery == 0
    assert ana(result).awake_since == 0


def test_the_health_die_heals_up_to_the_maximum() -> None:
    at = context(pc())
    result = resolve_pending(at, PendingRoll("rest", "health_die", ANA), falls(8))

    assert ana(result).health == 12
    assert CHRONICLE.faces_of(at, PendingRoll("rest", "health_die", ANA)) == (8,)
    assert not CHRONICLE.still_pending(context(pc(health=12)), PendingRoll("rest", "health_die", ANA))


def test_every_spent_point_of_effort_is_rolled_at_once() -> None:
    at = context(pc(effort=0))
    pending = PendingRoll("rest", "effort", ANA)

    assert CHRONICLE.faces_of(at, pending) == (20, 20, 20)
    result = resolve_pending(at, pending, falls(15, 3, 10))
    assert (ana(result).effort, kinds(result)) == (2, ["effort_regained"])


def test_from_the_third_night_a_point_returns_until_a_roll_is_passed() -> None:
    given = Recovery(0, 0)
    story = []
    for successes in ([False] * 5, [False] * 5, [False] * 5, [False] * 4, [True, False, False]):
        given = vitals.recover(given.effort, 5, given.nights, successes)
        story.append((given.effort, given.nights, given.automatic))

    assert story == [(0, 1, False), (0, 2, False), (1, 3, True), (2, 4, True), (3, 0, False)]


def test_a_night_with_nothing_spent_does_not_count() -> None:
    assert vitals.recover(3, 3, 2, []) == Recovery(3, 0)


@pytest.mark.parametrize(("age", "rolls"), [(58, False), (59, True), (60, True)])
def test_the_year_that_reaches_the_age_calls_for_a_roll(age: int, rolls: bool) -> None:
    result = act(context(pc(age=age, ageing_age=60)), "age", falls(15))

    assert bool(result.throws) is rolls
    assert ana(result).age == age + 1


def test_a_failed_year_weakens_the_attribute_of_a_d6_and_one_is_death() -> None:
    old = pc(age=70, ageing_age=60)
    result = act(context(old), "age", falls(3, 5))
    assert ana(result).attributes["intuition"].value == 9
    assert not ana(result).dead

    frail = replace(
        old, attributes={**old.attributes, "strength": replace(old.attributes["strength"], value=2)}
    )
    result = act(context(frail), "age", falls(3, 1))
    assert (ana(result).dead, ana(result).cause) == (True, "old_age")


@pytest.mark.parametrize(
    ("kind", "faces", "told"),
    [
        ("hunger", (3, 15), ["effort_for_test", "hunger_endured"]),
        ("sleep", (15,), ["effort_for_normal_test", "sleep_endured"]),
        ("ageing", (15,), ["effort_for_normal_test", "grew_older"]),
    ],
)
def test_effort_favours_the_rolls_that_time_calls_for(  # R1-053, R1-072, R1-077, R1-079
    kind: str, faces: tuple[int, ...], told: list[str]
) -> None:
    at = context(pc(age=70, ageing_age=60), now=4 * DAY)
    ageing = PendingRoll("ageing.1", "ageing", ANA, {"year": 1, "at": 365 * DAY})
    pending = {"hunger": hunger_due(1), "sleep": sleep_due(4), "ageing": ageing}[kind]
    favoured = CHRONICLE.with_favour(at, pending)
    result = resolve_pending(at, favoured, falls(*faces))

    assert CHRONICLE.faces_of(at, favoured)[: len(faces)] == (20,) * len(faces)
    assert (ana(result).effort, kinds(result)) == (1, told)


def test_a_deadly_roll_still_costs_its_effort() -> None:
    at = context(pc(fed_at=4 * DAY), now=4 * DAY)
    result = resolve_pending(at, CHRONICLE.with_favour(at, sleep_due(4)), falls(9))

    assert (ana(result).effort, kinds(result)) == (1, ["effort_for_normal_test", "died"])


def test_a_year_without_a_roll_costs_no_effort() -> None:
    old = act(context(pc(age=70, ageing_age=60)), "age", falls(3, 15), effort=True)
    young = act(context(pc(age=20, ageing_age=60)), "age", effort=True)

    assert (ana(old).effort, kinds(old)) == (1, ["effort_for_test", "grew_older"])
    assert (ana(young).effort, kinds(young)) == (2, ["grew_older"])


def test_stone_does_not_age() -> None:
    result = act(context(pc(age=70, ageing_age=60, states=suffering("petrified"))), "age")

    assert (dict(result.sheets), kinds(result)) == ({}, ["does_not_age"])


def test_a_face_announced_for_two_dice_is_enough() -> None:
    at = context(pc(fed_at=4 * DAY), now=4 * DAY)

    assert kinds(resolve_pending(at, sleep_due(4), announces(12))) == ["sleep_endured"]


def test_the_health_die_of_the_diseased_heals_less() -> None:  # R1-101, A1-42
    at = context(pc(health=2, effort=3, states=suffering("diseased")), now=8 * HOUR)
    (die,) = act(at, "rest").pending
    healed, nothing = resolve_pending(at, die, falls(6)), resolve_pending(at, die, falls(1))

    assert (ana(healed).health, ana(nothing).health) == (6, 2)
    assert kinds(healed) == ["effect_lowered", "healed"]
