"""Changes: what a move leaves behind, and how the changes of several GMs come together."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.faces import Faces
from tests.session.game import ANA, BEA, event_id, fight, refusal_code, saved
from tests.session.lines import LINES
from tests.trials import each_of, few_examples
from tracker.rules.fields import LARGEST
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.system import Fact
from tracker.session.change import Change, How, apply, diff
from tracker.session.event import Draft
from tracker.session.history import History
from tracker.session.moves.turns import next_turn
from tracker.session.state import Session

GAME = fight()
GOBLIN = GAME.id_of("goblin 1")
HEALTH = ("creatures", GOBLIN, "sheet", "health")


def apply_changes(*changes: Change, session: Session | None = None) -> Session:
    return apply(session or GAME.session, [changes])


def health(session: Session) -> int:
    sheet = session.creatures[GOBLIN].sheet
    assert isinstance(sheet, Character)
    return sheet.health


@few_examples(15)
@given(st.lists(LINES, min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_difference_between_two_sessions_leads_from_one_to_the_other(
    lines: list[str], random: Any
) -> None:
    game = fight()
    start = game.session
    for line in lines:
        game.attempt(line, lambda sides: random.randint(1, sides))

    assert apply(start, [diff(start, game.session)]) == game.session
    assert diff(game.session, game.session) == ()


def test_coins_that_came_and_went_leave_no_count_behind() -> None:
    game = fight()
    start = game.session
    for line in ("botin oculto 5 oro", "botin visible", "botin nada"):
        game.do(line)

    assert (game.session.heap.coins, game.session.heap.hidden) == ({}, {})
    assert apply(start, [diff(start, game.session)]) == game.session


def test_damage_by_two_gms_to_one_goblin_adds_up() -> None:
    both = [GAME.draft("daño goblin 1 2").changes, GAME.draft("daño goblin 1 3").changes]

    assert {health(apply(GAME.session, order)) for order in permutations(both)} == {2}


def test_two_gms_who_press_next_advance_one_turn() -> None:
    game = fight()
    game.turns(1)
    both = [game.draft("siguiente").changes, game.draft("siguiente").changes]

    after = apply(game.session, both)

    assert after.fight is not None
    assert (after.creatures[after.fight.active].name, after.fight.round) == ("Bren", 1)


def test_two_gms_who_open_the_round_open_one_round() -> None:
    game = fight()
    game.turns(4)
    move = next_turn(game.session, Faces()).changes

    after = apply(game.session, [move, move])

    assert after.fight is not None
    assert after.fight.round == 2


@each_of(
    "change",
    [
        Change(("creatures", "gone", "sheet", "health"), How.BY, -3),
        Change(("creatures", "gone", "name"), How.TO, "Nadie"),
        Change(("creatures", "gone"), How.GONE),
        Change(("creatures", "gone", "sheet", "states", "blinded"), How.NEW, {}),
        Change(("tomorrow",), How.TO, 3),
        Change(("tomorrow", "x"), How.NEW, {}),
        Change(("creatures", GOBLIN, "mount", "name"), How.TO, "x"),
        Change(("",), How.TO, 3),
        Change(("title", "x"), How.TO, "y"),
        Change(("title",), How.TO, ["a", "list"]),
        Change(("title",), How.BY, 3),
        Change(("title",), How.GONE),
        Change(HEALTH, How.BY, "3"),
        Change(HEALTH, How.BY, True),
        Change(HEALTH, How.BY, None),
        Change(HEALTH, How.TO, 3.5),
        Change(("creatures", "new"), How.NEW, {"name": "sin ficha"}),
        Change(("creatures", "new"), How.NEW, 3),
    ],
)
def test_a_change_that_cannot_be_read_or_has_nothing_to_change_is_skipped(change: Change) -> None:
    assert apply_changes(change) == GAME.session


def test_the_rest_of_an_event_is_done_when_one_change_is_skipped() -> None:
    after = apply_changes(Change(("tomorrow",), How.TO, 3), Change(HEALTH, How.BY, -1))

    assert health(after) == 6


@pytest.mark.parametrize(("by", "held"), [(100, 7), (-100, -93), (0, 7)])
def test_health_is_brought_back_under_its_maximum_after_each_event(by: int, held: int) -> None:
    assert health(apply_changes(Change(HEALTH, How.BY, by))) == held


def test_bounds_are_held_event_by_event_and_not_at_the_end() -> None:
    up, down = (Change(HEALTH, How.BY, 5),), (Change(HEALTH, How.BY, -5),)

    assert health(apply(GAME.session, [up, down])) == 2
    assert health(apply(GAME.session, [(*up, *down)])) == 7


def test_a_lower_maximum_brings_the_amount_down() -> None:
    assert health(apply_changes(Change((*HEALTH[:-1], "health_max"), How.TO, 4))) == 4


@each_of("by", [10**300, -(10**300)])
def test_an_amount_beyond_all_play_stays_a_number_that_can_be_saved(by: int) -> None:
    after = apply_changes(Change(("elapsed",), How.BY, by))

    assert 0 <= after.elapsed <= LARGEST
    assert refusal_code(lambda: saved(Draft((Fact("note"),)), event_id(9), clock=after.elapsed)) == ""


def test_one_gm_may_hurt_a_creature_that_another_removed() -> None:
    hurt, gone = GAME.draft("daño goblin 1 2"), GAME.draft("retira goblin 1")

    sessions = [apply(GAME.session, [each.changes for each in order]) for order in permutations((hurt, gone))]

    assert sessions[0] == sessions[1]
    assert GOBLIN not in sessions[0].creatures


@few_examples(8)
@given(st.lists(LINES, min_size=2, max_size=10), st.randoms(use_true_random=False))
def test_folding_all_at_once_is_folding_one_by_one(lines: list[str], random: Any) -> None:
    game = fight()
    for line in lines:
        game.attempt(line, lambda sides: random.randint(1, sides))
    batches = [event.changes for event in game.events]
    empty = History("chronicle").session

    one_by_one = empty
    for batch in batches:
        one_by_one = apply(one_by_one, [batch])

    assert one_by_one == apply(empty, batches) == game.session


@few_examples(8)
@given(st.lists(LINES, min_size=1, max_size=5), st.lists(LINES, min_size=1, max_size=5), st.data())
def test_events_of_two_gms_give_the_same_session_in_any_order_of_arrival(
    ana: list[str], bea: list[str], data: st.DataObject
) -> None:
    """Each GM plays without seeing what the other does."""
    common = fight()
    events = list(common.events)
    for writer, lines in ((ANA, ana), (BEA, bea)):
        own = common.copy(writer)
        for line in lines:
            own.attempt(line, lambda sides: (sides + 1) // 2)
        events += own.events[len(common.events) :]

    one = History("chronicle", events)
    other = History("chronicle")
    shuffled = data.draw(st.permutations(events))
    for event in shuffled:
        other.add((event,))

    assert other.session == one.session
    assert [event.id for event in other] == [event.id for event in one]
    assert other.names == one.names
