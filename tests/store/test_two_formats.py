"""A campaign of format 1 that goes on: with this program, and with an older one in a copy of its own."""

import shutil
from contextlib import suppress
from itertools import permutations
from pathlib import Path

import pytest

from tests.store.test_crashes import Fuse, PowerCut
from tests.store.test_formats import FORMATS
from tests.trials import each_of
from tracker.features.towns.store.ranges import fingerprints, range_of
from tracker.session.event_id import HIGHEST, make_event_id, number_of
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign
from tracker.store.event_line import highest_explained, write_line
from tracker.store.event_log import EventLog, accept_all
from tracker.store.merge import merge
from tracker.store.save_format import Contents, decode, encode, read_head
from tracker.wording.report import status_text

OLD = next(path for path in FORMATS if path.stem == "1-crc")
NOTED = {"gm": "bea", "at": 1_790_000_100, "clock": 0, "facts": [["note", {"text": "Con el viejo."}]]}


def format_of(path: Path) -> int:
    return read_head(path.read_bytes()).format


def opened(path: Path) -> Campaign:
    return Campaign.open(path, path.parent / "journals" / path.stem, "ana", lambda: 1_790_000_200)


def played(path: Path, *texts: str) -> list[str]:
    campaign = opened(path)
    ids = [campaign.play(note(campaign.session, text)).id for text in texts]
    assert campaign.share().is_shared
    campaign.close()
    return ids


def played_with_the_old_program(path: Path, count: int) -> list[str]:
    """Append notes with ids of format 1, as a program of that format numbers them."""
    entries = dict(decode(path.read_bytes()).entries)
    ids = [f"{number_of(max(entries)) + each:010d}-0badcafe" for each in range(1, count + 1)]
    path.write_bytes(encode(Contents.from_entries(entries | {each: write_line(each, NOTED) for each in ids})))
    return ids


def test_a_save_stays_of_format_1_until_an_event_is_added(tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD, tmp_path))
    campaign = opened(path)
    assert campaign.share().is_shared
    campaign.close()
    assert path.read_bytes() == OLD.read_bytes()

    (added,) = played(path, "Con el nuevo.")
    last = max(decode(OLD.read_bytes()).entries)
    assert number_of(added) == number_of(last) + 1
    assert (format_of(path), max(decode(path.read_bytes()).entries)) == (2, added)
    lines, more = OLD.read_bytes().splitlines()[1:-1], path.read_bytes().splitlines()[1:-1]
    assert [line.removesuffix(b",") for line in lines] == [line.removesuffix(b",") for line in more[:-1]]


def test_a_crash_at_any_system_call_of_the_first_new_event_loses_nothing_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for blows_at in range(1, 200):
        folder = tmp_path / str(blows_at)
        folder.mkdir()
        path, acknowledged = Path(shutil.copy(OLD, folder)), set(decode(OLD.read_bytes()).entries)
        with monkeypatch.context() as patch:
            campaign = opened(path)
            fuse = Fuse(patch, blows_at, PowerCut)
            with suppress(PowerCut):
                acknowledged.add(campaign.play(note(campaign.session, "Con el nuevo.")).id)
                campaign.share()
        assert decode(path.read_bytes()).entries.keys() >= decode(OLD.read_bytes()).entries.keys()
        assert {*opened(path).save.documents} >= acknowledged
        if not fuse.blown:
            assert format_of(path) == 2
            return
    pytest.fail("the fuse never held")


def test_copies_of_both_programs_unite_alike_in_every_order(tmp_path: Path) -> None:
    old, new, other = (Path(shutil.copy(OLD, tmp_path / f"{name}.json")) for name in ("old", "new", "other"))
    theirs = played_with_the_old_program(old, 3)
    mine = played(new, "Una.", "Dos.")
    also = played(other, "Tres.")
    assert (format_of(old), format_of(new)) == (1, 2)
    united = set()
    for number, order in enumerate(permutations((old, new, other))):
        target = tmp_path / f"united {number}.json"
        merge(order, target)
        united.add(target.read_bytes())
    (content,) = united
    assert [*decode(content).entries] == [*decode(OLD.read_bytes()).entries, *theirs, *sorted([*mine, *also])]

    campaign = opened(target)
    assert campaign.save.notes == ()
    assert [each.id for each in campaign.history.concurrent_events(mine[0])] == [theirs[0], *also]
    assert [each.id for each in campaign.history.concurrent_events(theirs[1])] == [mine[1]]
    assert campaign.history.concurrent_events(theirs[2]) == ()
    assert number_of(campaign.play(note(campaign.session, "Después.")).id) == number_of(theirs[2]) + 1
    told = status_text(campaign.history)
    assert campaign.share().is_shared
    assert status_text(opened(target).history) == told


