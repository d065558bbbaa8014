"""What every test stands on: nothing of the developer's own, and Spanish."""

import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from textual.app import App
from textual.pilot import Pilot

from tests.replaced import collect_garbage, collect_no_garbage, replace
from tests.trials import EXAMPLES, MORE_EXAMPLES, is_long, pytest_terminal_summary, trials
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
_CLAIMED: list[Journal] = []
_SWALLOWED: list[Exception] = []


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what holds for all tests: thousands of them would each prepare it again."""
    examples = MORE_EXAMPLES if is_long(config) else EXAMPLES
    # How fast examples are made says how busy the machine is, and nothing about the program.
    settings.register_profile(
        "table", max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("table")
    collect_no_garbage()
    replace()
    patch = pytest.MonkeyPatch()
    claim, refusal_of = Journal.claim, faulty.refusal_of

    def claimed(folder: Path, owner: Owner) -> Journal:
        _CLAIMED.append(claim(folder, owner))
        return _CLAIMED[-1]

    def noted(fault: Exception) -> Refusal:
        _SWALLOWED.append(fault)
        return refusal_of(fault)

    patch.setattr(Journal, "claim", claimed)
    patch.setattr(faulty, "refusal_of", noted)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try properties among the long trials too, with more examples."""
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.everywhere)


def pytest_collection_finish() -> None:
    """Search for garbage again."""
    collect_garbage()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let a test's programs hear ctrl+c and a hang-up, which a shell has ignored behind `&` or `nohup`."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    hangs_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, before)
    signal.signal(signal.SIGHUP, hangs_up)


@pytest.fixture(autouse=True)
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give each test folders of its own, nothing of the developer's, and Spanish; close what it left open.

    The folders are not made: most tests need none. A test fails in which the program was wrong about an
    order: refused, that looks like an answer.
    """
    for name in os.environ:
        if name.startswith(OWN_SETTINGS) and name not in KEPT:
            del os.environ[name]
    home = tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        os.environ[name] = f"{home}/{name.lower()}"
    os.environ["LANG"] = "es_ES.UTF-8"
    os.environ["LC_CTYPE"] = "C.UTF-8"  # no other locale is installed everywhere
    speak("es")
    _SWALLOWED.clear()
    yield
    for each in _CLAIMED:
        each.close()
    _CLAIMED.clear()
    if _SWALLOWED:
        raise _SWALLOWED[0]


@pytest.fixture
def faults() -> list[Exception]:
    """Return what the program was wrong about; a test that wants such a fault takes it out of the list."""
    return _SWALLOWED


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
