"""Random tables of the GM, kept, rolled on and removed; and milestones that the GM says are reached."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.dice.notation import parse
from tracker.rules.fields import NAME_LENGTH, TEXT_LENGTH
from tracker.rules.random_table import RandomTable, Row
from tracker.rules.refusal import Refusal
from tracker.rules.table_reading import check_row
from tracker.rules.text import with_plain_signs
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.pending import read_table
from tracker.session.state import Session, element
from tracker.session.text import checked_text, clean

MOST_ROWS = 200
_ROW = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*:\s*(.+)", re.DOTALL)


def parse_rows(text: str) -> tuple[Row, ...]:
    """Parse the rows of `1-2: lobos; 3: nada`; refuses `bad_row` for an invalid row or an overlap.

    Refuses invalid braces as `check_row` does.

    >>> parse_rows("1-2: lobos; 3: nada")[1].text
    'nada'
    """
    rows: list[Row] = []
    for part in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        match = _ROW.fullmatch(with_plain_signs(part))
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if match is None or high < low or (rows and low <= rows[-1].high):
            raise Refusal("bad_row", value=clean(part, NAME_LENGTH))
        row_text = part[match.start(3) :]
        check_row(row_text)
        rows.append(Row(low, high, checked_text(row_text, TEXT_LENGTH)))
    if not 0 < len(rows) <= MOST_ROWS:
        raise Refusal("bad_row", value="")
    return tuple(rows)


def keep_table(session: Session, key: str, name: str, expression: str, rows: tuple[Row, ...]) -> Draft:
    """Keep a table, over an older one of the same key."""
    table = RandomTable(clean_name(name), str(parse(expression)), rows)
    builder = MoveBuilder.for_session(session).with_element("tables", key, table)
    return builder.with_fact("table_kept", name=table.name, dice=table.dice, rows=len(rows)).draft()


def drop_table(session: Session, key: str) -> Draft:
    name = table_of(session, key).name
    return (
        MoveBuilder.for_session(session)
        .without_element("tables", key)
        .with_fact("table_dropped", name=name)
        .draft()
    )


def consult(session: Session, key: str, roll: Roll) -> Draft:
    """Roll on a table of the campaign by its key; refuses `unknown_table`."""
    return roll_on_table(session, table_of(session, key), session.tables, roll)


def roll_on_table(
    session: Session, table: RandomTable, tables: Mapping[str, RandomTable], roll: Roll
) -> Draft:
    """Roll on any table, the library's too; its rows may call `tables`."""
    return MoveBuilder.for_session(session).with_result(read_table(table, tables, roll)).draft()


def table_of(session: Session, key: str) -> RandomTable:
    """Require a table by its key; refuses `unknown_table`."""
    return element(session.tables, key, "unknown_table")


def reach(session: Session, occasion: str) -> Draft:
    """Reach a milestone and queue its rolls, unless the same ones are pending still.

    Refuses `unknown_occasion`.
    """
    if occasion not in session.game.milestones:
        occasions = ", ".join(session.game.milestones) or "—"
        raise Refusal("unknown_occasion", name=occasion, known=occasions)
    builder = MoveBuilder.for_session(session).with_fact("occasion", occasion=occasion)
    result = session.game.milestone(occasion, session.rules_context())
    waiting = {(each.kind, each.who, tuple(each.data.items())) for each in session.pending.values()}
    new_rolls = tuple(
        pending
        for pending in result.pending
        if (pending.kind, pending.who, tuple(pending.data.items())) not in waiting
    )
    result = replace(result, pending=new_rolls)
    return builder.with_result(result, f"{occasion}.{session.elapsed}.").draft()
