"""`tracker config`, and the GM's file of preferences: printed as an example, and a line of it changed."""

import os
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from tracker import app, players_app, screens, widgets
from tracker.cli.config import COLOURS, MOST_BYTES, usual_values
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import print_line
from tracker.feature_list import FEATURES
from tracker.rules.refusal import Refusal
from tracker.store.files import (
    PRIVATE,
    PRIVATE_MODE,
    Missing,
    Signature,
    is_ours,
    make_folder,
    may,
    read_regular,
    real,
    replace,
    signature,
    write_new,
)
from tracker.store.game_files import Shelf
from tracker.store.paths import config_file
from tracker.widgets.bindings import bindings_by_id, description_in_full
from tracker.widgets.keymap import covering_sentences, with_usable_keys
from tracker.widgets.preferences import Preferences
from tracker.widgets.theme import colours_of_file
from tracker.wording.language import LANGUAGES, language_of_locale
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of

LOADED = (app, players_app)
"""Modules to import because their import declares their bindings."""

_OWN_KEYS = ("rows", "turn", "rest", "asks", "several", "place", "action")
"""The examples of a GM's own keys."""
_TABLE = re.compile(r"\s*\[")
_WIDTH = 100


def keep_preference(path: Path, name: str, value: str | bool, fresh: Callable[[], str]) -> None:
    """Write `name = "value"` into a file; a new file begins as `fresh`, with every line commented out.

    Comments, order and line ends stay. Refuses a file of another user, a file that is not TOML, a file that
    has changed meanwhile, and a file in which the line cannot be found safely.
    """
    path = real(path)
    content, old_signature = _read(path, fresh)
    try:
        text = content.decode()
        old_values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("config_kept", path=str(path), reason=str(error)) from error
    new_text = with_line(text, name, value)
    # The line was found without a TOML parser: the result must differ in this value alone.
    if not _parses_to(new_text, {**old_values, name: value}):
        raise Refusal("config_not_edited", path=str(path), line=f"{name} = {_toml(value)}")
    if old_signature is None:
        make_folder(path.parent, PRIVATE)
    is_unchanged = (
        write_new(path, b"", PRIVATE_MODE) if old_signature is None else signature(path) == old_signature
    )
    if not is_unchanged:
        raise Refusal("config_changed", path=str(path))
    replace(path, new_text.encode(), backup=False)


def _read(path: Path, fresh: Callable[[], str]) -> tuple[bytes, Signature | None]:
    try:
        content, content_signature = read_regular(path, MOST_BYTES)
    except Missing:
        return fresh().encode(), None
    if not is_ours(path) or not may(path, os.W_OK):
        raise Refusal("config_not_ours", path=str(path))
    return content, content_signature


def with_line(text: str, name: str, value: str | bool) -> str:
    r"""Return the text of a TOML file with another value for `name`.

    The line stays in its place; a new line stands after the commented line that shows it, or at the top.

    >>> with_line('theme = "dark" # de noche\ncursor = true\n', "theme", "light")
    'theme = "light" # de noche\ncursor = true\n'
    """
    lines = text.splitlines(keepends=True)
    top = next((index for index, line in enumerate(lines) if _TABLE.match(line)), len(lines))
    key = rf"(?:{name}|\"{name}\"|'{name}')\s*=\s*"
    setting = re.compile(rf"(\s*{key})(\"[^\"\r\n]*\"|'[^'\r\n]*'|[^\s#]+)")
    comment = re.compile(rf"\s*#\s*{key}")
    for index, line in enumerate(lines[:top]):
        if match := setting.match(line):
            lines[index] = f"{match[1]}{_toml(value)}{line[match.end() :]}"
            return "".join(lines)
    end = "\r\n" if "\r\n" in text else "\n"
    index = next((index + 1 for index, line in enumerate(lines[:top]) if comment.match(line)), 0)
    if index and not lines[index - 1].endswith("\n"):
        lines[index - 1] += end
    return "".join([*lines[:index], f"{name} = {_toml(value)}{end}", *lines[index:]])


def _toml(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _parses_to(text: str, document: dict[str, object]) -> bool:
    try:
        return tomllib.loads(text) == document
    except tomllib.TOMLDecodeError:
        return False


def example(path: Path, system_language: str = "") -> str:
    """Write an example of the file, which changes nothing and shows everything that may be changed.

    `system_language` is the language that holds without a file.
    """
    lines, words = [_comment(str(path))], words_of("")
    own_values = {"language": _quote(system_language or LANGUAGES[0])}
    for name, value in {**usual_values(), **own_values}.items():
        lines += ["", _comment(term(words, "preference", name)), f"# {name} = {value}"]
    colours = [f'# {name} = "{value}"' for name, value in colours_of_file("dark").items() if name in COLOURS]
    own_lines = [f"# {line:44}  # {meaning}" for line, meaning in own_keys()]
    lines += ["", _comment(term(words, "preference", "colours")), "[colours]", *colours]
    lines += ["", _comment(term(words, "preference", "keys")), "[keys]", *_key_lines(), ""]
    return "\n".join([*lines, _comment(term(words, "preference", "own")), *own_lines])


def own_keys() -> Iterator[tuple[str, str]]:
    """Yield examples of a GM's own keys, as the file writes them, and what each does."""
    words = words_of("")
    return ((term(words, "own_key", each), term(words, "own_key_does", each)) for each in _OWN_KEYS)


def _comment(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _key_lines() -> Iterator[str]:
    import_every_screen()
    place = ""
    for binding_id, binding in bindings_by_id().items():
        if binding_id.partition(".")[0] != place:
            place = binding_id.partition(".")[0]
            yield ""
        description = description_in_full(binding, Preferences().interval)
        entry = f'"{binding_id}" = {_quote(binding.key)}'
        yield f"# {entry:44}  # {description}" if description else f"# {entry}"


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def answer_config(invocation: Invocation) -> int:
    """Print an example of the file, and the mistakes in the GM's own file."""
    environment = invocation.environment
    print_line(example(config_file(environment), language_of_locale(environment)))
    games = Shelf.for_campaign(invocation.folders.saves, invocation.environment)
    preferences, wrong = with_usable_keys(invocation.preferences, games.systems)
    mistakes = (refusal_sentence(each) for each in (*invocation.config.mistakes, *wrong))
    for sentence in (*mistakes, *covering_sentences(preferences)):
        print_line(sentence, error=True)
    return DONE


def import_every_screen() -> None:
    """Import every screen and widget, so that `widgets.bindings` knows what each declares."""
    for package in (screens, widgets):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for each in FEATURES:
        if each.screens:
            each.screens()
