"""A handful of values, and the operators that keep, drop, reroll or explode some of them.

The operators follow avrae/d20. They work from left to right on the values that are still kept. Selectors of
equal operators in a row are united. The earlier one of equal values is selected.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from operator import eq, ge, gt, le, lt

from msgspec import Struct

from tracker.rules.dice.falling import counted_as, die_showing, dropped_die, exploded_die, rerolled_die
from tracker.rules.dice.throw import MOST_FALLS, Die, Roll
from tracker.rules.refusal import Refusal


class Operator(StrEnum):
    """The operators of a handful."""

    KEEP = "k"
    DROP = "p"
    COUNT = "c"
    """The total is the number of selected values."""
    REROLL = "rr"
    REROLL_ONCE = "ro"
    EXPLODE = "e"
    EXPLODE_ONCE = "ra"
    LEAST = "mi"
    """Lower faces count as this one."""
    MOST = "ma"
    """Higher faces count as this one."""


OF_ANYTHING = frozenset({Operator.KEEP, Operator.DROP, Operator.COUNT})
"""Operators that need no dice: they work on sets too."""
IMMEDIATE = frozenset({Operator.LEAST, Operator.MOST})
"""Operators followed by a face and not by a selector."""
OPEN = frozenset({Operator.REROLL, Operator.REROLL_ONCE, Operator.EXPLODE, Operator.EXPLODE_ONCE})
"""Operators that may let further dice fall."""


COMPARING: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "<": lt, ">": gt, "<=": le, ">=": ge}


class Selector(Struct, frozen=True):
    """A selection of values: the `number` highest (`h`) or lowest (`l`), or those that compare so."""

    kind: str
    number: int

    @property
    def by_value(self) -> bool:
        """Whether a value is selected by its size alone, whatever the other values are."""
        return self.kind in COMPARING

    def takes(self, value: int) -> bool:
        """Whether a value is selected, for a selector by size."""
        return COMPARING[self.kind](value, self.number)

    def stretch(self, sides: int) -> tuple[int, int]:
        """Return the first and the last face selected, for a selector by size; the last may be less."""
        low = {"=": self.number, ">": self.number + 1, ">=": self.number}.get(self.kind, 1)
        high = {"=": self.number, "<": self.number - 1, "<=": self.number}.get(self.kind, sides)
        return (max(low, 1), min(high, sides))

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


class Operation(Struct, frozen=True, dict=True):
    """An operator, and the values that it works on."""

    operator: Operator
    selectors: tuple[Selector, ...]

    @cached_property
    def rank(self) -> bool | None:
        """Number of highest or lowest dice that are kept or dropped; None for another operator."""
        ranked = len(self.selectors) == 1 and self.selectors[0].kind in ("h", "l")
        keeps = {Operator.KEEP: True, Operator.DROP: False}.get(self.operator)
        return keeps if ranked else None

    def faces_taken(self, sides: int) -> int:
        """Return how many faces of a die are selected by their size."""
        stretches = sorted(each.stretch(sides) for each in self.selectors if each.by_value)
        taken, seen = 0, 0
        for low, high in stretches:
            taken += max(0, high - max(low, seen + 1) + 1)
            seen = max(seen, high)
        return taken

    @property
    def by_value(self) -> bool:
        """Whether the operator treats each value on its own."""
        return all(selector.by_value for selector in self.selectors)

    def takes(self, value: int) -> bool:
        """Whether a value is selected by its size, not by its rank."""
        return any(selector.by_value and selector.takes(value) for selector in self.selectors)

    def __str__(self) -> str:
        if self.operator in IMMEDIATE:
            return f"{self.operator}{self.selectors[-1].number}"
        plain = self.operator not in OF_ANYTHING  # people write `rr1`, and misread `k1`
        selectors = (str(each).lstrip("=") if plain else str(each) for each in self.selectors)
        return "".join(f"{self.operator}{selector}" for selector in selectors)


class Hand:
    """Values that operators work on: which of them are kept, and how many were counted."""

    __slots__ = ("counted", "kept", "values")

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.kept = [True] * len(values)
        self.counted: int | None = None

    @property
    def total(self) -> int:
        """The sum of the kept values, or the number of counted values."""
        if self.counted is not None:
            return self.counted
        return sum(value for value, kept in zip(self.values, self.kept, strict=True) if kept)

    def operate(self, operation: Operation) -> None:
        """Keep, drop or count."""
        taken = set(self.select(operation.selectors))
        dropping = operation.operator is Operator.DROP
        self.kept = [kept and (place in taken) is not dropping for place, kept in enumerate(self.kept)]
        if operation.operator is Operator.COUNT:
            self.counted = len(taken)

    def select(self, selectors: tuple[Selector, ...], most: int | None = None) -> list[int]:
        """Return the places of the selected values among the kept ones, at most `most` of them."""
        if len(selectors) == 1:
            return self._selected_positions(selectors[0])[:most]
        taken: dict[int, None] = {}
        for selector in selectors:
            room = None if most is None else most - len(taken)
            if room == 0:
                break
            taken.update(dict.fromkeys(self._selected_positions(selector)[:room]))
        return list(taken)

    def _selected_positions(self, selector: Selector) -> list[int]:
        values, number = self.values, selector.number
        compare = COMPARING.get(selector.kind)
        if compare is not None:
            pairs = enumerate(zip(values, self.kept, strict=True))
            return [place for place, (value, kept) in pairs if kept and compare(value, number)]
        places = [place for place, kept in enumerate(self.kept) if kept]
        places.sort(key=values.__getitem__, reverse=selector.kind == "h")
        return places[:number]


class DiceHand(Hand):
    """A handful of dice of one kind; rerolled ones stay in sight among those that fell."""

    __slots__ = ("_at", "_fallen", "_roll", "_sides")

    def __init__(self, dice: list[Die], sides: int, roll: Roll) -> None:
        super().__init__([die.face for die in dice])
        self._fallen = dice
        self._at = list(range(len(dice)))
        """The place of each value's die among the dice that fell."""
        self._sides = sides
        self._roll = roll

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die in the order in which it fell."""
        for at, kept in zip(self._at, self.kept, strict=True):
            if not kept:
                self._fallen[at] = dropped_die(self._fallen[at])
        return tuple(self._fallen)

    def operate(self, operation: Operation) -> None:
        """Apply the operator; it may let more dice fall."""
        own = _ON_DICE.get(operation.operator)
        if own is None:
            super().operate(operation)
        else:
            own(self, operation)

    def reroll(self, operation: Operation) -> None:
        """Reroll selected values until none is selected."""
        taken = self.select(operation.selectors)
        while taken:
            self._reroll(taken)
            taken = [place for place in taken if operation.takes(self.values[place])]

    def reroll_once(self, operation: Operation) -> None:
        """Reroll selected values once, and keep the new faces."""
        self._reroll(self.select(operation.selectors))

    def explode(self, operation: Operation) -> None:
        """Let another die fall for each selected die, and for each new die that is selected."""
        done: set[int] = set()
        taken = self.select(operation.selectors)
        while taken:
            come = len(self.values)
            for place in taken:
                self._call_another(place)
            if operation.by_value:
                taken = [
                    place for place in range(come, len(self.values)) if operation.takes(self.values[place])
                ]
            else:
                done.update(taken)
                taken = [place for place in self.select(operation.selectors) if place not in done]

    def explode_once(self, operation: Operation) -> None:
        """Let another die fall for the first selected die."""
        for place in self.select(operation.selectors, 1):
            self._call_another(place)

    def raise_to(self, operation: Operation) -> None:
        """Count lower faces as the least."""
        self._force(operation.selectors[-1].number, max)

    def lower_to(self, operation: Operation) -> None:
        """Count higher faces as the most."""
        self._force(operation.selectors[-1].number, min)

    def _reroll(self, places: list[int]) -> None:
        for place in places:
            at = self._at[place]
            self._fallen[at] = rerolled_die(self._fallen[at])
            self._at[place] = len(self._fallen)
            self.values[place] = self._fall()

    def _call_another(self, place: int) -> None:
        at = self._at[place]
        self._fallen[at] = exploded_die(self._fallen[at])
        self._at.append(len(self._fallen))
        self.values.append(self._fall())
        self.kept.append(True)

    def _fall(self) -> int:
        if len(self._fallen) >= MOST_FALLS:
            raise Refusal("dice_endless", limit=MOST_FALLS)
        die = die_showing(self._sides, self._roll(self._sides))
        self._fallen.append(die)
        return die.face

    def _force(self, number: int, better: Callable[[int, int], int]) -> None:
        for place, value in enumerate(self.values):
            forced = better(value, number)
            if self.kept[place] and forced != value:
                self.values[place] = forced
                at = self._at[place]
                self._fallen[at] = counted_as(self._fallen[at], forced)


_ON_DICE: Mapping[Operator, Callable[[DiceHand, Operation], None]] = {
    Operator.REROLL: DiceHand.reroll,
    Operator.REROLL_ONCE: DiceHand.reroll_once,
    Operator.EXPLODE: DiceHand.explode,
    Operator.EXPLODE_ONCE: DiceHand.explode_once,
    Operator.LEAST: DiceHand.raise_to,
    Operator.MOST: DiceHand.lower_to,
}
