import subprocess
import time

import pytest

from tests.store.folder import Folder
from tracker.store.files import PATIENCE, Busy, locked


def test_a_lock_held_elsewhere_is_waited_for_and_then_given_up(folder: Folder) -> None:
    folder.save_with_hits(0)
    holder = folder.writer("bea", 0, "hold")
    _wait_until_held(holder)
    start = time.monotonic()
    with pytest.raises(Busy), locked(folder.path):
        pass
    assert time.monotonic() - start >= PATIENCE
    _kill(holder)


def test_a_killed_holder_leaves_no_lock(folder: Folder) -> None:
    folder.save_with_hits(0)
    holder = folder.writer("bea", 0, "hold")
    _wait_until_held(holder)
    _kill(holder)
    with locked(folder.path, patience=0):
        pass


def test_while_another_holds_the_lock_an_action_is_acknowledged_and_shared_later(folder: Folder) -> None:
    save = folder.save_with_hits(0)
    holder = folder.writer("bea", 0, "hold")
    _wait_until_held(holder)
    event_id = save.append({"kind": "x"})
    assert save.share().status == "busy"
    assert (save.unshared_count, event_id in folder.on_disk()) == (1, False)
    _kill(holder)
    assert save.share().is_shared
    assert (save.unshared_count, event_id in folder.on_disk()) == (0, True)


def test_a_link_in_the_place_of_the_lock_is_not_followed(folder: Folder) -> None:
    save = folder.save_with_hits(0)
    lock = folder.path.with_name("torre.json.lock")
    lock.unlink()
    lock.symlink_to(folder.root / "victim")
    save.append({"kind": "x"})
    assert save.share().status == "failed"
    assert not (folder.root / "victim").exists()


def _wait_until_held(holder: "subprocess.Popen[bytes]") -> None:
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"


def _kill(holder: "subprocess.Popen[bytes]") -> None:
    holder.kill()
    holder.communicate()
