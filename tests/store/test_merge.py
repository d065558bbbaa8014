"""Copies that went apart become one, whoever unites them, in whatever order, and none loses a line."""

import itertools
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.folder import ROOT, Folder, first, hit
from tests.trials import Trials, each_of
from tracker.cli.git_setup import driver, mend, set_up
from tracker.rules.refusal import Refusal
from tracker.store.campaigns import list_campaigns
from tracker.store.event_line import Entry, write_line
from tracker.store.merge import conflict_copies, merge, original_of
from tracker.store.save import Save
from tracker.store.save_format import decode


def replicas(root: Path, chance: random.Random, hosts: int = 3) -> tuple[list[Folder], set[str]]:
    """Return hosts whose copies of one campaign went apart, and the ids of all that was done."""
    origin = Folder(root / "origin")
    everything = set(origin.save_with_hits(chance.randrange(4)).documents)
    folders = [Folder(root / f"host{number}") for number in range(hosts)]
    for number, folder in enumerate(folders):
        shutil.copytree(origin.path.parent, folder.path.parent)
        save = folder.open(f"gm{number}")
        everything |= {save.append(hit(chance.randrange(9))) for _ in range(chance.randrange(5))}
        assert save.share().is_shared
        save.close()
    return folders, everything


@pytest.mark.parametrize("times", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_copies_united_in_any_order_make_equal_bytes_and_lose_nothing(
    tmp_path: Path, trials: Trials, times: int
) -> None:
    trials("three copies apart, united in six orders", times)
    for trial in range(times):
        root = tmp_path / str(trial)
        chance = random.Random(trial)
        folders, everything = replicas(root, chance)
        results = set()
        for number, order in enumerate(itertools.permutations(folders)):
            target = root / f"{number}.json"
            merge([folder.path for folder in order], target)
            results.add(target.read_bytes())
        chance.shuffle(folders)
        step = root / "step.json"
        merge([folder.path for folder in folders[:2]], step)
        merge([folders[2].path, step], step)
        results.add(step.read_bytes())
        assert len(results) == 1
        assert set(decode(results.pop()).entries) == everything
        shutil.rmtree(root)


def test_a_torn_copy_gives_its_readable_events(tmp_path: Path) -> None:
    (one, other, _), everything = replicas(tmp_path, random.Random(3))
    whole = other.path.read_bytes()
    other.path.write_bytes(whole[:-1])
    target = tmp_path / "all.json"
    merge([one.path, other.path, tmp_path / "host2/saves/torre.json"], target)
    assert set(decode(target.read_bytes()).entries) == everything
    assert other.path.read_bytes() == whole[:-1]


def test_a_save_may_be_united_into_itself_and_what_it_was_stays_beside_it(folder: Folder) -> None:
    folders, everything = replicas(folder.root, random.Random(5))
    target = folders[0].path
    before = target.read_bytes()
    merge([each.path for each in folders], target)
    assert set(decode(target.read_bytes()).entries) == everything
    assert folders[0].backup.read_bytes() == before


def test_no_other_file_is_overwritten(folder: Folder) -> None:
    folder.save_with_hits(2)
    other = folder.path.with_name("notas.json")
    other.write_text("mine")
    with pytest.raises(Refusal, match="save_exists"):
        merge([folder.path], other)
    assert other.read_text() == "mine"
    with pytest.raises(Refusal, match="nothing_left"):
        merge([other], other)
    assert not other.with_name("notas.json.lock").exists()


def test_only_copies_of_one_campaign_are_united(folder: Folder) -> None:
    folder.save_with_hits(2)
    other = folder.path.with_name("otra.json")
    Save.create(other, folder.journals("ana"), first("facade", "Otra"))
    with pytest.raises(Refusal, match="different_campaigns"):
        merge([folder.path, other], folder.root / "all.json")
    assert not (folder.root / "all.json").exists()


def test_a_file_that_is_no_save_is_refused_in_words(folder: Folder) -> None:
    folder.path.parent.mkdir()
    folder.path.write_text("rubbish")
    with pytest.raises(Refusal, match="nothing_left"):
        merge([folder.path], folder.root / "all.json")


@each_of(
    ("name", "original"),
    [
        ("torre.sync-conflict-20261122-003000-ABCDEFG.json", "torre.json"),
        ("torre (1).json", "torre.json"),
        ("La Torre (Ana's conflicted copy 2026-11-22).json", "La Torre.json"),
        ("torre (conflicted copy 2026-11-22 003000).json", "torre.json"),
        ("torre (copia en conflicto de Ana 2026-11-22).json", "torre.json"),
        ("torre_conflict-20261122-003000.json", "torre.json"),
        ("torre.json", None),
        ("torre 2.json", None),
        ("torre (uno).json", None),
        ("torre (1).txt", None),
    ],
)
def test_a_conflict_copy_is_known_by_its_name(name: str, original: str | None) -> None:
    found = original_of(Path(name))
    assert (found and found.name) == original


def test_conflict_copies_are_found_united_and_not_listed_as_campaigns(folder: Folder) -> None:
    ana = folder.save_with_hits(2)
    copy = folder.path.with_name("torre.sync-conflict-20261122-003000-ABCDEFG.json")
    elsewhere = Folder(folder.root / "elsewhere")
    shutil.copytree(folder.path.parent, elsewhere.path.parent)
    bea = elsewhere.open("bea")
    event_id = bea.append(hit(7))
    bea.share()
    shutil.copy(elsewhere.path, copy)
    Save.create(folder.path.with_name("torre (1).json"), folder.journals("ana"), first("facade", "Otra"))
    assert [found.path for found in conflict_copies(folder.path, "c0ffee")] == [copy]
    assert sorted(each.name for each in list_campaigns(folder.path.parent)) == ["torre", "torre (1)"]
    (found,) = conflict_copies(folder.path, "c0ffee")
    assert ana.take_in(found.entries) == 1
    assert ana.share().is_shared
    assert event_id in folder.on_disk()


@pytest.mark.parametrize(
    "name",
    [
        *(
            "torre (Copia en conflicto de Ana 2026-11-26).json",
            "torre (Sam's conflicting copy 2022-08-30).json",
        ),
        *("torre-hilap.json", "torre - copia.json", "torre copy.json", "torre 2.json", "torre~HEAD.json"),
        *("Copia de torre.json", "Copy of torre.json", "otra cosa.json"),
    ],
)
def test_a_copy_is_known_by_its_campaign_and_not_by_its_name(folder: Folder, name: str) -> None:
    folder.save_with_hits(2).close()
    elsewhere, copy = Folder(folder.root / "elsewhere"), folder.path.with_name(name)
    shutil.copytree(folder.path.parent, elsewhere.path.parent)
    bea = elsewhere.open("bea")
    event_id = bea.append(hit(7))
    bea.share()
    bea.close()
    shutil.copy(elsewhere.path, copy)
    os.utime(copy, (1, 1))
    Save.create(
        folder.path.with_name("torre 3.json"), folder.journals("ana"), first("facade", "Otra")
    ).close()
    (folder.path.with_name("app.json")).write_text('{"a": 1}')
    listed = {each.name: each.copies for each in list_campaigns(folder.path.parent) if not each.refusal}
    assert listed == {"torre": 1, "torre 3": 0}
    (found,) = conflict_copies(folder.path, "c0ffee")
    assert found.path == copy
    ana = folder.open("ana")
    ana.take_in(found.entries)
    assert ana.share().is_shared
    assert event_id in folder.on_disk()
    (given,) = conflict_copies(copy, "c0ffee") if "torre" not in name else (None,)
    assert given is None or given.path == folder.path


def test_a_version_in_a_conflict_copy_that_prevails_goes_into_the_save_too(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    event_id = ana.append(hit(1))
    ana.share()
    before = folder.path.read_bytes()
    (entry,) = [e for key, e in decode(before).entries.items() if key == event_id]
    rival = Entry(entry.line.replace(b'"amount":1', b'"amount":5'))
    ana.take_in({event_id: rival})
    assert ana.share().is_shared
    assert decode(folder.path.read_bytes()).entries[event_id].document == hit(5)
    assert [path.read_bytes() for path in folder.kept_files()] == [before]


def test_a_copy_that_begins_earlier_is_where_the_campaign_begins(folder: Folder) -> None:
    ana, earlier = folder.save_with_hits(2), "0000000001-00000000"
    ana.take_in({earlier: write_line(earlier, first(title="El Faro"))})
    assert ana.share().is_shared
    assert decode(folder.path.read_bytes()).campaign.title == "El Faro"
    assert folder.open("bea").notes == ()


def git(where: Path, *words: str) -> subprocess.CompletedProcess[str]:
    who = dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "gm")
    mail = dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "gm@example.org")
    environment = {**os.environ, **who, **mail, "PYTHONPATH": str(ROOT), "GIT_CONFIG_GLOBAL": os.devnull}
    return subprocess.run(
        ["git", "-C", str(where), *words], capture_output=True, text=True, check=False, env=environment
    )


