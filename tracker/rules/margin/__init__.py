"""Margin: d20 under a characteristic, and by how much (document 004)."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.rules.margin import acts, settling

__all__ = ["acts", "settling"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
