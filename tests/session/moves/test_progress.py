"""Progress clocks: drawn, advanced, full, shown to the players."""

from tests.session.game import BEA, Game, fact, refusal_code
from tests.trials import each_of
from tracker.session.public import public_table
from tracker.wording.difference import difference
from tracker.wording.players import page_view, public_text
from tracker.wording.report import status_text


def ritual(*lines: str) -> Game:
    return Game("reloj Ritual 3", *lines)


def segments_filled(game: Game, key: str = "ritual") -> int:
    return game.session.progress[key].filled


def test_a_clock_is_drawn_empty_and_hidden() -> None:
    game = Game()

    assert game.facts("reloj Ritual 6") == [
        fact("progress_kept", name="Ritual", filled=0, segments=6, shown=False)
    ]
    assert game.facts("reloj La caída 4 visible") == [
        fact("progress_kept", name="La caída", filled=0, segments=4, shown=True)
    ]
    assert "Ritual 0/6 · oculto" in status_text(game.history)


def test_it_advances_and_goes_back_within_its_segments() -> None:
    game = ritual()

    assert game.facts("avanza rit") == [fact("progress_made", name="Ritual", filled=1, segments=3)]
    assert game.facts("avanza Ritual -4") == [fact("progress_made", name="Ritual", filled=0, segments=3)]
    game.do("avanza ritual 9")
    assert segments_filled(game) == 3


def test_a_full_clock_waits_until_the_gm_has_told_what_happens() -> None:
    game = ritual("reloj Ritual desenlace despierta el durmiente", "avanza Ritual 2")
    assert game.pending == []

    game.do("avanza Ritual")
    assert game.pending == ["progress"]
    assert "se ha llenado el reloj Ritual: despierta el durmiente" in status_text(game.history)

    assert game.facts("resuelve") == [fact("progress_happens", name="Ritual", text="despierta el durmiente")]
    assert (game.pending, segments_filled(game)) == ([], 3)


def test_a_full_clock_without_an_outcome_waits_too_and_can_be_skipped() -> None:
    game = ritual("avanza Ritual 3")

    assert game.facts("resuelve") == [fact("progress_happens", name="Ritual")]
    game.do("avanza Ritual")
    game.do("omite")
    assert game.pending == []


def test_a_clock_that_goes_back_no_longer_waits() -> None:
    assert ritual("avanza Ritual 3", "avanza Ritual -1").pending == []
    assert ritual("avanza Ritual 3", "reloj Ritual nada").pending == []


def test_what_is_not_given_stays() -> None:
    game = ritual("reloj Ritual visible desenlace despierta", "avanza Ritual 2", "reloj Ritual 8")
    clock = game.session.progress["ritual"]

    assert (clock.segments, clock.filled, clock.shown, clock.outcome) == (8, 2, True, "despierta")


def test_a_clock_made_shorter_may_be_full() -> None:
    game = ritual("avanza Ritual 2", "reloj Ritual 2")

    assert (segments_filled(game), game.pending) == (2, ["progress"])


def test_two_gms_who_advance_the_same_clock_are_both_right() -> None:
    game = Game("reloj Ritual 6")
    other = game.copy(BEA)
    game.do("avanza Ritual 2")
    [*_, theirs] = [other.do("avanza Ritual"), *other.events]
    game.history.add((theirs,))

    assert segments_filled(game) == 3


@each_of("line", ["reloj Ritual 6", "reloj Ritual nada", "avanza Ritual", "avanza Ritual 3"])
def test_every_command_is_taken_back(line: str) -> None:
    game = ritual("avanza Ritual")
    before = game.session

    game.do(line)
    game.do("deshacer")

    assert game.session == before


def test_undo_says_what_comes_back() -> None:
    game = ritual()
    event = game.do("avanza Ritual 2")

    assert difference(game.history, game.history.session_without(event.id)) == ["Ritual -2"]


def test_players_see_the_segments_of_a_shown_clock_and_nothing_of_a_hidden_one() -> None:
    game = ritual("reloj Caída 4 visible desenlace muere el rey", "avanza Caída", "avanza Ritual 3")
    table = public_table(game.history)

    assert page_view(table)["progress"] == ["Caída ■□□□ 1/4"]
    assert "Caída 1/4" in public_text(table)
    assert "Ritual" not in repr(table)
    assert "rey" not in repr(table)


def test_a_shown_clock_that_names_a_hidden_creature_stays_hidden() -> None:
    game = Game("combate Sala", "aparece Lich", "oculta Lich", "reloj Lich 4 visible")

    assert public_table(game.history).progress == ()


@each_of(
    ("line", "code"),
    [
        ("reloj Otro", "missing"),
        ("reloj Otro visible", "unknown_word"),
        ("reloj Otro 0", "bad_segments"),
        ("reloj Otro 25", "bad_segments"),
        ("reloj Otro -3", "bad_segments"),
        ("reloj Otro 6 rojo", "unknown_word"),
        ("reloj Otro nada", "unknown_progress"),
        ("avanza", "missing"),
        ("avanza Otro", "unknown_progress"),
        ("avanza Ritual 0", "bad_steps"),
        ("avanza Ritual 1 2", "unknown_word"),
        ("reloj " + "x" * 61 + " 6", "text_too_long"),
        ("reloj Ritual desenlace " + "x" * 201, "text_too_long"),
    ],
)
def test_bad_input_changes_nothing(line: str, code: str) -> None:
    game = ritual()
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session is before
