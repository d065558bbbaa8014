"""Pending rolls: which of them still mean something, which dice they need, how they are resolved."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

from msgspec.structs import replace

from tracker.rules.body import is_alive
from tracker.rules.dice import Mode, Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.fields import Scalar
from tracker.rules.game_system import GameSystem
from tracker.rules.pending import Adjustment, all_turns_of, dice_of, figure, turns_of
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.supply_use import use_supply
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext
from tracker.rules.table_reading import roll_and_read
from tracker.session.reminder import Awaits, Reminder
from tracker.session.request import request_fits
from tracker.session.state import Session, element


class SharedRoll(StrEnum):
    """Kinds of pending rolls that belong to the table and not to a game."""

    USAGE = "usage"
    """A supply's usage die, at its own time (R1-037)."""
    ENCOUNTER_CHECK = "encounter_check"
    """Whether there is a random encounter (R1-034)."""
    ENCOUNTER_TABLE = "encounter_table"
    """The choice of the encounter, by the GM's own table."""
    WEATHER = "weather"
    """Today's weather, by the GM's own table."""
    EFFECT_SAVE = "effect_save"
    """Whether a creature saves against one of the GM's own effects, by a roll of the GM's choice."""
    PROGRESS = "progress"
    """The outcome of a full progress clock; the GM tells it."""
    RECHARGE = "recharge"
    """Whether a counter of a creature comes back at the start of its turn."""
    AWAITED = "awaited"
    """A decision that the GM wanted to make once something has come true; the GM tells it."""
    DATE = "date"
    """A feast or an appointment whose day has come; the GM takes note of it."""
    REQUEST = "request"
    """A player's request from the players' page; the GM decides."""


_OF_THE_TABLE = frozenset(SharedRoll)

MOST_APART = 3
"""Most rolls of days and hours alike that are told one by one."""
_MOMENT = (
    *("at", "from", "since", "fed", "day", "year", "span", "of", "total", "before", "points", "failures"),
    *("difficulty", "static", "mode", "nights"),
)
"""Data in which two rolls alike may differ."""
_COUNTED = ("at", "since", "fed")
"""Clock seconds among them: they move with a corrected clock if a need is counted from `since`."""


# A roll among others: alike, moved with the clock, told by a fact.
def likeness(pending: PendingRoll) -> tuple[object, ...]:
    """Return everything about a pending roll but its moment. Rolls alike have equal likenesses."""
    lasting = frozenset((name, value) for name, value in pending.data.items() if name not in _MOMENT)
    return pending.kind, pending.who, pending.encounter, lasting


def keys_by_line(session: Session) -> list[tuple[str, ...]]:
    """Return the lines of what waits, in order, by keys: many rolls of one thing and creature share one.

    These are rolls alike of days and hours that passed; few of them have a line each.
    """
    groups = grouped_rolls(session, session.pending)
    whole = {keys[0]: keys for keys in groups if rolls_in(session, keys) > MOST_APART}
    inside = {key for keys in whole.values() for key in keys[1:]}
    return [whole.get(key, (key,)) for key in session.pending if key not in inside]


def grouped_rolls(session: Session, keys: Iterable[str]) -> list[tuple[str, ...]]:
    """Return pending rolls by keys, those of days and hours that are alike together."""
    groups: dict[object, list[str]] = {}
    for key in keys:
        pending = session.pending[key]
        groups.setdefault(likeness(pending) if "at" in pending.data else key, []).append(key)
    return [tuple(group) for group in groups.values()]


def line_of(session: Session, key: str) -> tuple[str, ...]:
    """Return the keys of the line of a pending roll."""
    return next((keys for keys in keys_by_line(session) if key in keys), (key,))


def place_of(session: Session, key: str) -> int:
    """Return the number of the line of a pending roll in the typed language, from 1."""
    return next(place for place, keys in enumerate(keys_by_line(session), 1) if key in keys)


def rolls_of(pending: PendingRoll) -> int:
    """Return how many rolls of days or hours, one after another, it stands for; a run of turns is one."""
    return turns_of(pending) if "at" in pending.data or pending.kind == SharedRoll.USAGE else 1


