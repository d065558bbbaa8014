"""How likely something of probability `N`+ is (R1-034)."""

from fractions import Fraction

from tests.trials import each_of
from tracker.rules.games.chronicle.checks import happens, probability

FACES = range(1, 21)


@each_of("threshold", range(-1, 24))
def test_the_chance_of_n_or_more_is_what_counting_the_faces_gives(threshold: int) -> None:
    assert probability(threshold) == Fraction(sum(happens(threshold, face) for face in FACES), 20)


def test_twelve_or_more_is_forty_five_in_a_hundred() -> None:
    assert (probability(12), probability(11)) == (Fraction(45, 100), Fraction(1, 2))
