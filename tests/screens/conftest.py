"""A folder of campaigns for each test, and a manual that is read once for all their searches."""

from functools import cache
from pathlib import Path

import pytest

from tests.screens.game import Folder
from tracker.commands.finding import Place
from tracker.screens import search
from tracker.wording.language import language

_READ = search._places_of_manual


@cache
def _manual_in(_language: str) -> tuple[Place, ...]:
    return tuple(_READ())


@pytest.fixture(autouse=True)
def _manual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search a manual that was read before: each test that searches read all of it, a fourth of a second."""
    monkeypatch.setattr(search, "_places_of_manual", lambda: iter(_manual_in(language())))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)
