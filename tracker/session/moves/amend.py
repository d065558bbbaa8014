"""Amend the figure of the last act: one event takes that act back and plays it again."""

from collections import deque

from msgspec.structs import replace

from tracker.rules.dice import Roll, Typed
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import AskedAct, Draft, Event
from tracker.session.history import History
from tracker.session.moves.party import act
from tracker.session.moves.undo import outcome_facts, preview_undo


def amendable(history: History, gm: str) -> tuple[Event, AskedAct]:
    """Require that the last thing that a GM did is an act with one figure; give the event and the act.

    An empty `gm` stands for any GM. Raises `Refusal` `nothing_to_amend` otherwise.
    """
    mine = (each for each in reversed(history) if history.counts(each.id) and (not gm or each.gm == gm))
    event = next(mine, None)
    asked = event.asked if event is not None else None
    if event is None or asked is None or asked.act not in history.session.game.acts:
        raise Refusal("nothing_to_amend")
    return event, asked


def amend_last(history: History, gm: str, figure: int | str, roll: Roll) -> Draft:
    """Take back a GM's last act and play it again with another figure; its other dice stay as they fell."""
    event, asked = amendable(history, gm)
    outcomes = history.outcomes_of(event.id)
    undone_ids = (event.id, *event.rewinds, *outcomes.falling)
    session, undo_changes = preview_undo(history, event, undone_ids)
    args = {**asked.args, asked.figure: figure}
    new_draft = act(session, asked.act, asked.whom, args, _original_dice(event, roll))
    fact = Fact("amended", {"before": str(asked.args.get(asked.figure, "")), "after": str(figure)})
    return replace(
        new_draft,
        facts=(fact, *outcome_facts(outcomes), *new_draft.facts),
        changes=(*undo_changes, *new_draft.changes),
        rewinds=undone_ids,
    )


def _original_dice(event: Event, roll: Roll) -> Roll:
    """Make a roll that repeats an event's dice, except those of its figure; it rolls anew once they end."""
    old_dice = deque(die for throw in event.throws if throw.purpose != "effect" for die in throw.dice)

    def face(sides: int) -> int:
        if old_dice and old_dice[0].sides == sides:
            return Typed(old_dice.popleft().face)
        return roll(sides)

    return face
