"""The doctor finds what opening finds, touches nothing unless asked, and leaves a whole save if it is."""

import os
import subprocess
from collections.abc import Callable

import pytest

from tests.play.warm import ROOT, run_warm
from tests.screens.saves import Group
from tracker.session.moves.campaign import note


@pytest.fixture
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    group = Group(tmp_path_factory.mktemp("doctor"))
    campaign = group.begin()
    campaign.play(note(campaign.session, "algo"))
    campaign.share()
    campaign.save.close()
    return group


def tracker(group: Group, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(group.root / "state")}
    return run_warm((*words, "--saves", str(group.path.parent)), environment, ROOT)


def test_a_whole_save_is_whole(group: Group) -> None:
    found = tracker(group, "doctor", "Torre")
    assert (found.returncode, found.stdout) == (0, "«Torre»: 2 sucesos.\nLa campaña está entera.\n")


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (lambda content: content[:-30], "Está dañada"),
        (lambda content: b"", "No está o está vacía"),
        (lambda content: b"<<<<<<< a\n" + content + b"\n=======\n>>>>>>> b\n", "Git dejó"),
    ],
)
def test_damage_is_reported_then_repaired(group: Group, broken: Callable[[bytes], bytes], says: str) -> None:
    whole = group.path.read_bytes()
    damaged = broken(whole)
    group.path.write_bytes(damaged)
    group.path.with_name("Torre.json.bak").write_bytes(whole)
    before = sorted(os.listdir(group.path.parent))
    found = tracker(group, "doctor", "Torre")
    assert (found.returncode, says in found.stdout) == (1, True)
    assert (group.path.read_bytes(), sorted(os.listdir(group.path.parent))) == (damaged, before)
    repaired = tracker(group, "doctor", "Torre", "--repair")
    assert (repaired.returncode, "Arreglada" in repaired.stdout) == (0, True)
    assert group.path.read_bytes() == whole
    kept = [path.read_bytes() for path in group.path.parent.glob("*.corrupt-*")]
    assert kept == ([damaged] if damaged else [])
    assert tracker(group, "doctor", "Torre").returncode == 0


def test_a_suggested_command_can_be_pasted_into_the_shell(group: Group) -> None:
    """Its save is named for the shell, in quotes where its name has spaces."""
    path = group.path.rename(group.path.with_name("La Torre.json"))
    path.with_name("La Torre.sync-conflict-20260101-120000-ABCDEFG.json").write_bytes(path.read_bytes())
    path.write_bytes(path.read_bytes()[:-30])
    found = tracker(group, "doctor", "La Torre")
    assert "«tracker merge 'La Torre'»" in found.stdout
    assert "«tracker doctor 'La Torre' --repair»" in found.stdout
    found = tracker(group, "doctor", str(path))
    assert f"«tracker doctor '{path}' --repair»" in found.stdout
    assert "«tracker merge 'La Torre'»" in tracker(group, "do", "La Torre", "nota", "dos").stderr


def test_a_save_with_nothing_left_is_refused_untouched(group: Group) -> None:
    group.path.write_bytes(b"rubbish")
    group.path.with_name("Torre.json.bak").unlink()
    found = tracker(group, "doctor", "Torre", "--repair")
    assert (found.returncode, "no queda nada" in found.stderr) == (1, True)
    assert group.path.read_bytes() == b"rubbish"


def test_backups_are_listed_and_restored_from_the_shell(group: Group) -> None:
    assert tracker(group, "do", "Torre", "nota dos").returncode == 0
    listed = tracker(group, "backups", "Torre").stdout
    assert listed.startswith("bak: ")
    assert len(listed.splitlines()) == 2
    assert "1 suceso atrás" in tracker(group, "restore", "Torre", "bak").stdout
    assert "(deshecho)" in tracker(group, "log", "Torre").stdout
    assert tracker(group, "do", "Torre", "deshacer").returncode == 0
    assert "(deshecho)" in tracker(group, "log", "Torre").stdout
    assert tracker(group, "restore", "Torre", "bak", "--fork", "otra").returncode == 0
    assert (group.path.parent / "otra.json").exists()
    refused = tracker(group, "restore", "Torre", "ayer")
    assert (refused.returncode, "No hay copia «ayer». Hay: bak" in refused.stderr) == (1, True)
