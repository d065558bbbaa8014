"""Events and results as sentences, in Spanish and English."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.wording import brief, dice, facts, library, preferences, refusals, report, sentences, store

__all__ = ["brief", "dice", "facts", "library", "preferences", "refusals", "report", "sentences", "store"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
