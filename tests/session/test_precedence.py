"""Two GMs resolve one pending roll unseen by each other: only the first counts."""

from itertools import permutations

import pytest

from tests.session.game import ANA, BEA, Game, event_id, fight, meet, refusal_code, saved
from tests.session.test_horror_scene import Night
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves.resolution import resolve
from tracker.session.moves.undo import redo, rewind, undo, undo_event
from tracker.wording.sentences import sentences


def poisoned_game() -> Game:
    """Return a fight in which Lía's turn ends, with Health 14 and a poison of level 2."""
    game = fight()
    game.do("siguiente")
    game.do("estado lia veneno nivel 2")
    game.do("siguiente")
    assert game.pending == ["poison"]
    return game


def torch(*more: str) -> Game:
    """Return a party with a torch, and a pending roll for each hour."""
    return Game("pj Lía fuerza=9", "lleva lia antorcha d8 cada intervalo encendida", "intervalo 1h", *more)


def sky(*more: str) -> Game:
    """Return a game whose weather is rolled each day, under the same key."""
    return Game("tabla cielo 1d6 1-3: sol; 4-6: lluvia", "clima tabla cielo", *more)


def die(game: Game) -> int | None:
    return game.session.supplies[game.supply("antorcha")].die


def both(
    game: Game, line: str, *faces: int, superseded: tuple[int, ...] | None = None
) -> tuple[Event, Event]:
    """Return Ana's event, and Bea's later event in a copy that had not seen Ana's."""
    bea = game.copy(BEA)
    first = game.do(line, *faces, gm="ana")
    second = bea.do(line, *(faces if superseded is None else superseded), gm="bea")
    meet(game, bea)
    assert bea.session == game.session
    return first, second


def test_a_poison_resolved_by_two_gms_hurts_once() -> None:
    game = poisoned_game()
    first, second = both(game, "resuelve")
    assert (game.sheet("Lía").health, game.pending) == (12, [])
    assert (game.history.counts(first.id), game.history.counts(second.id)) == (True, False)
    assert game.history.first_of(second.id) is game.history[first.id]
    assert game.history.first_of(first.id) is None


def test_a_usage_die_that_two_gms_roll_wears_once() -> None:
    game = torch()
    both(game, "resuelve", 1)
    assert die(game) == 6


def test_the_first_by_id_counts_in_any_order_of_arrival() -> None:
    game = poisoned_game()
    known = len(game.events)
    both(game, "resuelve")
    game.do("deshacer")
    game.do("daño lia 1")
    for order in permutations(game.events[known:]):
        history = History("chronicle", game.events[:known])
        for event in order:
            history.add((event,))
        assert (history.session, history.superseded_events) == (game.session, game.history.superseded_events)


def test_once_the_first_is_undone_the_second_counts_and_a_redo_makes_it_late_again() -> None:
    game = torch()
    first, second = both(game, "resuelve", 5, superseded=(1,))
    assert die(game) == 8

    promised = game.history.session_without(first.id)
    assert game.history.counting_again(first.id) == (game.history[second.id],)
    undone = game.play(undo_event(game.history, first.id))
    assert game.session == promised
    assert (die(game), game.pending, game.history.superseded_events) == (6, [], {})

    promised = game.history.session_without(undone.id)
    game.play(redo(game.history))
    assert game.session == promised
    assert (die(game), [*game.history.superseded_events]) == (8, [second.id])


def test_undo_skips_late_events_and_brings_the_roll_back_with_the_last_one() -> None:
    game = poisoned_game()
    first, second = both(game, "resuelve")
    assert game.history.undoable is game.history[first.id]
    game.play(undo(game.history))
    assert (game.sheet("Lía").health, game.history.undoable) == (12, game.history[second.id])
    game.play(undo(game.history))
    assert (game.sheet("Lía").health, game.pending) == (14, ["poison"])
    game.do("resuelve")
    assert (game.sheet("Lía").health, game.pending) == (12, [])


def test_a_late_event_cannot_be_undone_by_id() -> None:
    game = poisoned_game()
    _first, second = both(game, "resuelve")
    assert refusal_code(lambda: undo_event(game.history, second.id)) == "came_late"


