"""A process that dies at any instant: what was acknowledged is there, and the save is old or new."""

import errno
import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.store.folder import Folder, acknowledged_ids, first, hit
from tests.trials import Trials
from tracker.rules.refusal import Refusal
from tracker.store.save import Save

CALLS = ("open", "write", "fsync", "ftruncate", "fchmod", "link", "replace", "unlink", "stat", "listdir")


class PowerCut(BaseException):
    """The process has died: nothing that would come afterwards happens."""


class Fuse:
    """Counts calls of the operating system; the n-th call fails once, or kills the process."""

    def __init__(self, patch: pytest.MonkeyPatch, blows_at: int, failure: type[BaseException]) -> None:
        self.left = blows_at
        self._failure = failure
        for name in CALLS:
            patch.setattr(os, name, self._fused(name, getattr(os, name)))

    @property
    def blown(self) -> bool:
        return self.left <= 0

    def _fused(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left == 0 and name == "write":
                real(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
            if self.left == 0 or (self.left < 0 and self._failure is PowerCut):
                raise self._failure(errno.EIO, "the fuse has blown")
            return real(*arguments, **options)

        return call


@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_a_crash_at_any_system_call_loses_nothing_acknowledged(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, trials: Trials, rounds: int
) -> None:
    for number in range(rounds):
        trials("crash at the n-th system call", _crash_at_every_call(folder.root / f"r{number}", monkeypatch))


def _crash_at_every_call(root: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many calls there were to crash at."""
    for blows_at in range(1, 200):
        each = Folder(root / str(blows_at))
        told = set(each.save_with_hits(2).documents)
        with monkeypatch.context() as patch:
            save = each.open()
            fuse = Fuse(patch, blows_at, PowerCut)
            try:
                for amount in range(2):
                    told.add(save.append(hit(amount)))
                    save.share()
            except PowerCut:
                pass
        _assert_whole(each, told, unacknowledged=1)
        if not fuse.blown:
            assert blows_at > 20
            return blows_at
    return pytest.fail("the fuse never held")


def test_a_crash_while_a_campaign_begins_leaves_all_of_it_or_none(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for blows_at in range(1, 200):
        each = Folder(folder.root / str(blows_at))
        each.path.parent.mkdir(parents=True)
        with monkeypatch.context() as patch:
            fuse = Fuse(patch, blows_at, PowerCut)
            with suppress(PowerCut):
                Save.create(each.path, each.journals("ana"), first())
        assert not each.path.exists() or len(each.on_disk()) == 1
        if not fuse.blown:
            return
    pytest.fail("the fuse never held")


def test_a_call_that_fails_once_refuses_the_action_or_delays_its_share(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for blows_at in range(1, 200):
        each = Folder(folder.root / str(blows_at))
        save = each.save_with_hits(2)
        told = set(save.documents)
        with monkeypatch.context() as patch:
            fuse = Fuse(patch, blows_at, OSError)
            for amount in range(2):
                with suppress(Refusal):
                    told.add(save.append(hit(amount)))
                save.share()
        assert set(save.documents) == told
        _assert_whole(each, told, unacknowledged=0)
        if not fuse.blown:
            return
    pytest.fail("the fuse never held")


@pytest.mark.parametrize(
    ("kills", "seed"), [(6, 0), *(pytest.param(100, seed, marks=pytest.mark.slow) for seed in range(1, 11))]
)
def test_killing_both_of_two_writers_loses_nothing_acknowledged(
    folder: Folder, trials: Trials, kills: int, seed: int
) -> None:
    trials("kill -9 of two writers", kills)
    chance = random.Random(seed)
    before = set(folder.save_with_hits(20).documents)
    told: dict[str, set[str]] = {"bea": set(), "carla": set()}
    for _ in range(kills // len(told)):
        writers = {gm: folder.writer(gm, 100_000) for gm in told}
        for gm, writer in writers.items():
            assert writer.stdout is not None
            told[gm].add(writer.stdout.readline().decode().strip())
        for gm in chance.sample(list(writers), len(writers)):
            time.sleep(chance.random() * 0.06)
            writers[gm].kill()
            told[gm].update(acknowledged_ids(writers[gm].stdout))
            writers[gm].wait()
            folder.on_disk()
            again = folder.open(gm)
            assert told[gm] <= set(again.documents)
            again.close()
    for gm in told:
        save = folder.open(gm)
        assert save.share().is_shared
        save.close()
    _assert_whole(folder, before.union(*told.values()), unacknowledged=kills)


def _assert_whole(folder: Folder, told: set[str], unacknowledged: int) -> None:
    """The save is readable. After the next share it has all acknowledged events, and no temporary files."""
    folder.on_disk()
    save = folder.open()
    assert told <= set(save.documents)
    assert len(save.documents) <= len(told) + unacknowledged
    save.append(hit(0))
    assert save.share().is_shared
    assert folder.on_disk() == set(save.documents)
    assert not folder.kept_files()
    assert not [path for path in Path(folder.path.parent).iterdir() if ".tmp-" in path.name]
