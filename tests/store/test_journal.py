import errno
import os
import tracemalloc
from pathlib import Path

import pytest

from tests.store.folder import Folder, hit
from tracker.rules.refusal import Refusal
from tracker.session.event_id import number_of
from tracker.store.event_line import read_line, write_line
from tracker.store.journal import HEAD_BYTES, Journal, Owner, last_owner, read_journals
from tracker.store.save import Save

OWNER = Owner(Path("/saves/torre.json"), "c0ffee")


def line(number: int) -> bytes:
    return write_line(f"{number:010d}-0badcafe", hit(number)).line


def numbers_held(folder: Path, owner: Owner = OWNER) -> list[int]:
    return [int(event_id[:10]) for event_id in read_journals(folder, owner, {}).entries]


def test_appended_lines_are_read_back(tmp_path: Path) -> None:
    journal = Journal.claim(tmp_path / "new", OWNER)
    journal.append([line(1)])
    journal.append([line(2), line(3)])
    assert numbers_held(tmp_path / "new") == [1, 2, 3]


def test_many_lines_are_written_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [line(number) for number in range(2, 900)]
    journal = Journal.claim(tmp_path, OWNER)
    journal.append([line(1)])
    written, real = [0], os.write

    def write(fd: int, content: bytes) -> int:
        written[0] += 1
        if written[0] == 3:
            raise OSError(errno.ENOSPC, "full")
        return real(fd, content)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(Refusal, match="journal_failed"):
            journal.append(many)
    assert numbers_held(tmp_path) == [1]
    journal.append(many)
    assert numbers_held(tmp_path) == [*range(1, 900)]


def test_reading_a_journal_does_not_hold_its_lines_twice(tmp_path: Path) -> None:
    entries = dict(read_line(line(number)) for number in range(1, 2_000))
    Journal.claim(tmp_path, OWNER).append(entry.line for entry in entries.values())
    (path,) = tmp_path.iterdir()
    tracemalloc.start()
    found = read_journals(tmp_path, OWNER, entries).entries
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == entries
    assert most - kept < 1.5 * path.stat().st_size


def test_only_the_head_and_the_last_byte_of_an_intact_journal_are_read_when_it_is_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.claim(tmp_path, OWNER)
    journal.append([line(1), line(2)])
    journal.close()
    asked, real = [], os.pread

    def pread(fd: int, length: int, start: int) -> bytes:
        asked.append(length)
        return real(fd, length, start)

    monkeypatch.setattr(os, "pread", pread)
    Journal.claim(tmp_path, OWNER)
    assert asked == [HEAD_BYTES, 1]


def test_any_damage_to_the_head_of_a_journal_costs_no_line_and_a_new_journal_is_begun(tmp_path: Path) -> None:
    journal = Journal.claim(tmp_path, OWNER)
    journal.append([line(1), line(2)])
    journal.close()
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    damaged = 0
    for place in range(whole.index(b"\n") + 1):
        for bit in range(8):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            found = read_journals(tmp_path, OWNER, {})
            assert sorted(map(number_of, found.entries)) == [1, 2], (place, bit)
            journal = Journal.claim(tmp_path, OWNER)
            journal.append([line(3)])
            journal.close()
            assert sorted(numbers_held(tmp_path)) == [1, 2, 3]
            again = read_journals(tmp_path, OWNER, {})
            assert (again.damaged, again.unread) == ((), ())
            names = {each.name for each in tmp_path.iterdir()}
            assert names == {path.name, *found.damaged}
            damaged += len(found.damaged)
            for each in tmp_path.iterdir():
                each.unlink()
    assert damaged > 300


def test_a_journal_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    Journal.claim(folder, OWNER)
    assert folder.stat().st_mode & 0o077 == 0
    assert [path.stat().st_mode & 0o077 for path in folder.iterdir()] == [0]


def test_two_processes_of_one_gm_have_a_journal_each_and_both_are_read(tmp_path: Path) -> None:
    for number in (1, 2):
        Journal.claim(tmp_path, OWNER).append([line(number)])
    assert len(list(tmp_path.iterdir())) == 2
    assert numbers_held(tmp_path) == [1, 2]


def test_an_unused_journal_is_used_again(tmp_path: Path) -> None:
    for number in (1, 2):
        journal = Journal.claim(tmp_path, OWNER)
        journal.append([line(number)])
        journal.close()
    assert len(list(tmp_path.iterdir())) == 1
    assert numbers_held(tmp_path) == [1, 2]


def test_another_campaign_at_the_same_place_has_journals_of_its_own(tmp_path: Path) -> None:
    other = Owner(OWNER.path, "facade")
    Journal.claim(tmp_path, OWNER).append([line(1)])
    Journal.claim(tmp_path, other).append([line(2)])
    assert (numbers_held(tmp_path), numbers_held(tmp_path, other)) == ([1], [2])
    assert last_owner(tmp_path, OWNER.path) == other


def test_a_torn_last_line_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    journal = Journal.claim(tmp_path, OWNER)
    journal.append([line(1), line(2)])
    journal.close()
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        expected = [number for number in (1, 2) if line(number) + b"}\n" in whole[:cut]]
        assert numbers_held(tmp_path) == expected
        journal = Journal.claim(tmp_path, OWNER)
        journal.append([line(3)])
        journal.close()
        assert numbers_held(tmp_path) == [*expected, 3]


