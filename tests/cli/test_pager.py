"""What is longer than the terminal is shown in the pager, as git and gh do."""

import os
import stat
from pathlib import Path

import pytest

from tests.play.shell import DONE, Place
from tests.play.terminal import Terminal
from tests.trials import each_of
from tracker.cli.pager import _pager
from tracker.cli.verbs import VERBS


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    pager = tmp_path / "bin" / "pages"
    pager.parent.mkdir()
    pager.write_text('#!/bin/sh\nprintf "LESS is %s\\n" "$LESS"\nsed "s/^/| /" | tail -n 3\n')
    pager.chmod(pager.stat().st_mode | stat.S_IXUSR)
    return place


def shown(at: Place, *words: str, **environment: str) -> str:
    own = {**at.environment, "PATH": f"{at.folder / 'bin'}:{os.environ['PATH']}", **environment}
    with Terminal(*words, environment=own, folder=at.folder) as terminal:
        assert terminal.end() == DONE
        return "\n".join(terminal.lines)


def test_a_page_longer_than_the_terminal_goes_through_the_pager(at: Place) -> None:
    text = shown(at, "help", "consola", PAGER="pages -x")
    assert "LESS is FR" in text
    assert "| " in text


@each_of("pager", ("there-is-none", "", "cat", "'"))
def test_without_a_pager_a_page_is_printed(at: Place, pager: str) -> None:
    text = shown(at, "help", "consola", PAGER=pager)
    assert "fish" in text
    assert "LESS is" not in text


def test_what_fits_is_printed(at: Place) -> None:
    assert "LESS is" not in shown(at, "help", "list", PAGER="pages")


def test_in_a_kiosk_and_in_a_pipe_no_program_is_run(at: Place) -> None:
    assert "LESS is" not in shown(at, "help", "consola", "--kiosk", PAGER="pages")
    assert "LESS is" not in at.run("help", "consola", PAGER=str(at.folder / "bin" / "pages")).out


def test_a_terminal_that_cannot_move_its_cursor_has_no_pager() -> None:
    assert not _pager({"TERM": "dumb", "PATH": os.environ["PATH"], "PAGER": "sed"})
    assert _pager({"TERM": "xterm", "PATH": os.environ["PATH"], "PAGER": "sed -n p"}) == ["sed", "-n", "p"]


def test_no_verb_that_asks_or_changes_something_is_paged() -> None:
    assert not [name for name, verb in VERBS.items() if verb.pages and verb.changes]
