"""Commands of the GM's own tables, of their last result, and of milestones."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from tracker.commands import library
from tracker.commands.command import Command, refuse_to_play
from tracker.commands.matching import keys_by_name, match_any_word, match_one, normalize, unknown_name_refusal
from tracker.commands.parse import parse
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, choice_of, meanings
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.table_reading import tables_called
from tracker.rules.text import match_old_key
from tracker.session.history import History
from tracker.session.moves import library as moves
from tracker.session.moves import tables
from tracker.wording.rule_tables import RuleTable, tables_of
from tracker.wording.words import synonyms, term

_INTO = {"creature": "appear", "loot": "loot", "thing": "gain", "note": "note"}
"""What a result may become, with the verb for it."""
_LOOKED_THROUGH = 400
"""How many of the last events are searched for a result."""
_COUNTED = re.compile(r"(?:(\d{1,3})\s+)?(\S.*)")


def keep(reader: Reader) -> Command:
    """Read `table NAME DICE 1-2: wolves; 3: nothing`; a name alone copies the library's table.

    Tables that it calls are copied too, unless the campaign has them. A table that the rules ask for keeps
    its key in the rules.
    """
    name = reader.take_typed(blank("name"))
    if reader.peek() is None and (table := library.find_table(reader, name)) is not None:
        called_tables = tables_called(table, library.tables_of(reader)).values()
        missing_tables = [each for each in called_tables if match_one(each.name, _own_names(reader)) is None]
        copied_tables = {_key_for(each.name, reader): each for each in (table, *missing_tables)}
        return Command(
            "table", lambda history, roll, fresh: moves.copy_tables(history.session, copied_tables)
        )
    key = _key_for(name, reader)
    expression, rows = reader.take(blank("dice")), tables.parse_rows(reader.take_rest())
    return Command(
        "table",
        lambda history, roll, fresh: tables.keep_table(history.session, key, name, expression, rows),
    )


def drop(reader: Reader) -> Command:
    """Read `droptable NAME`."""
    key = own_table(reader, reader.take_rest_name())
    return Command("drop_table", lambda history, roll, fresh: tables.drop_table(history.session, key))


def consult(reader: Reader) -> Command:
    """Read `consult TABLE`: a table of the campaign, else of the library, else a printed one."""
    name = reader.take_rest_name()
    if (
        match_one(name, _own_names(reader)) is None
        and (table := library.find_table(reader, name)) is not None
    ):
        stock = library.tables_of(reader)
        return Command(
            "consult",
            lambda history, roll, fresh: tables.roll_on_table(
                history.session, table, {**stock, **history.session.tables}, roll
            ),
        )
    printed_tables = tables_of(reader.session.system)
    if (
        match_one(name, _own_names(reader)) is None
        and (place := match_any_word(name, _places(printed_tables))) is not None
    ):
        return Command("consult", refuse_to_play, shows=printed_tables[int(place)])
    key = own_table(reader, name, *library.table_names(reader), *(each.name for each in printed_tables))
    return Command("consult", lambda history, roll, fresh: tables.consult(history.session, key, roll))


def _places(printed_tables: tuple[RuleTable, ...]) -> dict[str, str]:
    return {table.name: str(place) for place, table in enumerate(printed_tables)}


def reach(reader: Reader) -> Command:
    """Read `reach MOMENT`: a milestone, such as the end of a session."""
    words, milestones, word = reader.words, reader.session.game.milestones, reader.take_rest()
    names = {name: each for each in milestones for name in synonyms(words, "occasion", each)}
    occasion = match_any_word(word, names)
    if occasion is None:
        known_names = [term(words, "occasion", each) for each in milestones]
        raise unknown_name_refusal(word, known_names, "unknown_occasion" if word else "which_occasion")
    return Command("reach", lambda history, roll, fresh: tables.reach(history.session, occasion))


def _wanted_tables(reader: Reader) -> dict[str, str]:
    """Map the words for tables that the rules leave to the GM or let the GM replace."""
    game = reader.session.game
    figure_names = [param.name for act in game.acts.values() for param in act.params if param.figures]
    tables_asked = (*game.tables, *figure_names)
    return {name: each for each in tables_asked for name in synonyms(reader.words, "table", each)}


def _own_names(reader: Reader) -> dict[str, str]:
    return keys_by_name(reader.session.tables)


def _key_for(name: str, reader: Reader) -> str:
    key = normalize(name).replace("/", "-")[:NAME_LENGTH]
    return match_one(name, _wanted_tables(reader)) or match_old_key(reader.session.tables, key)


def own_table(reader: Reader, name: str, *other_names: str) -> str:
    """Find the key of the campaign's table with a name; the refusal lists `other_names` too."""
    own_tables = _own_names(reader)
    key = match_one(name, own_tables)
    if key is None:
        raise unknown_name_refusal(
            name, dict.fromkeys([*own_tables, *other_names]), "unknown_table" if name else "which_table"
        )
    return key


def use_result(reader: Reader) -> Command:
    """Read `result creature|loot|note`, or `result thing WHO`; refuses `no_result`."""
    verb_id = _INTO[reader.take_choice(choice_of(*_INTO), meanings(*_INTO))]
    text = last_result(reader.context.history)
    if not text:
        raise Refusal("no_result")
    owner_text = reader.take(blank("who")) + f" {reader.take_rest()}" if verb_id == "gain" else ""
    reader.expect_end()
    line = _creatures_line(reader, text) if verb_id == "appear" else text
    command = parse(" ".join(filter(None, [verb_id, owner_text.strip(), line])), reader.context)
    return replace(command, verb="result")


def last_result(history: History) -> str:
    """Return the text of the last result of a table that still counts; empty if there is none."""
    return next(_results(history), "")


def _results(history: History) -> Iterator[str]:
    for event in islice(reversed(history), _LOOKED_THROUGH):
        if history.counts(event.id):
            texts = [str(fact.data.get("text", "")) for fact in event.facts if fact.kind == "table_read"]
            yield from filter(None, reversed(texts))


def _creatures_line(reader: Reader, text: str) -> str:
    """Translate a result into creatures: `3 wolves` means three of a template `wolf`."""
    match = _COUNTED.fullmatch(text.strip().rstrip("."))
    if match is None:
        return text
    sessions = (reader.session, reader.context.library.session)
    names = sorted((each.name for one in sessions for each in one.templates.values()), key=len, reverse=True)
    name = next((each for each in names if normalize(match[2]).startswith(normalize(each))), match[2])
    return f"{match[1] or 1} {name}"
