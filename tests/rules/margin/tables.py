"""A table set for Margin: two characters, and what is under way."""

from collections.abc import Mapping
from typing import Any

from tracker.rules.dice import Roll
from tracker.rules.games.margin.acts import ACTS
from tracker.rules.games.margin.sheet import Character, Characteristic, Stage
from tracker.rules.random_table import RandomTable
from tracker.rules.system import RuleResult, RulesContext


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
) -> RulesContext:
    sheets = {"lia": lia or somebody(), "noor": noor or somebody()}
    return RulesContext(stage or Stage(), sheets, {}, now, tables or {}, fighting)


def do(act: str, context: RulesContext, who: str, roll: Roll, **args: Any) -> RuleResult:
    return ACTS[act].apply(context, who, args, roll)


def do_together(
    act: str, context: RulesContext, creature_ids: tuple[str, ...], roll: Roll, **args: Any
) -> RuleResult:
    together = ACTS[act].together
    assert together is not None
    return together(context, creature_ids, args, roll)


def sheet_of(result: RuleResult, who: str = "lia") -> Character:
    sheet = result.sheets[who]
    assert isinstance(sheet, Character)
    return sheet


def stage_of(result: RuleResult) -> Stage:
    assert isinstance(result.scene, Stage)
    return result.scene


def context_after(context: RulesContext, result: RuleResult) -> RulesContext:
    """Return the table as a ruling leaves it."""
    scene = result.scene or context.scene
    return RulesContext(
        scene,
        {**context.sheets, **result.sheets},
        {},
        context.now + result.passes,
        context.tables,
        context.fighting,
    )


def kinds(result: RuleResult) -> list[str]:
    return [fact.kind for fact in result.facts]
