"""Health: damage, healing, armour and falls (R1-049..R1-052, R1-083..R1-094)."""

from msgspec import Struct

CENTIMETRES_PER_DIE = 300
FALL_DIE = 6
FALL_STATIC = 4
NPC_FALL_LIMIT = 100
DEADLY_VALUE = 1


class Harm(Struct, frozen=True):
    """The state after damage."""

    current: int
    unconscious: bool
    dead: bool


def damage(current: int, amount: int, *, pc: bool, stays_alive: bool = False) -> Harm:
    """Subtract damage from Health, without a floor (R1-050, R1-083, R1-084, A1-15).

    At 0 or less any creature loses consciousness; one that is no PC dies of it, unless the GM lets it live.

    >>> damage(10, 13, pc=True)
    Harm(current=-3, unconscious=True, dead=False)
    >>> damage(10, 10, pc=False)
    Harm(current=0, unconscious=True, dead=True)
    """
    left = current - max(amount, 0)
    falls = left <= 0
    return Harm(left, falls, falls and not pc and not stays_alive)


def heal(current: int, maximum: int, amount: int) -> int:
    """Return Health after healing, never above its maximum (R1-050, R1-052).

    >>> heal(-3, 12, 5)
    2
    """
    return min(maximum, current + max(amount, 0))


def armour(amount: int, face: int | None, *, reducible: bool = True) -> int:
    """Return the damage taken after the armour roll; without armour, all of it (R1-094, A1-28).

    >>> armour(3, 6)
    0
    """
    return max(0, amount - face) if reducible and face is not None else amount


def is_unconscious(current: int, *, dead: bool) -> bool:
    """Whether a creature has lost consciousness: it wakes above 0 (R1-083, A1-16)."""
    return current <= 0 and not dead


def is_wounded(current: int) -> bool:
    """Whether the wounds are real: only below 0 (R1-049, A1-15)."""
    return current < 0


def fall_dice(centimetres: int) -> int:
    """Return how many d6 a fall deals, one for every complete 3 metres (R1-086, A1-27).

    >>> fall_dice(590)
    1
    """
    return max(0, centimetres) // CENTIMETRES_PER_DIE


def fall_damage(total: int, *, pc: bool) -> int:
    """Return the damage of a fall: at most 100 for anybody but a PC (R1-087, R1-088)."""
    return total if pc else min(NPC_FALL_LIMIT, total)


def static_fall(centimetres: int) -> int:
    """Return the sum of a fall without dice, 4 for every complete 3 metres (R1-086)."""
    return fall_dice(centimetres) * FALL_STATIC


def dies_of_value(value: int) -> bool:
    """Whether an attribute has fallen so low that a PC dies (R1-081, R1-085)."""
    return value <= DEADLY_VALUE
