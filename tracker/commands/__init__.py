"""The typed language of the `:` line and of `tracker do`: text to move."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.commands import acts, order, parse

__all__ = ["acts", "order", "parse"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
