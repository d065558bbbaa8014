"""The language of dice as a document: its grammar, and examples with explanations.

A test reads every example, and checks that the reader knows every word of the grammar.
"""

from itertools import cycle
from textwrap import fill

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Throw
from tracker.rules.dice.notation import parse_series
from tracker.rules.dice.odds import SAMPLES
from tracker.wording.faces import dice_text
from tracker.wording.language import N_, _

GRAMMAR = N_(
    """\
tirada     = [ número "x" ] expresión [ "#" etiqueta ]
expresión  = suma { ( "==" | "!=" | ">=" | "<=" | ">" | "<" ) suma }
suma       = producto { ( "+" | "-" ) producto | dos { por signo } }
producto   = signo { por signo }
por        = "*" | "/" | "//" | "%"
signo      = { "-" | "+" } término { "[" nota "]" }
término    = número | dados | conjunto | nombre
dados      = puñado [ cuenta ] | "d66" | uso
uso        = "du4" | "du6" | "du8" | "du10" | "du12" | "du20"
puñado     = [ número ] "d" ( número | "%" ) { operador }
conjunto   = grupo { elección } [ cuenta ]
grupo      = "(" [ expresión { "," expresión } [ "," ] ] ")"
operador   = elección | otra cuáles | ( "mi" | "ma" ) número
otra       = "rr" | "ro" | "e" | "ra"
elección   = ( "k" | "p" ) cuáles | "d" ( "h" | "l" ) [ número ]
cuenta     = "c" cuáles
cuáles     = ( "h" | "l" ) [ número ] | [ compara ] número
compara    = "=" | "<" | ">" | "<=" | ">="
dos        = mejor | peor
mejor      = "adv" | "advantage" | "ventaja"
peor       = "dis" | "disadvantage" | "desventaja"
nombre     = quien "." campo"""
)

ODDS = N_(
    "tracker odds «4d6kh3 >= 12» cuenta todas las combinaciones, con fracciones exactas, mientras basten "
    "unas décimas de segundo. Lo que estalla o se repite sin fin y lo que es demasiado para contarlo se "
    "estima con {count} tiradas, menos con muchos dados, y entonces lo dice."
)

EXAMPLES: tuple[tuple[str, str], ...] = (
    (N_("2d6+3 # emboscada"), N_("dos dados de seis más 3; detrás de # va para qué es")),
    ("d%", N_("un dado de cien; lo mismo que 1d100")),
    (N_("1d20 ventaja"), N_("se tira dos veces y vale lo mejor; desventaja, lo peor")),
    ("1d20+3 adv", N_("alcanza a todo lo de delante, hasta su paréntesis")),
    ("4d6kh3", N_("quedan los tres más altos (kl: los más bajos)")),
    ("4d6pl1", N_("se quita el más bajo; también dl1")),
    ("2d20k=1", N_("quedan solo los que muestran 1; k1 es lo mismo")),
    ("8d10c>=8", N_("cuántos muestran 8 o más: éxitos")),
    ("2d6 >= 8", N_("si se llega a 8")),
    ("2d6rr1", N_("se repiten los unos hasta que no salgan")),
    ("2d6ro<3", N_("se repiten una vez los menores de 3")),
    ("3d6e6", N_("los seises estallan: cae otro dado mientras salgan")),
    ("3d6ra6", N_("solo el primer seis trae otro dado, una vez")),
    ("2d6mi2", N_("lo menor de 2 cuenta como 2 (ma: lo mayor)")),
    ("(1d8, 2d4, 5)kh1", N_("de un conjunto, el que más vale")),
    ("(2d6+3)/2", N_("se divide hacia abajo; % es el resto")),
    (N_("1d6[fuego] + 1d4[frío]"), N_("cada cosa con su nota")),
    ("d66", N_("decenas y unidades, dos dados de seis")),
    ("du8", N_("un Dado de Uso: con 1 o 2 baja un paso")),
    ("3x 2d6", N_("tres tiradas seguidas; o de una guardada: 3x ataque")),
)
"""Texts to type, and their effects."""
NAMED_EXAMPLE = (
    N_("2d6 + lia.violencia"),
    N_('de la ficha, si el juego lo suma; "Ana V".violencia'),
)


_WIDTH = 78
SHOWN = (1, 20, 3, 5, 4, 2, 6)
"""The faces of the examples' dice in order, each at most the highest of the die: early ones and highest faces
show rerolls and explosions."""


class Example(Struct, frozen=True):
    """A text to type, its explanation, and its result when it was rolled for this page."""

    text: str
    what: str
    rolled: str = ""


def dice_examples() -> list[Example]:
    """Return every example in the language in use, rolled with the faces of `SHOWN`."""
    named, about = map(_, NAMED_EXAMPLE)
    told = [(_(text), _(what)) for text, what in EXAMPLES]
    return [*(Example(text, what, _rolled(text)) for text, what in told), Example(named, about)]


def dice_help() -> str:
    """Return the whole document."""
    examples = dice_examples()
    width = max(len(each.text) for each in examples)
    lines = [f"{each.text:<{width}}  {each.what}{_shown(each)}" for each in examples]
    return "\n".join(
        [_("El lenguaje de los dados"), "", *lines, "", _(GRAMMAR), "", fill(odds_limit(), _WIDTH)]
    )


def odds_limit() -> str:
    """Return the sentence about the limit of exact odds."""
    return _(ODDS).format(count=SAMPLES)


def _shown(example: Example) -> str:
    return f"\n{'':4}{example.rolled}" if example.rolled else ""


def _rolled(text: str) -> str:
    """Return the dice and the total of an example."""
    faces = cycle(SHOWN)
    series = parse_series(text)
    rolls = [
        replace(series, times=1).roll(lambda sides: min(next(faces), sides)) for _turn in range(series.times)
    ]
    return " · ".join(f"{dice_text(Throw('free', each.dice, each.total))} = {each.total}" for each in rolls)
