"""Hurting, healing, weakening and killing a creature: the new sheet and the facts (R1-049..R1-085)."""

from msgspec.structs import replace

from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import health
from tracker.rules.games.chronicle.attributes import ATTRIBUTES
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.system import Fact, RuleResult, Sheet

Changed = tuple[Character, tuple[Fact, ...]]


def hurt(who: str, sheet: Character, amount: int, cause: str) -> Changed:
    """Subtract damage from Health (R1-050, R1-083, R1-084); `cause` is the cause of an NPC's death."""
    harm = health.damage(sheet.health, amount, pc=sheet.is_pc, stays_alive=sheet.stays_alive)
    after = replace(sheet, health=harm.current)
    facts = [Fact("damaged", {"who": who, "amount": sheet.health - harm.current, "health": harm.current})]
    if harm.dead and not sheet.dead:
        after, deaths = died(who, after, cause)
        return after, (*facts, *deaths)
    if after.unconscious and not sheet.unconscious:
        facts.append(Fact("fell_unconscious", {"who": who}))
    if not after.dead and health.is_wounded(after.health) and not health.is_wounded(sheet.health):
        facts.append(Fact("wounded", {"who": who}))
    return after, tuple(facts)


def healed(who: str, sheet: Character, amount: int) -> Changed:
    """Give Health back, up to its maximum (R1-050, R1-052, A1-16)."""
    current = health.heal(sheet.health, sheet.health_max, amount)
    after = replace(sheet, health=current)
    facts = [Fact("healed", {"who": who, "amount": current - sheet.health, "health": current})]
    if sheet.unconscious and not after.unconscious:
        facts.append(Fact("woke", {"who": who}))
    return after, tuple(facts)


def died(who: str, sheet: Character, cause: str) -> Changed:
    """Let a creature die of `cause`: an id of the rules, or the GM's words."""
    return replace(sheet, dead=True, cause=cause), (Fact("died", {"who": who, "cause": cause}),)


def weakened(who: str, sheet: Character, attribute: str, amount: int, cause: str, *, lasts: bool) -> Changed:
    """Reduce an attribute, for a time or for good; a PC's below 2 kills (R1-080, R1-081, R1-085)."""
    score = sheet.score(attribute)
    less = (
        replace(score, value=max(0, score.value - amount))
        if lasts
        else replace(score, reduction=score.reduction + amount)
    )
    after = replace(sheet, attributes={**sheet.attributes, attribute: less})
    data: dict[str, Scalar] = {"who": who, "attribute": attribute, "amount": amount, "value": less.present}
    fact = Fact("weakened" if lasts else "weakened_for_now", data)
    after, deaths = _lived_through(who, after, attribute, cause)
    return after, (fact, *deaths)


def sheet_written(who: str, before: Sheet, after: Sheet) -> RuleResult:
    """Let a PC die on whose sheet the GM has written a value below 2, or a loss that leaves one (R1-085).

    One that was below before was let live, and lives on.
    """
    if not (isinstance(before, Character) and isinstance(after, Character)):
        return RuleResult()
    facts: tuple[Fact, ...] = ()
    for attribute in ATTRIBUTES:
        if not health.dies_of_value(before.score(attribute).present):
            after, deaths = _lived_through(who, after, attribute, "lost_attribute")
            facts = (*facts, *deaths)
    return RuleResult(sheets={who: after}, facts=facts)


def _lived_through(who: str, sheet: Character, attribute: str, cause: str) -> Changed:
    """Return a sheet whose attribute has sunk: a PC's below 2 kills (R1-081, R1-085)."""
    if sheet.is_pc and not sheet.dead and health.dies_of_value(sheet.score(attribute).present):
        return died(who, sheet, cause)
    return sheet, ()
