"""Scars, which a creature brought back from 0 hit points keeps (R2-029..R2-035)."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.games.horror.sanity import scarred_mind
from tracker.rules.games.horror.sheet import Character
from tracker.rules.pending import unused
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext


class Scar(StrEnum):
    """The seven scars, in the order of their 2d6 table (R2-031)."""

    WEAK_HEART = "weak_heart"
    """At 0 hit points, 1d3 turns are left and not 1d6 (R2-032); a second one changes nothing (A2-16)."""
    TRAUMATISED = "traumatised"
    MARK_OF_MADNESS = "mark_of_madness"
    COSMETIC = "cosmetic"
    """A further d6 says which change (R2-034)."""
    STRANGE_SCAR = "strange_scar"
    """It itches near supernatural creatures."""
    THIRD_EYE = "third_eye"
    """A wits roll senses sorcery at work nearby (R2-035)."""
    REVELATION = "revelation"

    @property
    def permanent_sanity_loss(self) -> int:
        """How much it takes from maximum sanity (R2-033)."""
        return 1 if self in {Scar.TRAUMATISED, Scar.REVELATION} else 0

    @property
    def teaches_spell(self) -> bool:
        """Whether a spell is learnt with it (R2-031)."""
        return self is Scar.REVELATION

    @property
    def further_die(self) -> int | None:
        """Sides of the die that it still calls for."""
        return len(COSMETIC_CHANGES) if self is Scar.COSMETIC else None


class CosmeticChange(StrEnum):
    """How a cosmetic change shows, in the order of its d6 (R2-034)."""

    TATTOO = "tattoo"
    OCCULT_JEWELLERY = "occult_jewellery"
    WHITE_LOCK = "white_lock"
    RED_EYES = "red_eyes"
    ECZEMA = "eczema"
    SKIN_MUTATION = "skin_mutation"


COSMETIC_CHANGES = tuple(CosmeticChange)

UP_TO = (
    (2, Scar.WEAK_HEART),
    (4, Scar.TRAUMATISED),
    (7, Scar.MARK_OF_MADNESS),
    (9, Scar.COSMETIC),
    (10, Scar.STRANGE_SCAR),
    (11, Scar.THIRD_EYE),
    (12, Scar.REVELATION),
)
"""The highest 2d6 total of each scar."""


class ScarRoll(Struct, frozen=True):
    """The two dice, and the scar that they leave."""

    dice: tuple[Die, Die]

    @property
    def total(self) -> int:
        """The row of the table."""
        return sum(die.face for die in self.dice)

    @property
    def scar(self) -> Scar:
        """The scar on that row (R2-031)."""
        return next(scar for highest, scar in UP_TO if self.total <= highest)


class CosmeticRoll(Struct, frozen=True):
    """The die, and the change that it brings."""

    die: Die

    @property
    def change(self) -> CosmeticChange:
        """The change on the die's face (R2-034)."""
        return COSMETIC_CHANGES[self.die.face - 1]


def roll_scar(roll: Roll) -> ScarRoll:
    """Roll 2d6 on the scar table (R2-029, R2-031).

    >>> roll_scar(lambda sides: 1).scar
    <Scar.WEAK_HEART: 'weak_heart'>
    """
    return ScarRoll((throw_die(6, roll), throw_die(6, roll)))


def roll_cosmetic_change(roll: Roll) -> CosmeticRoll:
    """Roll the d6 that a cosmetic change calls for (R2-034)."""
    return CosmeticRoll(throw_die(6, roll))


MARKS: tuple[str, ...] = (*(scar.value for scar in Scar if scar is not Scar.COSMETIC), *CosmeticChange)
"""What may stand among the scars of a sheet, besides the GM's words."""


def scarred(context: RulesContext, who: str, sheet: Character, scar: Scar) -> RuleResult:
    """Leave a scar with all that it brings: lost sanity, a spell, one more die (R2-031..R2-034)."""
    result = branded(who, sheet, scar) if scar is not Scar.COSMETIC else _changing(context, who, sheet)
    after = result.sheets[who]
    if scar.permanent_sanity_loss and isinstance(after, Character) and after.sanity_max:
        worse = scarred_mind(who, after, scar.permanent_sanity_loss)
        result = replace(worse, facts=(*result.facts, *worse.facts))
    if scar.teaches_spell:
        result = replace(result, facts=(*result.facts, Fact("may_learn", {"who": who})))
    return result


def rolled_scar(context: RulesContext, who: str, sheet: Character, roll: Roll) -> RuleResult:
    """Roll 2d6 on the scar table and leave the scar (R2-029, R2-031)."""
    rolled = roll_scar(roll)
    throw = Throw("scar", rolled.dice, rolled.total, who, expression="2d6", outcome=rolled.scar)
    result = scarred(context, who, sheet, rolled.scar)
    return replace(result, throws=(throw, *result.throws))


def branded(who: str, sheet: Character, mark: str) -> RuleResult:
    """Write a mark among the scars, once: a second weak heart changes nothing (A2-16)."""
    scars = sheet.scars if mark in sheet.scars else (*sheet.scars, str(mark))
    after = replace(sheet, scars=scars, scar_due=False)
    return RuleResult(sheets={who: after}, facts=(Fact("scarred", {"who": who, "scar": str(mark)}),))


def _changing(context: RulesContext, who: str, sheet: Character) -> RuleResult:
    """Call for the d6 of a change, beside those that already wait (R2-034)."""
    key = unused(context, who, Scar.COSMETIC)
    return RuleResult(
        sheets={who: replace(sheet, scar_due=False)},
        facts=(Fact("changing", {"who": who}),),
        pending=(PendingRoll(key, Scar.COSMETIC.value, who),),
    )


def has_weak_heart(sheet: Character) -> bool:
    """Whether a creature dies sooner (R2-032)."""
    return Scar.WEAK_HEART in sheet.scars
