"""The games that a campaign may choose: those of this repository, and those installed beside it.

An installed game registers under the entry point group `tracker.systems`, by its key. The value
is a module attribute that holds its `GameSystem`. Its words are files in a folder `words` beside that module.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from tracker.rules.body import Living
from tracker.rules.game_system import GameSystem
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.system import Sheet

GROUP = "tracker.systems"

DEFAULT = SYSTEMS[0]
"""The game of a campaign for which the GM names none."""

RULED = "#"
"""Separates a game's key from the hash of its game file or house rules."""
FILE = "file."
"""Prefix of the key of a game that is a file."""
_TEXTS: dict[str, str] = {}
"""The texts that `register_rules` has seen, by the names that it gave."""


class _Nobody(Living, Sheet, frozen=True):
    """The sheet of a creature whose game file is missing."""


class _WithoutRules(GameSystem):
    """A game whose file is missing: its creatures have names, and no act."""

    key = FILE
    sheet = _Nobody

    def new_sheet(self, kind: str, now: int) -> Sheet:
        return _Nobody(fed_at=now, awake_since=now)


_WITHOUT_RULES = _WithoutRules()


@cache
def system_of(key: str) -> GameSystem:
    """Import a system by its key, and no other system.

    Raises `Refusal`: `unknown_system` naming the known ones, `broken_system`; `bad_game_file` and
    `game_for_another` for a name of `register_rules`.
    """
    # A campaign pays for the import of its own system only.
    match key:
        case "chronicle":
            from tracker.rules.games.chronicle.system import CHRONICLE  # noqa: PLC0415 - as said above

            return CHRONICLE
        case "horror":
            from tracker.rules.games.horror.system import HORROR  # noqa: PLC0415 - as said above

            return HORROR
        case "percentile":
            from tracker.rules.games.percentile.system import PERCENTILE  # noqa: PLC0415 - as said above

            return PERCENTILE
        case "margin":
            from tracker.rules.games.margin.system import MARGIN  # noqa: PLC0415 - as said above

            return MARGIN
        case _ if key.startswith(FILE) or RULED in key:
            return _by_file(key)
        case _:
            return load_installed(key)


def register_rules(system: str, text: str) -> str:
    """Keep the text of a game file, or of house rules for a system, and return the name of that game.

    `system` may be such a name itself: house rules for a game that is a file. No text: return `system`.
    """
    if not text:
        return system
    # Sheet types and words are cached by this name, so another text must give another name.
    name = f"{system}{RULED}{sha256(text.encode()).hexdigest()[:16]}"
    _TEXTS[name] = text
    return name


class GameSummary(NamedTuple):
    """The game that a text describes."""

    key: str
    on: str
    """The key of the game that it makes house rules for; empty if it is a game of its own."""
    name: str
    label: str
    """Its name with its dice."""
    version: str = ""


def parse_summary(text: str) -> GameSummary:
    """Read which game a text describes; raises `Refusal` `bad_game_file`."""
    from tracker.rules.game_file.compiled import parse_or_refuse  # noqa: PLC0415 - few campaigns are played by a file

    game = parse_or_refuse(text)
    return GameSummary(game.key, game.on, game.name, game.label, game.version)


def tolerated_faults(system: str) -> list[Refusal]:
    """List the faults, let pass by earlier versions, of the texts by which a campaign plays its game."""
    layers = system.split(RULED)
    names = (RULED.join(layers[:end]) for end in range(2, len(layers) + 1))
    return [fault for name in names for fault in system_of(name).tolerated]


def saved_name(system: str) -> str:
    """Return the name of a game in saves, which does not depend on the text of its rules.

    >>> saved_name("file.ascuas#0123456789abcdef")
    'file.ascuas'
    """
    return system.partition(RULED)[0]


def _by_file(name: str) -> GameSystem:
    if RULED not in name:
        return _WITHOUT_RULES
    if name not in _TEXTS:
        return load_installed(name)
    from tracker.rules.game_file.compiled import game_of  # noqa: PLC0415 - few campaigns are played by a file

    # House rules for a game that is a file have two signs: `file.ascuas#<its text>#<the house rules>`.
    below = name.rpartition(RULED)[0]
    base = None if below.startswith(FILE) and RULED not in below else system_of(below)
    return game_of(_TEXTS[name], name, saved_name(name).removeprefix(FILE), base)


def known_systems() -> tuple[str, ...]:
    """Return the keys of every system, this repository's first."""
    return (*SYSTEMS, *sorted(_entry_points().keys() - {*SYSTEMS}))


@cache
def load_installed(key: str) -> GameSystem:
    """Load a system that was installed as an entry point.

    Raises `Refusal`: `unknown_system` naming the known ones, `broken_system`.
    """
    entry = _entry_points().get(key)
    if entry is None:
        raise Refusal("unknown_system", name=key, known=", ".join(known_systems()))
    try:
        game = entry.load()
    except (ImportError, AttributeError) as error:
        raise Refusal("broken_system", name=key, reason=str(error)) from error
    if not isinstance(game, GameSystem) or game.key != key:
        raise Refusal("broken_system", name=key, reason=entry.value)
    return game


@cache
def _entry_points() -> Mapping[str, Any]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - only an unknown system is looked for

    return {entry.name: entry for entry in entry_points(group=GROUP)}
