"""What git does with files that are no saves in a repository that `git-setup` has set up: as without it."""

import re
import shutil
from pathlib import Path

import pytest

from tests.store.folder import Folder, first, hit
from tests.store.test_merge import git
from tests.trials import one_in, one_of
from tracker.cli.git_setup import driver, set_up
from tracker.store.campaigns import copy_of
from tracker.store.files import kept_suffix
from tracker.store.git import IGNORED
from tracker.store.save import Save

Side = bytes | None
"""The content of a file on one side; None where it is not there."""
BASE = b'{\n "a": 1,\n "b": 2,\n "c": 3,\n "d": 4\n}\n'
CASES: dict[str, tuple[Side, Side, Side]] = {
    "both change the same line": (BASE, BASE.replace(b"2", b"20"), BASE.replace(b"2", b"21")),
    "two conflicts": (
        BASE,
        BASE.replace(b"1", b"10").replace(b"4", b"40"),
        BASE.replace(b"1", b"11").replace(b"4", b"41"),
    ),
    "each changes another line": (BASE, BASE.replace(b"1", b"10"), BASE.replace(b"4", b"40")),
    "both change alike": (BASE, BASE.replace(b"1", b"10"), BASE.replace(b"1", b"10")),
    "only ours": (BASE, BASE.replace(b"1", b"10"), BASE),
    "only theirs": (BASE, BASE, BASE.replace(b"1", b"10")),
    "deleted here": (BASE, None, BASE.replace(b"1", b"10")),
    "deleted there": (BASE, BASE.replace(b"1", b"10"), None),
    "both add": (None, b'{"a": 1}\n', b'{"a": 2}\n'),
    "binary": (b"{\0}", b"{\0a}", b"{\0b}"),
    "emptied there": (BASE, BASE.replace(b"1", b"10"), b""),
    "no JSON at all": (b"one\n", b"two\n", b"three\n"),
    "a table of TinyDB": (
        b'{"_default": {"1": {"a": 1}}}',
        b'{"_default": {"1": {"a": 2}}}',
        b'{"_default": {"1": {"a": 3}}}',
    ),
}
NAMES = ("ñandú 'y' $HOME.json", "with two  blanks.json", "sub/folder/app.json", "-x.json", "app.json")


def put(folder: Path, name: str, content: Side) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)


