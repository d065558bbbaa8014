"""Differences make the terminal show the same as whole frames, and a repaint mends the terminal."""

import os
import re
import time
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random, randrange
from typing import Any

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import set_cell_size
from textual._ansi_sequences import SYNC_END

from tests.bench.terminal import COLUMNS, LINES, Program, environment, python
from tests.trials import each_of
from tracker.cli import main
from tracker.terminal.cells import Terminal
from tracker.terminal.frames import runs as runs_of

ORDERS = (
    "pj Lía salud_total=14 salud=14",
    "pj Bren salud_total=19 salud=19",
    "pj 龍之介 salud_total=9 salud=9",
    "lleva lia antorcha d6 luz cada 10m",
    "aparece 3 goblin salud_total=6 salud=6",
    "combate Puente todos,goblin*",
    "iniciativa todos,goblin* 11",
)
PATIENCE = 5.0
DOWN, UP = "\x1b[B", "\x1b[A"
KEYS = (
    *(DOWN, DOWN, "d", "3", "\r", UP, " ", "2", "n", "n", DOWN, "h", "3", "N", "4", "1", "?", "\x1b[6~", "q"),
    *(
        ":",
        "n",
        "o",
        "t",
        "a",
        " ",
        "ñ",
        "龍",
        "\x7f",
        "\x03",
        "S",
        DOWN,
        "q",
        "u",
        "u",
        "g",
        "l",
        "q",
        "f",
        DOWN,
        "q",
    ),
)
"""Keys that roll no dice."""


