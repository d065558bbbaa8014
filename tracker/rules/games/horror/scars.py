"""Scars: what coming back from 0 hit points leaves behind (R2-029..R2-035)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die


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
