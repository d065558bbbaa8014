"""The pending rolls of Chronicle: what calls for them, how they are resolved, when they lapse."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum, auto

from msgspec.structs import replace

from tracker.rules import body
from tracker.rules.clock import DAY
from tracker.rules.dice import Mode, Roll, Throw, is_spent, sum_kept, throw_in_mode
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import vitals
from tracker.rules.games.chronicle.acts import deal, deal_blow, save_task
from tracker.rules.games.chronicle.checks import (
    ENDURANCE,
    Call,
    Figures,
    Handling,
    adjusted_handling,
    apply_damage,
    apply_healing,
    effect_handling,
    effect_throw,
    effort_on,
    figures_data,
    figures_of,
    handling_data,
    handling_of,
    happens,
    is_success,
    kept_figures,
    lowered_roll_facts,
    roll_attribute,
    save_against,
    shake_off,
    task_of,
    with_death,
)
from tracker.rules.games.chronicle.life import a_year_older
from tracker.rules.games.chronicle.sheet import (
    ATTRIBUTES,
    CONDITIONS,
    AmmoMode,
    Attribute,
    Character,
    Condition,
    character,
    choices,
    implied_conditions,
)
from tracker.rules.games.chronicle.vitals import days_awake, unfed_days
from tracker.rules.pending import Adjustment, PendingRollKind, all_turns_of, figure, turns_of
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import use_supply
from tracker.rules.system import EffectHandling, Fact, PendingRoll, RuleResult, RulesContext, Sheet
from tracker.rules.weapon import BLOW, is_target_alive

# The rolls that each moment of play calls for: turns, the end of an encounter, time that passes.
# These functions change no sheet: a pending roll changes it when it is resolved.

MOST_DUES = 50
"""The limit of pending rolls of one kind from one passage of time; the last one stands for all the rest."""


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for a save against each condition, then for the effects of conditions (R1-096, A1-33)."""
    sheet = character(context, who)
    if sheet.dead:
        return ()
    return (*_saves(context, who, sheet), *(condition_effects(who, sheet) if not sheet.unconscious else ()))


def turns_outside(context: RulesContext, who: str, turns: int) -> tuple[PendingRoll, ...]:
    """Call for the rolls of `turns` turns outside an encounter, each kind merged into one (R1-061, A1-40).

    After several turns, nothing reminds of the conditions that bound them.
    """
    sheet = character(context, who)
    if sheet.dead:
        return ()
    if turns == 1:
        start_rolls = (each for each in turn_starts(context, who) if not _reminds_already(context, each))
        return (*start_rolls, *turn_ends(context, who))
    able = not sheet.unconscious and Condition.PETRIFIED not in sheet.states
    lost_turns = _lost_turns_due(who, sheet) if able else ()
    rolls = (*_saves(context, who, sheet), *lost_turns, *turn_ends(context, who))
    return tuple(_fold(pending, turns) for pending in rolls)


def _saves(context: RulesContext, who: str, sheet: Character) -> Iterator[PendingRoll]:
    for condition in CONDITIONS:
        if condition in sheet.states and sheet.may_shake_off(condition):
            yield save_against(context, who, condition)


def _fold(pending: PendingRoll, turns: int) -> PendingRoll:
    totals = {"total": turns * figure(pending, "total")} if "total" in pending.data else {}
    return replace(pending, data={**pending.data, "span": turns, **totals})


def _reminds_already(context: RulesContext, pending: PendingRoll) -> bool:
    """Whether the same reminder of the same creature is pending."""
    return any(
        each.kind == "reminder" and each.who == pending.who and pending.data.items() <= each.data.items()
        for each in context.waiting.values()
    )


def condition_effects(who: str, sheet: Character) -> Iterator[PendingRoll]:
    """Yield the effects of conditions on a turn; stone replaces all others (R1-105, A1-32)."""
    if Condition.PETRIFIED in sheet.states:
        yield _reminder(who, sheet, Condition.PETRIFIED)
        return
    yield from _lost_turns_due(who, sheet)
    yield from (
        _reminder(who, sheet, name)
        for name, each in CONDITIONS.items()
        if each.binds and name in sheet.states
    )


def _lost_turns_due(who: str, sheet: Character) -> Iterator[PendingRoll]:
    """Yield a roll for each condition that may take the turn away."""
    for name, each in CONDITIONS.items():
        if each.lost_turn and name in sheet.states:
            yield PendingRoll(f"{each.lost_turn}.{name}", each.lost_turn, who, {"condition": str(name)})


