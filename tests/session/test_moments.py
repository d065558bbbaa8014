"""The past of a campaign: what is shown of a moment is the fold of what had happened, and one can go back."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.session.game import ANA, BEA, Game, event_id, fight, party, refusal_code
from tests.session.lines import CANCELLING, LINES
from tests.told import damaged_sentence
from tests.told import undone as taken_back
from tests.trials import few_examples, one_of
from tracker.features.recap.wording import RECAPS
from tracker.session import history as histories
from tracker.session.history import History
from tracker.session.moves.undo import return_to, returning
from tracker.session.public import public_table
from tracker.session.recap import News, evenings
from tracker.session.schema import encode
from tracker.store.campaign import Spectator
from tracker.store.paths import examples_folder
from tracker.wording.players import public_text
from tracker.wording.recap import news_text

RETURNING = st.integers(0, 9).map("regresa -{}".format)
PLAYED = st.lists(st.tuples(LINES | CANCELLING | RETURNING, st.booleans()), min_size=4, max_size=30)
"""Lines, each with whether another GM plays it in a copy of their own, which is united at times."""
SYSTEMS = ("chronicle", "horror", "percentile", "margin")


@pytest.fixture(autouse=True)
def _few_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a session after every few events, so that a short campaign has several."""
    monkeypatch.setattr(histories, "CHECKPOINT", 4)


def the_past_is_the_fold_of_each_prefix(history: History) -> None:
    events = list(history)
    prefix = History(history.session.system)
    for event in events:
        assert history.as_seen_by(event.id) == prefix.session
        before = prefix.session
        prefix.add((event,))
        assert history.session_then(event.id) == prefix.session
        assert history.sessions_around(event.id) == (before, prefix.session)
    for event in reversed(events):
        assert history.session_then(event.id) == history.history_until(event.id).session


def returns_and_undoes(game: Game, event_id: str) -> None:
    """Return to a moment and undo it: the state is that of then, and then the very state from before."""
    before, then = encode(game.session), game.history.session_then(event_id)
    if code := refusal_code(lambda: game.play(return_to(game.history, event_id))):
        assert code == "nothing_to_rewind"
        assert encode(then) == before
        return
    assert game.session == then
    game.do("deshacer")
    assert encode(game.session) == before
    game.do("rehacer")
    assert encode(game.session) == encode(then)
    game.do("deshacer")


def played_at_random(lines: list[tuple[str, bool]], dice: Random) -> Game:
    """Play lines in two copies that are united now and then."""
    game = fight()
    copy, known = game.copy(BEA), len(game.events)
    for number, (line, elsewhere) in enumerate(lines):
        (copy if elsewhere else game).attempt(line, lambda sides: dice.randint(1, sides))
        if number % 5 == 4:
            game.history.add(copy.events[known:])
            game.events = list(game.history)
            copy, known = game.copy(BEA), len(game.events)
    return game


def campaign_tried(lines: list[tuple[str, bool]], dice: Random) -> None:
    game = played_at_random(lines, dice)
    the_past_is_the_fold_of_each_prefix(game.history)
    returns_and_undoes(game, dice.choice(game.events).id)
    the_past_is_the_fold_of_each_prefix(game.history)


@settings(few_examples(6), suppress_health_check=list(HealthCheck))
@given(PLAYED, st.randoms(use_true_random=False))
def test_a_moment_of_a_random_campaign_is_the_fold_of_its_prefix(
    lines: list[tuple[str, bool]], dice: Random
) -> None:
    campaign_tried(lines, dice)


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(PLAYED, st.randoms(use_true_random=False))
def test_the_moments_of_many_random_campaigns(lines: list[tuple[str, bool]], dice: Random) -> None:
    campaign_tried(lines, dice)


@pytest.mark.parametrize("system", one_of(SYSTEMS))
def test_every_moment_of_an_example_is_the_fold_of_its_prefix(system: str) -> None:
    the_past_is_the_fold_of_each_prefix(Spectator(examples_folder("es") / f"{system}.json").history)


