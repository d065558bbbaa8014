"""What had not reached a save follows it to its new name; what another copy has does not."""

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.store.folder import Folder, hit
from tests.store.test_crashes import Fuse, PowerCut
from tracker.cli.diagnosis import Diagnosis
from tracker.cli.doctor import doctor
from tracker.store.library import Library
from tracker.store.save import Save


def open_save(path: Path, folder: Folder, gm: str = "ana") -> Save:
    return Save.open(path, folder.journals(gm))


def note_data(save: Save) -> list[tuple[str, object]]:
    return [(note.code, note.data["events"]) for note in save.notes]


def leave_events(folder: Folder, events: int = 1) -> list[str]:
    """Return the ids of events that were acknowledged and not shared by a GM who is gone."""
    save = folder.save_with_hits(2)
    ids = [save.append(hit(number)) for number in range(events)]
    save.close()
    return ids


@pytest.mark.parametrize("where", ["otra.json", "../elsewhere/torre.json"])
def test_unshared_events_reach_a_renamed_save_and_are_reported(folder: Folder, where: str) -> None:
    ids = leave_events(folder, 3)
    other = folder.path.parent / where
    other.parent.mkdir(exist_ok=True)
    folder.path.rename(other)
    bea = open_save(other, folder, "bea")
    theirs = bea.append(hit(9))
    assert bea.share().is_shared

    ana = open_save(other, folder)
    assert [(note.code, note.data) for note in ana.notes] == [("left_behind", {"events": 3, "name": "torre"})]
    assert {*ids, theirs} < set(ana.documents)
    assert ana.share().is_shared
    ana.close()
    again = open_save(other, folder)
    assert (note_data(again), set(again.documents)) == ([], set(ana.documents))
    assert {*ids} < set(open_save(other, folder, "bea").documents)
    assert not folder.path.exists()


def test_unshared_events_of_the_old_and_the_new_name_are_reported_separately(folder: Folder) -> None:
    first = leave_events(folder)
    other = folder.path.with_name("otra.json")
    folder.path.rename(other)
    ana = open_save(other, folder)
    second = ana.append(hit(5))
    ana.close()

    again = open_save(other, folder)
    assert note_data(again) == [("from_journal", 2)], (
        "once it has come in, it is in the journal of the new name"
    )
    assert {*first, second} < set(again.documents)


def test_events_of_the_own_journal_are_counted_as_before(folder: Folder) -> None:
    other = folder.path.with_name("otra.json")
    leave_events(folder)
    shutil.copy(folder.path, other)
    ana = open_save(other, folder)
    ana.append(hit(5))
    ana.close()
    folder.path.unlink()

    assert note_data(open_save(other, folder)) == [("from_journal", 1), ("left_behind", 1)]


def test_a_copy_that_is_still_there_is_another_save(folder: Folder) -> None:
    ids = leave_events(folder)
    other = folder.path.with_name("otra.json")
    shutil.copy(folder.path, other)

    ana = open_save(other, folder)
    assert (note_data(ana), set(ids) & set(ana.documents)) == ([], set())


def test_events_that_reached_a_deleted_copy_do_not_come_back(folder: Folder) -> None:
    folder.save_with_hits(2).close()
    trial = folder.path.with_name("prueba.json")
    shutil.copy(folder.path, trial)
    for gm in ("bea", "ana", "ana"):
        save = open_save(trial, folder, gm)
        save.append(hit(7))
        assert save.share().is_shared
        save.close()
    trial.unlink()

    ana = folder.open()
    assert (note_data(ana), len(ana.documents)) == ([], 3)


def test_a_journal_of_an_earlier_version_without_marks_is_left_alone(folder: Folder) -> None:
    leave_events(folder)
    for path in folder.journals("ana").iterdir():
        if path.suffix == ".shared":
            path.unlink()
            continue
        header, _, rest = path.read_bytes().partition(b"\n")
        names = json.loads(header)
        del names["marks"]
        path.write_bytes(json.dumps(names).encode() + b"\n" + rest)
    other = folder.path.with_name("otra.json")
    folder.path.rename(other)
    assert note_data(open_save(other, folder)) == []
    other.rename(folder.path)

    save = folder.open()  # this version goes on with that journal, and marks it
    assert save.share().is_shared
    mine = save.append(hit(5))
    save.close()
    folder.path.rename(other)
    again = open_save(other, folder)
    assert (note_data(again), mine in again.documents) == ([("left_behind", 1)], True)


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"no\n", b"\xff\n", b"0" * 100])
def test_a_file_that_is_no_journal_brings_nothing(folder: Folder, damage: bytes) -> None:
    leave_events(folder)
    for path in folder.journals("ana").glob("*.jsonl"):
        path.write_bytes(damage)
    other = folder.path.with_name("otra.json")
    folder.path.rename(other)
    assert note_data(open_save(other, folder)) == []


@pytest.mark.parametrize("gone", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_the_mark_of_a_deleted_journal_hides_nothing_of_the_next_journal(
    folder: Folder, gone: Callable[[Path], object]
) -> None:
    folder.save_with_hits(20).close()
    for path in folder.journals("ana").glob("*.jsonl"):
        gone(path)
    save = folder.open()
    mine = save.append(hit(5))
    save.close()
    other = folder.path.with_name("otra.json")
    folder.path.rename(other)

    again = open_save(other, folder)
    assert (note_data(again), mine in again.documents) == ([("left_behind", 1)], True)


def test_the_library_of_another_folder_is_not_taken_for_a_renamed_one(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "_library-chronicle.json"
        campaign = Library(path, tmp_path / "own", "chronicle", "ana", lambda: 0)._find_or_create()
        campaign.save.append({"gm": "ana", "at": 0, "clock": 0})
        campaign.close()
    (tmp_path / "one" / "_library-chronicle.json").unlink()
    assert note_data(Save.open(path, tmp_path / "own")) == [("from_journal", 1)]


def test_a_crash_at_any_system_call_and_a_new_name_lose_nothing_acknowledged(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for blows_at in range(1, 200):
        each = Folder(folder.root / str(blows_at))
        acknowledged = set(each.save_with_hits(2).documents)
        with monkeypatch.context() as patch:
            save = each.open()
            fuse = Fuse(patch, blows_at, PowerCut)
            with suppress(PowerCut):
                for amount in range(2):
                    acknowledged.add(save.append(hit(amount)))
                    save.share()
        other = each.path.with_name("otra.json")
        each.path.rename(other)
        assert acknowledged <= set(open_save(other, each).documents)
        if not fuse.blown:
            assert blows_at > 20
            return
    pytest.fail("the fuse never held")


def test_the_doctor_finds_it_and_brings_it_in(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    leave_events(folder)
    other = folder.path.with_name("otra.json")
    folder.path.rename(other)

    assert not doctor(other, "otra", folder.journals("ana"), Diagnosis(as_json=False), repair=False)
    assert "Le falta un suceso que está en tu diario y no llegó a «torre»" in capsys.readouterr().out
    assert doctor(other, "otra", folder.journals("ana"), Diagnosis(as_json=False), repair=True)
    assert doctor(other, "otra", folder.journals("ana"), Diagnosis(as_json=False), repair=False)
