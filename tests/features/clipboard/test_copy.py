"""Rows, events and the players' address go to the clipboard of the terminal, whole or not at all."""

from pathlib import Path

import pytest

from tests.play.shell import REFUSED, Place
from tests.screens.game import Folder, fight, party, playing
from tests.session.game import Game as Session
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse
from tracker.commands.preview import preview_line
from tracker.features.clipboard.commands import CopyCommand
from tracker.features.page.companion import WebServer
from tracker.rules.refusal import Refusal
from tracker.terminal.app import InTerminal
from tracker.terminal.osc import MOST_IN_SCREEN, Osc
from tracker.widgets.text_panel import TextPanel

KNOWN = Osc(known=True)
ADDRESS = "http://127.0.0.1:8484/secreto/"


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InTerminal, "osc", KNOWN)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with every sequence for the clipboard."""
    sequences: list[str] = []

    def write(_app: InTerminal, sequence: str) -> None:
        if "]52;" in sequence:
            sequences.append(sequence)

    monkeypatch.setattr(InTerminal, "_write", write)
    return sequences


async def test_the_key_copies_the_row_of_the_cursor_or_the_marked_ones(
    folder: Folder, sent: list[str]
) -> None:
    folder.begin(*party("ficha Lía salud_total=14", "ficha Lía salud=9"))
    async with playing(folder) as game:
        before = game.events
        await game.press("home", "y")
        copied = game.app.clipboard
        assert copied.startswith("Lía · Salud 9/14 · Esf. ")
        assert "\n" not in copied
        assert "█" not in copied
        assert sent[-1:] == [KNOWN.copy(copied)]
        assert game.notice_text.startswith("Enviado al portapapeles de la terminal: Lía · Salud 9/14 ·")
        await game.press("space", "down", "space", "y")
        assert [line.partition(" ")[0] for line in game.app.clipboard.splitlines()] == ["Lía", "Bruno"]
        assert game.events == before


def max_face(sides: int) -> int:
    return sides


LINES = (
    ("copia", "Lía ·"),
    ("copy", "Lía ·"),
    ("copia Bruno", "Bruno: "),
    ("copy now", "08:00 · Bruno se une al grupo."),
    ("copia -1", "08:00 · Lía se une al grupo."),
    ("copia dirección", ADDRESS),
    ("copy address", ADDRESS),
)


async def test_a_line_copies_what_it_names(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebServer, "address", ADDRESS)
    folder.begin("pj Lía", "pj Bruno")
    async with playing(folder) as game:
        await game.press("home")
        for line, copied in LINES:
            await game.command(line)
            assert game.app.clipboard.startswith(copied), line


async def test_the_log_copies_the_event_under_the_cursor(folder: Folder) -> None:
    folder.begin(*fight("nota El puente cruje"))
    async with playing(folder) as game:
        await game.press("g", "l", "end", "y")
        assert game.app.clipboard == "08:00 · Nota: El puente cruje"
        assert "Enviado al portapapeles" in game.screen


async def test_the_page_of_the_players_copies_its_address(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WebServer, "address", ADDRESS)
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("g", "m", "y")
        assert game.app.clipboard == ADDRESS
        assert f"Enviado al portapapeles de la terminal: {ADDRESS}" in game.screen
        assert game.app.screen.query_one(TextPanel).has_focus


async def test_what_cannot_be_copied_is_said(folder: Folder, sent: list[str]) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("y")
        assert game.notice_text == "Aquí no hay ninguna fila que copiar."
        await game.command("nota " + "a" * MOST_IN_SCREEN)
        game.app.osc = Osc(known=True, in_screen=True)
        for line, sentence in (
            ("copia", "Aquí no hay ninguna fila que copiar."),
            ("copia dirección", "La página de los jugadores está apagada y no tiene dirección."),
            ("copia ahora", "Eso no cabe en el portapapeles de la terminal: caben 500 bytes."),
        ):
            await game.command(line)
            assert sentence in " ".join(game.screen.split())
            await game.press("escape")
        assert game.app.clipboard == ""
        assert sent == []


async def test_tmux_is_named_where_it_stands_between(folder: Folder, sent: list[str]) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        game.app.osc = Osc(known=True, in_tmux=True)
        await game.press("y")
        assert game.notice_text.startswith(
            "Enviado a tmux para el portapapeles, que pide «set -g set-clipboard on»"
        )
        assert sent[-1].startswith("\x1bPtmux;")


@each_of(
    ("line", "shown"),
    [
        ("copia", "Copia las filas marcadas, o la del cursor."),
        ("copia dirección", "Copia la dirección de la página de los jugadores."),
        ("copy -1", "Copia: 08:00 · Lía se une al grupo."),
    ],
)
def test_the_prompt_shows_what_would_be_copied(line: str, shown: str) -> None:
    session = Session()
    for each in ("pj Lía", "pj Bruno"):
        assert session.attempt(each, max_face)
    assert preview_line(line, CommandContext(session.history)).text == shown


def test_a_creature_is_copied_before_a_keyword_that_only_begins_like_it() -> None:
    session = Session()
    assert session.attempt("pj Dirce", max_face)
    command = parse("copia dirce", CommandContext(session.history))
    assert isinstance(command, CopyCommand)
    assert command.text.startswith("Dirce: ")


@each_of("line", ["copia nadie", "copia dirección Lía", "copia 99"])
def test_what_is_nothing_to_copy_is_refused(line: str) -> None:
    session = Session()
    assert session.attempt("pj Lía", max_face)
    with pytest.raises(Refusal):
        parse(line, CommandContext(session.history))


def test_the_shell_says_what_to_type_instead(tmp_path: Path) -> None:
    at = Place(tmp_path)
    at.begin("mesa", "pj Lía")
    answer = at.run("do", "mesa", "copia Lía")
    assert (answer.code, answer.out.strip()) == (
        REFUSED,
        "Copiar es cosa de la mesa; aquí, «mira» dice lo mismo.",
    )
