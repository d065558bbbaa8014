"""Commands of waiting notes: `when lia health<=half: the troop flees`, `when 2h: they return`."""

import re
from collections.abc import Iterable

from tracker.commands.command import Command
from tracker.commands.dates import is_hour
from tracker.commands.figures import is_duration, parse_duration
from tracker.commands.matching import normalize
from tracker.commands.moments import parse_second
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, is_keyword
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.moves import reminders as moves
from tracker.session.reminder import Awaits, Reminder
from tracker.session.text import clean
from tracker.wording.words import synonyms

_PARTS = re.compile(r"(.+?):\s+(.+)", re.DOTALL)
_FIGURE = re.compile(r"(.+?)\s*(<=|>=|≤|≥|<|>)\s*(\S+)")
_AT_LEAST = (">=", "≥", ">")
_STEP = {"<": -1, ">": 1}


def keep(reader: Reader) -> Command:
    """Read `when WHO FIELD<=N: TEXT`, `when WHO CONDITION: TEXT` or `when HH:MM: TEXT`.

    `when N none` removes the note at a place in the list.
    """
    text = reader.take_rest()
    if not text:
        raise Refusal("missing", what=blank("text"), usage=reader.usage)
    place, _space, rest = text.partition(" ")
    if place.isdecimal() and is_keyword(rest.strip(), "nothing"):
        keys = [*reader.session.reminders]
        key = keys[int(place) - 1] if 0 < int(place) <= len(keys) else ""
        return Command("when", lambda history, roll, fresh: moves.drop_reminder(history.session, key))
    parts = _PARTS.fullmatch(with_plain_signs(text))
    if parts is None:
        raise _bad_reminder(text)
    reminder = _reminder_for(parts[1].strip(), text[parts.start(2) :].strip(), reader)
    return Command(
        "when", lambda history, roll, fresh: moves.keep_reminder(history.session, fresh(), reminder)
    )


def _reminder_for(head: str, text: str, reader: Reader) -> Reminder:
    session = reader.session
    if is_duration(head):
        return Reminder(text, figure=session.elapsed + parse_duration(head))
    first_word = head.split(maxsplit=1)[0]
    if first_word.isdecimal() or is_hour(first_word) or is_keyword(first_word, "day"):
        return Reminder(text, figure=parse_second(head, reader.context.history))
    match = _FIGURE.fullmatch(head)
    if match is None:
        who, condition = _split_subject(head, "condition", session.game.conditions, reader)
        return Reminder(text, Awaits.CONDITION, who, condition)
    gauges = {gauge.id: gauge for gauge in session.game.gauges}
    who, gauge = _split_subject(match[1], "gauge", gauges, reader)
    awaits = Awaits.AT_LEAST if match[2] in _AT_LEAST else Awaits.AT_MOST
    if is_keyword(match[3], "half") and gauges[gauge].maximum:
        return Reminder(text, awaits, who, gauge, half=1)
    if not re.fullmatch(r"-?\d{1,6}", match[3]):
        raise _bad_reminder(head)
    return Reminder(text, awaits, who, gauge, int(match[3]) + _STEP.get(match[2], 0))


def _split_subject(head: str, space: str, ids: Iterable[str], reader: Reader) -> tuple[str, str]:
    """Split a text into a creature and the id that ends it: `lia health`."""
    ids_by_form = {normalize(form): each for each in ids for form in synonyms(reader.words, space, each)}
    words = head.split()
    for length in range(len(words) - 1, 0, -1):
        if (found_id := ids_by_form.get(normalize(" ".join(words[-length:])))) is not None:
            creature_reader = Reader(" ".join(words[:-length]), reader.context, reader.usage)
            who = creature_reader.take_creature()
            creature_reader.expect_end()
            return who, found_id
    raise _bad_reminder(head)


def _bad_reminder(text: str) -> Refusal:
    return Refusal("bad_reminder", text=clean(text, NAME_LENGTH))
