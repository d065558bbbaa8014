"""Game files on the disk: where they lie, and their text as a campaign stores it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from tracker.rules.fields import RULES_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.systems import (
    FILE,
    GameSummary,
    known_systems,
    parse_summary,
    register_rules,
    saved_name,
    system_of,
    tolerated_faults,
)
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.store.files import exists, paths_like, read_regular, status
from tracker.store.paths import NAME_LENGTH, SUFFIX, config_file, examples, examples_folder

ENDING = ".toml"
FOLDER = "games"
MOST_BYTES = 2 << 20
"""The most bytes of a game file with the parts of a pack behind it."""
PARTS_MARK = "#= tracker: "
"""Begins the line of each part of a pack, which stand behind the game: comments to any reader of TOML."""
_MOST_FILES = 200


class Ruling(Struct, frozen=True):
    """A game by its name in saves, and the texts by which a campaign plays it."""

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
    asked: bool = True
    """Whether a person names the files; a program may not open one by its path."""

    @classmethod
    def for_campaign(
        cls, saves: Path, environment: Mapping[str, str], *, closed: bool = False, asked: bool = True
    ) -> "Shelf":
        """Choose the folders: beside the campaigns, beside the preferences, and the bundled games."""
        own = config_file(environment).parent / FOLDER
        return cls((saves / FOLDER, own, examples_folder(FOLDER)), closed, asked)

    def paths(self) -> tuple[Path, ...]:
        """List every game file; of two with the same name, the GM's own."""
        paths: dict[str, Path] = {}
        for folder in self.folders:
            for path in paths_like(folder, f"*{ENDING}")[:_MOST_FILES]:
                paths.setdefault(path.stem, path)
        return tuple(paths.values())

    def is_own(self, path: Path) -> bool:
        """Whether a game file is the GM's, not one that comes with the program."""
        return path.parent != examples_folder(FOLDER)

    def summaries(self) -> dict[Path, GameSummary | None]:
        """Sum up each game file; None for one that cannot be played."""
        return {path: _summary_of(path) for path in self.paths()}

    def labels(self) -> dict[Path, str]:
        """Return the label of each game file; for an unreadable one, its file name."""
        return {path: each.label if each else path.stem for path, each in self.summaries().items()}

    def mark(self) -> tuple[tuple[Path, int], ...]:
        """Sum up the game files: the value differs after one was added or changed."""
        statuses = ((path, status(path)) for path in self.paths())
        return tuple((path, info.st_mtime_ns) for path, info in statuses if info is not None)

    def find(self, name: str) -> Path:
        """Find a game file by its path, or by its name in one of the folders; refuses any other name."""
        if is_path(name):
            if self.closed:
                raise Refusal("kiosk", what=clean(name, NAME_LENGTH))
            if not self.asked:
                raise Refusal("no_path_here")
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
                name = self.ruling(read_game_text(path)).name
                system_of(name)
            except Refusal:  # a file that cannot be played is no game
                continue
            yield name

    def text(self, name: str) -> str:
        """Read a game file, found as `find` does; raises the refusals of `find` and `read_game_text`."""
        return read_game_text(self.find(name))

    def ruling(self, text: str, below: str = "") -> Ruling:
        """Find the game of a new text; for house rules over a game that is a file, with that file's text.

        `below` is that text, if it is not to be looked for.

        Raises `Refusal`: `bad_game_file`, and `no_such_game` if the game below house rules is nowhere.
        """
        from tracker.rules.game_file.compiled import refuse_faults  # noqa: PLC0415 - few games are files

        header = parse_summary(text)
        if not header.on:
            ruling = Ruling(f"{FILE}{header.key}", text)
        elif header.on in known_systems():
            ruling = Ruling(header.on, house=text)
        else:
            ruling = Ruling(f"{FILE}{header.on}", below or self.text(header.on), text)
        refuse_faults(tolerated_faults(ruling.name))
        return ruling

    def find_by_key(self, key: str) -> Path | None:
        """Find the file of a game; of several, the GM's own."""
        summaries = self.summaries().items()
        return next((path for path, summary in summaries if summary and summary.key == key), None)

    def examples(self, spoken: str) -> Mapping[str, Path]:
        """List the example campaigns, by language those of the program, by the names of their games."""
        own = {path.stem: path.with_suffix(SUFFIX) for path in self.paths()}
        return {**examples(spoken), **{name: path for name, path in own.items() if exists(path)}}

    def game_below(self, key: str, below: str = "") -> GameSystem:
        """Find the game that the house rules of a text change; `below` is its file if it is known.

        Raises the refusals of `ruling`.
        """
        return system_of(key if key in known_systems() else self.ruling(below or self.text(key)).name)

    def fitting(self, session: Session) -> tuple[Path, ...]:
        """List the other files of the game that a campaign plays, and other house rules for it."""
        return tuple(path for path, _key in self._fitting(session))

    def _fitting(self, session: Session) -> Iterator[tuple[Path, str]]:
        system = saved_name(session.system).removeprefix(FILE)
        for path in self.paths():
            try:
                text = read_game_text(path)
                # A quick look before the text is parsed.
                if system not in text or text in (session.rules, session.house):
                    continue
                header = parse_summary(text)
            except Refusal:  # a file that cannot be played is not offered
                continue
            if (header.on or header.key) == system:
                yield path, header.key

    def newer(self, session: Session, since: int) -> Path | None:
        """Find the file of the game or of its house rules if it has changed since that second."""
        keys = [parse_summary(text).key for text in (session.rules, session.house) if text]
        for path, key in self._fitting(session):
            info = status(path)
            if key in keys and info is not None and info.st_mtime > since:
                return path
        return None


def _summary_of(path: Path) -> GameSummary | None:
    try:
        return parse_summary(read_game_text(path))
    except Refusal:  # choosing it reports the reason
        return None


def read_game_text(path: Path) -> str:
    """Read the text of a game file, without the parts of a pack; raises the refusals of `read_text`."""
    return game_part(read_text(path))


def key_in(text: str) -> str:
    """Find the key of a game in its text, whose grammar need not be known; empty if there is none."""
    from tracker.rules.game_file.reading import KEY  # noqa: PLC0415 - few games are files
    from tracker.rules.game_file.source import source_of  # noqa: PLC0415 - as above

    try:
        head = source_of(text).tables.get("game")
    except Refusal:  # no TOML
        return ""
    key = head.get("key") if isinstance(head, dict) else None
    return key if isinstance(key, str) and KEY.match(key) else ""


def game_part(text: str) -> str:
    """Return the game in the text of a pack."""
    parts = re.search(f"^{PARTS_MARK}", text, re.MULTILINE)
    return text[: max(0, parts.start() - 1)] if parts else text


def read_text(path: Path) -> str:
    """Read a whole text, with tabs as blanks and the line ends of a save.

    Raises `Refusal`: `game_not_utf8`, `game_file_too_big`, and those of a file that cannot be read.
    """
    try:
        content, _signature = read_regular(path, MOST_BYTES)
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
