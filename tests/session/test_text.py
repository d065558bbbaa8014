"""Which characters of people's texts may reach a terminal."""

import re
import sys

from hypothesis import given
from hypothesis import strategies as st

from tracker.session import text
from tracker.session.text import clean, is_clean


def test_nothing_unsafe_counts_as_printable() -> None:
    unsafe = re.findall(text._IN_A_LINE, "".join(map(chr, range(sys.maxunicode + 1))))
    assert len(unsafe) > 2_000
    assert [each for each in unsafe if each.isprintable()] == []


@given(
    st.text(st.sampled_from("aé龍 \n\t\x1b\u200b\u200d\u202e\ufeff\x9b")), st.integers(0, 12), st.booleans()
)
def test_every_unsafe_character_is_replaced_and_no_other(given: str, length: int, lines: bool) -> None:
    unsafe = text._IN_NOTES if lines else text._IN_A_LINE
    assert clean(given, length, lines=lines) == re.sub(unsafe, "\ufffd", given)[:length]
    assert is_clean(given) == (re.search(text._IN_A_LINE, given) is None)
