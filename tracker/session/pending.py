"""Pending rolls: which are still pending, which dice they need, and how they are resolved."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

from msgspec.structs import replace

from tracker.rules import supply_use
from tracker.rules.body import is_alive
from tracker.rules.dice import Mode, Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.fields import Scalar
from tracker.rules.game_system import GameSystem
from tracker.rules.pending import Adjustment, all_turns_of, dice_of, figure, own_key, turns_of
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

    USAGE = supply_use.USAGE
    """A supply's usage die, at its own time (R1-037)."""
    ENCOUNTER_CHECK = "encounter_check"
    """A check for a random encounter (R1-034)."""
    ENCOUNTER_TABLE = "encounter_table"
    """A roll on the GM's table of encounters."""
    WEATHER = "weather"
    """A roll on the GM's table of weather."""
    EFFECT_SAVE = "effect_save"
    """A save against one of the GM's own effects, by a roll of the GM's choice."""
    PROGRESS = "progress"
    """The outcome of a full progress clock, which the GM decides."""
    RECHARGE = "recharge"
    """A roll for a counter to refill at the start of its creature's turn."""
    AWAITED = "awaited"
    """A reminder that has become due; the GM decides."""
    DATE = "date"
    """A feast or an appointment of today; the GM only confirms it."""
    REQUEST = "request"
    """A player's request from the players' page; the GM decides."""


_SHARED_KINDS = frozenset(SharedRoll)

MOST_APART = 3
"""Most equal rolls of days or hours that have a line each."""
_MOMENT = (
    *("at", "from", "since", "fed", "day", "year", "span", "of", "total", "before", "points", "failures"),
    *("difficulty", "static", "mode", "nights"),
)
"""Data in which two equal rolls may differ."""
_COUNTED = ("at", "since", "fed")
"""The clock seconds among them. They move with a corrected clock if the roll has a `since`."""


# A roll among others: grouping, counting, moving with the clock.
def likeness(pending: PendingRoll) -> tuple[object, ...]:
    """Everything about a pending roll but its moment: equal rolls have equal likenesses."""
    data = frozenset((name, value) for name, value in pending.data.items() if name not in _MOMENT)
    return pending.kind, pending.who, pending.encounter, data


def keys_by_line(session: Session) -> list[tuple[str, ...]]:
    """List the lines of pending rolls, in order, each as its keys.

    Equal rolls of days or hours share one line if there are more than `MOST_APART`.
    """
    groups = grouped_rolls(session, session.pending)
    shared = {keys[0]: keys for keys in groups if rolls_in(session, keys) > MOST_APART}
    later_keys = {key for keys in shared.values() for key in keys[1:]}
    return [shared.get(key, (key,)) for key in session.pending if key not in later_keys]


def grouped_rolls(session: Session, keys: Iterable[str]) -> list[tuple[str, ...]]:
    """Group the keys of equal rolls of days and hours; each other roll is a group of its own."""
    groups: dict[object, list[str]] = {}
    for key in keys:
        pending = session.pending[key]
        groups.setdefault(likeness(pending) if "at" in pending.data else key, []).append(key)
    return [tuple(group) for group in groups.values()]


def line_of(session: Session, key: str) -> tuple[str, ...]:
    """Find the line of a pending roll, as its keys."""
    return next((keys for keys in keys_by_line(session) if key in keys), (key,))


def place_of(session: Session, key: str) -> int:
    """Find the number, from 1, by which the typed language calls the line of a pending roll."""
    return next(place for place, keys in enumerate(keys_by_line(session), 1) if key in keys)


def rolls_of(pending: PendingRoll) -> int:
    """Count the rolls of days or hours, one after another, that it stands for; a run of turns is 1."""
    return turns_of(pending) if "at" in pending.data or pending.kind == SharedRoll.USAGE else 1


def as_one_roll(pending: PendingRoll) -> PendingRoll:
    """Take one of the rolls of days or hours that a pending roll stands for, without their count."""
    if rolls_of(pending) == 1:
        return pending
    return replace(pending, data={name: value for name, value in pending.data.items() if name != "span"})


def rolls_in(session: Session, keys: Iterable[str]) -> int:
    """Count the rolls that a line stands for."""
    return sum(rolls_of(session.pending[key]) for key in keys)


