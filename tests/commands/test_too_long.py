"""A text is kept whole or refused with its limit: no letter is cut off in silence."""

import json

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.rules.fields import NAME_LENGTH, TEXT_LENGTH
from tracker.session.schema import encode

NAMES = (
    "pj {x}",
    "aparece {x}",
    "renombra Lía {x}",
    "titulo {x}",
    "combate {x}",
    "plantilla Lía {x}",
    "entra Lía {x}",
    "efecto Lía {x} 3r",
    "lleva Lía {x} d6",
    "guarda {x} 2d6",
    "paso {x} 6h",
    "tabla {x} 1d6 1-6: a",
    "calendario {x} 30, b 30",
    "calendario a 30; semana {x}, b",
    "ficha Lía species={x}",
    "mata Bruno {x}",
)
TEXTS = ("declara Lía {x}", "tabla t 1d6 1-6: {x}", "clima es {x}", "ficha Lía languages={x}")
LINES = (
    *((line, NAME_LENGTH) for line in NAMES),
    *((line, TEXT_LENGTH) for line in TEXTS),
)


@each_of(("line", "most"), LINES)
def test_a_text_is_kept_whole_or_refused(line: str, most: int) -> None:
    game = Game("pj Lía", "pj Bruno", "combate Vado", "siguiente")
    before = game.session
    assert refusal_code(lambda: game.do(line.format(x="x" * (most + 1)))) in (
        "text_too_long",
        "field_too_long",
    )
    assert game.session is before
    game.do(line.format(x="x" * most))
    assert "x" * most in json.dumps(encode(game.session))