@pytest.mark.parametrize("system", one_of(SYSTEMS))
def test_one_can_return_to_every_moment_of_an_example(system: str) -> None:
    history = Spectator(examples_folder("es") / f"{system}.json").history
    for event in list(history)[:-1:7]:
        game = Game(system=system)
        game.events, game.history = list(history), History(system, history)
        returns_and_undoes(game, event.id)


def long_game() -> Iterator[str]:
    yield from (f"daño lia {number % 3}" for number in range(12))
    yield "regresa -9"
    yield from (f"cura bren {number % 2}" for number in range(6))
    yield "deshacer"
    yield "regresa -4"
    yield "deshacer"


def test_moments_that_were_taken_back_are_shown_as_they_were() -> None:
    game = party()
    states = [game.session]
    for line in long_game():
        game.do(line)
        states.append(game.session)
    at = len(game.events) - len(states) + 1
    for event, state in zip(game.events[at:], states[1:], strict=True):
        assert game.history.session_then(event.id) == state
    the_past_is_the_fold_of_each_prefix(game.history)


def test_a_return_says_what_it_takes_back_and_what_it_brings_back() -> None:
    game = party()
    first = game.do("daño lia 1")
    undone = game.do("daño bren 2")
    at = game.events[-1].id
    game.do("deshacer")
    others = game.play(game.draft("daño lia 3"), gm="bea")
    mine = game.do("cura lia 1")

    found = returning(game.history, at)
    assert [each.id for each in found.back] == [others.id, mine.id]
    assert [each.id for each in found.again] == [undone.id]
    assert returning(game.history, first.id).again == ()
    told = game.sentences("regresa -2")
    assert told == f"Se vuelve al momento de «{taken_back()}{damaged_sentence('Bren', 2, 8)}.» (2 sucesos)."


def test_a_return_takes_back_only_what_was_known_when_it_was_made() -> None:
    game = party()
    at = game.do("daño lia 1")
    copy = game.copy(BEA)
    copy.do("daño bren 2")
    game.do("daño lia 2")
    game.do("regresa -1")
    assert game.sheet("Lía").health == 13

    game.history.add(copy.events)
    assert (game.sheet("Lía").health, game.sheet("Bren").health) == (13, 8)
    assert game.history.concurrent_events(copy.events[-1].id) == (
        game.history[event_id(len(copy.events), ANA)],
    )
    assert game.history.concurrent_events(at.id) == ()


def test_a_return_to_now_and_to_another_campaigns_moment_is_refused() -> None:
    game = party()
    game.do("daño lia 1")
    assert refusal_code(lambda: game.do("regresa ahora")) == "nothing_to_rewind"
    assert refusal_code(lambda: game.do(f"regresa {event_id(999, BEA)}")) == "unknown_moment"
    assert refusal_code(lambda: game.do("regresa -99")) == "before_the_beginning"
    assert refusal_code(lambda: return_to(game.history, "nada")) == "unknown_moment"


def as_players_see(history: History) -> str:
    """Return all that players are shown of a campaign: their page, their screen, their recap, their log."""
    session = history.session
    told = [RECAPS[style](history, evenings(history, players=True)) for style in RECAPS]
    news = [news_text(evening) for _event, evening in News(session.system).look(history)]
    return "\n".join([repr(public_table(history)), public_text(public_table(history)), *told, *news])


def test_players_are_shown_of_no_moment_more_than_they_may() -> None:
    game = fight()
    game.do("aparece oculto Morda")
    game.do("siguiente")
    while game.session.pending:
        game.do("omite")
    at = game.events[-1].id
    for line in ("muestra morda", "siguiente", "daño morda 2", "fin"):
        game.do(line)
    assert "Morda" in as_players_see(game.history)
    assert "Morda" not in as_players_see(game.history.history_until(at))

    game.do(f"regresa {at}")
    assert "Morda" not in as_players_see(game.history)
    game.do("deshacer")
    assert "Morda" in as_players_see(game.history)
