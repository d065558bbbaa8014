"""Several lines in one text, each a line of its own."""

from collections.abc import Sequence

from tracker.commands.command import CommandContext
from tracker.commands.matching import normalize
from tracker.commands.parse import is_dice, parse, split_label, split_verb, verb_forms
from tracker.rules.refusal import Refusal

_TAKE_BLOCKS = ("appear", "join", "library")
"""Verbs that several lines may follow, a stat block."""


def series_in(text: str, context: CommandContext) -> Sequence[str]:
    """Split a text into lines that are played one by one; empty if the text is a single line.

    A stat block and a note of several lines are single lines, unless each of their lines begins with a whole
    verb or the name of a key. Empty lines and those that begin with `#` are left out.
    """
    lines = [each.strip() for each in text.splitlines()]
    lines = [each for each in lines if each and not each.startswith("#")]
    if len(lines) < 2 or not (first_verb := _verb_of(lines[0], context)):
        return ()
    if all(_begins_in_full(each, context) for each in lines):
        return lines
    return lines if first_verb not in _TAKE_BLOCKS and not _is_one(text, context) else ()


def _verb_of(line: str, context: CommandContext) -> str:
    """Return the verb of a line, that of a key if the line begins with its name; empty if it has none."""
    session = context.history.session
    try:
        return "throw" if is_dice(line) else split_verb(line, session)[0]
    except Refusal:
        label = split_label(line, context)[0]
        return split_verb(label.line, session)[0] if label and label.line else ""


def _begins_in_full(line: str, context: CommandContext) -> bool:
    """Whether a line begins with dice, a verb in full, or the name of a key that a line replaces."""
    word, label = line.split(maxsplit=1)[0], split_label(line, context)[0]
    forms = verb_forms(word, context.history.session)
    is_verb = any(normalize(form) == normalize(word) for form in forms)
    return is_dice(line) or is_verb or bool(label and label.line)


def _is_one(text: str, context: CommandContext) -> bool:
    """Whether a text of several lines can be read as one."""
    try:
        parse(text, context)
    except Refusal:
        return False
    return True
