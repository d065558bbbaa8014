"""The address of the players' page is a link where the terminal knows links, and plain text elsewhere."""

import re
import sys
from pathlib import Path

import pytest

from tests.pseudo_terminal import Terminal
from tests.screens.game import Folder, party, playing
from tests.trials import each_of
from tests.watch.secrets import full_of_secrets
from tests.widgets.stage import shown_lines
from tracker.cli.printing import print_address
from tracker.features.page.companion import WebServer
from tracker.terminal.osc import Osc
from tracker.widgets.text_panel import TextPanel

ADDRESS = "http://127.0.0.1:8484/secreto/"
LINK = re.compile(rb"\x1b\]8;;(http://[^\x1b]+)\x1b\\(?:\x1b\[[0-9;]*m)?(http://[^\x1b]+)")
"""A link, and the text that leads there."""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve the page without a process."""
    monkeypatch.setattr(WebServer, "address", ADDRESS)


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("osc", [Osc(known=True), Osc()], ids=["known", "unknown"])
async def test_the_dialog_links_the_address(tmp_path: Path, osc: Osc) -> None:
    folder = Folder(tmp_path)
    folder.begin(*party())
    async with playing(folder) as game:
        game.app.osc = osc
        await game.press("g", "m")
        panel = game.app.screen.query_one(TextPanel)
        assert ADDRESS in "\n".join(shown_lines(panel))
        parts = [part for strip in panel.render_lines(panel.size.region) for part in strip]
        links = [part.style.link for part in parts if part.style and part.style.link]
        assert links == [ADDRESS] * osc.known


@each_of(
    ("term", "is_terminal", "printed"),
    [
        ("xterm-256color", True, f"\x1b]8;;{ADDRESS}\x1b\\{ADDRESS}\x1b]8;;\x1b\\\n"),
        ("xterm-256color", False, f"{ADDRESS}\n"),
        ("linux", True, f"{ADDRESS}\n"),
        ("dumb", True, f"{ADDRESS}\n"),
    ],
)
def test_the_shell_links_it_only_in_a_terminal(
    term: str,
    is_terminal: bool,
    printed: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    print_address(ADDRESS, {"TERM": term, "NO_COLOR": "1"})
    assert capsys.readouterr().out == printed


def test_the_bytes_of_the_link_reach_the_terminal_and_disturb_nothing(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    terminal = Terminal("watch", str(game.path), "--web", "--port", "0")
    assert terminal.wait_until(lambda: LINK.search(terminal.written) is not None)
    found = LINK.search(terminal.written)
    terminal.close()
    assert found is not None
    assert found[1] == found[2]
    assert found[1].decode() in terminal.text
    assert "]8;" not in terminal.text
