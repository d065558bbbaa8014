"""The words of the shell's command line."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from tracker.wording.language import LANGUAGES, N_, _

TOPICS = ("dice", "dados")
"""What help explains at length."""
FORMATS = ("text", "jsonl", "csv", "md")
USAGES = {
    "open": N_("tracker [GUARDADO]"),
    "demo": N_("tracker demo [SISTEMA]"),
    "new": N_("tracker new NOMBRE [--system SISTEMA]"),
    "list": N_("tracker list"),
    "do": N_("tracker do GUARDADO [ORDEN] [--json]"),
    "status": N_("tracker status GUARDADO [--json]"),
    "log": N_("tracker log GUARDADO [BÚSQUEDA] [--format text|jsonl|csv|md]"),
    "stats": N_("tracker stats GUARDADO [BÚSQUEDA] [--json]"),
    "verify": N_("tracker verify GUARDADO [--json]"),
    "roll": N_("tracker roll EXPRESIÓN [--seed N] [--json]"),
    "odds": N_("tracker odds EXPRESIÓN [--json]"),
    "help": N_("tracker help [dice]"),
}
OPTIONS_HELP = N_("Opciones: --saves CARPETA, --gm NOMBRE, --lang es|en, --plain")


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
    arguments = _words_of(verb).parse_args(rest if verb == "open" else rest[1:], options)
    arguments.verb = verb
    return arguments


def _options() -> _Parser:
    """Return what reads the options that every verb takes, wherever they stand."""
    parser = _Parser(prog="options", add_help=False, allow_abbrev=False)
    parser.add_argument("--saves")
    parser.add_argument("--gm")
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser


_POSITIONAL: Mapping[str, tuple[tuple[str, Mapping[str, Any]], ...]] = {
    "open": (("save", {"nargs": "?"}),),
    "demo": (("system", {"nargs": "?", "default": "chronicle"}),),
    "new": (("name", {}),),
    "do": (("save", {}), ("line", {"nargs": "*"})),
    "status": (("save", {}),),
    "log": (("save", {}), ("query", {"nargs": "*"})),
    "stats": (("save", {}), ("query", {"nargs": "*"})),
    "verify": (("save", {}),),
    "roll": (("expression", {"nargs": "+"}),),
    "odds": (("expression", {"nargs": "+"}),),
    "help": (("topic", {"nargs": "?", "choices": TOPICS}),),
}
"""The words of each verb that are no options, and how argparse reads them."""


def _words_of(verb: str) -> _Parser:
    """Return what reads the words of one verb."""
    parser = _Parser(prog=verb, add_help=False, allow_abbrev=False)
    for name, how in _POSITIONAL.get(verb, ()):
        parser.add_argument(name, **how)
    if verb == "new":
        parser.add_argument("--system", default="chronicle")
    if verb in ("do", "status", "roll", "odds", "list", "stats", "verify"):
        parser.add_argument("--json", action="store_true")
    if verb in ("do", "roll"):
        parser.add_argument("--seed", type=int)
    if verb == "log":
        parser.add_argument("--format", choices=FORMATS, default="text")
    return parser


def usage_text() -> str:
    """Return every usage, one a line."""
    return "\n".join([*(_(usage) for usage in USAGES.values()), _(OPTIONS_HELP)])
