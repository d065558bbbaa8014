"""A save from a stranger, on every screen: its text is text, no file is written, nothing ends the program."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.hostile import FORBIDDEN, MARKUP, MIXED, PAYLOADS, SEQUENCES, with_payload
from tests.play.warm import PATIENCE
from tests.pseudo_terminal import Terminal
from tests.screens.saves import Group
from tests.screens.test_every_key import KEYS, PAGES
from tests.trials import Trials, one_in
from tests.widgets.stage import painted_lines
from tracker.cli import main
from tracker.cli.invocation import luck
from tracker.cli.play import play_lines
from tracker.session.text import is_clean
from tracker.widgets.themed_app import ThemedApp

LINES = (
    "pj MARCA",
    "ficha MARCA daño=1d6",
    "plantilla MARCA",
    "estado MARCA parálisis",
    "apunta MARCA MARCA",
    "nota MARCA",
    "titulo MARCA",
    "lleva MARCA MARCA d6 luz cada 10m",
    "enciende MARCA",
    "combate MARCA",
    "aparece 2 MARCA",
    "vigila 18+",
    "2d6 # MARCA",
    "guarda MARCA 2d6",
    "guarda ataque 1d20+3",
    "siguiente",
)
_DIALOGS = {(key.key, key.dialog): key.tab for key in reversed(KEYS) if key.dialog and "." not in key.key}
OPENING = tuple(sorted((tab, key, dialog) for (key, dialog), tab in _DIALOGS.items()))
"""Every key that opens a screen, as the test of every key proves, at the first tab that has it."""
OWN = {"bea", "requests", "places"}
"""What the program keeps for a GM beside the saves, under names of its own."""
NAMED = {"ctrl+p": "\x10", "question_mark": "?", "ctrl+c": "\x03"}


@pytest.fixture
def group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Group:
    group = Group(tmp_path)
    group.begin().save.close()
    roll, fresh = luck(1)
    campaign = group.open("ana")
    assert not play_lines(campaign, LINES, roll, fresh, as_json=True)
    campaign.save.close()
    capsys.readouterr()
    return group


def put(group: Group, payload: str) -> None:
    """Put a payload wherever the save has a name or a text."""
    text = payload.replace("{folder}", str(group.root))
    group.path.write_bytes(with_payload(group.path.read_bytes(), "MARCA", text))


def mixed_and(payloads: Iterable[str]) -> pytest.MarkDecorator:
    """Try them all in one for the checks, and these one by one for the long trials."""
    alone = (pytest.param(each, id=ascii(each)[:24], marks=pytest.mark.slow) for each in payloads)
    return pytest.mark.parametrize("payload", [pytest.param(MIXED, id="mixed"), *alone])


@mixed_and(MARKUP)
async def test_text_of_a_save_is_only_text(group: Group, trials: Trials, payload: str) -> None:
    """Of every eighth screen in the checks, and not of those whose bytes are tried below."""
    opening = OPENING[4::8] if payload == MIXED else OPENING
    trials("hostile text on every screen", 1)
    put(group, payload)
    before = sorted(os.listdir(group.root))
    app = group.app("bea")
    async with app.run_test() as pilot:
        shown = ""
        for tab, key, dialog in opening:
            if tab != shown:
                await pilot.press(shown := tab)
                await pilot.click(offset=(5, 3))
            await pilot.press(*key.split(" "))
            assert type(app.screen).__name__ == dialog, (tab, key)
            for drawn in painted_lines(app.screen):
                assert is_clean(drawn.text), (key, drawn.text)
            await pilot.press("q" if dialog in PAGES else "ctrl+c")
    assert {*os.listdir(group.root)} - OWN == {*before} - OWN


@mixed_and(PAYLOADS)
def test_no_byte_of_a_save_is_obeyed_by_the_terminal(group: Group, trials: Trials, payload: str) -> None:
    """Of every eighth screen in the checks: one driver sends all."""
    trials("hostile text, in the bytes that are sent", 1)
    opening = OPENING[::8] if payload == MIXED else OPENING
    put(group, payload)
    saves = ("Torre", "--saves", str(group.path.parent), "--gm", "bea")
    terminal = Terminal(*saves, XDG_STATE_HOME=str(group.root / "bea"))
    try:
        assert terminal.shows("? Ayuda")
        shown = ""
        for tab, key, dialog in opening:
            to = (tab,) if tab != shown else ()
            keys = (NAMED.get(each, each) for each in key.split(" "))
            for each in (*to, *keys, "q" if dialog in PAGES else NAMED["ctrl+c"]):
                os.write(terminal.outside, each.encode())
                # to the end, for a key for a dialog is for no other place
                assert terminal.settle(PATIENCE), f"{each} at {tab} draws nothing"
            shown = tab
        terminal.press("1", "q", "s")
        assert terminal.shows("+ Nueva", PATIENCE), terminal.text
        assert terminal.process.poll() is None
    finally:
        terminal.close()
    assert [each for each in FORBIDDEN if each in terminal.written] == []


@pytest.mark.parametrize("payload", one_in(5, SEQUENCES))
def test_the_shell_prints_no_sequence_of_a_save(
    group: Group, payload: str, capsys: pytest.CaptureFixture[str]
) -> None:
    content = with_payload(group.path.read_bytes(), "MARCA", payload)
    group.path.write_bytes(with_payload(content, "ana", payload))
    for words in (["list"], ["status", "Torre"], ["log", "Torre"], ["log", "Torre", "--format", "md"]):
        assert main([*words, "--saves", str(group.path.parent)]) == 0
        assert all(is_clean(line) for line in capsys.readouterr().out.split("\n"))


def test_the_shell_prints_no_sequence_of_a_files_name(
    group: Group, capsys: pytest.CaptureFixture[str]
) -> None:
    path = group.path.with_name("mala\x1b]0;owned\x07\x9b31m\u202e.json")
    path.write_bytes(b"rubbish")
    for words in (["list"], ["status", str(path)], ["do", f"{path}/x", "nota a"], ["doctor", str(path)]):
        main([*words, "--saves", str(group.path.parent)])
        told = capsys.readouterr()
        assert all(is_clean(line) for line in (told.out + told.err).split("\n"))


async def test_textual_writes_no_files(tmp_path: Path) -> None:
    app = ThemedApp()
    source = tmp_path / "source"
    source.write_text("x")
    async with app.run_test() as pilot:
        await app.run_action(f"app.screenshot('owned.svg', '{tmp_path}')")
        await app.run_action(f"screenshot('owned.svg', '{tmp_path}')")
        assert app.save_screenshot("owned.svg", str(tmp_path)) == ""
        app.deliver_screenshot("owned.svg", str(tmp_path))
        app.deliver_text(source, save_directory=tmp_path, save_filename="owned")
        app.deliver_binary(source, save_directory=tmp_path, save_filename="owned")
        app.open_url("http://example.org")
        await app.run_action("app.suspend_process")
        await pilot.pause()
    assert [path.name for path in tmp_path.iterdir()] == ["source"]
