"""A throw as JSON, for the answers of `tracker do` and the log."""

from typing import Any

from tracker.rules.dice import Throw
from tracker.session.history import History
from tracker.wording.sentences import subject_text, throw_text


def throw_json(throw: Throw, history: History) -> dict[str, Any]:
    """Return a throw as JSON: every face, which of them count, the total, the target and the outcome."""
    return {
        "purpose": throw.purpose,
        "who": history.names.get(throw.who, ""),
        "subject": subject_text(throw, history) if throw.subject else "",
        "expression": throw.expression,
        "mode": throw.mode,
        "sides": [die.sides for die in throw.dice],
        "faces": [die.face for die in throw.dice],
        "kept": [die.face for die in throw.dice if die.kept],
        "typed": [die.typed for die in throw.dice],
        "counts": [die.kept for die in throw.dice],
        "counted": [die.worth for die in throw.dice],
        "fate": [str(die.fate) for die in throw.dice],
        "label": throw.label,
        "static": throw.static,
        "total": throw.total,
        "target": throw.target,
        "outcome": throw.outcome,
        "margin": throw.margin,
        "text": throw_text(throw, history),
    }
