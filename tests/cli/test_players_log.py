"""`tracker log --players`: what a recap for players would tell, event by event."""

import json
import select
from pathlib import Path

import pytest

from tests.play.shell import DONE, WRONG, Place
from tests.watch.secrets import ENCOUNTER, HIDDEN, SECRETS, SEEN, SYSTEM_KEYS, Game, full_of_secrets
from tracker.cli.log import PlayersLog


def new_lines(log: PlayersLog, game: Game) -> list[str]:
    history = game.campaign.history
    return list(log.lines(history, list(history)))


@pytest.mark.parametrize("style", ["text", "jsonl"])
@pytest.mark.parametrize("system", SYSTEM_KEYS)
def test_the_players_log_tells_no_secret(tmp_path: Path, system: str, style: str) -> None:
    game, log = full_of_secrets(tmp_path, system), PlayersLog(style)
    told = new_lines(log, game)
    for line in (f"nota {HIDDEN}", "siguiente", f"botín 3 oro, corona de {HIDDEN}", f"quita {HIDDEN}", "fin"):
        game.play(line)
        told += new_lines(log, game)
    text = "\n".join(told)
    assert SEEN in text
    assert [secret for secret in SECRETS if secret in text] == []


def test_each_event_is_told_once_and_what_is_undone_is_told_as_undone(tmp_path: Path) -> None:
    game, log = Game(tmp_path), PlayersLog("jsonl")
    for line in ("pj Lía", "nota el traidor es Bren"):
        game.play(line)
    assert new_lines(log, game) == []
    game.play("gana lía 3 oro")
    (told,) = map(json.loads, new_lines(log, game))
    assert told["text"] == "Se hicieron con 3 oro."
    assert (told["number"], told["counts"]) == (1, True)
    assert new_lines(log, game) == []
    game.play("deshacer")
    assert list(map(json.loads, new_lines(log, game))) == [{**told, "counts": False}]
    game.play("rehacer")
    assert [json.loads(line)["number"] for line in new_lines(log, game)] == [2]


def test_a_fight_is_told_as_it_opens_and_as_it_ends(tmp_path: Path) -> None:
    game, log = Game(tmp_path), PlayersLog("text")
    told = []
    for line in (
        "pj Lía",
        "aparece goblin",
        f"aparece {HIDDEN}",
        f"combate {ENCOUNTER} lía,goblin,{HIDDEN}",
        f"oculta {HIDDEN}",
        "iniciativa lía 9",
        "siguiente",
        "daño lía 4",
        "siguiente",
        "fin",
    ):
        game.play(line)
        told.append(" / ".join(line.partition(" ")[2].partition(" ")[2] for line in new_lines(log, game)))
    assert [text for text in told if text] == [
        "Combaten contra goblin: 1 ronda hasta ahora, 1 minuto de mesa.",
        "Combatieron contra goblin: 1 ronda, 1 minuto de mesa. Costó Salud: Lía 4.",
    ]


def test_only_some_formats_are_for_players(tmp_path: Path) -> None:
    at = Place(tmp_path)
    at.begin("T", "pj Lía")
    assert at.run("log", "T", "--players", "--format", "csv").code == WRONG


def test_the_log_begins_at_a_moment(tmp_path: Path) -> None:
    at = Place(tmp_path)
    at.begin("T", "pj Lía")
    assert "Lía" in at.run("log", "T", "--since", "2000-01-01").out
    assert at.run("log", "T", "--since", "2999-01-01").out == ""
    assert at.run("log", "T", "--since", "now").out == ""
    assert at.run("log", "T", "--since", "ayer").code != DONE


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("who", [[], ["--players"]])
def test_what_is_new_is_followed(tmp_path: Path, who: list[str]) -> None:
    at = Place(tmp_path)
    at.begin("T", "pj Lía", "gana lía 1 oro")
    with at.running("log", "T", *who, "--follow", "--since", "now", "--format", "jsonl") as program:
        while True:  # until it has begun to look
            at.run("do", "T", "gana lía 2 oro")
            if select.select([program.out], [], [], 2)[0]:
                break
        said = program.read()
        assert "2 oro" in json.loads(said)["text"]
        assert "1 oro" not in said
        assert program.interrupt() == DONE
