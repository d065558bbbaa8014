"""Rolls that acts call for: each act's own waits beside those of any other, and goes with its act alone."""

from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import ANA, BEA, Game, fight, meet, refusal_code
from tests.session.moves.test_hit_then_damage import HITS, health
from tests.session.test_any_game import ALL_TABLES, Player
from tests.trials import each_of, few_examples, one_in, one_of
from tracker.rules.games.horror.sheet import Character
from tracker.rules.refusal import Refusal
from tracker.session.change import How
from tracker.session.event import Event
from tracker.session.moves.undo import undo_event
from tracker.wording.sentences import sentences

STATES = {
    "dying": "a creature lies dying once, whoever struck it down",
    "zero_sanity": "its sanity is broken once",
    "scar": "a rescue leaves one scar",
    "willpower": "the last near miss alone can be made good",
    "mark": "a skill is marked once",
    "effort": "two rests at one moment are one rest",
    "health_die": "two rests at one moment are one rest",
    "progress": "a clock is full once",
    "due.cuenta": "one bill is due, however many drinks are on it",
    "awaited": "a reminder comes once",
}
"""Kinds that two acts at once call for only once, with the reason; all others belong to their act."""


def called_rolls(event: Event) -> dict[str, str]:
    """Return the kinds of the rolls that an event calls for, by their keys."""
    return {
        each.path[1]: each.value["kind"]
        for each in event.changes
        if each.path[0] == "pending" and each.how is How.NEW and len(each.path) == 2
    }


@pytest.mark.parametrize("seed", one_of(range(100)))
@pytest.mark.parametrize("system", one_in(3, ALL_TABLES))
def test_no_roll_of_an_act_has_the_key_of_another_act(system: str, seed: int) -> None:
    start = Player.for_system(system, seed)
    for step in range(20):
        events = []
        for game in (start.game.copy(ANA), start.game.copy(BEA)):
            player = Player(game, step)
            try:
                events.append(game.play(player.act().with_named_rolls(game.fresh)))
            except Refusal:
                break
        if len(events) == 2:
            shared = called_rolls(events[0]).items() & called_rolls(events[1]).items()
            assert {kind for _key, kind in shared} <= STATES.keys()
        start.chance = Random(f"{seed} {step}")
        try:
            start.game.play(start.act().with_named_rolls(start.game.fresh))
        except Refusal:
            continue


@each_of("system", HITS)
@few_examples(6)
@given(seed=st.integers(0, 10**6))
def test_damages_that_wait_are_those_of_the_hits_neither_undone_nor_rolled(system: str, seed: int) -> None:
    table, hit, miss, dice, target = HITS[system]
    chance, one, typed = Random(seed), table(), " ".join("1" for _die in dice)
    games, full = (one, one.copy(BEA)), health(one, target)
    hits, rolled = list[Event](), list[Event]()
    for _ in range(10):
        game = chance.choice(games)
        match chance.choice(("hit", "hit", "miss", "resolve", "undo", "meet")):
            case "hit" if len(hits) < 5:
                hits.append(game.do(hit))
            case "miss":
                game.do(miss)
            case "resolve" if game.pending:
                rolled.append(game.do(f"resuelve {chance.randint(1, len(game.pending))} = {typed}"))
            case "undo" if known := [each.id for each in hits if game.history.counts(each.id)]:
                if (event_id := chance.choice(known)) in game.history:
                    game.play(undo_event(game.history, event_id))
            case "meet":
                meet(*games)
    meet(*games)
    counting = {each.id for each in hits if one.history.counts(each.id)}
    dealing = [each for each in rolled if one.history.counts(each.id)]
    callers = [caller for each in dealing for _time, caller in each.settles.values()]
    assert len(callers) == len(set(callers))
    assert set(callers) <= counting
    assert len(one.pending) == len(counting) - len(callers)
    once = table()
    once.do(hit)
    once.do(f"resuelve = {typed}")
    assert full - health(one, target) == len(callers) * (full - health(once, target))


@pytest.mark.parametrize("seed", one_of(range(100)))
@pytest.mark.parametrize("system", one_in(3, ALL_TABLES))
def test_an_event_undone_takes_what_its_rolls_came_to_or_says_that_it_stays(system: str, seed: int) -> None:
    player = Player.for_system(system, seed)
    game, chance = player.game, player.chance
    moves = (player.act, player.act, player.settle, player.settle_alike, player.burn, player.next_turn)
    start, staying = len(game.events), set[str]()
    for _ in range(40):
        try:
            game.play(chance.choice(moves)().with_named_rolls(game.fresh))
            if chance.random() < 0.25:
                undone = game.play(undo_event(game.history, chance.choice(game.events[start:]).id))
                staying |= {str(each.data["event"]) for each in undone.facts if each.kind == "outcome_stays"}
        except Refusal:
            continue
        history = game.history
        assert all(caller for _time, caller in history.settling(game.session.pending).values())
        for event in history:
            if event.settles and history.counts(event.id) and event.id not in staying:
                assert all(history.counts(caller) for _time, caller in event.settles.values())


def test_what_falls_with_an_undone_event_is_said_and_comes_back_with_it() -> None:
    game = Game("pj Elvira violencia=1 PV_máximos=8 PV=8", "aparece Celador armas=Porra 9", system="horror")
    event = game.do("hiere celador elvira porra")
    game.do("nota Cae.")
    game.do("resuelve = 4")
    fallen = game.session
    game.play(undo_event(game.history, event.id))
    assert sentences(game.events[-1], game.history)[-1].startswith("También: Elvira se muere")
    sheet = game.session.creatures[game.id_of("Elvira")].sheet
    assert isinstance(sheet, Character)
    assert (game.pending, sheet.dying, sheet.turns_left) == ([], False, None)
    game.do("rehacer")
    assert game.session == fallen


def test_a_typed_undo_takes_back_one_act_by_its_place_from_the_last() -> None:
    game = fight()
    game.do("daño goblin* 2")
    game.do("nota una")
    game.do("nota otra")
    assert "Se deshace: " in game.sentences("deshacer 3")
    assert game.sheet("goblin 1").health == 7
    assert game.sentences("deshacer") == "Se deshace: Nota: otra"
    codes = [refusal_code(partial(game.do, f"deshacer {place}")) for place in ("0", "99", "dos")]
    assert codes == ["bad_count", "bad_count", "unknown_word"]
    game.do("rehacer")
    first = game.events[0].id
    assert refusal_code(lambda: undo_event(game.history, first)) == "nothing_to_undo"
