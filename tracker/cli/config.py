"""The GM's preferences, which stand in one TOML file.

Each value is read by itself, so a mistake in one leaves the others valid.
"""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct, field

from tracker.rules.clock import DAY
from tracker.rules.refusal import Refusal
from tracker.widgets.preferences import FIRST_PORT, LAST_PORT, NEVER, Bell, Preferences, Shown, as_port
from tracker.wording.language import LANGUAGES

MOST_BYTES = 64 << 10
"""Bytes of the file that are read."""
THEMES = ("dark", "light", "contrast", "16", "own")
"""The tracker's own themes."""
COLOURS = ("foreground", "background", "surface", "panel", "primary", "key", "good", "caution", "bad")
"""The colours of a GM's own theme."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Config(Struct, frozen=True):
    """The valid values of the file, and a sentence for each mistake."""

    preferences: Preferences = field(default_factory=Preferences)
    language: str = ""
    mistakes: tuple[Refusal, ...] = ()


def read_config(path: Path) -> Config:
    """Return the preferences in a file; the usual ones without a file."""
    try:
        content = _read(path)
    except Refusal as mistake:
        return Config(mistakes=(mistake,))
    except FileNotFoundError:
        return Config()
    except OSError as error:
        return Config(mistakes=(Refusal("config_unreadable", path=str(path), reason=str(error.strerror)),))
    import tomllib  # noqa: PLC0415 - most GMs have no such file

    try:
        return config_of(tomllib.loads(content.decode()))
    except (ValueError, RecursionError) as error:
        return Config(mistakes=(Refusal("config_wrong", path=str(path), reason=str(error)),))


def _read(path: Path) -> bytes:
    """Return the first bytes of a regular file; a pipe would keep every verb waiting."""
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Refusal("config_no_file", path=str(path))
        return file.read(MOST_BYTES)


def config_of(document: Mapping[str, Any]) -> Config:
    """Return the preferences in a TOML document."""
    mistakes: list[Refusal] = []
    values: dict[str, Any] = {}
    for name, value in document.items():
        try:
            values[name] = _READERS.get(name, _unknown)(name, value)
        except Refusal as mistake:
            mistakes.append(mistake)
    language = values.pop("language", "")
    return Config(Preferences(**values), language, tuple(mistakes))


def _unknown(name: str, _value: Any) -> NoReturn:
    raise Refusal("unknown_preference", name=name, known=", ".join(_READERS))


def _choice(known: tuple[str, ...]) -> Any:
    def read(name: str, value: Any) -> str:
        if str(value) not in known:
            raise _bad(name, value, ", ".join(known))
        return str(value)

    return read


def _theme(name: str, value: Any) -> str:
    if str(value) not in THEMES and str(value) not in (known := known_themes()):
        raise _bad(name, value, ", ".join(known))
    return str(value)


def known_themes() -> tuple[str, ...]:
    """Return the names of all themes, those of Textual last."""
    from tracker.widgets.made_theme import textual_names  # noqa: PLC0415 - most GMs choose one of ours

    return (*THEMES, *textual_names())


def _colours(name: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _bad(name, value, "[colours]")
    for part, colour in value.items():
        if part not in COLOURS:
            raise Refusal("unknown_preference", name=f"{name}.{part}", known=", ".join(COLOURS))
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            raise _bad(f"{name}.{part}", colour, '"#1c2b3a"')
    return value


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _bad(name, value, "true, false")
    return value


def _interval(name: str, value: Any) -> int:
    from tracker.commands.figures import duration  # noqa: PLC0415 - most GMs have no such preference

    try:
        seconds = duration(value) if isinstance(value, str) else 0
    except Refusal:
        seconds = 0
    if not 0 < seconds <= DAY:
        raise _bad(name, value, "10m, 1h, 30s")
    return seconds


def _overdue(name: str, value: Any) -> int:
    return 0 if value == NEVER else _interval(name, value)


def _timer(name: str, value: Any) -> Shown:
    return Shown(_choice(tuple(Shown))(name, value))


def _bell(name: str, value: Any) -> Bell:
    return Bell(_choice(tuple(Bell))(name, value))


def _port(name: str, value: Any) -> int:
    port = as_port(str(value)) if type(value) in (int, str) else None
    if port is None:
        raise _bad(name, value, f"{FIRST_PORT}-{LAST_PORT}")
    return port


def _keys(name: str, value: Any) -> dict[str, str]:
    """Read a table of keys; a dotted id that was not quoted is a table inside it."""
    if not isinstance(value, dict):
        raise _bad(name, value, "[keys]")
    keys: dict[str, str] = {}
    for part, found in value.items():
        match found:
            case dict():
                keys |= {f"{part}.{rest}": text for rest, text in _keys(name, found).items()}
            case str():
                keys[part] = found
            case list() if all(isinstance(each, str) for each in found):
                keys[part] = ",".join(found)
            case _:
                raise _bad(f"keys {part}", found, '"n", "n,space"')
    return keys


def _bad(name: str, value: Any, known: str) -> Refusal:
    return Refusal("bad_preference", name=name, value=str(value), known=known)


_READERS = {
    "theme": _theme,
    "colours": _colours,
    "language": _choice(LANGUAGES),
    "interval": _interval,
    "timer": _timer,
    "overdue": _overdue,
    "bell": _bell,
    "port": _port,
    "cursor": _flag,
    "plain": _flag,
    "mouse": _flag,
    "keys": _keys,
}
