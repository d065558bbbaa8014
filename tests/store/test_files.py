import errno
import fcntl
import itertools
import os
import time
from pathlib import Path

import pytest

from tracker.rules.refusal import Refusal
from tracker.store import files


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(Refusal, match="not_a_file"):
            files.read_regular(tmp_path / name)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"secret")
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(Refusal, match="save_is_link"), files.refusing(tmp_path / "link"):
        files.read_regular(tmp_path / "link")


def test_a_file_too_big_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.touch()
    os.truncate(path, 1 << 40)
    with pytest.raises(Refusal, match="save_too_big"):
        files.read_regular(path)


def test_a_file_that_grows_while_it_is_read_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    seen = os.fstat
    with path.open("rb") as empty:
        early = os.stat_result((*seen(empty.fileno())[:6], 3, *seen(empty.fileno())[7:]))
    monkeypatch.setattr(os, "fstat", lambda _fd: early)
    assert files.read_regular(path)[0] == b"0123456789"
    with pytest.raises(Refusal, match="save_too_big"):
        files.read_regular(path, 9)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EDQUOT, "disk_full"),
        (errno.EACCES, "no_permission"),
        (errno.EROFS, "read_only"),
        (errno.EIO, "disk_error"),
    ],
)
def test_an_error_of_the_system_becomes_a_refusal(number: int, code: str, tmp_path: Path) -> None:
    assert files.refusal_of(OSError(number, "x"), tmp_path).code == code


@pytest.mark.parametrize("backup", [True, False])
def test_a_folder_in_the_place_of_a_file_is_refused_by_its_own_name(tmp_path: Path, backup: bool) -> None:
    path, taken = tmp_path / "torre.json", tmp_path / "torre.json.bak"
    taken.mkdir()
    path.write_bytes(b"1")
    with pytest.raises(Refusal, match="not_a_file") as refused:
        files.replace(path if backup else taken, b"2", backup=backup)
    assert refused.value.data["path"] == str(taken)
    with pytest.raises(Refusal, match="not_a_file") as refused:
        files.rename(path, taken)
    assert refused.value.data["path"] == str(taken)
    assert path.read_bytes() == b"1"


class Growing:
    """A file to which somebody adds a piece whenever it is read."""

    def __init__(self, path: Path, piece: int) -> None:
        self.path, self.piece = path, piece

    def grow(self) -> None:
        with self.path.open("ab") as file:
            file.write(b"x" * self.piece)


def test_a_file_that_grows_to_its_limit_is_read_in_linear_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    growing = Growing(path, 1 << 16)
    seen = os.fstat

    def fstat(fd: int) -> os.stat_result:
        before = seen(fd)
        growing.grow()
        return before

    monkeypatch.setattr(os, "fstat", fstat)

    def monotonic() -> float:
        growing.grow()
        return 0.0

    monkeypatch.setattr("tracker.store.files.time.monotonic", monotonic)
    start = time.process_time()
    with pytest.raises(Refusal, match="save_too_big"):
        files.read_regular(path, 32 << 20)
    assert time.process_time() - start < 2


def test_a_file_that_does_not_stop_growing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    growing, seen, clock = Growing(path, 64), os.fstat, itertools.count()

    def fstat(fd: int) -> os.stat_result:
        before = seen(fd)
        growing.grow()
        return before

    def monotonic() -> float:
        growing.grow()
        return next(clock) / 10

    monkeypatch.setattr(os, "fstat", fstat)
    monkeypatch.setattr("tracker.store.files.time.monotonic", monotonic)
    with pytest.raises(Refusal, match="save_grows"):
        files.read_regular(path)
    assert path.stat().st_size < 64 * 20


def test_a_new_folder_is_durable_in_each_folder_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync_folder", synced.append)
    files.make_folder(tmp_path / "a" / "b" / "c", 0o700)
    assert synced == [tmp_path, tmp_path / "a", tmp_path / "a" / "b"]
    assert (tmp_path / "a" / "b" / "c").stat().st_mode & 0o777 == 0o700
    files.make_folder(tmp_path / "a" / "b" / "c", 0o700)
    assert len(synced) == 3


@pytest.mark.parametrize("knows", [True, False])
def test_where_the_system_can_force_more_than_fsync_does_it_is_asked(
    knows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[str]()

    def force_all(_fd: int, _command: int) -> None:
        calls.append("full")
        if not knows:
            raise OSError(errno.ENOTSUP, "not on this disk")

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", force_all)
    monkeypatch.setattr(os, "fsync", lambda _fd: calls.append("fsync"))
    files.sync(1)
    assert calls == (["full"] if knows else ["full", "fsync"])
