"""The tracker as the shell starts it, with folders of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tests.play.warm import PATIENCE, ROOT, run_warm, starts_warm
from tracker.cli.main import main

PROGRAM = (sys.executable, "-m", "tracker")
DONE, REFUSED, WRONG, UNWRITTEN = 0, 1, 2, 74


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The answer as one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Running:
    """A program under way: it is written to and read line by line, and killed if it takes too long."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.process = process
        self.given, self.out, self.err = process.stdin, process.stdout, process.stderr

    def write(self, line: str) -> None:
        """Give it a line."""
        self.given.write(f"{line}\n")
        self.given.flush()

    def read(self) -> str:
        """Wait for its next line, which is empty if it ended without one."""
        return self.out.readline()

    def interrupt(self) -> int:
        """Press ctrl+c, and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


def run_command(
    command: Iterable[str], environment: Mapping[str, str], folder: Path, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. A lone surrogate in `given` is a byte that is no text."""
    return subprocess.run(
        [*command],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        env=environment,
        cwd=folder,
        timeout=PATIENCE,
        check=False,
    )


def run_cold(
    words: Iterable[str], environment: Mapping[str, str], folder: Path, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, from the start of Python on."""
    return run_command((*PROGRAM, *words), environment, folder, given)


@dataclass(frozen=True, slots=True)
class Place:
    """A folder where a GM plays."""

    folder: Path

    @property
    def saves(self) -> Path:
        """The folder of the campaigns."""
        return self.folder / "saves"

    @property
    def journals(self) -> Path:
        """The folder of the journals."""
        return self.folder / "state" / "tracker" / "journals"

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of the program, with folders of its own."""
        own = {
            "TRACKER_SAVES": str(self.saves),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "TRACKER_GM": "ana",
            "TERM": "xterm-256color",
            "PAGER": "",
            "PYTHONPATH": str(ROOT),
        }
        return {**os.environ, **own}

    def run(self, *words: str, lines: Iterable[str] = (), **environment: str) -> Answer:
        """Run the tracker to its end; it starts cold if a variable is given that Python itself reads."""
        given, whole = "".join(f"{line}\n" for line in lines), {**self.environment, **environment}
        run = run_warm if starts_warm(whole) else run_cold
        return _answer(run(words, whole, self.folder, given))

    def run_command(self, *command: str, given: str = "", **environment: str) -> Answer:
        """Run any command to its end."""
        return _answer(run_command(command, {**self.environment, **environment}, self.folder, given))

    @contextmanager
    def running(self, *words: str) -> Iterator[Running]:
        """Start the tracker; it is killed at the end, or once it has run longer than a test may wait."""
        with subprocess.Popen(
            [*PROGRAM, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=self.folder,
        ) as process:
            patience = Timer(PATIENCE, process.kill)
            patience.start()
            try:
                yield Running(process)
            finally:
                patience.cancel()
                process.kill()

    def begin(self, name: str, *lines: str) -> None:
        """Begin a campaign and play some lines, none of which may be refused."""
        assert self.run("new", name).code == DONE
        if lines:
            played = self.run("do", name, lines=lines)
            assert played.code == DONE, played.out

    def status(self, name: str) -> dict[str, Any]:
        """Return the whole table."""
        answer = self.run("status", name, "--json")
        assert answer.code == DONE, answer.err
        table: dict[str, Any] = json.loads(answer.out)
        return table


def _answer(done: subprocess.CompletedProcess[str]) -> Answer:
    return Answer(done.returncode, done.stdout, done.stderr)


def without_ids(value: Any) -> Any:
    """Return a printed value without what differs between two campaigns that were played alike."""
    if isinstance(value, dict):
        return {name: without_ids(each) for name, each in value.items() if name != "id"}
    return [without_ids(each) for each in value] if isinstance(value, list) else value


def stood_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Return a place with a campaign, in which the test's own process stands."""
    place = Place(folder)
    for name, value in place.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(folder)
    assert main(["new", "Torre"]) == DONE
    return place
