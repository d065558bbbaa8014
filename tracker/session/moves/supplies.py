"""Supplies: get, light, use, correct and drop torches, quivers, rations, loyalty."""

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.clock import DAY
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import use_supply
from tracker.rules.usage_die import LADDER
from tracker.session.event import Draft, Fresh
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.party import act
from tracker.session.outdoors import Ambient, AmbientLight
from tracker.session.pending import supply_of
from tracker.session.state import Session

LONGEST_WAIT = 365 * DAY
"""Most seconds of use until a supply's next roll."""


def get_supply(session: Session, supply: Supply, fresh: Fresh) -> Draft:
    """Add a supply; an active one is used up from now on."""
    new_supply = _checked_supply(session, supply)
    builder = _shut_out_daylight(MoveBuilder.for_session(session), new_supply)
    builder = builder.with_element("supplies", fresh(), new_supply)
    return builder.with_fact(
        "supply_got", name=new_supply.name, who=new_supply.owner, die=new_supply.die
    ).draft()


def edit_supply(session: Session, key: str, supply: Supply) -> Draft:
    """Correct a supply by hand; another owner is recorded as handing it over."""
    is_handed_over = supply.owner and supply.owner != supply_of(session, key).owner
    new_supply = _checked_supply(session, supply)
    builder = MoveBuilder.for_session(session).with_element("supplies", key, new_supply)
    return builder.with_fact(
        "supply_got" if is_handed_over else "supply_edited",
        name=new_supply.name,
        who=new_supply.owner,
        die=new_supply.die,
    ).draft()


def drop_supplies(session: Session, keys: Iterable[str]) -> Draft:
    builder = MoveBuilder.for_session(session)
    for key in keys:
        supply = supply_of(session, key)
        builder = builder.without_element("supplies", key)
        builder = builder.with_fact("supply_dropped", name=supply.name, who=supply.owner)
    return builder.draft()


def light(session: Session, key: str, *, lit: bool) -> Draft:
    """Light a supply or put it out; the rest of its period waits for the next light. Refuses `depleted`."""
    supply = supply_of(session, key)
    if lit and supply.is_depleted:
        raise Refusal("depleted", name=supply.name)
    changed, seconds_left = supply, 0
    if supply.active is not lit:
        is_timed = supply.trigger is Trigger.TIME
        seconds_left = (supply.wait if lit else max(0, supply.due - session.elapsed)) if is_timed else 0
        seconds_left = seconds_left if seconds_left < supply.every else 0
        due = session.elapsed + supply.wait if lit else supply.due
        changed = replace(supply, active=lit, due=due, left=0 if lit else seconds_left)
    builder = _shut_out_daylight(MoveBuilder.for_session(session), changed)
    builder = builder.with_element("supplies", key, changed)
    kind = ("lit" if lit else "put_out") if supply.light else ("started" if lit else "stopped")
    remains = {"left": seconds_left} if seconds_left else {}
    return builder.with_fact(f"supply_{kind}", who=supply.owner, name=supply.name, **remains).draft()


def _shut_out_daylight(builder: MoveBuilder, supply: Supply) -> MoveBuilder:
    """Take a place for dark in which a light is lit by day, if the GM has said that there is daylight."""
    session = builder.session
    is_said = session.ambient.said is not None
    if is_said and supply.burns and session.ambient_light is Ambient.DAY:
        return builder.with_values(ambient=AmbientLight(Ambient.DARK, session.elapsed, until_dawn=True))
    return builder


def set_time_left(session: Session, key: str, seconds: int) -> Draft:
    """Correct the seconds of use until the next roll of a supply, lit or not.

    Refuses `not_timed` for a supply that time does not use up, and `bad_duration`.
    """
    supply = supply_of(session, key)
    if supply.trigger is not Trigger.TIME or supply.is_depleted:
        raise Refusal("not_timed", name=supply.name)
    if not 0 < seconds <= LONGEST_WAIT:
        raise Refusal("bad_duration", seconds=seconds)
    builder = MoveBuilder.for_session(session).with_element(
        "supplies", key, with_time_left(session, supply, seconds)
    )
    return builder.with_fact("supply_left", who=supply.owner, name=supply.name, left=seconds).draft()


def with_time_left(session: Session, supply: Supply, seconds: int) -> Supply:
    """Set the seconds of use until a supply's next roll."""
    if supply.active:
        return replace(supply, due=session.elapsed + seconds)
    return replace(supply, left=seconds)


def use(session: Session, key: str, roll: Roll) -> Draft:
    """Roll a supply's usage die now (R1-039, R1-043), or shoot ammunition by the act of the game."""
    supply, shoot = supply_of(session, key), session.game.ammunition_act
    if supply.trigger is Trigger.AMMUNITION and supply.owner and shoot:
        return act(session, shoot, (supply.owner,), {"supply": key}, roll)
    return MoveBuilder.for_session(session).with_result(use_supply(key, supply, roll)).draft()


def merge(session: Session, key: str, roll: Roll) -> Draft:
    """Merge a stack of ammunition with another of the same owner and die, preferably of the same name.

    Refuses `nothing_to_merge`, and what the game's act refuses (R1-046).
    """
    supply, game = supply_of(session, key), session.game
    others = [
        other
        for other, each in session.supplies.items()
        if other != key and (each.owner, each.die, each.trigger) == (supply.owner, supply.die, supply.trigger)
    ]
    if not others or not game.merge_act:
        raise Refusal("nothing_to_merge", name=supply.name)
    other = min(others, key=lambda each: session.supplies[each].name != supply.name)
    owners = (supply.owner,) if supply.owner else tuple(session.creatures)[:1]
    return act(session, game.merge_act, owners, {"supply": key, "other": other}, roll)


def _checked_supply(session: Session, supply: Supply) -> Supply:
    if supply.die not in (0, *LADDER):
        raise Refusal("bad_usage_die", die=supply.die)
    if supply.trigger is Trigger.TIME and supply.every <= 0:
        raise Refusal("bad_duration", seconds=supply.every)
    due = session.elapsed + supply.every if supply.active and supply.due <= session.elapsed else supply.due
    return replace(
        supply, name=clean_name(supply.name), due=due, active=supply.active and not supply.is_depleted
    )
