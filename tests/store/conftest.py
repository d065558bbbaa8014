from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.folder import Folder
from tracker.store import save
from tracker.store.journal import Journal, Owner


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(save, "SETTLING", 0)
    return Folder(tmp_path)


@pytest.fixture(autouse=True)
def _journals_are_let_go(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close what a test left open, as the end of its process would: there are thousands of trials in one."""
    claimed: list[Journal] = []
    claim = Journal.claim

    def claimed_now(folder: Path, owner: Owner) -> Journal:
        claimed.append(claim(folder, owner))
        return claimed[-1]

    monkeypatch.setattr(Journal, "claim", claimed_now)
    yield
    for journal in claimed:
        journal.close()
