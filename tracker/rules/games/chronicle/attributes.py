"""The six attributes, and the dangers that each withstands (R1-013..R1-020)."""

from collections.abc import Mapping
from enum import StrEnum

from tracker.rules.refusal import Refusal


class Attribute(StrEnum):
    """The attributes of a test, in the order of 1d6 (R1-020, R1-080)."""

    STRENGTH = "strength"
    AGILITY = "agility"
    ENDURANCE = "endurance"
    MIND = "mind"
    INTUITION = "intuition"
    PRESENCE = "presence"


ATTRIBUTES: tuple[str, ...] = tuple(Attribute)

SAVES: Mapping[str, Attribute] = {
    "falling": Attribute.STRENGTH,
    "crushing": Attribute.STRENGTH,
    "hazard": Attribute.AGILITY,
    "attack": Attribute.AGILITY,
    "projectile": Attribute.AGILITY,
    "poison": Attribute.ENDURANCE,
    "disease": Attribute.ENDURANCE,
    "necrosis": Attribute.ENDURANCE,
    "paralysis": Attribute.MIND,
    "curse": Attribute.MIND,
    "geas": Attribute.MIND,
    "deceit": Attribute.INTUITION,
    "illusion": Attribute.INTUITION,
    "altered_perception": Attribute.INTUITION,
    "charm": Attribute.PRESENCE,
    "possession": Attribute.PRESENCE,
}
"""The attribute that saves from each danger when it strikes (R1-014..R1-019).

Paralysis is withstood with Mind; once suffered, it is shaken off with Agility (A1-29).
"""


def save_attribute(danger: str) -> Attribute:
    """Return the attribute that saves from a danger (R1-014..R1-019).

    >>> str(save_attribute("falling"))
    'strength'

    Raises `Refusal` `unknown_danger`.
    """
    if danger not in SAVES:
        raise Refusal("unknown_danger", name=danger, known=", ".join(SAVES))
    return SAVES[danger]


def extra_languages(mind: int) -> int:
    """Return how many languages Mind allows besides the first: one per complete 3 above 6 (R1-059, A1-20).

    >>> [extra_languages(mind) for mind in (3, 8, 9, 18)]
    [0, 0, 1, 4]
    """
    return max(0, (mind - 6) // 3)
