"""Percentile: d100 under a skill, willpower, experience, study and light (document 003)."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.rules.percentile import acts, moments, settling

__all__ = ["acts", "moments", "settling"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