def merge_branches(folder: Path, name: str, sides: tuple[Side, Side, Side]) -> tuple[int, Side, str]:
    """Merge two branches that changed a file; return git's exit code, the file, and the index."""
    base, ours, theirs = sides
    git(folder, "init", "-q", "-b", "main")
    put(folder, name, base)
    put(folder, "other.txt", b"1")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "begin")
    for branch, content in (("theirs", theirs), ("main", ours)):
        git(folder, "checkout", "-q", *(["-b", branch] if branch == "theirs" else [branch]))
        put(folder, name, content)
        put(folder, f"{branch}.txt", b"1")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", branch)
    done = git(folder, "merge", "--no-edit", "theirs")
    path = folder / name
    index = git(folder, "ls-files", "--unmerged").stdout
    return done.returncode, path.read_bytes() if path.exists() else None, index


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A repository that knows nothing of the program, and one that is set up."""
    plain, ours = tmp_path / "plain", tmp_path / "ours"
    for folder in (plain, ours):
        folder.mkdir()
        git(folder, "init", "-q", "-b", "main")
    set_up(ours)
    return plain, ours


@pytest.mark.parametrize("case", one_in(4, CASES))
def test_a_file_that_is_no_save_is_merged_as_without_the_driver(
    folders: tuple[Path, Path], case: str
) -> None:
    plain, ours = folders
    assert merge_branches(ours, "app.json", CASES[case]) == merge_branches(plain, "app.json", CASES[case])


@pytest.mark.parametrize("name", one_of(NAMES))
def test_whatever_the_name_of_the_file(folders: tuple[Path, Path], name: str) -> None:
    plain, ours = folders
    sides = CASES["both change the same line"]
    code, content, index = merge_branches(ours, name, sides)
    assert (code, content, index) == merge_branches(plain, name, sides)
    assert content is not None
    assert content.count(b"<<<<<<< HEAD\n") == content.count(b">>>>>>> theirs\n") == 1


def diverged_saves(root: Path, times: int) -> tuple[bytes, bytes, bytes, set[str]]:
    """Return a save before two GMs went apart, both of theirs, and every event."""
    one, other = Folder(root / "one"), Folder(root / "other")
    one.save_with_hits(2).close()
    base, sides, everything = one.path.read_bytes(), [], set(one.on_disk())
    shutil.copytree(one.path.parent, other.path.parent)
    for folder in (one, other):
        save = folder.open(folder.path.parent.parent.name)
        everything |= {save.append(hit(number)) for number in range(times)}
        assert save.share().is_shared
        save.close()
        sides.append(folder.path.read_bytes())
    return base, sides[0], sides[1], everything


@pytest.mark.parametrize("name", one_of(["saves/La torre de Ana.json", "Torre.json"]))
def test_a_save_is_united_wherever_it_lies(folders: tuple[Path, Path], tmp_path: Path, name: str) -> None:
    base, ours, theirs, everything = diverged_saves(tmp_path, 3)
    code, content, index = merge_branches(folders[1], name, (base, ours, theirs))
    assert (code, index) == (0, "")
    assert content is not None
    assert {each for each in everything if each.encode() in content} == everything
    assert b"<<<<" not in content


def test_a_save_on_one_side_only_is_marked_and_not_replaced(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    base, ours, _theirs, _all = diverged_saves(tmp_path, 2)
    for number, sides in enumerate([(base, ours, BASE), (base, BASE, ours)]):
        results = []
        for folder in folders:
            where = folder / str(number)
            where.mkdir()
            git(where, "init", "-q", "-b", "main")
            if folder is folders[1]:
                set_up(where)
            results.append(merge_branches(where, "app.json", sides))
        assert results[0] == results[1]
        assert results[0][0] == 1


def test_two_campaigns_of_one_name_are_refused_by_the_name_of_the_file(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    _base, one, _theirs, _all = diverged_saves(tmp_path, 1)
    other = Folder(tmp_path / "else")
    other.path.parent.mkdir(parents=True)
    Save.create(other.path, other.journals("ana"), first("facade", "Otra")).close()
    folder = folders[1]
    code, content, _index = merge_branches(folder, "La torre.json", (None, one, other.path.read_bytes()))
    assert (code, content) == (1, one)
    git(folder, "merge", "--abort")
    said = git(folder, "merge", "--no-edit", "theirs")
    assert "La torre.json (HEAD) y La torre.json (theirs)" in said.stderr + said.stdout
    assert ".merge_file" not in said.stderr + said.stdout


def test_a_set_up_of_an_earlier_version_is_mended(folders: tuple[Path, Path]) -> None:
    plain, folder = folders
    old = driver().partition(" -- ")[0] + " %O %A %B"
    git(folder, "config", "merge.tracker-save.driver", old)
    (folder / ".gitignore").write_text("*.log\n*.json.*\n.*.json.here-*\nbuild/\n")
    sides = CASES["both change the same line"]
    assert set_up(folder)
    assert set_up(folder) == []
    assert (folder / ".gitignore").read_text().splitlines() == [
        *("*.log", ".*.json.here-*", "build/"),
        *(line for line in IGNORED if line != ".*.json.here-*"),
    ]
    assert git(folder, "config", "--get", "merge.tracker-save.driver").stdout.strip() == driver()
    assert merge_branches(folder, "app.json", sides) == merge_branches(plain, "app.json", sides)


def test_only_files_of_the_program_are_ignored(folders: tuple[Path, Path], tmp_path: Path) -> None:
    folder = folders[1]
    base, *_ = diverged_saves(tmp_path, 1)
    put(folder, "Torre.json", base)
    set_up(folder)
    copy_of(folder / "Torre.json", folder, "made later")
    ours = [
        *(f"Torre.json{each}" for each in (".lock", ".bak", ".tmp-12-abcdef", kept_suffix(b"x"))),
        *(f"Torre.json{kept_suffix(b'x', 'merged')}", ".Torre.json.here-0a1b2c3d"),
        *("made later.json.lock", "made later.json.bak", "_library-chronicle.json.lock"),
    ]
    theirs = [
        *("app.json.gz", "app.json.example", "app.json.orig", "x.json.d.ts", "app.json.map"),
        *("app.json.bak", "app.json.lock", "app.json.tmp-1", "app.json.corrupt-1", "sub/Torre.json.lock"),
    ]
    for name in (*ours, *theirs):
        put(folder, name, b"1")
    listed = git(folder, "ls-files", "--others", "--exclude-standard").stdout.split("\n")
    saves = {"Torre.json", "made later.json"}
    assert {each for each in listed if re.search("json", each)} == {*theirs, *saves}
    assert set_up(folder) == []


def test_a_folder_that_is_not_set_up_is_left_alone(folders: tuple[Path, Path], tmp_path: Path) -> None:
    plain, _ours = folders
    put(plain, ".gitignore", b"build/")
    put(plain, "Torre.json", diverged_saves(tmp_path, 1)[0])
    copy_of(plain / "Torre.json", plain, "other")
    assert (plain / ".gitignore").read_bytes() == b"build/"


def test_a_save_is_united_in_every_folder_of_the_repository(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    base, ours, theirs, everything = diverged_saves(tmp_path, 2)
    folder, name = folders[1], "other/deep/La torre ñ.json"
    (folder / ".gitattributes").unlink()
    put(folder, name, base)
    put(folder, "node/app.json", BASE)
    assert set_up(folder)
    assert set_up(folder) == []
    assert not (folder / "node" / ".gitattributes").exists()
    code, content, index = merge_branches(folder, name, (base, ours, theirs))
    assert (code, index) == (0, "")
    assert content is not None
    assert all(each.encode() in content for each in everything)


@pytest.mark.parametrize("own", ["app.json -merge", "app.json merge=union", "app.json binary"])
def test_what_the_gm_has_decided_about_a_file_counts(tmp_path: Path, own: str) -> None:
    results = []
    for name in ("plain", "ours"):
        folder = tmp_path / name
        folder.mkdir()
        git(folder, "init", "-q", "-b", "main")
        put(folder, ".gitattributes", own.encode())
        if name == "ours":
            set_up(folder)
        results.append(merge_branches(folder, "app.json", CASES["both change the same line"]))
    assert results[0] == results[1]


def test_a_save_is_united_whatever_the_gm_has_decided_about_other_files(tmp_path: Path) -> None:
    base, ours, theirs, _all = diverged_saves(tmp_path, 2)
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    put(folder, ".gitattributes", b"*.json -merge\n")
    put(folder, "La torre.json", base)
    set_up(folder)
    assert set_up(folder) == []
    code, content, index = merge_branches(folder, "La torre.json", (base, ours, theirs))
    assert (code, index) == (0, "")
    assert content is not None
    assert b"<<<" not in content
