"""Rows 1 to 4 and 17: starting, what it imports, verbs of the shell, leaving."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.bench.campaigns import Workbench, tracker
from tests.bench.report import MS, Row, not_measured, ratio_row
from tests.bench.terminal import (
    A_IS_PAINTED,
    B_IS_PAINTED,
    BASELINE_A,
    BASELINE_B,
    ROOT,
    Program,
    environment,
    python,
)
from tests.bench.yardsticks import POSTING, python_with

OURS_IS_PAINTED = ("Odón", "Exploración", "Ayuda")
POSTING_IS_PAINTED = ("Commands",)
ROUNDS = 11
ORDERS = 15
PYTHONS = {"roll": 9, "status": 13, "do": 16}
"""Empty Pythons that a verb may cost. The libraries that read and write a save are five by themselves.

On one machine and one day the same code took 10.8 to 12.3 for `status` and 12.9 to 15.6 for `do`: in a slow
hour imports suffer more than an empty Python does.
"""
UNWANTED = (
    *("pydantic", "markdown_it", "textual.widgets._markdown", "importlib.metadata"),
    *("http.server", "socketserver", "wsgiref", "aiohttp", "uvicorn", "segno"),
)
"""What no first screen needs: models, Markdown, versions of packages, a web server."""

_IMPORTED = re.compile(rb"import time: +\d+ \| +\d+ \| *([\w.]+)")


def rows(workbench: Workbench) -> Iterator[Row]:
    """Measure them, each beside its baseline."""
    yield from _starts(workbench)
    yield from _imports(workbench)
    yield from _verbs(workbench)
    yield _leaving(workbench)


def _starts(workbench: Workbench) -> Iterator[Row]:
    ours, baseline = workbench.environment("ana"), environment()
    example, long = workbench.save(0, "example"), workbench.save(10_000)
    starts: dict[str, Callable[[], float]] = {
        "b": lambda: _start(BASELINE_B, baseline, B_IS_PAINTED),
        "example": lambda: _start(tracker(str(example)), ours, OURS_IS_PAINTED),
        "long": lambda: _start(tracker(str(long)), ours, OURS_IS_PAINTED),
    }
    posting = python_with(*POSTING)
    if posting:
        home = {**baseline, "HOME": str(workbench.folder), "PYTHONPATH": ""}
        starts["posting"] = lambda: _start([str(posting.parent / "posting")], home, POSTING_IS_PAINTED)
    taken = _in_turn(starts, ROUNDS)
    # No later than a stock application: 0.83 to 0.94 by the hour of one machine.
    yield ratio_row("1", "start to first screen, example", taken["example"], taken["b"], 1, "b", "ms")
    if posting:
        yield ratio_row(
            "1", "start to first screen, example", taken["example"], taken["posting"], 0.45, "posting", "ms"
        )
    else:
        yield not_measured("1", "start beside posting", "could not install posting")
    yield ratio_row("2", "start to first screen, 10,000 events", taken["long"], taken["b"], 1.7, "b", "ms")


def _start(command: Sequence[str], env: Mapping[str, str], painted: tuple[str, ...]) -> float:
    with Program(command, env) as program:
        return program.first_paint_seconds(*painted) * MS


def _imports(workbench: Workbench) -> Iterator[Row]:
    words = ("-X", "importtime", "-m", "tracker", str(workbench.save(0, "imports")))
    with Program(python(*words), workbench.environment("ana")) as program:
        program.first_paint_seconds(*OURS_IS_PAINTED)
        first_screen = max(program.start.find(text.encode()) for text in OURS_IS_PAINTED)
        modules = {name.decode() for name in _IMPORTED.findall(program.start[:first_screen])}
    unwanted = [name for name in UNWANTED if name in modules]
    figure = f"what no start needs, of {len(modules)} imports"
    yield Row("3", figure, ", ".join(unwanted) or "none", budget="none", met=not unwanted)


def _verbs(workbench: Workbench) -> Iterator[Row]:
    save, env = str(workbench.save(0, "verbs")), workbench.environment("ana")
    verbs = {"roll": ("roll", "2d6+1"), "status": ("status", save), "do": ("do", save, "nota Siguen.")}
    commands = {verb: _cpu_of(tracker(*words), env) for verb, words in verbs.items()}
    taken = _in_turn({"nothing": _cpu_of(python("-c", "pass")), **commands}, ORDERS)
    for verb, most in PYTHONS.items():
        yield ratio_row(
            "4", f"tracker {verb}", taken[verb], taken["nothing"], most, "python -c pass", "ms CPU"
        )
    for verb, words in verbs.items():
        ran = subprocess.run(
            python("-X", "importtime", "-m", "tracker", *words),
            env=env,
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        )
        textual = "textual" in ran.stderr
        yield Row(
            "4",
            f"tracker {verb} and Textual",
            "imported" if textual else "not",
            budget="not",
            met=not textual,
        )


def _cpu_of(command: Sequence[str], env: Mapping[str, str] | None = None) -> Callable[[], float]:
    """Return what runs a command and returns its milliseconds of processor."""

    def run() -> float:
        process = subprocess.Popen(
            command, env=env or environment(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        _pid, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        return (used.ru_utime + used.ru_stime) * MS

    return run


def _in_turn(measures: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Take each measure in turn, so that all meet the same machine; the first round only warms up."""
    taken: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(rounds + 1):
        for name, measure in measures.items():
            value = measure()
            if number:
                taken[name].append(value)
    return taken


def _leaving(workbench: Workbench) -> Row:
    """Leave from home, as both are left with one key."""
    ours, baseline = workbench.environment("ana"), environment()

    def leave(
        command: Sequence[str], env: Mapping[str, str], painted: tuple[str, ...]
    ) -> Callable[[], float]:
        def left() -> float:
            with Program(command, env) as program:
                program.first_paint_seconds(*painted)
                program.settle(0.2)
                return program.leave_seconds("q") * MS

        return left

    taken = _in_turn(
        {
            "ours": leave(tracker(), ours, ("Última vez", "Ayuda")),
            "a": leave(BASELINE_A, baseline, A_IS_PAINTED),
        },
        ROUNDS,
    )
    return ratio_row("17", "q to the prompt", taken["ours"], taken["a"], 1.1, "a", "ms")
