"""What is shown goes out at once; a terminal that takes no more holds nobody up and loses nothing."""

import os
import pty
import select
import termios
import time
from collections.abc import Iterator
from typing import Any

import pytest
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver

from tracker.cells import FULL_FRAMES, CellDriver
from tracker.cli.seat import Seat
from tracker.outlet import Outlet, PromptDriver
from tracker.widgets.preferences import USUAL
from tracker.widgets.terminal_app import TerminalApp

FRAME = "Ñandú 龍 ▶ 8/14 " * 20


class Line:
    """A terminal, its outlet and Textual's thread."""

    def __init__(self) -> None:
        self.outside, inside = pty.openpty()
        settings = termios.tcgetattr(inside)
        settings[1] &= ~termios.OPOST
        termios.tcsetattr(inside, termios.TCSANOW, settings)
        self.file = os.fdopen(inside, "w", encoding="utf-8")
        self.outlet = Outlet(self.file)
        self.thread = WriterThread(self.outlet)  # type: ignore[arg-type]  # as much of a file as it needs
        self.left = 0

    def send(self, text: str) -> None:
        """Send as the driver does."""
        left = self.outlet.send(text)
        if left is not None:
            self.left += 1
            self.thread._queue.put(left)

    def read(self, seconds: float = 0.2) -> str:
        """Return all that comes until nothing has come for a while."""
        data = b""
        while select.select([self.outside], [], [], seconds)[0]:
            data += os.read(self.outside, 65_536)
        return data.decode()

    def close(self) -> None:
        self.outlet.close()
        self.file.close()
        os.close(self.outside)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()


def test_what_there_is_room_for_is_sent_without_the_thread(line: Line) -> None:
    line.send(FRAME)
    assert line.read() == FRAME
    assert line.left == 0


def test_a_terminal_that_reads_nothing_holds_nobody_up_and_gets_all_in_order(line: Line) -> None:
    line.thread._queue.maxsize = 0
    sent = [f"{number}:{FRAME}" for number in range(1_000)]
    start = time.monotonic()
    for each in sent:
        line.send(each)
    assert time.monotonic() - start < 2
    assert line.left
    line.thread.start()
    assert line.read(1.0) == "".join(sent)
    line.thread.stop()


def test_once_the_thread_is_done_frames_are_sent_at_once_again(line: Line) -> None:
    line.thread._queue.maxsize = 0
    line.thread.start()
    while not line.left:
        line.send(FRAME)
    line.read(1.0)
    left = line.left
    line.send(FRAME)
    assert line.read() == FRAME
    assert line.left == left
    line.thread.stop()


def test_a_terminal_that_cannot_be_opened_anew_is_left_to_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_fd: int) -> str:
        raise OSError

    monkeypatch.setattr(os, "ttyname", refuse)
    line = Line()
    line.thread.start()
    try:
        line.send(FRAME)
        assert line.left == 1
        assert line.read() == FRAME
    finally:
        line.thread.stop()
        line.close()


def test_a_terminal_that_is_gone_is_found_so_by_the_thread(line: Line) -> None:
    outside, line.outside = line.outside, os.open(os.devnull, os.O_RDONLY)
    os.close(outside)
    assert line.outlet.send(FRAME) == FRAME


def test_whoever_carries_a_frame_on_has_a_moment_for_it(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    moments: list[float] = []
    monkeypatch.setattr(time, "sleep", moments.append)
    for text in ("\x1b[3;1H", f"{SYNC_START}lía{SYNC_END}", "\x07"):
        line.outlet.send(text)
    assert len(moments) == 1
    assert 0 < moments[0] < 0.001


async def test_textual_still_leaves_every_frame_to_its_thread() -> None:
    left: list[str] = []

    class Thread:
        write = left.append

    driver: Any = LinuxDriver(TerminalApp())
    driver._writer_thread = Thread()
    driver.write(FRAME)
    assert left == [FRAME], "the outlet is needed no more"


@pytest.mark.parametrize("term", ["xterm-256color", "screen", ""])
def test_it_can_be_switched_off(term: str) -> None:
    assert issubclass(Seat({"TERM": term}, USUAL).driver, PromptDriver)
    assert not issubclass(Seat({"TERM": term, FULL_FRAMES: "1"}, USUAL).driver, PromptDriver)
    assert issubclass(CellDriver, PromptDriver)
