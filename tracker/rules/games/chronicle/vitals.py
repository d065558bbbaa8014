"""The figures of a body: Health, hunger, sleep and Effort (R1-049..R1-094)."""

from collections.abc import Sequence

from msgspec import Struct

from tracker.rules.clock import DAY, HOUR
from tracker.rules.refusal import Refusal

# Health: damage, healing, armour and falls (R1-049..R1-052, R1-083..R1-094).

CENTIMETRES_PER_DIE = 300
FALL_DIE = 6
FALL_STATIC = 4
NPC_FALL_LIMIT = 100
DEADLY_VALUE = 1


class Harm(Struct, frozen=True):
    """What damage has done to a creature."""

    current: int
    unconscious: bool
    dead: bool


def damage(current: int, amount: int, *, pc: bool, stays_alive: bool = False) -> Harm:
    """Subtract damage from Health, without a floor (R1-050, R1-083, R1-084, A1-15).

    At 0 or less a creature loses consciousness; an NPC dies of it, unless the GM lets it live.

    >>> damage(10, 13, pc=True)
    Harm(current=-3, unconscious=True, dead=False)
    >>> damage(10, 10, pc=False)
    Harm(current=0, unconscious=True, dead=True)
    """
    remaining = current - max(amount, 0)
    falls = remaining <= 0
    return Harm(remaining, falls, falls and not pc and not stays_alive)


def heal(current: int, maximum: int, amount: int) -> int:
    """Add healing to Health, up to its maximum (R1-050, R1-052).

    >>> heal(-3, 12, 5)
    2
    """
    return min(maximum, current + max(amount, 0))


def armour(amount: int, face: int | None, *, reducible: bool = True) -> int:
    """Subtract the armour roll from damage; without armour, all of it is taken (R1-094, A1-28).

    >>> armour(3, 6)
    0
    """
    return max(0, amount - face) if reducible and face is not None else amount


def is_unconscious(current: int, *, dead: bool) -> bool:
    """Whether a living creature is at 0 Health or less; it wakes above 0 (R1-083, A1-16)."""
    return current <= 0 and not dead


def is_wounded(current: int) -> bool:
    """Whether the wounds are real: only below 0 Health (R1-049, A1-15)."""
    return current < 0


def fall_dice(centimetres: int) -> int:
    """Count the d6 of a fall: one for every complete 3 metres (R1-086, A1-27).

    >>> fall_dice(590)
    1
    """
    return max(0, centimetres) // CENTIMETRES_PER_DIE


def fall_damage(total: int, *, pc: bool) -> int:
    """Limit the damage of a fall to 100, except for a PC (R1-087, R1-088)."""
    return total if pc else min(NPC_FALL_LIMIT, total)


def static_fall(centimetres: int) -> int:
    """Return the damage of a fall without dice: 4 for every complete 3 metres (R1-086)."""
    return fall_dice(centimetres) * FALL_STATIC


def dies_of_value(value: int) -> bool:
    """Whether an attribute is so low that a PC dies: 1 or less (R1-081, R1-085)."""
    return value <= DEADLY_VALUE


# Hunger: the cost of each day without food and drink (R1-071..R1-074).

DEADLY_FAILURES = 3


class Starvation(Struct, frozen=True):
    """The complete days since the last meal, and the Endurance rolls failed since then."""

    days: int = 0
    failures: int = 0

    @property
    def dead(self) -> bool:
        """Whether hunger has killed: three failures in one starvation (R1-073, A1-23)."""
        return self.failures >= DEADLY_FAILURES


def unfed_days(fed_at: int, now: int) -> int:
    """Count the complete days between two clock seconds; they make Endurance harder (R1-072).

    >>> [unfed_days(0, hour * 3600) for hour in (0, 23, 24, 47, 48)]
    [0, 0, 1, 1, 2]
    """
    return max(0, now - fed_at) // DAY