def test_a_campaign_that_branches_off_numbers_its_first_event_above_those_of_both_formats(
    tmp_path: Path,
) -> None:
    old, new = (Path(shutil.copy(OLD, tmp_path / f"{name}.json")) for name in ("old", "new"))
    theirs = played_with_the_old_program(old, 9)
    (mine,) = played(new, "Una.")
    merge([old, new], new)
    fork = decode(opened(new).fork(mine, tmp_path, "Otra").read_bytes())
    assert {*theirs, mine} < {*fork.entries}
    assert number_of(max(fork.entries)) == number_of(theirs[-1]) + 1


def test_a_range_of_a_link_has_the_events_of_both_formats(tmp_path: Path) -> None:
    old = Path(shutil.copy(OLD, tmp_path))
    played_with_the_old_program(old, 600)
    campaign = opened(old)
    campaign.play(note(campaign.session, "Una."))
    ranges = fingerprints(campaign.save.entries)
    assert sum(each.count for each in ranges.values()) == len(campaign.save.entries)
    assert list(ranges) == sorted({range_of(each) for each in campaign.save.entries})


@each_of("order", permutations(range(3)))
def test_which_numbers_are_too_high_does_not_depend_on_formats_or_on_order(order: tuple[int, ...]) -> None:
    old = f"{highest_explained(2):010d}-0badcafe"
    ids = [make_event_id(1, "0" * 10), old, make_event_id(highest_explained(1), "9" * 10)]
    log = EventLog(accept_all)
    for place in order:
        log.learn({ids[place]: write_line(ids[place], {})})
        log.catch_up()
    assert (list(log.documents), log.rejections()) == (sorted(ids), {})


def test_a_leap_of_format_1_is_explained_by_events_of_format_2() -> None:
    leapt, log = f"{highest_explained(3):010d}-0badcafe", EventLog(accept_all)
    far = make_event_id(HIGHEST, "0" * 10)
    log.learn({each: write_line(each, {}) for each in (leapt, far)})
    assert (log.rejected_count, log.may_catch_up) == (2, False)
    for _ in range(3):
        event_id = log.next_id("0" * 10)
        log.add(event_id, write_line(event_id, {}))
    assert log.may_catch_up
    log.catch_up()
    assert next(iter(log.documents)) == leapt


def test_a_journal_has_events_of_both_formats(tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD, tmp_path))
    ids = played(path, "Una.")
    shutil.copy(OLD, path)
    campaign = opened(path)
    assert ids[0] in campaign.save.documents
    campaign.close()
    path.write_bytes(b"rubbish")
    campaign = opened(path)
    assert {*decode(OLD.read_bytes()).entries, *ids} == {*campaign.save.documents}


def test_a_first_line_of_another_format_than_the_events_is_damage(tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD, tmp_path))
    played(path, "Una.")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"format":2', b'"format":1'))
    campaign = opened(path)
    assert [each.code for each in campaign.save.notes] == ["damaged"]
    assert campaign.share().is_shared
    assert path.read_bytes() == whole


def test_git_marks_around_lines_of_both_formats_lose_none(tmp_path: Path) -> None:
    old, new = (Path(shutil.copy(OLD, tmp_path / f"{name}.json")) for name in ("old", "new"))
    played_with_the_old_program(old, 1)
    played(new, "Una.")
    ours, theirs = old.read_text(), new.read_text()
    marked = tmp_path / "torre.json"
    marked.write_text(f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n")
    both = [decode(each.encode()).entries for each in (ours, theirs)]
    assert {*opened(marked).save.documents} == both[0].keys() | both[1].keys()
