"""All that the tests replace of Textual, of its Pilot and of the garbage collector, each with its reason.

A GM runs none of it: `tests/test_replaced.py` opens each tab without, `tests/play/` the program itself.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest
from textual import app, pilot, screen
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.widgets.stage import render_pictures

QUIET = 0.008
"""Seconds in which nothing may come before Pilot goes on; three such waits follow a key."""
LONGEST = 1
"""Seconds after which it goes on all the same: some apps never come to rest."""
_PATCH = pytest.MonkeyPatch()
_PARSED: dict[Any, list[RuleSet]] = {}
_PARSE_RULES = Stylesheet._parse_rules


def replace() -> None:
    """Put everything in its place for all tests."""
    # Frames come within each wait: else a test on a busy machine looks before the screen is laid out.
    _PATCH.setattr(screen, "UPDATE_PERIOD", QUIET / 2)
    for module in (app, pilot):
        _PATCH.setattr(module, "wait_for_idle", wait_until_nothing_is_ready)
    _PATCH.setattr(Stylesheet, "_parse_rules", parse_once)
    _PATCH.setattr(Compositor, "render_update", render_pictures)


@contextmanager
def nothing_replaced() -> Iterator[None]:
    """Run the program as its users do, but for the collector, until the context ends."""
    _PATCH.undo()
    try:
        yield
    finally:
        replace()


def collect_no_garbage() -> None:
    """Stop the collector while pytest imports: half of that time went into a search for garbage."""
    gc.disable()


def collect_garbage() -> None:
    """Search for garbage again, but not among what stays until the end."""
    gc.freeze()
    gc.set_threshold(20_000)  # each screen makes thousands of objects that stay until its test ends
    gc.enable()


async def wait_until_nothing_is_ready(_least: float = 0) -> None:
    """Wait until the app has done all that it has to do, and nothing more comes for a while.

    Textual waits until the process uses little of the processor: once too often after any work, and not long
    enough where other programs take the processor.
    """
    ready, end = vars(asyncio.get_running_loop())["_ready"], monotonic() + LONGEST
    while True:
        while ready and monotonic() < end:
            await asyncio.sleep(0)
        await asyncio.sleep(QUIET)
        if not ready or monotonic() > end:
            return


def parse_once(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
    """Parse the styles for the first app alone: that was a tenth of the time of a screen's test."""
    key = (source, *more.items(), *sheet._variables.items())
    if key not in _PARSED:
        _PARSED[key] = _PARSE_RULES(sheet, *source, **more)
    return _PARSED[key]
