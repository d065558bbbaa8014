"""The eleven conditions: the rolls that each hinders, and the save that ends it (R1-095..R1-108)."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from msgspec import Struct

from tracker.rules.games.chronicle.attributes import Attribute

MENTAL = frozenset({Attribute.MIND, Attribute.INTUITION, Attribute.PRESENCE})
HIGHEST_POISON = 100


class Condition(StrEnum):
    """A harmful condition that lasts."""

    RESTRAINED = "restrained"
    BLINDED = "blinded"
    CONFUSED = "confused"
    DOMINATED = "dominated"
    DISEASED = "diseased"
    FASCINATED = "fascinated"
    FRIGHTENED = "frightened"
    PARALYSED = "paralysed"
    PETRIFIED = "petrified"
    DEAFENED = "deafened"
    POISONED = "poisoned"


CONDITIONS: tuple[str, ...] = tuple(Condition)

FREED_BY: Mapping[str, Attribute] = {
    Condition.RESTRAINED: Attribute.STRENGTH,
    Condition.BLINDED: Attribute.INTUITION,
    Condition.CONFUSED: Attribute.MIND,
    Condition.DOMINATED: Attribute.PRESENCE,
    Condition.DISEASED: Attribute.ENDURANCE,
    Condition.FASCINATED: Attribute.PRESENCE,
    Condition.FRIGHTENED: Attribute.MIND,
    Condition.PARALYSED: Attribute.AGILITY,
    Condition.PETRIFIED: Attribute.STRENGTH,
    Condition.DEAFENED: Attribute.INTUITION,
    Condition.POISONED: Attribute.ENDURANCE,
}
"""The attribute whose save ends each condition (R1-096..R1-107)."""


class Task(Struct, frozen=True):
    """The purpose of a roll: only what conditions depend on."""

    attribute: str
    sight: bool = False
    hearing: bool = False
    ranged: bool = False
    dodge: bool = False


class Hindrance(Struct, frozen=True):
    """The effects of conditions on a roll."""

    modifiers: tuple[int, ...] = ()
    disadvantage: int = 0
    auto_fail: bool = False


def suffered(conditions: Collection[str]) -> frozenset[str]:
    """Return the conditions, with the three that petrification includes (R1-105)."""
    stone = {Condition.BLINDED, Condition.PARALYSED, Condition.DEAFENED}
    return frozenset(conditions) | (stone if Condition.PETRIFIED in conditions else set())


def hindrance(conditions: Collection[str], task: Task) -> Hindrance:
    """Return how conditions change a roll for a task (R1-098, R1-100..R1-102, R1-104..R1-106).

    Attacking at range and dodging need sight (R1-098).

    >>> hindrance({"blinded"}, Task("agility", ranged=True)).auto_fail
    True
    """
    present = suffered(conditions)
    hindered = {
        Condition.BLINDED: task.sight or task.ranged or task.dodge,
        Condition.DEAFENED: task.hearing,
        Condition.PARALYSED: task.dodge,
        Condition.DOMINATED: True,
    }
    lowered = {
        Condition.DISEASED: -2,
        Condition.FASCINATED: -4 if task.attribute in MENTAL else 0,
    }
    return Hindrance(
        modifiers=tuple(value for each, value in lowered.items() if each in present and value),
        disadvantage=sum(applies for each, applies in hindered.items() if each in present),
        auto_fail=task.ranged and Condition.BLINDED in present,
    )


def may_shake_off(condition: str, source_level: int, own_level: int) -> bool:
    """Whether a save is allowed: not against stone from a source of higher level (R1-105).

    >>> may_shake_off("petrified", source_level=6, own_level=5)
    False
    """
    return condition != Condition.PETRIFIED or source_level <= own_level


def group_initiative(deaf_members: int) -> int:
    """Return the penalty of a group's initiative: −1 for each deaf member (R1-106, A1-31)."""
    return -deaf_members
