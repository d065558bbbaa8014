"""Read a row of a random table: its text, with dice in braces rolled and tables in braces looked up."""

import re
from collections.abc import Mapping

from msgspec import Struct

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.rules.text import fold

DEEPEST = 5
"""How many tables deep a row may call another table."""
MOST_SLOTS = 16
"""How many braces one reading fills: so its text and dice fit in one event."""
_SLOT = re.compile(r"\{([^{}]*)\}")
_CALL = re.compile(r"(?:tabla|table)\s+(.+)", re.IGNORECASE)


class Reading(Struct, frozen=True):
    """The text of a row, and the throws of its table and of the tables that the row called."""

    text: str
    throws: tuple[Throw, ...] = ()
    facts: tuple[Fact, ...] = ()
    """Notes that some braces were left as written because of the limits."""

    @property
    def total(self) -> int:
        """The total that picked the row."""
        return self.throws[0].total


def roll_and_read(
    table: RandomTable, tables: Mapping[str, RandomTable], roll: Roll, who: str = ""
) -> Reading:
    """Roll on a table and read its row.

    Raises `Refusal`: `no_such_row`, and `unknown_table` for a call of a table that is not among `tables`.
    """
    reader = _Reader(tables, roll, who)
    return reader.finish(table, reader.read(table, 0))


def read_row(
    table: RandomTable, text: str, tables: Mapping[str, RandomTable], roll: Roll, who: str = ""
) -> Reading:
    """Read a row that was found without a roll; raises what `roll_and_read` raises."""
    reader = _Reader(tables, roll, who)
    return reader.finish(table, reader.fill_text(table, text, 0))


def check_row(text: str) -> None:
    """Raise `Refusal` `bad_slot` for braces that hold neither dice nor the call of a table."""
    for slot in _SLOT.finditer(text):
        inner = slot[1].strip()
        if _CALL.fullmatch(inner) is None:
            try:
                parse(inner)
            except Refusal as refusal:
                raise Refusal("bad_slot", value=slot[0]) from refusal


def tables_called(table: RandomTable, tables: Mapping[str, RandomTable]) -> dict[str, RandomTable]:
    """Find the tables that the rows of a table lead to, directly or not, by key, without itself."""
    keys, called, queue = _keys(tables), dict[str, RandomTable](), [table]
    while queue:
        for row in queue.pop().rows:
            calls = (_CALL.fullmatch(slot[1].strip()) for slot in _SLOT.finditer(row.text))
            for key in [keys.get(_plain(call[1]), "") for call in calls if call]:
                if key and key not in called and tables[key] != table:
                    called[key] = tables[key]
                    queue.append(tables[key])
    return called


class _Reader:
    """One reading in progress: the dice so far, and the braces filled so far."""

    def __init__(self, tables: Mapping[str, RandomTable], roll: Roll, who: str) -> None:
        self._tables, self._roll, self._who = tables, roll, who
        self._throws: list[Throw] = []
        self._slots = 0
        self._left = False

    def finish(self, table: RandomTable, text: str) -> Reading:
        facts = (Fact("table_goes_on", {"name": table.name}),) if self._left else ()
        return Reading(text, tuple(self._throws), facts)

    def read(self, table: RandomTable, depth: int) -> str:
        return self.fill_text(table, table.row_text(self._total(table, table.dice)), depth)

    def fill_text(self, table: RandomTable, text: str, depth: int) -> str:
        return _SLOT.sub(lambda slot: self._fill(slot, table, depth), text)

    def _fill(self, slot: re.Match[str], table: RandomTable, depth: int) -> str:
        inner = slot[1].strip()
        call = _CALL.fullmatch(inner)
        if call is None and not _is_dice(inner):
            # Tables of old saves were not checked: braces without a meaning stay.
            return slot[0]
        if self._slots == MOST_SLOTS or (call and depth == DEEPEST):
            self._left = True
            return slot[0]
        self._slots += 1
        return self.read(self._require_table(call[1]), depth + 1) if call else str(self._total(table, inner))

    def _require_table(self, name: str) -> RandomTable:
        key = _keys(self._tables).get(_plain(name))
        if key is None:
            known = ", ".join(each.name for each in self._tables.values()) or "—"
            raise Refusal("unknown_table", name=name, known=known)
        return self._tables[key]

    def _total(self, table: RandomTable, dice: str) -> int:
        result = parse(dice).roll(self._roll)
        self._throws.append(
            Throw("table", result.dice, result.total, self._who, expression=dice, label=table.name)
        )
        return result.total


def _is_dice(text: str) -> bool:
    try:
        check_row(f"{{{text}}}")
    except Refusal:
        return False
    return True


def _keys(tables: Mapping[str, RandomTable]) -> dict[str, str]:
    return {_plain(table.name): key for key, table in tables.items()}


def _plain(name: str) -> str:
    return "".join(fold(name).split())
