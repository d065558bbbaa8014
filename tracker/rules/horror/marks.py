"""Scars as they come upon a sheet, as rulings (R2-029..R2-035)."""

from msgspec.structs import replace

from tracker.rules.horror.mind import scarred_mind
from tracker.rules.horror.scars import CosmeticChange, Scar
from tracker.rules.horror.sheet import Character
from tracker.rules.system import Due, Fact, Ruling

MARKS: tuple[str, ...] = (*(scar.value for scar in Scar if scar is not Scar.COSMETIC), *CosmeticChange)
"""What may stand among the scars of a sheet, besides the GM's words."""


def scarred(who: str, sheet: Character, scar: Scar) -> Ruling:
    """Leave a scar with all that it brings: lost sanity, a spell, one more die (R2-031..R2-034)."""
    ruling = branded(who, sheet, scar) if scar is not Scar.COSMETIC else _changing(who, sheet)
    after = ruling.sheets[who]
    if scar.permanent_sanity_loss and isinstance(after, Character) and after.sanity_max:
        worse = scarred_mind(who, after, scar.permanent_sanity_loss)
        ruling = replace(worse, facts=(*ruling.facts, *worse.facts))
    if scar.teaches_spell:
        ruling = replace(ruling, facts=(*ruling.facts, Fact("may_learn", {"who": who})))
    return ruling


def branded(who: str, sheet: Character, mark: str) -> Ruling:
    """Write a mark among the scars, once: a second weak heart changes nothing (A2-16)."""
    scars = sheet.scars if mark in sheet.scars else (*sheet.scars, str(mark))
    after = replace(sheet, scars=scars, scar_due=False)
    return Ruling(sheets={who: after}, facts=(Fact("scarred", {"who": who, "scar": str(mark)}),))


def _changing(who: str, sheet: Character) -> Ruling:
    return Ruling(
        sheets={who: replace(sheet, scar_due=False)},
        facts=(Fact("changing", {"who": who}),),
        due=(Due("cosmetic", "cosmetic", who),),
    )