def as_one_roll(pending: PendingRoll) -> PendingRoll:
    """Return one of the rolls of days or hours for which a pending roll stands, without their count."""
    if rolls_of(pending) == 1:
        return pending
    return replace(pending, data={name: value for name, value in pending.data.items() if name != "span"})


def rolls_in(session: Session, keys: Iterable[str]) -> int:
    """Return for how many rolls a line stands."""
    return sum(rolls_of(session.pending[key]) for key in keys)


def moved_moments(waiting: Mapping[str, PendingRoll], by: int) -> dict[str, dict[str, Scalar]]:
    """Return the new data of pending rolls that count from a moment, after the clock was corrected."""
    return {
        key: {name: value + by for name in _COUNTED if isinstance(value := pending.data.get(name), int)}
        for key, pending in waiting.items()
        if "since" in pending.data
    }


def creature_of_roll(session: Session, pending: PendingRoll) -> str:
    """Return the creature of a roll: its own, or the owner of its supply."""
    supply = session.supplies.get(str(pending.data.get("supply")))
    return pending.who or (supply.owner if supply else "")


def lapse_data(session: Session, pending: PendingRoll) -> dict[str, Scalar]:
    """Return the data of a pending roll for a fact: its kind, its creature and its own data."""
    own: dict[str, Scalar] = {"due": pending.kind, "who": creature_of_roll(session, pending)}
    return own | {name: value for name, value in pending.data.items() if name not in own}


# Whether a roll still means something: the kinds of the table here, all others by the game.
def is_still_pending(session: Session, pending: PendingRoll) -> bool:
    """Whether resolving it would still mean something."""
    context = session.rules_context()
    return _means_something(session, context, pending) and _can_be_read(session.game, context, pending)


def still_pending(session: Session, before: Mapping[str, PendingRoll]) -> dict[str, PendingRoll]:
    """Return the pending rolls that still mean something; a game's rolls of nobody end with their encounter.

    Those that were pending `before` can be read: only new ones are tried.
    """
    context = session.rules_context()
    return {
        key: pending
        for key, pending in session.pending.items()
        if (pending.who or pending.kind in _OF_THE_TABLE or _goes_on(session, pending))
        and _means_something(session, context, pending)
        and (pending is before.get(key) or _can_be_read(session.game, context, pending))
    }


def _goes_on(session: Session, pending: PendingRoll) -> bool:
    return not pending.encounter or pending.encounter in session.encounters


def _means_something(session: Session, context: RulesContext, pending: PendingRoll) -> bool:
    if concerns_nobody(pending, lambda name, key: getattr(session, name).get(key)):
        return False
    if _was_settled(session, pending.key):
        return False
    if pending.kind in _OF_THE_TABLE:
        return _concerns_the_table(session, pending)
    return pending.kind in session.game.pending_rolls and _is_called_for(session.game, context, pending)


_ABOUT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    SharedRoll.EFFECT_SAVE: ("effect", ("effects",)),
    SharedRoll.DATE: ("date", ("feasts", "appointments")),
    SharedRoll.AWAITED: ("awaited", ("reminders",)),
    SharedRoll.USAGE: ("supply", ("supplies",)),
    SharedRoll.PROGRESS: ("progress", ("progress",)),
    SharedRoll.RECHARGE: ("progress", ("progress",)),
}
"""For kinds that are about an element: the datum that holds its key, and the collections it may be in."""


def concerns_nobody(pending: PendingRoll, element_at: Callable[[str, str], Any]) -> bool:
    """Whether what a roll is about is gone: its creature, its element, or the fight of one that is away.

    `element_at` returns the element of a collection by its key, or None.
    """
    if pending.who:
        creature = element_at("creatures", pending.who)
        if creature is None:
            return True
        if creature.is_away and pending.encounter and element_at("encounters", pending.encounter) is None:
            return True  # the fight last: while a session is folded it costs the most to look at
    datum, collections = _ABOUT.get(pending.kind, ("", ()))
    key = str(pending.data.get(datum))
    return bool(collections) and all(element_at(each, key) is None for each in collections)


