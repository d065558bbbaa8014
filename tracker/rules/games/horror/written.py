"""The consequences of figures that the GM writes on a sheet: those of reaching them in play (A2-31)."""

from msgspec.structs import replace

from tracker.rules.games.horror import harm, sanity
from tracker.rules.games.horror.sheet import Character, character
from tracker.rules.system import RuleResult, RulesContext, Sheet


def sheet_written(context: RulesContext, who: str, before: Sheet) -> RuleResult:
    """Let who has no hit points left die, and who has no sanity left choose (R2-027, R2-037, R2-042).

    The context has the sheet as written.
    """
    after = character(context, who)
    if not isinstance(before, Character) or after.dead:
        return RuleResult()
    hurt = harm.written(who, before, after)
    shaken = sanity.written(who, before, character(replace(context, sheets=hurt.sheets), who))
    return replace(shaken, facts=(*hurt.facts, *shaken.facts), pending=(*hurt.pending, *shaken.pending))
