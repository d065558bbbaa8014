"""A table set for Margin: two characters, and what is under way."""

from collections.abc import Mapping
from typing import Any

from tracker.rules.dice import Roll
from tracker.rules.margin.acts import ACTS
from tracker.rules.margin.sheet import Character, Characteristic, Stage
from tracker.rules.random_table import RandomTable
from tracker.rules.system import Ruling, Table


def somebody(**values: Any) -> Character:
    """Return a character with an Atletismo of 12, which is physical, and a Sigilo of 10, which is not."""
    skills = {"Atletismo": Characteristic(12, physical=True), "Sigilo": Characteristic(10)}
    return Character(**{"skills": skills, **values})


def a_table(
    lia: Character | None = None,
    noor: Character | None = None,
    *,
    stage: Stage | None = None,
    now: int = 0,
    fighting: frozenset[str] = frozenset(),
    tables: Mapping[str, RandomTable] | None = None,
) -> Table:
    sheets = {"lia": lia or somebody(), "noor": noor or somebody()}
    return Table(stage or Stage(), sheets, {}, now, tables or {}, fighting)


def do(act: str, table: Table, who: str, roll: Roll, **args: Any) -> Ruling:
    return ACTS[act].apply(table, who, args, roll)


def do_together(act: str, table: Table, whos: tuple[str, ...], roll: Roll, **args: Any) -> Ruling:
    together = ACTS[act].together
    assert together is not None
    return together(table, whos, args, roll)


def sheet_of(ruling: Ruling, who: str = "lia") -> Character:
    sheet = ruling.sheets[who]
    assert isinstance(sheet, Character)
    return sheet


def stage_of(ruling: Ruling) -> Stage:
    assert isinstance(ruling.scene, Stage)
    return ruling.scene


def after(table: Table, ruling: Ruling) -> Table:
    """Return the table as a ruling leaves it."""
    scene = ruling.scene or table.scene
    return Table(
        scene, {**table.sheets, **ruling.sheets}, {}, table.now + ruling.passes, table.tables, table.fighting
    )


def kinds(ruling: Ruling) -> list[str]:
    return [fact.kind for fact in ruling.facts]
