"""Creatures at hand while one is added: of the campaign, of the library, of earlier fights."""

import re
from collections.abc import Mapping

from msgspec import Struct

from tracker.commands.command import CommandContext
from tracker.commands.matching import in_quotes, likeness, normalize, normalized_words, search_target
from tracker.commands.parse import reader_of, split_verb
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.moves.library import adversaries, find_adversary
from tracker.session.state import Lineup, Session, Template
from tracker.session.text import stem_of
from tracker.wording.library import summary

MOST = 5
"""The most creatures offered at once."""
_PLAIN_NAME = re.compile(r"[^\W\d][^\"=,;:]*")
"""A name that needs no quotes in a line."""


class Offer(Struct, frozen=True):
    """A creature or an encounter that can be added."""

    line: str
    """The whole line with its name."""
    name: str
    about: str
    """The creature's figures, or the members of the encounter."""


def offers(line: str, context: CommandContext) -> list[Offer]:
    """Find what the name at the end of a line that adds may mean, the best first.

    Empty for any other line.
    """
    try:
        verb_id, rest = split_verb(line, context.history.session)
        adds = bool(rest.strip()) and verb_id == "appear"
    except Refusal:
        return []
    typed = _name_in(rest, context) if adds else ""
    if not typed:
        return []
    line_start = line.rstrip()[: -len(typed)]
    name_words, names = normalized_words(typed), _names_at_hand(context)
    fits = {name: likeness(name_words, search_target(name, [(name, 1)])) for name in names}
    best_names = sorted((name for name in names if fits[name]), key=lambda name: -fits[name])[:MOST]
    elements = [
        (name, names[name][0] or find_adversary(context.history, name), names[name][1]) for name in best_names
    ]
    return [
        Offer(f"{line_start}{_quoted_name(name)}", name, summary(element, home))
        for name, element, home in elements
        if element
    ]


def _name_in(rest: str, context: CommandContext) -> str:
    """Return the last name in the text behind the verb, without its number.

    Words for hidden or shown and other names are left out. Empty if the name is finished.
    """
    reader = reader_of("appear", rest, context)
    reader.take_visibility(before_name=True)
    typed = with_plain_signs(reader.take_rest())
    last_name = typed if '"' in typed else typed.rpartition(",")[2].lstrip()
    return "" if "=" in last_name or "\n" in typed else re.sub(r"^\d+\s+", "", last_name)


def _names_at_hand(context: CommandContext) -> Mapping[str, tuple[Template | Lineup | None, Session]]:
    """Map each name at hand to its element, None for an earlier adversary, and the session that holds it."""
    session, library = context.history.session, context.library.session
    elements: list[tuple[str, Template | Lineup | None, Session]] = [
        *((each.name, each, session) for each in session.templates.values()),
        *((each.name, each, library) for each in library.templates.values()),
        *((each.name, each, library) for each in library.lineups.values()),
        *((stem_of(name), None, session) for name, _change in adversaries(context.history)),
    ]
    first_by_name: dict[str, tuple[str, Template | Lineup | None, Session]] = {}
    for row in elements:
        first_by_name.setdefault(normalize(row[0]), row)
    return {name: (element, home) for name, element, home in first_by_name.values()}


def _quoted_name(name: str) -> str:
    """Quote a name if a line would not take it whole without quotes."""
    return name if _PLAIN_NAME.fullmatch(with_plain_signs(name)) else in_quotes(name)
