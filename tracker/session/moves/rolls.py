"""Dados: free rolls, and rolls worth keeping under a name."""

from dataclasses import replace

from tracker.rules import dice
from tracker.rules.dice import Roll, Throw
from tracker.rules.refusal import Refusal
from tracker.session.course import Course
from tracker.session.event import Deed
from tracker.session.moves.campaign import named
from tracker.session.state import SavedRoll, Session


def throw(session: Session, text: str, roll: Roll, who: str = "") -> Deed:
    """Roll an expression, or a saved roll by its name."""
    saved = session.rolls.get(text.strip())
    expression = dice.parse(saved.expression if saved else text)
    rolled = expression.roll(roll)
    label = expression.label or (text.strip() if saved else "")
    written = str(replace(expression, label=""))
    fallen = Throw("free", rolled.dice, rolled.total, who, expression=written, label=label)
    course = Course.of(session).threw(fallen)
    return course.told("rolled", who=who, expression=written, total=rolled.total, label=label).deed()


def keep_roll(session: Session, name: str, text: str) -> Deed:
    """Keep an expression under a name."""
    name, expression = named(name).replace("/", "-"), str(dice.parse(text))
    course = Course.of(session).with_element("rolls", name, SavedRoll(expression))
    return course.told("roll_kept", name=name, expression=expression).deed()


def drop_roll(session: Session, name: str) -> Deed:
    """Forget a saved roll."""
    if name not in session.rolls:
        raise Refusal("unknown_roll", name=name)
    return Course.of(session).without_element("rolls", name).told("roll_dropped", name=name).deed()
