"""A sentence about a roll tells its die, its faces, its target and what came of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.session.game import Game, fight, party
from tests.trials import each_of
from tracker.rules.dice import Throw
from tracker.rules.games import SYSTEMS
from tracker.session.event import Event
from tracker.session.history import History
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.paths import examples_folder
from tracker.wording.faces import PENCIL, face_text
from tracker.wording.sentences import sentences


def numbers(text: str) -> set[str]:
    """Return the numbers and the kinds of dice of a sentence, without the mark of real dice."""
    return {*re.findall(r"d?\d+", text.replace(PENCIL, ""))}


def asked(throw: Throw) -> Iterator[str]:
    """Yield what the sentence of a throw must name; in Margin the d4s are told as their sum."""
    first = throw.dice[0].sides
    yield f"d{first}"
    yield from (face_text(die) for die in throw.dice if die.sides == first)
    if throw.target is not None:
        yield str(abs(throw.target))


def untold(event: Event, history: History) -> list[str]:
    """Return what the sentences of an event do not say about its throws."""
    told = " ".join(sentences(event, history))
    missing = {each for throw in event.throws for each in asked(throw)} - numbers(told)
    return [f"{told}: {', '.join(sorted(missing))}"] if missing else []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_roll_of_an_evening_is_told_with_its_dice_and_its_target(system: str, tmp_path: Path) -> None:
    copy = copy_of(examples_folder("es") / f"{system}.json", tmp_path)
    history = Campaign.open(copy, tmp_path / "own", "ana", lambda: 0).history
    rolled = [event for event in history if event.throws]

    assert len(rolled) > 20
    assert [gap for event in rolled for gap in untold(event, history)] == []


@each_of(
    ("lines", "faces", "told"),
    [
        (
            ("pj Lía", "intervalo 1d"),
            5,
            "El Hambre puede con Lía (d20 → 5 -1 = 4 contra 13): va 1 fallo de 3.",
        ),
        (("pj Lía", "intervalo 1d"), 15, "Lía (d20 → 15 -1 = 14 contra 13) aguanta el Hambre: van 0 fallos"),
        (
            ("pj Lía", "lleva lia vela d4 luz encendida", "intervalo 10m"),
            1,
            "Lía se queda sin vela (d4 → 1).",
        ),
        (("vigila 18+", "intervalo 10m"), 7, "No aparece nadie (d20 → 7 contra 18)."),
    ],
)  # fmt: skip
def test_a_pending_roll_is_told_with_its_dice(lines: tuple[str, ...], faces: int, told: str) -> None:
    assert Game(*lines).sentences("resuelve", faces).startswith(told)


def test_a_rest_is_told_with_all_its_dice() -> None:
    game = Game("pj Lía esfuerzo_total=3 esfuerzo=1", "descansa lia")

    assert game.sentences("resuelve 1", 15, 3) == (
        "Lía recupera 1 de Esfuerzo (d20 → 15 contra 12 · d20 → 3 contra 12); tiene 2."
    )


def test_the_turn_of_somebody_paralysed_is_told_with_its_dice() -> None:
    game = fight()
    for line in ("estado lia parálisis", "siguiente"):
        game.do(line)

    assert game.sentences("resuelve", 3) == "Lía no se libra de la Parálisis (d20 → 3 contra 12)."
    assert game.sentences("resuelve", 14) == "Lía (d20 → 14 contra 11) pierde el turno por la Parálisis."


def test_one_roll_for_several_is_told_with_each() -> None:
    game = party()

    assert game.sentences("daño lia,bren 1d6+1", 3) == (
        "Lía recibe 4 de daño (d6 → 3 +1 = 4): queda en 10. "
        "Bren recibe 4 de daño (d6 → 3 +1 = 4): queda en 6."
    )


@each_of(
    ("roll", "told"),
    [
        ("1d6+1+2", "(d6 → 3 +3 = 6)"),
        ("2+1d6", "(d6 → 3 +2 = 5)"),
        ("1d6+3-1", "(d6 → 3 +2 = 5)"),
        ("1d6*2", "(d6 → 3 = 6)"),
        ("1d6", "(d6 → 3)"),
    ],
)
def test_the_numbers_of_an_expression_stand_beside_its_dice(roll: str, told: str) -> None:
    assert f" {told}: queda en" in party().sentences(f"daño bren {roll}", 3)


def test_each_tells_the_dice_of_their_own_roll() -> None:
    game = party()

    assert game.sentences("daño lia,bren 1d6 cada", 3, 5) == (
        "Lía recibe 3 de daño (d6 → 3): queda en 11. Bren recibe 5 de daño (d6 → 5): queda en 5."
    )


def test_of_many_equal_results_only_the_number_is_told() -> None:
    game = Game("pj Lía", "lleva lia antorcha d8 luz encendida", "intervalo 1h")

    assert (
        game.sentences("resuelve iguales", 3, 4, 5, 6, 7, 8) == "El dado de antorcha de Lía sigue en d8 (×6)."
    )


def test_a_death_without_a_cause_is_told_without_one() -> None:
    assert party().sentences("mata bren") == "Bren muere."


def test_a_source_is_told_with_the_name_of_its_creature() -> None:
    game = Game("pj Lía", "aparece Morda")

    assert game.sentences("estado lia miedo morda") == "Lía sufre Miedo, por Morda."
    assert game.sentences("estado lia ceguera la sal") == "Lía sufre Ceguera, por la sal."
