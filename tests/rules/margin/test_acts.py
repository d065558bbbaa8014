"""What a GM asks for in Margin, and what falls due (catalogue 4.4)."""

import pytest

from tests.rules.loaded import loaded_dice, no_dice
from tests.rules.margin.tables import (
    a_table,
    context_after,
    do,
    do_together,
    kinds,
    sheet_of,
    somebody,
    stage_of,
)
from tests.trials import each_of
from tracker.rules.games.margin.pending import resolve_task, turn_starts
from tracker.rules.games.margin.sheet import Characteristic, Modifier, Stage, Task
from tracker.rules.games.margin.system import MARGIN
from tracker.rules.random_table import RandomTable, Row
from tracker.rules.refusal import Refusal
from tracker.rules.system import RulesContext

IN_A_FIGHT = frozenset({"lia", "noor"})
BOTH = ("lia", "noor")


def test_a_check_nets_everything_that_bears_on_it() -> None:
    lasting = {
        "oscuridad": Modifier(-1, "oscuridad"),
        "cuerda": Modifier(1, "cuerda", "Atletismo"),
        "sigilosa": Modifier(3, "sigilosa", "Sigilo"),
    }
    result = do(
        "test",
        a_table(somebody(modifiers=lasting)),
        "lia",
        loaded_dice(9, 2),
        characteristic="Atletismo",
        bonus=2,
        penalty=1,
    )

    assert result.throws[0].expression == "1d20-1d4"
    assert (result.throws[0].total, result.throws[0].target, result.throws[0].margin) == (7, 12, 5)


def test_a_new_task_replaces_the_old_one_and_its_race() -> None:  # R4-025
    racing = {
        "lia": Task("Sigilo", 20, 8, 1, 60, rivals=("noor",)),
        "noor": Task("Sigilo", 20, rivals=("lia",)),
    }
    result = do(
        "begin", a_table(stage=Stage(racing)), "lia", no_dice, characteristic="Atletismo", target=9, turn=60
    )

    assert kinds(result) == ["task_given_up", "task_begun"]
    assert stage_of(result).tasks["lia"].accumulated == 0
    assert stage_of(result).tasks["noor"].rivals == ()


def test_a_modifier_for_once_is_used_up_and_the_others_last() -> None:
    modifiers = {
        "a": Modifier(1, "a", once=True),
        "b": Modifier(-1, "b"),
        "c": Modifier(1, "c", "Sigilo", once=True),
    }
    result = do(
        "test", a_table(somebody(modifiers=modifiers)), "lia", loaded_dice(9), characteristic="Atletismo"
    )

    assert sheet_of(result).modifiers.keys() == {"b", "c"}


@each_of(
    ("face", "told"),
    [(7, ["minimum_full"]), (8, ["minimum_partial"]), (12, ["minimum_partial"]), (13, [])],
)
def test_a_minimum_margin_is_reached_missed_or_beside_the_point(face: int, told: list[str]) -> None:
    result = do("test", a_table(), "lia", loaded_dice(face), characteristic="Atletismo", minimum=5)

    assert kinds(result)[2:] == told


def test_a_missing_characteristic_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refusal) as refused:
        do("test", a_table(), "lia", no_dice, characteristic="Historia")

    assert refused.value.data["known"] == "Atletismo, Sigilo"


def test_help_is_one_bonus_however_many_help_and_is_used_up() -> None:
    context = a_table()
    context = context_after(context, do("help", context, "noor", no_dice, creature="lia"))
    context = context_after(
        context,
        do(
            "help",
            RulesContext(context.scene, {**context.sheets, "ada": somebody()}, {}, 0),
            "ada",
            no_dice,
            creature="lia",
        ),
    )
    result = do("test", context, "lia", loaded_dice(10, 4), characteristic="Sigilo")

    assert result.throws[0].total == 6
    assert sheet_of(result).helpers == {}


@pytest.mark.parametrize(("face", "bonuses"), [(10, 2), (11, 1)])
def test_somebody_competent_rolls_first_and_may_bring_two(face: int, bonuses: int) -> None:
    context = a_table()
    result = do("help", context, "noor", loaded_dice(face), creature="lia", characteristic="Sigilo")

    assert result.facts[-1].data["bonuses"] == bonuses
    assert MARGIN.badges(context_after(context, result), "lia")[0].data == {
        "dice": bonuses,
        "cause": "Sigilo",
    }


def test_nobody_helps_themselves_or_opposes_themselves() -> None:
    for act, code in (("help", "helps_itself"), ("opposed", "opposes_itself")):
        with pytest.raises(Refusal, match=code):
            do(act, a_table(), "lia", no_dice, creature="lia", characteristic="Sigilo")


def test_the_greater_margin_wins_by_the_difference() -> None:
    result = do(
        "opposed",
        a_table(),
        "lia",
        loaded_dice(4, 11),
        characteristic="Sigilo",
        creature="noor",
        other_characteristic="Atletismo",
    )

    assert result.facts[-1].data == {"who": "lia", "other": "noor", "margin": 5}


