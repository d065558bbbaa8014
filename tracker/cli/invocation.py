"""One run of the shell: its arguments, environment, folders, GM, clock and chance."""

import os
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tracker.cli.config import Config
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.text import clean
from tracker.store.files import exists
from tracker.store.paths import NAME_LENGTH, Folders, save_path
from tracker.widgets.preferences import Preferences

DONE, REFUSED, WRONG = 0, 1, 2
FAILED, UNWRITTEN, INTERRUPTED = 70, 74, 130


_OF_SSH = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Variables of a session over ssh."""
ID_BYTES = 5


class Invocation(Struct, frozen=True):
    """One run of the shell, which every verb gets."""

    arguments: SimpleNamespace
    environment: Mapping[str, str]
    folders: Folders
    gm: str
    config: Config

    @property
    def preferences(self) -> Preferences:
        """The preferences of the GM's file, overridden by those of the command line.

        Over ssh, the mouse only counts if the command line asks for it.
        """
        preferences, arguments = self.config.preferences, self.arguments
        mouse = arguments.mouse or (preferences.mouse and not any(map(self.environment.get, _OF_SSH)))
        return replace(
            preferences,
            theme=arguments.theme or preferences.theme,
            plain=arguments.plain or preferences.plain,
            mouse=mouse,
        )

    def path(self, save: str) -> Path:
        """Find the file of a save by its path or name; in a kiosk, by its name alone."""
        path = save_path(save, self.folders)
        if self.arguments.kiosk and path.parent != self.folders.saves:
            raise Refusal("kiosk", what=clean(save, NAME_LENGTH))
        return path

    def save(self, name: str) -> Path:
        """Find the file of a save by its path, its name, or a title that no other save has."""
        path = self.path(name)
        if path.parent != self.folders.saves or exists(path):
            return path
        from tracker.store import campaigns

        entries = campaigns.list_campaigns(path.parent)
        matches = [each.path for each in entries if fold(campaigns.title_of(each)) == fold(name)]
        return matches[0] if len(matches) == 1 else path


def unix_time() -> int:
    return int(time.time())


if TYPE_CHECKING:
    from random import Random


def luck(seed: int | None = None) -> tuple[Roll, Callable[[], str]]:
    """Return the program's dice and its source of ids; the same `seed` gives the same faces."""

    @cache
    def source() -> "Random":
        from random import Random, SystemRandom

        return SystemRandom() if seed is None else Random(seed)  # noqa: S311 - repeatable on purpose

    return lambda sides: source().randint(1, sides), fresh_id


def fresh_id() -> str:
    return os.urandom(ID_BYTES).hex()
