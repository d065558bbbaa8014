"""Supplies: torches, quivers, rations, loyalty; lit, put out, used, handed over."""

from dataclasses import replace

from tracker.rules.dice import Mode, Roll
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import use_supply
from tracker.rules.usage_die import LADDER
from tracker.session.course import Course
from tracker.session.due import supply_of
from tracker.session.event import Deed
from tracker.session.moves.campaign import named
from tracker.session.moves.party import Fresh
from tracker.session.state import Session


def get_supply(session: Session, supply: Supply, fresh: Fresh) -> Deed:
    """Take a new supply along. An active one counts from now."""
    kept = _checked(session, supply)
    course = Course.of(session).with_element("supplies", fresh(), kept)
    return course.told("supply_got", name=kept.name, who=kept.owner, die=kept.die).deed()


def edit_supply(session: Session, key: str, supply: Supply) -> Deed:
    """Correct a supply by hand: its die, its owner, its times."""
    handed = supply.owner and supply.owner != supply_of(session, key).owner
    kept = _checked(session, supply)
    course = Course.of(session).with_element("supplies", key, kept)
    return course.told(
        "supply_got" if handed else "supply_edited", name=kept.name, who=kept.owner, die=kept.die
    ).deed()


def drop_supply(session: Session, key: str) -> Deed:
    """Leave a supply behind."""
    supply = supply_of(session, key)
    course = Course.of(session).without_element("supplies", key)
    return course.told("supply_dropped", name=supply.name, who=supply.owner).deed()


def light(session: Session, key: str, lit: bool) -> Deed:
    """Light or put out, open or close. Its next roll is due one period from now."""
    supply = supply_of(session, key)
    if lit and supply.depleted:
        raise Refusal("depleted", name=supply.name)
    after = replace(supply, active=lit, due=session.elapsed + supply.every if lit else supply.due)
    course = Course.of(session).with_element("supplies", key, after)
    kind = ("lit" if lit else "put_out") if supply.light else ("started" if lit else "stopped")
    return course.told(f"supply_{kind}", name=supply.name).deed()


def use(session: Session, key: str, roll: Roll, mode: Mode = Mode.NORMAL) -> Deed:
    """Put a supply to the test now (R1-039, R1-043)."""
    return Course.of(session).ruled(use_supply(key, supply_of(session, key), roll, mode)).deed()


def _checked(session: Session, supply: Supply) -> Supply:
    if supply.die not in (0, *LADDER):
        raise Refusal("bad_usage_die", die=supply.die)
    if supply.trigger is Trigger.TIME and supply.every <= 0:
        raise Refusal("bad_duration", seconds=supply.every)
    due = session.elapsed + supply.every if supply.active and supply.due <= session.elapsed else supply.due
    return replace(supply, name=named(supply.name), due=due, active=supply.active and not supply.depleted)
