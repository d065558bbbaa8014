"""Supplies with a usage die, and the moments at which it is rolled (R1-035..R1-047)."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Struct

from tracker.rules.fields import Int, Name, Text, number
from tracker.rules.text import fold


class Trigger(StrEnum):
    """When the usage die is rolled (R1-037)."""

    MANUAL = "manual"
    TIME = "time"
    """Every `every` seconds of use; time while it is out or closed does not count."""
    INTERVAL = "interval"
    """Once in each interval, however long the GM makes it (R1-064)."""
    AMMUNITION = "ammunition"
    """Per shot or once per encounter, as the campaign chooses (R1-044)."""
    MEAL = "meal"
    """Food: each meal (R1-071)."""
    DRINK = "drink"
    """Water: each meal (R1-071)."""


class Supply(Struct, frozen=True):
    """Whatever runs out by chance: a torch, a quiver, a mercenary's loyalty."""

    bears_name: ClassVar[bool] = True
    versioned: ClassVar[tuple[str, ...]] = ("name",)

    name: Name = ""
    owner: Name = ""
    """Id of the creature that carries it; empty for the party's own."""
    die: Annotated[int, number(low=0, high=20)] = 6
    """Sides of the usage die; 0 once depleted (Agotado)."""
    trigger: Trigger = Trigger.MANUAL
    every: Annotated[int, number(low=0)] = 0
    """Seconds between rolls of a TIME supply."""
    light: bool = False
    """Whether it gives light, so that the clock shows when it ends."""
    active: bool = False
    """Lit, open, in use: only then does a TIME supply wear down."""
    due: Int = 0
    """Clock second of the next roll of an active TIME supply."""
    left: Annotated[int, number(low=0)] = 0
    """Seconds of use until the next roll, while it is out or closed; 0 if a whole period is left."""
    fired: bool = False
    """Ammunition used since the encounter began (R1-047)."""
    outcome: Text = ""
    """The consequence of its last use (R1-038), in the GM's words."""
    when: Text = ""
    """When its die is rolled (R1-037), in the GM's words: what hurts a loyalty."""

    @property
    def wait(self) -> int:
        """Seconds of use until the next roll, once it is lit or opened again."""
        return self.left or self.every

    @property
    def burns(self) -> bool:
        """Whether it gives light now."""
        return self.light and self.active and not self.is_depleted

    @property
    def was_lit(self) -> bool:
        """Whether it is a light that burns or has burnt."""
        return self.light and bool(self.active or self.due or self.left or self.is_depleted)

    @property
    def is_depleted(self) -> bool:
        """Whether nothing is left to roll (R1-040)."""
        return self.die == 0


def labels(supplies: Mapping[str, Supply]) -> dict[str, str]:
    """Label each supply: its name, with a number if its owner has several usable ones of that name.

    >>> labels({"a": Supply("carcaj"), "b": Supply("carcaj"), "c": Supply("antorcha")})
    {'a': 'carcaj 1', 'b': 'carcaj 2', 'c': 'antorcha'}
    """
    usable_counts = Counter(
        (supply.owner, fold(supply.name)) for supply in supplies.values() if not supply.is_depleted
    )
    numbers: Counter[tuple[str, str]] = Counter()
    by_key = {}
    for key, supply in supplies.items():
        owner_and_name = (supply.owner, fold(supply.name))
        is_one_of_several = not supply.is_depleted and usable_counts[owner_and_name] > 1
        numbers[owner_and_name] += is_one_of_several
        by_key[key] = f"{supply.name} {numbers[owner_and_name]}" if is_one_of_several else supply.name
    return by_key