def moved_moments(waiting: Mapping[str, PendingRoll], by: int) -> dict[str, dict[str, Scalar]]:
    """Move the moments of pending rolls with a clock that was corrected `by` seconds: their new data."""
    return {
        key: {name: value + by for name in _COUNTED if isinstance(value := pending.data.get(name), int)}
        for key, pending in waiting.items()
        if "since" in pending.data
    }


def creature_of_roll(session: Session, pending: PendingRoll) -> str:
    """Find the creature of a roll: its own, else the owner of its supply, else empty."""
    supply = session.supplies.get(str(pending.data.get("supply")))
    return pending.who or (supply.owner if supply else "")


def roll_of_clock(session: Session, key: str) -> PendingRoll:
    """Make the roll of a complete clock or counter: what it brings waits for the GM."""
    clock = session.progress[key]
    data: dict[str, Scalar] = {
        "progress": key,
        "name": session.label_of(clock),
        "spent": clock.counts_down,
        "text": clock.outcome,
    }
    return PendingRoll(f"{SharedRoll.PROGRESS}.{key}", SharedRoll.PROGRESS, data=data)


def lapse_data(session: Session, pending: PendingRoll) -> dict[str, Scalar]:
    """Put the kind, the creature and the own data of a pending roll into the data of a fact."""
    own: dict[str, Scalar] = {"due": pending.kind, "who": creature_of_roll(session, pending)}
    return own | {name: value for name, value in pending.data.items() if name not in own}


# Is a roll still pending? The table's own kinds are judged here, all others by the game.
def is_still_pending(session: Session, pending: PendingRoll) -> bool:
    """Whether resolving it would still have a meaning."""
    context = session.rules_context()
    return _has_meaning(session, context, pending) and _can_be_read(session.game, context, pending)


def still_pending(session: Session, old_rolls: Mapping[str, PendingRoll]) -> dict[str, PendingRoll]:
    """Keep the pending rolls that have a meaning. A game's rolls without a creature end with their encounter.

    `old_rolls` were pending before, so they can be read: only new ones are tried.
    """
    context = session.rules_context()
    return {
        key: pending
        for key, pending in session.pending.items()
        if (pending.who or pending.kind in _SHARED_KINDS or _is_encounter_open(session, pending))
        and _has_meaning(session, context, pending)
        and (pending is old_rolls.get(key) or _can_be_read(session.game, context, pending))
    }


def _is_encounter_open(session: Session, pending: PendingRoll) -> bool:
    return not pending.encounter or pending.encounter in session.encounters


def _has_meaning(session: Session, context: RulesContext, pending: PendingRoll) -> bool:
    if concerns_nobody(pending, lambda name, key: getattr(session, name).get(key)):
        return False
    if _is_settled(session, pending.key):
        return False
    if pending.kind in _SHARED_KINDS:
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
"""For kinds about an element: the datum with its key, and the collections that may have it."""


def concerns_nobody(pending: PendingRoll, element_at: Callable[[str, str], Any]) -> bool:
    """Whether the subject of a roll is gone: its creature, its element, or the fight of an away creature.

    `element_at` finds an element by its collection and key, or gives None.
    """
    if pending.who:
        creature = element_at("creatures", pending.who)
        if creature is None:
            return True
        # The fight comes last: while a session is folded, it costs the most to look up.
        if creature.is_away and pending.encounter and element_at("encounters", pending.encounter) is None:
            return True
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
    clock = session.progress[str(pending.data.get("progress"))]
    if pending.kind == SharedRoll.PROGRESS:
        return clock.complete
    return clock.recharges and bool(_dice_of(clock.dice))


def has_come(session: Session, reminder: Reminder) -> bool:
    """Whether the moment of a reminder has come."""
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


def _is_settled(session: Session, key: str) -> bool:
    """Its encounter has resolved it, and a copy that did not know so called for it again."""
    waiting = session.pending.get(key)
    fight = session.encounters.get(waiting.encounter) if waiting else None
    if waiting is None or fight is None or not fight.settled:
        return False
    return keys_of_turns(session, waiting, 1)[0] in fight.settled


# Rolls of turns outside an order: one roll may stand for many turns, and knows the key of each.
def key_in_turn(who: str, key: str, at: int) -> str:
    """Make the key of a roll of the turn outside an order that ended at clock second `at`."""
    return f"turn.{at}.{who}.{key}"


def keys_of_turns(session: Session, pending: PendingRoll, turns: int) -> tuple[str, ...]:
    """Make the keys that the first turns of a roll would have if each had been called for alone."""
    if "from" not in pending.data:
        return (pending.key,)
    own, first = pending.key.partition(f"{pending.who}.")[2], figure(pending, "from")
    return tuple(
        key_in_turn(pending.who, own, first + number * session.turn_seconds) for number in range(turns)
    )


