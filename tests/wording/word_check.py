"""The static check of words: what the files and the code say to each other, read from both."""

import ast
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from tests.modules import PROGRAM as ROOT
from tests.modules import nodes_of
from tracker.rules.games import SYSTEMS
from tracker.wording.language import grammar_of
from tracker.wording.template import Datum, data_of, every_datum, parse_template
from tracker.wording.word_files import PROGRAM, TURNS, Table, languages_in

GAMES = {each: ROOT / "rules/games" / each / "words" for each in SYSTEMS}
FOLDERS = (PROGRAM, TURNS, *GAMES.values())
ID_SPACES = frozenset(
    (
        *("act", "assumption", "badge", "verb"),
        "also",
        "ask",
        "choice",
        "coin",
        "column",
        "does",
        "due",
        "entry",
        "entry_status",
        "direction",
        "room_item",
        "environment",
        "example",
        "expected",
        "fact",
        "field",
        "finding",
        "first_evening",
        "first_letter",
        "game_grammar",
        "gm",
        "group",
        "health",
        "json",
        "key",
        "key_name",
        "long",
        "menu",
        "misfit",
        "mode",
        "need",
        "no_foes",
        "fight",
        "somebody",
        "next_field",
        "whole_line",
        "occasion",
        "outcome",
        "own_key",
        "own_key_does",
        "page_doubt",
        "page_word",
        "param",
        "phase",
        "preference",
        "pressed",
        "purpose",
        "refill",
        "refusal",
        "request",
        "round",
        "search_faces",
        "search_key",
        "section",
        "shell_verb",
        "short",
        "side",
        "system",
        "theme",
        "tip",
        "topic",
        "trigger",
        "unit",
        "units",
        "value",
        "verb",
        "waiting",
        "wrong",
    )
)
"""Spaces whose keys the code puts together from ids; the keys of every other space stand whole in it."""
TYPED_SPACES = frozenset(("blank", "word"))
"""Spaces whose keys stand in the patterns of typed lines too."""
_BRACES = re.compile(r"\{\{|\}\}|\{[^{}]*\}")


class Call(Struct, frozen=True):
    """A call of `say`: the key, or the beginning of one that is put together, and the names of its data."""

    where: str
    key: str
    whole: bool = True
    names: frozenset[str] = frozenset()
    open: bool = False
    """Whether some of its data are given as a mapping."""
    has_keys: bool = False
    """Whether its text may name keys, as `{exploration.light}` does."""


def folders() -> Iterator[Path]:
    """Yield the folders of words that there are."""
    return (folder for folder in FOLDERS if folder.is_dir())


def files() -> Iterator[Path]:
    return (folder / f"{language}.json" for folder in folders() for language in languages_in(folder))


def repeated_keys(text: str) -> list[str]:
    """Return the keys that stand twice in one object of a file."""
    twice: list[str] = []

    def pairs(found: Sequence[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _value in found]
        twice.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)
        return dict(found)

    json.loads(text, object_pairs_hook=pairs)
    return twice


def laid_out(text: str) -> str:
    """Return a file as Weblate writes it."""
    return json.dumps(json.loads(text), indent=4, ensure_ascii=False) + "\n"


def keys_of(table: Table) -> set[str]:
    return {f"{space}.{name}" for space, texts in table.items() if space != "language" for name in texts}


def misfits(reference: Table, other: Table) -> list[str]:
    """Return the keys of texts whose data are not those of the reference,."""
    return [
        f"{space}.{name}"
        for space, texts in other.items()
        if space != "language"
        for name, text in texts.items()
        if _needs(text) != _needs(reference.get(space, {}).get(name, ""))
    ]


