"""Rows 15 and 16: dice beside avrae/d20, the worst that is accepted or refused, exact odds."""

import io
import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from functools import partial
from random import Random
from statistics import median

from tests.bench.campaigns import Workbench
from tests.bench.report import MS, Row, limit_row, not_measured
from tests.bench.yardsticks import D20, python_with
from tracker.cli import main
from tracker.cli.verbs import VERBS
from tracker.rules.dice.notation import parse, parse_series
from tracker.rules.refusal import Refusal

_HANDFULS = ("1d20", "2d6", "8d6", "3d8", "1d100", "4d4", "10d6", "1d12", "5d10", "2d20")
_KEPT = ("2d20kh1", "2d20kl1", "4d6kh3", "4d6kl3", "3d6kh1")
CORPUS = (
    *_HANDFULS,
    *(f"{handful}+{number}" for number, handful in enumerate(_HANDFULS, start=1)),
    *(f"{handful}-1d4" for handful in _HANDFULS),
    *_KEPT,
    *(f"{kept}+7" for kept in _KEPT),
    *(f"{kept}+1d6" for kept in _KEPT),
    *(f"({kept}+2)*2" for kept in _KEPT),
)
"""Fifty that both grammars read alike."""
ROUNDS = 9
REPEATS = 40

_RACE = """
import json, sys, time
from random import seed
import d20
corpus, repeats = json.loads(sys.argv[1]), int(sys.argv[2])
for text in corpus: d20.roll(text)
start = time.perf_counter()
for _ in range(repeats):
    for text in corpus: d20.roll(text)
print(repeats * len(corpus) / (time.perf_counter() - start))
"""

HARDEST = (
    *("1000d1000000", "999d6kh500", "1000d20kl1", "+".join(["9d9"] * 50), "(" * 20 + "1d20" + ")" * 20),
    *("500d9999e<5000", "500d9mi2ma8k>1p1mi3ma7", "249d99 adv adv", "1000d9k>1k>2k>3"),
)
REFUSED = (
    *("1001d6", "1d0", "2d6 +", "1d20kh2000", "1//0"),
    *("d" * 200, "(" * 199, "1d20" * 50, "9" * 200, "é" * 200),
)
ODDS = ("4d6kh3", "10d6", "2d20kh1+5")


def rows(_shelf: Workbench) -> Iterator[Row]:
    """Measure them."""
    yield _race()
    yield limit_row("15", "worst accepted expression", _worst(HARDEST), 5, "ms")
    yield limit_row("15", "worst refusal", _worst((*REFUSED, *_noise())), 5, "ms")
    yield from map(_odds, ODDS)


def _race() -> Row:
    interpreter = python_with(*D20)
    if interpreter is None:
        return not_measured("15", "dice a second", "could not install d20")
    ratios, best = [], (0.0, 0.0)
    for _ in range(ROUNDS):
        command = [str(interpreter), "-c", _RACE, json.dumps(CORPUS), str(REPEATS)]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        theirs, ours = float(ran.stdout), _ours()
        ratios.append(ours / theirs)
        best = max(best, (ours, theirs))
    ratio = median(ratios)
    here, there = (f"{rate:,.0f}" for rate in best)
    return Row("15", "expressions a second", here, f"{there} d20", ratio, ">= 3 x d20", ratio >= 3)


def _ours() -> float:
    roll = partial(Random(1).randint, 1)
    for text in CORPUS:
        parse(text)
    start = time.perf_counter()
    for _ in range(REPEATS):
        for text in CORPUS:
            parse(text).roll(roll)
    return REPEATS * len(CORPUS) / (time.perf_counter() - start)


def _noise() -> list[str]:
    chance = Random(2)
    return ["".join(chance.choices("0123456789d+-*/()khldi% é#,<>=!", k=120)) for _ in range(300)]


def _worst(texts: tuple[str, ...]) -> float:
    """Return the milliseconds of the slowest, each at its best of three: noise is nobody's work."""
    return max(min(_time_once(text) for _ in range(3)) for text in texts) * MS


def _time_once(text: str) -> float:
    return _seconds(lambda: _roll(text))


def _roll(text: str) -> None:
    with suppress(Refusal):
        parse_series(text).roll(partial(Random(3).randint, 1))  # `parse` would remember the text


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _odds(text: str) -> Row:
    """Ask the shell's own verb, since that is what a GM waits for."""
    if "odds" not in VERBS:
        return not_measured("16", f"odds of {text}", "there is no `tracker odds` yet")

    def ask() -> None:
        with redirect_stdout(io.StringIO()):
            main(["odds", text])

    ask()
    return limit_row("16", f"odds of {text}", min(_seconds(ask) for _ in range(5)) * MS, 20, "ms")
