"""Scars as they come upon a sheet, as rulings (R2-029..R2-035)."""

from msgspec.structs import replace

from tracker.rules.games.horror.mind import scarred_mind
from tracker.rules.games.horror.scars import CosmeticChange, Scar
from tracker.rules.games.horror.sheet import Character
from tracker.rules.system import Fact, PendingRoll, RuleResult

MARKS: tuple[str, ...] = (*(scar.value for scar in Scar if scar is not Scar.COSMETIC), *CosmeticChange)
"""What may stand among the scars of a sheet, besides the GM's words."""


def scarred(who: str, sheet: Character, scar: Scar) -> RuleResult:
    """Leave a scar with all that it brings: lost sanity, a spell, one more die (R2-031..R2-034)."""
    result = branded(who, sheet, scar) if scar is not Scar.COSMETIC else _changing(who, sheet)
    after = result.sheets[who]
    if scar.permanent_sanity_loss and isinstance(after, Character) and after.sanity_max:
        worse = scarred_mind(who, after, scar.permanent_sanity_loss)
        result = replace(worse, facts=(*result.facts, *worse.facts))
    if scar.teaches_spell:
        result = replace(result, facts=(*result.facts, Fact("may_learn", {"who": who})))
    return result


def branded(who: str, sheet: Character, mark: str) -> RuleResult:
    """Write a mark among the scars, once: a second weak heart changes nothing (A2-16)."""
    scars = sheet.scars if mark in sheet.scars else (*sheet.scars, str(mark))
    after = replace(sheet, scars=scars, scar_due=False)
    return RuleResult(sheets={who: after}, facts=(Fact("scarred", {"who": who, "scar": str(mark)}),))


def _changing(who: str, sheet: Character) -> RuleResult:
    return RuleResult(
        sheets={who: replace(sheet, scar_due=False)},
        facts=(Fact("changing", {"who": who}),),
        pending=(PendingRoll("cosmetic", "cosmetic", who),),
    )
