from pathlib import Path

import pytest

from tests.store.folder import Folder
from tracker.store import storage


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(storage, "SETTLING", 0)
    return Folder(tmp_path)
