"""Experience: ticks earned in play, rolled for when the scenario ends (R3-036..R3-040)."""

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die
from tracker.rules.games.percentile.check import Outcome

GAIN_SIDES = 3
ALWAYS_IMPROVES_FROM = 98


class Improvement(Struct, frozen=True):
    """An improvement roll and the skill that it leaves; its tick is spent either way (R3-040)."""

    die: Die
    gain: Die | None
    skill: int


def earns_tick(outcome: Outcome, *, very_useful: bool, gm_agrees: bool) -> bool:
    """Tell whether a use of a skill earns its tick (R3-036, A3-14).

    It must succeed, be a special or a critical or very useful to the party, and the GM must agree.
    """
    return outcome.success and (outcome.outstanding or very_useful) and gm_agrees


def improve(skill: int, roll: Roll) -> Improvement:
    """Roll a d100 above the sheet's percentage, or 98 at least, to gain 1d3 points (R3-038, R3-039).

    A high face is good here, 00 being 100, and no percentage is too high to improve (A3-13).

    >>> improve(40, {100: 41, 3: 2}.__getitem__).skill
    42
    """
    die = throw_die(100, roll)
    if die.face <= skill and die.face < ALWAYS_IMPROVES_FROM:
        return Improvement(die, None, skill)
    gain = throw_die(GAIN_SIDES, roll)
    return Improvement(die, gain, skill + gain.face)
