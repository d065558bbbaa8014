"""Settling what is due: by the rules that called for it, or by the table's own."""

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.fields import Scalar
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import use_supply
from tracker.rules.system import Due, Fact, RuleResult
from tracker.session.due import TableDue, supply_of
from tracker.session.state import Session


def settle_due(session: Session, due: Due, roll: Roll) -> RuleResult:
    """Settle it by the rules that called for it; refuses what an act must answer."""
    if due.kind in session.game.answers:
        raise Refusal("answer", act=session.game.answers[due.kind], who=due.who)
    match due.kind:
        case TableDue.USAGE:
            key = str(due.data["supply"])
            return use_supply(key, supply_of(session, key), roll)
        case TableDue.ENCOUNTER_CHECK:
            return check_for_encounter(session, roll)
        case TableDue.ENCOUNTER_TABLE:
            return reading(session.tables[session.watch.table], roll)
        case _:
            return session.game.resolve(session.rules_context(), due, roll)


def check_for_encounter(session: Session, roll: Roll) -> RuleResult:
    """Roll whether a random encounter comes: the total reaches the threshold (R1-034)."""
    watch = session.watch
    rolled = parse(watch.dice).roll(roll)
    comes = rolled.total >= watch.threshold
    throw = Throw(
        "encounter_check",
        rolled.dice,
        rolled.total,
        expression=watch.dice,
        target=watch.threshold,
        outcome="happens" if comes else "does_not_happen",
    )
    fact = Fact("encounter_comes" if comes else "no_encounter")
    return RuleResult(facts=(fact,), throws=(throw,), due=_what_comes(session) if comes else ())


def _what_comes(session: Session) -> tuple[Due, ...]:
    """Return the roll on the GM's encounter table, where there is one."""
    table = session.tables.get(session.watch.table)
    if table is None:
        return ()
    data: dict[str, Scalar] = {"name": table.name, "at": session.elapsed}
    return (Due(f"{TableDue.ENCOUNTER_TABLE}.{session.elapsed}", TableDue.ENCOUNTER_TABLE, data=data),)


def weather_due(session: Session, at: int) -> tuple[Due, ...]:
    """Return the roll for the weather of a day that began at a clock second, where there is a table."""
    table = session.tables.get(session.weather.table)
    if table is None:
        return ()
    return (Due(TableDue.WEATHER, TableDue.WEATHER, data={"name": table.name, "at": at}),)


def reading(table: RandomTable, roll: Roll) -> RuleResult:
    """Roll on one of the GM's tables and read what it says; refuses a total that no row has."""
    rolled, told = table.roll(roll)
    throw = Throw("table", rolled.dice, rolled.total, expression=table.dice, label=table.name)
    return RuleResult(
        facts=(Fact("table_read", {"name": table.name, "total": rolled.total, "text": told}),),
        throws=(throw,),
    )
