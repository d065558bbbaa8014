"""The events in order, which of them count, and the names of all creatures."""

from itertools import permutations

import pytest

from tests.session.game import ANA, BEA, Game, event_id, fight, party, refusal_code, saved
from tests.trials import each_of
from tracker.rules.system import Fact
from tracker.session import history as histories
from tracker.session.change import apply
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.moves import undo


def fold_again(game: Game) -> History:
    return History("chronicle", reversed(game.events))


def from_scratch(history: History) -> object:
    batches = [event.changes for event in history if history.counts(event.id)]
    return apply(History("chronicle").session, batches)


def test_undo_takes_back_the_last_action_and_redo_brings_it_back() -> None:
    game = party()
    before = game.session
    game.do("daño lia 5")
    after = game.session

    game.do("deshacer")
    assert game.session == before
    game.do("rehacer")
    assert game.session == after


def test_a_redo_redoes_what_two_gms_undid_in_copies_that_went_apart() -> None:
    game = party()
    before = game.session
    game.do("daño lia 5")
    after = game.session
    copy = game.copy(BEA)
    for each in (game, copy):
        each.do("deshacer")
    game.history.add(copy.events)
    game.events += copy.events[-1:]
    assert game.session == before

    game.do("rehacer")
    assert game.session == after
    game.do("deshacer")
    assert game.session == before
    game.do("rehacer")
    assert game.session == after


def test_undo_goes_back_through_every_action() -> None:
    game = party()
    states = [game.session]
    for line in ("daño lia 5", "intervalo 1h", "aparece goblin", "combate Uno", "siguiente"):
        game.do(line)
        states.append(game.session)

    for state in reversed(states[:-1]):
        game.do("deshacer")
        assert game.session == state
    for state in states[1:]:
        game.do("rehacer")
        assert game.session == state


def test_the_creation_of_the_campaign_is_never_undone() -> None:
    game = Game()

    assert refusal_code(lambda: game.do("deshacer")) == "nothing_to_undo"


def test_redo_works_until_the_next_action() -> None:
    game = party()
    game.do("daño lia 5")
    game.do("deshacer")
    game.do("nota sigue")

    assert refusal_code(lambda: game.do("rehacer")) == "nothing_to_redo"


def test_a_redone_action_can_be_undone_again() -> None:
    game = party()
    before = game.session
    for line in ("daño lia 5", "deshacer", "rehacer", "deshacer"):
        game.do(line)

    assert game.session == before
    assert refusal_code(lambda: game.do("rehacer")) == ""
    assert game.sheet("Lía").health == 9


def test_a_redo_is_used_up() -> None:
    game = party()
    for line in ("daño lia 5", "deshacer", "rehacer"):
        game.do(line)

    assert refusal_code(lambda: game.do("rehacer")) == "nothing_to_redo"


def test_a_note_is_undone_like_any_action() -> None:
    game = party()
    for line in ("daño lia 5", "nota hola", "deshacer", "deshacer"):
        game.do(line)

    assert game.sheet("Lía").health == 14


def test_undoing_a_creation_leaves_later_changes_without_a_target() -> None:
    game = party()
    appearance = game.do("aparece goblin salud_total=7 salud=7")
    goblin = game.id_of("goblin")
    game.do("daño goblin 3")
    game.do("estado goblin veneno nivel 2")

    game.play(undo.undo_event(game.history, appearance.id))
    assert goblin not in game.session.creatures
    assert game.history.names[goblin] == "goblin"

    game.do("rehacer")
    assert game.sheet("goblin").health == 4
    assert "poisoned" in game.sheet("goblin").states


def test_one_event_is_undone_anywhere_in_the_log() -> None:
    game = party()
    hurt = game.do("daño lia 5")
    game.do("daño lia 2")

    game.play(undo.undo_event(game.history, hurt.id))

    assert game.sheet("Lía").health == 12
    assert refusal_code(lambda: undo.undo_event(game.history, hurt.id)) == "already_undone"
    assert refusal_code(lambda: undo.undo_event(game.history, "0000000099-00c0ffee")) == "nothing_to_undo"
    assert refusal_code(lambda: undo.undo_event(game.history, game.events[-1].id)) == "nothing_to_undo"