def _needs(text: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the data that a text must have, and all its data with their spaces; forms are its own affair."""
    parts = parse_template(text)
    every = {(datum.name, "" if datum.forms else datum.space) for datum in every_datum(parts)}
    worded = {name for name, space in every if space}
    return {datum.name for datum in data_of(parts)}, {
        each for each in every if each[1] or each[0] not in worded
    }


def wrong_forms(table: Table, language: str) -> list[str]:
    """Return the keys of texts with more or fewer forms than the language has, or with a lone brace."""
    count = 1 + max(map(grammar_of(language).form, range(200)))
    return [
        f"{space}.{name}"
        for space, texts in table.items()
        if space != "language"
        for name, text in texts.items()
        if any(datum.forms and len(datum.forms) != count for datum in every_datum(parse_template(text)))
        or {*"{}"} & {*_BRACES.sub("", text)}
    ]


def calls(sources: Mapping[str, ast.Module]) -> Iterator[Call]:
    """Yield the calls of `say` and `with_keys` whose key stands in them, whole or in its beginning."""
    for place, tree in sources.items():
        for node in nodes_of(tree):
            if isinstance(node, ast.Call) and (sayer := _sayer(node)):
                names = frozenset(word.arg for word in node.keywords if word.arg)
                is_open = len(names) < len(node.keywords)
                for key, whole in _keys(node.args[0]):
                    yield Call(f"{place}:{node.lineno}", key, whole, names, is_open, sayer == "with_keys")


def _sayer(node: ast.AST) -> str:
    """Return which of the functions that say a text a call is of; empty if it is another call."""
    match node:
        case ast.Call(func=ast.Name(id="say")):
            return "say"
        case ast.Call(func=ast.Attribute(attr="with_keys")):
            return "with_keys"
    return ""


def _keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """Yield the keys that an expression may be, and whether each is whole."""
    match node:
        case ast.Constant(value=str(key)):
            yield key, True
        case ast.IfExp(body=one, orelse=other):
            yield from (*_keys(one), *_keys(other))
        case ast.JoinedStr(values=[ast.Constant(value=str(key)), *_rest]):
            yield key, False
        case ast.JoinedStr():
            yield "", False


NO_KEYS = ("widgets/key_table.py", "widgets/keymap.py", "commands/specs.py", "features/page/web/server.py")
"""Modules whose texts with a dot are ids of bindings, or name functions or messages."""
_OTHERS = frozenset(("hurt.fascinated", "loot.hidden", "markdown.code", "tracker.systems"))
"""Texts with a dot that are no keys: of a pending roll, a row, a style and an entry point."""
_FILES = ("css", "html", "js", "json", "tcss", "toml", "txt", "py")


def bare_keys(sources: Mapping[str, ast.Module]) -> Iterator[Call]:
    """Yield the bare keys of the code: texts like `guide.begun`, which are said where they are shown."""
    for place, tree in sources.items():
        for node in nodes_of(tree) if place not in NO_KEYS else ():
            match node:
                case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z_]+(?:\.[a-z0-9_]+)+", text):
                    if text.rpartition(".")[2] not in _FILES:
                        yield Call(f"{place}:{node.lineno}", text)


def missing_keys(found: Iterable[Call], table: Table, bindings: Container[str]) -> list[str]:
    """Return the bare keys that the words lack, and that are no ids of bindings either."""
    known = keys_of(table)
    return [
        f"{each.where} {each.key}: unknown"
        for each in found
        if each.key not in known and each.key not in bindings and each.key not in _OTHERS
    ]


def mistakable(table: Table, bindings: Iterable[str]) -> list[str]:
    """Return the keys that are ids of bindings too: the code that names the one would use the other."""
    return sorted(keys_of(table).intersection(bindings))


def literals(sources: Iterable[ast.Module]) -> set[str]:
    """Return every text that stands in the code."""
    return {
        node.value
        for tree in sources
        for node in nodes_of(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def mistaken(found: Iterable[Call], table: Table) -> list[str]:
    """Return what is wrong with calls of `say`: an unknown key, or data that its text has not or lacks."""
    return [f"{call.where} {call.key}: {wrong}" for call in found if (wrong := _mistake(call, table))]


def _mistake(call: Call, table: Table) -> str:
    space, _dot, name = call.key.partition(".")
    if not call.whole:
        return "" if space in ID_SPACES else "put together"
    text = table.get(space, {}).get(name)
    if text is None:
        return "unknown"
    parts = parse_template(text)
    needed = {name for name in _names(data_of(parts)) if not (call.has_keys and "." in name)}
    if not call.open and (missing := needed - call.names):
        return f"without {sorted(missing)}"
    needless = call.names - _names(every_datum(parts))
    return f"needless {sorted(needless)}" if needless else ""


def _names(data: Iterable[Datum]) -> set[str]:
    return {datum.name for datum in data}


def unnamed_keys(table: Table, used: Callable[[str], bool]) -> list[str]:
    """Return the keys that the code never names, outside the spaces of ids."""
    spaces = ID_SPACES | TYPED_SPACES
    return [key for key in sorted(keys_of(table)) if key.partition(".")[0] not in spaces and not used(key)]


def is_id(sources: Iterable[ast.Module]) -> Callable[[str], bool]:
    """Return whether a name may be an id of the code: a text, a name in it, or a text put together there.

    A variant of a text is an id with the name of a datum behind it; `damaged+died` says two facts at once.
    """
    nodes = [node for tree in sources for node in nodes_of(tree)]
    known = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    known |= {str(node.arg) for node in nodes if isinstance(node, ast.keyword)}
    known |= {node.id.lower() for node in nodes if isinstance(node, ast.Name)}
    pieces = (node.values for node in nodes if isinstance(node, ast.JoinedStr))
    patterns = {pattern for each in pieces if re.search("[a-z]{2}", pattern := _pattern(each))}
    built = re.compile("|".join(patterns) or "(?!)")

    def stands(name: str) -> bool:
        return name in known or built.fullmatch(name) is not None

    def found(name: str) -> bool:
        return all(map(variant, name.split("+")))

    def variant(name: str) -> bool:
        places = [place for place, letter in enumerate(name) if letter == "_"]
        return stands(name) or any(stands(name[:each]) and stands(name[each + 1 :]) for each in places)

    return found


def _pattern(pieces: Iterable[ast.expr]) -> str:
    """Return the pattern of the ids that a text may become; none of a text with spaces."""
    texts = [str(each.value) if isinstance(each, ast.Constant) else None for each in pieces]
    if any(" " in text for text in texts if text):
        return ""
    return "".join(r"\w+" if text is None else re.escape(text) for text in texts)
