"""Dice in the notation of another program, offered in the line as they are written here."""

from tracker.commands.at_hand import Offer
from tracker.commands.command import CommandContext
from tracker.commands.dice import SheetNames
from tracker.commands.figures import split_faces
from tracker.commands.parse import is_dice, split_verb
from tracker.rules.dice.habits import find_misleading
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.moves import rolls
from tracker.session.state import Session
from tracker.wording.dice import misleading_text
from tracker.wording.messages import say


def dice_offers(line: str, context: CommandContext) -> list[Offer]:
    """Offer the line of a roll in the notation read here, if other programs mean something else by it.

    At most one; empty for any line that is no roll.
    """
    session = context.history.session
    verb, typed = _roll_in(line, session)
    try:
        expression, faces = split_faces(typed, "#")
        here, about = _in_own_notation(session, expression)
    except Refusal:
        return []
    if not here:
        return []
    here = f"{here} = {' '.join(map(str, faces))}" if faces else here
    return [Offer(f"{verb}{here}", here, about)]


def _in_own_notation(session: Session, expression: str) -> tuple[str, str]:
    """Write dice as they are written here, and say what that is; both empty if they are so already."""
    notation, sign, label = expression.partition("#")
    try:
        rolls.expression_of(session, expression, SheetNames(session))
    except Refusal as refusal:
        return str(refusal.data.get("here", "")), say("dice.rolled_so")
    if (misleading := find_misleading(with_plain_signs(notation))) is None:
        return "", ""
    return f"{misleading.here} {sign}{label}".rstrip(), misleading_text(misleading)


def _roll_in(line: str, session: Session) -> tuple[str, str]:
    """Split a line into the verb of a roll and its dice; both empty for any other line."""
    if is_dice(line):
        return "", line
    try:
        verb_id, rest = split_verb(line, session)
    except Refusal:
        return "", ""
    is_roll = bool(rest.strip()) and verb_id == "throw"
    return (line.removesuffix(rest), rest) if is_roll else ("", "")
