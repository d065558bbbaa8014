"""Disks that are full, peers that stall, clocks that disagree: a link says so, and the next one is equal."""

import errno
import os
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.features.towns.test_exchange import assert_equal
from tests.features.towns.towns import STEP, Line, Town, exchange, link
from tests.store.test_faults import failing, patching
from tests.trials import one_of
from tracker.features.towns.store.copy import MOST_RIVALS
from tracker.features.towns.store.exchange import PULSE, QUIET, RETRY, STILL
from tracker.features.towns.store.messages import LinkEnded
from tracker.rules.refusal import Refusal
from tracker.session.event_id import make_event_id
from tracker.store import files
from tracker.store.event_line import read_line, write_line

DAY = 86_400


@pytest.fixture
def towns(tmp_path: Path) -> tuple[Town, Town]:
    """Two towns with the same campaign."""
    ana, bea = Town(tmp_path, "ana"), Town(tmp_path, "bea")
    ana.begin().close()
    assert link(ana, bea)
    return ana, bea


def run_once(line: Line, seconds: float) -> None:
    """Carry bytes for so long, with a one-time link on this side; raises as it ends."""
    end = line.now + seconds
    while line.now < end:
        line.run(STEP, until_equal=False)
        line.here.tick(line.now, once=True)


def test_a_one_time_link_ends_once_the_other_disk_has_taken_nothing_for_thirty_seconds(
    towns: tuple[Town, Town],
) -> None:
    ana, bea = towns
    (event,) = ana.play("una")
    before = bea.path.read_bytes()
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    with failing(os, "replace", errno.ENOSPC):
        run_once(line, STILL - 1)
        assert (line.here.is_finished, line.here.unsent) == (False, 1)
        with pytest.raises(LinkEnded, match="link_cannot_save"):
            run_once(line, PULSE + 2)
    assert bea.path.read_bytes() == before
    assert event in ana.ids
    assert link(ana, bea)
    assert_equal(ana, bea)


def full_disk(town: Town) -> AbstractContextManager[None]:
    """Make the disk under the save of a town full; its journals lie on another one."""
    write = files.replace

    def fails(path: Path, *content: bytes, backup: bool) -> files.Signature:
        if path == town.path:
            raise files.refusal_of(OSError(errno.ENOSPC, "full"), path)
        return write(path, *content, backup=backup)

    return patching(files, "replace", fails)


@pytest.mark.parametrize("count", one_of([MOST_RIVALS + 1, 1, 60]))
@pytest.mark.parametrize("opened_again", [True, False])
@pytest.mark.parametrize("whose", ["here", "there"])
def test_after_a_full_disk_the_other_town_is_believed(
    towns: tuple[Town, Town], whose: str, count: int, *, opened_again: bool
) -> None:
    """What came before is in the journal, and in the batch that the cut line left: twice, and equal."""
    plays, waits = towns if whose == "there" else reversed(towns)
    plays.play(*map(str, range(count)))
    copy = waits.copy()
    with full_disk(waits):
        for _ in range(3):
            sides = [exchange(plays.copy()), exchange(copy)]
            Line(*(sides if whose == "there" else reversed(sides))).run(2, until_equal=False)
            assert not sides[0].is_finished
            assert copy.refusal is not None
            copy.end()
            if opened_again:
                copy.close()
                copy = waits.copy()
            plays.play("una más")
    assert Line(exchange(plays.copy()), exchange(copy)).run(10)
    assert_equal(plays, waits)


def test_each_side_knows_whose_disk_is_full(towns: tuple[Town, Town]) -> None:
    ana, bea = towns
    ana.play("una")
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    with full_disk(bea), pytest.raises(LinkEnded, match="link_cannot_save"):
        run_once(line, STILL + PULSE + 2)
    assert line.here.is_full_there
    back = Line(exchange(bea.copy()), exchange(ana.copy()))
    with full_disk(bea), pytest.raises(Refusal) as refused:
        run_once(back, STILL + PULSE + 2)
    assert (refused.value.code, refused.value.data["path"]) == ("disk_full", str(bea.path))
    assert back.there.is_full_there


