import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.refusal import Refusal
from tracker.store import event_id as ids


@given(st.integers(0, ids.HIGHEST), st.integers(0, ids.HIGHEST))
def test_ids_sort_as_their_numbers(one: int, other: int) -> None:
    assert (ids.make(one, "a" * 8) < ids.make(other, "a" * 8)) == (one < other)


@given(st.integers(0, ids.HIGHEST))
def test_an_id_says_its_number(lamport: int) -> None:
    event_id = ids.make(lamport, ids.new_writer())
    assert ids.is_event_id(event_id)
    assert ids.lamport(event_id) == lamport


def test_when_the_numbers_are_used_up_it_is_said() -> None:
    with pytest.raises(Refusal, match="numbers_exhausted"):
        ids.make(ids.HIGHEST + 1, "a" * 8)


@pytest.mark.parametrize(
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
    assert not ids.is_event_id(text)


def test_an_absurd_leap_is_not_believed() -> None:
    assert ids.is_believable(ids.LEAP + 5, 5)
    assert not ids.is_believable(ids.LEAP + 6, 5)
