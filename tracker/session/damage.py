"""Damage in a fight: who lost how much health in which round, and by whom."""

from collections.abc import Iterator

from msgspec import Struct

from tracker.session.change import How
from tracker.session.event import SECRET, Event
from tracker.session.state import Encounter, Session


class Damage(Struct, frozen=True):
    """What one creature lost by one event."""

    who: str
    amount: int
    round: int
    party: bool
    by: str = ""
    """Who dealt it, if the event names exactly one."""
    in_turn_of: str = ""
    """Otherwise, whose turn it was, if that creature is of the other side: most likely the one."""
    secret: bool = False
    """It came by an act that players do not see: who dealt it is not for them."""


def damage_of(event: Event, before: Session, after: Session, fight: Encounter) -> Iterator[Damage]:
    """Yield the damage of an event; `fight` is the encounter before it.

    A figure that is set by hand is no damage, and nothing below the least that a game's health can be.
    """
    gauge = before.game.health_gauge
    if gauge is None or any(fact.kind == "sheet_edited" for fact in event.facts):
        return
    secret = any(fact.kind == SECRET for fact in event.facts)
    for who in _losers(event, gauge.current):
        old, new = before.creatures.get(who), after.creatures.get(who)
        if old is None or new is None or who not in fight.combatants:
            continue
        amount = getattr(old.sheet, gauge.current) - getattr(new.sheet, gauge.current)
        if amount > 0:
            by = _dealer_of(event, before, who)
            in_turn = "" if by else _opponent_in_turn(before, fight, who)
            yield Damage(who, amount, fight.round, old.party, by, in_turn, secret)


def _losers(event: Event, field: str) -> dict[str, None]:
    """Find the ids of the creatures of whose health an event takes."""
    return {
        change.path[1]: None
        for change in event.changes
        if change.how is How.BY
        and change.path[0] == "creatures"
        and change.path[2:] == ("sheet", field)
        and isinstance(change.value, int)
        and change.value < 0
    }


def _dealer_of(event: Event, before: Session, target: str) -> str:
    """Find the id of the one creature that dealt damage; empty if the event names none or several.

    A waiting blow is resolved by itself, after the event of its attack.
    """
    game = before.game
    attackers = {who for who, other in game.attacks_in(event.facts, event.throws) if other == target}
    dealers = {str(fact.data.get("who", "")) for fact in event.facts if fact.kind in game.dealer_facts}
    blows = (before.pending[key] for key in event.settles if key in before.pending)
    strikers = {blow.who for blow in blows if blow.data.get("other") == target}
    everybody = attackers | dealers | strikers
    return everybody.pop() if len(everybody) == 1 else ""


def _opponent_in_turn(session: Session, fight: Encounter, target: str) -> str:
    party = session.creatures[target].party
    acting = [
        who for who in fight.acting if who in session.creatures and session.creatures[who].party != party
    ]
    return acting[0] if len(acting) == 1 else ""
