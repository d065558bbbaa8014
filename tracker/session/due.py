"""Due rolls, whoever calls for them: the rules of the system, or the clock of the table."""

from collections.abc import Mapping
from enum import StrEnum

from tracker.rules.dice.notation import parse
from tracker.rules.fields import Scalar
from tracker.rules.game_system import GameSystem
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.system import Due, RulesContext
from tracker.session.state import Pending, Session


class TableDue(StrEnum):
    """Dues that belong to the table and not to a system."""

    USAGE = "usage"
    """A supply's usage die, at its own time (R1-037)."""
    ENCOUNTER_CHECK = "encounter_check"
    """Whether a random encounter comes (R1-034)."""
    ENCOUNTER_TABLE = "encounter_table"
    """What comes, by the GM's own table."""
    WEATHER = "weather"
    """What the sky does today, by the GM's own table."""
    EFFECT_SAVE = "effect_save"
    """Whether somebody saves against an effect of the GM's own, by whatever roll the GM calls for."""


_MOMENT = ("at", "since", "day", "year")
"""Data that tell one roll from the next one like it."""
_COUNTED = ("at", "since")
"""Those of them that go along with a corrected clock, where a need is counted from `since`."""


def likeness(pending: Pending) -> tuple[object, ...]:
    """Return what two pending rolls have in common that differ in their moment at most."""
    lasting = frozenset((name, value) for name, value in pending.data.items() if name not in _MOMENT)
    return pending.kind, pending.who, pending.encounter, lasting


def moved(waiting: Mapping[str, Pending], by: int) -> dict[str, dict[str, Scalar]]:
    """Return what pending rolls that count from a moment hold once the clock is put right by seconds."""
    return {
        key: {name: value + by for name in _COUNTED if isinstance(value := pending.data.get(name), int)}
        for key, pending in waiting.items()
        if "since" in pending.data
    }


def due_of(key: str, pending: Pending) -> Due:
    """Return the due that stands behind a pending roll."""
    return Due(key, pending.kind, pending.who, pending.data)


def whose(session: Session, due: Due | Pending) -> str:
    """Return whose a roll is: somebody's own, or that of whoever carries the supply it is for."""
    supply = session.supplies.get(str(due.data.get("supply")))
    return due.who or (supply.owner if supply else "")


def about(session: Session, pending: Pending) -> dict[str, Scalar]:
    """Return what a fact tells of a pending roll: its kind, whose it is, and what it bears upon."""
    own: dict[str, Scalar] = {"due": pending.kind, "who": whose(session, pending)}
    return own | {name: value for name, value in pending.data.items() if name not in own}


def is_still_due(session: Session, due: Due) -> bool:
    """Whether settling it would still mean something."""
    table = session.rules_context()
    return _means_something(session, table, due) and _can_be_read(session.game, table, due)


def still_due(session: Session, before: Mapping[str, Pending]) -> dict[str, Pending]:
    """Return the pending rolls that still mean something; nobody's own go with their encounter.

    Those that were pending `before` can be read: of 300 that wait, only the new ones are tried.
    """
    table = session.rules_context()
    return {
        key: pending
        for key, pending in session.pending.items()
        if (pending.who or not pending.encounter or pending.encounter in session.encounters)
        and _means_something(session, table, due := due_of(key, pending))
        and (pending is before.get(key) or _can_be_read(session.game, table, due))
    }


def _means_something(session: Session, table: RulesContext, due: Due) -> bool:
    if (due.who and due.who not in session.creatures) or _was_settled(session, due.key):
        return False
    match due.kind:
        case TableDue.USAGE:
            supply = session.supplies.get(str(due.data.get("supply")))
            return supply is not None and not supply.depleted
        case TableDue.ENCOUNTER_CHECK:
            return session.watch.threshold > 0
        case TableDue.ENCOUNTER_TABLE | TableDue.WEATHER:
            return table_of(session, due) is not None
        case TableDue.EFFECT_SAVE:
            return str(due.data.get("effect")) in session.effects
        case _:
            return due.kind in session.game.pending_rolls and _is_called_for(session.game, table, due)


def _was_settled(session: Session, key: str) -> bool:
    """Whether its encounter has settled it before: a copy that had not seen that called for it again."""
    waiting = session.pending.get(key)
    fight = session.encounters.get(waiting.encounter) if waiting else None
    return fight is not None and key in fight.settled


_UNREADABLE = (KeyError, TypeError, ValueError, Refusal)
"""What the rules raise for a due roll from another hand that they cannot read: it is let go."""


def _is_called_for(game: GameSystem, table: RulesContext, due: Due) -> bool:
    try:
        return game.still_due(table, due)
    except _UNREADABLE:
        return False


def _can_be_read(game: GameSystem, table: RulesContext, due: Due) -> bool:
    """Whether the rules can tell which dice it needs."""
    try:
        return due.kind not in game.pending_rolls or game.faces_of(table, due) is not None
    except _UNREADABLE:
        return False


def faces_needed(session: Session, due: Due) -> tuple[int, ...]:
    """Return the sides of the dice that settling it needs, in the order in which they fall.

    What somebody else has made pointless meanwhile needs none.
    """
    if not is_still_due(session, due):
        return ()
    match due.kind:
        case TableDue.USAGE:
            return (supply_of(session, str(due.data["supply"])).die,)
        case TableDue.ENCOUNTER_CHECK:
            return parse(session.watch.dice).sides
        case TableDue.ENCOUNTER_TABLE | TableDue.WEATHER:
            table = table_of(session, due)
            return parse(table.dice).sides if table else ()
        case TableDue.EFFECT_SAVE:
            return ()
        case _:
            return session.game.faces_of(session.rules_context(), due)


def favoured(session: Session, due: Due) -> Due:
    """Return a due as it is settled once a point is spent on it; refuses what the rules refuse."""
    if not is_still_due(session, due):
        raise Refusal("not_pending")
    return session.game.favoured(session.rules_context(), due)


def supply_of(session: Session, supply: str) -> Supply:
    """Return a supply by id, or refuse."""
    if supply not in session.supplies:
        known = ", ".join(each.name for each in session.supplies.values()) or "—"
        raise Refusal("unknown_supply", name=supply, known=known)
    return session.supplies[supply]


def table_of(session: Session, due: Due) -> RandomTable | None:
    """Return the table of the GM's on which a due is rolled."""
    watching = due.kind == TableDue.ENCOUNTER_TABLE
    return session.tables.get(session.watch.table if watching else session.weather.table)
