import errno
import os
import threading
from pathlib import Path

import pytest

from tracker.store import replacing
from tracker.store.files import NEW_FILE_MODE, sync_folder


def test_a_file_is_replaced_whole_and_the_old_one_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    replacing.replace(path, b"old", backup=True)
    replacing.replace(path, b"new", backup=True)
    assert (path.read_bytes(), (tmp_path / "a.json.bak").read_bytes()) == (b"new", b"old")
    assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.bak"]


def test_where_hard_links_fail_the_backup_is_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    test_a_file_is_replaced_whole_and_the_old_one_kept(tmp_path)


@pytest.mark.parametrize("system", ["begins", "does not hear", "has no such call"])
def test_a_long_file_is_written_whole_whether_or_not_the_disk_begins_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    def deaf(*_: object) -> None:
        raise OSError(errno.ENOSYS, "no advice here")

    if system == "does not hear":
        monkeypatch.setattr(os, "posix_fadvise", deaf)
        monkeypatch.setattr(os, "ftruncate", deaf)
    if system == "has no such call":
        monkeypatch.delattr(os, "posix_fadvise")
    pieces = [bytes([number]) * length for number, length in enumerate((7, 3 << 20, 0, 1 << 19, 300, 1))]
    replacing.replace(tmp_path / "a.json", *pieces, backup=True)
    assert (tmp_path / "a.json").read_bytes() == b"".join(pieces)


def test_a_long_file_has_its_length_before_its_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = []
    write = os.write

    def noted(fd: int, content: memoryview) -> int:
        lengths.append(os.fstat(fd).st_size)
        return write(fd, content)

    monkeypatch.setattr(os, "write", noted)
    replacing.replace(tmp_path / "a.json", b"{", b"x" * (3 << 20), b"}", backup=True)
    assert {*lengths} == {(3 << 20) + 2}


def test_the_disk_begins_with_whole_pages_whatever_pieces_they_came_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []
    monkeypatch.setattr(os, "posix_fadvise", lambda _fd, *asked: begun.append(asked[:2]))
    replacing.replace(tmp_path / "a.json", b"head", b"x" * (3 << 20), b"y" * (1 << 19), b"end", backup=True)
    part = 1 << 19
    assert begun == [(start, part) for start in range(0, 7 * part, part)]


@pytest.mark.parametrize(("length", "aside"), [(replacing._PART + 1, True), (10, False)])
def test_a_long_backup_is_given_up_once_its_folder_is_synced_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, aside: bool
) -> None:
    path, here = tmp_path / "a.json", threading.current_thread()
    for _ in range(2):
        replacing.replace(path, b"x" * length, backup=True)
    backup = (tmp_path / "a.json.bak").stat().st_ino
    done, before = list[object](), {*threading.enumerate()}
    close, sync = os.close, sync_folder

    def closing(fd: int) -> None:
        if os.fstat(fd).st_ino == backup:
            done.append("aside" if threading.current_thread() is not here else "here")
        close(fd)

    def syncing(folder: Path) -> None:
        sync(folder)
        done.append("synced")

    monkeypatch.setattr(os, "close", closing)
    monkeypatch.setattr(replacing, "sync_folder", syncing)
    replacing.replace(path, b"new", backup=True)
    for thread in {*threading.enumerate()} - before:
        thread.join()
    assert done == ["synced", "aside" if aside else "here"]


def test_a_save_keeps_its_mode_and_a_new_one_is_the_groups(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    replacing.replace(path, b"1", backup=True)
    assert path.stat().st_mode & 0o777 == NEW_FILE_MODE
    path.chmod(0o604)
    replacing.replace(path, b"2", backup=True)
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
    replacing.sweep(tmp_path / "a.json")
    assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.corrupt-12", "b.json.tmp-1-abc"]