def test_in_a_group_failures_take_away() -> None:
    result = do_together("group", a_table(), BOTH, loaded_dice(6, 15), characteristic="Sigilo")

    assert result.facts[-1].kind == "group_failed"
    assert result.facts[-1].data == {"count": 2, "total": -1}


def task_context(turn: int = 600, fighting: frozenset[str] = frozenset()) -> RulesContext:
    context = a_table(fighting=fighting)
    return context_after(
        context, do("begin", context, "lia", no_dice, characteristic="Sigilo", target=20, turn=turn)
    )


def test_a_long_task_needs_to_know_how_long_its_turns_are() -> None:
    with pytest.raises(Refusal, match="task_turn_untold"):
        do("begin", a_table(), "lia", no_dice, characteristic="Sigilo", target=20)
    result = do(
        "begin", a_table(stage=Stage(turn_length=10)), "lia", no_dice, characteristic="Sigilo", target=20
    )
    assert stage_of(result).tasks["lia"].turn == 10


def test_margins_add_up_turn_by_turn_and_the_clock_goes_on() -> None:
    context = task_context()
    for face in (2, 19):
        context = context_after(context, do_together("work", context, ("lia",), loaded_dice(face)))
    done = do_together("work", context, ("lia",), loaded_dice(1))

    assert context.now == 1_200
    assert kinds(done)[-1] == "task_done"
    assert done.facts[-1].data["turns"] == 3
    assert stage_of(done).tasks == {}


def test_in_an_encounter_a_task_waits_for_its_turn_and_the_rounds_keep_the_time() -> None:
    context = task_context(6, IN_A_FIGHT)
    (pending,) = turn_starts(context, "lia")

    assert turn_starts(context, "noor") == ()
    assert {"accumulated": 0, "target": 20, "seconds": 6}.items() <= pending.data.items()
    assert (MARGIN.still_pending(context, pending), MARGIN.faces_of(context, pending)) == (True, (20,))
    result = resolve_task(context, pending, loaded_dice(3))
    assert (result.passes, stage_of(result).tasks["lia"].accumulated) == (0, 7)


def test_a_task_with_longer_turns_than_the_fight_is_not_offered() -> None:
    assert turn_starts(task_context(600, IN_A_FIGHT), "lia") == ()


def test_a_task_that_is_given_up_is_no_longer_due() -> None:
    context = task_context(6, IN_A_FIGHT)
    (pending,) = turn_starts(context, "lia")

    assert not MARGIN.still_pending(context_after(context, do("give_up", context, "lia", no_dice)), pending)


def test_in_a_race_the_first_complete_task_ahead_wins() -> None:
    tasks = {"lia": Task("Sigilo", 15, 8, 1, 10), "noor": Task("Sigilo", 15, 9, 1, 10)}
    context = a_table(stage=Stage(tasks))
    context = context_after(context, do_together("race", context, BOTH, no_dice))
    assert [badge.id for badge in MARGIN.badges(context, "noor")] == ["race"]
    result = do_together("work", context, BOTH, loaded_dice(2, 4))

    assert result.facts[-1].kind == "race_won"
    assert (result.facts[-1].data["who"], result.facts[-1].data["margin"]) == ("lia", 1)
    assert (stage_of(result).tasks, result.passes) == ({}, 10)


def test_a_race_may_be_tied_and_needs_two() -> None:
    tasks = {who: Task("Sigilo", 15, 8, 1, 10, rivals=tuple({*BOTH} - {who})) for who in BOTH}
    result = do_together("work", a_table(stage=Stage(tasks)), BOTH, loaded_dice(2, 2))

    assert result.facts[-1].kind == "race_tied"
    with pytest.raises(Refusal, match="needs_rivals"):
        do_together("race", a_table(stage=Stage(tasks)), ("lia",), no_dice)


@each_of(
    ("fighting", "characteristic", "physical", "offered"),
    [
        (IN_A_FIGHT, "Atletismo", False, True),
        (IN_A_FIGHT, "Sigilo", False, False),
        (IN_A_FIGHT, "Sigilo", True, True),
        (frozenset(), "Atletismo", False, False),
    ],
)
def test_a_disaster_may_be_avoided_in_combat_and_with_the_body(
    fighting: frozenset[str], characteristic: str, physical: bool, offered: bool
) -> None:
    context = a_table(fighting=fighting)
    result = do("test", context, "lia", loaded_dice(20), characteristic=characteristic, physical=physical)

    assert bool(result.pending) is offered


@pytest.mark.parametrize("face", [1, 19])
def test_nothing_but_a_20_is_a_disaster_to_avoid(face: int) -> None:  # R4-010, R4-017
    result = do("test", a_table(fighting=IN_A_FIGHT), "lia", loaded_dice(face), characteristic="Atletismo")

    assert result.pending == ()


