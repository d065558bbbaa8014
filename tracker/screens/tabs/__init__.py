"""The four tabs of the table."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.screens.tabs import (
        dice,
        encounter,
        exploration,
        sheet_form,
    )

__all__ = [
    "dice",
    "encounter",
    "exploration",
    "sheet_form",
]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
