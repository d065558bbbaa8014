"""The surroundings of an action: circumstances (R3-022..R3-027) and light (R3-049..R3-054)."""

from enum import StrEnum


class Circumstances(StrEnum):
    """The row that the GM picks, one for the whole check (A3-08)."""

    VERY_FAVOURABLE = "very_favourable"
    """Over twice the time, easy for the unskilled, or an opponent who suspects nothing (R3-022)."""
    FAVOURABLE = "favourable"
    """Time to spare, favourable to the practised, or an opponent who trusts (R3-023)."""
    NORMAL = "normal"
    UNFAVOURABLE = "unfavourable"
    """Time enough for the skilled only, complications, or an opponent who distrusts (R3-025)."""
    VERY_UNFAVOURABLE = "very_unfavourable"
    """Clearly too little time, hard for anyone, or an opponent who can and will resist (R3-026)."""


MODIFIERS = {
    Circumstances.VERY_FAVOURABLE: 20,
    Circumstances.FAVOURABLE: 10,
    Circumstances.NORMAL: 0,
    Circumstances.UNFAVOURABLE: -10,
    Circumstances.VERY_UNFAVOURABLE: -20,
}


def modifier(circumstances: Circumstances) -> int:
    """Return the percentage points that circumstances add to a skill (R3-022..R3-027, A3-09)."""
    return MODIFIERS[circumstances]


DARKNESS_PER_POINT = 3


class Light(StrEnum):
    """The level of light; the GM says which skills need none (R3-053)."""

    NORMAL = "normal"
    DIM = "dim"
    NEAR_DARK = "near_dark"
    DARK = "dark"


class LightSource(StrEnum):
    """The sources of light in the table (R3-054)."""

    CANDLE = "candle"
    MATCHES = "matches"
    TORCH = "torch"
    OIL_LAMP = "oil_lamp"
    CAMPFIRE = "campfire"
    LARGE_CAMPFIRE = "large_campfire"


RADIUS = {
    LightSource.CANDLE: 30,
    LightSource.MATCHES: 30,
    LightSource.TORCH: 150,
    LightSource.OIL_LAMP: 150,
    LightSource.CAMPFIRE: 500,
    LightSource.LARGE_CAMPFIRE: 1500,
}


def skill_in(light: Light, skill: int, power: int, intelligence: int) -> int:
    """Return a percentage in this light: half when dim, a quarter in the dark, rounded down (R3-049, R3-050).

    In total darkness no more than three times the lower of Power and Intelligence (R3-051). Circumstances
    come after (A3-16). What cannot be done unseen is a check that is not `possible` (R3-052).

    >>> skill_in(Light.DARK, 100, power=8, intelligence=12)
    24
    """
    match light:
        case Light.NORMAL:
            return skill
        case Light.DIM:
            return skill // 2
        case Light.NEAR_DARK:
            return skill // 4
        case Light.DARK:
            return min(skill // 4, DARKNESS_PER_POINT * power, DARKNESS_PER_POINT * intelligence)


def light_radius(source: LightSource) -> int:
    """Return the radius of a source of light, in centimetres (R3-054).

    Within it the light is normal; beyond it the GM says (A3-20).
    """
    return RADIUS[source]
