"""A creature as a text was understood, before anybody has seen it."""

from msgspec import Struct

from tracker.session.state import Template

MOST_BYTES = 64 << 10
"""Size limit of a pasted text."""


class Pasted(Struct, frozen=True):
    """A creature as its text was understood; nothing of the text is lost."""

    template: Template
    fields: tuple[str, ...]
    """The fields that the text fills, in the order of the sheet; the name is first."""
    doubtful: frozenset[str]
    """Those of them that a person should look at before believing them."""
