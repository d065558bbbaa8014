"""Horror: 2d6 plus an attribute, consequences, dying, scars and sanity (document 002)."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.rules.horror import acts, moments, settling

__all__ = ["acts", "moments", "settling"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
