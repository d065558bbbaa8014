"""`tracker odds`: how likely every total is."""

import json

from tracker.cli.shell import DONE, Shell
from tracker.rules.dice.notation import parse_series
from tracker.wording.odds import odds_json, odds_text


def answer_odds(shell: Shell) -> int:
    """Print how likely every total of an expression is."""
    expression = parse_series(" ".join(shell.arguments.expression))
    print(json.dumps(odds_json(expression)) if shell.arguments.json else odds_text(expression))
    return DONE
