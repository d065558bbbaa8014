"""Dice that fall as the test says."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from tracker.rules.dice import Roll


def loaded_dice(*faces: int) -> Roll:
    """Let these faces fall, in order; a face that a die lacks, or a die too many, fails the test."""
    left = iter(faces)

    def roll(sides: int) -> int:
        face = next(left, None)
        assert face is not None, f"a d{sides} too many"
        assert 1 <= face <= sides, f"a d{sides} has no {face}"
        return face

    return roll


def no_dice(sides: int) -> int:
    """Fail the test if any die falls."""
    raise AssertionError(f"a d{sides} fell where the rules need none")


def every_roll(*sides: int) -> Iterator[Roll]:
    """Give every way in which these dice, and no others, may fall, each as likely as the rest."""
    for faces in product(*(range(1, count + 1) for count in sides)):
        yield _exactly(tuple(zip(sides, faces, strict=True)))


def _exactly(dice: tuple[tuple[int, int], ...]) -> Roll:
    left = iter(dice)

    def roll(sides: int) -> int:
        expected, face = next(left)
        assert sides == expected, f"a d{sides} where a d{expected} was due"
        return face

    return roll


def chance(happens: Callable[[Roll], bool], *sides: int) -> Fraction:
    """Give the exact probability of something over every fall of these dice."""
    falls = [happens(roll) for roll in every_roll(*sides)]
    return Fraction(sum(falls), len(falls))
