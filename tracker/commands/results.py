"""Commands that make something of the last result of a table: creatures, loot, somebody's things, a note."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from tracker.commands.command import Command
from tracker.commands.matching import plain
from tracker.commands.parse import parse
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, choice_of, meanings
from tracker.rules.refusal import Refusal
from tracker.session.history import History

_INTO = {"creature": "appear", "loot": "loot", "thing": "gain", "note": "note"}
"""What a result may become, and the verb that makes it."""
_LOOKED_THROUGH = 400
"""How many of the last events are searched for a result."""
_COUNTED = re.compile(r"(?:(\d{1,3})\s+)?(\S.*)")


def make(reader: Reader) -> Command:
    """Read `resultado criatura|botín|nota`, or `resultado objeto QUIEN`; refuses `no_result`."""
    into = _INTO[reader.meaning(choice_of(*_INTO), meanings(*_INTO))]
    text = last_result(reader.context.history)
    if not text:
        raise Refusal("no_result")
    whose = reader.take(blank("who")) + f" {reader.rest()}" if into == "gain" else ""
    reader.end()
    line = _creatures(reader, text) if into == "appear" else text
    command = parse(" ".join(filter(None, [into, whose.strip(), line])), reader.context)
    return replace(command, verb="result")


def last_result(history: History) -> str:
    """Return the text of the last result of a table that counts; empty if there is none."""
    return next(_results(history), "")


def _results(history: History) -> Iterator[str]:
    for event in islice(reversed(history), _LOOKED_THROUGH):
        if history.counts(event.id):
            told = [str(fact.data.get("text", "")) for fact in event.facts if fact.kind == "table_read"]
            yield from filter(None, reversed(told))


def _creatures(reader: Reader, text: str) -> str:
    """Return a result as creatures: `3 lobos` means three of a template `lobo`."""
    match = _COUNTED.fullmatch(text.strip().rstrip("."))
    if match is None:
        return text
    sessions = (reader.session, reader.context.library.session)
    names = sorted((each.name for one in sessions for each in one.templates.values()), key=len, reverse=True)
    name = next((each for each in names if plain(match[2]).startswith(plain(each))), match[2])
    return f"{match[1] or 1} {name}"
