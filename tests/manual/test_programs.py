"""The example programs of the manual do what their page says."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest

from tests.examples.__main__ import saved
from tests.examples.test_examples import COMMITTED
from tests.manual.test_manual import blocks
from tests.play.shell import Place
from tests.play.warm import PATIENCE
from tests.trials import each_of
from tracker.manual import markdown
from tracker.store.campaign import Spectator
from tracker.wording.contract import in_json
from tracker.wording.exports import event_answer
from tracker.wording.language import LANGUAGES, speak

STREAM, DISCORD, DAMAGE = range(3)
FIGHT = (
    *("pj Lía fuerza=12 daño=1d8", "pj Bruno daño=1d6", "aparece 2 goblin salud=30 daño=2", "combate Puente"),
    *("iniciativa Lía 20", "iniciativa Bruno 10", "iniciativa goblin* 3", "siguiente"),
    *("ataca Lía goblin 1 fuerza = 15 5", "ataca Lía goblin 2 fuerza = 15 7", "deshacer", "daño goblin 1 3"),
)


def program_of(number: int) -> str:
    """Return one of the programs of the page, in the language in use."""
    return "\n".join(blocks(markdown("programs"), "python")).split("import json")[1:][number]


@pytest.fixture
def at(tmp_path: Path) -> Place:
    """Return a place with a fight, and with the program on its path."""
    speak("es")
    place = Place(tmp_path)
    command = tmp_path / "bin" / "tracker"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tracker "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    place.begin("Torre", *FIGHT)
    return place


@contextmanager
def running(at: Place, number: int, *words: str) -> Iterator[subprocess.Popen[str]]:
    path = f"{at.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    process = subprocess.Popen(
        [sys.executable, "-c", f"import json{program_of(number)}", *words],
        cwd=at.folder,
        env={**at.environment, "PATH": path},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, 15)
        process.communicate(timeout=PATIENCE)


def comes(found: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not found() and time.monotonic() < until:
        time.sleep(0.05)
    return found()


def test_the_programs_are_the_same_in_every_language() -> None:
    pages = []
    for language in LANGUAGES:
        speak(language)
        pages.append(blocks(markdown("programs"), "python"))

    assert pages[0] == pages[1]


def test_a_line_for_a_stream_follows_the_table(at: Place) -> None:
    line = at.folder / "stream.txt"

    def says(text: str) -> bool:
        return comes(lambda: line.exists() and text in line.read_text("utf-8"))

    with running(at, STREAM, "Torre"):
        assert says("> Lía  Lía 10/10  Bruno 10/10")
        at.run("do", "Torre", "daño Bruno 4")
        assert says("Bruno 6/10")


def test_discord_gets_a_message_for_what_players_may_know(at: Place) -> None:
    got: list[Any] = []

    class Webhook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Webhook)
    Thread(target=server.serve_forever, daemon=True).start()
    with running(at, DISCORD, "Torre", f"http://127.0.0.1:{server.server_port}/"):
        assert comes(lambda: bool(at.run("do", "Torre", "intervalo 10m") and got))
        at.run("do", "Torre", "intervalo 25m")
        assert comes(lambda: "25" in got[-1]["content"])
        at.run("do", "Torre", "secreto nota el espía mira")
        at.run("do", "Torre", "deshacer", "--yes")
        at.run("do", "Torre", "deshacer", "--yes")
        assert comes(lambda: got[-1]["content"].startswith("~~"))
    server.shutdown()
    assert "espía" not in json.dumps(got, ensure_ascii=False)
    assert all(each["allowed_mentions"] == {"parse": []} for each in got)


def test_damage_is_counted_by_attacker_without_what_was_undone(at: Place) -> None:
    with running(at, DAMAGE, "Torre") as process:
        told, _errors = process.communicate(timeout=PATIENCE)

    assert [line.split() for line in told.splitlines()] == [["Lía", "5", "1"]]


def _dealt(spoken: str, system: str) -> list[str]:
    """Run the table of damage on the log of an example, in this process."""
    speak(spoken)
    history = Spectator(saved(spoken, system)).history
    log = "\n".join(json.dumps(in_json(event_answer(each, history))) for each in history)
    answer = subprocess.CompletedProcess([], 0, log)
    printed = StringIO()
    with (
        patch.object(sys, "argv", ["", system]),
        patch.object(subprocess, "run", return_value=answer),
        redirect_stdout(printed),
    ):
        exec(f"import json{program_of(DAMAGE)}", {})  # noqa: S102 - the page's own program
    return printed.getvalue().splitlines()


@each_of("spoken,system", [each for each in COMMITTED if each[1] != "margin"])
def test_the_table_of_damage_has_figures_in_every_example_of_a_game_with_health(
    spoken: str, system: str
) -> None:
    lines = _dealt(spoken, system)
    assert len(lines) > 1
    assert int(lines[0].split()[-2]) > 0
