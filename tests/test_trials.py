import pytest

from tests.trials import each_of


@each_of("first, second", [(1, 1), (2, 3), (4, 4), (5, 6)])
def _alike(first: int, second: int) -> None:
    assert first == second


@each_of(("first", "second"), [(1, 1), (2, 3)])
def _mostly_alike(first: int, second: int) -> None:
    assert first == second


@each_of("number", [1, 2])
def _refuse(number: int) -> None:
    with pytest.raises(ZeroDivisionError):
        assert 1 / number


def test_a_table_in_one_test_tries_every_case_and_names_those_that_fail() -> None:
    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases") as failed:
        _alike()
    notes = [each.__notes__ for each in failed.value.exceptions]
    assert notes == [["in the case {'first': 2, 'second': 3}"], ["in the case {'first': 5, 'second': 6}"]]
    with pytest.raises(AssertionError) as alone:
        _mostly_alike()
    assert alone.value.__notes__ == ["in the case {'first': 2, 'second': 3}"]
    with pytest.raises(BaseExceptionGroup, match="2 of 2 cases"):
        _refuse()
