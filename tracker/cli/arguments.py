"""The words of the shell's command line."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from tracker.cli.config import THEMES
from tracker.rules.systems import DEFAULT
from tracker.wording.language import LANGUAGES, N_, _

TOPICS = ("dice", "dados")
"""What help explains at length."""
FORMATS = ("text", "jsonl", "csv", "md")
USAGES = {
    "open": N_("tracker [GUARDADO]"),
    "demo": N_("tracker demo [SISTEMA]"),
    "new": N_("tracker new NOMBRE [--system SISTEMA]"),
    "list": N_("tracker list"),
    "library": N_("tracker library [--system SISTEMA] [list|export FICHERO|import FICHERO] [--skip-bad]"),
    "do": N_("tracker do GUARDADO [ORDEN] [--json]"),
    "status": N_("tracker status GUARDADO [--json]"),
    "watch": N_("tracker watch GUARDADO [--plain]"),
    "log": N_("tracker log GUARDADO [BÚSQUEDA] [--format text|jsonl|csv|md]"),
    "stats": N_("tracker stats GUARDADO [BÚSQUEDA] [--json]"),
    "verify": N_("tracker verify GUARDADO [--json]"),
    "roll": N_("tracker roll EXPRESIÓN [--seed N] [--json]"),
    "merge": N_("tracker merge GUARDADO | tracker merge GUARDADO GUARDADO… -o NUEVO"),
    "git-setup": N_("tracker git-setup"),
    "doctor": N_("tracker doctor GUARDADO [--repair]"),
    "backups": N_("tracker backups GUARDADO [--json]"),
    "restore": N_("tracker restore GUARDADO DÍA|bak [--fork NOMBRE]"),
    "chapter": N_("tracker chapter GUARDADO NOMBRE"),
    "odds": N_("tracker odds EXPRESIÓN [--json]"),
    "config": N_("tracker config"),
    "help": N_("tracker help [dice]"),
}
OPTIONS_HELP = N_(
    "Opciones: --saves CARPETA, --gm NOMBRE, --lang es|en, --theme dark|light|contrast|16, --plain, --kiosk"
)


class WrongUsage(Exception):  # noqa: N818 - it is what the shell calls it
    """The command line cannot be understood; carries the verb whose usage would be right, or `options`."""

    def __init__(self, verb: str) -> None:
        super().__init__(verb)
        self.verb = verb


class _Parser(argparse.ArgumentParser):
    """Answers in our own words instead of argparse's."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        raise WrongUsage(self.prog)


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return what was typed; `verb` is one of `USAGES`. Raises `WrongUsage`."""
    options, rest = _options().parse_known_args(argv)
    if options.help:
        options.verb = "help"
        return options
    verb = rest[0] if rest and rest[0] in USAGES and rest[0] != "open" else "open"
    parser = _words_of(verb)
    arguments = parser.parse_args(rest if verb == "open" else rest[1:], options)
    arguments.verb = verb
    if verb == "merge":
        _check_merge(arguments, parser)
    if verb == "library" and (arguments.action == "list") != (arguments.file is None):
        raise WrongUsage(verb)
    return arguments


def _check_merge(arguments: argparse.Namespace, parser: _Parser) -> None:
    """Refuse a merge of nothing, or into nowhere: git names three files, others where to put it."""
    copies, target = len(arguments.copies), arguments.output
    if (copies != 3 or target is not None) if arguments.git else (target is None) != (copies == 1):
        parser.error("")


def _options() -> _Parser:
    """Return what reads the options that every verb takes, wherever they stand."""
    parser = _Parser(prog="options", add_help=False, allow_abbrev=False)
    parser.add_argument("--saves")
    parser.add_argument("--gm")
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--kiosk", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser


_SAVE: Mapping[str, Mapping[str, Any]] = {"save": {}}
_QUERY: Mapping[str, Mapping[str, Any]] = {"query": {"nargs": "*"}}
_JSON: Mapping[str, Mapping[str, Any]] = {"--json": {"action": "store_true"}}
_SEED: Mapping[str, Mapping[str, Any]] = {"--seed": {"type": int}}
_WORDS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "open": {"save": {"nargs": "?"}},
    "demo": {"system": {"nargs": "?", "default": DEFAULT}},
    "new": {"name": {}, "--system": {"default": DEFAULT}},
    "list": _JSON,
    "do": {**_SAVE, "line": {"nargs": "*"}, **_JSON, **_SEED},
    "status": {**_SAVE, **_JSON},
    "watch": _SAVE,
    "log": {**_SAVE, **_QUERY, "--format": {"choices": FORMATS, "default": "text"}},
    "stats": {**_SAVE, **_QUERY, **_JSON},
    "verify": {**_SAVE, **_JSON},
    "odds": {"expression": {"nargs": "+"}, **_JSON},
    "help": {"topic": {"nargs": "?", "choices": TOPICS}},
    "merge": {"copies": {"nargs": "+"}, "--output": {}, "--git": {"action": "store_true"}},
    "doctor": {**_SAVE, "--repair": {"action": "store_true"}},
    "backups": {**_SAVE, **_JSON},
    "restore": {**_SAVE, "day": {}, "--fork": {}},
    "chapter": {**_SAVE, "name": {}},
    "library": {
        "action": {"nargs": "?", "choices": ("list", "export", "import"), "default": "list"},
        "file": {"nargs": "?"},
        "--system": {"default": DEFAULT},
        "--skip-bad": {"action": "store_true"},
        **_JSON,
    },
    "roll": {"expression": {"nargs": "+"}, **_JSON, **_SEED},
}
"""What each verb takes, as argparse is told it."""


def _words_of(verb: str) -> _Parser:
    """Return what reads the words of one verb."""
    parser = _Parser(prog=verb, add_help=False, allow_abbrev=False)
    for word, how in _WORDS.get(verb, {}).items():
        short = ("-o",) if word == "--output" else ()
        parser.add_argument(*short, word, **how)
    return parser


def usage_text() -> str:
    """Return every usage, one a line."""
    return "\n".join([*(_(usage) for usage in USAGES.values()), _(OPTIONS_HELP)])
