"""Sanity: lost to the supernatural, won back in leisure, and gone for good (R2-022, R2-036..R2-043)."""

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.body import Nature
from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.games.horror.sheet import Character
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, PendingRoll, RuleResult

STRESS_SIDES = 3
RECOVERY_SIDES = 6
SESSIONS_TO_FULL = 2


class Sanity(Struct, frozen=True):
    """Sanity points, from 0 to a maximum that permanent losses lower (R2-043)."""

    points: int
    maximum: int

    @property
    def broken(self) -> bool:
        """Whether none are left, so that the player has a choice to make (R2-037)."""
        return self.points == 0

    @property
    def lost(self) -> bool:
        """Whether none can ever come back: the character is an NPC from now on (R2-042, A2-08)."""
        return self.maximum == 0


class SanityRoll(Struct, frozen=True):
    """The die, and the sanity that it leaves."""

    die: Die
    sanity: Sanity


class SessionEnd(Struct, frozen=True):
    """Sanity after a session, and the sessions completed since it was last refilled."""

    sanity: Sanity
    sessions_since_full: int


def lose(sanity: Sanity, amount: int) -> Sanity:
    """Lose points, down to 0 (R2-036, A2-13); an amount below 0 takes none."""
    return replace(sanity, points=max(0, sanity.points - max(0, amount)))


def recover(sanity: Sanity, amount: int) -> Sanity:
    """Win points back, up to the maximum (R2-039, A2-19); an amount below 0 gives none."""
    return replace(sanity, points=min(sanity.maximum, sanity.points + max(0, amount)))


def suffer_stress(sanity: Sanity, roll: Roll) -> SanityRoll:
    """Lose 1d3 points (R2-022)."""
    die = throw_die(STRESS_SIDES, roll)
    return SanityRoll(die, lose(sanity, die.face))


def regain(sanity: Sanity, roll: Roll) -> SanityRoll:
    """Win 1d6 points back: the choice at 0 is made (R2-038), or a favourite activity enjoyed (R2-040)."""
    die = throw_die(RECOVERY_SIDES, roll)
    return SanityRoll(die, recover(sanity, die.face))


def lose_permanently(sanity: Sanity, loss: int = 1) -> Sanity:
    """Lower the maximum; the points follow only where they would be above it (R2-033, A2-07).

    >>> lose_permanently(Sanity(8, 8))
    Sanity(points=7, maximum=7)
    """
    maximum = max(0, sanity.maximum - max(0, loss))
    return Sanity(min(sanity.points, maximum), maximum)


def session_ends(sanity: Sanity, sessions_since_full: int) -> SessionEnd:
    """Count a session that has ended; every second one refills sanity (R2-041, A2-15)."""
    sessions = sessions_since_full + 1
    if sessions < SESSIONS_TO_FULL:
        return SessionEnd(sanity, sessions)
    return SessionEnd(replace(sanity, points=sanity.maximum), 0)


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
    return _left(who, sheet, RuleResult(sheets={who: after}, facts=(fact,)), left)


def written(who: str, before: Character, after: Character) -> RuleResult:
    """Apply the consequences of sanity that the GM has written on a sheet (R2-037, R2-042, A2-31)."""
    result = RuleResult(sheets={who: after})
    if not before.sanity_max:
        return result
    if after.sanity and after.broken:
        result = RuleResult(sheets={who: replace(after, broken=False)})
    return _left(who, before, result, Sanity(after.sanity, after.sanity_max))


def _left(who: str, before: Character, result: RuleResult, left: Sanity) -> RuleResult:
    """Make an NPC of a character without any sanity for good; call for the choice of one at 0."""
    after = result.sheets[who]
    if not left.lost or not isinstance(after, Character):
        return _broken(who, before, result, left)
    lost = replace(after, kind=Nature.NPC, lost=True, broken=False, turns_left=None, falling=False)
    return replace(result, sheets={who: lost}, facts=(*result.facts, Fact("became_npc", {"who": who})))


def _lost(who: str, sheet: Character, left: Sanity) -> RuleResult:
    after = replace(sheet, sanity=left.points)
    fact = Fact("shaken", {"who": who, "amount": sheet.sanity - left.points, "sanity": left.points})
    return _broken(who, sheet, RuleResult(sheets={who: after}, facts=(fact,)), left)


def _broken(who: str, before: Character, result: RuleResult, left: Sanity) -> RuleResult:
    """Call for the choice if this loss took the last sanity."""
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
