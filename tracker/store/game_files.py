"""Game files on the disk: where they lie, and their text as a campaign keeps it."""

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from tracker.rules.fields import RULES_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.systems import FILE, known_systems, meant_by, register_rules, saved_name, system_of
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.store.files import paths_like, read_regular, status
from tracker.store.paths import NAME_LENGTH, config_file, examples_folder

ENDING = ".toml"
FOLDER = "games"
_MOST_BYTES = 4 * RULES_LENGTH
_MOST_FILES = 200


class Ruling(Struct, frozen=True):
    """A game as saves name it, and the texts by which a campaign plays it."""

    system: str
    rules: str = ""
    house: str = ""

    @property
    def name(self) -> str:
        """The name by which this process knows the game."""
        return register_rules(register_rules(self.system, self.rules), self.house)


def is_path(name: str) -> bool:
    """Whether a game is named by the path of its file."""
    return "/" in name or name.endswith(ENDING)


class Shelf(Struct, frozen=True):
    """The folders in which game files are looked for, the GM's own first."""

    folders: tuple[Path, ...]
    closed: bool = False
    """Whether only files of these folders may be named."""

    @classmethod
    def for_campaign(cls, saves: Path, environment: Mapping[str, str], *, closed: bool = False) -> "Shelf":
        """Return the folders: beside the campaigns, with the preferences, and the games that come along."""
        own = config_file(environment).parent / FOLDER
        return cls((saves / FOLDER, own, examples_folder(FOLDER)), closed)

    def paths(self) -> tuple[Path, ...]:
        """Return every game file; of two with one name, the GM's own."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in paths_like(folder, f"*{ENDING}")[:_MOST_FILES]:
                found.setdefault(path.stem, path)
        return tuple(found.values())

    def labels(self) -> dict[Path, str]:
        """Return what each game file is called; the name of one that cannot be read."""
        return {path: _label_of(path) for path in self.paths()}

    def mark(self) -> tuple[tuple[Path, int], ...]:
        """Return what tells whether a file has come or changed."""
        found = ((path, status(path)) for path in self.paths())
        return tuple((path, there.st_mtime_ns) for path, there in found if there is not None)

    def find(self, name: str) -> Path:
        """Return a game file by its path, or by its name in one of the folders; refuses any other name."""
        if is_path(name):
            if self.closed:
                raise Refusal("kiosk", what=clean(name, NAME_LENGTH))
            return Path(name)
        for path in self.paths():
            if path.stem == name:
                return path
        known = ", ".join(path.stem for path in self.paths()) or "—"
        raise Refusal("no_such_game", name=clean(name, NAME_LENGTH), known=known)

    def systems(self) -> Iterator[str]:
        """Yield the name by which this process knows each game that can be played."""
        yield from known_systems()
        for path in self.paths():
            try:
                name = self.ruling(text_of(path)).name
                system_of(name)
            except Refusal:  # a file that cannot be played is no game
                continue
            yield name

    def text(self, name: str) -> str:
        """Return the text of a game file; refuses what `find` and `text_of` refuse."""
        return text_of(self.find(name))

    def ruling(self, text: str) -> Ruling:
        """Return the game of a text; for house rules over a game that is a file, with that file's text.

        Raises `Refusal`: `bad_game_file`, `no_such_game` for a game below house rules that is nowhere.
        """
        meant = meant_by(text)
        key, on = meant.key, meant.on
        if not on:
            return Ruling(f"{FILE}{key}", text)
        return Ruling(on, house=text) if on in known_systems() else Ruling(f"{FILE}{on}", self.text(on), text)

    def game_below(self, key: str) -> GameSystem:
        """Return the game for which a text makes house rules; refuses as `ruling` does."""
        return system_of(key if key in known_systems() else self.ruling(self.text(key)).name)

    def fitting(self, session: Session) -> tuple[Path, ...]:
        """Return the files of the game that a campaign plays, and the house rules for it, that are others."""
        return tuple(path for path, _key in self._fitting(session))

    def _fitting(self, session: Session) -> Iterator[tuple[Path, str]]:
        played = saved_name(session.system).removeprefix(FILE)
        for path in self.paths():
            try:
                text = text_of(path)
                if played not in text or text in (session.rules, session.house):
                    continue
                meant = meant_by(text)
            except Refusal:  # a file that cannot be played is no offer
                continue
            if (meant.on or meant.key) == played:
                yield path, meant.key

    def newer(self, session: Session, since: int) -> Path | None:
        """Return the file of the game or of its house rules if it has changed since that second."""
        keys = [meant_by(text).key for text in (session.rules, session.house) if text]
        for path, key in self._fitting(session):
            there = status(path)
            if key in keys and there is not None and there.st_mtime > since:
                return path
        return None


def _label_of(path: Path) -> str:
    try:
        return meant_by(text_of(path)).label
    except Refusal:  # it is refused once it is chosen
        return path.stem


def text_of(path: Path) -> str:
    """Return the text of a game file: tabs are blanks, and lines end as in a save.

    Raises `Refusal`: `game_not_utf8`, `game_file_too_big`, and those of a file that cannot be read.
    """
    try:
        content, _signature = read_regular(path, _MOST_BYTES)
    except Refusal as refusal:
        if refusal.code != "save_too_big":
            raise
        raise Refusal("game_file_too_big", path=str(path), most=RULES_LENGTH) from refusal
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal("game_not_utf8", path=str(path)) from error
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    return unicodedata.normalize("NFC", plain)
