import errno
import os
import re
import resource
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.store.folder import Folder, as_nobody, first, hit
from tracker.rules.refusal import Refusal
from tracker.session.event_id import number_of
from tracker.store import files, save_file
from tracker.store.event_line import Entry, JsonObject, write_line
from tracker.store.merge import merge
from tracker.store.paths import SUFFIX
from tracker.store.save import Save


def test_a_campaign_opens_again_as_it_was(folder: Folder) -> None:
    save = folder.save_with_hits(5)
    again = folder.open()
    assert dict(again.documents) == dict(save.documents)
    assert list(again.documents) == sorted(again.documents)
    assert (again.campaign.title, again.campaign.system, again.notes, again.unshared_count) == (
        "La Torre",
        "chronicle",
        (),
        0,
    )


def test_an_action_not_shared_yet_comes_back_from_the_journal(folder: Folder) -> None:
    save = folder.save_with_hits(1)
    event_id = save.append(hit(9))
    again = folder.open()
    assert again.documents[event_id] == hit(9)
    assert [(note.code, note.data["events"]) for note in again.notes] == [("from_journal", 1)]
    assert again.share().is_shared
    assert event_id in folder.on_disk()


def test_memory_holds_what_a_restart_would_read(folder: Folder) -> None:
    save = folder.save_with_hits(0)
    document: JsonObject = {"pair": (1, 2)}
    event_id = save.append(document)
    document["pair"] = "changed"
    assert save.documents[event_id] == {"pair": [1, 2]}


def test_a_campaign_is_not_begun_over_another(folder: Folder) -> None:
    folder.save_with_hits(2)
    before = folder.path.read_bytes()
    folder.path.with_name("torre.json.lock").unlink()
    with pytest.raises(Refusal, match="save_exists"):
        folder.create()
    assert folder.path.read_bytes() == before
    assert not folder.path.with_name("torre.json.lock").exists()


def test_a_first_event_says_which_campaign_begins(folder: Folder) -> None:
    folder.path.parent.mkdir()
    for document in (hit(1), {"campaign": {"id": 3}}, {"campaign": "c0ffee"}):
        with pytest.raises(Refusal, match="no_campaign"):
            Save.create(folder.path, folder.journals("ana"), document)
    assert not folder.path.exists()


def test_without_its_folder_no_campaign_is_begun(folder: Folder) -> None:
    with pytest.raises(Refusal, match="no_folder"):
        Save.create(folder.path, folder.journals("ana"), first())


def test_a_missing_campaign_is_not_opened(folder: Folder) -> None:
    with pytest.raises(Refusal, match="no_such_save"):
        folder.open()


def test_opening_writes_nothing_beside_the_save(folder: Folder) -> None:
    folder.save_with_hits(3).close()
    before = sorted(os.listdir(folder.path.parent)), folder.path.read_bytes()
    save = folder.open("bea")
    save.poll()
    assert (sorted(os.listdir(folder.path.parent)), folder.path.read_bytes()) == before


def test_sharing_without_news_writes_nothing(folder: Folder) -> None:
    save = folder.save_with_hits(3)
    before = folder.path.stat()
    assert save.share().is_shared
    assert folder.path.stat() == before


def test_a_rejected_event_stays_in_the_save_and_is_not_shown(folder: Folder) -> None:
    def no_dragons(_event_id: str, entry: Entry) -> None:
        if entry.document.get("target") == "dragon":
            raise Refusal("no_dragons")

    ana = folder.save_with_hits(1)
    dragon = ana.append({"target": "dragon"})
    ana.share()
    bea = Save.open(folder.path, folder.journals("bea"), no_dragons)
    assert dragon not in bea.documents
    assert [note.code for note in bea.notes] == ["withheld"]
    with pytest.raises(Refusal, match="no_dragons"):
        bea.append({"target": "dragon"})
    bea.append(hit(2))
    bea.share()
    assert dragon in folder.on_disk()


def test_a_leap_in_the_numbers_does_not_use_them_up(folder: Folder) -> None:
    save = folder.save_with_hits(2)
    last = save.append(hit(7))
    save.share()
    forged = Folder(folder.root / "forged")
    _copy_with(folder, forged, last.encode(), b"9999999999-0badcafe")
    bea = Save.open(forged.path, forged.journals("bea"))
    assert number_of(bea.append(hit(8))) == 4
    assert bea.share().is_shared
    assert "9999999999-0badcafe" in forged.on_disk() - set(bea.documents)


def test_in_a_read_only_folder_a_campaign_is_played_but_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_file, "SETTLING", 0)
    with TemporaryDirectory() as root:
        folder = Folder(Path(root))
        folder.save_with_hits(2)
        folder.root.chmod(0o755)
        folder.journals("nobody").mkdir()
        folder.journals("nobody").chmod(0o777)
        folder.path.parent.chmod(0o555)
        folder.path.chmod(0o444)
        assert as_nobody(lambda: _play_and_share(folder)) == "failed no_permission 1"
        folder.path.parent.chmod(0o755)


