from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.session.event_id import (
    HIGHEST,
    beginnings_with,
    event_named_by,
    in_order_of_numbers,
    is_event_id,
    is_of_format_1,
    make_event_id,
    number_of,
    writer_of,
)
from tracker.store.event_line import FOR_EACH, FREE, highest_explained, new_writer
from tracker.store.save_format import identity_begun_by

numbers = st.integers(0, HIGHEST)
writers = st.from_regex(r"[0-9]{10}", fullmatch=True)
new_ids = st.builds(make_event_id, numbers, writers)
old_ids = st.builds("{:010d}-{:08x}".format, st.integers(0, 999_999_999), st.integers(0, 2**32 - 1))


@given(st.lists(new_ids))
def test_ids_sort_as_text_as_they_do_as_whole_numbers(ids: list[str]) -> None:
    assert sorted(ids) == [str(number) for number in sorted(map(int, ids))]


@given(st.lists(new_ids), st.lists(old_ids))
def test_ids_of_format_1_sort_before_all_others(ids: list[str], old: list[str]) -> None:
    assert [is_of_format_1(each) for each in sorted([*ids, *old])] == [True] * len(old) + [False] * len(ids)


@given(numbers)
def test_an_id_says_its_number_and_its_writer(number: int) -> None:
    writer = new_writer()
    event_id = make_event_id(number, writer)
    assert is_event_id(event_id)
    assert (number_of(event_id), writer_of(event_id)) == (number, writer)
    assert event_named_by(identity_begun_by(event_id)) == event_id
    assert event_id.startswith(beginnings_with(number)[1])


@given(old_ids)
def test_an_id_of_format_1_says_its_number_and_its_writer(event_id: str) -> None:
    assert is_event_id(event_id)
    assert event_id == f"{number_of(event_id):010d}-{writer_of(event_id)}"
    assert event_named_by(identity_begun_by(event_id)) == event_id
    assert event_id.startswith(beginnings_with(number_of(event_id))[0])


@given(st.lists(new_ids | old_ids))
def test_ids_can_be_sorted_by_number_whatever_their_format(ids: list[str]) -> None:
    ordered = in_order_of_numbers(ids)
    assert sorted(ordered) == sorted(ids)
    assert all((number_of(one), one) <= (number_of(other), other) for one, other in pairwise(ordered))


def test_writers_have_ten_digits_and_differ() -> None:
    many = {new_writer() for _ in range(1_000)}
    assert {len(each) for each in many} == {10}
    assert len(many) == 1_000


def test_exhausted_numbers_are_refused_in_words() -> None:
    with pytest.raises(Refusal, match="numbers_exhausted"):
        make_event_id(HIGHEST + 1, "0" * 10)


@each_of(
    "text",
    [
        "",
        "1",
        "1-00000000",
        "0000000001-0000000G",
        "٠٠٠٠٠٠٠٠٠١-00000000",
        "0000000001-00000000\n",
        "200000000010437844301",
        "10000000001043784430",
        "1000000000104378443010",
        "1٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠",
        "../../../etc/passwd",
    ],
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not is_event_id(text)


@each_of("identity", ["", "c0ffee", "6ecec6a57f3a86ba", "100000000010437844301abcdef0123456", "1" * 64])
def test_other_identities_name_no_event(identity: str) -> None:
    assert event_named_by(identity) == ""


def test_the_size_of_a_log_explains_its_numbers() -> None:
    assert highest_explained(0) == FREE
    assert highest_explained(5) == FREE + 5 * FOR_EACH
    assert highest_explained(HIGHEST) == HIGHEST
