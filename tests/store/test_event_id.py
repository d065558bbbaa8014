import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.store.event_line import (
    FOR_EACH,
    FREE,
    HIGHEST,
    highest_explained,
    is_event_id,
    make_event_id,
    new_writer,
    number_of,
)


@given(st.integers(0, HIGHEST), st.integers(0, HIGHEST))
def test_ids_sort_as_their_numbers(one: int, other: int) -> None:
    assert (make_event_id(one, "a" * 8) < make_event_id(other, "a" * 8)) == (one < other)


@given(st.integers(0, HIGHEST))
def test_an_id_says_its_number(lamport: int) -> None:
    event_id = make_event_id(lamport, new_writer())
    assert is_event_id(event_id)
    assert number_of(event_id) == lamport


def test_exhausted_numbers_are_refused_in_words() -> None:
    with pytest.raises(Refusal, match="numbers_exhausted"):
        make_event_id(HIGHEST + 1, "a" * 8)


@each_of(
    "text",
    [
        "",
        "1-00000000",
        "0000000001-0000000G",
        "٠٠٠٠٠٠٠٠٠١-00000000",
        "0000000001-00000000\n",
        "../../../etc/passwd",
    ],
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not is_event_id(text)


def test_the_size_of_a_log_explains_its_numbers() -> None:
    assert highest_explained(0) == FREE
    assert highest_explained(5) == FREE + 5 * FOR_EACH
    assert highest_explained(HIGHEST) == HIGHEST
