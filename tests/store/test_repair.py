"""Whole lines of damaged saves come back, and damaged ones replace nothing."""

import json
import time
from pathlib import Path

from tests.store.test_event_log import SAVED, SOME
from tests.trials import each_of
from tracker.store.repair import rescue, salvage


def test_a_torn_save_gives_back_every_whole_line() -> None:
    ends = [place for place in range(len(SAVED)) if SAVED[place : place + 1] == b"\n"]
    for cut in range(len(SAVED)):
        whole = sum(end <= cut for end in ends[1:-1])
        assert len(SOME) >= len(salvage(SAVED[:cut])) >= whole


def test_both_sides_of_a_git_conflict_are_salvaged() -> None:
    lines = SAVED.split(b"\n")
    conflict = [
        *lines[:4],
        b"<<<<<<< HEAD",
        *lines[4:6],
        b"=======",
        *lines[6:8],
        b">>>>>>> other",
        *lines[8:],
    ]
    assert salvage(b"\n".join(conflict)) == SOME


@each_of("line", [b"\n", b'"\n', b'"0000000001-00000000":{\n', b'"0000000001-00000000":{},\n'])
def test_four_times_as_many_short_lines_take_no_more_than_twice_their_share(line: bytes) -> None:
    few, many = (line * ((size << 20) // len(line)) for size in (2, 8))
    assert any(_seconds_of_salvage(many) < 2 * 4 * _seconds_of_salvage(few) for _try in range(3))


def _seconds_of_salvage(content: bytes) -> float:
    start = time.process_time()
    assert len(salvage(content)) <= 1
    return time.process_time() - start


def test_a_checked_line_is_not_replaced_by_an_unchecked_one_of_the_backup(tmp_path: Path) -> None:
    whole = SAVED.replace(b'"crc":"', b'"abc":"zz')
    assert whole != SAVED
    (tmp_path / "T.json.bak").write_bytes(whole)
    torn = SAVED[:-1]
    assert rescue(tmp_path / "T.json", torn).entries == SOME


def test_a_line_whose_name_of_the_checksum_is_damaged_gets_it_back() -> None:
    assert salvage(SAVED.replace(b'"crc":"', b'"crb":"')) == SOME


def test_a_save_torn_after_tinydb_wrote_it_on_one_line_gives_back_every_whole_event() -> None:
    content = json.dumps(json.loads(SAVED)).encode()
    assert b"\n" not in content
    ends = [content.index(event_id.encode()) for event_id in SOME][1:]
    for cut in range(len(content)):
        events = salvage(content[:cut])
        assert len(events) >= sum(end <= cut + 4 for end in ends) - 1
        assert all(SOME[event_id] == entry for event_id, entry in events.items())
    assert salvage(content[:-2]) == SOME


def test_an_event_damaged_in_one_line_takes_no_other_with_it() -> None:
    content = json.dumps(json.loads(SAVED)).encode()
    third = content.index([*SOME][2].encode())
    for damage in (b"\x00", b"{", b'"', b"}"):
        torn = content[: third + 40] + damage + content[third + 41 : -2]
        events = salvage(torn)
        assert {**events, [*SOME][2]: None}.keys() >= {*[*SOME][:2], *[*SOME][4:]}, damage
        assert all(SOME[event_id] == entry for event_id, entry in events.items())


def test_a_torn_line_of_many_events_takes_no_more_than_its_share() -> None:
    part = b'"0000000001-00000000": {"'
    few, many = (b'{"events": {' + part * (size << 10) for size in (2, 8))
    assert any(_seconds_of_salvage(many) < 2 * 4 * _seconds_of_salvage(few) for _try in range(3))


@each_of("part", [b'"0000000001-00000000": {"\\"', b'"0000000001-00000000": {'])
def test_a_line_made_to_be_slow_is_looked_through_for_a_while_only(part: bytes) -> None:
    # Each of its beginnings hides all that follow: without a bound it takes most of a minute.
    assert _seconds_of_salvage(b'{"events": {' + part * ((256 << 10) // len(part))) < 10


def test_a_whole_line_among_beginnings_of_others_comes_back() -> None:
    torn = b'"0000000009-00000000":{"kind":"x"\n'
    assert salvage(torn + SAVED + torn) == SOME
