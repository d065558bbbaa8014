"""Values in a hand, and the operators that keep, drop, reroll or explode some of them.

The operators follow avrae/d20. They work from left to right on the values that are still kept. Equal
operators in a row merge their selectors. Of equal values, the earlier one is selected.
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
    """The operators on a hand."""

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
"""Operators that need no dice, so that they also work on sets."""
IMMEDIATE = frozenset({Operator.LEAST, Operator.MOST})
"""Operators followed by a face instead of a selector."""
OPEN = frozenset({Operator.REROLL, Operator.REROLL_ONCE, Operator.EXPLODE, Operator.EXPLODE_ONCE})
"""Operators that may let more dice fall."""


COMPARING: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "<": lt, ">": gt, "<=": le, ">=": ge}


class Selector(Struct, frozen=True):
    """What an operator selects: the `number` highest (`h`) or lowest (`l`), or by comparison with it."""

    kind: str
    number: int

    @property
    def by_value(self) -> bool:
        """Whether it selects a value by its size alone, whatever the other values are."""
        return self.kind in COMPARING

    def takes(self, value: int) -> bool:
        """Whether a selector by size selects a value."""
        return COMPARING[self.kind](value, self.number)

    def stretch(self, sides: int) -> tuple[int, int]:
        """Return the first and last face that a selector by size selects; the last is lower if none is."""
        low = {"=": self.number, ">": self.number + 1, ">=": self.number}.get(self.kind, 1)
        high = {"=": self.number, "<": self.number - 1, "<=": self.number}.get(self.kind, sides)
        return (max(low, 1), min(high, sides))

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


class Operation(Struct, frozen=True, dict=True):
    """An operator and its selectors."""

    operator: Operator
    selectors: tuple[Selector, ...]

    @cached_property
    def rank(self) -> bool | None:
        """True if ranked values are kept, False if they are dropped; None for any other operation."""
        ranked = len(self.selectors) == 1 and self.selectors[0].kind in ("h", "l")
        keeps = {Operator.KEEP: True, Operator.DROP: False}.get(self.operator)
        return keeps if ranked else None

    def faces_taken(self, sides: int) -> int:
        """Count the faces of a die that are selected by their size."""
        stretches = sorted(each.stretch(sides) for each in self.selectors if each.by_value)
        count, last = 0, 0
        for low, high in stretches:
            count += max(0, high - max(low, last + 1) + 1)
            last = max(last, high)
        return count

    @property
    def by_value(self) -> bool:
        """Whether it treats each value by itself."""
        return all(selector.by_value for selector in self.selectors)

    def takes(self, value: int) -> bool:
        """Whether it selects a value by its size, not by its rank."""
        return any(selector.by_value and selector.takes(value) for selector in self.selectors)

    def __str__(self) -> str:
        if self.operator in IMMEDIATE:
            return f"{self.operator}{self.selectors[-1].number}"
        plain = self.operator not in OF_ANYTHING  # `rr1` is usual, but people read `k1` as `kh1`
        selectors = (str(each).lstrip("=") if plain else str(each) for each in self.selectors)
        return "".join(f"{self.operator}{selector}" for selector in selectors)


class Hand:
    """Values that operators work on: which of them are kept, and how many are counted."""

    __slots__ = ("counted", "kept", "values")

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.kept = [True] * len(values)
        self.counted: int | None = None

    @property
    def total(self) -> int:
        """The sum of the kept values, or the number of the counted ones."""
        if self.counted is not None:
            return self.counted
        return sum(value for value, kept in zip(self.values, self.kept, strict=True) if kept)

    def operate(self, operation: Operation) -> None:
        """Keep, drop or count the selected values."""
        selected = set(self.select(operation.selectors))
        is_drop = operation.operator is Operator.DROP
        self.kept = [kept and (place in selected) is not is_drop for place, kept in enumerate(self.kept)]
        if operation.operator is Operator.COUNT:
            self.counted = len(selected)

    def select(self, selectors: tuple[Selector, ...], limit: int | None = None) -> list[int]:
        """List the positions of selected values among the kept ones, at most `limit` of them."""
        if len(selectors) == 1:
            return self._selected_positions(selectors[0])[:limit]
        positions: dict[int, None] = {}
        for selector in selectors:
            room = None if limit is None else limit - len(positions)
            if room == 0:
                break
            positions.update(dict.fromkeys(self._selected_positions(selector)[:room]))
        return list(positions)

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
    """A hand of dice of one kind; rerolled ones stay among those that fell."""

    __slots__ = ("_dice", "_indices", "_roll", "_sides")

    def __init__(self, dice: list[Die], sides: int, roll: Roll) -> None:
        super().__init__([die.face for die in dice])
        self._dice = dice
        self._indices = list(range(len(dice)))
        """The position of each value's die among the dice that fell."""
        self._sides = sides
        self._roll = roll

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die in the order in which it fell."""
        for index, kept in zip(self._indices, self.kept, strict=True):
            if not kept:
                self._dice[index] = dropped_die(self._dice[index])
        return tuple(self._dice)

    def operate(self, operation: Operation) -> None:
        """Apply an operator, which may let more dice fall."""
        on_dice = _ON_DICE.get(operation.operator)
        if on_dice is None:
            super().operate(operation)
        else:
            on_dice(self, operation)

    def reroll(self, operation: Operation) -> None:
        """Reroll selected values until none is selected."""
        places = self.select(operation.selectors)
        while places:
            self._reroll(places)
            places = [place for place in places if operation.takes(self.values[place])]

    def reroll_once(self, operation: Operation) -> None:
        """Reroll selected values once, and keep the new faces."""
        self._reroll(self.select(operation.selectors))

    def explode(self, operation: Operation) -> None:
        """Roll another die for each selected die, and for each new die that is selected."""
        exploded: set[int] = set()
        places = self.select(operation.selectors)
        while places:
            old_count = len(self.values)
            for place in places:
                self._explode(place)
            if operation.by_value:
                places = [
                    place
                    for place in range(old_count, len(self.values))
                    if operation.takes(self.values[place])
                ]
            else:
                exploded.update(places)
                places = [place for place in self.select(operation.selectors) if place not in exploded]

    def explode_once(self, operation: Operation) -> None:
        """Roll another die for the first selected die."""
        for place in self.select(operation.selectors, 1):
            self._explode(place)

    def raise_to(self, operation: Operation) -> None:
        self._force(operation.selectors[-1].number, max)

    def lower_to(self, operation: Operation) -> None:
        self._force(operation.selectors[-1].number, min)

    def _reroll(self, places: list[int]) -> None:
        for place in places:
            index = self._indices[place]
            self._dice[index] = rerolled_die(self._dice[index])
            self._indices[place] = len(self._dice)
            self.values[place] = self._add_die()

    def _explode(self, place: int) -> None:
        index = self._indices[place]
        self._dice[index] = exploded_die(self._dice[index])
        self._indices.append(len(self._dice))
        self.values.append(self._add_die())
        self.kept.append(True)

    def _add_die(self) -> int:
        if len(self._dice) >= MOST_FALLS:
            raise Refusal("dice_endless", limit=MOST_FALLS)
        die = die_showing(self._sides, self._roll(self._sides))
        self._dice.append(die)
        return die.face

    def _force(self, number: int, better: Callable[[int, int], int]) -> None:
        for place, value in enumerate(self.values):
            new_value = better(value, number)
            if self.kept[place] and new_value != value:
                self.values[place] = new_value
                index = self._indices[place]
                self._dice[index] = counted_as(self._dice[index], new_value)


_ON_DICE: Mapping[Operator, Callable[[DiceHand, Operation], None]] = {
    Operator.REROLL: DiceHand.reroll,
    Operator.REROLL_ONCE: DiceHand.reroll_once,
    Operator.EXPLODE: DiceHand.explode,
    Operator.EXPLODE_ONCE: DiceHand.explode_once,
    Operator.LEAST: DiceHand.raise_to,
    Operator.MOST: DiceHand.lower_to,
}
