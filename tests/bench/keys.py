"""Rows 5 to 8 and 23: how soon a key is answered, and in how many bytes."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from statistics import median

from tests.bench.campaigns import Workbench, tracker
from tests.bench.report import MS, Row, limit_row, p95, ratio_row
from tests.bench.starting import OURS_IS_PAINTED
from tests.bench.terminal import B_IS_PAINTED, BASELINE_B, Answer, Chunk, Program, environment

KEYS = 100
"""Presses of each kind: fewer have no p95, but a worst one."""
TABS = 24
DOWN, UP = "\x1b[B", "\x1b[A"
UNARMOURED = 2 * DOWN
"""The way to somebody whose figure changes by all that is dealt."""
TURNED = 0.15
"""Seconds without a byte after which a change of tab is over: the stock one is animated."""
FELT = 16
"""Milliseconds that no key may take longer: a frame of the screen that it is shown on."""
TWO_FRAMES = 33
"""Milliseconds for a key that saves, opens or turns a page: no hand feels the second frame."""
ROUND_TRIP, BITS = 0.060, 256_000
FIRST_PAINT = "first paint"

Ask = Callable[[], Answer]


def rows(workbench: Workbench) -> Iterator[Row]:
    """Measure them, ours and the baseline pressed in turn."""
    save = str(workbench.save(0, "keys"))
    with (
        Program(tracker(save), workbench.environment("ana")) as ours,
        Program(BASELINE_B, environment()) as b,
    ):
        first = _first_paint(ours)
        b.first_paint_seconds(*B_IS_PAINTED)
        b.settle(0.5)
        ours.press("1")  # the example opens on its fight
        answers = {FIRST_PAINT: [first], **_answers(ours, b)}
    yield from _latencies(answers)
    yield from _settling(answers)
    yield from _bytes(answers)
    seen = [answer.seconds_over_line(ROUND_TRIP, BITS) * MS for answer in answers["figure"]]
    yield limit_row("8", "one figure, 60 ms and 256 kbit/s away", median(seen), 100, "ms")


def _first_paint(ours: Program) -> Answer:
    """Return all that comes until the first screen is settled."""
    at = ours.first_paint_seconds(*OURS_IS_PAINTED)
    return Answer((Chunk(at, ours.start), *ours.settle(1.0).chunks))


def _answers(ours: Program, b: Program) -> dict[str, list[Answer]]:
    def of(program: Program, keys: Sequence[str], before: Sequence[str] = ("",), quiet: float = 0.06) -> Ask:
        presses, openings = cycle(keys), cycle(before)

        def ask() -> Answer:
            for key in next(openings):
                program.press(key)
            return program.press(next(presses), quiet)

        return ask

    arrows = (DOWN, DOWN, UP, UP)
    cursor = _ask_in_turn(of(b, arrows), "cursor", of(ours, arrows))
    ours.press(UNARMOURED)
    figure = _ask_in_turn(of(b, arrows), "figure", of(ours, ("\r",), before=("d1", "c1")))
    opened = _ask_in_turn(of(b, arrows), "act's line", of(ours, ("d",), before=("d\x03",)))
    ours.press("\x03")
    ours.press(":")
    typed = _ask_in_turn(of(b, arrows), "typed", of(ours, "nota la niebla sube"))
    ours.press("\x03")
    turned = _in_turn({"b tab": of(b, "n", quiet=TURNED), "tab": of(ours, "2341", quiet=TURNED)}, TABS)
    ours.press("2")
    turn = _in_turn({"next turn": of(ours, "n")}, KEYS // 10)
    return {**cursor, **figure, **opened, **typed, **turned, **turn}


def _ask_in_turn(b: Ask, name: str, ours: Ask) -> dict[str, list[Answer]]:
    """Return what is answered to both in turn: a machine that is slow for a while is slow for both."""
    return _in_turn({f"b beside {name}": b, name: ours}, KEYS)


def _in_turn(asks: dict[str, Ask], times: int) -> dict[str, list[Answer]]:
    answers: dict[str, list[Answer]] = {name: [] for name in asks}
    for name, ask in islice(cycle(asks.items()), times * len(asks)):
        answers[name].append(ask())
    return answers


def _latencies(answers: dict[str, list[Answer]]) -> Iterator[Row]:
    for number, name, figure, most, felt in (
        ("5", "cursor", "cursor, p95 to its frame", 1.4, FELT),  # 1.19 to 1.31 by the hour
        ("5", "figure", "one figure durable and shown, p95", 3, TWO_FRAMES),
        ("5", "typed", "a typed character, p95", 1.7, FELT),
        # It is read before anything is typed into it, and what is typed meanwhile waits in it.
        ("23", "act's line", "the act's line, open, p95", 4, None),
    ):
        ours, baseline = (
            p95([answer.first_frame * MS for answer in answers[each]]) for each in (name, f"b beside {name}")
        )
        yield ratio_row(number, figure, [ours], [baseline], most, "b's cursor", "ms")
        if felt:
            yield limit_row(number, figure, ours, felt, "ms")
    first = answers["figure"][0].first_frame * MS
    yield Row("5", "the first figure of all, which imports what acting needs", f"{first:.1f} ms")


def _settling(answers: dict[str, list[Answer]]) -> Iterator[Row]:
    ours, b = answers["tab"][4:], answers["b tab"][4:]
    mine, theirs = (p95([answer.settle_seconds * MS for answer in each]) for each in (ours, b))
    yield ratio_row("6", "change of tab, settled, p95", [mine], [theirs], 0.18, "b's", "ms")
    yield limit_row("6", "frames of a change of tab", max(answer.frames for answer in ours), 2, "frames")


def _bytes(answers: dict[str, list[Answer]]) -> Iterator[Row]:
    for name, most in (
        ("cursor", 700),
        ("figure", 550),  # the example ends with a roll pending, whose line and keys it draws again
        ("next turn", 1_200),
        ("tab", 3_500),
        (FIRST_PAINT, 9_000),
    ):
        sent = median(len(answer.data) for answer in answers[name])
        yield limit_row("7", f"bytes: {name}", sent, most, "bytes")
