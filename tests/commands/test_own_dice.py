"""Dice of other programs in a line: the line as it is written here, and why."""

from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.own_dice import dice_offers
from tracker.commands.parse import parse


@each_of(
    ("typed", "here"),
    [
        ("3d6!", "3d6e6"),
        ("tira 3d6!", "tira 3d6e6"),
        ("roll 3d6! = 6 1 2 4", "roll 3d6e6 = 6 1 2 4"),
        ("4d6d1 # fuego", "4d6pl1 # fuego"),
        ("1d20+6 salvación", "1d20+6 # salvación"),
        ("4dF", "4d3-8"),
        ("4d6k3", "4d6kh3"),
        ("tira (4d6k3)x6 # valores", "tira (4d6kh3)x6 # valores"),
        ("10d10 > 7", "10d10c>7"),
        ("10d10>7 = 1 2 3 4 5 6 7 8 9 10", "10d10c>7 = 1 2 3 4 5 6 7 8 9 10"),
    ],
)
def test_the_line_is_offered_in_the_notation_of_here(typed: str, here: str) -> None:
    context = CommandContext(Game("pj Lía").history)
    (offer,) = dice_offers(typed, context)
    assert offer.line == here
    assert offer.about
    assert parse(here, context).expression


@each_of("line", ["2d6", "tira 4d6kh3", "2d6!=5", "nota 4d6k3", "tira", "", "daño lía 4d6!", "xyz 3d6!"])
def test_other_lines_offer_no_dice(line: str) -> None:
    assert dice_offers(line, CommandContext(Game("pj Lía").history)) == []
