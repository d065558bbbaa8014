"""Names of journals are the same under every Python: the digest is SHA-256."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from tracker.store.digest import hexadecimal, hexadecimal_of_much


@given(st.binary(max_size=300))
def test_the_digest_is_sha_256(content: bytes) -> None:
    assert hexadecimal(content) == hashlib.sha256(content).hexdigest()


@given(st.lists(st.binary(max_size=300)))
def test_the_digest_of_much_is_that_of_the_whole(pieces: list[bytes]) -> None:
    assert hexadecimal_of_much(pieces) == hashlib.blake2b(b"".join(pieces), digest_size=32).hexdigest()
