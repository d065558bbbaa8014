"""Rows 10 to 12, 19 and 21: an action as a campaign grows, and how soon others or the past show."""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from statistics import median
from unittest import mock

from pyte import ByteStream, Screen

from tests.bench.campaigns import NOW, Workbench, tracker
from tests.bench.report import MS, Row, limit_row, p95, ratio_row
from tests.bench.starting import OURS_IS_PAINTED
from tests.bench.terminal import COLUMNS, LINES, PATIENCE, Program
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign
from tracker.store.files import locked

ACTIONS = 200
SHARES = 9
LOOKS = 20
VERY_LONG = 50_000
LONG = 10_000
PAUSE = 3.0
"""Seconds without a byte after which a page of a long past is there, on a busy machine too."""
STEPS = 40
LOOKED_AT = 36
"""Milliseconds of processor for a step in the past, at which somebody looks before the next."""
UP, PAGE_UP, HOME, END = "\x1b[A", "\x1b[5~", "\x1b[H", "\x1b[F"
LOG = "gl"
PAST = {LOG: ("the log", "Qué pasó"), "gr": ("the recap", "Anteriormente")}
"""The keys of the pages that tell the past, and what stands on each once it is there."""


def rows(workbench: Workbench) -> Iterator[Row]:
    """Measure them on saves of known lengths."""
    short, long = _open_save(workbench, 100), _open_save(workbench, 20_000)
    for what, act in (("a note", _act), ("a figure changed", _change)):
        taken: dict[int, list[float]] = {100: [], 20_000: []}
        for number in range(ACTIONS):
            for length, campaign in ((100, short), (20_000, long)):
                taken[length].append(_seconds(partial(act, campaign, number)) * MS)
        yield ratio_row("10", f"{what}, 20,000 events", taken[20_000], taken[100], 1.15, "at 100", "ms")
    yield Row("10", "taken back, 20,000 events", f"{_taken_back(long):.1f} ms")
    yield limit_row("10", "syncs of an action", _syncs(partial(_act, short, ACTIONS)), 1, "syncs")
    yield _sharing(long)
    short.save.close()
    long.save.close()
    yield _measure_locked(workbench)
    yield _measure_other_screen(workbench)
    yield from _past(workbench)
    yield from _lens(workbench)


def _open_save(workbench: Workbench, length: int) -> Campaign:
    name = f"long-{length}"
    return Campaign.open(workbench.save(length, name), workbench.journals(name), "ana", lambda: NOW)


def _act(campaign: Campaign, number: int) -> None:
    campaign.play(note(campaign.session, f"Nota {number}"))


def _change(campaign: Campaign, number: int) -> None:
    line = ("daño lia 1", "cura lia 1")[number % 2]
    draft = draft_of(parse(line, CommandContext(campaign.history)), campaign.history, lambda sides: 1, str)
    campaign.play(draft)


def _taken_back(campaign: Campaign) -> float:
    """Return the milliseconds of an undo, which folds again from the last checkpoint."""
    undo = draft_of(
        parse("deshacer", CommandContext(campaign.history)), campaign.history, lambda sides: 1, str
    )
    return _seconds(partial(campaign.play, undo)) * MS


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _syncs(action: Callable[[], object]) -> int:
    real = os.fsync
    with mock.patch.object(os, "fsync", side_effect=real) as sync, mock.patch.object(os, "fdatasync", sync):
        action()
    return sync.call_count


def _sharing(campaign: Campaign) -> Row:
    campaign.share()
    shares = []
    for number in range(SHARES):
        _act(campaign, number)
        shares.append(_seconds(campaign.share) * MS)
    return limit_row("11", "shared, 20,000 events", median(shares), 40, "ms")


def _measure_locked(workbench: Workbench) -> Row:
    """Measure an action while somebody else holds the lock of the save for good."""
    path = workbench.save(0, "locked")
    with Program(tracker(str(path)), workbench.environment("ana")) as screen:
        screen.first_paint_seconds(*OURS_IS_PAINTED)
        screen.settle(0.5)
        with locked(path):
            for key in "d1":
                screen.press(key)
            shown = screen.press("\r").first_frame * MS
    return limit_row("10", "an action while the save is locked", shown, 100, "ms")


def _measure_other_screen(workbench: Workbench) -> Row:
    path = workbench.save(0, "seen")
    waits = []
    with Program(tracker(str(path)), workbench.environment("bea")) as screen:
        screen.first_paint_seconds(*OURS_IS_PAINTED)
        screen.settle(0.5)
        other = Campaign.open(path, workbench.journals("seen"), "ana", lambda: NOW)
        picture = Screen(COLUMNS, LINES)
        seen = ByteStream(picture)
        for number in range(LOOKS):
            other.play(note(other.session, f"Suceso-{number:03d}"))
            other.share()
            start = time.monotonic()
            while not any(f"Suceso-{number:03d}" in line for line in picture.display):
                seen.feed(screen.read(0.01))
                if time.monotonic() - start > PATIENCE:
                    break
            waits.append(time.monotonic() - start)
        other.save.close()
    return limit_row("12", "the other GM's action on my screen, worst of 20", max(waits), 1, "s")


def _lens(workbench: Workbench) -> Iterator[Row]:
    """Measure how soon a step of the cursor in the log shows the table as it was then."""
    save = str(workbench.save(LONG, "lens"))
    with Program(tracker(save), workbench.environment("ana")) as screen:
        screen.first_paint_seconds(*OURS_IS_PAINTED)
        screen.settle(1)
        screen.press(LOG, 0.5)
        for what, keys in (("up", (UP,)), ("a page up", (PAGE_UP,)), ("to and fro", (HOME, END))):
            before = screen.cpu
            steps = [screen.press(key).first_frame * MS for key in islice(cycle(keys), STEPS)]
            used = (screen.cpu - before) / STEPS * MS
            yield Row("21", f"the log of 10,000 events, {what}, p95", f"{p95(steps):.1f} ms")
            yield limit_row("21", f"the log of 10,000 events, {what}, processor", used, LOOKED_AT, "ms")


def _past(workbench: Workbench) -> Iterator[Row]:
    """Measure how soon a long past begins to be told."""
    save = str(workbench.save(VERY_LONG, "past"))
    with Program(tracker(save), workbench.environment("ana")) as screen:
        screen.first_paint_seconds(*OURS_IS_PAINTED)
        screen.settle(1)
        for key, (page, text) in PAST.items():
            answer = screen.press(key, PAUSE)
            shown = answer.seconds_until(text)
            screen.press("q")
            # 0.26 to 0.51 s by the hour of one machine, of a thousand evenings
            yield limit_row("19", f"{page} of 50,000 events, first page", shown, 0.6, "s")
