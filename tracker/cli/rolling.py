"""`tracker roll` and `tracker odds`: dice without a campaign."""

import json
from dataclasses import replace
from typing import Any

from tracker.cli.luck import luck
from tracker.cli.shell import DONE, Shell
from tracker.rules import dice
from tracker.rules.dice import Throw
from tracker.wording.faces import dice_text


def answer_roll(shell: Shell) -> int:
    """Roll an expression and print every face."""
    roll, _fresh = luck(shell.arguments.seed)
    expression = dice.parse_series(" ".join(shell.arguments.expression))
    once = replace(expression, label="", times=1)
    for _turn in range(expression.times):
        rolled = once.roll(roll)
        throw = Throw("free", rolled.dice, rolled.total, expression=str(once), label=expression.label)
        if shell.arguments.json:
            print(json.dumps(_roll_json(throw), ensure_ascii=False))
        else:
            label = f"{throw.label}: " if throw.label else ""
            print(f"{label}{throw.expression} = {throw.total} ({dice_text(throw)})")
    return DONE


def _roll_json(throw: Throw) -> dict[str, Any]:
    return {
        "expression": throw.expression,
        "label": throw.label,
        "faces": [die.face for die in throw.dice],
        "kept": [die.face for die in throw.dice if die.kept],
        "sides": [die.sides for die in throw.dice],
        "total": throw.total,
    }
