"""The rolls that each moment of play calls for: turns, the end of an encounter, time that passes.

Nothing here changes a sheet. A pending roll changes it when it is resolved.
"""

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from tracker.rules import body
from tracker.rules.clock import DAY
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import sleep
from tracker.rules.games.chronicle.checks import ENDURANCE, Call, figures_of, owed, task_of
from tracker.rules.games.chronicle.hunger import unfed_days
from tracker.rules.games.chronicle.sheet import AmmoMode, Character, character, choices
from tracker.rules.games.chronicle.sleep import days_awake
from tracker.rules.games.chronicle.states import CONDITIONS, Condition, group_initiative, suffered
from tracker.rules.pending import figure
from tracker.rules.supply import Trigger
from tracker.rules.system import PendingRoll, RulesContext, Sheet

YEAR = 365 * DAY
"""Seconds of a year. Every creature grows a year older when a year of the campaign is complete (R1-079)."""
MOST_DUES = 50
"""Most rolls of one kind that one passage of time calls for from a creature."""

REMINDED = (Condition.RESTRAINED, Condition.DOMINATED, Condition.FRIGHTENED, Condition.PETRIFIED)
"""Conditions that bind a turn without a die (R1-097, R1-100, R1-103, R1-105)."""
ROLLED = (Condition.CONFUSED, Condition.PARALYSED)
"""Conditions whose d20 may take a turn away (R1-099, R1-104)."""


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for a save against each condition, then for the effects of the others (R1-096, A1-33)."""
    sheet = character(context, who)
    if sheet.dead:
        return ()
    return (*_saves(context, who, sheet), *(effects(who, sheet) if not sheet.unconscious else ()))


def turns_outside(context: RulesContext, who: str, turns: int) -> tuple[PendingRoll, ...]:
    """Call for the rolls of so many turns outside an encounter, each kind folded into one (R1-061, A1-40).

    After several turns nothing reminds of what bound them.
    """
    sheet = character(context, who)
    if sheet.dead:
        return ()
    if turns == 1:
        started = (each for each in turn_starts(context, who) if not _reminds_already(context, each))
        return (*started, *turn_ends(context, who))
    able = not sheet.unconscious and Condition.PETRIFIED not in sheet.states
    lost = (_due(_EFFECT[each], who, each) for each in ROLLED if able and each in sheet.states)
    each_turn = (*_saves(context, who, sheet), *lost, *turn_ends(context, who))
    return tuple(_folded(pending, turns) for pending in each_turn)


def save_against(context: RulesContext, who: str, condition: str, key: str = "") -> PendingRoll:
    """Return the save against a condition, with the figures of this moment (R1-096, A1-41)."""
    figures = figures_of(character(context, who), Call(task_of(condition)), context.now)
    data = {"condition": str(condition), **owed(figures)}
    return PendingRoll(key or f"save.{condition}", "save", who, data)


def _saves(context: RulesContext, who: str, sheet: Character) -> Iterator[PendingRoll]:
    for condition in CONDITIONS:
        if condition in sheet.states and sheet.may_shake_off(condition):
            yield save_against(context, who, condition)


def _folded(pending: PendingRoll, turns: int) -> PendingRoll:
    data: dict[str, Scalar] = {**pending.data, "span": turns}
    if pending.kind == "poison":
        data["total"] = turns * figure(pending, "level")
    return replace(pending, data=data)


def _reminds_already(context: RulesContext, pending: PendingRoll) -> bool:
    """Whether the same reminder of the same creature is already pending."""
    about = ("reminder", pending.who, pending.data)
    return any((each.kind, each.who, each.data) == about for each in context.waiting.values())


def effects(who: str, sheet: Character) -> Iterator[PendingRoll]:
    """Yield the effects of conditions on a turn; petrification replaces all others (R1-105, A1-32)."""
    if Condition.PETRIFIED in sheet.states:
        yield _reminder(who, sheet, Condition.PETRIFIED)
        return
    yield from (_due(_EFFECT[each], who, each) for each in ROLLED if each in sheet.states)
    yield from (_reminder(who, sheet, each) for each in REMINDED if each in sheet.states)


_EFFECT = {Condition.CONFUSED: "confusion", Condition.PARALYSED: "paralysis"}


def turn_ends(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for the damage of poison (R1-107)."""
    sheet = character(context, who)
    poison = sheet.states.get(Condition.POISONED)
    if poison is None or sheet.dead:
        return ()
    return (
        PendingRoll("poison", "poison", who, {"condition": Condition.POISONED.value, "level": poison.level}),
    )