def _concerns_the_table(session: Session, pending: PendingRoll) -> bool:
    match pending.kind:
        case SharedRoll.EFFECT_SAVE | SharedRoll.DATE | SharedRoll.AWAITED:
            return True
        case SharedRoll.USAGE:
            return not session.supplies[str(pending.data.get("supply"))].is_depleted
        case SharedRoll.ENCOUNTER_CHECK:
            return session.watch.threshold > 0
        case SharedRoll.PROGRESS | SharedRoll.RECHARGE:
            return _concerns_a_clock(session, pending)
        case SharedRoll.REQUEST:
            return request_fits(str(pending.data.get("request")), str(pending.data.get("text", "")))
        case _:
            return table_of(session, pending) is not None


def _concerns_a_clock(session: Session, pending: PendingRoll) -> bool:
    """Whether a clock still waits for what it brings, or a counter for the roll that fills it."""
    clock = session.progress[str(pending.data.get("progress"))]
    if pending.kind == SharedRoll.PROGRESS:
        return clock.complete
    return clock.recharges and bool(_dice_of(clock.dice))


def has_come(session: Session, reminder: Reminder) -> bool:
    """Whether what a note waits for has come true."""
    if reminder.awaits is Awaits.TIME:
        return session.elapsed >= reminder.figure
    creature = session.creatures.get(reminder.who)
    if creature is None:
        return False
    if reminder.awaits is Awaits.CONDITION:
        badges = session.game.badges(session.rules_context(), reminder.who)
        return any(badge.id == reminder.about for badge in badges)
    gauge = next((each for each in session.game.gauges if each.id == reminder.about), None)
    if gauge is None:
        return False
    current, figure = getattr(creature.sheet, gauge.current), reminder.figure
    if reminder.half:
        current, figure = 2 * current, getattr(creature.sheet, gauge.maximum)
    return bool(current <= figure if reminder.awaits is Awaits.AT_MOST else current >= figure)


def _was_settled(session: Session, key: str) -> bool:
    """Whether its encounter has already resolved it; a copy that did not know so called for it again."""
    waiting = session.pending.get(key)
    fight = session.encounters.get(waiting.encounter) if waiting else None
    if waiting is None or fight is None or not fight.settled:
        return False
    return keys_of_turns(session, waiting, 1)[0] in fight.settled


# Rolls of turns outside an order: one that stands for many turns knows the key of each.
def key_in_turn(who: str, key: str, at: int) -> str:
    """Return the key of a roll of the turn outside an order that ended at a second."""
    return f"turn.{at}.{who}.{key}"


def keys_of_turns(session: Session, pending: PendingRoll, turns: int) -> tuple[str, ...]:
    """Return the keys that the first turns of a roll would have had if each were called for alone."""
    if "from" not in pending.data:
        return (pending.key,)
    own, first = pending.key.partition(f"{pending.who}.")[2], figure(pending, "from")
    return tuple(
        key_in_turn(pending.who, own, first + number * session.turn_seconds) for number in range(turns)
    )


_UNREADABLE = (KeyError, TypeError, ValueError, Refusal)
"""The errors that the rules raise for a pending roll that they cannot read: it lapses."""


def _is_called_for(game: GameSystem, context: RulesContext, pending: PendingRoll) -> bool:
    try:
        return game.still_pending(context, pending)
    except _UNREADABLE:
        return False


def _can_be_read(game: GameSystem, context: RulesContext, pending: PendingRoll) -> bool:
    return pending.kind not in game.pending_rolls or _dice_of_the_game(game, context, pending) is not None


def _dice_of_the_game(
    game: GameSystem, context: RulesContext, pending: PendingRoll
) -> tuple[int, ...] | None:
    """Return the dice that the rules throw for it; None if they cannot read it."""
    try:
        return game.faces_of(context, pending)
    except _UNREADABLE:
        return None


def is_missed(session: Session, pending: PendingRoll) -> bool:
    """Whether the GM should know that a pending roll has become pointless: unless it is a mere notice."""
    kind = session.game.pending_rolls.get(pending.kind)
    return is_still_pending(session, pending) and not (kind is not None and kind.notice)


