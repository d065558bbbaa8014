"""`tracker do --try` and what holds for a program that works through the shell."""

import re
from pathlib import Path

import pytest

from tests.cli.contract import judge_of
from tests.play.shell import DONE, REFUSED, Place
from tests.trials import each_of
from tracker.cli.main import main
from tracker.rules.games import SYSTEMS
from tracker.wording.language import LANGUAGES

MOST_TOKENS = 2_500
_TOKEN = re.compile(r"\s?[^\W\d_]{1,5}|\d{1,3}|[^\w\s]{1,2}|_|\s+")
"""A coarse token; texts of this kind have about as many of those that models count."""


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.begin("T", "pj Lía daño=1d6", "aparece 2 orco daño=3", "nota fin")
    return place


def files_of(place: Place) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in place.folder.rglob("*")
        if path.is_file() and "places" not in path.name
    }


def test_lines_are_tried_on_a_copy_with_the_forecast_and_nothing_is_saved(at: Place) -> None:
    before = files_of(at)
    lines = (
        "combate Puente",
        "siguiente",
        "daño Lía 3",
        "deshacer",
        "daño Nadie 3",
        "biblioteca Lía",
        "1d20",
    )
    answer = at.run("do", "T", "--try", lines=lines)
    assert answer.code == REFUSED
    for said in ("Empieza «Puente»", "Lía recibe 3", "Nadie", "Pronóstico de «Puente»"):
        assert said in answer.out
    assert answer.err == "Probado en una copia: no se guarda nada.\n"
    assert files_of(at) == before
    assert at.run("status", "T").out.count("Puente") == 0


def test_a_tried_line_answers_in_json_without_an_event(at: Place) -> None:
    answer = at.run("do", "T", "--try", "--json", lines=("daño Lía 3", "combate Puente", "salta"))
    printed = answer.objects
    for each in printed:
        judge_of("do")(each)
    assert [each["kind"] for each in printed] == ["damage", "fight", "refused", "forecast"]
    assert {each["id"] for each in printed} == {None}


def test_who_has_no_attack_is_said_before_the_chances(at: Place) -> None:
    at.run("do", "T", "aparece 3 bandido salud=6")
    out = at.run("do", "T", "--try", "combate Puente").out
    harmless, chance = out.index("Sin ataque en la ficha"), out.index("El grupo vence")
    assert harmless < chance
    assert "bandido 1" in out[harmless:chance]


def test_a_fight_without_attacks_on_either_side_is_said_and_is_no_failure(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.begin("T", "pj Lía", "aparece oso")
    answer = place.run("do", "T", "--try", "combate Puente")
    assert answer.code == DONE
    assert answer.out.count("\n") >= 2


def test_while_a_gm_has_sealed_dice_nobody_else_rolls_without_a_seal(at: Place) -> None:
    at.run("do", "T", "sella")
    refused = at.run("do", "T", "--gm", "ayudante de ana", "1d20")
    assert (refused.code, "ana" in refused.out) == (REFUSED, True)
    assert at.run("do", "T", "--gm", "ayudante de ana", "--yes", "1d20").code == REFUSED
    assert at.run("do", "T", "--gm", "ayudante de ana", "tira 1d20 = 14").code == DONE
    assert at.run("do", "T", "--gm", "ayudante de ana", "nota miro").code == DONE
    assert at.run("do", "T", "1d20").code == DONE
    assert at.run("do", "T", "--gm", "bea", lines=("sella", "1d20")).code == DONE
    assert at.run("verify", "T").code == DONE
    # A rehearsal draws no sealed die.
    before = files_of(at)
    assert at.run("do", "T", "--try", "1d20").code == DONE
    assert files_of(at) == before


def test_what_another_did_is_undone_only_with_yes(at: Place) -> None:
    at.run("do", "T", "--gm", "ayudante de ana", "nota miro")
    assert at.run("do", "T", "deshacer").code == REFUSED
    assert "ayudante de ana" in at.run("log", "T", 'gm:"ayudante de ana"').out
    assert at.run("do", "T", "--yes", "deshacer").code == DONE


def test_a_program_opens_no_game_file_by_its_path(at: Place) -> None:
    secret = at.folder / "secret.toml"
    secret.write_text("key = 'x'\nsecret = 'hush'\n")
    for line in (f"reglas {secret}", f"rules {secret}", "reglas ../secret.toml", "reglas /etc/passwd"):
        for words in (("do", "T", line), ("do", "T", "--try", line)):
            refused = at.run(*words)
            assert (refused.code, "ruta" in refused.out, "hush" in refused.out) == (REFUSED, True, False)


@each_of(("game", "language"), [(game, language) for game in SYSTEMS for language in LANGUAGES])
def test_every_line_of_a_game_fits_into_what_an_assistant_reads_at_once(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["--lang", language, "help", "lines", game]) == DONE
    text = capsys.readouterr().out
    assert text.count("\n") > 100
    assert len(_TOKEN.findall(text)) < MOST_TOKENS
