"""A creature read from a text, before a person has checked it."""

from msgspec import Struct

from tracker.session.state import Template

MOST_BYTES = 64 << 10
"""Size limit of a pasted text."""


class Pasted(Struct, frozen=True):
    """A creature read from a text. What was not understood is in its notes."""

    template: Template
    fields: tuple[str, ...]
    """Fields that the text fills, the name first, then in the order of the sheet."""
    doubtful: frozenset[str]
    """Those of them that a person should check."""