# The dice that a roll needs.
def sides_to_roll(session: Session, pending: PendingRoll) -> tuple[int, ...]:
    """Return the sides of the dice that resolving it needs, in the order in which they fall.

    A roll that has become pointless meanwhile needs none.
    """
    context = session.rules_context()
    if not _means_something(session, context, pending):
        return ()
    match pending.kind:
        case SharedRoll.USAGE:
            return dice_of(lambda roll: resolve_roll(session, pending, roll))
        case (
            SharedRoll.ENCOUNTER_CHECK | SharedRoll.ENCOUNTER_TABLE | SharedRoll.WEATHER | SharedRoll.RECHARGE
        ):
            return _dice_of(_expression_of(session, pending))
        case (
            SharedRoll.EFFECT_SAVE
            | SharedRoll.REQUEST
            | SharedRoll.PROGRESS
            | SharedRoll.DATE
            | SharedRoll.AWAITED
        ):
            return ()
        case _:
            return _dice_of_the_game(session.game, context, pending) or ()


def _expression_of(session: Session, pending: PendingRoll) -> str:
    """Return the dice of a roll of the table as the GM wrote them; empty without a table."""
    if pending.kind == SharedRoll.ENCOUNTER_CHECK:
        return session.watch.dice
    if pending.kind == SharedRoll.RECHARGE:
        return session.progress[str(pending.data["progress"])].dice
    table = table_of(session, pending)
    return table.dice if table else ""


def _dice_of(expression: str) -> tuple[int, ...]:
    """Return the sides of the dice of an expression; none of one from elsewhere that cannot be read."""
    try:
        return parse(expression).sides
    except Refusal:
        return ()


# What the GM changes about a roll before it is made.
def with_favour(session: Session, pending: PendingRoll) -> PendingRoll:
    """Return a pending roll with a point spent on it; refuses what the rules refuse."""
    if not is_still_pending(session, pending):
        raise Refusal("not_pending")
    return session.game.with_favour(session.rules_context(), pending)


def with_adjustment(session: Session, pending: PendingRoll, adjustment: Adjustment) -> PendingRoll:
    """Return a pending roll with the GM's Advantage, Disadvantage and modifiers (R1-024, R1-043).

    A usage die takes no modifiers (A1-13). Refuses `not_pending`, `no_modifier`, and a roll that takes none.
    """
    if not is_still_pending(session, pending):
        raise Refusal("not_pending")
    if pending.kind == SharedRoll.USAGE:
        if adjustment.modifiers:
            raise Refusal("no_modifier")
        return replace(pending, data={**pending.data, "mode": adjustment.mode.value})
    if pending.kind in _OF_THE_TABLE:
        raise Refusal("not_adjusted")
    return session.game.with_adjustment(session.rules_context(), pending, adjustment)


def _mode(pending: PendingRoll) -> Mode:
    """Return the mode of a usage die; a save from elsewhere may hold anything."""
    return next((mode for mode in Mode if mode == pending.data.get("mode")), Mode.NORMAL)


