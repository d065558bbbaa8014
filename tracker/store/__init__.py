"""Where campaigns live: the only code that knows TinyDB, files, journals and locks."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.store import chapter

__all__ = ["chapter"]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