def turn_ends(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for the damage of poison (R1-107)."""
    sheet = character(context, who)
    poison = sheet.states.get(Condition.POISONED)
    if poison is None or sheet.dead:
        return ()
    data: dict[str, Scalar] = {
        "condition": Condition.POISONED.value,
        "level": poison.level,
        "total": poison.level,
    }
    return (PendingRoll("poison", "poison", who, data),)


def encounter_ends(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for one roll of each ammunition fired, if the campaign counts by encounter (R1-047).

    A supply of the whole party has one key, so it is rolled once.
    """
    if choices(context).ammo_mode is not AmmoMode.PER_ENCOUNTER:
        return ()
    return tuple(
        PendingRoll(f"ammunition.{key}", "ammunition", supply.owner, {"supply": key, "name": supply.name})
        for key, supply in context.supplies.items()
        if supply.owner in (who, "")
        and supply.trigger is Trigger.AMMUNITION
        and supply.fired
        and not supply.is_depleted
    )


def time_passes(context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
    """Call for the rolls of days unfed, of too many days awake, and of years (R1-072, R1-077, R1-079).

    The clock goes from `context.now` to `until`, both in seconds.
    """
    sheet = character(context, who)
    if not sheet.is_pc or sheet.dead:
        return ()
    return (
        *_hungry_days(who, sheet, context.now, until),
        *_sleepless_days(who, sheet, context.now, until),
        *_years(who, sheet, context, until),
    )


def clock_corrected(sheet: Sheet, by: int) -> Sheet:
    """Keep a creature as hungry and tired as it was when the clock is corrected by `by` seconds."""
    if isinstance(sheet, Character):
        sheet = replace(
            sheet,
            naps_since=sheet.naps_since + by,
            came_at=sheet.came_at + by,
            rested_at=_shift(sheet.rested_at, by),
            rested_before=_shift(sheet.rested_before, by),
        )
    return body.clock_corrected(sheet, by)


def _shift(moment: int | None, by: int) -> int | None:
    return None if moment is None else moment + by


def lived_ordinarily(sheet: Sheet, now: int) -> Sheet:
    """Clear hunger and lost sleep after ordinary days (R1-064, R1-074, R1-078)."""
    if isinstance(sheet, Character):
        sheet = replace(sheet, hunger_failures=0, sleep_kept=0, napped=0)
    return body.lived_ordinarily(sheet, now)


def initiative_handling(
    context: RulesContext, rollers: tuple[str, ...], side: tuple[str, ...]
) -> EffectHandling:
    """Find what lowers an initiative: its rollers' sickness, lost sleep, domination (A1-42, A1-51).

    For several who roll as one, only what all of them suffer counts. Each living deaf member of the side
    subtracts 1 from its roll, or from each of its rolls (R1-106, A1-31).
    """
    handlings = [effect_handling(sheet, context.now) for sheet in _living(context, rollers)]
    states = [name for sheet in _living(context, side) for name in implied_conditions(sheet.states)]
    deaf = sum(CONDITIONS[name].initiative for name in states)
    all_hindered = bool(handlings) and all(how.mode is Mode.DISADVANTAGE for how in handlings)
    mode = Mode.DISADVANTAGE if all_hindered else Mode.NORMAL
    how = Handling(mode, max((how.static for how in handlings), default=0) + deaf)
    return EffectHandling(how.mode, how.static)


def _living(context: RulesContext, creature_ids: tuple[str, ...]) -> list[Character]:
    sheets = (character(context, who) for who in creature_ids)
    return [sheet for sheet in sheets if not sheet.dead]


def _hungry_days(who: str, sheet: Character, now: int, until: int) -> Iterator[PendingRoll]:
    days = range(unfed_days(sheet.fed_at, now) + 1, unfed_days(sheet.fed_at, until) + 1)
    for day, rolls in _due_numbers(days):
        moment = sheet.fed_at + day * DAY
        data = {"since": sheet.fed_at, "day": day, "at": moment, **_endurance(sheet, moment, rolls)}
        yield PendingRoll(f"hunger.{sheet.fed_at}.{day}", "hunger", who, data)


def _sleepless_days(who: str, sheet: Character, now: int, until: int) -> Iterator[PendingRoll]:
    since = sheet.awake_since
    days = range(days_awake(since, now) + 1, days_awake(since, until) + 1)
    deadly = [day for day in days if vitals.threatens_life(sheet.sleep_penalty(since + day * DAY))]
    for day, rolls in _due_numbers(deadly):
        moment = since + day * DAY
        data = {"since": since, "day": day, "at": moment, **_endurance(sheet, moment, rolls)}
        yield PendingRoll(f"sleep.{since}.{day}", "sleep", who, data)


def _years(who: str, sheet: Character, context: RulesContext, until: int) -> Iterator[PendingRoll]:
    """Yield a creature's birthdays by the calendar's year, counted from when it came (R1-079)."""
    now, length = context.now, context.year
    if Condition.PETRIFIED in sheet.states:
        return
    years = range((now - sheet.came_at) // length + 1, (until - sheet.came_at) // length + 1)
    for year, rolls in _due_numbers(years):
        moment = sheet.came_at + year * length
        data = {"year": year, "at": moment, **_endurance(sheet, moment, rolls)}
        yield PendingRoll(f"ageing.{year}", "ageing", who, data)


def _due_numbers(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the days or years that get a pending roll, and for how many rolls it stands."""
    for place, number in enumerate(numbers[:MOST_DUES], 1):
        yield number, len(numbers) - place + 1 if place == MOST_DUES else 1


def _endurance(sheet: Character, moment: int, rolls: int) -> dict[str, Scalar]:
    """Fix the figures of an Endurance roll at a moment, however late it is made (A1-41)."""
    # A roll for many days keeps the last meal, from which hunger makes each later one harder.
    merged: dict[str, Scalar] = {"span": rolls, "fed": sheet.fed_at} if rolls > 1 else {}
    return {**figures_data(figures_of(sheet, Call(ENDURANCE), moment)), **merged}


def _next_owed(pending: PendingRoll, number: str, seconds: int) -> dict[str, dict[str, Scalar]]:
    """Update a roll that stands for many to the figures of the next day or year (A1-41)."""
    remaining, moment, fed_at = turns_of(pending) - 1, _call_time(pending), figure(pending, "fed")
    if remaining < 1:
        return {}
    # Lost sleep needs no update: it became Disadvantage before the first of these rolls.
    hunger = unfed_days(fed_at, moment + seconds) - unfed_days(fed_at, moment)
    return {
        pending.key: {
            "span": remaining,
            number: figure(pending, number) + 1,
            "at": moment + seconds,
            "difficulty": figure(pending, "difficulty") + hunger,
        }
    }


def _reminder(who: str, sheet: Character, condition: str) -> PendingRoll:
    data = {"condition": str(condition), "source": sheet.states[condition].source}
    return PendingRoll(f"reminder.{condition}", "reminder", who, data)


# The kinds of pending rolls, and what a pending roll says of itself.


class Adjusts(Enum):
    """The data of a pending roll that the GM may change before the dice fall."""

    NOTHING = auto()
    MODE = auto()
    """Advantage and Disadvantage, no modifiers (A1-13)."""
    HANDLING = auto()
    FIGURES = auto()
    """The figures of an attribute roll, which the roll keeps (A1-41)."""


class Kind(PendingRollKind, frozen=True):
    """A kind of pending roll of Chronicle."""

    adjusts: Adjusts = Adjusts.NOTHING
    takes_effort: bool = False
    """Whether a point of Effort may be spent on it; not on one that gives Effort back."""
    each_turn: bool = False
    """Whether it is an effect that a condition has in each turn."""


def _call_of(pending: PendingRoll, now: int) -> tuple[Call, int]:
    """Describe a pending roll, with the second at which hunger and sleep count for it."""
    if pending.kind == "save":
        return Call(task_of(_condition(pending))), now
    if pending.kind == "trap":
        return Call(save_task(_attribute(pending))), now
    return Call(ENDURANCE), now if pending.kind == "ageing" else _call_time(pending)


def _figures(
    context: RulesContext, pending: PendingRoll, call: Call, now: int
) -> tuple[Character, Figures, tuple[Fact, ...]]:
    """Read a pending roll's figures, after the Effort spent on it; also its sheet and facts."""
    sheet = character(context, pending.who)
    figures = kept_figures(pending, sheet, call, now)
    return effort_on(pending.who, sheet, figures) if _with_effort(pending) else (sheet, figures, ())


def _with_effort(pending: PendingRoll) -> bool:
    return bool(pending.data.get("effort"))


def _call_time(pending: PendingRoll) -> int:
    """Return the clock second at which a roll was called for: a delay changes nothing."""
    return figure(pending, "at")


def _condition(pending: PendingRoll) -> str:
    return str(pending.data.get("condition", ""))


def _attribute(pending: PendingRoll) -> str:
    return str(pending.data.get("attribute", ""))


def _supply(context: RulesContext, pending: PendingRoll) -> Supply | None:
    return context.supplies.get(str(pending.data.get("supply", "")))


# Turns under a condition: the save that ends it, and what it does until then (R1-096..R1-107).

MOST_AT_ONCE = 100
"""The limit of turns whose rolls are made at once; the others stay pending."""


def resolve_save(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Try to shake off a condition at the start of a turn, or of each of many turns (R1-096, A1-40).

    Typed faces are used for one turn each; turns without a face stay pending. A creature that stops being
    stone suffers its other conditions in the same turn (A1-32, A1-33).
    """
    who, condition, turns = pending.who, _condition(pending), all_turns_of(pending)
    sheet, figures, facts = _figures(context, pending, Call(task_of(condition)), context.now)
    result = RuleResult()
    throws: tuple[Throw, ...] = ()
    tries = 0
    while tries < min(turns_of(pending), MOST_AT_ONCE) and not (
        tries and (is_success(throws[-1]) or is_spent(roll))
    ):
        result = shake_off(who, sheet, condition, figures, roll)
        throws = (*throws, *result.throws)
        figures = kept_figures(pending, sheet, Call(task_of(condition)), context.now)
        tries += 1
    after = result.sheets.get(who, sheet)
    save_facts = result.facts if turns == 1 else (_turns_fact(pending, throws),)
    result = RuleResult(sheets={who: after}, facts=(*facts, *save_facts), throws=throws)
    if not is_success(throws[-1]):
        remaining = {pending.key: {"span": turns - tries, "before": figure(pending, "before") + tries}}
        return replace(result, amends=remaining if tries < turns else {})
    result = replace(
        result, amends=_without_spared_turns(context, pending, figure(pending, "before") + tries - 1)
    )
    if condition != Condition.PETRIFIED or not isinstance(after, Character) or turns > 1:
        return result
    return replace(result, next_pending=() if after.unconscious else tuple(condition_effects(who, after)))


def _turns_fact(pending: PendingRoll, throws: tuple[Throw, ...]) -> Fact:
    """Record the saves of many turns: the turn of a success, or the number of failures."""
    who, condition = pending.who, _condition(pending)
    tries = figure(pending, "before") + len(throws)
    if is_success(throws[-1]):
        return Fact("shook_off_in_turn", {"who": who, "condition": condition, "turn": tries})
    return Fact("still_suffers_turns", {"who": who, "condition": condition, "turns": tries})


def _without_spared_turns(
    context: RulesContext, pending: PendingRoll, suffered_turns: int
) -> Mapping[str, Mapping[str, Scalar]]:
    """Shorten the pending effects of a condition after a save ended it (A1-33, A1-40).

    Effects of earlier turns stay as they were. Of the turns that the save covered, only those before its
    success count; later ones do not.
    """
    moment, condition = pending.key.partition(f"{pending.who}.")[0], _condition(pending)
    keys = list(context.waiting)
    amends: dict[str, Mapping[str, Scalar]] = {}
    for key in keys[keys.index(pending.key) + 1 :] if pending.key in keys else ():
        effect = context.waiting[key]
        if effect.who == pending.who and _condition(effect) == condition and _is_of_each_turn(effect):
            turns = min(turns_of(effect), suffered_turns) if key.startswith(moment) else 0
            amends[key] = {"span": turns, "total": turns * figure(effect, "level")}
    return amends


def waits_for(context: RulesContext, pending: PendingRoll) -> str:
    """Return the key of the save that comes before a condition's effect, of its turn or an earlier one.

    A save of many turns that has been tried for the turns of the effect no longer comes before it (A1-50).
    """
    if not _is_of_each_turn(pending):
        return ""
    moment = pending.key.partition(f"{pending.who}.")[0]
    for key, other in context.waiting.items():
        if key == pending.key:
            return ""
        is_its_save = (other.kind, other.who, _condition(other)) == ("save", pending.who, _condition(pending))
        is_tried = key.startswith(moment) and turns_of(pending) <= figure(other, "before")
        if is_its_save and not is_tried and _can_save(context, other):
            return key
    return ""


def _is_of_each_turn(pending: PendingRoll) -> bool:
    return pending.kind in PENDING_ROLLS and PENDING_ROLLS[pending.kind].each_turn


def resolve_reminder(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Record what a condition imposes on the turn (R1-097, R1-100, R1-103, R1-105)."""
    data = {"who": pending.who, "source": pending.data.get("source", "")}
    return RuleResult(facts=(Fact(f"bound_{_condition(pending)}", data),))


def resolve_poison(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Deal a poison's level for each of its turns that has ended; nothing reduces it (R1-107, A1-40)."""
    sheet, turns = character(context, pending.who), turns_of(pending)
    level = figure(pending, "level")
    after, facts = apply_damage(pending.who, sheet, level * turns, "poison")
    data: dict[str, Scalar] = {"who": pending.who, "level": level}
    if all_turns_of(pending) > 1:
        data = {"of": figure(pending, "of"), "turns": turns, **data}
    return RuleResult(sheets={pending.who: after}, facts=(Fact("poison_works", data), *facts))


LOST_CONTROL = 11
"""The face of a d20 from which a confused or paralysed creature loses its turn (R1-099, R1-104)."""


class Confusion(StrEnum):
    """What a confused creature does in its turn (R1-099)."""

    NORMAL = "normal"
    ATTACK_ALLY = "attack_ally"
    HIT_SELF = "hit_self"


def confusion(face: int) -> Confusion:
    """Read the d20 of a confused turn: from 11 on, even hits an ally, odd oneself (R1-099, A1-30)."""
    if not happens(LOST_CONTROL, face):
        return Confusion.NORMAL
    return Confusion.HIT_SELF if face % 2 else Confusion.ATTACK_ALLY


class Paralysis(StrEnum):
    """Whether a paralysed creature acts in its turn (R1-104)."""

    ACTS = "acts"
    PARALYSED = "paralysed"


def paralysis(face: int) -> Paralysis:
    """Read the d20 of a paralysed turn: from 11 on, the turn is lost (R1-104)."""
    return Paralysis.PARALYSED if happens(LOST_CONTROL, face) else Paralysis.ACTS


def resolve_confusion(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll for what a confused creature does (R1-099)."""
    return _lost_turns(pending, confusion, roll)


def resolve_paralysis(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll whether a paralysed creature can act (R1-104)."""
    return _lost_turns(pending, paralysis, roll)


def _lost_turns(pending: PendingRoll, read: Callable[[int], StrEnum], roll: Roll) -> RuleResult:
    """Roll a d20 for each turn that a condition may take away (A1-40)."""
    who, condition, turns = pending.who, _condition(pending), turns_of(pending)
    throws: tuple[Throw, ...] = (_lost_turn(pending, read, roll),)
    while len(throws) < min(turns, MOST_AT_ONCE) and not is_spent(roll):
        throws = (*throws, _lost_turn(pending, read, roll))
    if all_turns_of(pending) == 1:
        return RuleResult(facts=(Fact(f"{condition}_{throws[0].outcome}", {"who": who}),), throws=throws)
    lost_count = sum(happens(LOST_CONTROL, throw.total) for throw in throws)
    fact = Fact(f"{condition}_turns", {"who": who, "turns": len(throws), "lost": lost_count})
    remaining = all_turns_of(pending) - len(throws)
    return RuleResult(
        facts=(fact,), throws=throws, amends={pending.key: {"span": remaining}} if remaining else {}
    )


def _lost_turn(pending: PendingRoll, read: Callable[[int], StrEnum], roll: Roll) -> Throw:
    """Roll the d20 of one turn; Advantage keeps its lower face, the better one here (R1-021, R1-022)."""
    mode = handling_of(pending).mode
    dice = throw_in_mode(20, _OPPOSITE[mode], roll)
    face = sum_kept(dice)
    return Throw(
        pending.kind,
        dice,
        face,
        pending.who,
        _condition(pending),
        mode=mode,
        target=LOST_CONTROL,
        outcome=read(face),
    )


_OPPOSITE = {
    Mode.NORMAL: Mode.NORMAL,
    Mode.ADVANTAGE: Mode.DISADVANTAGE,
    Mode.DISADVANTAGE: Mode.ADVANTAGE,
}


def _is_suffered(context: RulesContext, pending: PendingRoll) -> bool:
    condition = _condition(pending)
    lasts = condition in CONDITIONS and condition in character(context, pending.who).states
    return lasts and turns_of(pending) > 0


def _can_save(context: RulesContext, pending: PendingRoll) -> bool:
    return _is_suffered(context, pending) and character(context, pending.who).may_shake_off(
        _condition(pending)
    )


def _is_bound(context: RulesContext, pending: PendingRoll) -> bool:
    return _is_suffered(context, pending) and not character(context, pending.who).unconscious


# Days and years: hunger, lost sleep and age (R1-071..R1-081).


def resolve_hunger(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll Endurance for a day unfed, with the figures of that day (R1-072, R1-073, A1-41).

    Only a failure kills: a creature brought back from starvation lives while it passes the rolls. Rolls still
    owed after a meal count the failures of their own starvation.
    """
    who = pending.who
    sheet, figures, effort_facts = _figures(context, pending, Call(ENDURANCE), _call_time(pending))
    throw = roll_attribute(who, figures, roll, purpose="hunger", subject=Attribute.ENDURANCE)
    has_eaten = pending.data.get("since") != sheet.fed_at
    failures = figure(pending, "failures") if has_eaten else sheet.hunger_failures
    passed = is_success(throw)
    starvation = vitals.add_hungry_day(vitals.Starvation(figure(pending, "day") - 1, failures), passed=passed)
    after = sheet if has_eaten else replace(sheet, hunger_failures=starvation.failures)
    kind = "hunger_endured" if passed else "hunger_failed"
    facts: tuple[Fact, ...] = (*effort_facts, Fact(kind, {"who": who, "failures": starvation.failures}))
    if starvation.dead and not passed:
        after, deaths = with_death(who, after, "starvation")
        facts = (*facts, *deaths)
    amends = _next_owed(pending, "day", DAY)
    for key in _same_starvation(context, pending) if has_eaten else ():
        if key != pending.key or key in amends:
            amends[key] = {**amends.get(key, {}), "failures": starvation.failures}
    return RuleResult(sheets={who: after}, facts=facts, throws=(throw,), amends=amends)


def _same_starvation(context: RulesContext, pending: PendingRoll) -> list[str]:
    """List the keys of the pending rolls of the same starvation in order, this roll's among them."""
    same = (pending.kind, pending.who, pending.data.get("since"))
    return [
        key for key, each in context.waiting.items() if (each.kind, each.who, each.data.get("since")) == same
    ]


def _hunger_counts(context: RulesContext, pending: PendingRoll) -> bool:
    """Whether a hunger roll still matters.

    A meal ends the starvation. A roll owed before it can only kill: it lapses when too few are left for that.
    """
    sheet = character(context, pending.who)
    if pending.data.get("since") == sheet.fed_at:
        return True
    # A roll of an old save does not say from which meal it counts: it lapses.
    if _call_time(pending) > sheet.fed_at or "since" not in pending.data:
        return False
    owed_before = (context.waiting[key] for key in _same_starvation(context, pending))
    days = sum(_days_until(each, sheet.fed_at) for each in owed_before)
    return figure(pending, "failures") + days >= vitals.DEADLY_FAILURES


def _days_until(pending: PendingRoll, moment: int) -> int:
    """Count the days of a roll that had passed at a moment."""
    return max(0, min(turns_of(pending), (moment - _call_time(pending)) // DAY + 1))


def resolve_sleep(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll Endurance for a day awake too many; a failure kills (R1-077)."""
    who = pending.who
    sheet, figures, effort_facts = _figures(context, pending, Call(ENDURANCE), _call_time(pending))
    throw = roll_attribute(who, figures, roll, purpose="sleep", subject=Attribute.ENDURANCE)
    after, facts = (
        (sheet, (Fact("sleep_endured", {"who": who}),))
        if is_success(throw)
        else with_death(who, sheet, "stroke")
    )
    amends = _next_owed(pending, "day", DAY)
    return RuleResult(sheets={who: after}, facts=(*effort_facts, *facts), throws=(throw,), amends=amends)


def _sleep_counts(context: RulesContext, pending: PendingRoll) -> bool:
    """Whether a sleep roll counts from the last sleep, or was owed before it."""
    awake_since = character(context, pending.who).awake_since
    since = pending.data.get("since")
    return since == awake_since or (since is not None and _call_time(pending) <= awake_since)


def resolve_ageing(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Make a creature a year older (R1-079..R1-081)."""
    figures = kept_figures(pending, character(context, pending.who), Call(ENDURANCE), context.now)
    result = a_year_older(context, pending.who, figures, roll, effort=_with_effort(pending))
    return replace(result, amends=_next_owed(pending, "year", context.year))


# What a rest gives back: Health and Effort (R1-056, R1-057, R1-068).


def resolve_health_die(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the Health die of a rest and heal by it (R1-068, A1-42)."""
    sheet, how = character(context, pending.who), handling_of(pending)
    throw = effect_throw(pending.who, sheet.health_die, how, roll, "health_die")
    after, facts = apply_healing(pending.who, sheet, max(0, throw.total))
    facts = (*lowered_roll_facts(pending.who, how, "health_die"), *facts)
    return RuleResult(sheets={pending.who: after}, facts=facts, throws=(throw,))


def _can_heal(context: RulesContext, pending: PendingRoll) -> bool:
    sheet = character(context, pending.who)
    return sheet.health < sheet.health_max and sheet.health_die > 0


def resolve_effort(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll Endurance once for each spent point of Effort, all at once (R1-056, R1-057, A1-18)."""
    sheet, who = character(context, pending.who), pending.who
    figures = kept_figures(pending, sheet, Call(ENDURANCE), context.now)
    throws = tuple(
        roll_attribute(who, figures, roll, purpose="effort", subject=Attribute.ENDURANCE)
        for _ in range(_points_spent(context, pending))
    )
    return replace(_resolve_recovery(pending, sheet, [is_success(throw) for throw in throws]), throws=throws)


def skip_effort(context: RulesContext, pending: PendingRoll) -> RuleResult:
    """Skip the roll of a night; the third such night gives a point all the same (A1-54)."""
    result = _resolve_recovery(pending, character(context, pending.who), ())
    facts = tuple(fact for fact in result.facts if fact.kind == "effort_came_back")
    return replace(result, facts=facts)


def _resolve_recovery(pending: PendingRoll, sheet: Character, successes: Sequence[bool]) -> RuleResult:
    nights, later_nights = _nights_before(sheet, pending)
    recovery = vitals.recover(sheet.effort, sheet.effort_max, nights, successes)
    after = replace(sheet, effort=recovery.effort, nights_without_recovery=recovery.nights + later_nights)
    by_roll = "effort_regained" if any(successes) else "effort_not_regained"
    kind = "effort_came_back" if recovery.automatic else by_roll
    data: dict[str, Scalar] = {
        "who": pending.who,
        "amount": recovery.effort - sheet.effort,
        "effort": recovery.effort,
        "nights": recovery.nights,
        "throws": len(successes),
    }
    return RuleResult(sheets={pending.who: after}, facts=(Fact(kind, data),))


def _nights_before(sheet: Character, pending: PendingRoll) -> tuple[int, int]:
    """Return the nights without recovery before a roll's rest, and after that night (R1-057)."""
    # A roll of an old save has no such data, and its night is not counted yet.
    if "nights" not in pending.data:
        return sheet.nights_without_recovery, 0
    nights = figure(pending, "nights")
    return nights, max(0, sheet.nights_without_recovery - nights - 1)


def _points_spent(context: RulesContext, pending: PendingRoll) -> int:
    """Return the points of Effort that a rest may restore: those spent before it (R1-056, A1-41)."""
    sheet = character(context, pending.who)
    missing = sheet.effort_max - sheet.effort
    return min(missing, figure(pending, "points")) if "points" in pending.data else missing


# The ammunition of an encounter (R1-047), and the save from a trap (R1-091).


def resolve_ammunition(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the ammunition fired in an encounter (R1-047)."""
    key = str(pending.data["supply"])
    return use_supply(key, context.supplies[key], roll, handling_of(pending).mode)


def _has_fired(context: RulesContext, pending: PendingRoll) -> bool:
    supply = _supply(context, pending)
    return supply is not None and supply.fired and not supply.is_depleted


def resolve_trap(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Save from a trap: a success avoids or halves its damage; armour reduces it (R1-091, R1-094)."""
    who = pending.who
    sheet, figures, effort_facts = _figures(context, pending, *_call_of(pending, context.now))
    throw = roll_attribute(who, figures, roll, purpose="save", subject=_attribute(pending))
    passed, halves = is_success(throw), bool(pending.data.get("halves"))
    outcome = ("trap_halved" if halves else "trap_avoided") if passed else "trap_suffered"
    amount = figure(pending, "amount")
    damage = (amount // 2 if halves else 0) if passed else amount
    fact = Fact(outcome, {"who": who, "trap": str(pending.data["trap"])})
    result = RuleResult(sheets={who: sheet}, facts=(*effort_facts, fact), throws=(throw,))
    after = replace(context, sheets={**context.sheets, who: sheet})
    return result.followed_by(deal(after, who, {"amount": damage}, roll)) if damage else result


# The damage of an attack that has hit (R1-092..R1-094).


def resolve_blow(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the damage of a hit, with the figures of the hit, or the armour die it meets (R1-092..R1-094)."""
    data = {"who": pending.who, "other": pending.data["other"], "attack": pending.data.get("attack", "")}
    result = deal_blow(context, pending.who, pending.data, roll)
    facts = (each for each in result.facts if each.kind != "held_back")
    return replace(result, facts=(Fact("blow_lands", data), *facts))


# What the GM may change before the dice fall (R1-021..R1-026, R1-053).


def with_adjustment(context: RulesContext, pending: PendingRoll, adjustment: Adjustment) -> PendingRoll:
    """Add the GM's Advantage, Disadvantage and modifiers to a pending roll (R1-021..R1-026, R1-043).

    Usage dice and the d20 of a lost turn take no modifiers (A1-13). Raises `Refusal`: `not_adjusted`,
    `no_modifier`.
    """
    match PENDING_ROLLS[pending.kind].adjusts:
        case Adjusts.NOTHING:
            raise Refusal("not_adjusted")
        case Adjusts.MODE if adjustment.modifiers:
            raise Refusal("no_modifier")
        case Adjusts.MODE:
            return _with_data(pending, {"mode": adjustment.mode.value})
        case Adjusts.HANDLING:
            return _with_data(pending, handling_data(adjusted_handling(handling_of(pending), adjustment)))
        case Adjusts.FIGURES:
            call, now = _call_of(pending, context.now)
            figures = kept_figures(pending, character(context, pending.who), call, now)
            return _with_data(
                pending, figures_data(replace(figures, how=adjusted_handling(figures.how, adjustment)))
            )


def with_favour(context: RulesContext, pending: PendingRoll) -> PendingRoll:
    """Spend a point of Effort on a pending roll (R1-053); it is paid when the roll is made.

    Raises `Refusal`: `no_effort`, `effort_useless`.
    """
    favoured = _with_data(pending, {"effort": True})
    # The result is not needed: this refuses Effort that cannot be spent.
    _figures(context, favoured, *_call_of(pending, context.now))
    return favoured


def _with_data(pending: PendingRoll, data: Mapping[str, Scalar]) -> PendingRoll:
    return replace(pending, data={**pending.data, **data})


PENDING_ROLLS: Mapping[str, Kind] = {
    "save": Kind(resolve_save, _can_save, adjusts=Adjusts.FIGURES, takes_effort=True),
    "confusion": Kind(resolve_confusion, _is_bound, adjusts=Adjusts.MODE, each_turn=True),
    "paralysis": Kind(resolve_paralysis, _is_bound, adjusts=Adjusts.MODE, each_turn=True),
    "reminder": Kind(resolve_reminder, _is_bound, notice=True),
    "poison": Kind(
        resolve_poison,
        lambda context, pending: turns_of(pending) > 0 and figure(pending, "level") > 0,
        each_turn=True,
    ),
    "ammunition": Kind(resolve_ammunition, _has_fired, nobodys=True, adjusts=Adjusts.MODE),
    "hunger": Kind(resolve_hunger, _hunger_counts, adjusts=Adjusts.FIGURES, takes_effort=True),
    "sleep": Kind(resolve_sleep, _sleep_counts, adjusts=Adjusts.FIGURES, takes_effort=True),
    "ageing": Kind(
        resolve_ageing,
        lambda context, pending: (
            figure(pending, "year") > 0 and Condition.PETRIFIED not in character(context, pending.who).states
        ),
        adjusts=Adjusts.FIGURES,
        takes_effort=True,
    ),
    "health_die": Kind(resolve_health_die, _can_heal, adjusts=Adjusts.HANDLING),
    BLOW: Kind(resolve_blow, is_target_alive, outlives=True, adjusts=Adjusts.HANDLING),
    "trap": Kind(
        resolve_trap,
        lambda context, pending: pending.data.get("attribute") in ATTRIBUTES,
        adjusts=Adjusts.FIGURES,
        takes_effort=True,
    ),
    "effort": Kind(
        resolve_effort,
        lambda context, pending: _points_spent(context, pending) > 0,
        adjusts=Adjusts.FIGURES,
        skip=skip_effort,
    ),
}
