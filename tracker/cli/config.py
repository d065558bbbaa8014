"""The GM's preferences, in one TOML file.

Each value is parsed by itself, so a mistake in one leaves the others valid.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from tracker.rules.clock import DAY, duration_text
from tracker.rules.refusal import Refusal
from tracker.store.files import Missing, opened
from tracker.widgets.preferences import (
    FIRST_PORT,
    LAST_PORT,
    NEVER,
    PLACES,
    USUAL,
    Occasion,
    OwnKey,
    Preferences,
    Shown,
    is_action,
    parse_port,
)
from tracker.wording.language import LANGUAGES

MOST_BYTES = 64 << 10
"""The most bytes of the file that are read."""
THEMES = ("dark", "light", "contrast", "16", "own")
"""The tracker's own themes."""
COLOURS = ("foreground", "background", "surface", "panel", "primary", "key", "good", "caution", "bad")
"""The colours of a GM's own theme."""
_TRUE, _FALSE = "true", "false"
_OWN = ("do", "in", "say", "tip")
"""The fields that the table of one key may hold."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Preference(Struct, frozen=True):
    """One entry of the file: how it is parsed and, unless it is a table, how its default is written."""

    read: Callable[[str, Any], Any]
    usual: Callable[[Preferences], str] | None = None


class Config(Struct, frozen=True):
    """The valid values of the file, and a refusal for each mistake."""

    preferences: Preferences = field(default_factory=Preferences)
    language: str = ""
    mistakes: tuple[Refusal, ...] = ()


def read_config(path: Path) -> Config:
    """Read the preferences in a file; the defaults without a file."""
    try:
        with opened(path, follows=True) as file:
            content = file.read(MOST_BYTES)
    except Missing:
        return Config()
    except Refusal as refusal:
        return Config(mistakes=(_unreadable(path, refusal),))
    import tomllib

    try:
        return config_of(tomllib.loads(content.decode()))
    except (ValueError, RecursionError) as error:
        return Config(mistakes=(Refusal("config_wrong", path=str(path), reason=str(error)),))


def _unreadable(path: Path, refusal: Refusal) -> Refusal:
    """Return the mistake of a refused file, with the reason of the system if it gives one."""
    if reason := refusal.data.get("reason"):
        return Refusal("config_unreadable", path=str(path), reason=reason)
    return Refusal("config_no_file", path=str(path))


def config_of(document: Mapping[str, Any]) -> Config:
    """Parse the preferences in a TOML document."""
    mistakes: list[Refusal] = []
    values: dict[str, Any] = {}
    for name, value in document.items():
        try:
            values[name] = _reader_of(name)(name, value)
        except Refusal as mistake:
            mistakes.append(mistake)
    entries = values.pop("keys", {})
    mistakes += [each for each in entries.values() if isinstance(each, Refusal)]
    values["keys"] = {name: each for name, each in entries.items() if isinstance(each, str)}
    values["own"] = {name: each for name, each in entries.items() if isinstance(each, OwnKey)}
    language = values.pop("language", "")
    return Config(Preferences(**values), language, tuple(mistakes))


def _reader_of(name: str) -> Callable[[str, Any], Any]:
    if name not in PREFERENCES:
        raise Refusal("unknown_preference", name=name, known=", ".join(PREFERENCES))
    return PREFERENCES[name].read


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
    from tracker.widgets.made_theme import textual_names

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
    from tracker.commands.figures import parse_duration

    try:
        seconds = parse_duration(value) if isinstance(value, str) else 0
    except Refusal:
        seconds = 0
    if not 0 < seconds <= DAY:
        raise _bad(name, value, "10m, 1h, 30s")
    return seconds


def _overdue(name: str, value: Any) -> int:
    return 0 if value == NEVER else _interval(name, value)


def _timer(name: str, value: Any) -> Shown:
    return Shown(_choice(tuple(Shown))(name, value))


def _occasion(name: str, value: Any) -> Occasion:
    return Occasion(_choice(tuple(Occasion))(name, value))


def _port(name: str, value: Any) -> int:
    port = parse_port(str(value)) if type(value) in (int, str) else None
    if port is None:
        raise _bad(name, value, f"{FIRST_PORT}-{LAST_PORT}")
    return port


def _keys(name: str, value: Any) -> dict[str, str | OwnKey | Refusal]:
    """Parse a table of keys, with the refusal in the place of a wrong entry.

    An entry names the id of an action and gives its key, or names a key and gives its line.
    """
    if not isinstance(value, dict):
        raise _bad(name, value, "[keys]")
    keys: dict[str, str | OwnKey | Refusal] = {}
    for part, entry in _whole_ids(value).items():
        try:
            keys[part] = _key(part, entry)
        except Refusal as mistake:
            keys[part] = mistake
    return keys


def _whole_ids(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten a table: TOML reads a dotted id without quotes as a table inside it."""
    entries: dict[str, Any] = {}
    for part, entry in table.items():
        if isinstance(entry, dict) and not entry.keys() & {*_OWN}:
            entries |= _whole_ids(entry, f"{prefix}{part}.")
        else:
            entries[f"{prefix}{part}"] = entry
    return entries


