"""Several lines in one text, each a line of its own."""

from collections.abc import Sequence

from tracker.commands.command import CommandContext
from tracker.commands.matching import normalize
from tracker.commands.parse import is_dice, parse, split_verb, verb_forms
from tracker.rules.refusal import Refusal
from tracker.session.state import Session

_TAKE_BLOCKS = ("appear", "join", "library")
"""Verbs that several lines may follow, a stat block."""


def series_in(text: str, context: CommandContext) -> Sequence[str]:
    """Split a text into lines that are played one by one; empty if the text is a single line.

    A stat block and a note of several lines are single lines, unless each of their lines begins with a whole
    verb. Empty lines and those that begin with `#` are left out.
    """
    lines = [each.strip() for each in text.splitlines()]
    lines = [each for each in lines if each and not each.startswith("#")]
    session = context.history.session
    if len(lines) < 2 or not (first_verb := _verb_of(lines[0], session)):
        return ()
    if all(_begins_with_whole_verb(each, session) for each in lines):
        return lines
    return lines if first_verb not in _TAKE_BLOCKS and not _is_one(text, context) else ()


def _verb_of(line: str, session: Session) -> str:
    """Return the verb of a line; empty if it has none."""
    try:
        return "throw" if is_dice(line) else split_verb(line, session)[0]
    except Refusal:
        return ""


def _begins_with_whole_verb(line: str, session: Session) -> bool:
    word = line.split(maxsplit=1)[0]
    forms = verb_forms(word, session)
    return is_dice(line) or any(normalize(form) == normalize(word) for form in forms)


def _is_one(text: str, context: CommandContext) -> bool:
    """Whether a text of several lines can be read as one."""
    try:
        parse(text, context)
    except Refusal:
        return False
    return True
