"""Free rolls, and rolls saved under a name."""

from msgspec.structs import replace

from tracker.rules import usage_die
from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.arithmetic import Twice
from tracker.rules.dice.expression import Expression, UsageDie
from tracker.rules.dice.node import RollOutcome
from tracker.rules.dice.notation import MOST_TIMES, is_dice, parse_series, times_of
from tracker.rules.dice.tokens import Names
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.state import SavedRoll, Session
from tracker.session.text import checked_text

MET, UNMET = "met", "unmet"
"""Outcomes of a roll that was compared with a target."""


def throw(session: Session, text: str, roll: Roll, who: str = "", names: Names | None = None) -> Draft:
    """Roll an expression as often as it says, or a saved roll by its key, with the label behind it.

    `names` look up numbers on sheets, for games that add these to rolls.
    """
    expression = expression_of(session, text, names)
    key, label, _times = saved_roll(session, text)
    saved = session.rolls.get(key)
    who = who or (saved.who if saved else "")
    label = label or expression.label or (name_of(session, key) if saved else "")
    once = replace(expression, label="", times=1)
    throws = tuple(_throw_with_outcome(once, once.roll(roll), who, label) for _ in range(expression.times))
    builder = MoveBuilder.for_session(session).with_throws(*throws)
    first = throws[0]
    if expression.times == 1 and first.outcome in (MET, UNMET):
        data = {"total": first.total, "target": first.target, "label": label, "outcome": first.outcome}
        return builder.with_fact("compared", who=who, expression=first.expression, **data).draft()
    expression_text = str(replace(expression, label=""))
    total = first.total if expression.times == 1 else ", ".join(_total_text(each) for each in throws)
    return builder.with_fact("rolled", who=who, expression=expression_text, total=total, label=label).draft()


def expression_of(session: Session, text: str, names: Names | None = None) -> Expression:
    """Parse what a text rolls: its own expression, or the saved roll whose key it holds.

    Raises the refusals of `parse_series` and `saved_roll`.
    """
    key, _label, times = saved_roll(session, text)
    if not key:
        return parse_series(text, names)
    expression = parse_series(session.rolls[key].expression, names)
    if times * expression.times > MOST_TIMES:
        raise Refusal("dice_times", position=0, limit=MOST_TIMES)
    return replace(expression, times=times * expression.times)


def saved_roll(session: Session, text: str) -> tuple[str, str, int]:
    """Split the text of a saved roll into its key, its label and its times: `3x attack # at the ogre`.

    Key and label are empty if the text names no saved roll, or reads as dice. Raises `Refusal`:
    `text_too_long` for the label, `dice_times`.
    """
    name, _sign, label = text.partition("#")
    times, stem = times_of(name)
    # A saved name may itself hold a #, or begin with a number and an x: the longest reading comes first.
    for key, key_label, key_times in ((text, "", 1), (name, label, 1), (stem, label, times)):
        if key.strip() in session.rolls and not is_dice(key):
            return key.strip(), " ".join(checked_text(key_label, TEXT_LENGTH).split()), key_times
    return "", "", 1


def _total_text(thrown: Throw) -> str:
    mark = {MET: "✓", UNMET: "✗"}.get(thrown.outcome, "")
    return f"{thrown.total}{mark}"


def _throw_with_outcome(expression: Expression, rolled: RollOutcome, who: str, label: str) -> Throw:
    """Make a throw of rolled dice, with the outcome of a comparison or of a usage die."""
    thrown = Throw("free", rolled.dice, rolled.total, who, expression=str(expression), label=label)
    if rolled.compared is not None:
        total, target = rolled.compared
        return replace(thrown, total=total, target=target, outcome=MET if rolled.total else UNMET)
    node = expression.node.operand if isinstance(expression.node, Twice) else expression.node
    if isinstance(node, UsageDie):
        next_die = usage_die.die_after(node.faces, rolled.total)
        outcome = "kept" if next_die == node.faces else "dropped" if next_die else "depleted"
        return replace(thrown, outcome=outcome)
    return thrown


def keep_roll(session: Session, name: str, text: str, who: str = "", names: Names | None = None) -> Draft:
    """Save an expression under a name, for the campaign or for one creature.

    Names of sheet fields stay in the expression: each roll looks them up again. Refuses `roll_name` for a
    name that reads as dice.
    """
    name = clean_name(name).replace("/", "-")
    if is_dice(name):
        raise Refusal("roll_name", name=name)
    expression = parse_series(text, names)
    expression_text = " ".join(text.split()) if names is not None and _has_names(text) else str(expression)
    key = f"{who}.{name}" if who else name
    builder = MoveBuilder.for_session(session).with_element("rolls", key, SavedRoll(expression_text, who))
    return builder.with_fact("roll_kept", name=name, expression=expression_text, who=who).draft()


def _has_names(text: str) -> bool:
    try:
        parse_series(text)
    except Refusal as refusal:
        return refusal.code == "dice_names"
    return False


def drop_roll(session: Session, key: str) -> Draft:
    """Remove a saved roll; refuses `unknown_roll`."""
    if key not in session.rolls:
        raise Refusal("unknown_roll", name=key)
    who, name = session.rolls[key].who, name_of(session, key)
    return (
        MoveBuilder.for_session(session)
        .without_element("rolls", key)
        .with_fact("roll_dropped", name=name, who=who)
        .draft()
    )


def name_of(session: Session, key: str) -> str:
    """Name of a saved roll, without its owner."""
    who = session.rolls[key].who
    return key.removeprefix(f"{who}.") if who else key
