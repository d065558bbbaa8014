"""Statistics of the dice: counts by person and by die, and how unusual they are."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from math import exp, lgamma, log, sqrt
from typing import Self

from msgspec import Struct

from tracker.rules.dice import Die, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.session.event import Event

FEWEST_FOR_EACH_FACE = 5
"""How many falls of each face must be expected for a reliable chi-square test."""
FEWEST_FOR_A_SUM = 5
"""From how many dice on the sum of fair ones is nearly normal."""


class Whose(Struct, frozen=True):
    """The roller of dice: a creature's id, or the GM who rolled for no creature."""

    who: str = ""
    gm: str = ""


@dataclasses.dataclass(slots=True)
class Falls:
    """The dice of one size that one person rolled: every die that fell, dropped ones too."""

    sides: int
    faces: Counter[int] = dataclasses.field(default_factory=Counter)
    real: Counter[int] = dataclasses.field(default_factory=Counter)
    """The faces of real dice."""
    alone: int = 0
    """Real dice left out: of two, only the kept one was typed, and counting it would bias the faces."""

    @classmethod
    def merge(cls, parts: Mapping[Whose, "Falls"]) -> Self:
        """Add up the dice of several persons, all of one size."""
        total = cls(next(iter(parts.values())).sides)
        for falls in parts.values():
            total.faces += falls.faces
            total.real += falls.real
            total.alone += falls.alone
        return total

    def add(self, die: Die) -> None:
        self.faces[die.face] += 1
        if die.typed:
            self.real[die.face] += 1

    @property
    def typed_count(self) -> int:
        """The number of real dice."""
        return self.real.total()

    @property
    def by_source(self) -> "tuple[Falls, Falls] | None":
        """The program's dice and the real dice separately; None if all are of one kind."""
        if not 0 < self.typed_count < self.count:
            return None
        return Falls(self.sides, self.faces - self.real), Falls(self.sides, self.real, self.real)

    @property
    def count(self) -> int:
        """The number of dice that fell."""
        return self.faces.total()

    @property
    def mean(self) -> float:
        """The average face."""
        return sum(face * times for face, times in self.faces.items()) / self.count if self.count else 0.0

    @property
    def mean_face(self) -> float:
        """The average face of a fair die."""
        return (self.sides + 1) / 2

    @property
    def chi_square(self) -> float:
        """The chi-square distance from even counts."""
        expected_count = self.count / self.sides
        distance = sum((times - expected_count) ** 2 / expected_count for times in self.faces.values())
        return distance + expected_count * (self.sides - len(self.faces))

    @property
    def chance(self) -> float | None:
        """The chance that fair dice fall at least this unevenly; None if too few fell."""
        if self.sides < 2 or self.count < FEWEST_FOR_EACH_FACE * self.sides:
            return None
        return survival(self.chi_square, self.sides - 1)


class Total(Struct, frozen=True):
    """The sum of dice of any sizes, beside the sum that fair ones would have."""

    count: int
    sum: int
    expected: float
    distance: float | None
    """How far the sum is above the expected one, in standard errors; None of too few dice."""

    @classmethod
    def add_up(cls, parts: Iterable[Falls]) -> Self:
        count, total, expected, variance = 0, 0, 0.0, 0.0
        for falls in parts:
            count += falls.count
            total += sum(face * times for face, times in falls.faces.items())
            expected += falls.count * falls.mean_face
            variance += falls.count * (falls.sides**2 - 1) / 12
        is_known = count >= FEWEST_FOR_A_SUM and variance > 0
        return cls(count, total, expected, (total - expected) / sqrt(variance) if is_known else None)


class Tally(Struct, frozen=True):
    """The dice of everybody, by person and size, and the outcomes of their rolls."""

    falls: Mapping[tuple[Whose, int], Falls]
    outcomes: Mapping[Whose, Counter[str]]

    @property
    def by_size(self) -> Mapping[int, Mapping[Whose, Falls]]:
        """The dice of each person, by size, the largest size first."""
        grouped: dict[int, dict[Whose, Falls]] = {}
        for (whose, sides), falls in sorted(self.falls.items(), key=lambda each: -each[0][1]):
            grouped.setdefault(sides, {})[whose] = falls
        return grouped

    @property
    def by_person(self) -> Mapping[Whose, Total]:
        """The sum of each person's dice, of all sizes; without people whose dice were all left out."""
        grouped: dict[Whose, list[Falls]] = {}
        for (whose, _sides), falls in self.falls.items():
            if falls.count:
                grouped.setdefault(whose, []).append(falls)
        return {whose: Total.add_up(parts) for whose, parts in grouped.items()}


def tally(events: Iterable[Event]) -> Tally:
    """Count every die that fell, in undone events too: dice that fell stay fallen."""
    falls: dict[tuple[Whose, int], Falls] = {}
    outcomes: dict[Whose, Counter[str]] = {}
    for event in events:
        for throw in event.throws:
            whose = Whose(throw.who) if throw.who else Whose(gm=event.gm)
            if throw.outcome:
                outcomes.setdefault(whose, Counter())[throw.outcome] += 1
            is_announced = _is_announced(throw)
            for die in throw.dice:
                if not 1 <= die.face <= die.sides:
                    continue
                dice_fallen = falls.setdefault((whose, die.sides), Falls(die.sides))
                if is_announced:
                    dice_fallen.alone += 1
                else:
                    dice_fallen.add(die)
    return Tally(falls, outcomes)


def _is_announced(throw: Throw) -> bool:
    """Whether a player typed only the kept die of two."""
    if len(throw.dice) != 1 or not throw.dice[0].typed:
        return False
    if throw.mode:
        return True
    with suppress(Refusal):
        return len(parse(throw.expression).sides) > 1
    return False


def survival(chi_square: float, freedom: int) -> float:
    """Return the chance of a chi-square at least this large: the upper regularized gamma function.

    >>> round(survival(30.144, 19), 3), round(survival(3.841, 1), 3)
    (0.05, 0.05)
    """
    if chi_square <= 0:
        return 1.0
    shape, x = freedom / 2, chi_square / 2
    scale = exp(shape * log(x) - x - lgamma(shape))
    return 1 - scale * _series(shape, x) if x < shape + 1 else scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    """Sum the series of the lower regularized gamma function."""
    total = step = 1 / shape
    place = shape
    while abs(step) > abs(total) * 1e-14:
        place += 1
        step *= x / place
        total += step
    return total


def _fraction(shape: float, x: float) -> float:
    """Evaluate the continued fraction of the upper function, by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / b
    value = d
    for turn in range(1, 10_000):
        a = -turn * (turn - shape)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return value