def _play_and_share(folder: Folder) -> str:
    save = folder.open("nobody")
    save.append(hit(1))
    sharing = save.share()
    return f"{sharing.status} {sharing.refusal and sharing.refusal.code} {save.unshared_count}"


def test_a_full_disk_leaves_the_save_whole_and_the_action_safe(folder: Folder) -> None:
    folder.save_with_hits(200)
    before = folder.path.read_bytes()
    bea = folder.open("bea")
    event_id = bea.append(hit(7))
    for limit in range(0, len(before), 2048):
        with _files_no_bigger_than(limit):
            sharing = bea.share()
        assert (sharing.status, sharing.refusal and sharing.refusal.code) == ("failed", "disk_full")
        assert folder.path.read_bytes() == before
    assert not list(folder.path.parent.glob("*.tmp-*"))
    assert bea.share().is_shared
    assert event_id in folder.on_disk()


def test_a_save_replaced_by_an_older_copy_gets_back_what_it_lost(folder: Folder) -> None:
    save = folder.save_with_hits(3)
    old = folder.path.read_bytes()
    save.append(hit(9))
    save.share()
    folder.path.write_bytes(old)
    assert save.poll() == {}
    assert save.unshared_count == 1
    sharing = save.share()
    assert [(note.code, note.data["events"]) for note in sharing.notes] == [("put_back", 1)]
    assert folder.on_disk() == set(save.documents)


def test_a_save_replaced_while_nobody_plays_gets_back_what_it_lost(folder: Folder) -> None:
    save = folder.save_with_hits(3)
    old = folder.path.read_bytes()
    event_id = save.append(hit(9))
    save.share()
    save.close()
    folder.path.write_bytes(old)
    folder.backup.unlink()
    save = folder.open()
    assert event_id in save.documents
    assert save.share().is_shared
    assert event_id in folder.on_disk()


@pytest.mark.parametrize("playing", [True, False])
def test_a_deleted_save_comes_back_with_what_others_did_too(folder: Folder, *, playing: bool) -> None:
    ana = folder.save_with_hits(2)
    bea = folder.open("bea")
    bea.append(hit(5))
    bea.share()
    ana.share()
    everything = set(bea.documents)
    for path in folder.path.parent.iterdir():
        path.unlink()
    if not playing:
        ana.close()
        ana = folder.open()
        assert [note.code for note in ana.notes] == ["gone"]
    ana.poll()
    assert ana.share().is_shared
    assert folder.on_disk() == everything


@pytest.mark.parametrize("elsewhere", ["otra.txt", "¡otra!.json", None])
def test_a_save_renamed_or_deleted_during_play_is_written_again_and_reported(
    folder: Folder, elsewhere: str | None
) -> None:
    save = folder.save_with_hits(2)
    shutil.copy(folder.path, folder.path.with_name("a copy by hand.json"))
    other = folder.path.with_name(elsewhere or "deleted.json")
    folder.path.rename(other)
    if elsewhere is None:
        other.unlink()
    save.poll()
    mine = save.append(hit(1))
    (told,) = save.share().notes
    if other.suffix == SUFFIX and other.exists():
        assert (told.code, told.data) == ("renamed", {"name": "torre", "other": other.stem})
        merge([folder.path, other], other)
        assert mine in Save.open(other, folder.journals("bea")).documents
    else:
        assert (told.code, told.data) == ("written_again", {"name": "torre"})
    assert folder.on_disk() == set(save.documents)
    assert save.share().notes == ()


