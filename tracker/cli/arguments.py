"""Reads the words of the shell's command line by the table of verbs, and words the mistakes in them."""

# Not `argparse`: its import and its parsers take a tenth of the time of a short command.
import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from types import SimpleNamespace
from typing import Any

from tracker.cli.config import THEMES, known_themes
from tracker.cli.core_verbs import CORE, OPTIONS
from tracker.cli.verb import Option, Verb, Word
from tracker.wording.messages import say, say_or_keep

_END = "--"
"""Words after it are no options."""
_GIT_WORDS = 8
"""The most words with which git calls a merge driver: three files, then their path, marks and labels."""
_NEGATIVE = r"-[\d(+-]*d?[\d(]"
"""The prefix of a negative sum: `-1d4+3` is no option."""


class WrongUsage(Exception):  # noqa: N818 - the shell's own name for it
    """The command line cannot be understood.

    `code` names a sentence among the words' `wrong`. `verb` is the verb whose usage would be right, or
    `options`. `language` is the language asked for, if any.
    """

    def __init__(self, arguments: SimpleNamespace, code: str, value: str = "", right: str = "") -> None:
        super().__init__(code)
        self.verb: str = arguments.verb
        self.language: str | None = arguments.lang
        self.code = code
        self.value = value
        """The wrong word."""
        self.right = right
        """The right word, or what may stand there."""


def read_arguments(argv: Sequence[str]) -> SimpleNamespace:
    """Parse the arguments of a command line; `verb` is one of `VERBS`, or `version`.

    Raises `WrongUsage`.
    """
    arguments = SimpleNamespace(verb="options", lang=None)
    words = _take_options(argv, OPTIONS, arguments)
    if arguments.theme is not None and arguments.theme not in THEMES:
        _check_theme(arguments)
    if arguments.version:
        arguments.verb = "version"
        return arguments
    named_verb = _named_verb(words)
    if arguments.help:
        arguments.verb, arguments.topic, arguments.man = "help", named_verb or None, False
        arguments.part = None
        return arguments
    arguments.verb = named_verb or "open"
    words = words[1:] if named_verb else words
    verb = verb_of(arguments.verb) or CORE["open"]
    words = _take_options(words, verb.options, arguments)
    # A mistyped option is reported before the words, which it may have shifted.
    end = words.index(_END) if _END in words else len(words)
    _refuse_options(words[:end], verb, arguments)
    words = words[:end] + words[end + 1 :]
    if arguments.verb == "open" and len(words) > 1:
        raise _unknown_verb(arguments, words)
    _take_words(words, verb.words, arguments)
    _check_after(verb.words, arguments)
    _check_together(arguments)
    return arguments


def _named_verb(words: Sequence[str]) -> str:
    """Find the verb that the first word names in any language; empty if the line opens a campaign.

    A verb's word in another language is the name of a campaign where it stands alone and is no whole line.
    """
    first = words[0] if words else ""
    if first in ("", "open"):
        return ""
    if verb_of(first) is not None:
        return first
    from tracker.cli.near import spoken_verb

    name = spoken_verb(first)
    verb = verb_of(name)
    if name == "open" or verb is None or (len(words) == 1 and any(each.needed for each in verb.words)):
        return ""
    return name


def verb_of(name: str) -> Verb | None:
    """Find a verb of the shell; a verb of the core imports no feature."""
    if name in CORE:
        return CORE[name]
    from tracker.cli.verbs import VERBS

    return VERBS.get(name)


def _check_theme(arguments: SimpleNamespace) -> None:
    themes = known_themes()
    if arguments.theme not in themes:
        raise WrongUsage(arguments, "no_theme", arguments.theme, ", ".join(themes))


def _refuse_options(words: list[str], verb: Verb, arguments: SimpleNamespace) -> None:
    """Raise `WrongUsage` for the first word that looks like an option."""
    first_dashed = next((index for index, word in enumerate(verb.words) if word.dashed), len(words))
    for index, word in enumerate(words):
        if _is_option(word) and (index < first_dashed or _is_long(word)):
            known = [option.name for option in (*verb.options, *OPTIONS)]
            raise _unknown_option(arguments, word, known)


def _unknown_option(arguments: SimpleNamespace, word: str, known: Sequence[str]) -> WrongUsage:
    from tracker.cli.near import closest

    near = closest(word, {name: name for name in known})
    return WrongUsage(arguments, "no_option_near" if near else "no_option", word, near or "")


def _unknown_verb(arguments: SimpleNamespace, words: Sequence[str]) -> WrongUsage:
    """Return the mistake of a line of several words that begins with no verb."""
    from tracker.cli.near import closest_verb, spoken_verb
    from tracker.wording.sentences import shell_quoted

    if spoken_verb(words[0]) == "open":
        return WrongUsage(arguments, "no_open", words[0], f"tracker {shell_quoted(words[1])}")
    near = closest_verb(words[0])
    return WrongUsage(arguments, "no_verb_near" if near else "no_verb", words[0], near)