def commit_shadows(folder: Path, witness: Path) -> None:
    """Commit to a repository a package and modules that Python would import if it searched there."""
    (folder / "tracker").mkdir()
    leave = f"open({str(witness)!r}, 'a').close()\n"
    for name in (
        "tracker/__init__.py",
        "tracker/__main__.py",
        "sitecustomize.py",
        "usercustomize.py",
        "json.py",
    ):
        (folder / name).write_text(leave)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "shadows")


@pytest.mark.parametrize("path", ["", ".", "relative"])
def test_the_merge_driver_runs_no_code_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    folder, witness = Folder(tmp_path / "one"), tmp_path / "witness"
    folder.save_with_hits(2).close()
    where = folder.path.parent
    git(where, "init", "-q", "-b", "main")
    set_up(where)
    git(where, "add", ".")
    git(where, "commit", "-qm", "begin")
    commit_shadows(where, witness)
    everything: set[str] = set()
    for branch in ("ana", "bea"):
        git(where, "checkout", "-q", "-b", branch, "main")
        save = folder.open(branch)
        save.append(hit(3))
        save.share()
        everything |= set(save.documents)
        save.close()
        git(where, "commit", "-qam", branch)
    merged = subprocess.run(
        ["git", "-C", str(where), "merge", "-q", "--no-edit", "ana"],
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": path,
            "GIT_AUTHOR_NAME": "gm",
            "GIT_AUTHOR_EMAIL": "gm@example.org",
            "GIT_COMMITTER_NAME": "gm",
            "GIT_COMMITTER_EMAIL": "gm@example.org",
        },
    )
    assert merged.returncode == 0
    assert folder.on_disk() == everything
    assert not witness.exists()


