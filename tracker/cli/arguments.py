"""The words of the shell's command line, read as the table of verbs declares them.

`argparse` could do it too, but importing it and building its parsers takes a tenth of an order's time.
"""

import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from tracker.cli.config import THEMES
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import say
from tracker.cli.verbs import VERBS, Option, Word
from tracker.wording.language import LANGUAGES, N_, _

OPTIONS_HELP = N_(
    "Opciones: --saves CARPETA, --gm NOMBRE, --lang es|en, --theme dark|light|contrast|16, --plain, --kiosk"
)
OPTIONS = (
    Option("--saves"),
    Option("--gm"),
    Option("--lang", choices=LANGUAGES),
    Option("--theme", choices=THEMES),
    Option("--plain", flag=True),
    Option("--kiosk", flag=True),
    Option("--help", "-h", flag=True),
)
"""What every verb takes, wherever it stands."""

_END = "--"
"""Nothing behind it is an option."""
_NEGATIVE = r"-[\d(+-]*d?[\d(]"
"""How a sum may begin: `-1d4+3` is no option."""


class WrongUsage(Exception):  # noqa: N818 - it is what the shell calls it
    """The command line cannot be understood.

    Carries the verb whose usage would be right, or `options`, and the language that was asked for, if any.
    """

    def __init__(self, arguments: SimpleNamespace) -> None:
        super().__init__(arguments.verb)
        self.verb: str = arguments.verb
        self.language: str | None = arguments.lang


def read_arguments(argv: Sequence[str]) -> SimpleNamespace:
    """Return what was typed; `verb` is one of `VERBS`. Raises `WrongUsage`."""
    arguments = SimpleNamespace(verb="options")
    rest = _take_options(argv, OPTIONS, arguments)
    if arguments.help:
        arguments.verb, arguments.topic = "help", None
        return arguments
    arguments.verb = rest.pop(0) if rest and rest[0] in VERBS and rest[0] != "open" else "open"
    verb = VERBS[arguments.verb]
    rest = _take_options(rest, verb.options, arguments)
    end = rest.index(_END) if _END in rest else len(rest)
    dashed = next((place for place, word in enumerate(verb.words) if word.dashed), end)
    if any(_is_option(word) and (place < dashed or _is_long(word)) for place, word in enumerate(rest[:end])):
        raise WrongUsage(arguments)
    _take_words(rest[:end] + rest[end + 1 :], verb.words, arguments)
    if not _fit(arguments):
        raise WrongUsage(arguments)
    return arguments


def _take_options(argv: Sequence[str], known: Sequence[Option], arguments: SimpleNamespace) -> list[str]:
    """Put the values of the known options among the arguments; return the other words."""
    for option in known:
        setattr(arguments, option.argument, option.default)
    named = {name: option for option in known for name in (option.name, option.short) if name}
    others: list[str] = []
    words = iter(argv)
    for word in words:
        name, joined, value = word.partition("=") if _is_long(word) else (word[:2], word[2:], word[2:])
        if word == _END:
            others += (word, *words)
        elif name in named and (_is_long(word) or not (joined and named[name].flag)):
            option = named[name]
            setattr(arguments, option.argument, _value(option, value if joined else None, words, arguments))
        else:
            others.append(word)
    return others


def _value(option: Option, joined: str | None, words: Iterator[str], arguments: SimpleNamespace) -> Any:
    """Return what an option was given, in the same word or in the next one."""
    if option.flag and joined is None:
        return True
    value = next(words, _END) if joined is None else joined
    fits = value in option.choices if option.choices else joined is not None or not _is_option(value)
    if option.flag or not fits:
        raise WrongUsage(arguments)
    try:
        return int(value) if option.number else value
    except ValueError:  # no number, or one of thousands of digits
        raise WrongUsage(arguments) from None


def _is_option(word: str) -> bool:
    """Whether a word is written as an option is; what is typed in one with spaces is a text."""
    return word.startswith("-") and len(word) > 1 and " " not in word and not re.match(_NEGATIVE, word)


def _is_long(word: str) -> bool:
    return word.startswith(_END)


def _take_words(typed: list[str], known: Sequence[Word], arguments: SimpleNamespace) -> None:
    """Put the words among the arguments, in order; the last that is declared may be several."""
    for word in known:
        if (word.needed and not typed) or (typed and word.choices and typed[0] not in word.choices):
            raise WrongUsage(arguments)
        taken = len(typed) if word.several else 1
        values, typed = typed[:taken], typed[taken:]
        setattr(arguments, word.name, values if word.several else values[0] if values else word.default)
    if typed:
        raise WrongUsage(arguments)


def _fit(arguments: SimpleNamespace) -> bool:
    """Whether words that depend on each other go together."""
    match arguments.verb:
        case "library":
            return bool((arguments.action == "list") == (arguments.file is None))
        case "merge" if arguments.git:  # git names three files, others where to put it
            return len(arguments.copies) == 3 and arguments.output is None
        case "merge":
            return bool((arguments.output is None) == (len(arguments.copies) == 1))
        case _:
            return True


def usage_of(verb: str) -> str:
    """Return how a verb is used, or which options there are."""
    return _(VERBS[verb].usage if verb in VERBS else OPTIONS_HELP)


def usage_text() -> str:
    """Return every usage, one a line."""
    return "\n".join([*(_(verb.usage) for verb in VERBS.values()), _(OPTIONS_HELP)])


def answer_help(invocation: Invocation) -> int:
    """Print every usage, or the language of dice."""
    from tracker.wording.dice_grammar import dice_help  # noqa: PLC0415 - every verb reads its words here

    say(dice_help() if invocation.arguments.topic else usage_text())
    return DONE
