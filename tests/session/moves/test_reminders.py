"""Notes that wait for a figure, a condition or a time: a decision of the GM's, never done by itself."""

from tests.session.game import BEA, Game, fight, refusal_code
from tests.trials import each_of
from tracker.session.pending import SharedRoll
from tracker.wording.report import status_text
from tracker.wording.status import status_of

FLEES = "cuando goblin 1 salud<=mitad: huye la tropa"


def test_other_programs_read_the_notes_that_wait_and_players_none() -> None:
    game = fight()
    game.do(FLEES)
    [told] = status_of(game.history, whole=True).reminders.values()
    assert (told["text"], told["awaits"], told["half"], told["due"]) == ("huye la tropa", "at_most", 1, False)
    assert told["who"].name == "goblin 1"


def waiting(game: Game) -> list[str]:
    return [
        str(each.data["text"]) for each in game.session.pending.values() if each.kind == SharedRoll.AWAITED
    ]


def test_a_figure_calls_for_the_decision_once_and_does_nothing_else() -> None:
    game = fight()
    assert game.sentences(FLEES) == "Queda en espera: huye la tropa."
    assert "goblin 1, Salud ≤ mitad: huye la tropa" in status_text(game.history)
    game.do("daño goblin 1 3")
    assert waiting(game) == []
    assert "Ha llegado lo esperado: huye la tropa." in game.sentences("daño goblin 1 1")
    assert waiting(game) == ["huye la tropa"]
    game.do("daño goblin 1 1")
    assert waiting(game) == ["huye la tropa"]
    assert not any(each.fled for each in game.session.encounters[game.session.encounter].combatants.values())

    assert game.sentences("resuelve") == "Decidido: huye la tropa."
    assert (waiting(game), game.session.reminders) == ([], {})
    game.do("deshacer")
    assert waiting(game) == ["huye la tropa"]


def test_a_skipped_decision_comes_again_only_after_it_was_past() -> None:
    game = fight()
    for line in (FLEES, "daño goblin 1 5", "omite", "daño goblin 1 1"):
        game.do(line)
    assert waiting(game) == []
    game.do("cura goblin 1 6")
    game.do("daño goblin 1 6")
    assert waiting(game) == ["huye la tropa"]


def test_an_undone_blow_takes_the_decision_back() -> None:
    game = fight()
    game.do(FLEES)
    game.do("daño goblin 1 5")
    game.do("deshacer")
    assert waiting(game) == []
    game.do("daño goblin 1 4")
    assert waiting(game) == ["huye la tropa"]


def test_two_gms_who_together_reach_the_figure_call_for_it_with_the_next_act() -> None:
    game = fight()
    game.do(FLEES)
    copy = game.copy(BEA)
    game.do("daño goblin 1 2")
    copy.do("daño goblin 1 2")
    game.history.add(copy.events)
    game.events = list(game.history)
    game.do("nota sigue")
    game.do("daño lia 1")
    assert waiting(game) == ["huye la tropa"]


@each_of(
    ("line", "until"),
    [
        ("cuando lia esfuerzo>=3: basta", "nota x"),
        ("cuando lia salud<14: basta", "daño lia 1"),
        ("cuando lia salud<=-1: basta", "daño lia 20"),
        ("cuando lia miedo: basta", "estado lia miedo"),
        ("cuando 10m: basta", "intervalo 10m"),
        ("cuando 9:00: basta", "intervalo 1h"),
        ("cuando día 2 8:00: basta", "intervalo 1d"),
        ("when lia health<=half: basta", "daño lia 7"),
    ],
)
def test_figures_conditions_and_times_are_awaited(line: str, until: str) -> None:
    game = fight()
    game.do(line)
    came = bool(waiting(game))
    game.attempt(until, lambda sides: sides)
    assert (came, waiting(game)) == (until == "nota x", ["basta"])


def test_a_note_is_removed_by_its_place() -> None:
    game = fight()
    game.do(FLEES)
    assert refusal_code(lambda: game.do("cuando 2 nada")) == "unknown_reminder"
    assert game.sentences("cuando 1 nada") == "Ya no se espera: huye la tropa."
    game.do("daño goblin 1 6")
    assert waiting(game) == []


@each_of(
    ("line", "code"),
    [
        ("cuando", "missing"),
        ("cuando lia", "bad_reminder"),
        ("cuando lia: huye", "bad_reminder"),
        ("cuando lia salud<=mucho: huye", "bad_reminder"),
        ("cuando nadie salud<=1: huye", "unknown_creature"),
        ("cuando lia suerte<=1: huye", "bad_reminder"),
        ("cuando 25:99: huye", "bad_date"),
    ],
)
def test_what_is_not_awaited_is_refused(line: str, code: str) -> None:
    game = fight()
    assert refusal_code(lambda: game.do(line)) == code
