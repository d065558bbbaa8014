"""Counters of a creature or of the table: used up, and full again each round, rest or day."""

from tests.session.game import Game, fact, refusal_code
from tests.trials import each_of
from tracker.session.public import public_table
from tracker.wording.players import public_text
from tracker.wording.progress import clock_texts
from tracker.wording.report import status_text


def fury(*lines: str) -> Game:
    return Game("pj Lía", "pj Odón", "reloj Lía: Furia 3 cada descanso", *lines)


def counter_left(game: Game, name: str = "Furia") -> list[int]:
    return [each.filled for each in game.session.progress.values() if each.name == name]


def test_a_counter_of_a_creature_begins_full_and_is_spent() -> None:
    game = Game("pj Lía")

    assert game.facts("reloj Lía: Furia 3 cada descanso") == (
        [
            fact("progress_kept", name="Lía · Furia", filled=3, segments=3, shown=False),
            fact("progress_refills", refill="rest"),
        ]
    )
    assert game.facts("gasta furia") == [fact("progress_made", name="Lía · Furia", filled=2, segments=3)]
    assert clock_texts(game.session, game.id_of("Lía"), unicode=True) == ["Furia ■■□ 2/3"]
    assert "Lía · Furia 2/3 · cada descanso · oculta" in status_text(game.history)
    game.do("deshacer")
    assert counter_left(game) == [3]


def test_a_rest_refills_the_counters_of_those_who_rest() -> None:
    game = fury("reloj Odón: Rezos 2 cada descanso", "gasta furia 2", "gasta rezos")

    assert "Se rellena Odón · Rezos: 2/2." in game.sentences("descansa odon")
    assert (counter_left(game), counter_left(game, "Rezos")) == ([1], [2])
    game.do("descansa")
    assert counter_left(game) == [3]


def test_a_game_without_a_rest_refills_with_sleep() -> None:
    game = Game("pj Lía", "reloj Lía: Furia 3 cada descanso", "gasta furia", system="margin")

    game.do("duerme lia 8h")
    assert counter_left(game) == [3]


def test_a_round_refills_in_the_fight_and_with_the_clock_outside_it() -> None:
    game = Game("pj Lía", "pj Odón", "reloj Lía: Finta 2 cada ronda", "gasta finta 2", "combate Foso lia")
    game.do("siguiente")
    assert counter_left(game, "Finta") == [0]
    game.do("siguiente")
    assert counter_left(game, "Finta") == [2]

    game = Game("pj Lía", "reloj Lía: Finta 2 cada ronda", "gasta finta")
    assert game.sentences("ronda").startswith("Se rellena Lía · Finta: 2/2.")


def test_a_counter_of_the_day_refills_at_midnight() -> None:
    game = Game("reloj Canto 2 cada día", "gasta canto 2", "intervalo 10h")
    assert counter_left(game, "Canto") == [0]

    game.do("intervalo 7h")
    assert counter_left(game, "Canto") == [2]


def test_what_a_spent_counter_brings_waits_and_a_full_one_brings_nothing() -> None:
    game = fury("reloj Lía: Furia desenlace cae rendida")
    assert game.pending == []

    game.do("gasta furia 3")
    assert "se ha agotado Lía · Furia: cae rendida" in status_text(game.history)
    assert game.facts("resuelve") == [fact("progress_happens", name="Lía · Furia", text="cae rendida")]

    quiet = fury("gasta furia 3")
    assert quiet.pending == []


def test_a_clock_of_a_creature_fills_up_and_waits() -> None:
    game = Game("pj Lía", "reloj Lía: Maldición 2 desenlace olvida su nombre", "avanza maldición 2")

    assert "se ha llenado el reloj Lía · Maldición: olvida su nombre" in status_text(game.history)


def test_two_creatures_may_have_a_counter_of_one_name() -> None:
    game = fury("reloj Odón: Furia 2 cada ronda")

    assert refusal_code(lambda: game.do("gasta furia")) == "ambiguous_word"
    game.do("gasta odón: furia")
    assert counter_left(game) == [3, 1]


@each_of(
    ("line", "code"),
    [
        ("reloj Nadie: Furia 3", "unknown_creature"),
        ("reloj Lía: Furia cada luna", "unknown_choice"),
        ("reloj Lía: Furia cada", "missing"),
        ("reloj Lía: Otra cada día", "unknown_word"),
        ("gasta furia 0", "bad_steps"),
        ("gasta ira", "unknown_progress"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(line: str, code: str) -> None:
    game = fury()
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session == before


def test_players_see_what_is_shown_and_nothing_of_a_hidden_creature() -> None:
    game = fury("aparece goblin", "combate Foso", "aparece oculto Morda", "reloj Morda: Ira 3 visible")
    assert "Furia" not in public_text(public_table(game.history))

    game.do("reloj Lía: Furia visible")
    told = public_text(public_table(game.history))
    assert "Lía · Furia 3/3" in told
    assert "Ira" not in told
    game.do("muestra morda")
    assert "Morda · Ira 0/3" in public_text(public_table(game.history))


def test_who_is_dismissed_takes_its_counters_along() -> None:
    game = fury("retira lía")
    assert counter_left(game) == []

    game.do("deshacer")
    assert counter_left(game) == [3]