def with_turns(pending: PendingRoll, turns: int) -> PendingRoll:
    """Return a pending roll for some `of` the turns that it stands for; refuses `bad_count`."""
    most = turns_of(pending)
    if not 0 < turns <= most:
        raise Refusal("bad_count", count=turns, most=most)
    if turns == most:
        return pending
    total = {"total": figure(pending, "total") * turns // most} if "total" in pending.data else {}
    return replace(pending, data={**pending.data, "span": turns, "of": most, **total})


def turns_endured(session: Session, pending: PendingRoll) -> int | None:
    """Return how many turns of a harm that needs no dice its creature lives through; None if all of them."""
    if "total" not in pending.data or not is_still_pending(session, pending):
        return None
    if sides_to_roll(session, pending) or not _kills(session, pending):
        return None
    few, many = 0, turns_of(pending)
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if _kills(session, with_turns(pending, middle)) else (middle, many)
    return few


def _kills(session: Session, pending: PendingRoll) -> bool:
    result = session.game.resolve(session.rules_context(), pending, _no_dice)
    return pending.who in result.sheets and not is_alive(result.sheets[pending.who])


def _no_dice(sides: int) -> int:
    raise AssertionError(f"a harm without dice threw a d{sides}")


# The resolution: the kinds of the table here, all others by the game.
def supply_of(session: Session, supply: str) -> Supply:
    """Return a supply by id, or refuse."""
    return element(session.supplies, supply, "unknown_supply")


def table_of(session: Session, pending: PendingRoll) -> RandomTable | None:
    """Return the GM's table for a pending roll."""
    watching = pending.kind == SharedRoll.ENCOUNTER_TABLE
    return session.tables.get(session.watch.table if watching else session.weather.table)


def resolve_roll(session: Session, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Resolve it by the rules that called for it; refuses a roll that an act must answer."""
    if pending.kind in session.game.answers:
        raise Refusal("answer", act=session.game.answers[pending.kind], who=pending.who)
    match pending.kind:
        case SharedRoll.USAGE:
            key = str(pending.data["supply"])
            used = use_supply(key, supply_of(session, key), roll, _mode(pending))
            at = pending.data.get("at", session.elapsed)
            if isinstance(at, int) and at < session.elapsed:
                used = replace(
                    used, facts=tuple(Fact(each.kind, {**each.data, "at": at}) for each in used.facts)
                )
            left = 0 if used.supplies[key].is_depleted else all_turns_of(pending) - 1
            return replace(used, amends={pending.key: {"span": left}}) if left > 0 else used
        case SharedRoll.ENCOUNTER_CHECK:
            return check_for_encounter(session, roll)
        case SharedRoll.ENCOUNTER_TABLE:
            return reading(session.tables[session.watch.table], session.tables, roll)
        case _:
            return session.game.resolve(session.rules_context(), pending, roll)


def throw_against(purpose: str, dice: str, threshold: int, roll: Roll, who: str = "") -> tuple[Throw, bool]:
    """Throw dice, and return whether their total reaches the threshold too."""
    rolled = parse(dice).roll(roll)
    happens = rolled.total >= threshold
    outcome = "happens" if happens else "does_not_happen"
    throw = Throw(purpose, rolled.dice, rolled.total, who, expression=dice, target=threshold, outcome=outcome)
    return throw, happens


def check_for_encounter(session: Session, roll: Roll) -> RuleResult:
    """Roll whether a random encounter comes: the total reaches the threshold (R1-034)."""
    watch = session.watch
    throw, comes = throw_against("encounter_check", watch.dice, watch.threshold, roll)
    fact = Fact("encounter_comes" if comes else "no_encounter")
    return RuleResult(facts=(fact,), throws=(throw,), pending=_what_comes(session) if comes else ())


def _what_comes(session: Session) -> tuple[PendingRoll, ...]:
    """Return the roll on the GM's encounter table, where there is one."""
    table = session.tables.get(session.watch.table)
    if table is None:
        return ()
    data: dict[str, Scalar] = {"name": table.name, "at": session.elapsed}
    return (
        PendingRoll(f"{SharedRoll.ENCOUNTER_TABLE}.{session.elapsed}", SharedRoll.ENCOUNTER_TABLE, data=data),
    )


def weather_rolls(session: Session, at: int) -> tuple[PendingRoll, ...]:
    """Return the roll for the weather of a day that began at a clock second, where there is a table."""
    table = session.tables.get(session.weather.table)
    if table is None:
        return ()
    return (PendingRoll(SharedRoll.WEATHER, SharedRoll.WEATHER, data={"name": table.name, "at": at}),)


def reading(table: RandomTable, tables: Mapping[str, RandomTable], roll: Roll) -> RuleResult:
    """Roll on one of the GM's tables and read its row, which may call `tables`; refuses a missing row."""
    found = roll_and_read(table, tables, roll)
    fact = Fact("table_read", {"name": table.name, "total": found.total, "text": found.text})
    return RuleResult(facts=(fact, *found.facts), throws=found.throws)
