"""What falls due in any game: whose it is, and for how long it makes sense."""

from contextlib import suppress

import pytest

from tracker.rules.dice import Mode, Roll, throw_in_mode
from tracker.rules.dice.notation import parse
from tracker.rules.dice.throw import MOST_FALLS
from tracker.rules.game_system import GameSystem
from tracker.rules.pending import dice_of
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll, RulesContext
from tracker.rules.systems import known_systems, system_of

NOBODYS = {"event", "ammunition"}
"""Kinds that may be due for nobody in particular."""


@pytest.fixture(params=known_systems())
def game(request: pytest.FixtureRequest) -> GameSystem:
    return system_of(request.param)


def test_a_creatures_roll_needs_its_creature(game: GameSystem) -> None:
    context = RulesContext(game.scene(), {}, {}, 0)
    for kind in game.pending_rolls.keys() - NOBODYS:
        assert not game.still_pending(context, PendingRoll("forged", kind, ""))
        assert game.faces_of(context, PendingRoll("forged", kind, "")) == ()


def test_nothing_is_due_for_a_creature_that_is_gone(game: GameSystem) -> None:
    context = RulesContext(game.scene(), {}, {}, 0)
    for kind in game.pending_rolls:
        assert not game.still_pending(context, PendingRoll("late", kind, "ana"))


@pytest.mark.parametrize("falls_after", [1, 20])
def test_a_rule_tells_its_dice_with_those_that_only_a_failure_or_a_success_throws(falls_after: int) -> None:
    def rule(roll: Roll) -> None:
        (die,) = throw_in_mode(20, Mode.NORMAL, roll)
        if die.face == falls_after:
            throw_in_mode(6, Mode.ADVANTAGE, roll)

    assert dice_of(rule) == (20, 6, 6)


@pytest.mark.parametrize("explodes_at", [1, 6])
def test_dice_that_explode_are_not_asked_for_as_if_each_of_them_did(explodes_at: int) -> None:
    expression = parse(f"1d6e{explodes_at}")

    def rule(roll: Roll) -> None:
        for _ in range(20):
            with suppress(Refusal):  # as a due that asks for a check in each of its turns
                expression.roll(roll)

    assert dice_of(rule) == (6,) * 20


def test_many_turns_tell_the_dice_of_all_though_a_failure_would_end_them() -> None:
    def rule(roll: Roll) -> None:
        for _ in range(100):
            if roll(6) + roll(6) <= 3:
                return

    assert dice_of(rule, turns=100) == (6,) * 200


def test_dice_that_nobody_could_read_off_a_table_are_not_asked_for() -> None:
    def rule(roll: Roll) -> None:
        for _ in range(MOST_FALLS):
            roll(6)

    assert dice_of(rule) == ()


def test_a_corrected_clock_changes_no_hunger_and_no_tiredness(game: GameSystem) -> None:
    before = game.new_sheet("pc", 100)
    after = game.clock_corrected(before, 3_600)
    at = RulesContext(game.scene(), {"ana": before}, {}, 100)
    later = RulesContext(game.scene(), {"ana": after}, {}, 3_700)

    assert [(each.id, each.since) for each in game.needs(at, "ana")] == [
        (each.id, each.since) for each in game.needs(later, "ana")
    ]
