"""What comes back on a roll at the start of its creature's turn: offered, never by itself."""

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.session.pending import SharedRoll
from tracker.wording.report import status_text


def dragon(*lines: str) -> Game:
    """Return a fight of Lía against a dragon whose breath is spent; Lía has the turn."""
    return Game(
        "pj Lía",
        "aparece Dragón",
        "reloj Dragón: Aliento 1 recarga 5-6",
        "gasta aliento",
        *("combate Cueva", "iniciativa lia 15", "iniciativa dragón 5", "siguiente"),
        *lines,
    )


def uses_left(game: Game) -> int:
    return next(each.filled for each in game.session.progress.values())


def test_the_roll_is_offered_at_the_start_of_its_turn_and_fills_it_at_five_or_six() -> None:
    game = dragon()
    assert "Dragón · Aliento 0/1 · recarga con 5+ en 1d6" in status_text(game.history)
    assert (game.pending, uses_left(game)) == ([], 0)
    game.do("siguiente")
    assert (game.pending, uses_left(game)) == ([SharedRoll.RECHARGE], 0)
    assert "Dragón · ¿se recarga Aliento? · d6 contra 5" in status_text(game.history)

    assert game.sentences("resuelve = 4") == "Dragón · Aliento no se recarga (d6 → 4✎ contra 5)."
    assert (game.pending, uses_left(game)) == ([], 0)
    game.do("deshacer")
    assert game.sentences("resuelve = 5") == "Dragón · Aliento se recarga (d6 → 5✎ contra 5): 1/1."
    assert (game.pending, uses_left(game)) == ([], 1)
    game.do("deshacer")
    assert (game.pending, uses_left(game)) == ([SharedRoll.RECHARGE], 0)


def test_a_skipped_roll_changes_nothing_and_the_next_turn_offers_another() -> None:
    game = dragon("siguiente", "omite", "siguiente")
    assert (game.pending, uses_left(game)) == ([], 0)
    game.do("siguiente")
    assert game.pending == [SharedRoll.RECHARGE]
    game.do("siguiente")
    game.do("siguiente")
    assert game.pending == [SharedRoll.RECHARGE]


def test_nothing_is_offered_for_what_is_not_spent_or_was_filled_meanwhile() -> None:
    game = dragon("avanza aliento", "siguiente")
    assert game.pending == []
    game = dragon("siguiente", "avanza aliento")
    assert game.pending == []


@each_of("system", ["chronicle", "horror", "percentile", "margin"])
def test_every_game_offers_it_also_for_a_group_and_a_hidden_creature(system: str) -> None:
    game = Game("pj Lía", "aparece 2 Sierpe grupo", system=system)
    for line in ("reloj Sierpe 2: Furia 2 recarga 11-12 2d6", "gasta furia 2", "combate Cueva"):
        game.do(line)
    game.do("oculta sierpe 2")
    for _turn in range(3):
        game.attempt("siguiente", lambda sides: sides)
    waiting = [each for each in game.session.pending.values() if each.kind == SharedRoll.RECHARGE]
    assert [game.session.creatures[each.who].name for each in waiting] == ["Sierpe 2"]


def test_the_dead_and_the_gone_are_offered_nothing() -> None:
    game = dragon("siguiente", "retira dragón")
    assert game.pending == []
    game = dragon("mata dragón", "siguiente")
    assert game.pending == []


@each_of(
    ("line", "code"),
    [
        ("reloj Ritual 4 recarga 5-6", "recharge_whose"),
        ("reloj Lía: Furia 1 recarga 7", "bad_recharge"),
        ("reloj Lía: Furia 1 recarga 0-6", "bad_recharge"),
        ("reloj Lía: Furia 1 recarga 3-5", "bad_recharge"),
        ("reloj Lía: Furia 1 recarga x", "bad_recharge"),
        ("reloj Lía: Furia 1 recarga", "missing"),
        ("reloj Lía: Furia 1 recarga 5 d0", "dice_sides"),
    ],
)
def test_a_wrong_recharge_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game("pj Lía", line)) == code


def test_a_recharge_gives_way_to_a_rest_and_comes_instead_of_it() -> None:
    game = Game("pj Lía", "reloj Lía: Furia 3 cada descanso", "gasta furia", "reloj Lía: Furia recarga 6")
    assert (uses_left(game), "recarga con 6+ en 1d6" in status_text(game.history)) == (2, True)
    game.do("reloj Lía: Furia cada descanso")
    assert "recarga" not in status_text(game.history)
