"""The coin game, installed for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.fifth_system import coin
from tracker.rules import systems
from tracker.wording.word_files import words_in
from tracker.wording.words import words_of_language

INSTALLED = Path(__file__).parent / "installed"


def forget() -> None:
    for cached in (
        systems.system_of,
        systems.load_installed,
        systems._entry_points,
        words_of_language,
        words_in,
    ):
        cached.cache_clear()


@pytest.fixture
def installed_copy(installed: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Move the installed game to a folder that a test may change; returns the folder of its words."""
    words = tmp_path / "words"
    copytree(Path(__file__).parent / "words", words)
    monkeypatch.setattr(coin, "__file__", str(tmp_path / "coin.py"))
    return words


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the coin game, as a package beside the tracker would be."""
    monkeypatch.syspath_prepend(str(INSTALLED))
    forget()
    yield
    forget()
