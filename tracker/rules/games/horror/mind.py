"""Sanity lost and won back: what becomes of a sheet, as rulings (R2-022, R2-036..R2-043)."""

from msgspec.structs import replace

from tracker.rules.body import Nature
from tracker.rules.dice import Die, Roll, Throw
from tracker.rules.games.horror.sanity import (
    Sanity,
    SanityRoll,
    lose,
    lose_permanently,
    recover,
    regain,
    suffer_stress,
)
from tracker.rules.games.horror.sheet import Character
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, PendingRoll, RuleResult


def sanity_of(who: str, sheet: Character) -> Sanity:
    """Return the sanity on a sheet; raises `Refusal` `no_sanity` for a creature without sanity."""
    if not sheet.sanity_max:
        raise Refusal("no_sanity", who=who)
    return Sanity(sheet.sanity, sheet.sanity_max)


def shaken(who: str, sheet: Character, points: int) -> RuleResult:
    """Lose sanity to the supernatural; at 0 there is a choice to make (R2-036, R2-037)."""
    return _lost(who, sheet, lose(sanity_of(who, sheet), points))


def stressed(who: str, sheet: Character, roll: Roll) -> RuleResult:
    """Lose 1d3 sanity (R2-022)."""
    rolled = suffer_stress(sanity_of(who, sheet), roll)
    return replace(_lost(who, sheet, rolled.sanity), throws=(_throw("stress", who, rolled.die),))


def calmed(who: str, sheet: Character, points: int) -> RuleResult:
    """Win sanity back, by the GM's word (R2-039)."""
    return _won(who, sheet, recover(sanity_of(who, sheet), points))


def at_ease(who: str, sheet: Character, roll: Roll, purpose: str) -> RuleResult:
    """Win 1d6 sanity back: a favourite activity, or the choice at 0 made (R2-038, R2-040)."""
    rolled: SanityRoll = regain(sanity_of(who, sheet), roll)
    return replace(_won(who, sheet, rolled.sanity), throws=(_throw(purpose, who, rolled.die),))


def scarred_mind(who: str, sheet: Character, points: int) -> RuleResult:
    """Lose sanity for good; with none left ever, the character is the GM's (R2-033, R2-042, A2-08)."""
    left = lose_permanently(sanity_of(who, sheet), points)
    after = replace(sheet, sanity=left.points, sanity_max=left.maximum)
    fact = Fact(
        "lost_for_good", {"who": who, "amount": sheet.sanity_max - left.maximum, "sanity": left.maximum}
    )
    if left.lost:
        after = replace(after, kind=Nature.NPC, lost=True, broken=False, turns_left=None, falling=False)
        return RuleResult(sheets={who: after}, facts=(fact, Fact("became_npc", {"who": who})))
    return _broken(who, sheet, RuleResult(sheets={who: after}, facts=(fact,)), left)


def _lost(who: str, sheet: Character, left: Sanity) -> RuleResult:
    after = replace(sheet, sanity=left.points)
    fact = Fact("shaken", {"who": who, "amount": sheet.sanity - left.points, "sanity": left.points})
    return _broken(who, sheet, RuleResult(sheets={who: after}, facts=(fact,)), left)


def _broken(who: str, before: Character, result: RuleResult, left: Sanity) -> RuleResult:
    """Call for the choice if this was what took the last of the sanity."""
    after = result.sheets[who]
    if not left.broken or not before.sanity or not isinstance(after, Character):
        return result
    return replace(
        result,
        sheets={who: replace(after, broken=True)},
        facts=(*result.facts, Fact("broke", {"who": who})),
        pending=(PendingRoll("zero_sanity", "zero_sanity", who),),
    )


def _won(who: str, sheet: Character, left: Sanity) -> RuleResult:
    after = replace(sheet, sanity=left.points)
    fact = Fact("calmed", {"who": who, "amount": left.points - sheet.sanity, "sanity": left.points})
    return RuleResult(sheets={who: after}, facts=(fact,))


def _throw(purpose: str, who: str, die: Die) -> Throw:
    return Throw(purpose, (die,), die.face, who, expression=f"1d{die.sides}")