_UNREADABLE = (KeyError, TypeError, ValueError, Refusal)
"""Errors of the rules for a pending roll that they cannot read. Such a roll lapses."""


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
    """None if the rules cannot read the roll."""
    try:
        return game.faces_of(context, pending)
    except _UNREADABLE:
        return None


def is_missed(session: Session, pending: PendingRoll) -> bool:
    """Whether the GM should learn that a pending roll lapses: not if it is a mere notice."""
    kind = session.game.pending_rolls.get(pending.kind)
    return is_still_pending(session, pending) and not (kind is not None and kind.notice)


# The dice of a roll.
def sides_to_roll(session: Session, pending: PendingRoll) -> tuple[int, ...]:
    """List the sides of the dice that resolving it needs, in the order of throwing.

    A roll that is pointless by now needs none.
    """
    context = session.rules_context()
    if not _has_meaning(session, context, pending):
        return ()
    match pending.kind:
        case SharedRoll.USAGE:
            return dice_of(lambda roll: resolve_roll(session, pending, roll), turns_of(pending))
        case (
            SharedRoll.ENCOUNTER_CHECK | SharedRoll.ENCOUNTER_TABLE | SharedRoll.WEATHER | SharedRoll.RECHARGE
        ):
            return _dice_of(_expression_of(session, pending))
        case SharedRoll.EFFECT_SAVE | SharedRoll.REQUEST | SharedRoll.DATE | SharedRoll.AWAITED:
            return ()
        case SharedRoll.PROGRESS:
            return dice_of(lambda roll: result_of_clock(session, str(pending.data["progress"]), roll))
        case _:
            return _dice_of_the_game(session.game, context, pending) or ()


def _expression_of(session: Session, pending: PendingRoll) -> str:
    """Find the dice that the GM set for a roll of the table; empty without a table."""
    if pending.kind == SharedRoll.ENCOUNTER_CHECK:
        return session.watch.dice
    if pending.kind == SharedRoll.RECHARGE:
        return session.progress[str(pending.data["progress"])].dice
    table = table_of(session, pending)
    return table.dice if table else ""


def _dice_of(expression: str) -> tuple[int, ...]:
    """List the sides of the dice; none if an expression from another program cannot be read."""
    try:
        return parse(expression).sides
    except Refusal:
        return ()


# Changes that the GM makes to a roll before it is made.
def with_favour(session: Session, pending: PendingRoll) -> PendingRoll:
    """Spend a point on a pending roll. Refuses `not_pending`, and what the rules refuse."""
    if not is_still_pending(session, pending):
        raise Refusal("not_pending")
    return session.game.with_favour(session.rules_context(), pending)


def with_adjustment(session: Session, pending: PendingRoll, adjustment: Adjustment) -> PendingRoll:
    """Apply the GM's Advantage, Disadvantage and modifiers to a pending roll (R1-024, R1-043).

    A usage die takes no modifiers (A1-13). Refuses `not_pending`, `no_modifier`, and a roll that takes none.
    """
    if not is_still_pending(session, pending):
        raise Refusal("not_pending")
    if pending.kind == SharedRoll.USAGE:
        if adjustment.modifiers:
            raise Refusal("no_modifier")
        return replace(pending, data={**pending.data, "mode": adjustment.mode.value})
    if pending.kind in _SHARED_KINDS:
        raise Refusal("not_adjusted")
    return session.game.with_adjustment(session.rules_context(), pending, adjustment)


def _mode_of(pending: PendingRoll) -> Mode:
    # A save from elsewhere may have anything here.
    return next((mode for mode in Mode if mode == pending.data.get("mode")), Mode.NORMAL)