def test_a_deleted_save_comes_back_with_events_that_only_its_backup_has(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    bea = folder.open("bea")
    event_id = bea.append(hit(5))
    for amount in (6, 7):
        assert bea.share().is_shared
        bea.append(hit(amount))
    folder.path.unlink()
    ana.append(hit(8))
    assert ana.share().is_shared
    assert event_id in folder.on_disk()


def test_events_of_others_are_journalled_even_if_the_save_cannot_be_written(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path, *_: bytes, **__: object) -> None:
        raise files.refusal_of(OSError(errno.ENOSPC, "full"), path)

    bea = folder.save_with_hits(1, "bea")
    ana = folder.open()
    event_id = bea.append(hit(5))
    assert bea.share().is_shared
    ana.append(hit(6))
    monkeypatch.setattr(files, "replace", fails)
    assert not ana.share().is_shared
    folder.path.unlink()
    folder.backup.unlink()
    assert event_id in folder.open().documents


def test_another_campaign_in_its_place_is_left_alone(folder: Folder) -> None:
    save = folder.save_with_hits(2)
    other = Folder(folder.root / "elsewhere")
    other.path.parent.mkdir(parents=True)
    Save.create(other.path, other.journals("ana"), first("facade", "Otra"))
    shutil.copy(other.path, folder.path)
    before = folder.path.read_bytes()
    assert save.poll() == {}
    event_id = save.append(hit(1))
    for _ in range(2):
        refusal = save.share().refusal
        assert refusal is not None
        assert refusal.code == "other_campaign"
    assert folder.path.read_bytes() == before
    assert event_id not in folder.open().documents


def test_two_versions_of_one_event_become_one_everywhere_and_both_are_kept(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    event_id = ana.append(hit(5))
    ana.share()
    forged = Folder(folder.root / "forged")
    _copy_with(folder, forged, b'"amount":5', b'"amount":1')
    bea = Save.open(forged.path, forged.journals("bea"))
    assert bea.documents[event_id] == hit(1)
    shutil.copy(forged.path, folder.path)
    ana.poll()
    sharing = ana.share()
    assert [note.code for note in sharing.notes] == ["two_versions"]
    assert len(folder.kept_files()) == 1
    shutil.copy(folder.path, forged.path)
    assert bea.poll() == {event_id: hit(5)}
    assert dict(bea.documents) == dict(ana.documents)


def test_a_version_that_replaces_the_own_one_is_reported_once_and_both_are_kept(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    event_id = ana.append(hit(5))
    ana.share()
    forged = Folder(folder.root / "forged")
    _copy_with(folder, forged, b'"amount":5', b'"amount":7')
    shutil.copy(forged.path, folder.path)
    assert [note.code for note in ana.share().notes] == ["version_replaced"]
    assert (ana.documents[event_id], ana.share().notes) == (hit(7), ())
    ana.close()
    journals = b"".join(path.read_bytes() for path in folder.journals("ana").glob("*.jsonl"))
    assert journals.count(event_id.encode()) == 2
    again = folder.open()
    assert (again.documents[event_id], again.notes) == (hit(7), ())


def _with_a_version_that_prevails(folder: Folder) -> tuple[Save, dict[str, Entry]]:
    """Return a save that is being played, and what a copy has that prevails over an event of it."""
    ana = folder.save_with_hits(1)
    event_id = ana.append(hit(5))
    ana.share()
    return ana, {event_id: write_line(event_id, hit(7))}


def test_a_save_that_another_gm_has_corrected_is_not_put_aside(folder: Folder) -> None:
    ana, rival = _with_a_version_that_prevails(folder)
    bea = folder.open("bea")
    ana.take_in(rival)
    bea.take_in(rival)
    assert [note.code for note in ana.share().notes] == ["two_versions", "version_replaced"]
    united, kept = folder.path.read_bytes(), folder.kept_files()
    assert [note.code for note in bea.share().notes] == ["version_replaced"]
    assert (folder.path.read_bytes(), folder.kept_files()) == (united, kept)


def test_only_replaced_versions_are_reported_when_the_journal_has_others(folder: Folder) -> None:
    ana, rival = _with_a_version_that_prevails(folder)
    before = folder.path.read_bytes()
    ana.take_in(rival)
    ana.share()
    ana.append(hit(1))
    ana.close()
    folder.path.write_bytes(before)
    again = folder.open()
    told = [(note.code, note.data["events"]) for note in again.notes]
    assert told == [("from_journal", 1), ("journal_prevails", 1)]
    assert [note.code for note in again.share().notes] == ["two_versions"]
    assert folder.open().notes == ()


def test_a_deleted_save_with_a_replaced_version_is_written_again(folder: Folder) -> None:
    ana, rival = _with_a_version_that_prevails(folder)
    ana.take_in(rival)
    folder.path.unlink()
    assert ana.share().is_shared
    assert folder.on_disk() == set(ana.documents)


@pytest.mark.parametrize("kind", ["folder", "pipe", "link", "big"])
def test_a_file_that_can_be_no_save_is_refused_untouched(folder: Folder, kind: str) -> None:
    save = folder.save_with_hits(1)
    real = folder.path.rename(folder.root / "real")
    if kind == "folder":
        folder.path.mkdir()
    elif kind == "pipe":
        os.mkfifo(folder.path)
    elif kind == "link":
        folder.path.symlink_to(real)
    else:
        folder.path.touch()
        os.truncate(folder.path, 1 << 32)
    before = folder.path.lstat()
    with pytest.raises(Refusal, match=r"not_a_file|save_is_link|save_too_big"):
        folder.open("bea")
    save.append(hit(1))
    assert save.poll() == {}
    assert save.share().status == "failed"
    assert folder.path.lstat() == before


def test_a_newer_format_is_left_alone(folder: Folder) -> None:
    save = folder.save_with_hits(1)
    newer = folder.path.read_bytes().replace(b'"format":2', b'"format":7')
    folder.path.write_bytes(newer)
    with pytest.raises(Refusal, match="newer_format"):
        folder.open()
    save.append(hit(1))
    refusal = save.share().refusal
    assert refusal is not None
    assert refusal.code == "newer_format"
    assert folder.path.read_bytes() == newer
    assert not folder.kept_files()


def _copy_with(source: Folder, target: Folder, old: bytes, new: bytes) -> None:
    """Copy a campaign with one event changed and a checksum that agrees, as a forger would."""
    target.path.parent.mkdir(parents=True)
    head, _, rest = source.path.read_bytes().replace(old, new).partition(b"\n")
    crc = zlib.crc32(rest.removesuffix(b"\n}}\n"))
    target.path.write_bytes(re.sub(rb'"crc":\d+', b'"crc":%d' % crc, head) + b"\n" + rest)


@contextmanager
def _files_no_bigger_than(limit: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
