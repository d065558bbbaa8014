"""`tracker help`: the usage of each verb, the man page, and the pages of the manual."""

import sys
import textwrap
from collections.abc import Iterable, Iterator

from tracker import __version__
from tracker.cli.arguments import WrongUsage
from tracker.cli.core_verbs import OPTIONS
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.near import closest_topic, spoken_verb
from tracker.cli.printing import print_json, print_line
from tracker.cli.verb import REFUSED, Option, Verb, Word
from tracker.cli.verbs import VERBS
from tracker.manual import find_page, for_terminals, plain_text, section_of, topics
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import DEFAULT
from tracker.rules.text import fold
from tracker.wording.dice_grammar import dice_help
from tracker.wording.messages import say, say_or_keep
from tracker.wording.words import forms_of, game_name, synonyms, term, words_of

_WIDTH = 80
_JSON = "json"
"""The page of what is printed for programs; a verb after it asks for the verb's schema."""
_COMMANDS = "commands"
"""The page of everything that can be typed; a word after it asks for one verb."""
_DICE = "dice"
"""The page after which the whole language of dice is printed."""
LINES = "lines"
"""The topic that is no page: every line that can be typed, for a person or a program that knows the rest."""
_INDENT = 22
"""Cells before an explanation."""


def answer_help(invocation: Invocation) -> int:
    """Print the man page, the help of a verb, a page of the manual, or the list of all of them."""
    topic, part = invocation.arguments.topic, invocation.arguments.part
    if invocation.arguments.man:
        print_line(man_page())
    elif topic is not None and _is_lines(topic):
        print_line(lines_text(invocation, part))
    elif part is not None and topic is not None and find_page(topic) == _COMMANDS:
        print_line(_verb_section(invocation, topic, part))
    elif part is not None:
        _print_schema(invocation, topic, part)
    elif topic is None:
        print_line("\n".join(_overview()))
    elif topic in VERBS:
        print_line("\n".join(verb_help(topic)))
    elif page := find_page(topic):
        _print_page(page)
        if page == _DICE:
            print_line(f"\n{dice_help()}")
    elif verb := spoken_verb(topic):
        print_line("\n".join(verb_help(verb)))
    else:
        near = closest_topic(topic, (*topics(), lines_topic()))
        raise WrongUsage(invocation.arguments, "no_topic_near" if near else "no_topic", topic, near)
    return DONE


def _print_page(page: str) -> None:
    """Print a page of the manual: with its marks on a terminal, as plain text elsewhere."""
    if sys.stdout is None or not sys.stdout.isatty():
        print_line(plain_text(page))
        return
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    console = Console(highlight=False, theme=Theme({"markdown.code": "bold"}))
    text = Markdown(for_terminals(page), code_theme="ansi_dark", hyperlinks=False)
    console.print(text, width=min(console.width, _WIDTH))


def _verb_section(invocation: Invocation, topic: str, verb: str) -> str:
    """Find the section on one verb in the page of everything that can be typed."""
    text = section_of(_COMMANDS, verb)
    if not text:
        raise WrongUsage(invocation.arguments, "no_topic", f"{topic} {verb}", "")
    return text.rstrip()


def lines_topic() -> str:
    return term(words_of(""), "topic", LINES)


def _is_lines(topic: str) -> bool:
    return fold(topic) in map(fold, synonyms(words_of(""), "topic", LINES))


def lines_text(invocation: Invocation, game: str | None) -> str:
    """Write every line that can be typed, each on one row: of a game, or those of every game."""
    from tracker.cli.campaigns import ruling_named, shelf_of
    from tracker.commands.completion import usage_by_verb
    from tracker.commands.specs import SPECS
    from tracker.commands.vocabulary import blank, shown_word
    from tracker.session.state import empty_session

    system = ruling_named(game, shelf_of(invocation)).name if game is not None else DEFAULT
    usages = usage_by_verb(empty_session(system))
    if game is None:
        usages = {spec.id: usages[spec.id] for spec in SPECS}
    more = [] if game is not None else [say("help.lines_more", games=", ".join(SYSTEMS))]
    intro = say(
        "help.lines",
        game=say("help.lines_every_game") if game is None else game_name(system),
        who=blank("who"),
        all=shown_word("everybody"),
        foes=shown_word("foes"),
        faces=blank("faces"),
    )
    return "\n".join([intro, *more, "", *usages.values()])


def _print_schema(invocation: Invocation, topic: str, verb: str) -> None:
    """Print the JSON Schema of a verb's output."""
    from tracker.cli.contract import TOPICS, schema_of

    if find_page(topic) != _JSON:
        raise WrongUsage(invocation.arguments, "no_topic", f"{topic} {verb}", "")
    if verb not in TOPICS:
        raise WrongUsage(invocation.arguments, "choice", verb, ", ".join(TOPICS))
    print_json(schema_of(verb), indent=1)


