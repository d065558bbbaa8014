"""What holds for every feature: it is listed once, and its rows stand where they say."""

from collections import Counter

import pytest

from tests.modules import PROGRAM
from tracker.feature_list import FEATURES, insert_rows


def test_every_folder_of_a_feature_is_listed_once() -> None:
    folders = {each.parent.name for each in (PROGRAM / "features").glob("*/__init__.py")}
    assert Counter(each.id for each in FEATURES) == Counter(folders)


def test_a_row_stands_before_the_one_that_it_names() -> None:
    assert insert_rows("ac", "b", str, lambda row: "c") == (*"abc",)
    assert insert_rows("ab", "c", str, lambda row: "") == (*"abc",)


def test_a_row_that_names_no_other_is_an_error() -> None:
    """The tables of keys, lines and verbs are made when they are imported, so that no test would run."""
    with pytest.raises(ValueError, match="not in list"):
        insert_rows("ac", "b", str, lambda row: "z")
