"""A rules context with one character, and functions that play in it."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tests.rules.faces import NEVER
from tracker.rules.dice import Roll
from tracker.rules.games.chronicle.sheet import (
    AmmoMode,
    AttributeScore,
    Character,
    Choices,
    State,
    new_character,
)
from tracker.rules.games.chronicle.system import CHRONICLE
from tracker.rules.supply import Supply
from tracker.rules.system import PendingRoll, RuleResult, RulesContext

HOUR = 3_600
DAY = 24 * HOUR
ANA, GOBLIN = "ana", "goblin"


def pc(**values: Any) -> Character:
    """Return a player's character: DA 10 in everything, Health 10/12, Effort 2/3."""
    scores = {name: AttributeScore(10, 0, 10) for name in new_character("pc").attributes}
    fresh = replace(new_character("pc"), attributes=scores, health=10, health_max=12, effort=2, effort_max=3)
    return replace(fresh, **values)


def npc(**values: Any) -> Character:
    return replace(pc(), **{"kind": new_character("npc").kind, **values})


def suffering(*conditions: str, level: int = 0, source_level: int = 0) -> dict[str, State]:
    return {each: State(each, level, "", source_level) for each in conditions}


def context(
    *sheets: Character,
    now: int = 0,
    supplies: Mapping[str, Supply] | None = None,
    ammo: AmmoMode = AmmoMode.PER_SHOT,
) -> RulesContext:
    """Return a table: the first sheet is Ana's, the second the goblin's."""
    return RulesContext(Choices(ammo), dict(zip((ANA, GOBLIN), sheets, strict=False)), supplies or {}, now)


def act(at: RulesContext, name: str, roll: Roll = NEVER, who: str = ANA, **args: Any) -> RuleResult:
    return CHRONICLE.acts[name].apply(at, who, args, roll)


def resolve_pending(at: RulesContext, pending_kinds: PendingRoll, roll: Roll = NEVER) -> RuleResult:
    return CHRONICLE.resolve(at, pending_kinds, roll)


def ruled(at: RulesContext, result: RuleResult, now: int | None = None) -> RulesContext:
    """Return the table after a ruling."""
    return replace(
        at,
        sheets={**at.sheets, **result.sheets},
        supplies={**at.supplies, **result.supplies},
        now=at.now if now is None else now,
    )


def ana(result: RuleResult) -> Character:
    sheet = result.sheets[ANA]
    assert isinstance(sheet, Character)
    return sheet


def kinds(result: RuleResult) -> list[str]:
    return [fact.kind for fact in result.facts]


def pending_kinds(given: tuple[PendingRoll, ...]) -> list[str]:
    return [each.kind for each in given]
