"""Dying at 0 hit points: the turns that are left, and the rescue (R2-027..R2-032)."""

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, throw_die
from tracker.rules.refusal import Refusal

DYING_SIDES = 6
WEAK_HEART_SIDES = 3


class Dying(Struct, frozen=True):
    """The countdown of somebody at 0 hit points."""

    turns_left: int
    falling: bool = False
    """Whether the turn in which they fell is still under way: its end does not count (A2-05)."""

    @property
    def dead(self) -> bool:
        """Whether the last turn has ended without help."""
        return self.turns_left == 0


class Fall(Struct, frozen=True):
    """The die that set the countdown, and the countdown."""

    die: Die
    dying: Dying


class Rescue(Struct, frozen=True):
    """The state of a creature that was brought back (R2-029)."""

    hit_points: int = 1
    scar_due: bool = True
    """Whether a scar is to be rolled; not when the situation leaves a mark of its own (R2-030)."""


def dying_die(*, weak_heart: bool = False) -> int:
    """Return the sides of the die that sets the countdown (R2-027, R2-032)."""
    return WEAK_HEART_SIDES if weak_heart else DYING_SIDES


def fall(roll: Roll, *, weak_heart: bool = False) -> Fall:
    """Start dying: 1d6 turns, or 1d3 with a weak heart, after the one under way (R2-027, R2-032)."""
    die = throw_die(dying_die(weak_heart=weak_heart), roll)
    return Fall(die, Dying(die.face, falling=True))


def turn_ends(dying: Dying) -> Dying:
    """Count a turn that has ended; who falls on turn T with N turns dies as turn T + N ends (A2-05).

    >>> turn_ends(turn_ends(Dying(1, falling=True))).dead
    True

    Nothing changes for the dead.
    """
    if dying.falling:
        return replace(dying, falling=False)
    return replace(dying, turns_left=max(0, dying.turns_left - 1))


def rescue(dying: Dying, *, scar_due: bool = True) -> Rescue:
    """Bring somebody back, as the turn that another has spent on them allows, with no roll (R2-028, R2-029).

    The help must be a whole turn after the one in which they fell, the last of the countdown included
    (A2-05). Raises `Refusal` before that and when they are already dead.
    """
    if dying.dead:
        raise Refusal("already_dead")
    if dying.falling:
        raise Refusal("help_needs_a_turn")
    return Rescue(scar_due=scar_due)
