"""A folder of campaigns for each test."""

from pathlib import Path

import pytest

from tests.screens.game import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)
