"""Where campaigns live: the only code that knows TinyDB, files, journals and locks."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.store import (
        backups,
        campaigns,
        chapter,
        conflict_copies,
        database,
        library,
        lock,
        presence,
        renamed,
        replacing,
        rescue,
        sealed,
        seals,
        shelving,
        spectator,
    )

__all__ = [
    "backups",
    "campaigns",
    "chapter",
    "conflict_copies",
    "database",
    "library",
    "lock",
    "presence",
    "renamed",
    "replacing",
    "rescue",
    "sealed",
    "seals",
    "shelving",
    "spectator",
]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
