import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.store.event_line import (
    DEPTH,
    EVENT_BYTES,
    Unreadable,
    read_intact_line,
    read_json,
    read_line,
    write_line,
)

ID = "0000000001-0badcafe"
texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(texts, values))
def test_an_event_is_read_back_as_it_was_written(document: dict[str, object]) -> None:
    entry = write_line(ID, document)
    assert read_line(entry.line) == (ID, entry)
    assert entry.document == document
    assert b"\n" not in entry.line


@each_of(
    "document",
    [
        {"a": {1, 2}},
        {"a": b"x"},
        {"a": float("nan")},
        {"a": float("inf")},
        {"a": "\ud800"},
        {"a": object()},
        {1: 1, "1": 2},
        [],
        None,
        "a",
        3,
    ],
)
def test_values_that_json_has_not_are_refused(document: object) -> None:
    with pytest.raises(Refusal, match="event_not_json"):
        write_line(ID, document)


def test_an_event_that_is_too_big_is_refused() -> None:
    with pytest.raises(Refusal, match="event_too_big"):
        write_line(ID, {"note": "a" * EVENT_BYTES})


def test_an_event_may_not_become_too_big_when_its_escapes_are_written_out() -> None:
    line = f'"{ID}":'.encode() + rb'{"note":"\u00f1","x":[' + b",".join([b"1e15"] * 40_000) + b"]}"
    assert len(line) < EVENT_BYTES
    with pytest.raises(Unreadable):
        read_line(line)


def test_nesting_has_an_end() -> None:
    deep = '{"a":' * DEPTH + "[]" + "}" * DEPTH
    with pytest.raises(Unreadable):
        read_json(deep.encode())
    with pytest.raises(Unreadable):
        read_json(b"[" * 200_000)
    assert read_json(('{"a":' * (DEPTH - 1) + "[]" + "}" * (DEPTH - 1)).encode())
    assert read_json(json.dumps({"wide": [{}] * 100}).encode())


@each_of(
    "text",
    [
        '{"a":1,"a":2}',
        '{"a":{"b":1,"b":1}}',
        '{"a":NaN}',
        '{"a":-Infinity}',
        '{"a":1e999}',
        '{"a":"\ud800"}',
        '{"a":' + "9" * 5000 + "}",
        '{"a":1} x',
        "{'a':1}",
        '{"a":"\x01"}',
        "\ufeff{}",
        ' {"a":1}',
        "",
    ],
)
def test_loose_json_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        read_line(f'"{ID}":'.encode() + text.encode("utf-8", "surrogatepass"))


def test_a_lone_surrogate_cannot_come_in_by_an_escape() -> None:
    with pytest.raises(Unreadable):
        read_line(f'"{ID}":'.encode() + rb'{"a":"\ud800"}')


def test_two_spellings_of_one_event_are_one_line() -> None:
    escaped, plain = (
        read_line(f'"{ID}":'.encode() + text)[1] for text in (rb'{"a":"\u00f1"}', '{"a":"ñ"}'.encode())
    )
    assert escaped == plain
    assert read_line(write_line(ID, {"a": "ñ\x01"}).line)[1] == write_line(ID, {"a": "ñ\x01"})


def test_damage_beside_an_escape_gets_no_checksum_that_fits() -> None:
    line = write_line(ID, {"a": "\x01", "b": 4}).line
    assert b"\\u0001" in line
    for damaged in (line.replace(b":4", b":5"), line[:-4] + b'\\u"}'):
        read = read_line(damaged)[1].line
        assert read == damaged
        with pytest.raises(Unreadable, match="changed"):
            read_intact_line(read)


def test_every_flipped_bit_of_a_line_is_found() -> None:
    document = {"kind": "damaged", "amount": 13, "who": "gobo"}
    line = write_line(ID, document).line
    assert read_intact_line(line)[1].document == document
    repaired = 0
    for at in range(len(line)):
        for bit in range(8):
            try:
                _, entry = read_intact_line(line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :])
            except Unreadable:
                continue
            assert entry.line == line
            repaired += 1
    assert repaired, "a damaged name of the checksum is mended"


def test_a_checksum_that_is_longer_or_shorter_is_no_line_from_before_checksums() -> None:
    line = write_line(ID, {"kind": "damaged", "amount": 13}).line
    end = len(line) - len(b'"}')
    for at in range(end - 8, end):
        for damaged in (line[:at] + line[at + 1 :], line[:at] + b"," + line[at:], line[:at] + line[end:]):
            with pytest.raises(Unreadable, match="changed"):
                read_intact_line(damaged)


def test_a_line_from_before_checksums_is_read_as_it_is() -> None:
    line = f'"{ID}":'.encode() + b'{"amount":3}'
    assert read_intact_line(line)[1].document == {"amount": 3}
