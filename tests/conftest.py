"""What every test stands on: nothing of the developer's own, and Spanish."""

import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from textual import _wait, screen
from textual.app import App
from textual.pilot import Pilot

from tests.trials import pytest_terminal_summary, trials
from tracker.commands import faults as faulty
from tracker.rules.refusal import Refusal
from tracker.store.journal import Journal, Owner
from tracker.terminal.running import PLAIN_TERMINAL
from tracker.widgets.theme import DARK
from tracker.wording.language import speak

__all__ = ["pytest_terminal_summary", "trials"]
OWN_SETTINGS = ("TRACKER_", "TEXTUAL_", "XDG_", "NO_COLOR", "LANG", "LC_")
KEPT = ("TEXTUAL_SNAPSHOT_TEMPDIR", PLAIN_TERMINAL)
"""Where the snapshots are, and whether the tests are run on Textual's own driver."""
Before = Callable[[Pilot[Any]], Awaitable[None]]


_HOMES = count()
QUIET = 0.008
"""Seconds that an app has to be idle before Pilot goes on; three such waits follow a key."""


@pytest.fixture(autouse=True)
def _pilot_waits_no_longer_than_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's own 0.02 s were three quarters of the time that the tests of screens took.

    Frames come within each wait: else a test on a busy machine looks before the screen is laid out.
    """
    monkeypatch.setattr(screen, "UPDATE_PERIOD", QUIET / 2)
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", QUIET)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", QUIET / 10)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let a test's programs hear ctrl+c and a hang-up, which a shell has ignored behind `&` or `nohup`."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    hangs_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, before)
    signal.signal(signal.SIGHUP, hangs_up)


@pytest.fixture(autouse=True)
def _nothing_of_the_developers_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Give each test folders of its own, which are not made: most of the thousands of tests need none."""
    for name in os.environ:
        if name.startswith(OWN_SETTINGS) and name not in KEPT:
            monkeypatch.delenv(name)
    home = tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")  # no other locale is installed everywhere


@pytest.fixture(autouse=True)
def _files_are_let_go(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close what a test left open, as the end of its process would: there are thousands of trials in one."""
    claimed: list[Journal] = []
    claim = Journal.claim

    def claimed_now(folder: Path, owner: Owner) -> Journal:
        journal = claim(folder, owner)
        claimed.append(journal)
        return journal

    monkeypatch.setattr(Journal, "claim", claimed_now)
    yield
    for each in claimed:
        each.close()


@pytest.fixture(autouse=True)
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Exception]]:
    """Fail a test in which the program was wrong about an order: refused, that looks like an answer.

    A test that wants such a fault takes it out of the list.
    """
    swallowed: list[Exception] = []
    refusal_of = faulty.refusal_of

    def noted(fault: Exception) -> Refusal:
        swallowed.append(fault)
        return refusal_of(fault)

    monkeypatch.setattr(faulty, "refusal_of", noted)
    yield swallowed
    if swallowed:
        raise swallowed[0]


@pytest.fixture(autouse=True)
def _in_spanish() -> None:
    speak("es")


@pytest.fixture
def snap(snap_compare: Callable[..., bool]) -> Callable[..., bool]:
    """Compare an app with its picture, after some keys; colours do not depend on who runs the test."""

    def check(
        make: Callable[[], App[Any]],
        *keys: str,
        size: tuple[int, int] = (80, 24),
        theme: str = DARK,
        before: Before | None = None,
    ) -> bool:
        app = make()
        app.theme = theme

        async def run_before(pilot: Pilot[Any]) -> None:
            if before:
                await before(pilot)
            await pilot.press(*keys)
            await pilot.pause()

        return snap_compare(app, terminal_size=size, run_before=run_before)

    return check