def _take_options(argv: Sequence[str], known: Sequence[Option], arguments: SimpleNamespace) -> list[str]:
    """Set the values of the known options among the arguments; return the other words."""
    for option in known:
        setattr(arguments, option.argument, option.default)
    by_name = {name: option for option in known for name in (option.name, option.short) if name}
    others: list[str] = []
    words = iter(argv)
    for word in words:
        name, joined, value = word.partition("=") if _is_long(word) else (word[:2], word[2:], word[2:])
        if word == _END:
            others += (word, *words)
        elif name in by_name and (_is_long(word) or not (joined and by_name[name].flag)):
            option = by_name[name]
            setattr(arguments, option.argument, _value(option, value if joined else None, words, arguments))
        else:
            others.append(word)
    return others


def _value(option: Option, joined: str | None, words: Iterator[str], arguments: SimpleNamespace) -> Any:
    """Take the value of an option, from the same word or from the next one."""
    if option.flag:
        if joined is not None:
            raise WrongUsage(arguments, "option_flag", option.name)
        return True
    if option.pair:
        return _pair(option, joined, words, arguments)
    value = next(words, None) if joined is None else joined
    if value is None or (joined is None and not option.choices and _is_option(value)):
        raise WrongUsage(arguments, "option_value", option.name)
    if option.choices and value not in option.choices:
        raise WrongUsage(arguments, "choice", value, ", ".join(option.choices))
    try:
        return int(value) if option.number else value
    except ValueError:  # not a number, or one of thousands of digits
        raise WrongUsage(arguments, "option_number", value, option.name) from None


def _pair(
    option: Option, joined: str | None, words: Iterator[str], arguments: SimpleNamespace
) -> tuple[str, str]:
    values = [*([joined] if joined is not None else []), *islice(words, 2 - (joined is not None))]
    if len(values) < 2 or any(map(_is_option, values)):
        raise WrongUsage(arguments, "option_values", option.name)
    return values[0], values[1]


def _is_option(word: str) -> bool:
    """Whether a word looks like an option; a quoted text with spaces does not."""
    return word.startswith("-") and len(word) > 1 and " " not in word and not re.match(_NEGATIVE, word)


def _is_long(word: str) -> bool:
    return word.startswith(_END)


def _take_words(typed: list[str], known: Sequence[Word], arguments: SimpleNamespace) -> None:
    """Set the words among the arguments, in order. The last declared word may take several."""
    for word in known:
        if word.needed and not typed:
            raise WrongUsage(arguments, "word_missing", right=word.shown)
        if typed and word.choices and typed[0] not in word.choices:
            raise WrongUsage(arguments, "choice", typed[0], ", ".join(word.choices))
        count = len(typed) if word.several else 1
        values, typed = typed[:count], typed[count:]
        setattr(arguments, word.name, values if word.several else values[0] if values else word.default)
    if typed:
        raise WrongUsage(arguments, "word_extra", typed[0])


def _check_after(known: Sequence[Word], arguments: SimpleNamespace) -> None:
    """Raise `WrongUsage` for a word that the choice before it needs or bars."""
    for previous, word in pairwise(known):
        choice, value = getattr(arguments, previous.name), getattr(arguments, word.name)
        if choice in word.needed_after and value is None:
            raise WrongUsage(arguments, "word_missing", right=word.shown)
        if choice in word.barred_after and value is not None:
            raise WrongUsage(arguments, "word_extra", value)


def _check_together(arguments: SimpleNamespace) -> None:
    """Raise `WrongUsage` for words that do not go together."""
    match arguments.verb:
        case "demo" if arguments.example is not None and arguments.system is not None:
            raise WrongUsage(arguments, "word_extra", arguments.system)
        case "restore" if arguments.day is None and arguments.to is None:
            raise WrongUsage(arguments, "word_missing", right=CORE["restore"].words[1].shown)
        case "restore" if arguments.day is not None and arguments.to is not None:
            raise WrongUsage(arguments, "word_extra", arguments.day)
        case "merge" if arguments.git:  # git names three files, a person the file to write
            if not 3 <= len(arguments.copies) <= _GIT_WORDS or arguments.output is not None:
                raise WrongUsage(arguments, "merge_git")
        case "merge" if (arguments.output is None) != (len(arguments.copies) == 1):
            raise WrongUsage(arguments, "merge_output")
        case "doctor" if arguments.repair and arguments.save is None:
            raise WrongUsage(arguments, "word_missing", right=CORE["doctor"].words[0].shown)


def wrong_usage(code: str, value: str, right: str, usage: str) -> str:
    """Word the mistake in a command line, with the usage of the verb."""
    sentence = say(f"wrong.{code}", value=value, right=say_or_keep(right))
    return say("shell.usage", sentence=sentence, usage=usage)
