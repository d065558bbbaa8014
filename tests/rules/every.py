"""Every way in which the dice of a play may fall."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from tracker.rules.dice import Roll

Result = TypeVar("Result")


class AnotherDie(Exception):  # noqa: N818 - it ends a trial and is no error
    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


def exact_chances(play: Callable[[Roll], Result]) -> dict[Result, Fraction]:
    """Return how likely each result of a play is: it is played with every run of faces."""
    chances: dict[Result, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        known, chance = waiting.pop()
        faces = iter(known)

        def roll(sides: int, faces: Iterator[int] = faces) -> int:
            face = next(faces, None)
            if face is None:
                raise AnotherDie(sides)
            return face

        try:
            result = play(roll)
        except AnotherDie as die:
            waiting += [((*known, face), chance / die.sides) for face in range(1, die.sides + 1)]
        else:
            chances[result] = chances.get(result, Fraction(0)) + chance
    return chances