def add_hungry_day(starvation: Starvation, *, passed: bool) -> Starvation:
    """Add a day without a meal and its Endurance roll, made at the raised difficulty (R1-072, R1-073)."""
    failures = starvation.failures if passed else min(DEADLY_FAILURES, starvation.failures + 1)
    return Starvation(starvation.days + 1, failures)


# Sleep: the penalty of each day awake, and the sleep that clears it (R1-075..R1-078, A1-24).

ENOUGH = 6 * HOUR
"""Sleep in seconds that keeps the penalty from growing (R1-075)."""
PLENTY = 12 * HOUR
"""Sleep in seconds that clears it (R1-078)."""
DISADVANTAGE_AT = 4
"""Penalty days at which the penalty has become Disadvantage and threatens life (R1-077)."""


def days_awake(awake_since: int, now: int) -> int:
    """Count the complete days since the last sleep that counts, in clock seconds (R1-076, A1-44).

    >>> [days_awake(0, hour * HOUR) for hour in (23, 24, 47, 48, 96)]
    [0, 1, 1, 2, 4]
    """
    return max(0, now - awake_since) // DAY


def penalty_of_day(day: int) -> int:
    """Return the penalty of the n-th day without sleep: the first is free, the next −1 (R1-076).

    >>> [penalty_of_day(day) for day in range(6)]
    [0, 0, -1, -2, -3, -4]
    """
    return -max(0, day - 1)


def threatens_life(penalty: int) -> bool:
    """Whether each further day awake needs an Endurance roll: from a penalty of −4 on (R1-077)."""
    return penalty <= -DISADVANTAGE_AT


def penalty_after(penalty: int, slept: int) -> int:
    """Return the penalty after `slept` seconds of sleep: 12 hours clear it, fewer keep it (R1-078).

    >>> penalty_after(-3, 12 * HOUR), penalty_after(-3, 11 * HOUR)
    (0, -3)
    """
    return 0 if slept >= PLENTY else penalty


def add_nap(napped: int, naps_since: int, slept: int, woke_at: int) -> tuple[int, int]:
    """Add up naps within 24 hours: the seconds slept, and since when (R1-075).

    A nap that overlaps the last one replaces it, so that no hour counts twice.

    >>> add_nap(4 * HOUR, 0, 3 * HOUR, 10 * HOUR), add_nap(4 * HOUR, 0, 3 * HOUR, 25 * HOUR)
    ((25200, 0), (10800, 79200))
    """
    began = woke_at - slept
    if not counts_as_slept(slept) and napped and naps_since + napped <= began and woke_at <= naps_since + DAY:
        return napped + slept, naps_since
    return slept, began


def counts_as_slept(slept: int) -> bool:
    """Whether a sleep keeps the penalty from growing: 6 hours or more (R1-075, A1-24)."""
    return slept >= ENOUGH


# Effort: determination, spent by the point and regained at rest (R1-053..R1-057).

NIGHTS_TO_WAIT = 2


class Recovery(Struct, frozen=True):
    """Effort after a rest, and the number of nights since a roll last restored any."""

    effort: int
    nights: int
    automatic: bool = False


def spend(effort: int) -> int:
    """Spend a point of Effort (R1-053..R1-055); raises `Refusal` `no_effort` at 0."""
    if effort <= 0:
        raise Refusal("no_effort")
    return effort - 1


def recover(effort: int, maximum: int, nights: int, successes: Sequence[bool]) -> Recovery:
    """Restore Effort at rest: a point for each Endurance roll passed, one roll per spent point (R1-056).

    The third night in a row without a passed roll, and each after it, gives a point all the same (R1-057,
    A1-18). A night with nothing spent ends the row.

    >>> recover(1, 4, 2, [False, False, False])
    Recovery(effort=2, nights=3, automatic=True)
    """
    if effort >= maximum:
        return Recovery(effort, 0)
    passed = sum(successes)
    if passed:
        return Recovery(min(maximum, effort + passed), 0)
    automatic = nights >= NIGHTS_TO_WAIT
    return Recovery(effort + automatic, nights + 1, automatic)
