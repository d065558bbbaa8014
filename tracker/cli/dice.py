"""`tracker roll` and `tracker odds`: dice without a campaign."""

from msgspec.structs import replace

from tracker.cli.invocation import DONE, Invocation, luck
from tracker.cli.printing import print_answer, print_line
from tracker.rules.dice import Throw
from tracker.rules.dice.habits import find_misleading
from tracker.rules.dice.node import RollOutcome
from tracker.rules.dice.notation import parse_series
from tracker.rules.text import with_plain_signs
from tracker.wording.contract import Answer
from tracker.wording.dice import expression_text, misleading_text
from tracker.wording.faces import dice_text
from tracker.wording.messages import say
from tracker.wording.odds import odds_answer, odds_text


def answer_roll(invocation: Invocation) -> int:
    roll, _fresh = luck(invocation.arguments.seed)
    typed = " ".join(invocation.arguments.expression)
    expression = parse_series(typed)
    if misleading := find_misleading(with_plain_signs(typed.partition("#")[0])):
        print_line(
            say("dice.written_here", here=misleading.here, about=misleading_text(misleading)), error=True
        )
    single = replace(expression, label="", times=1)
    for _turn in range(expression.times):
        outcome = single.roll(roll)
        throw = Throw("free", outcome.dice, outcome.total, expression=str(single), label=expression.label)
        if invocation.arguments.json:
            print_answer(_roll_answer(throw, outcome))
        else:
            label = f"{throw.label}: " if throw.label else ""
            print_line(
                f"{label}{expression_text(throw.expression)} = {_total_text(outcome)} ({dice_text(throw)})"
            )
    return DONE


def _total_text(roll: RollOutcome) -> str:
    """Return the total; of a comparison, both sides and whether it holds."""
    if roll.compared is None:
        return str(roll.total)
    total, target = roll.compared
    outcome = say("dice.holds") if roll.total else say("dice.fails")
    return say("dice.against", total=total, target=target, outcome=outcome)


class RollAnswer(Answer, frozen=True, kw_only=True):
    """One roll of an expression; of a comparison also its target and whether it holds."""

    expression: str
    label: str
    faces: list[int]
    kept: list[int]
    sides: list[int]
    total: int
    target: int | None
    met: bool | None


def _roll_answer(throw: Throw, roll: RollOutcome) -> RollAnswer:
    total, target = roll.compared or (throw.total, None)
    return RollAnswer(
        expression=throw.expression,
        label=throw.label,
        faces=[die.face for die in throw.dice],
        kept=[die.face for die in throw.dice if die.kept],
        sides=[die.sides for die in throw.dice],
        total=total,
        target=target,
        met=None if target is None else bool(roll.total),
    )


def answer_odds(invocation: Invocation) -> int:
    """Print the chance of every total of an expression."""
    expression = parse_series(" ".join(invocation.arguments.expression))
    if invocation.arguments.json:
        print_answer(odds_answer(expression))
    else:
        print_line(odds_text(expression))
    return DONE
