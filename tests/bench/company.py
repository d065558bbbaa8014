"""Rows 9, 13, 14 and 20: a screen left alone, the memory of evenings, ten GMs on one machine."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle, islice

from tests.bench.campaigns import Workbench, tracker
from tests.bench.keys import DOWN, UP
from tests.bench.report import MS, Row, limit_row, p95, ratio_row
from tests.bench.starting import OURS_IS_PAINTED
from tests.bench.terminal import B_IS_PAINTED, BASELINE_B, Program, environment

IDLE = 60.0
EVENING = 2_000
_MIXED = (DOWN, *"2n", DOWN, *"1d1\r", UP, *"3N4:x\x031?quu")
MARATHON = 6_000
_DIALOGS = (*_MIXED, "\r", "\x03", *"glqgrqgcq/li\x03", "\x10", "\x03", "m", "\x03", *"1mzx\x03")
"""The same, with the past, the notebook, searches, the palette and a menu in between."""
TABLES = 10
SECONDS = 12
A_SECOND = 3


def rows(workbench: Workbench) -> Iterator[Row]:
    """Measure them."""
    yield from _left_alone(workbench)
    yield from _memory(workbench)
    yield from _ten(workbench)


def _left_alone(workbench: Workbench) -> Iterator[Row]:
    alone, together = str(workbench.save(0, "alone")), str(workbench.save(0, "together"))
    with ExitStack() as stack:
        ours = stack.enter_context(Program(tracker(alone), workbench.environment("ana")))
        two = [
            stack.enter_context(Program(tracker(together), workbench.environment(gm)))
            for gm in ("bea", "carlos")
        ]
        b = stack.enter_context(Program(BASELINE_B, environment()))
        for program in (ours, *two):
            program.first_paint_seconds(*OURS_IS_PAINTED)
        b.first_paint_seconds(*B_IS_PAINTED)
        programs = (ours, *two, b)
        for program in programs:
            program.settle(1.5)
        before = [program.cpu for program in programs]
        time.sleep(IDLE)
        used = [(program.cpu - cpu) * MS for program, cpu in zip(programs, before, strict=True)]
        sent = sum(len(program.settle(0.01).data) for program in (ours, *two))
    yield limit_row("9", "bytes in a minute left alone", sent, 0, "bytes")
    yield ratio_row("9", "processor in that minute", [used[0]], [used[3]], 1.5, "b", "ms")
    yield limit_row("9", "the same, two GMs live, share of a core", max(used[1:3]) / (10 * IDLE), 2, "%")


def _memory(workbench: Workbench) -> Iterator[Row]:
    with (
        Program(tracker(str(workbench.save(1_000))), workbench.environment("ana")) as ours,
        Program(BASELINE_B, environment()) as b,
    ):
        ours.first_paint_seconds(*OURS_IS_PAINTED)
        b.first_paint_seconds(*B_IS_PAINTED)
        ours.settle(1)
        b.settle(1)
        yield ratio_row("13", "memory, 1,000 events", [ours.memory()], [b.memory()], 1.3, "b", "MiB")
        yield limit_row(
            "13", "memory that 2,000 more keys take", _memory_growth(ours, _MIXED, EVENING), 5, "MiB"
        )
    with Program(tracker(str(workbench.save(1_000, "dialogs"))), workbench.environment("ana")) as ours:
        ours.first_paint_seconds(*OURS_IS_PAINTED)
        ours.settle(1)
        taken = _memory_growth(ours, _DIALOGS, MARATHON)
        yield limit_row("20", "memory that 6,000 more keys take, with dialogs", taken, 6, "MiB")


def _memory_growth(ours: Program, keys: Sequence[str], count: int) -> float:
    """Return the MiB that so many keys take, once every place has been seen and has imported its own."""
    for key in islice(cycle(keys), EVENING // 10):
        ours.press(key, 0.02)
    before = ours.memory()
    for key in islice(cycle(keys), count):
        ours.press(key, 0.004)
    ours.settle(1)
    return max(0.0, ours.memory() - before)


def _ten(workbench: Workbench) -> Iterator[Row]:
    """Press keys in ten programs, each in its turn, so that the machine gets so many a second in all."""
    with ExitStack() as stack:
        programs = [
            stack.enter_context(
                Program(
                    tracker(str(workbench.save(0, f"table-{number}"))), workbench.environment(f"gm{number}")
                )
            )
            for number in range(TABLES)
        ]
        for program in programs:
            program.first_paint_seconds(*OURS_IS_PAINTED)
        for program in programs:
            program.settle(0.3)
        alone, together = (
            p95(_waits(each, A_SECOND * SECONDS * TABLES // len(each))) for each in (programs[:1], programs)
        )
        in_all = sum(program.memory("Pss") for program in programs)
    figure = "ten sessions, 3 keys a second each, p95"
    yield ratio_row("14", figure, [together], [alone], 1.6, "one of them", "ms")
    yield limit_row("14", "memory of ten sessions in all", in_all, 380, "MiB")


def _waits(programs: Sequence[Program], times: int) -> list[float]:
    """Press so many keys in each program in turn; return the milliseconds to each frame."""
    waits, pause = [], 1 / (TABLES * A_SECOND)
    for key in islice(cycle((DOWN, DOWN, UP, UP)), times):
        for program in programs:
            start = time.monotonic()
            waits.append(program.press(key, 0.01).first_frame * MS)
            time.sleep(max(0.0, start + pause - time.monotonic()))
    return waits