def test_the_first_of_three_counts_and_without_it_the_second() -> None:
    game = poisoned_game()
    bea, carla = game.copy(BEA), game.copy("facade00")
    first, second, third = (each.do("resuelve") for each in (game, bea, carla))
    meet(game, bea, carla)
    assert game.history.superseded_events == {second.id: first.id, third.id: first.id}
    game.do("deshacer")
    assert (game.history.superseded_events, game.sheet("Lía").health) == ({third.id: second.id}, 12)


def test_a_roll_called_for_again_is_resolved_again() -> None:
    game = sky()
    for face, told in ((1, "sol"), (4, "lluvia"), (2, "sol")):
        game.do("intervalo 1d")
        assert [*game.session.pending] == [".weather"]
        game.do("resuelve", face)
        assert (game.session.weather.now, game.pending) == (told, [])
    game.do("deshacer")
    game.do("resuelve", 5)
    assert (game.session.weather.now, game.pending, game.history.superseded_events) == ("lluvia", [], {})


def test_resolving_a_roll_does_not_resolve_its_next_call() -> None:
    game = sky("intervalo 1d")
    bea = game.copy(BEA)
    for line in ("nota una", "nota otra", "nota y otra"):
        bea.do(line)
    superseded = bea.do("resuelve", 5)
    game.do("resuelve", 1)
    game.do("intervalo 1d")
    meet(game, bea)
    assert (game.session.weather.now, game.pending, [*game.history.superseded_events]) == (
        "sol",
        ["weather"],
        [superseded.id],
    )
    game.do("resuelve", 6)
    assert (game.session.weather.now, game.pending) == ("lluvia", [])


def test_after_a_merge_both_gms_resolve_the_next_rolls() -> None:
    game = sky("intervalo 1d")
    both(game, "resuelve", 1)
    game.do("intervalo 1d")
    bea = game.copy(BEA)
    bea.do("resuelve", 6)
    meet(game, bea)
    assert (game.session.weather.now, game.pending, len(game.history.superseded_events)) == ("lluvia", [], 1)


def test_two_gms_who_open_one_turn_call_for_one_roll_and_resolve_it_once() -> None:
    game = fight()
    game.do("siguiente")
    game.do("estado lia veneno nivel 2")
    bea = game.copy(BEA)
    for each in (game, bea):
        each.do("siguiente")
        each.do("resuelve")
    meet(game, bea)
    assert (game.sheet("Lía").health, game.pending) == (12, [])


def test_reopening_a_turn_does_not_call_again_for_a_resolved_roll() -> None:
    game = fight()
    game.do("siguiente")
    game.do("estado lia veneno nivel 2")
    bea = game.copy(BEA)
    for line in ("siguiente", "resuelve"):
        game.do(line)
    for line in ("nota una", "nota otra", "siguiente", "resuelve"):
        bea.do(line)
    meet(game, bea)
    assert game.sheet("Lía").health == 12
    bea = game.copy(BEA)
    bea.do("daño bren 1")
    assert bea.pending == []
    for _ in game.pending:
        game.do("resuelve")
    assert (game.sheet("Lía").health, game.pending) == (12, [])


def test_rolls_called_for_by_a_late_event_do_not_count() -> None:
    game = Game()
    for line in ("tabla lobos 1d6 1-6: lobos", "vigila 12+ tabla lobos", "intervalo 1h"):
        game.do(line)
    bea = game.copy(BEA)
    game.do("resuelve", 3)
    bea.do("resuelve", 15)
    read = bea.do("resuelve", 4)
    assert "lobos" in " ".join(sentences(read, bea.history))
    meet(game, bea)
    assert len(game.history.superseded_events) == 2
    assert not game.history.counts(read.id)
    game.play(undo_event(game.history, next(iter(game.history.superseded_events.values()))))
    assert game.history.counts(read.id)


def test_an_event_late_for_one_roll_leaves_its_other_rolls_pending() -> None:
    game = torch("intervalo 1h", "intervalo 1h")
    bea = game.copy(BEA)
    game.do("resuelve", 1)
    bea.do("resuelve iguales", 1, 1, 1)
    meet(game, bea)
    assert (die(game), game.pending) == (6, ["usage"] * 2)


