"""Who else is here: seen while they are, gone the moment they are, however they went."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.store.folder import ROOT
from tracker.store.announcement import ROOM
from tracker.store.presence import Presence

THERE = """
import signal, sys
from pathlib import Path
from tracker.store.presence import Presence
presence = Presence(Path(sys.argv[1]), "bea")
presence.show("2")
print("here", flush=True)
signal.pause()
"""


def other_process(save: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", THERE, str(save)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    return process


def gms_seen(presence: Presence) -> list[tuple[str, str]]:
    return [(other.gm, other.tab) for other in presence.others()]


def test_other_terminals_are_seen_with_their_tab(tmp_path: Path) -> None:
    ana, bea = Presence(tmp_path / "torre.json", "ana"), Presence(tmp_path / "torre.json", "bea")
    elsewhere = Presence(tmp_path / "otra.json", "carla")
    for presence in (ana, bea, elsewhere):
        presence.show("1")
    bea.show("3")
    assert (gms_seen(ana), gms_seen(bea), gms_seen(elsewhere)) == ([("bea", "3")], [("ana", "1")], [])
    bea.leave()
    ana.leave()
    assert sorted(path.name[:16] for path in tmp_path.iterdir()) == [".otra.json.here-"]


def test_a_killed_terminal_is_gone_at_once_and_leaves_nothing(tmp_path: Path) -> None:
    save = tmp_path / "torre.json"
    process = other_process(save)
    ana = Presence(save, "ana")
    assert gms_seen(ana) == [("bea", "2")]
    process.kill()
    process.wait()
    assert gms_seen(ana) == []
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_terminal_is_still_there(tmp_path: Path) -> None:
    process = other_process(tmp_path / "torre.json")
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.05)
    assert gms_seen(Presence(tmp_path / "torre.json", "ana")) == [("bea", "2")]
    process.kill()
    process.wait()


def test_a_presence_that_somebody_deletes_is_shown_again(tmp_path: Path) -> None:
    ana, bea = Presence(tmp_path / "torre.json", "ana"), Presence(tmp_path / "torre.json", "bea")
    ana.show("1")
    bea.show("1")
    for path in tmp_path.iterdir():
        path.unlink()
    assert gms_seen(ana) == []
    assert gms_seen(bea) == [("ana", "1")]


def test_other_kinds_of_files_are_ignored_without_waiting(tmp_path: Path) -> None:
    save = tmp_path / "torre.json"
    (tmp_path / ".torre.json.here-link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / ".torre.json.here-pipe")
    (tmp_path / ".torre.json.here-dir").mkdir()
    evil = Presence(save, "\x1b]0;evil\x07[b]" + "x" * 90)
    evil.show("9" * 400)
    ((gm, tab),) = gms_seen(Presence(save, "ana"))
    assert "\x1b" not in gm
    assert (len(gm), len(tab)) == (40, 8)
    assert evil._announcement.path.stat().st_size == ROOM


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    presence = Presence(tmp_path / "missing" / "torre.json", "ana")
    presence.show("1")
    assert presence.others() == ()
    presence.leave()
