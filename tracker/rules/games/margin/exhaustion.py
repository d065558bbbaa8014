"""Exhaustion points and their effects, which only a table of the GM can tell (R4-017)."""

from msgspec.structs import replace

from tracker.rules.games.margin.sheet import Character, character
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, RuleResult, RulesContext, Sheet

TABLE = "exhaustion"
"""Id of the GM's table of effects, whose rows are numbers of points."""


def exhausted(
    context: RulesContext, who: str, sheet: Character, points: int
) -> tuple[Character, tuple[Fact, ...]]:
    """Add exhaustion points, or take some away, and tell their effects."""
    after = replace(sheet, exhaustion=max(0, sheet.exhaustion + points))
    kind = "exhausted" if points > 0 else "recovered"
    moved = abs(after.exhaustion - sheet.exhaustion)
    fact = Fact(kind, {"who": who, "amount": moved, "points": after.exhaustion})
    return after, (fact, *_effects(context, after.exhaustion))


def sheet_written(context: RulesContext, who: str, before: Sheet) -> RuleResult:
    """Tell the effects of the exhaustion points that the GM has written on a sheet (R4-017)."""
    points = character(context, who).exhaustion
    if not isinstance(before, Character) or points == before.exhaustion:
        return RuleResult()
    return RuleResult(facts=_effects(context, points))


def _effects(context: RulesContext, points: int) -> tuple[Fact, ...]:
    own = context.tables.get(TABLE)
    if not points:
        return ()
    if own is None:
        return (Fact("exhaustion_untold"),)
    try:
        return (Fact("exhaustion_told", {"points": points, "text": own.at(points)}),)
    except Refusal:
        return ()
