"""Garbage is looked for between keys, and not while one is answered."""

import gc
from collections.abc import Iterator

import pytest

from tracker import garbage


class Ring:
    """What only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


def _litter(rings: int) -> None:
    for _ in range(rings):
        Ring()


def _left() -> int:
    return sum(isinstance(each, Ring) for each in gc.get_objects())


@pytest.fixture(autouse=True)
def _as_the_program_runs() -> Iterator[None]:
    thresholds = gc.get_threshold()
    gc.collect()
    garbage.collect_from_now()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_a_key_is_answered_without_looking_for_garbage() -> None:
    _litter(2_000)
    assert _left() >= 2_000


def test_once_it_is_answered_garbage_is_looked_for() -> None:
    _litter(2_000)
    garbage.collect()
    assert _left() == 0


def test_a_little_is_not_worth_looking_for() -> None:
    gc.collect()
    looked = gc.get_stats()[0]["collections"]
    _litter(50)
    garbage.collect()
    assert gc.get_stats()[0]["collections"] == looked
    gc.collect()


def test_what_has_grown_old_before_it_was_garbage_goes_too() -> None:
    kept = [Ring() for _ in range(10)]
    for _ in range(3):
        gc.collect(1)
    kept.clear()
    for _ in range(200):
        _litter(1_000)
        garbage.collect()
    assert _left() == 0


def test_so_much_at_once_is_looked_through_while_it_is_made() -> None:
    _litter(50_000)
    assert _left() < 20_000


def test_a_program_that_is_starting_is_left_alone() -> None:
    gc.disable()
    try:
        _litter(2_000)
        garbage.collect()
        assert _left() >= 2_000
    finally:
        gc.enable()
