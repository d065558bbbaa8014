"""Amending the figure of the last act: one event takes that act back and plays it again."""

from collections import deque

from msgspec.structs import replace

from tracker.rules.dice import Roll, Typed
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import AskedAct, Draft, Event
from tracker.session.history import History
from tracker.session.moves.party import act
from tracker.session.moves.undo import preview_undo


def amendable(history: History, gm: str) -> tuple[Event, AskedAct]:
    """Return the last thing that a GM did, and the act with one figure that it was.

    Without a name, that of any GM. Raises `Refusal` `nothing_to_amend` if it was anything else.
    """
    mine = (each for each in reversed(history) if history.counts(each.id) and (not gm or each.gm == gm))
    event = next(mine, None)
    asked = event.asked if event is not None else None
    if event is None or asked is None or asked.act not in history.session.game.acts:
        raise Refusal("nothing_to_amend")
    return event, asked


def amend_last(history: History, gm: str, figure: int | str, roll: Roll) -> Draft:
    """Take back the last act of a GM and play it with another figure; its other dice stay as they fell."""
    event, asked = amendable(history, gm)
    session, back = preview_undo(history, event)
    args = {**asked.args, asked.figure: figure}
    again = act(session, asked.act, asked.whom, args, _original_dice(event, roll))
    told = Fact("amended", {"before": str(asked.args.get(asked.figure, "")), "after": str(figure)})
    gone = (event.id, *event.rewinds)
    return replace(again, facts=(told, *again.facts), changes=(*back, *again.changes), rewinds=gone)


def _original_dice(event: Event, roll: Roll) -> Roll:
    """Return a roll that gives the faces that lie on the table from an event, except those of its figure."""
    fallen = deque(die for throw in event.throws if throw.purpose != "effect" for die in throw.dice)

    def face(sides: int) -> int:
        if fallen and fallen[0].sides == sides:
            return Typed(fallen.popleft().face)
        return roll(sides)

    return face
