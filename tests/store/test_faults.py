"""A disk, a folder or a clock that lets one down: what is told is true, and nothing acknowledged is lost."""

import errno
import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import pytest

from tests.screens.saves import NOW, Group
from tests.store.folder import Folder, hit, in_a_child
from tests.store.test_save import _files_no_bigger_than
from tests.trials import Trials
from tracker.cli import main
from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.session.event_id import number_of
from tracker.session.moves.campaign import note
from tracker.store import files, journal
from tracker.store.event_line import JsonObject
from tracker.store.files import SAVE_BYTES, sync_folder
from tracker.store.sharing import obstacle

STRANGER, FRIEND = 65534, 65533
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can be two users")


@contextmanager
def failing(module: object, name: str, number: int) -> Iterator[None]:
    """Make a function of the system fail as it does when a disk is full, over quota or broken."""

    def fails(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    with patching(module, name, fails):
        yield


@contextmanager
def patching(module: object, name: str, value: object) -> Iterator[None]:
    """Replace something of a module for as long as the context lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, value)
        yield


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EDQUOT, "disk_full"),
        (errno.EROFS, "read_only"),
        (errno.EACCES, "no_permission"),
        (errno.EIO, "disk_error"),
        (errno.ESTALE, "disk_error"),
    ],
)
def test_a_save_that_cannot_be_written_keeps_the_action_here_and_says_why(
    folder: Folder, number: int, code: str
) -> None:
    save = folder.save_with_hits(2)
    before = folder.path.read_bytes()
    with failing(os, "replace", number):
        event_id = save.append(hit(1))
        sharing = save.share()
    assert (sharing.status, sharing.refusal and sharing.refusal.code) == ("failed", code)
    assert folder.path.read_bytes() == before
    assert event_id in folder.open().documents
    assert save.share().is_shared
    assert event_id in folder.on_disk()


@pytest.mark.parametrize("times", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_when_no_disk_takes_it_the_action_is_refused_and_has_not_happened(
    folder: Folder, trials: Trials, times: int
) -> None:
    trials("both disks full", times)
    save = folder.save_with_hits(2)
    for number in range(times):
        with failing(os, "replace", errno.ENOSPC):
            kept = save.append(hit(number))
            assert not save.share().is_shared
            with failing(journal, "write_all", errno.ENOSPC), pytest.raises(Refusal, match="journal_failed"):
                save.append(hit(99))
            assert hit(99) not in save.documents.values()
        assert save.share().is_shared
        assert kept in folder.on_disk()
    assert set(folder.open().documents) == set(save.documents)


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_a_lock_held_by_a_stopped_process_delays_and_loses_nothing(
    folder: Folder, trials: Trials, times: int
) -> None:
    trials("lock held by a stopped process", times)
    save = folder.save_with_hits(1)
    for number in range(times):
        holder = folder.writer("bea", 0, "hold")
        assert holder.stdout is not None
        holder.stdout.readline()
        holder.send_signal(signal.SIGSTOP)
        event_id = save.append(hit(number))
        assert save.share().status == "busy"
        assert event_id in folder.open("ana").documents
        holder.kill()
        holder.wait()
        holder.stdout.close()
        assert save.share().is_shared
        assert event_id in folder.on_disk()


def test_a_save_that_cannot_be_looked_at_once_written_counts_as_not_written(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = folder.save_with_hits(2)
    bea = folder.open("bea")
    event_id = ana.append(hit(7))

    def fails(_path: Path, _written: os.stat_result) -> None:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    with monkeypatch.context() as patch:
        patch.setattr(files, "_signature_after_rename", fails)
        assert not ana.share().is_shared
    folder.path.unlink()
    folder.backup.unlink()
    bea.append(hit(8))
    assert bea.share().is_shared
    assert ana.share().is_shared
    assert event_id in folder.on_disk()


@pytest.mark.parametrize("how", ["in place", "by another file", "by nothing"])
def test_a_save_that_is_written_over_as_soon_as_it_is_written_gets_its_events_back(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    ana = folder.save_with_hits(2)
    event_id, old = ana.append(hit(7)), folder.path.read_bytes()
    synced = sync_folder

    def written_over(where: Path) -> None:
        synced(where)
        if how != "in place":
            folder.path.unlink()
        if how != "by nothing":
            folder.path.write_bytes(old)

    with monkeypatch.context() as patch:
        patch.setattr(files, "sync_folder", written_over)
        ana.share()
    ana.poll()
    assert ana.is_share_due
    assert ana.share().is_shared
    assert event_id in folder.on_disk()


def test_a_clock_that_jumps_changes_no_order(tmp_path: Path) -> None:
    group = Group(tmp_path)
    group.begin().save.close()
    ids = []
    for now in (NOW, 0, 4_102_444_800, NOW - 400_000_000):
        campaign = group.open("ana", now)
        ids.append(campaign.play(note(campaign.session, str(now))).id)
        assert campaign.share().is_shared
        campaign.save.close()
    assert [number_of(event_id) for event_id in ids] == [2, 3, 4, 5]
    assert [event.id for event in group.open("bea").history][1:] == ids


def as_user(user: int, act: Callable[[], str]) -> str:
    """Return what `act` answers in a process of that user, who belongs to no group but the folder's."""

    def become() -> None:
        os.setgroups([])
        os.setgid(FRIEND)
        os.setuid(user)

    return in_a_child(act, become)


@pytest.fixture
def shared() -> Iterator[Folder]:
    """A campaign in a setgid folder of a group, as the manual tells to make one."""
    with TemporaryDirectory() as root:
        folder = Folder(Path(root))
        folder.root.chmod(0o755)
        for made in (folder.path.parent, folder.root / "state"):
            made.mkdir()
            os.chown(made, STRANGER, FRIEND)
        folder.path.parent.chmod(0o2770)
        (folder.root / "state").chmod(0o777)
        yield folder


def play(folder: Folder, gm: str) -> str:
    os.umask(0o077)
    save = folder.open(gm) if folder.path.exists() else folder.create(gm)
    save.append(hit(1))
    sharing = save.share()
    return f"{sharing.status} {sharing.refusal.code if sharing.refusal else ''}".strip()


@as_root
def test_two_users_take_turns_in_a_folder_of_their_group(shared: Folder) -> None:
    for turn in range(6):
        user, gm = ((STRANGER, "ana"), (FRIEND, "bea"))[turn % 2]
        assert as_user(user, partial(play, shared, gm)) == "shared"
    assert len(shared.on_disk()) == 7
    found = shared.path.stat()
    assert (found.st_gid, stat.S_IMODE(found.st_mode)) == (FRIEND, 0o660)


@as_root
def test_in_a_sticky_folder_it_is_said_when_the_save_is_opened(shared: Folder) -> None:
    assert as_user(STRANGER, lambda: play(shared, "ana")) == "shared"
    shared.path.parent.chmod(0o3770)
    found = as_user(FRIEND, lambda: str(obstacle(shared.path)))
    assert "sticky_folder" in found
    assert as_user(FRIEND, lambda: play(shared, "bea")) == "failed no_permission"
    assert as_user(STRANGER, lambda: str(obstacle(shared.path))) == "None"


@as_root
def test_in_a_read_only_folder_it_is_said_when_the_save_is_opened(shared: Folder) -> None:
    assert as_user(STRANGER, lambda: play(shared, "ana")) == "shared"
    shared.path.parent.chmod(0o2550)
    assert "read_only_folder" in as_user(FRIEND, lambda: str(obstacle(shared.path)))
    assert as_user(FRIEND, lambda: play(shared, "bea")) == "failed no_permission"
    assert "read_only_folder" in as_user(STRANGER, lambda: str(obstacle(shared.path)))


@as_root
def test_a_save_that_others_may_not_read_is_refused_in_words(shared: Folder) -> None:
    assert as_user(STRANGER, lambda: play(shared, "ana")) == "shared"
    shared.path.chmod(0o600)
    assert "no_permission" in as_user(FRIEND, lambda: play(shared, "bea"))


def test_without_links_and_with_a_folder_that_cannot_be_synced_it_still_shares(folder: Folder) -> None:
    save = folder.save_with_hits(1)
    with failing(os, "link", errno.EPERM):
        event_id = save.append(hit(4))
        assert save.share().is_shared
    assert event_id in folder.on_disk()
    assert folder.backup.exists()


def test_a_folder_that_goes_away_and_comes_back_costs_nothing(folder: Folder) -> None:
    save = folder.save_with_hits(2)
    away = folder.root / "away"
    folder.path.parent.rename(away)
    event_id = save.append(hit(5))
    assert save.share().status == "failed"
    away.rename(folder.path.parent)
    assert save.share().is_shared
    assert event_id in folder.on_disk()
    shutil.rmtree(folder.path.parent)
    folder.path.parent.mkdir()
    assert save.share().is_shared
    assert event_id in folder.on_disk()


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_a_save_replaced_or_deleted_gets_back_what_it_lost(
    folder: Folder, trials: Trials, times: int
) -> None:
    trials("save replaced by an older copy, or deleted", 2 * times)
    save = folder.save_with_hits(3)
    old = folder.path.read_bytes()
    for number in range(times):
        for spoil in (lambda: folder.path.write_bytes(old), folder.path.unlink):
            save.append(hit(number))
            assert save.share().is_shared
            spoil()
            if number % 2:
                save.close()
                save = folder.open()
            save.poll()
            assert save.share().is_shared
            assert folder.on_disk() == set(save.documents)
    assert len(save.documents) == 4 + 2 * times


@pytest.mark.parametrize("events", [700, pytest.param(2000, marks=pytest.mark.slow)])
def test_at_every_size_a_quota_leaves_the_save_whole(folder: Folder, trials: Trials, events: int) -> None:
    save = folder.save_with_hits(events)
    before = folder.path.read_bytes()
    sizes = range(0, len(before), 2048)
    for size in sizes:
        event_id = save.append(hit(1))
        with _files_no_bigger_than(size):
            assert not save.share().is_shared
        assert folder.path.read_bytes() == before
        assert event_id in save.documents
    assert save.share().is_shared
    assert folder.on_disk() == set(folder.open().documents)
    trials("quota on the save, every 2 KiB", len(sizes))


class Disk:
    """A disk of so many bytes, which can grow."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def holds(self, size: int) -> None:
        self._mount("-o", f"remount,size={size}", str(self._place))

    def __enter__(self) -> Self:
        self._place.mkdir(parents=True, exist_ok=True)
        try:
            self._mount("-t", "tmpfs", "-o", f"size={1 << 20}", "none", str(self._place))
        except (OSError, subprocess.CalledProcessError) as reason:
            pytest.skip(f"only who may mount a disk can fill one: {reason}")
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "-l", str(self._place)], check=True)

    @staticmethod
    def _mount(*words: str) -> None:
        subprocess.run(["mount", *words], check=True, capture_output=True)


def _long_note(number: int) -> JsonObject:
    return {"kind": "note", "number": number, "text": "x" * 2000}


@pytest.mark.everywhere
def test_at_every_size_a_disk_that_fills_leaves_the_save_whole(folder: Folder, trials: Trials) -> None:
    sizes = range(0x10000, 0x30000, 0x1000)  # it is dealt out in pages
    with Disk(folder.path.parent) as disk:
        for size in sizes:
            disk.holds(size)
            gm = f"gm{size}"
            save = folder.create(gm)
            while save.append(_long_note(size)) and save.share().is_shared:
                assert len(folder.on_disk()) == len(save.documents)
            told = set(save.documents)
            refusal = save.share().refusal
            assert refusal is not None
            assert refusal.code == "disk_full"
            assert len(told) - 10 < len(folder.on_disk()) < len(told)
            assert set(folder.open(gm).documents) == told
            disk.holds(1 << 20)
            assert save.share().is_shared
            assert folder.on_disk() == told
            save.close()
            for left in folder.path.parent.iterdir():
                left.unlink()
    trials("save's disk full, at every page", len(sizes))


@pytest.mark.parametrize("times", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_when_one_full_disk_has_save_and_journal_actions_are_refused_in_words(
    tmp_path: Path, trials: Trials, times: int
) -> None:
    for number in range(times):
        folder = Folder(tmp_path / str(number))
        with Disk(folder.root) as disk:
            disk.holds(0x18000 + number * 0x1000)
            save, told = folder.create(), set()
            refused: list[tuple[str, Scalar]] = []
            while len(refused) < 3:
                try:
                    told.add(save.append(_long_note(number)))
                except Refusal as refusal:
                    refused.append((refusal.code, refusal.data["cause"]))
                save.share()
            assert set(refused) == {("journal_failed", "disk_full")}
            assert told < set(save.documents) == set(folder.open().documents)
            folder.on_disk()
            disk.holds(1 << 20)
            told.add(save.append(hit(1)))
            assert save.share().is_shared
            assert told < folder.on_disk() == set(save.documents)
            save.close()
    trials("one disk for both full", times)


@pytest.mark.everywhere
@pytest.mark.parametrize("kind", ["folder", "pipe", "link", "big", "no folder"])
def test_a_file_that_can_be_no_save_is_refused_at_once_in_one_line(
    tmp_path: Path, trials: Trials, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "torre.json"
    (tmp_path / "real").write_text("{}")
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(tmp_path / "real")
        case "big":
            path.touch()
            os.truncate(path, SAVE_BYTES + 1)
        case _:
            path = tmp_path / "none" / "torre.json"
    before = sorted((each.name, each.lstat()) for each in tmp_path.iterdir())
    for words in (["do", str(path), "nota hola"], ["status", str(path)], ["doctor", str(path), "--repair"]):
        assert main(words) == 1
        told = capsys.readouterr()
        assert (told.out, len(told.err.splitlines())) == ("", 1)
    after = ((each.name, each.lstat()) for each in tmp_path.iterdir() if not each.name.startswith("xdg"))
    assert sorted(after) == before
    trials("what can be no save, opened", 3)
