"""The dice notation as a page: its grammar, and examples with explanations.

A test parses every example, and checks that the parser knows every word of the grammar.
"""

from itertools import cycle
from textwrap import fill

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Throw
from tracker.rules.dice.notation import parse_series
from tracker.rules.dice.odds import SAMPLES
from tracker.wording.faces import dice_text
from tracker.wording.messages import say, say_or_keep

GRAMMAR = "dice_grammar.grammar"

ODDS = "dice_grammar.odds"

EXAMPLES: tuple[tuple[str, str], ...] = (
    ("dice_grammar.labelled", "dice_grammar.labelled_means"),
    ("d%", "dice_grammar.percentile_means"),
    ("dice_grammar.1d20_advantage", "dice_grammar.advantage_means"),
    ("1d20+3 adv", "dice_grammar.mode_reach_means"),
    ("4d6kh3", "dice_grammar.keep_means"),
    ("4d6pl1", "dice_grammar.drop_means"),
    ("2d20k=1", "dice_grammar.only_ones"),
    ("8d10c>=8", "dice_grammar.successes"),
    ("2d6 >= 8", "dice_grammar.compare_means"),
    ("2d6rr1", "dice_grammar.reroll_means"),
    ("2d6ro<3", "dice_grammar.reroll_once_means"),
    ("3d6e6", "dice_grammar.explode_means"),
    ("3d6ra6", "dice_grammar.explode_once_means"),
    ("2d6mi2", "dice_grammar.least_means"),
    ("(1d8, 2d4, 5)kh1", "dice_grammar.set_means"),
    ("(2d6+3)/2", "dice_grammar.division_means"),
    ("dice_grammar.noted", "dice_grammar.noted_means"),
    ("d66", "dice_grammar.d66_means"),
    ("du8", "dice_grammar.usage_means"),
    ("3x 2d6", "dice_grammar.times_means"),
)
"""Texts to type, with their effects."""
NAMED_EXAMPLE = (
    "dice_grammar.sheet_number",
    "dice_grammar.sheet_number_means",
)


_WIDTH = 78
SHOWN = (1, 20, 3, 5, 4, 2, 6)
"""Faces of the examples' dice in order, capped at the sides of the die; chosen so that early examples
show rerolls and explosions.
"""


class Example(Struct, frozen=True):
    """A text to type, its explanation, and its result with the faces of `SHOWN`."""

    text: str
    what: str
    rolled: str = ""


def dice_examples() -> list[Example]:
    """List every example in the language in use, rolled with the faces of `SHOWN`."""
    named_text, named_meaning = map(say, NAMED_EXAMPLE)
    texts = [(say_or_keep(text), say(what)) for text, what in EXAMPLES]
    return [
        *(Example(text, what, _example_result(text)) for text, what in texts),
        Example(named_text, named_meaning),
    ]


def dice_help() -> str:
    examples = dice_examples()
    width = max(len(each.text) for each in examples)
    lines = [f"{each.text:<{width}}  {each.what}{_example_text(each)}" for each in examples]
    return "\n".join(
        [
            say("dice_grammar.title"),
            "",
            *lines,
            "",
            say(GRAMMAR),
            "",
            fill(odds_limit(), _WIDTH),
        ]
    )


def odds_limit() -> str:
    """Say up to where odds are exact."""
    return say(ODDS, count=SAMPLES)


def _example_text(example: Example) -> str:
    return f"\n{'':4}{example.rolled}" if example.rolled else ""


def _example_result(text: str) -> str:
    faces = cycle(SHOWN)
    series = parse_series(text)
    rolls = [
        replace(series, times=1).roll(lambda sides: min(next(faces), sides)) for _turn in range(series.times)
    ]
    return " · ".join(f"{dice_text(Throw('free', each.dice, each.total))} = {each.total}" for each in rolls)
