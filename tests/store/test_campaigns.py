import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.store.folder import Folder, first, hit
from tracker.rules.refusal import Refusal
from tracker.store import campaigns
from tracker.store.campaigns import copy_of, list_campaigns
from tracker.store.files import locked
from tracker.store.save import Save
from tracker.store.save_format import FORMAT, TITLE_LENGTH


def test_campaigns_are_listed_the_last_played_first(folder: Folder) -> None:
    folder.save_with_hits(3)
    other = folder.path.with_name("Otra.json")
    Save.create(other, folder.journals("ana"), first("facade", "Otra\x1b[2J"))
    os.utime(folder.path, (1, 1))
    found = list_campaigns(folder.path.parent)
    assert [(each.name, each.title, each.system) for each in found] == [
        ("Otra", "Otra\ufffd[2J", "chronicle"),
        ("torre", "La Torre", "chronicle"),
    ]
    assert found[1].modified == 1
    assert found[1].size == folder.path.stat().st_size


def test_the_longest_first_line_is_read(folder: Folder) -> None:
    folder.path.parent.mkdir()
    title = "𝔐" * TITLE_LENGTH
    Save.create(folder.path, folder.journals("ana"), first("𝔠" * 64, title))
    assert list_campaigns(folder.path.parent)[0].title == title


def test_an_unreadable_file_is_listed_with_the_reason(folder: Folder) -> None:
    saves = folder.path.parent
    saves.mkdir()
    (saves / "empty.json").touch()
    (saves / "link.json").symlink_to("nowhere")
    (saves / "folder.json").mkdir()
    os.mkfifo(saves / "pipe.json")
    (saves / "newer.json").write_text(f'{{"meta":{{"1":{{"format":{FORMAT + 1}}}}},"events":{{\n')
    (saves / "notes.txt").touch()
    (saves / ".hidden.json").touch()
    found = {each.name: each.refusal.code for each in list_campaigns(saves) if each.refusal}
    assert found == {
        "empty": "save_damaged",
        "link": "save_is_link",
        "folder": "not_a_file",
        "pipe": "not_a_file",
        "newer": "newer_format",
    }


def test_a_missing_folder_has_no_campaigns(folder: Folder) -> None:
    assert list_campaigns(folder.path.parent) == ()


def test_a_copy_is_a_campaign_of_its_own(folder: Folder) -> None:
    save = folder.save_with_hits(3)
    target = folder.root / "copies"
    target.mkdir()
    paths = [copy_of(folder.path, target) for _ in range(2)]
    assert [path.name for path in paths] == ["torre.json", "torre 2.json"]
    copies = [Save.open(path, folder.journals("ana")) for path in paths]
    assert len({save.campaign.id, *(copy.campaign.id for copy in copies)}) == 3
    assert all(list(copy.documents.values())[1:] == list(map(hit, range(3))) for copy in copies)


def test_two_copies_at_once_get_two_names(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.save_with_hits(1)
    target = folder.root / "copies"
    target.mkdir()

    @contextmanager
    def after_another(path: Path) -> Iterator[None]:
        with locked(path):
            if path.name == "torre.json":
                path.write_bytes(folder.path.read_bytes())
            yield

    monkeypatch.setattr(campaigns, "locked", after_another)
    assert copy_of(folder.path, target).name == "torre 2.json"
    assert (target / "torre.json").read_bytes() == folder.path.read_bytes()


def test_a_damaged_campaign_is_not_copied(folder: Folder) -> None:
    folder.save_with_hits(1)
    folder.path.write_bytes(b"rubbish")
    with pytest.raises(Refusal, match="nothing_left"):
        copy_of(folder.path, folder.root)
