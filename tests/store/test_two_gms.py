"""Two GMs on one save: nothing lost, nothing refused, each sees the other, nobody waits for a disk."""

import random
import threading
import time

import pytest

from tests.store.folder import Folder, acknowledged_ids, hit
from tests.trials import Trials
from tracker.screens.table.sharer import POLL
from tracker.store.save import Save


def test_each_sees_what_the_other_did(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    bea = folder.open("bea")
    event_id = ana.append(hit(3))
    assert bea.poll() == {}
    ana.share()
    assert bea.poll() == {event_id: hit(3)}
    assert bea.poll() == {}
    assert list(bea.documents) == list(ana.documents)


def test_a_share_tells_what_the_other_did_once(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    bea = folder.open("bea")
    from_ana, from_bea = ana.append(hit(3)), bea.append(hit(4))
    ana.share()
    assert list(bea.share().documents) == [from_ana]
    assert list(ana.share().documents) == [from_bea]
    assert [*bea.poll(), *bea.share().documents, *ana.poll()] == []
    assert folder.on_disk() == set(ana.documents) == set(bea.documents)


def test_events_of_others_are_returned_even_if_the_share_fails(folder: Folder) -> None:
    ana = folder.save_with_hits(1)
    bea = folder.open("bea")
    from_ana = ana.append(hit(3))
    ana.share()
    bea.append(hit(4))
    folder.backup.unlink(missing_ok=True)
    folder.backup.mkdir()
    (folder.backup / "in the way").touch()
    sharing = bea.share()
    assert (sharing.status, list(sharing.documents)) == ("failed", [from_ana])


def test_a_poll_of_an_unchanged_save_reads_nothing(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    save = folder.save_with_hits(1)

    def unexpected(*_: object) -> None:
        raise AssertionError("the save was read")

    monkeypatch.setattr("tracker.store.save_file.read_regular", unexpected)
    assert save.poll() == {}


def test_an_action_waits_neither_for_the_lock_nor_for_the_save(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = folder.save_with_hits(1)
    writing, done = threading.Event(), threading.Event()

    def slow_disk(*_: object, **__: object) -> None:
        writing.set()
        assert done.wait(5)

    save.append(hit(1))
    with monkeypatch.context() as patch:
        patch.setattr("tracker.store.files.replace", slow_disk)
        worker = threading.Thread(target=save.share)
        worker.start()
        assert writing.wait(5)
        meanwhile = save.append(hit(2))
        assert save.poll() == {}
        done.set()
        worker.join()
    assert save.unshared_count >= 1
    assert meanwhile in save.documents
    save.share()


def test_acting_while_a_worker_shares_loses_nothing(folder: Folder) -> None:
    save = folder.save_with_hits(1)
    stop = threading.Event()

    def share_on() -> None:
        while not stop.is_set():
            save.share()

    worker = threading.Thread(target=share_on)
    worker.start()
    told = {save.append(hit(number)) for number in range(200)}
    stop.set()
    worker.join()
    assert save.share().is_shared
    assert told <= folder.on_disk() == set(save.documents)
    assert list(save.documents) == sorted(save.documents)


@pytest.mark.parametrize(
    ("gms", "events"),
    [
        (("bea", "carla"), 100),
        pytest.param(("bea", "carla", "dora", "eva"), 1000, marks=pytest.mark.slow),
    ],
)
def test_processes_flat_out_lose_nothing(
    folder: Folder, trials: Trials, gms: tuple[str, ...], events: int
) -> None:
    _race(folder, gms, events)
    trials("actions of GMs flat out", len(gms) * events)


def test_two_terminals_of_one_gm_lose_nothing(folder: Folder) -> None:
    _race(folder, gms=("ana", "ana"), events=30)


@pytest.mark.slow
@pytest.mark.parametrize("actions", [200])
def test_an_action_of_one_is_seen_by_the_other_within_a_second(
    folder: Folder, trials: Trials, actions: int
) -> None:
    """The other looks when its clock says so, as a table does, wherever in that time the action falls."""
    trials("actions seen by the other within a second", actions)
    chance = random.Random(actions)
    folder.save_with_hits(1).close()
    played = folder.writer("ana", actions, "seldom")
    bea = folder.open("bea")
    seen: dict[str, float] = {}
    while len(seen) < actions:
        seen.update(dict.fromkeys(bea.poll(), time.time()))
        time.sleep(POLL * chance.uniform(0.9, 1.1))
    told = (line.split() for line in acknowledged_ids(played.stdout))
    waits = sorted(seen[event_id] - float(at) for event_id, at in told)
    assert played.wait() == 0
    assert len(waits) == actions
    assert waits[int(0.99 * len(waits)) - 1] <= 1


def _race(folder: Folder, gms: tuple[str, ...], events: int) -> None:
    before = folder.save_with_hits(1)
    writers = [folder.writer(gm, events) for gm in gms]
    told = [acknowledged_ids(writer.stdout) for writer in writers]
    assert [writer.wait() for writer in writers] == [0] * len(gms)
    assert [len(each) for each in told] == [events] * len(gms)
    everything = set(before.documents).union(*told)
    assert len(everything) == 2 + events * len(gms)
    assert folder.on_disk() == everything
    assert _ids_of(folder.open("new")) == everything
    assert not folder.kept_files()


def _ids_of(save: Save) -> set[str]:
    return set(save.documents)
