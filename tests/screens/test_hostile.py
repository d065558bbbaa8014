"""A save from a stranger, on every screen: its text is text, no file is written, nothing ends the program."""

import os
from pathlib import Path

import pytest

from tests.hostile import MARKUP, PAYLOADS, SEQUENCES, infected
from tests.screens.saves import Group
from tests.trials import Trials
from tracker.cli import main
from tracker.cli.luck import luck
from tracker.cli.playing import play_lines
from tracker.session.text import is_clean
from tracker.widgets.terminal_app import TerminalApp

LINES = (
    "pj MARCA",
    "aparece 2 MARCA",
    "apunta MARCA MARCA",
    "nota MARCA",
    "titulo MARCA",
    "combate MARCA",
    "2d6 # MARCA",
    "guarda MARCA 2d6",
)
QUICK = (SEQUENCES[0], SEQUENCES[11], MARKUP[0], MARKUP[2], MARKUP[-2])
"""Those that the normal suite tries; the slow one tries them all."""
KEYS = ("1", "f", "escape", "q", "2", "k", "escape", "3", "4", "m", "escape", "L", "escape", "question_mark")


@pytest.fixture
def group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Group:
    group = Group(tmp_path)
    group.begin().save.close()
    roll, fresh = luck(1)
    campaign = group.open("ana")
    play_lines(campaign, LINES, roll, fresh, as_json=True)
    campaign.save.close()
    capsys.readouterr()
    return group


@pytest.mark.parametrize(
    "payload",
    [pytest.param(each, marks=[] if each in QUICK else [pytest.mark.slow]) for each in PAYLOADS],
)
async def test_no_text_of_a_save_is_more_than_text(group: Group, trials: Trials, payload: str) -> None:
    trials("hostile text on fourteen screens", 1)
    text = payload.replace("{folder}", str(group.root))
    group.path.write_bytes(infected(group.path.read_bytes(), "MARCA", text))
    before = sorted(os.listdir(group.root))
    app = group.app("bea")
    async with app.run_test() as pilot:
        for key in KEYS:
            await pilot.press(key)
            await pilot.pause()
            for y in range(app.size.height):
                drawn = "".join(segment.text for segment in app.screen._compositor.render_strips()[y])
                assert is_clean(drawn), (key, drawn)
            await pilot.click(offset=(5, 3))
    assert sorted(os.listdir(group.root)) in (before, sorted({*before, "bea"}))


@pytest.mark.parametrize("payload", SEQUENCES)
def test_the_shell_prints_no_sequence_of_a_save(
    group: Group, payload: str, capsys: pytest.CaptureFixture[str]
) -> None:
    content = infected(group.path.read_bytes(), "MARCA", payload)
    group.path.write_bytes(infected(content, "ana", payload))
    for words in (["list"], ["status", "Torre"], ["log", "Torre"], ["log", "Torre", "--format", "md"]):
        assert main([*words, "--saves", str(group.path.parent)]) == 0
        assert all(is_clean(line) for line in capsys.readouterr().out.split("\n"))


async def test_the_doors_through_which_textual_writes_files_are_closed(tmp_path: Path) -> None:
    app = TerminalApp()
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