def encounter_ends(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for one roll of each ammunition fired, when the campaign counts by encounter (R1-047).

    Supplies of the whole party have one key, so they are rolled once.
    """
    if choices(context).ammo_mode is not AmmoMode.PER_ENCOUNTER:
        return ()
    return tuple(
        PendingRoll(f"ammunition.{key}", "ammunition", supply.owner, {"supply": key, "name": supply.name})
        for key, supply in context.supplies.items()
        if supply.owner in (who, "")
        and supply.trigger is Trigger.AMMUNITION
        and supply.fired
        and not supply.depleted
    )


def time_passes(context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
    """Call for the rolls of days unfed, of days awake too many and of years (R1-072, R1-077, R1-079).

    The clock goes from `context.now` to `until`, both in seconds.
    """
    sheet = character(context, who)
    if not sheet.is_pc or sheet.dead:
        return ()
    return (
        *islice(_hungry_days(who, sheet, context.now, until), MOST_DUES),
        *islice(_sleepless_days(who, sheet, context.now, until), MOST_DUES),
        *islice(_years(who, sheet, context.now, until), MOST_DUES),
    )


def clock_corrected(sheet: Sheet, by: int) -> Sheet:
    """Return a sheet as hungry and as tired as before, after the clock was corrected by `by` seconds."""
    if isinstance(sheet, Character):
        sheet = replace(sheet, naps_since=sheet.naps_since + by)
    return body.clock_corrected(sheet, by)


def lived_ordinarily(sheet: Sheet, now: int) -> Sheet:
    """Return a sheet without hunger or lost sleep after ordinary days (R1-064, R1-074, R1-078)."""
    if isinstance(sheet, Character):
        sheet = replace(sheet, hunger_failures=0, sleep_kept=0, napped=0)
    return body.lived_ordinarily(sheet, now)


def initiative_bonus(context: RulesContext, creature_ids: tuple[str, ...]) -> int:
    """Return the initiative penalty of a side: −1 for each living deaf member (R1-106, A1-31)."""
    living = (sheet for who in creature_ids if not (sheet := character(context, who)).dead)
    return group_initiative(sum(Condition.DEAFENED in suffered(sheet.states) for sheet in living))


def _hungry_days(who: str, sheet: Character, now: int, until: int) -> Iterator[PendingRoll]:
    for day in range(unfed_days(sheet.fed_at, now) + 1, unfed_days(sheet.fed_at, until) + 1):
        at = sheet.fed_at + day * DAY
        data = {"since": sheet.fed_at, "day": day, "at": at, **_endurance(sheet, at)}
        yield PendingRoll(f"hunger.{sheet.fed_at}.{day}", "hunger", who, data)


def _sleepless_days(who: str, sheet: Character, now: int, until: int) -> Iterator[PendingRoll]:
    for day in range(days_awake(sheet.awake_since, now) + 1, days_awake(sheet.awake_since, until) + 1):
        at = sheet.awake_since + day * DAY
        if sleep.threatens_life(sheet.sleep_penalty(at)):
            data = {"since": sheet.awake_since, "day": day, "at": at, **_endurance(sheet, at)}
            yield PendingRoll(f"sleep.{sheet.awake_since}.{day}", "sleep", who, data)


def _years(who: str, sheet: Character, now: int, until: int) -> Iterator[PendingRoll]:
    if Condition.PETRIFIED in sheet.states:
        return
    for year in range(now // YEAR + 1, until // YEAR + 1):
        at = year * YEAR
        yield PendingRoll(f"ageing.{year}", "ageing", who, {"year": year, "at": at, **_endurance(sheet, at)})


def _endurance(sheet: Character, at: int) -> dict[str, Scalar]:
    """Return the figures of an Endurance roll at a moment, which it keeps however late it is made (A1-41)."""
    return owed(figures_of(sheet, Call(ENDURANCE), at))


def _due(kind: str, who: str, condition: str) -> PendingRoll:
    return PendingRoll(f"{kind}.{condition}", kind, who, {"condition": str(condition)})


def _reminder(who: str, sheet: Character, condition: str) -> PendingRoll:
    data = {"condition": str(condition), "source": sheet.states[condition].source}
    return PendingRoll(f"reminder.{condition}", "reminder", who, data)