def _key(part: str, entry: Any) -> str | OwnKey:
    match entry:
        case str():
            return entry if is_action(part) else OwnKey(entry)
        case list() if is_action(part) and all(isinstance(each, str) for each in entry):
            return ",".join(entry)
        case dict() if not is_action(part):
            return _own_key(part, entry)
    raise _bad(f"keys {part}", entry, '"n", "n,space"' if is_action(part) else '"daño . 1d6", { do = "…" }')


def _own_key(key: str, table: Mapping[str, Any]) -> OwnKey:
    """Parse a key with its line, the places where it works, and its texts on the pages of keys."""
    for part, value in table.items():
        if part not in _OWN:
            raise Refusal("unknown_preference", name=f"keys {key}.{part}", known=", ".join(_OWN))
        if part != "in" and not isinstance(value, str):
            raise _bad(f"keys {key}.{part}", value, '"…"')
    places = table.get("in", [*PLACES])
    place_names = [places] if isinstance(places, str) else places
    if not (isinstance(place_names, list) and place_names and all(each in PLACES for each in place_names)):
        raise _bad(f"keys {key}.in", places, ", ".join(PLACES))
    return OwnKey(table.get("do", ""), tuple(place_names), table.get("say", ""), table.get("tip", ""))


def _bad(name: str, value: Any, known: str) -> Refusal:
    return Refusal("bad_preference", name=name, value=str(value), known=known)


PREFERENCES: Mapping[str, Preference] = {
    "theme": Preference(_theme, lambda usual: _quote(usual.theme)),
    "colours": Preference(_colours),
    "language": Preference(_choice(LANGUAGES), lambda usual: _quote(LANGUAGES[0])),
    "interval": Preference(_interval, lambda usual: _quote(duration_text(usual.interval))),
    "timer": Preference(_timer, lambda usual: _quote(usual.timer)),
    "overdue": Preference(_overdue, lambda usual: _quote(NEVER)),
    "bell": Preference(_occasion, lambda usual: _quote(usual.bell)),
    "notification": Preference(_occasion, lambda usual: _quote(usual.notification)),
    "title": Preference(_flag, lambda usual: _TRUE),
    "port": Preference(_port, lambda usual: str(usual.port)),
    "cursor": Preference(_flag, lambda usual: _FALSE),
    "plain": Preference(_flag, lambda usual: _FALSE),
    "mouse": Preference(_flag, lambda usual: _FALSE),
    "keys": Preference(_keys),
}
"""Every preference, in the order of the file's example."""


def usual_values() -> dict[str, str]:
    """Return the default of each preference, as the file writes it."""
    return {name: each.usual(USUAL) for name, each in PREFERENCES.items() if each.usual is not None}


def _quote(text: str) -> str:
    return f'"{text}"'
