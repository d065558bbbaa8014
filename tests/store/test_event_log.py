import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinydb import TinyDB

from tests.store.folder import Folder, first, hit
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.store.event_line import Entry, Unreadable, write_line
from tracker.store.event_log import EventLog, accept_all
from tracker.store.save_format import FORMAT, CampaignInfo, Contents, decode, encode, grown_from, read_head

TORRE = CampaignInfo("c0ffee", "chronicle", "La Torre")


def entries(count: int) -> dict[str, Entry]:
    documents = [first(), *map(hit, range(count))]
    ids = [f"{number:010d}-0badcafe" for number in range(1, count + 2)]
    return {
        event_id: write_line(event_id, document) for event_id, document in zip(ids, documents, strict=True)
    }


SOME = entries(6)
SAVED = encode(Contents.from_entries(SOME))


@given(st.permutations(list(SOME)), st.integers(0, len(SOME)))
def test_equal_events_make_equal_bytes_in_any_order_of_arrival(order: list[str], cut: int) -> None:
    one, other = ({event_id: SOME[event_id] for event_id in part} for part in (order[:cut], order[cut:]))
    assert encode(Contents.from_entries({**other, **one})) == SAVED


def test_a_save_is_read_back_as_it_was_written() -> None:
    assert decode(SAVED) == Contents.from_entries(SOME)
    assert decode(SAVED).campaign == TORRE


def test_a_save_is_one_event_per_line_in_order() -> None:
    lines = SAVED.decode().splitlines()
    assert [line[1:20] for line in lines[1:-1]] == sorted(SOME)


def test_a_save_is_ordinary_tinydb(folder: Folder) -> None:
    folder.save_with_hits(3).close()
    with TinyDB(folder.path, access_mode="r") as database:
        assert set(database.tables()) == {"meta", "events"}
        assert database.table("meta").get(doc_id=1)


def test_known_lines_are_not_read_again() -> None:
    event_log = EventLog(accept_all)
    event_log.learn(SOME)
    read = decode(SAVED, event_log.read_lines).entries
    assert read == SOME
    assert all(entry is SOME[event_id] for event_id, entry in read.items())


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_another_layout_of_the_same_events_is_no_damage(indent: int | None) -> None:
    assert decode(json.dumps(json.loads(SAVED), indent=indent).encode()).entries == SOME
    assert decode(SAVED.replace(b"\n", b"\r\n")).entries == SOME
    assert decode(SAVED + b" ").entries == SOME


@each_of(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b'"save"',
        b"3",
        b"{}",
        b'{"meta":{},"events":{}}',
        b'{"meta":{"1":3},"events":[]}',
        SAVED.replace(b'"format":1', b'"format":"1"'),
        SAVED.replace(b'"format":1', b'"format":0'),
        SAVED.replace(b"La Torre", b"La " + b"T" * 300),
        SAVED.replace(b'"amount":3', b'"amount":4'),
        b"\0" * 200,
        SAVED[:-1] + b"\0",
    ],
)
def test_bytes_that_no_store_wrote_are_unreadable(content: bytes) -> None:
    with pytest.raises(Unreadable):
        decode(content)


def test_an_event_that_comes_twice_is_not_read() -> None:
    head, _, body = SAVED.partition(b"\n")
    line = body.split(b",\n")[2]
    body = body.replace(line, line + b",\n" + line)
    crc = zlib.crc32(body[: -len(b"\n}}\n")])
    head = head[: head.index(b'"crc":')] + b'"crc":%d}},"events":{' % crc
    with pytest.raises(Unreadable):
        decode(head + b"\n" + body)


def test_a_newer_format_is_refused_whatever_its_shape() -> None:
    newer = SAVED.replace(b'"format":1', b'"format":%d' % (FORMAT + 1))
    for content in (newer, newer[:300], json.dumps(json.loads(newer), indent=1).encode()):
        with pytest.raises(Refusal, match="newer_format") as refused:
            decode(content)
        assert refused.value.data == {"found": FORMAT + 1, "known": FORMAT}


def test_the_head_is_read_without_the_events() -> None:
    assert read_head(SAVED[:200]).campaign == TORRE


@given(st.integers(1, len(SOME)))
def test_reading_only_the_added_lines_equals_reading_the_whole_save(held: int) -> None:
    before = Contents.from_entries(dict(list(SOME.items())[:held]))
    grown = grown_from(before, SAVED)
    assert grown is not None
    assert (grown.campaign, encode(grown), grown.entries) == (TORRE, SAVED, SOME)
    assert grown.body.last == max(SOME)
    assert list(grown.added) == sorted(SOME)[held:]


def test_a_save_that_changed_otherwise_did_not_grow() -> None:
    held = Contents.from_entries(dict(list(SOME.items())[:4]))
    without = {event_id: entry for event_id, entry in SOME.items() if event_id != sorted(SOME)[2]}
    for content in (
        encode(Contents.from_entries(without)),
        SAVED[:-1],
        SAVED.replace(b'"amount":5', b'"amount":6'),
        SAVED.replace(b"La Torre", b"La Terre"),
        b"",
    ):
        assert grown_from(held, content) is None
