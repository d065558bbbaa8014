"""Game files on the disk: where they lie, and their text as a campaign keeps it."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from tracker.rules.fields import RULES_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.systems import saved_name, system_by
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.store.files import read_regular, refusing
from tracker.store.paths import NAME_LENGTH, config_file, examples_folder

ENDING = ".toml"
FOLDER = "games"
_MOST_BYTES = 4 * RULES_LENGTH
_MOST_FILES = 200


class Shelf(Struct, frozen=True):
    """The folders in which game files are looked for, the GM's own first."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, saves: Path, environment: Mapping[str, str]) -> "Shelf":
        """Return the folders: beside the campaigns, with the preferences, and the games that come along."""
        own = config_file(environment).parent / FOLDER
        return cls((saves / FOLDER, own, examples_folder(FOLDER)))

    def paths(self) -> tuple[Path, ...]:
        """Return every game file; of two with one name, the GM's own."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            names = sorted(folder.glob(f"*{ENDING}")) if folder.is_dir() else []
            for path in names[:_MOST_FILES]:
                found.setdefault(path.stem, path)
        return tuple(found.values())

    def find(self, name: str) -> Path:
        """Return a game file by its path, or by its name in one of the folders; refuses any other name."""
        if "/" in name or name.endswith(ENDING):
            return Path(name)
        for path in self.paths():
            if path.stem == name:
                return path
        known = ", ".join(path.stem for path in self.paths()) or "—"
        raise Refusal("no_such_game", name=clean(name, NAME_LENGTH), known=known)

    def newer(self, session: Session, since: int) -> Path | None:
        """Return the file of the game that a campaign plays, if it says something else since that second."""
        for path in self.paths() if session.rules else ():
            try:
                text = text_of(path)
                same = system_by(text) == saved_name(session.system)
            except Refusal:  # a file that cannot be played is no offer
                continue
            if same and text != session.rules and path.stat().st_mtime > since:
                return path
        return None


def text_of(path: Path) -> str:
    """Return the text of a game file: tabs are blanks, and lines end as in a save.

    Raises `Refusal`: `game_not_utf8`, and those of a file that cannot be read.
    """
    with refusing(path):
        content, _signature = read_regular(path, _MOST_BYTES)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal("game_not_utf8", path=str(path)) from error
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    return unicodedata.normalize("NFC", plain)
