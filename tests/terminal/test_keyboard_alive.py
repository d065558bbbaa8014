"""The keyboard stays alive: noise, cut pastes and floods of text in the real program."""

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.message import Message

from tests.play.shell import Place
from tests.play.terminal import Terminal
from tests.told import damaged_sentence
from tests.trials import each_of, one_of
from tracker.terminal import input_parser
from tracker.terminal.input_parser import FLOOD, LATE, MOST_PASTED, QUIET, InputParser

BLOCK = "Moor Ape\rArmour Class 6 [13]\rHit Dice 4 (18hp)\rAttacks 2 x fist (1d4)\r"
BEGUN, ENDED = "\x1b[200~", "\x1b[201~"


@pytest.fixture
def at(tmp_path: Path) -> Place:
    at = Place(tmp_path)
    at.begin("mesa", "pj Lía salud_total=99 salud=99")
    return at


@pytest.fixture
def table(at: Place) -> Iterator[Terminal]:
    with Terminal("mesa", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("? Ayuda")
        yield terminal


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock that a test moves."""
    time_now = [100.0]
    monkeypatch.setattr(input_parser, "monotonic", lambda: time_now[0])
    return time_now


def in_pieces(terminal: Terminal, *pieces: str, pause: float = 0.25) -> None:
    """Type pieces with pauses, as a bad line delivers them."""
    for piece in pieces:
        terminal.type(piece)
        time.sleep(pause)


def read(parser: InputParser, text: str) -> list[str]:
    """Return the messages of a text."""
    return names(parser.feed(text))


def names(messages: Iterable[Message]) -> list[str]:
    """Return keys by their names, and pastes by their texts in brackets."""
    found = []
    for message in messages:
        if isinstance(message, Key):
            found.append(message.key)
        elif isinstance(message, Paste):
            found.append(f"[{message.text}]")
    return found


def test_a_mouse_report_from_outside_the_screen_leaves_the_prompt_alive(table: Terminal) -> None:
    table.type(":daño Lía ")
    table.see("daño Lía")
    in_pieces(table, "\x1b[<0;500;500M", "\x1b[<0;500;500m", "\x1b[M !\x7f", "\x1b[<64;0;0M", pause=0.1)
    table.type("3\r")
    table.see(damaged_sentence("Lía", 3))


@pytest.mark.parametrize(
    "pieces",
    one_of(
        [
            (BEGUN[:1], BEGUN[1:] + "nota una" + ENDED),
            (BEGUN + "nota una", ENDED[:3], ENDED[3:]),
            (BEGUN + "nota una" + ENDED[:5], ENDED[5:]),
            (BEGUN[:4], BEGUN[4:] + "nota una" + ENDED),
            (BEGUN, "nota", " una", ENDED[:1], ENDED[1:]),
        ]
    ),
)
def test_a_paste_may_be_cut_anywhere(table: Terminal, pieces: tuple[str, ...]) -> None:
    in_pieces(table, ":")
    in_pieces(table, *pieces)
    if pieces[0] == BEGUN[:1]:  # Escape was taken for a key, and has closed the prompt
        table.type(":nota una")
    table.type("\r")
    table.see("una")
    table.type("d3\r")
    table.see(damaged_sentence("Lía", 3))


@pytest.mark.slow
def test_a_paste_whose_end_is_lost_is_over_when_somebody_types(table: Terminal) -> None:
    in_pieces(table, ":", BEGUN + "nota una")
    time.sleep(LATE + 0.2)
    in_pieces(table, "\r", "d", "3\r")
    table.see(damaged_sentence("Lía", 3))


@pytest.mark.parametrize("prompt", one_of(["", ":"]))
def test_half_a_megabyte_that_no_terminal_marked_as_a_paste_is_over_at_once(
    at: Place, table: Terminal, prompt: str
) -> None:
    before = len(at.run("log", "mesa").out.splitlines())
    if prompt:
        table.type(prompt)
        table.see("Esc Cancelar")
    left = ("nota larga d3 u q siguiente " * 20_000).encode()[:500_000]
    begun = time.monotonic()
    os.set_blocking(table._master, False)
    while left:
        try:
            left = left[os.write(table._master, left) :]
        except BlockingIOError:
            table.read(0.001)
    os.set_blocking(table._master, True)
    time.sleep(input_parser.FLOOD_PAUSE)
    table.type("\x03d3\r")
    table.see(damaged_sentence("Lía", 3))
    assert time.monotonic() - begun < 10
    assert len(at.run("log", "mesa").out.splitlines()) == before + 1


def test_the_rest_of_a_sequence_is_never_typed(clock: list[float]) -> None:
    parser = InputParser()
    assert read(parser, "\x1b[<0;12") == []
    clock[0] += 1
    assert read(parser, ";7Ma") == ["a"]
    assert read(parser, "\x1b[") == []
    clock[0] += LATE + 1
    assert read(parser, "a") == ["a"]


def test_an_arrow_whose_first_byte_came_alone_is_still_an_arrow(clock: list[float]) -> None:
    parser = InputParser()
    assert read(parser, "\x1b") == []
    clock[0] += 1
    assert read(parser, "[A") == ["up"]


@each_of(
    "noise", ["\x1b[1;2;3;4;5x", "\x1b[<;:", "\x1b]11;rgb:00/00/00\x07", "\x1bP>|xterm\x1b\\", "\x1b[?1;2c"]
)
def test_a_sequence_without_a_meaning_is_dropped_whole(noise: str) -> None:
    assert [key for key in read(InputParser(), f"{noise}x{noise}") if key not in ("x", "ignore")] == []


def test_keys_of_the_linux_console_are_still_keys() -> None:
    assert read(InputParser(), "\x1b[[A\x1b[3~\x1b[1;5A\x1bOPa") == ["f1", "delete", "ctrl+up", "f1", "a"]


def test_a_long_text_at_once_is_a_paste_and_what_follows_at_once_belongs_to_it(clock: list[float]) -> None:
    parser, text = InputParser(), "á" * FLOOD
    assert read(parser, text) == []
    clock[0] += 0.1
    assert read(parser, "tail") == []
    clock[0] += QUIET
    assert names(parser.tick()) == [f"[{text}tail]"]
    clock[0] += 5
    assert read(parser, "n") == ["n"]


@pytest.mark.parametrize("pieces", [(BLOCK,), (BLOCK[:40], BLOCK[40:45], BLOCK[45:])])
def test_a_stat_block_that_no_terminal_marked_is_one_paste(
    clock: list[float], pieces: tuple[str, ...]
) -> None:
    parser = InputParser()
    for piece in pieces:
        assert read(parser, piece) == []
        clock[0] += 0.1
    assert read(parser, "\x1b[A") == [f"[{BLOCK}]", "up"]


@each_of(
    "lines",
    ["2+3 goblin\r", "oLlega el rey a la ciudad\r", ":Daño Lía 5\r", "nLos Reyes\r", "d12\rn"],
)
def test_lines_typed_ahead_are_keys(lines: str) -> None:
    assert "[" not in "".join(read(InputParser(), lines * 3))


def test_type_ahead_is_never_a_paste() -> None:
    assert read(InputParser(), "d3\r" * 100) == ["d", "3", "enter"] * 100


def test_a_paste_that_never_ends_keeps_no_more_than_it_may(clock: list[float]) -> None:
    parser = InputParser()
    read(parser, BEGUN)
    for _ in range(300):
        assert read(parser, "x" * 4_096) == []
    [pasted] = read(parser, ENDED)
    assert len(pasted) <= MOST_PASTED + 2


def test_a_block_pasted_without_marks_plays_nothing(at: Place, table: Terminal) -> None:
    before = len(at.run("log", "mesa").out.splitlines())
    table.type(BLOCK)
    table.see("Lo pegado no va a ninguna parte")
    time.sleep(input_parser.FLOOD_PAUSE)
    table.type("2")
    table.type("+")
    table.see("Añadir: [")
    table.type(BLOCK)
    table.see("Moor Ape: ¿así, como se ha leído?")
    assert len(at.run("log", "mesa").out.splitlines()) == before
    time.sleep(input_parser.FLOOD_PAUSE)
    table.type("\r")
    table.see("Aparece Moor Ape")
    assert len(at.run("log", "mesa").out.splitlines()) == before + 1
