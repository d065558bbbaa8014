"""Names of journals are the same under every Python: the digest is SHA-256."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from tracker.store.digest import hexadecimal


@given(st.binary(max_size=300))
def test_the_digest_is_sha_256(content: bytes) -> None:
    assert hexadecimal(content) == hashlib.sha256(content).hexdigest()
