"""A game at the table as one immutable value, and the events that it is the fold of."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.session import due, seal, versions

__all__ = ["due", "seal", "versions"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
