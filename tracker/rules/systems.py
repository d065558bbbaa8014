"""The rules systems that a campaign may choose from: those of this repository, and those installed beside it.

A system that lives elsewhere registers under the entry point group `tracker.systems`, by its key. The value
is a module attribute that holds its `GameSystem` and its words, as a pair.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from tracker.rules.refusal import Refusal
from tracker.rules.system import GameSystem

GROUP = "tracker.systems"


class _OurGames(Mapping[str, GameSystem]):
    """The games of this repository by their keys; each is imported when it is first asked for."""

    def __init__(self, *keys: str) -> None:
        self._known: dict[str, GameSystem | None] = dict.fromkeys(keys)

    def __getitem__(self, key: str) -> GameSystem:
        game = self._known[key]
        if game is None:
            game = getattr(import_module(f"tracker.rules.{key}.system"), key.upper())
            self._known[key] = game
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


SYSTEMS = _OurGames("chronicle", "horror", "percentile", "margin")
DEFAULT = next(iter(SYSTEMS))
"""What a campaign is played with when nobody says."""


def system_of(key: str) -> GameSystem:
    """Return a system by its key.

    Raises `Refusal`: `unknown_system` naming the known ones, `broken_system`.
    """
    return SYSTEMS[key] if key in SYSTEMS else installed(key)[0]


def known_systems() -> tuple[str, ...]:
    """Return the keys of every system, those of this repository first."""
    return (*SYSTEMS, *sorted(_entry_points().keys() - SYSTEMS.keys()))


@cache
def installed(key: str) -> tuple[GameSystem, Any]:
    """Return a system installed beside this repository, and its words.

    Raises `Refusal`: `unknown_system` naming the known ones, `broken_system`.
    """
    entry = _entry_points().get(key)
    if entry is None:
        raise Refusal("unknown_system", name=key, known=", ".join(known_systems()))
    try:
        game, words = entry.load()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise Refusal("broken_system", name=key, reason=str(error)) from error
    if not isinstance(game, GameSystem) or game.key != key:
        raise Refusal("broken_system", name=key, reason=entry.value)
    return game, words


@cache
def _entry_points() -> Mapping[str, Any]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - only an unknown system is looked for

    return {entry.name: entry for entry in entry_points(group=GROUP)}