def visible_cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Return every cell with its colours and weight; of a space, only the visible part."""
    return [[_visible(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def _visible(cell: pyte.screens.Char) -> tuple[object, ...]:
    shown = cell.italics or cell.underscore or cell.strikethrough or cell.reverse or cell.blink
    hidden = cell.data == " " and not shown
    return (cell.data, cell.bg) if hidden else tuple(cell)


class LinkedScreen(pyte.Screen):
    """A screen whose cells know to where they lead, which stands in their blinking."""

    link = ""

    def feed(self, output: str) -> None:
        stream = pyte.Stream(self)
        for number, piece in enumerate(re.split(r"\x1b\]8;[^;]*;([^\x1b]*)\x1b\\", output)):
            if number % 2:
                self.link = piece
                self._lead()
            else:
                stream.feed(piece)

    def select_graphic_rendition(self, *attrs: int, **kwargs: Any) -> None:
        super().select_graphic_rendition(*attrs, **kwargs)
        self._lead()

    def _lead(self) -> None:
        self.cursor.attrs = self.cursor.attrs._replace(blink=self.link)  # type: ignore[arg-type]  # its address


class Watched:
    """The tracker on a save of its own, and the terminal that it draws on."""

    def __init__(self, folder: Path, **more: str) -> None:
        env = environment(
            TRACKER_GM="ana", TRACKER_SAVES=str(folder), XDG_STATE_HOME=str(folder / "state"), **more
        )
        self.program = Program(python("-m", "tracker", "mesa"), env)
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = 0

    def follow(self, keys: str = "", quiet: float = 0.25) -> None:
        """Press keys and draw the output."""
        if keys:
            os.write(self.program.screen, keys.encode())
        while data := self.program.read(quiet):
            self.draw(data)

    def draw(self, data: bytes) -> None:
        self.sent += len(data)
        self._stream.feed(data)

    def begin(self) -> None:
        end = time.monotonic() + 20
        while not any("Ayuda" in line for line in self.screen.display[-1:]) and time.monotonic() < end:
            self.draw(self.program.read(0.1))
        self.follow()


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Watched, Watched]]:
    """Yield the same table twice: with differences and with whole frames."""
    found = []
    for name, more in (("cells", {}), ("frames", {"TRACKER_PLAIN_TERMINAL": "1"})):
        folder = tmp_path / name
        folder.mkdir()
        for variable, value in (("TRACKER_SAVES", folder), ("XDG_STATE_HOME", folder / "state")):
            monkeypatch.setenv(variable, str(value))
        assert main(["new", "mesa"]) == 0
        for order in ORDERS:
            assert main(["do", "mesa", order]) == 0, order
        found.append(Watched(folder, **more))
    try:
        for each in found:
            each.begin()
        yield found[0], found[1]
    finally:
        for each in found:
            each.program.__exit__()


def agree(tables: tuple[Watched, Watched]) -> bool:
    """Whether both terminals come to show the same, even on a slow machine."""
    end = time.monotonic() + PATIENCE
    while visible_cells(tables[0].screen) != visible_cells(tables[1].screen):
        for each in tables:
            each.follow()
        if time.monotonic() > end:
            return False
    return True


@pytest.mark.slow
def test_every_key_leaves_the_same_on_both_terminals(tables: tuple[Watched, Watched]) -> None:
    for number, key in enumerate(("", *KEYS)):
        for each in tables:
            each.follow(key)
        assert agree(tables), (number, key)


def test_a_dialog_goes_in_one_frame_that_leaves_the_cursor_in_its_place(
    tables: tuple[Watched, Watched],
) -> None:
    for key in "d1":
        tables[0].follow(key)
    sent = tables[0].program.press("\r", quiet=0.25).data
    assert sent.count(SYNC_END.encode()) == 1
    assert sent.endswith(SYNC_END.encode())


@pytest.mark.slow
def test_a_repaint_mends_what_other_programs_wrote(tables: tuple[Watched, Watched]) -> None:
    tables[0].draw(b"\x1b[5;1H\x1b[0mMensaje de root: el servidor se apaga\r\n")
    tables[0].follow("\x0c")
    assert agree(tables)


@pytest.mark.slow
def test_whole_frames_still_cost_ten_times_more(tables: tuple[Watched, Watched]) -> None:
    """Once this fails, Textual sends differences itself, and `tracker/terminal/cells.py` can go."""
    before = [each.sent for each in tables]
    for each in tables:
        for key in "d1\r":
            each.follow(key)
    cells, frames = (each.sent - sent for each, sent in zip(tables, before, strict=True))
    assert frames > 10 * cells


WIDE = st.text(alphabet="ab ñ龍🎲e\u0301│█", min_size=1, max_size=8) | st.builds(
    "{}{:{}}".format, st.sampled_from(["", "ab"]), st.sampled_from(["", "ñ"]), st.integers(1, 18)
)
"""Texts with wide and joined characters, and some that are mostly blank."""
STYLES = st.sampled_from(
    [
        "0",
        "1",
        "31",
        "1;97;44",
        "38;5;110",
        "3;38;5;110;48;5;234",
        "4;38;2;1;2;3;48;2;4;5;6",
        "38;2;9;9;9;48;2;4;5;6",
    ]
)
LINKS = st.sampled_from(["", "", "", "http://a/", "http://b/?c;d"])
RUNS = st.tuples(st.integers(0, 19), st.integers(0, 4), STYLES, WIDE, LINKS)
Runs = list[tuple[int, int, str, str, str]]


def frame_of(runs: Runs, *, by_row: bool = False) -> str:
    """Return a frame as Textual writes one: place, style, text and link of each run, within the width."""
    parts = [
        "".join(
            f"\x1b[{y + 1};{x + 1}H" + linked(f"\x1b[{style}m{text[: 20 - x]}\x1b[0m", link)
            for x, y, style, text, link in together
        )
        for _row, together in groupby(sorted(runs, key=itemgetter(1)) if by_row else runs, itemgetter(1))
    ]
    return ("\n" if by_row else "").join(parts) + "\x1b[1;1H"


def linked(text: str, link: str) -> str:
    """Write a link as Rich does, with an id of chance."""
    return f"\x1b]8;id={randrange(10**6)};{link}\x1b\\{text}\x1b]8;;\x1b\\" if link else text


@given(
    st.lists(st.tuples(st.lists(RUNS, min_size=1, max_size=6), st.booleans()), min_size=1, max_size=6),
    st.booleans(),
)
def test_any_frames_lead_to_the_same_cells(frames: list[tuple[Runs, bool]], erases: bool) -> None:
    narrow = str.maketrans("龍🎲", "rd", "\u0301")  # pyte draws over halves in its own way
    whole, changed = LinkedScreen(20, 5), LinkedScreen(20, 5)
    terminal = Terminal(erases=erases)
    for runs, by_row in frames:
        frame = frame_of(runs, by_row=by_row).translate(narrow)
        whole.feed(frame)
        changed.feed(sent_by(terminal, frame))
    assert visible_cells(changed) == visible_cells(whole)


LOG = st.lists(st.tuples(STYLES, WIDE), min_size=4, max_size=40)


@given(LOG, st.lists(st.integers(0, 5), min_size=1, max_size=5), st.booleans())
def test_a_log_that_moves_leads_to_the_same_cells(
    log: list[tuple[str, str]], steps: list[int], erases: bool
) -> None:
    narrow = str.maketrans("龍🎲", "rd", "\u0301")
    whole, changed = pyte.Screen(20, 12), pyte.Screen(20, 12)
    terminal, top = Terminal(erases=erases), 0
    for step in steps:
        top += step
        shown = [log[(top + y) % len(log)] for y in range(9)]
        rows = [f"\x1b[{y + 2};1H\x1b[{style}m{text:20.20}\x1b[0m" for y, (style, text) in enumerate(shown)]
        bars = [f"\x1b[{y};1H\x1b[1;44m{f'bar {step}':20}\x1b[0m" for y in (1, 12)]
        frame = ("\n".join((bars[0], *rows, bars[1])) + "\x1b[1;1H").translate(narrow)
        pyte.Stream(whole).feed(frame)
        pyte.Stream(changed).feed(sent_by(terminal, frame, lines=12))
    assert visible_cells(changed) == visible_cells(whole)


@given(st.integers(0, 10**6), st.booleans())
def test_a_log_with_wide_characters_that_moves_leads_to_the_same_cells(seed: int, erases: bool) -> None:
    chance = Random(seed)
    letters = ("abcñ│█ ", "abcñ│█ ", "abcñ│█ 龍")
    log = ["".join(chance.choices(chance.choice(letters), k=chance.randint(9, 17))) for _ in range(50)]
    whole, changed = pyte.Screen(20, 12), pyte.Screen(20, 12)
    terminal, top = Terminal(erases=erases), 0
    for step in chance.choices(range(4), k=9):
        top += step
        rows = [
            f"\x1b[{y + 1};1H\x1b[2m08 \x1b[0m{set_cell_size(text, 17)}"
            for y, text in enumerate(log[top : top + 12])
        ]
        frame = "\n".join(rows) + "\x1b[1;1H"
        pyte.Stream(whole).feed(frame)
        pyte.Stream(changed).feed(sent_by(terminal, frame, lines=12))
    assert visible_cells(changed) == visible_cells(whole)


@pytest.mark.parametrize("by", [1, 2, 3])
def test_a_log_that_grows_is_moved_by_the_terminal(by: int) -> None:
    terminal = Terminal(erases=True)
    lines = [chr(97 + number) * 20 for number in range(20)]
    for top in (0, by):
        frame = "\n".join(f"\x1b[{y + 1};1H{lines[top + y]}" for y in range(12)) + "\x1b[1;1H"
        sent = sent_by(terminal, frame, lines=12)
    assert [line for line in lines if line in sent] == lines[12 : 12 + by]
    assert len(sent) < 25 + 25 * by


def sent_by(terminal: Terminal, frame: str, width: int = 20, lines: int = 5) -> str:
    difference = terminal.difference(frame, width, lines)
    assert difference is not None
    return difference


def test_the_same_frame_again_is_nothing() -> None:
    terminal = Terminal()
    frame = "\x1b[2;3H\x1b[1mgoblin 龍\x1b[0m\x1b[1;1H"
    assert sent_by(terminal, frame)
    assert sent_by(terminal, frame) == ""


def test_a_link_is_sent_once_without_the_id_that_differs_each_time() -> None:
    terminal, address = Terminal(), "http://127.0.0.1:8484/"
    frames = [f"\x1b[2;3H{linked(address, address)} ya\x1b[1;1H" for _ in range(2)]
    assert sent_by(terminal, frames[0]).count(f"\x1b]8;;{address}\x1b\\") == 1
    assert sent_by(terminal, frames[1]) == ""


def test_a_key_bar_is_sent_in_two_inks_however_many_keys_it_has() -> None:
    hints = "".join(f"\x1b[1;33;44m{key}\x1b[0m\x1b[97;44m cura  \x1b[0m" for key in "abcdef")
    sent = sent_by(Terminal(), f"\x1b[1;1H{hints}\x1b[1;1H", 60)
    assert len(re.findall(r"\x1b\[[0-9;]+m", sent)) == 2


def test_blanks_are_erased_if_the_ground_stays() -> None:
    full, blank = (f"\x1b[1;1H\x1b[37;44m{text * 20}\x1b[0m\x1b[1;1H" for text in "a ")
    lengths = []
    for erases in (True, False):
        terminal = Terminal(erases=erases)
        sent_by(terminal, full)
        lengths.append(len(sent_by(terminal, blank)))
    assert lengths[0] < 20 < lengths[1]


def test_blanks_that_show_more_than_their_ground_are_not_erased() -> None:
    underlined = "\x1b[4;44m" + " " * 20 + "\x1b[0m"
    for blanks in (underlined, linked(" " * 20, "http://a/")):
        assert " " * 20 in sent_by(Terminal(erases=True), f"\x1b[1;1H{blanks}\x1b[1;1H")


def test_after_forget_the_next_frame_is_sent_whole() -> None:
    terminal = Terminal()
    frame = "\x1b[2;3H\x1b[1mgoblin\x1b[0m\x1b[1;1H"
    first = sent_by(terminal, frame)
    terminal.forget()
    assert sent_by(terminal, frame) == first


def test_after_a_resize_the_next_frame_is_sent_whole() -> None:
    terminal = Terminal()
    frame = "\x1b[2;3Hgoblin\x1b[1;1H"
    first = sent_by(terminal, frame)
    assert sent_by(terminal, frame, 21) == first


@each_of("data", ["\x1b[2J", "\x1b[1;1Hgob\tlin", "goblin", "\x1b[?25l", "\x1b]0;mesa\x07", "\x1bc"])
def test_other_output_is_no_frame(data: str) -> None:
    assert Terminal().difference(data, 20, 5) is None


def test_a_row_drawn_in_the_same_way_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a dialog Textual cuts the rows into other pieces, and cuts them back when it closes."""
    read: list[str] = []

    def watched(part: str) -> Iterator[tuple[int, int, str, str, str]]:
        read.append(part)
        return runs_of(part)

    monkeypatch.setattr("tracker.terminal.cells.runs", watched)
    terminal = Terminal()
    whole, cut = ("\x1b[1;1Hgoblin\n\x1b[2;1H", "\x1b[1;1Hgob\x1b[1;4Hlin\n\x1b[2;1H")
    for frame in (whole, cut, whole, cut):
        sent_by(terminal, frame)
    rows = [part for part in read if "lin" in part]
    assert rows == [whole.partition("\n")[0], cut.partition("\n")[0]]