@each_of("line", ["daño lia 5", "intervalo 3d", "aparece 3 goblin", "combate Uno", "retira bren"])
def test_the_session_without_an_event_equals_its_undo(line: str) -> None:
    game = party()
    event = game.do(line)
    promised = game.history.session_without(event.id)

    undone = game.do("deshacer")
    assert game.session == promised

    promised = game.history.session_without(undone.id)
    game.do("rehacer")
    assert game.session == promised


def test_two_gms_who_undo_one_event_undo_it_once() -> None:
    game = party()
    game.do("daño lia 5")
    both = [
        saved(undo.undo(game.history), event_id(len(game.events) + 1, writer), writer)
        for writer in (ANA, BEA)
    ]
    history = History("chronicle", [*game.events, *both])
    undone = history.session

    redo = saved(undo.redo(history), event_id(len(game.events) + 2), "ana")
    history.add((redo,))

    assert undone == game.history.session_without(game.events[-1].id)
    assert history.session == game.session == from_scratch(history), "it redoes it, whoever undid it"


def test_an_event_that_arrives_twice_counts_once() -> None:
    game = party()
    events = [*game.events, *game.events]
    history = History("chronicle", events)
    history.add(events)

    assert len(history) == len(game.events)
    assert history.session == game.session


def test_an_event_that_cancels_a_later_one_cancels_nothing() -> None:
    game = party()
    ahead = Draft((Fact("undone", {"event": event_id(9)}),), cancels=event_id(9))
    game.play(ahead)
    for _ in range(8):
        game.do("daño lia 1")

    assert game.sheet("Lía").health == 6
    assert fold_again(game).session == game.session


def test_an_undo_may_arrive_before_its_event() -> None:
    game = party()
    game.do("daño lia 5")
    game.do("deshacer")

    for order in permutations(game.events):
        history = History("chronicle")
        for event in order:
            history.add((event,))
        assert history.session == game.session


def test_going_back_takes_back_the_last_turn_and_going_on_calls_for_nothing_twice() -> None:
    game = fight()
    game.turns(1)
    game.do("estado lia veneno nivel 2")
    game.do("estado bren ceguera")
    game.turns(1)
    assert game.pending == ["poison", "save"]
    game.do("resuelve")
    game.do("resuelve", 2)

    game.do("anterior")
    assert (game.active, game.pending) == ("Lía", [])
    game.turns(1)

    assert (game.active, game.pending) == ("Bren", [])
    assert game.sheet("Lía").health == 12


def test_a_roll_unresolved_before_going_back_is_called_for_again() -> None:
    game = fight()
    game.turns(1)
    game.do("estado bren ceguera")
    game.turns(1)

    game.do("anterior")
    assert game.pending == []
    game.turns(1)
    assert game.pending == ["save"]


def test_going_back_keeps_other_actions_of_the_turn() -> None:
    game = fight()
    game.turns(2)
    game.do("daño lia 3")

    game.do("anterior")

    assert (game.active, game.sheet("Lía").health) == ("Lía", 11)


def test_going_back_crosses_rounds_but_not_the_beginning() -> None:
    game = fight()
    assert refusal_code(lambda: game.do("anterior")) == "no_previous_turn"
    game.turns(5)
    assert (game.active, game.round) == ("Lía", 2)
    for name in ("goblin 2", "goblin 1", "Bren", "Lía"):
        game.do("anterior")
        assert (game.active, game.round) == (name, 1)

    assert refusal_code(lambda: game.do("anterior")) == "no_previous_turn"


def test_going_back_is_undone_with_redo() -> None:
    game = fight()
    game.turns(2)
    game.do("anterior")

    game.do("rehacer")

    assert game.active == "Bren"


def test_names_of_removed_creatures_are_kept() -> None:
    game = party()
    bren = game.id_of("Bren")
    game.do("renombra bren Brenda")
    game.do("retira brenda")

    assert game.history.names[bren] == "Brenda"
    assert fold_again(game).names == game.history.names


