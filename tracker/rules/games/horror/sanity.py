"""Sanity: lost to the supernatural, won back in leisure, and gone for good (R2-022, R2-036..R2-043)."""

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, throw_die

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