def test_avoiding_it_costs_a_point_and_rolls_everything_again() -> None:
    context = a_table(fighting=IN_A_FIGHT)
    result = do(
        "test", context, "lia", loaded_dice(20, 1, 1), characteristic="Atletismo", penalty=2, minimum=5
    )
    (pending,) = result.pending
    assert MARGIN.faces_of(context, pending) == (20, 4, 4)
    again = MARGIN.resolve(context, pending, loaded_dice(20, 1, 1))
    (once_more,) = again.pending
    last = MARGIN.resolve(context_after(context, again), once_more, loaded_dice(3, 1, 2))

    assert sheet_of(last).exhaustion == 2
    assert kinds(last) == ["exhausted", "exhaustion_untold", "checked", "check_success", "minimum_full"]
    assert last.pending == ()


def test_a_disaster_avoided_in_a_contest_decides_it_anew() -> None:
    context = a_table(fighting=IN_A_FIGHT)
    result = do("opposed", context, "lia", loaded_dice(20, 10), characteristic="Atletismo", creature="noor")
    assert result.facts[-1].data["who"] == "noor"
    again = MARGIN.resolve(context, result.pending[0], loaded_dice(5))

    assert again.facts[-1].data == {"who": "lia", "other": "noor", "margin": 5}


def test_a_disaster_avoided_in_a_group_counts_in_its_sum() -> None:
    context = a_table(fighting=IN_A_FIGHT)
    result = do_together("group", context, BOTH, loaded_dice(20, 8), characteristic="Atletismo", minimum=5)
    again = MARGIN.resolve(context, result.pending[0], loaded_dice(10))

    assert again.facts[-2].data == {"count": 2, "total": 6}
    assert again.facts[-1].kind == "minimum_full"


def test_a_disaster_avoided_in_a_task_goes_on_with_the_same_turn() -> None:
    stage = Stage({"lia": Task("Atletismo", 20, 5, 1, 10)})
    context = a_table(stage=stage, fighting=IN_A_FIGHT)
    result = do_together("work", context, ("lia",), loaded_dice(20))
    again = MARGIN.resolve(context_after(context, result), result.pending[0], loaded_dice(4))

    task = stage_of(again).tasks["lia"]
    assert (task.accumulated, task.turns) == (13, 2)


def test_a_disaster_avoided_by_a_helper_may_still_help() -> None:
    context = a_table(fighting=IN_A_FIGHT)
    result = do("help", context, "noor", loaded_dice(20), creature="lia", characteristic="Atletismo")
    again = MARGIN.resolve(context_after(context, result), result.pending[0], loaded_dice(4))

    assert again.facts[-1].data["bonuses"] == 2


def test_a_due_from_a_strange_save_is_settled_within_reason() -> None:
    context = a_table(fighting=IN_A_FIGHT)
    (pending,) = do("test", context, "lia", loaded_dice(20), characteristic="Atletismo").pending
    strange = type(pending)(
        pending.key, pending.kind, pending.who, {"net": 10**9, "value": "x", "purpose": "group"}
    )

    assert len(MARGIN.faces_of(context, strange)) < 200
    assert MARGIN.resolve(context, strange, lambda sides: 1).throws


@pytest.mark.parametrize(("points", "told"), [(1, "cansancio"), (3, None)])
def test_the_gms_own_table_says_what_exhaustion_does(points: int, told: str | None) -> None:
    own = {"exhaustion": RandomTable("agotamiento", "1d6", (Row(1, 2, "cansancio"),))}
    result = do("exhaust", a_table(tables=own), "lia", no_dice, amount=points)

    assert [fact.data.get("text") for fact in result.facts[1:]] == ([told] if told else [])


def test_without_a_table_the_gm_is_asked_and_points_never_go_below_none() -> None:
    assert kinds(do("exhaust", a_table(), "lia", no_dice)) == ["exhausted", "exhaustion_untold"]
    assert sheet_of(do("recover", a_table(somebody(exhaustion=2)), "lia", no_dice)).exhaustion == 0
    with pytest.raises(Refusal, match="not_exhausted"):
        do("recover", a_table(), "lia", no_dice)


def test_hunger_and_sleep_are_counted_and_nothing_comes_of_them() -> None:
    context = a_table(now=90_000)

    assert [(need.id, need.since, need.due) for need in MARGIN.needs(context, "lia")] == [
        ("meal", 90_000, None),
        ("sleep", 90_000, None),
    ]
    fed = context_after(context, do("eat", context, "lia", no_dice, ago=3_600))
    assert MARGIN.needs(fed, "lia")[0].since == 3_600
    assert MARGIN.time_passes(context, "lia", 900_000) == ()


def test_the_dead_take_no_turns_and_can_come_back() -> None:
    context = context_after(a_table(), do("kill", a_table(), "lia", no_dice))

    assert MARGIN.is_out(context.sheets["lia"])
    assert [badge.id for badge in MARGIN.badges(context, "lia")] == ["dead"]
    with pytest.raises(Refusal, match="dead"):
        do("test", context, "lia", no_dice, characteristic="Sigilo")
    assert not sheet_of(do("revive", context, "lia", no_dice)).dead


def test_a_characteristic_may_stand_in_any_of_the_four_kinds() -> None:
    sheet = somebody(knowledge={"Historia": Characteristic(15)}, aptitudes={"Vigor": Characteristic(8)})

    assert set(sheet.characteristics) == {"Atletismo", "Sigilo", "Historia", "Vigor"}
