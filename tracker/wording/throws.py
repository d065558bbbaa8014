"""A throw for other programs: in the answers of `tracker do` and in the log."""

from msgspec import Struct

from tracker.rules.dice import Throw
from tracker.session.history import History
from tracker.session.state import Named
from tracker.wording.contract import creature_answer
from tracker.wording.sentences import subject_text, throw_text


class ThrowAnswer(Struct, frozen=True):
    """Dice rolled at once: every face, which of them count, the total, the target and the outcome."""

    purpose: str
    who: Named | None
    subject: str
    expression: str
    mode: str
    sides: list[int]
    faces: list[int]
    kept: list[int]
    typed: list[bool]
    counts: list[bool]
    counted: list[int]
    fate: list[str]
    label: str
    static: int
    total: int
    target: int | None
    outcome: str
    margin: int | None
    text: str


def throw_answer(throw: Throw, history: History) -> ThrowAnswer:
    return ThrowAnswer(
        purpose=throw.purpose,
        who=creature_answer(throw.who, history.names),
        subject=subject_text(throw, history) if throw.subject else "",
        expression=throw.expression,
        mode=throw.mode,
        sides=[die.sides for die in throw.dice],
        faces=[die.face for die in throw.dice],
        kept=[die.face for die in throw.dice if die.kept],
        typed=[die.typed for die in throw.dice],
        counts=[die.kept for die in throw.dice],
        counted=[die.worth for die in throw.dice],
        fate=[str(die.fate) for die in throw.dice],
        label=throw.label,
        static=throw.static,
        total=throw.total,
        target=throw.target,
        outcome=throw.outcome,
        margin=throw.margin,
        text=throw_text(throw, history),
    )