def test_a_row_drawn_in_another_way_is_read_again() -> None:
    terminal = Terminal()
    frame = "\x1b[1;1Hgoblin\n\x1b[2;1H"
    sent_by(terminal, frame)
    sent_by(terminal, "\x1b[1;1Horco  \x1b[2;1H")
    assert "goblin" in sent_by(terminal, frame)


def test_a_row_drawn_twice_in_one_frame_is_read_again() -> None:
    terminal, screen = Terminal(), pyte.Screen(20, 5)
    goblin = "\x1b[1;1Hgoblin\n"
    for frame in (f"{goblin}\x1b[2;1H", f"\x1b[1;1Horco  \n{goblin}\x1b[2;1H"):
        pyte.Stream(screen).feed(sent_by(terminal, frame))
    assert screen.display[0].rstrip() == "goblin"


@each_of(
    ("colour", "sent"),
    [
        ("38;2;218;218;218", "38;5;253"),
        ("48;2;135;175;215", "48;5;110"),
        ("38;2;0;95;0", "38;5;22"),
        ("38;2;255;255;255", "38;5;231"),
        ("38;2;8;8;8", "38;5;232"),
        ("38;2;238;238;238", "38;5;255"),
        ("38;2;9;9;9", "38;2;9;9;9"),
        ("38;2;95;95;9", "38;2;95;95;9"),
    ],
)
def test_a_colour_of_the_palette_is_sent_by_its_index(colour: str, sent: str) -> None:
    assert f"\x1b[0;{sent}m" in sent_by(Terminal(), f"\x1b[1;1H\x1b[{colour}mgoblin\x1b[0m\x1b[1;1H")


def test_an_index_of_the_palette_that_people_change_is_not_used() -> None:
    blue = "38;2;0;0;255"
    assert blue in sent_by(Terminal(), f"\x1b[1;1H\x1b[{blue}mgoblin\x1b[0m\x1b[1;1H")
