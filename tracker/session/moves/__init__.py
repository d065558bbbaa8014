"""What a GM can do: each move is a pure function from a session, and some dice, to a deed."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.session.moves import (
        campaign,
        jump,
        party,
        pending,
        rewind,
        seal,
        supplies,
        undo,
    )

__all__ = [
    "campaign",
    "jump",
    "party",
    "pending",
    "rewind",
    "seal",
    "supplies",
    "undo",
]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
