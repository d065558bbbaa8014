"""The coin game, installed for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tracker.rules import systems
from tracker.wording.words import own_words, words_of_language

INSTALLED = Path(__file__).parent / "installed"


def forget() -> None:
    for cached in (
        systems.system_of,
        systems.installed,
        systems._entry_points,
        own_words,
        words_of_language,
    ):
        cached.cache_clear()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the coin game, as a package beside the tracker would be."""
    monkeypatch.syspath_prepend(str(INSTALLED))
    forget()
    yield
    forget()