def test_a_damaged_line_costs_only_itself(tmp_path: Path) -> None:
    Journal.claim(tmp_path, OWNER).append([line(1), line(2), line(3)])
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes().replace(b'"amount":2', b'"amount:2\0'))
    found = read_journals(tmp_path, OWNER, {})
    assert (numbers_held(tmp_path), found.unreadable) == ([1, 3], 1)


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_a_refused_action_leaves_no_trace(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    save = folder.save_with_hits(2)
    before = _journal_bytes(folder)
    documents = dict(save.documents)
    with monkeypatch.context() as patch:
        _fill_the_disk(patch, failing)
        with pytest.raises(Refusal, match="journal_failed") as refused:
            save.append(hit(3))
    assert refused.value.data["cause"] == "disk_full"
    assert (_journal_bytes(folder), dict(save.documents), save.unshared_count) == (before, documents, 0)
    again = save.append(hit(4))
    assert save.share().is_shared
    assert set(folder.open().documents) == {*documents, again} == folder.on_disk()


def test_without_a_journal_a_campaign_can_be_read_but_not_played(folder: Folder) -> None:
    folder.save_with_hits(2)
    folder.journals("bea").write_text("not a folder")
    save = folder.open("bea")
    assert len(save.documents) == 3
    with pytest.raises(Refusal, match="journal_failed"):
        save.append(hit(1))
    folder.journals("bea").unlink()
    assert save.append(hit(1)) in save.documents


def test_an_unreadable_journal_blocks_neither_other_journals_nor_play(
    folder: Folder,
) -> None:
    folder.save_with_hits(1).close()
    first, second = folder.open(), folder.open()
    lost, kept = first.append(hit(2)), second.append(hit(3))
    first.close()
    second.close()
    (journal,) = (path for path in folder.journals("ana").iterdir() if lost.encode() in path.read_bytes())
    journal.unlink()
    journal.mkdir()
    again = folder.open()
    assert [note.code for note in again.notes] == ["not_a_file", "from_journal"]
    assert (kept in again.documents, lost in again.documents) == (True, False)
    mine = again.append(hit(4))
    assert again.share().is_shared
    assert {kept, mine} <= folder.on_disk()
    folder.path.unlink()
    folder.backup.unlink()
    assert {kept, mine} <= set(folder.open().documents)


def test_a_journal_deleted_while_it_is_open_is_begun_again(folder: Folder) -> None:
    save = folder.save_with_hits(1)
    for path in folder.journals("ana").iterdir():
        path.unlink()
    event_id = save.append(hit(1))
    assert event_id in folder.open().documents


def files(folder: Path) -> list[str]:
    """Return the suffixes of the files in a folder of journals."""
    return sorted(path.name.rpartition("-")[2] for path in folder.iterdir())


def test_only_the_marks_of_deleted_journals_are_removed(tmp_path: Path) -> None:
    other = Owner(OWNER.path, "facade")
    journals = [Journal.claim(tmp_path, owner) for owner in (OWNER, OWNER, OWNER, other)]
    for journal in journals:
        journal.append([line(1)])
        journal.mark(journal.end)
        journal.close()
    for name in (OWNER.file(0), OWNER.file(2), other.file(0)):
        (tmp_path / name).unlink()

    Journal.claim(tmp_path, OWNER)

    assert files(tmp_path) == ["0.jsonl", "0.shared", "1.jsonl", "1.shared"]
    assert (tmp_path / other.file(0)).with_suffix(".shared").exists()


def test_a_mark_that_cannot_be_removed_does_not_block_play(tmp_path: Path) -> None:
    (tmp_path / OWNER.file(0)).with_suffix(".shared").mkdir()

    Journal.claim(tmp_path, OWNER).append([line(1)])

    assert numbers_held(tmp_path) == [1]


def test_a_journal_that_was_deleted_does_not_mark_the_one_begun_under_its_name(tmp_path: Path) -> None:
    journal = Journal.claim(tmp_path, OWNER)
    journal.append([line(1)])
    (tmp_path / OWNER.file(0)).unlink()
    Journal.claim(tmp_path, OWNER)

    journal.mark(journal.end)

    assert files(tmp_path) == ["0.jsonl"]


def test_an_append_is_one_sync_and_as_long_as_itself_however_long_the_journal(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts calls and bytes, because times on a busy machine prove nothing."""
    assert _calls_of_an_append(folder.save_with_hits(3), monkeypatch) == _calls_of_an_append(
        _long(folder), monkeypatch
    )


def _long(folder: Folder) -> Save:
    save = folder.open()
    for amount in range(300):
        save.append(hit(amount))
    return save


def _calls_of_an_append(save: Save, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    calls: list[str] = []
    with monkeypatch.context() as patch:
        for name in ("open", "read", "pread", "write", "fsync", "replace", "stat", "lseek"):
            patch.setattr(os, name, _noted(name, calls))
        save.append(hit(1))
    assert calls == ["write", "fsync"]
    return calls


def _noted(name: str, calls: list[str]) -> object:
    real = getattr(os, name)

    def noting(*arguments: object, **options: object) -> object:
        calls.append(name)
        return real(*arguments, **options)

    return noting


def _fill_the_disk(patch: pytest.MonkeyPatch, failing: str) -> None:
    real_write = os.write
    written: list[int] = []

    def half_then_full(fd: int, content: bytes) -> int:
        if written:
            raise OSError(errno.ENOSPC, "full")
        written.append(1)
        return real_write(fd, bytes(content)[: len(content) // 2])

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    patch.setattr(os, failing, half_then_full if failing == "write" else full)


def _journal_bytes(folder: Folder) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.journals("ana").iterdir())]
