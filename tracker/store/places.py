"""The folders where a GM has campaigns, so that one begun elsewhere is found again."""

from contextlib import suppress
from pathlib import Path
from typing import Self

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.campaigns import list_campaigns
from tracker.store.files import read_list, write_list

MOST = 50
"""Folders that are remembered, the latest last."""


class Places(Struct, frozen=True):
    """The private list of the folders in which this GM has opened a campaign."""

    path: Path

    @classmethod
    def beside(cls, journals: Path) -> Self:
        """Return the list that lies beside the journals."""
        return cls(journals.with_name("places"))

    def remember(self, folder: Path) -> None:
        """Add a folder. A list that cannot be written is no reason not to play."""
        line = str(folder.absolute())
        with suppress(Refusal):
            known = read_list(self.path)
            if line not in known and "\n" not in line:
                write_list(self.path, [*known, line][-MOST:])

    def elsewhere(self, saves: Path) -> dict[Path, int]:
        """Return the other folders that hold campaigns, with how many, the latest first."""
        found: dict[Path, int] = {}
        with suppress(Refusal):
            for folder in map(Path, reversed(read_list(self.path))):
                if folder != saves.absolute():
                    found |= self._campaigns(folder)
        return found

    @staticmethod
    def _campaigns(folder: Path) -> dict[Path, int]:
        with suppress(Refusal):
            if count := len(list_campaigns(folder)):
                return {folder: count}
        return {}
