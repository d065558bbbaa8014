"""Chronicle: d20 against an attribute's difficulty, usage dice, hunger, sleep and eleven conditions."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.rules.chronicle import acts, harm, moments, settling

__all__ = ["acts", "harm", "moments", "settling"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
