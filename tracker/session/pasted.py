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
    """Those of them that a person should check, and the creature's points if the text has none."""
    cut: int = 0
    """Letters of the text that its notes have no room for."""

    @property
    def to_check(self) -> tuple[str, ...]:
        """What a person should check: fields in order, then what the text lacks."""
        return (*(each for each in self.fields if each in self.doubtful), *self.missing)

    @property
    def missing(self) -> tuple[str, ...]:
        """Fields that a creature of this game needs, and that the text does not have."""
        return tuple(sorted(self.doubtful - {*self.fields}))