def test_a_clone_onto_a_full_disk_is_told_to_the_other_side(tmp_path: Path) -> None:
    ana, bea = Town(tmp_path, "ana"), Town(tmp_path, "bea")
    ana.begin().close()
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    with full_disk(bea), pytest.raises(Refusal, match="disk_full"):
        line.run(5)
    with pytest.raises(LinkEnded, match="link_cannot_save"):
        line.here.receive(line.there.end("link_cannot_save"), line.now)
    assert line.here.is_full_there


def test_a_one_time_link_to_a_peer_that_only_breathes_ends(towns: tuple[Town, Town]) -> None:
    ana, bea = towns
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    line.here.receive(line.there.output(0).split(b"\n")[0] + b"\n", 0)
    for second in range(int(STILL)):
        line.here.receive(b'P {"events":1,"crc":1,"came":0}\n', float(second))
        line.here.tick(float(second), once=True)
    with pytest.raises(LinkEnded, match="link_silent"):
        line.here.tick(STILL + 1, once=True)


@pytest.mark.parametrize("whose", ["here", "there"])
def test_what_a_full_disk_does_not_take_is_unsent_until_it_does(towns: tuple[Town, Town], whose: str) -> None:
    plays, waits = towns if whose == "there" else reversed(towns)
    sides = exchange(plays.copy()), exchange(waits.copy())
    line = Line(sides[0], sides[1]) if whose == "there" else Line(sides[1], sides[0])
    line.run(1)
    (event,) = plays.play("una")
    before = waits.path.read_bytes()
    with failing(os, "replace", errno.ENOSPC):
        line.run(5, until_equal=False)
        assert sides[0].unsent == 1
        refusal = sides[1].copy.refusal
        assert refusal is not None
        assert refusal.code == "disk_full"
    assert waits.path.read_bytes() == before
    line.run(2 * RETRY, until_equal=False)
    assert sides[0].unsent == 0
    assert event in waits.ids
    assert_equal(plays, waits)


def test_a_clone_onto_a_full_disk_leaves_no_save_and_the_next_one_is_whole(tmp_path: Path) -> None:
    ana, bea = Town(tmp_path, "ana"), Town(tmp_path, "bea")
    ana.begin().close()
    ana.play(*map(str, range(40)))
    with failing(os, "replace", errno.ENOSPC), pytest.raises(Refusal, match="disk_full"):
        link(bea, ana)
    assert not bea.path.exists()
    assert link(bea, ana)
    assert_equal(ana, bea)


def test_two_quiet_copies_that_are_not_equal_compare_again_and_only_once(towns: tuple[Town, Town]) -> None:
    """A line whose own checksum does not fit stays where it is: comparing for ever would not help."""
    ana, bea = towns
    spoiled = bytearray(write_line(make_event_id(2, "0000058784"), {"gm": "x", "at": 0, "clock": 0}).line)
    spoiled[-3] ^= 1
    here, there = ana.copy(), bea.copy()
    assert there.save is not None
    there.save.take_in(dict([read_line(bytes(spoiled))]))
    assert there.share()
    line = Line(exchange(here), exchange(there))
    line.run(1)
    line.run(QUIET - 3, until_equal=False)
    with pytest.raises(LinkEnded, match="link_again"):
        line.run(QUIET, until_equal=False)
    again = Line(exchange(here), exchange(there))
    copies = here.compared, there.compared
    assert (0, 0) in copies
    assert copies != ((0, 0), (0, 0))
    with pytest.raises(LinkEnded, match="link_again"):
        again.run(3 * QUIET, until_equal=False)
    Line(exchange(here), exchange(there)).run(3 * QUIET, until_equal=False)


def test_clocks_a_day_apart_change_nothing(tmp_path: Path) -> None:
    ana, bea = Town(tmp_path, "ana", 10 * DAY), Town(tmp_path, "bea", 9 * DAY)
    ana.begin().close()
    assert link(ana, bea)
    told = [*ana.play("a1", "a2"), *bea.play("b1", "b2")]
    assert link(ana, bea)
    last = bea.play("b3")
    assert link(ana, bea)
    assert_equal(ana, bea)
    campaign = ana.open()
    assert [each.id for each in campaign.history][1:] == [*sorted(told), *last]
    assert {each.at for each in campaign.history} == {10 * DAY, 9 * DAY}
    campaign.close()
