"""A preference written into the GM's own file: its line, and nothing else that stands there."""

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from tracker.cli.config import MOST_BYTES
from tracker.rules.refusal import Refusal
from tracker.store.files import Signature, read_regular, refusing, replace, signature

PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
_TABLE = re.compile(r"\s*\[")


def keep_preference(path: Path, name: str, value: str, fresh: Callable[[], str]) -> None:
    """Let a file say `name = "value"`; without a file it begins as `fresh`, where all is commented out.

    Comments, order and line ends stay. Refuses a file of somebody else's, one that is no TOML, one that has
    changed meanwhile, and one in which the line cannot be told from the rest.
    """
    path = path.resolve()
    content, seen = _read(path, fresh)
    try:
        text = content.decode()
        before = tomllib.loads(text)
    except ValueError as error:
        raise Refusal("config_kept", path=str(path), reason=str(error)) from error
    after = with_line(text, name, value)
    if not _says(after, {**before, name: value}):
        raise Refusal("config_not_edited", path=str(path), line=f'{name} = "{value}"')
    with refusing(path):
        if seen is None:
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        elif signature(path) != seen:
            raise Refusal("config_changed", path=str(path))
        replace(path, after.encode(), backup=False)


def _read(path: Path, fresh: Callable[[], str]) -> tuple[bytes, Signature | None]:
    with refusing(path):
        try:
            content, seen = read_regular(path, MOST_BYTES)
        except FileNotFoundError:
            return fresh().encode(), None
        if path.stat().st_uid != os.geteuid() or not os.access(path, os.W_OK):
            raise Refusal("config_not_ours", path=str(path))
        return content, seen


def with_line(text: str, name: str, value: str) -> str:
    r"""Return the text of a TOML file in which `name` has another value, or has one now.

    The line goes where it was, else behind the one that shows how, commented out, else to the top.

    >>> with_line('theme = "dark" # de noche\ncursor = true\n', "theme", "light")
    'theme = "light" # de noche\ncursor = true\n'
    """
    lines = text.splitlines(keepends=True)
    top = next((at for at, line in enumerate(lines) if _TABLE.match(line)), len(lines))
    own = rf"(?:{name}|\"{name}\"|'{name}')\s*=\s*"
    set_before = re.compile(rf"(\s*{own})(\"[^\"\r\n]*\"|'[^'\r\n]*'|[^\s#]+)")
    shown = re.compile(rf"\s*#\s*{own}")
    for at, line in enumerate(lines[:top]):
        if match := set_before.match(line):
            lines[at] = f'{match[1]}"{value}"{line[match.end() :]}'
            return "".join(lines)
    end = "\r\n" if "\r\n" in text else "\n"
    at = next((at + 1 for at, line in enumerate(lines[:top]) if shown.match(line)), 0)
    if at and not lines[at - 1].endswith("\n"):
        lines[at - 1] += end
    return "".join([*lines[:at], f'{name} = "{value}"{end}', *lines[at:]])


def _says(text: str, document: dict[str, object]) -> bool:
    try:
        return tomllib.loads(text) == document
    except tomllib.TOMLDecodeError:
        return False
