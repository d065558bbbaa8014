import errno
import os
from pathlib import Path

import pytest

from tracker.store import files
from tracker.store.files import NEW_FILE_MODE


def test_a_file_is_replaced_whole_and_the_old_one_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    files.replace(path, b"old", backup=True)
    files.replace(path, b"new", backup=True)
    assert (path.read_bytes(), (tmp_path / "a.json.bak").read_bytes()) == (b"new", b"old")
    assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.bak"]


def test_where_hard_links_fail_the_backup_is_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    test_a_file_is_replaced_whole_and_the_old_one_kept(tmp_path)


def test_a_long_file_in_many_pieces_is_written_whole(tmp_path: Path) -> None:
    pieces = [bytes([number]) * length for number, length in enumerate((7, 3 << 20, 0, 1 << 19, 300, 1))]
    files.replace(tmp_path / "a.json", *pieces, backup=True)
    assert (tmp_path / "a.json").read_bytes() == b"".join(pieces)


def test_a_save_keeps_its_mode_and_a_new_one_is_the_groups(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    files.replace(path, b"1", backup=True)
    assert path.stat().st_mode & 0o777 == NEW_FILE_MODE
    path.chmod(0o604)
    files.replace(path, b"2", backup=True)
    assert path.stat().st_mode & 0o777 == 0o604


def test_drafts_of_crashed_writers_are_swept_and_nothing_else(tmp_path: Path) -> None:
    for name in (
        "a.json",
        "a.json.tmp-1-abc",
        "a.json.corrupt-12.tmp-1-abc",
        "a.json.corrupt-12",
        "b.json.tmp-1-abc",
    ):
        (tmp_path / name).touch()
    files.sweep(tmp_path / "a.json")
    assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.corrupt-12", "b.json.tmp-1-abc"]
