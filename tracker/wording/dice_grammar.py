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
from tracker.wording.messages import said, say

GRAMMAR = "dice_grammar.grammar"

ODDS = "dice_grammar.odds"

EXAMPLES: tuple[tuple[str, str], ...] = (
    ("dice_grammar.2d6_3_ambush", "dice_grammar.two_six_sided_dice"),
    ("d%", "dice_grammar.a_hundred_sided_die"),
    ("dice_grammar.1d20_advantage", "dice_grammar.rolled_twice_the_better"),
    ("1d20+3 adv", "dice_grammar.reaches_all_before_it"),
    ("4d6kh3", "dice_grammar.the_three_highest_stay"),
    ("4d6pl1", "dice_grammar.the_lowest_is_dropped"),
    ("2d20k=1", "dice_grammar.only_ones"),
    ("8d10c>=8", "dice_grammar.successes"),
    ("2d6 >= 8", "dice_grammar.whether_8_is_reached"),
    ("2d6rr1", "dice_grammar.ones_are_rerolled_until"),
    ("2d6ro<3", "dice_grammar.those_below_3_are"),
    ("3d6e6", "dice_grammar.sixes_explode_another_die"),
    ("3d6ra6", "dice_grammar.only_the_first_six"),
    ("2d6mi2", "dice_grammar.less_than_2_counts"),
    ("(1d8, 2d4, 5)kh1", "dice_grammar.of_a_set_what"),
    ("(2d6+3)/2", "dice_grammar.division_rounds_down_is"),
    ("dice_grammar.1d6_fire_1d4_cold", "dice_grammar.each_thing_with_its"),
    ("d66", "dice_grammar.tens_and_units_two_text"),
    ("du8", "dice_grammar.a_usage_die_on"),
    ("3x 2d6", "dice_grammar.three_rolls_in_a"),
)
"""Texts to type, and their effects."""
NAMED_EXAMPLE = (
    "dice_grammar.2d6_lia_violence",
    "dice_grammar.from_the_sheet_if",
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
    named, about = map(say, NAMED_EXAMPLE)
    told = [(said(text), say(what)) for text, what in EXAMPLES]
    return [*(Example(text, what, _rolled(text)) for text, what in told), Example(named, about)]


def dice_help() -> str:
    """Return the whole document."""
    examples = dice_examples()
    width = max(len(each.text) for each in examples)
    lines = [f"{each.text:<{width}}  {each.what}{_shown(each)}" for each in examples]
    return "\n".join(
        [
            say("dice_grammar.the_language_of_dice"),
            "",
            *lines,
            "",
            say(GRAMMAR),
            "",
            fill(odds_limit(), _WIDTH),
        ]
    )


def odds_limit() -> str:
    """Return the sentence about the limit of exact odds."""
    return say(ODDS, count=SAMPLES)


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
