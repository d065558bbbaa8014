from pathlib import Path

import pytest

from tests.store.folder import Folder
from tracker.store import save_file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(save_file, "SETTLING", 0)
    return Folder(tmp_path)