def with_turns(pending: PendingRoll, turns: int) -> PendingRoll:
    """Narrow a pending roll to some of its turns, as `span` `of` all; refuses `bad_count`."""
    all_turns = turns_of(pending)
    if not 0 < turns <= all_turns:
        raise Refusal("bad_count", count=turns, most=all_turns)
    if turns == all_turns:
        return pending
    total = {"total": figure(pending, "total") * turns // all_turns} if "total" in pending.data else {}
    return replace(pending, data={**pending.data, "span": turns, "of": all_turns, **total})


def turns_endured(session: Session, pending: PendingRoll) -> int | None:
    """Count the turns of a harm without dice that its creature survives; None if it survives all of them."""
    if "total" not in pending.data or not is_still_pending(session, pending):
        return None
    if sides_to_roll(session, pending) or not _kills(session, pending):
        return None
    # Bisection: the harm only grows with the turns.
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


# Resolution: the table's own kinds here, all others by the game.
def supply_of(session: Session, supply: str) -> Supply:
    """Refuses an unknown id (`unknown_supply`)."""
    return element(session.supplies, supply, "unknown_supply")


def table_of(session: Session, pending: PendingRoll) -> RandomTable | None:
    """Find the GM's table for a roll of encounters or weather."""
    is_encounter = pending.kind == SharedRoll.ENCOUNTER_TABLE
    return session.tables.get(session.watch.table if is_encounter else session.weather.table)


def resolve_roll(session: Session, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Resolve it by the rules that called for it. Refuses a roll that an act must answer."""
    if pending.kind in session.game.answers:
        raise Refusal("answer", act=session.game.answers[pending.kind], who=pending.who)
    match pending.kind:
        case SharedRoll.USAGE:
            key = str(pending.data["supply"])
            result = use_supply(key, supply_of(session, key), roll, _mode_of(pending))
            at = pending.data.get("at", session.elapsed)
            if isinstance(at, int) and at < session.elapsed:
                result = replace(
                    result, facts=tuple(Fact(each.kind, {**each.data, "at": at}) for each in result.facts)
                )
            turns_left = 0 if result.supplies[key].is_depleted else all_turns_of(pending) - 1
            return replace(result, amends={pending.key: {"span": turns_left}}) if turns_left > 0 else result
        case SharedRoll.ENCOUNTER_CHECK:
            return check_for_encounter(session, roll)
        case SharedRoll.ENCOUNTER_TABLE:
            return read_table(session.tables[session.watch.table], session.tables, roll)
        case _:
            return session.game.resolve(session.rules_context(), pending, roll)


def result_of_clock(session: Session, key: str, roll: Roll) -> RuleResult:
    """Play what the game makes of a full clock of its own; nothing comes of the GM's."""
    game = session.game
    return game.clock_filled(session.rules_context(), key, roll) if key in game.clocks else RuleResult()


def throw_against(purpose: str, dice: str, threshold: int, roll: Roll, who: str = "") -> tuple[Throw, bool]:
    """Throw dice. The bool says whether their total reaches the threshold."""
    result = parse(dice).roll(roll)
    happens = result.total >= threshold
    outcome = "happens" if happens else "does_not_happen"
    throw = Throw(purpose, result.dice, result.total, who, expression=dice, target=threshold, outcome=outcome)
    return throw, happens


def check_for_encounter(session: Session, roll: Roll) -> RuleResult:
    """Check for a random encounter: it comes if the total reaches the threshold (R1-034)."""
    watch = session.watch
    throw, comes = throw_against("encounter_check", watch.dice, watch.threshold, roll)
    fact = Fact("encounter_comes" if comes else "no_encounter")
    return RuleResult(facts=(fact,), throws=(throw,), pending=_encounter_table_roll(session) if comes else ())


def _encounter_table_roll(session: Session) -> tuple[PendingRoll, ...]:
    """Call for a roll on the GM's table of encounters, if there is one."""
    table = session.tables.get(session.watch.table)
    if table is None:
        return ()
    data: dict[str, Scalar] = {"name": table.name, "at": session.elapsed}
    key = own_key(session.rules_context(), "", f"{SharedRoll.ENCOUNTER_TABLE}.{session.elapsed}")
    return (PendingRoll(key, SharedRoll.ENCOUNTER_TABLE, data=data),)


def weather_rolls(session: Session, at: int) -> tuple[PendingRoll, ...]:
    """Call for the weather of the day that began at clock second `at`, if the GM has a table for it."""
    table = session.tables.get(session.weather.table)
    if table is None:
        return ()
    return (PendingRoll(SharedRoll.WEATHER, SharedRoll.WEATHER, data={"name": table.name, "at": at}),)


def read_table(table: RandomTable, tables: Mapping[str, RandomTable], roll: Roll) -> RuleResult:
    """Roll on a table and read the row, which may call other `tables`; refuses a missing row."""
    result = roll_and_read(table, tables, roll)
    fact = Fact("table_read", {"name": table.name, "total": result.total, "text": result.text})
    return RuleResult(facts=(fact, *result.facts), throws=result.throws)