def usage_of(name: str) -> str:
    """Word the usage of a verb, on one line."""
    if name not in VERBS:
        return say("help.synopsis")
    verb = VERBS[name]
    words = [_word_usage(word) for word in verb.words]
    options = [f"[{_option_usage(option)}]" for option in verb.options]
    return " ".join(["tracker", *([] if name == "open" else [name]), *words, *options])


def _word_usage(word: Word) -> str:
    name = f"{say_or_keep(word.shown)}…" if word.several else say_or_keep(word.shown)
    return name if word.needed else f"[{name}]"


def _option_usage(option: Option) -> str:
    value = "|".join(option.choices) or say_or_keep(option.shown)
    return option.name if option.flag else f"{option.name} {value}"


def _overview() -> Iterator[str]:
    """Yield every verb with its summary, under the headings of their families."""
    yield from _wrap(say("help.title"))
    family = ""
    for name, verb in VERBS.items():
        if not verb.family:
            continue
        if verb.family != family:
            family = verb.family
            yield from ("", f"{say(family)}:")
        yield from _entry("tracker" if name == "open" else name, say(verb.summary))
    yield from ("", say("help.general_options"))
    yield from _options(OPTIONS)
    yield ""
    yield from _wrap(say("help.pages", topics=", ".join((*topics(), lines_topic()))))
    yield ""
    yield from _wrap(say("help.topic_hint"))


def verb_help(name: str) -> Iterator[str]:
    """Yield the help of one verb: usage, words, options, examples, exit codes."""
    verb = VERBS[name]
    yield from _wrap(usage_of(name), indent="  ")
    yield ""
    yield from _wrap(f"{say(verb.summary)}. {other_words_text(name)}".strip())
    if verb.words or verb.options:
        yield ""
    for word in verb.words:
        yield from _entry(say_or_keep(word.shown), say(word.help))
    yield from _options(verb.options)
    yield from ("", say("help.for_example"), *(f"  {say_or_keep(example)}" for example in verb.examples))
    yield ""
    yield from _wrap(codes_of(verb))
    yield from _wrap(say("help.options_line", options=_names(OPTIONS)))


def other_words_text(name: str) -> str:
    """Word by what else a verb goes in the language in use; empty if by nothing else."""
    others = [each for each in forms_of(words_of(""), "shell_verb", name) if each != name]
    return say("help.also", words=", ".join(others)) if others else ""


def codes_of(verb: Verb) -> str:
    """Word the meaning of each exit code of a verb."""
    return say("help.exit_codes_of_verb", refused=say(verb.refused))


def own_code_of(verb: Verb) -> str:
    """Word the meaning of exit code 1 if a verb has one of its own; else an empty text."""
    return "" if verb.refused == REFUSED else say("help.refused_code", refused=say(verb.refused))


def _names(options: Iterable[Option]) -> str:
    return ", ".join(_option_usage(option) for option in options)


def _options(options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        usage = _option_usage(option)
        yield from _entry(f"{option.short}, {usage}" if option.short else usage, say(option.help))


def _entry(name: str, explanation: str) -> Iterator[str]:
    """Yield a name and its explanation: beside the name, or under a long name."""
    lines = _wrap(explanation, indent=" " * _INDENT)
    start = f"  {name}"
    if len(start) < _INDENT:
        yield start.ljust(_INDENT) + lines[0].lstrip()
        yield from lines[1:]
    else:
        yield start
        yield from lines


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent if len(indent) > 2 else "",
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def man_page() -> str:
    """Write the man page, in roff."""
    name = say("help.name")
    lines = [
        f'.TH TRACKER 1 "" "tracker {__version__}"',
        f".SH {name}",
        _roff(say("help.man_title")),
        f".SH {say('help.commands')}",
    ]
    for verb_name, verb in VERBS.items():
        if not verb.family:
            continue
        lines += [".TP", f".B {_roff(usage_of(verb_name))}", _roff(f"{say(verb.summary)}.")]
        for word in verb.words:
            lines += [".br", _roff(f"{say_or_keep(word.shown)}: {say(word.help)}.")]
        for option in verb.options:
            lines += [".br", _roff(f"{_option_usage(option)}: {say(option.help)}.")]
        if meaning := own_code_of(verb):
            lines += [".br", _roff(meaning)]
        lines += [".br", f"\\fI{_roff(say_or_keep(verb.examples[0]))}\\fR"]
    lines.append(f".SH {say('help.options')}")
    for option in OPTIONS:
        lines += [".TP", f".B {_roff(_option_usage(option))}", _roff(f"{say(option.help)}.")]
    lines += [
        f".SH {say('help.exit_codes')}",
        _roff(say("help.exit_codes_of_all")),
    ]
    return "\n".join(lines)


def _roff(text: str) -> str:
    """Escape a text for roff, so that it keeps its hyphens and backslashes."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
