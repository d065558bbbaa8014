"""The chance of every outcome of a check, against every way in which its dice may fall."""

from fractions import Fraction

import pytest

from tests.rules.every import exact_chances
from tests.session.game import Game
from tracker.rules.dice import Roll


@pytest.mark.parametrize(
    ("system", "who", "line"),
    [
        ("chronicle", "pj Ada fuerza=10/12", "prueba ada fuerza +2"),
        pytest.param("chronicle", "pj Ada fuerza=10/12", "prueba ada fuerza ventaja", marks=pytest.mark.slow),
        ("chronicle", "pj Ada fuerza=10/12", "prueba ada fuerza desventaja -1"),
        ("chronicle", "pj Ada fuerza=10/12", "probabilidad ada 7+"),
        ("horror", "pj Ada violencia=1", "prueba ada violencia difícil"),
        ("percentile", "pj Ada habilidades=Embaucar 40", "prueba ada embaucar"),
        ("percentile", "pj Ada FUE=10", "atributo ada fue con-d20"),
        ("percentile", "pj Ada FUE=1", "enfrenta ada fue 10"),
        ("margin", "pj Ada habilidades=Sigilo 12", "prueba ada sigilo"),
        ("margin", "pj Ada habilidades=Sigilo 12", "prueba ada sigilo bonificación 2"),
        ("margin", "pj Ada habilidades=Sigilo 3", "prueba ada sigilo penalización 1"),
    ],
)
def test_every_outcome_has_the_chance_that_counting_all_faces_gives(system: str, who: str, line: str) -> None:
    game = Game(who, system=system)

    def outcome(roll: Roll) -> str:
        (throw,) = game.draft(line, roll=roll).throws
        return throw.outcome

    (throw,) = game.draft(line, roll=lambda sides: 1).throws
    ways = game.session.game.outcome_odds(game.session.rules_context(), throw)
    whole = sum(ways.values())
    assert {name: Fraction(count, whole) for name, count in ways.items()} == exact_chances(outcome)