def test_an_undone_name_is_not_used() -> None:
    game = party()
    bren = game.id_of("Bren")
    game.do("renombra bren Brenda")
    game.do("deshacer")

    assert game.history.names[bren] == "Bren"
    assert fold_again(game).names[bren] == "Bren"


def test_the_later_name_counts_in_any_order_of_arrival() -> None:
    game = party()
    bren = game.id_of("Bren")
    game.do("renombra bren Brenda")
    history = History("chronicle", game.events[-1:])
    history.add(game.events[:-1])

    assert history.names[bren] == "Brenda"


CHECKPOINT = 64
"""A fourth of the program's: so many events are enough for undos that reach across some."""


@pytest.fixture
def _a_fourth_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "CHECKPOINT", CHECKPOINT)


def long_game() -> Game:
    """Return a game of some 180 events, with undos that reach across checkpoints."""
    game = party()
    marks: list[Event] = []
    while len(game.events) < 2 * CHECKPOINT + 50:
        n = len(game.events)
        event = game.do(("daño lia 1", "cura lia 1", "intervalo 10s", "nota hola")[n % 4])
        if n % 12 == 0:
            marks.append(event)
    for mark in marks[:3]:
        game.play(undo.undo_event(game.history, mark.id))
    return game


@pytest.mark.usefixtures("_a_fourth_between")
def test_checkpoints_give_the_same_session_as_folding_from_the_beginning() -> None:
    game = long_game()
    assert game.session == from_scratch(game.history)

    refold = History("chronicle", game.events)
    assert refold.session == game.session

    for place in (0, CHECKPOINT - 1, CHECKPOINT, 2 * CHECKPOINT + 1, len(game.events) - 1):
        superseded = game.events[place]
        history = History("chronicle", [event for event in game.events if event is not superseded])
        history.add((superseded,))
        assert history.session == game.session


@pytest.mark.usefixtures("_a_fourth_between")
def test_without_reaches_behind_the_checkpoints() -> None:
    game = long_game()
    early = next(event for event in game.events[3:] if game.history.counts(event.id) and event.changes)
    promised = game.history.session_without(early.id)

    game.play(undo.undo_event(game.history, early.id))

    assert game.session == promised == from_scratch(game.history)


def test_a_supposed_session_lasts_for_a_while_and_becomes_the_real_one() -> None:
    game = party()
    for line in ("daño lia 5", "aparece goblin", "intervalo 2h", "renombra goblin Trasgo", "retira Trasgo"):
        before, draft = game.session, game.draft(line)
        with game.history.supposing(draft.changes):
            supposed = game.session
            assert supposed != before
        assert game.session is before
        game.play(draft)
        assert game.session is supposed
        assert game.session == from_scratch(game.history)


def test_a_supposed_change_that_does_not_come_leaves_no_trace() -> None:
    game = party()
    blow = game.draft("daño lia 5")
    with game.history.supposing(blow.changes), game.history.supposing(game.draft("cura lia 1").changes):
        pass
    game.do("daño lia 2")
    game.play(blow)
    assert game.sheet("Lía").health == party().sheet("Lía").health - 7
    assert game.session == from_scratch(game.history)

    with pytest.raises(KeyError), game.history.supposing(game.draft("daño lia 5").changes):
        raise KeyError
    assert game.session == from_scratch(game.history)


@pytest.mark.usefixtures("_a_fourth_between")
def test_a_dropped_event_leaves_no_trace() -> None:
    game = party()
    for number in range(CHECKPOINT + 5):
        game.do(f"nota {number}")
    for line in ("aparece goblin", "daño lia 5", "deshacer", "daño lia 2", "renombra lia Lea", "título Otra"):
        game.do(line)
    for gone in ([each.id] for each in game.events[-8:]):
        history = fold_again(game)
        history.drop([*gone, event_id(9_999, ANA)])
        alone = History("chronicle", (each for each in game.events if each.id not in gone))
        assert list(history) == list(alone)
        assert (history.session, history.names, history.edits) == (alone.session, alone.names, alone.edits)
        assert (history.undoable, history.redoable) == (alone.undoable, alone.redoable)
        assert gone[0] not in history