def test_an_event_that_comes_first_resolves_all_its_rolls() -> None:
    game = torch("intervalo 1h", "intervalo 1h")
    bea = game.copy(BEA)
    game.do("resuelve iguales", 1, 1, 1)
    bea.do("resuelve 2", 1)
    meet(game, bea)
    assert (die(game), game.pending) == (0, [])


def test_the_rolls_of_a_late_event_can_be_resolved_by_another() -> None:
    game = torch("intervalo 1h")
    bea, carla = game.copy(BEA), game.copy("facade00")
    game.do("resuelve", 5)
    bea.do("resuelve iguales", 1, 1)
    carla.do("resuelve 2", 1)
    meet(game, bea, carla)
    assert (die(game), game.pending, len(game.history.superseded_events)) == (6, [], 1)


@pytest.mark.parametrize(("mine", "others", "health"), [("omite", "resuelve", 14), ("resuelve", "omite", 12)])
def test_skipping_a_roll_resolves_it_too(mine: str, others: str, health: int) -> None:
    game = poisoned_game()
    bea = game.copy(BEA)
    game.do(mine)
    bea.do(others)
    meet(game, bea)
    assert (game.sheet("Lía").health, game.pending, len(game.history.superseded_events)) == (health, [], 1)


def test_a_choice_that_two_gms_make_is_made_once() -> None:
    night = Night()
    night.do("prueba tomás violencia contra perro", 2, 4)
    bea = night.copy(BEA)
    night.do("consecuencia tomás estrés", 2)
    bea.do("consecuencia tomás estrés", 3)
    meet(night, bea)
    assert (night.one("Tomás").sanity, night.pending, len(night.history.superseded_events)) == (8, [], 1)


def test_an_act_without_a_pending_roll_resolves_nothing() -> None:
    game = Night()
    assert "settles" not in game.do("consecuencia tomás estrés", 2).document


def test_going_back_a_turn_keeps_rolls_resolved() -> None:
    game = poisoned_game()
    _first, second = both(game, "resuelve")
    game.do("siguiente")
    game.do("anterior")
    game.do("anterior")
    assert (game.sheet("Lía").health, [*game.history.superseded_events]) == (12, [second.id])


def test_going_back_to_a_day_before_the_first_lets_the_second_count() -> None:
    game = torch()
    first, second = both(game, "resuelve", 5, superseded=(1,))
    kept = {event.id for event in game.events if event.id != first.id}
    game.play(rewind(game.history, kept, "2026-01-01"))
    assert (die(game), game.history.counts(second.id)) == (6, True)


def test_the_second_counts_when_the_first_becomes_invalid() -> None:
    game = torch()
    first, second = both(game, "resuelve", 5, superseded=(1,))
    game.history.drop((first.id,))
    assert (die(game), game.history.counts(second.id)) == (6, True)


def test_events_of_older_versions_still_count() -> None:
    game = poisoned_game()
    events = [
        saved(resolve(game.session, key, lambda _sides: 1), event_id(len(game.events) + 1, writer), writer)
        for writer in (ANA, BEA)
        for key in game.session.pending
    ]
    game.history.add(events)
    assert (game.sheet("Lía").health, game.history.superseded_events) == (10, {})


def test_an_impossible_number_does_not_block_resolving() -> None:
    game = poisoned_game()
    (key,) = game.session.pending
    forged = saved(
        resolve(game.session, key, lambda _sides: 1),
        event_id(len(game.events) + 1, BEA),
        "bea",
        settles={key: [2**53 - 1, ""]},
    )
    game.history.add((forged,))
    assert game.history.settling((key,))[key][0] == 2


def test_the_log_says_who_came_first() -> None:
    game = poisoned_game()
    first, second = both(game, "resuelve")
    assert " ".join(sentences(second, game.history)).startswith(
        "No cuenta, porque ana lo había resuelto antes: "
    )
    assert "No cuenta" not in " ".join(sentences(first, game.history))