@pytest.mark.parametrize("path", [".", "", ".:"])
def test_a_program_named_git_in_the_current_folder_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    witness = tmp_path / "witness"
    program = tmp_path / "git"
    program.write_text(f"#!/bin/sh\ntouch {witness}\n")
    program.chmod(0o755)
    git(tmp_path, "init", "-q")
    monkeypatch.setenv("PATH", f"{path}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    set_up(tmp_path)
    mend(tmp_path)
    assert not witness.exists()
    monkeypatch.setenv("PATH", path)
    with pytest.raises(Refusal, match="no_git"):
        set_up(tmp_path)
    assert not witness.exists()


@pytest.mark.parametrize("name", [".gitattributes", ".gitignore"])
def test_a_link_that_was_pushed_is_not_written_through(tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("# own\n")
    folder = tmp_path / "saves"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / name).symlink_to(victim)
    with pytest.raises(Refusal, match="save_is_link"):
        set_up(folder)
    assert victim.read_text() == "# own\n"


def test_a_driver_of_an_earlier_version_is_replaced_when_the_program_starts(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    key = "merge.tracker-save.driver"
    git(tmp_path, "config", key, "/usr/bin/python3 -m tracker merge --git %O %A %B")
    mend(tmp_path)
    assert git(tmp_path, "config", "--get", key).stdout.strip() == driver()


@pytest.mark.parametrize("written", ["", "own-tool %A"])
def test_a_driver_of_another_program_is_left_alone(tmp_path: Path, written: str) -> None:
    git(tmp_path, "init", "-q")
    key = "merge.tracker-save.driver"
    if written:
        git(tmp_path, "config", key, written)
    mend(tmp_path)
    assert git(tmp_path, "config", "--get", key).stdout.strip() == written


def pulled_repository(root: Path, *, driver: bool) -> tuple[Folder, set[str], int]:
    """Return a repository that pulled what another GM did meanwhile, all that was done, and git's answer."""
    one, other = Folder(root / "one"), Folder(root / "other")
    everything = set(one.save_with_hits(2).documents)
    git(one.path.parent, "init", "-q", "-b", "main")
    if driver:
        assert len(set_up(one.path.parent)) == 11
        assert set_up(one.path.parent) == []
    git(one.path.parent, "add", "--", "torre.json", *([".gitattributes"] if driver else []))
    assert git(one.path.parent, "commit", "-qm", "begin").returncode == 0
    git(root, "clone", "-q", str(one.path.parent), str(other.path.parent))
    if driver:
        set_up(other.path.parent)
    for folder, gm in ((one, "ana"), (other, "bea")):
        save = folder.open(gm)
        everything |= {save.append(hit(number)) for number in range(3)}
        save.share()
        save.close()
        git(folder.path.parent, "commit", "-qam", gm)
    return other, everything, git(other.path.parent, "pull", "-q", "--no-rebase", "--no-edit").returncode


def test_git_unites_two_branches_by_itself_once_it_is_set_up(tmp_path: Path) -> None:
    folder, everything, answer = pulled_repository(tmp_path, driver=True)
    assert answer == 0
    assert folder.on_disk() == everything


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_a_save_with_git_conflict_marks_opens_without_loss(
    tmp_path: Path, trials: Trials, times: int
) -> None:
    trials("git pull that leaves conflict marks", times)
    for trial in range(times):
        folder, everything, answer = pulled_repository(tmp_path / str(trial), driver=False)
        assert answer != 0
        assert b"<<<<<<< " in folder.path.read_bytes()
        save = folder.open("new")
        assert set(save.documents) == everything
        assert [note.code for note in save.notes] == ["git_conflict"]
        assert save.share().is_shared
        assert folder.on_disk() == everything


def test_git_gets_an_error_for_an_impossible_merge(folder: Folder) -> None:
    folder.save_with_hits(1)
    other = folder.path.with_name("otra.json")
    Save.create(other, folder.journals("ana"), first("facade", "Otra"))
    before = folder.path.read_bytes()
    command = [sys.executable, "-m", "tracker", "merge", "--git", str(other), str(folder.path), str(other)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert "campañas distintas" in done.stderr
    assert folder.path.read_bytes() == before


def test_git_setup_outside_a_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no_git"):
        set_up(tmp_path)
