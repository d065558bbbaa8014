"""Hurting, healing, weakening and killing a creature: the new sheet and the facts (R1-049..R1-085)."""

from msgspec.structs import replace

from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import health
from tracker.rules.games.chronicle.attributes import ATTRIBUTES
from tracker.rules.games.chronicle.hunger import DEADLY_FAILURES
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.system import Fact, RuleResult, Sheet

Changed = tuple[Character, tuple[Fact, ...]]


def hurt(who: str, sheet: Character, amount: int, cause: str) -> Changed:
    """Subtract damage from Health (R1-050, R1-083, R1-084); `cause` is the cause of an NPC's death."""
    harm = health.damage(sheet.health, amount, pc=sheet.is_pc, stays_alive=sheet.stays_alive)
    after = replace(sheet, health=harm.current)
    fact = Fact("damaged", {"who": who, "amount": sheet.health - harm.current, "health": harm.current})
    after, facts = _fallen(who, sheet, after, cause)
    return after, (fact, *facts)


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


def sheet_written(who: str, before: Sheet, after: Character) -> RuleResult:
    """Apply the consequences of figures that the GM has written on a sheet (R1-073, R1-083..R1-085).

    A creature that had the figure before has lived with it, and lives on.
    """
    if not isinstance(before, Character) or after.dead:
        return RuleResult()
    sheet, facts = _health_written(who, before, after)
    if sheet.is_pc and not sheet.dead and before.hunger_failures < DEADLY_FAILURES <= sheet.hunger_failures:
        sheet, deaths = died(who, sheet, "starvation")
        facts = (*facts, *deaths)
    for attribute in ATTRIBUTES:
        if not health.dies_of_value(before.score(attribute).present):
            sheet, deaths = _lived_through(who, sheet, attribute, "lost_attribute")
            facts = (*facts, *deaths)
    return RuleResult(sheets={who: sheet}, facts=facts)


def _health_written(who: str, before: Character, after: Character) -> Changed:
    """Return a sheet whose Health the GM has written: an NPC without any dies, a PC falls or wakes."""
    if after.health > before.health:
        return after, (Fact("woke", {"who": who}),) if before.unconscious and not after.unconscious else ()
    return _fallen(who, before, after, "wounds")


def _fallen(who: str, before: Character, after: Character, cause: str) -> Changed:
    """Return a sheet whose Health has sunk, with what becomes of the creature (R1-049, R1-083, R1-084)."""
    if after.health == before.health or after.dead:
        return after, ()
    if after.health <= 0 and not after.is_pc and not after.stays_alive:
        return died(who, after, cause)
    facts = (Fact("fell_unconscious", {"who": who}),) if after.unconscious and not before.unconscious else ()
    if health.is_wounded(after.health) and not health.is_wounded(before.health):
        facts = (*facts, Fact("wounded", {"who": who}))
    return after, facts


def _lived_through(who: str, sheet: Character, attribute: str, cause: str) -> Changed:
    """Return a sheet whose attribute has sunk: a PC's below 2 kills (R1-081, R1-085)."""
    if sheet.is_pc and not sheet.dead and health.dies_of_value(sheet.score(attribute).present):
        return died(who, sheet, cause)
    return sheet, ()
