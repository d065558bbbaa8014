"""The check: a d20 at or under a characteristic, and by how much (R4-001..R4-018)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die
from tracker.rules.games.margin.bonus_dice import BONUS_SIDES, BonusDice

SPECTACULAR_EXCESS = 10


class Outcome(StrEnum):
    """What a check came to, from best to worst."""

    SPECTACULAR_SUCCESS = "spectacular_success"
    """A natural 1: the margin is doubled (R4-011, R4-012)."""
    SUCCESS = "success"
    MARGINAL_SUCCESS = "marginal_success"
    """Just the number, often at a small cost (R4-006)."""
    FAILURE = "failure"
    DISASTROUS_FAILURE = "disastrous_failure"
    """A natural 20: some greater harm as well (R4-010, R4-013)."""

    @property
    def success(self) -> bool:
        """Whether the action was achieved."""
        return self not in {Outcome.FAILURE, Outcome.DISASTROUS_FAILURE}


class Check(Struct, frozen=True):
    """A check that was made: its d20, and the d4s that counted for or against it."""

    characteristic: int
    bonus: BonusDice
    die: Die
    d4s: tuple[Die, ...]

    @property
    def total(self) -> int:
        """The d20 less the bonuses or plus the penalties, even beyond 1 and 20 (R4-018, A4-06)."""
        modifier = sum(die.face for die in self.d4s)
        return self.die.face - modifier if self.bonus.net > 0 else self.die.face + modifier

    @property
    def excess(self) -> int:
        """By how much the total is above the characteristic; negative when it is under."""
        return self.total - self.characteristic

    @property
    def outcome(self) -> Outcome:
        """What it came to; only the face of the d20 makes it spectacular or disastrous (R4-015).

        A natural 1 is spectacular unless penalties take the total over 10 above the characteristic (A4-01).
        """
        if self.die.face == 20:
            return Outcome.DISASTROUS_FAILURE
        if self.die.face == 1 and self.excess <= SPECTACULAR_EXCESS:
            return Outcome.SPECTACULAR_SUCCESS
        if self.excess > 0:
            return Outcome.FAILURE
        return Outcome.SUCCESS if self.excess < 0 else Outcome.MARGINAL_SUCCESS

    @property
    def margin(self) -> int:
        """The margin of success, or of failure if negative, doubled by a 1 or 20 (R4-005, R4-012, R4-013)."""
        match self.outcome:
            case Outcome.SPECTACULAR_SUCCESS:
                return 2 * max(0, -self.excess)
            case Outcome.DISASTROUS_FAILURE:
                return -2 * max(0, self.excess)
            case _:
                return -self.excess


NO_BONUS = BonusDice()


def check(characteristic: int, roll: Roll, bonus: BonusDice = NO_BONUS) -> Check:
    """Roll a d20 and the net d4s against a characteristic (R4-001..R4-005, R4-018).

    >>> made = check(12, lambda sides: 8)
    >>> made.outcome, made.margin
    (<Outcome.SUCCESS: 'success'>, 4)
    """
    die = throw_die(20, roll)
    return Check(characteristic, bonus, die, tuple(throw_die(BONUS_SIDES, roll) for _ in range(bonus.count)))
