import errno
import os
from pathlib import Path

import pytest

from tracker.store import files


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


@pytest.mark.parametrize(
    ("folder", "umask", "mode"),
    [
        (0o700, 0o022, 0o600),
        (0o700, 0o000, 0o600),
        (0o2700, 0o077, 0o660),
        (0o770, 0o077, 0o660),
        (0o755, 0o022, 0o644),
        (0o755, 0o077, 0o600),
        (0o750, 0o027, 0o640),
    ],
)
def test_new_files_are_for_whom_their_folder_is(tmp_path: Path, folder: int, umask: int, mode: int) -> None:
    path = tmp_path / "saves" / "a.json"
    path.parent.mkdir()
    path.parent.chmod(folder)
    before = os.umask(umask)
    try:
        with files.locked(path):
            files.replace(path, b"1", backup=True)
    finally:
        os.umask(before)
    assert {each.stat().st_mode & 0o777 for each in path.parent.iterdir()} == {mode}


def test_a_save_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    files.replace(path, b"1", backup=True)
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
