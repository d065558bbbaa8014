import errno
import fcntl
import os
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
