"""The checks of Margin: a d20 at or under a characteristic, alone, opposed or together (R4-001..R4-032)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.games.margin.sheet import Character, Helper, Modifier, Task, characteristic
from tracker.rules.pending import own_key
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, PendingRoll, RulesContext

# The meaning of a margin: the reference table (R4-006..R4-009) and the GM's minimum (R4-021..R4-024).

MAJOR_FROM = 5


class Band(StrEnum):
    """The rows of the reference table (R4-007), and the one above it (R4-008)."""

    COST = "cost"
    """0: barely, and at a cost."""
    EXPECTED = "expected"
    """1 to 5: as expected."""
    OUTSTANDING = "outstanding"
    """6 to 10: it shows how good the creature is."""
    BETTER_THAN_EXPECTED = "better_than_expected"
    """11 to 15: much more than was intended."""
    MASTERFUL = "masterful"
    """16 to 20: a feat to remember."""
    NEAR_PERFECT = "near_perfect"
    """Over 20 (A4-14)."""


class Severity(StrEnum):
    """How bad a failure is: the rows of the reference table mirrored (R4-009)."""

    SIMPLE = "simple"
    """Under 5: the action fails, and nothing else happens."""
    MAJOR = "major"
    """5 to 10: the creature is much worse off than before."""
    WORSE_THAN_FEARED = "worse_than_feared"
    """11 to 15."""
    MEMORABLE = "memorable"
    """16 to 20."""
    UTTER = "utter"
    """Over 20."""


BANDS = tuple(Band)
SEVERITIES = tuple(Severity)


def band(margin: int) -> Band:
    """Return the row of a margin of success (R4-007, R4-008); raises `Refusal` `margin_of_failure`.

    >>> band(10)
    <Band.OUTSTANDING: 'outstanding'>
    """
    if margin < 0:
        raise Refusal("margin_of_failure", margin=margin)
    return BANDS[min(-(-margin // 5), len(BANDS) - 1)]


def severity(margin: int) -> Severity:
    """Return the severity of a failure by its margin, without its sign (R4-009, A4-07).

    Raises `Refusal` `margin_of_success`.

    >>> severity(4), severity(11)
    (<Severity.SIMPLE: 'simple'>, <Severity.WORSE_THAN_FEARED: 'worse_than_feared'>)
    """
    if margin < 0:
        raise Refusal("margin_of_success", margin=margin)
    if margin < MAJOR_FROM:
        return Severity.SIMPLE
    return SEVERITIES[max(1, min(-(-margin // 5) - 1, len(SEVERITIES) - 1))]


class Reference(IntEnum):
    """The two minimum margins that the rule book suggests (R4-022)."""

    HARDER_THAN_USUAL = 5
    ALMOST_IMPOSSIBLE = 15


class Attainment(StrEnum):
    """How much of the aim was reached."""

    FULL = "full"
    PARTIAL = "partial"
    """A success under the minimum: the GM decides whether it is enough, imperfectly (R4-023)."""
    FAILURE = "failure"


def attain(margin: int, minimum: int, *, success: bool) -> Attainment:
    """Compare a check's margin with the minimum that the GM set (R4-021, R4-023, A4-08)."""
    # The margin does not tell: a disastrous failure may have one of 0 (A4-02).
    if not success:
        return Attainment.FAILURE
    return Attainment.FULL if margin >= minimum else Attainment.PARTIAL


# Cooperation: helping one creature, or the effort of a group (R4-029..R4-032).

ORDINARY_BONUSES = 1
COMPETENT_BONUSES = 2


class GroupEffort(Struct, frozen=True):
    """The sum of a group's margins."""

    total: int

    @property
    def success(self) -> bool:
        """Whether the group succeeded; 0 is a marginal success (R4-032)."""
        return self.total >= 0


def help_bonuses(helpers: Iterable[Helper]) -> int:
    """Count the bonuses of help for the creature that rolls (R4-029, R4-030).

    Two for each competent helper whose own check succeeded, and one for all the others together (A4-11).

    >>> help_bonuses((Helper(), Helper(), Helper(competent=True, success=True)))
    3
    """
    excels = [helper.excels for helper in helpers]
    ordinary = 0 if all(excels) else ORDINARY_BONUSES
    return COMPETENT_BONUSES * sum(excels) + ordinary


def helped_fact(who: str, other: str, helpers: Mapping[str, Helper]) -> Fact:
    """Return the fact of help: the bonuses of all helpers with the roll that `who` helps with."""
    name = helpers[who].characteristic
    relevant_helpers = [each for each in helpers.values() if each.serves(name)]
    data: dict[str, Scalar] = {
        "who": who,
        "other": other,
        "bonuses": help_bonuses(relevant_helpers),
        "characteristic": name,
    }
    return Fact("helped", data)


def group_effort(margins: Sequence[int]) -> GroupEffort:
    """Add up the signed margins of a group, failures subtracting (R4-031, A4-12).

    Raises `Refusal` `nobody_takes_part`.
    """
    if not margins:
        raise Refusal("nobody_takes_part")
    return GroupEffort(sum(margins))


def group_facts(margins: tuple[int, ...], count: int, minimum: int | None) -> tuple[Fact, ...]:
    """Report the effort of a group of `count` (R4-031, R4-032)."""
    effort = group_effort(margins)
    kind = "group_succeeded" if effort.success else "group_failed"
    facts = (Fact(kind, {"count": count, "total": effort.total}),)
    if minimum is None or not effort.success:
        return facts
    attainment = attain(effort.total, minimum, success=effort.success)
    return (*facts, Fact(f"minimum_{attainment}", {"minimum": minimum}))


# The check: a d20 at or under a characteristic, and by how much (R4-001..R4-024).
# A bonus or penalty is a d4; the sheet, help and the GM's call decide how many are rolled.

BONUS_SIDES = 4
SPECTACULAR_EXCESS = 10


class Leaning(StrEnum):
    """Whether the d4s help or hinder; a bonus lowers the roll, which is good (R4-018)."""

    NONE = "none"
    BONUS = "bonus"
    PENALTY = "penalty"


class BonusDice(Struct, frozen=True):
    """The d4s after bonuses and penalties cancel out: bonuses above 0, penalties below."""

    net: int = 0

    @property
    def leaning(self) -> Leaning:
        """Whether the d4s are bonuses or penalties."""
        if self.net == 0:
            return Leaning.NONE
        return Leaning.BONUS if self.net > 0 else Leaning.PENALTY

    @property
    def count(self) -> int:
        """The number of d4s to roll."""
        return abs(self.net)


def net_dice(bonuses: int, penalties: int) -> BonusDice:
    """Cancel bonuses against penalties: only the difference is rolled (R4-019, A4-05).

    >>> net_dice(bonuses=1, penalties=2).leaning
    <Leaning.PENALTY: 'penalty'>
    """
    return BonusDice(bonuses - penalties)


class Outcome(StrEnum):
    """The outcome of a check, from best to worst."""

    SPECTACULAR_SUCCESS = "spectacular_success"
    """A natural 1: the margin is doubled (R4-011, R4-012)."""
    SUCCESS = "success"
    MARGINAL_SUCCESS = "marginal_success"
    """Exactly the number, often at a small cost (R4-006)."""
    FAILURE = "failure"
    DISASTROUS_FAILURE = "disastrous_failure"
    """A natural 20: some greater harm too (R4-010, R4-013)."""

    @property
    def success(self) -> bool:
        """Whether the action succeeded."""
        return self not in {Outcome.FAILURE, Outcome.DISASTROUS_FAILURE}


class Check(Struct, frozen=True):
    """A check that was made: its d20, and the d4s that counted for or against it."""

    characteristic: int
    bonus: BonusDice
    die: Die
    d4s: tuple[Die, ...]

    @property
    def total(self) -> int:
        """The d20 less the bonuses or plus the penalties, even beyond 1 and 20 (R4-018, A4-06)."""
        modifier = sum(die.face for die in self.d4s)
        return self.die.face - modifier if self.bonus.net > 0 else self.die.face + modifier

    @property
    def excess(self) -> int:
        """The total minus the characteristic; negative if it is under."""
        return self.total - self.characteristic

    @property
    def outcome(self) -> Outcome:
        """The outcome; only the face of the d20 makes it spectacular or disastrous (R4-015).

        A natural 1 is spectacular unless penalties take the total over 10 above the characteristic (A4-01).
        """
        if self.die.face == 20:
            return Outcome.DISASTROUS_FAILURE
        if self.die.face == 1 and self.excess <= SPECTACULAR_EXCESS:
            return Outcome.SPECTACULAR_SUCCESS
        if self.excess > 0:
            return Outcome.FAILURE
        return Outcome.SUCCESS if self.excess < 0 else Outcome.MARGINAL_SUCCESS

    @property
    def margin(self) -> int:
        """The margin of success, of failure if negative, doubled by a 1 or 20 (R4-005, R4-012, R4-013)."""
        match self.outcome:
            case Outcome.SPECTACULAR_SUCCESS:
                return 2 * max(0, -self.excess)
            case Outcome.DISASTROUS_FAILURE:
                return -2 * max(0, self.excess)
            case _:
                return -self.excess


NO_BONUS = BonusDice()


def check(characteristic: int, roll: Roll, bonus: BonusDice = NO_BONUS) -> Check:
    """Roll a d20 and the net d4s against a characteristic (R4-001..R4-005, R4-018).

    >>> made = check(12, lambda sides: 8)
    >>> made.outcome, made.margin
    (<Outcome.SUCCESS: 'success'>, 4)
    """
    die = throw_die(20, roll)
    return Check(characteristic, bonus, die, tuple(throw_die(BONUS_SIDES, roll) for _ in range(bonus.count)))


class Call(Struct, frozen=True):
    """The GM's call for a check: the characteristic, and the bonuses and penalties of the moment."""

    characteristic: str
    bonuses: int = 0
    penalties: int = 0
    physical: bool = False
    """Whether it counts as a physical effort, whatever the characteristic (R4-017)."""


class Attempt(Struct, frozen=True):
    """A creature's check, with its throw."""

    who: str
    name: str
    check: Check
    throw: Throw
    physical: bool
    waiting: tuple[str, ...] = ()
    """Characteristics whose help did not count in this check and keeps waiting (A4-30)."""

    @property
    def margin(self) -> int:
        """The signed margin."""
        return self.check.margin

    @property
    def success(self) -> bool:
        return self.check.outcome.success


def bonus_of(sheet: Character, call: Call) -> BonusDice:
    """Sum up help, lasting modifiers and the call itself (R4-019, R4-029)."""
    modifiers = [each.dice for each in sheet.modifiers.values() if _applies_to(each, call.characteristic)]
    helpers = [each for each in sheet.helpers.values() if each.serves(call.characteristic)]
    help_dice = help_bonuses(helpers) if helpers else 0
    bonuses = call.bonuses + help_dice + sum(dice for dice in modifiers if dice > 0)
    return net_dice(bonuses, call.penalties - sum(dice for dice in modifiers if dice < 0))


def roll_check(who: str, sheet: Character, call: Call, roll: Roll, *, purpose: str) -> Attempt:
    """Roll a characteristic with its bonuses and penalties (R4-001..R4-005, R4-018).

    Raises `Refusal` `no_such_characteristic`.
    """
    rolled_characteristic = characteristic(who, sheet, call.characteristic)
    check_made = check(rolled_characteristic.value, roll, bonus_of(sheet, call))
    physical = rolled_characteristic.physical or call.physical
    other_characteristics = (
        each.characteristic for each in sheet.helpers.values() if not each.serves(call.characteristic)
    )
    waiting = tuple(dict.fromkeys(other_characteristics))
    return replace(
        attempt_of(who, call.characteristic, check_made, purpose=purpose, physical=physical), waiting=waiting
    )


def attempt_of(who: str, name: str, check: Check, *, purpose: str, physical: bool) -> Attempt:
    """Add the throw to a check."""
    throw = Throw(
        purpose,
        (check.die, *check.d4s),
        check.total,
        who,
        name,
        expression=_notation(check.bonus),
        target=check.characteristic,
        outcome=check.outcome,
        margin=check.margin,
    )
    return Attempt(who, name, check, throw, physical)


def odds_of(value: int, bonus: BonusDice) -> dict[str, int]:
    """Count the ways to each outcome of a check, from best to worst (R4-001..R4-018)."""
    ways = Counter[Outcome]()
    for check, weight in _every_check(value, bonus):
        ways[check.outcome] += weight
    return {outcome.value: ways[outcome] for outcome in Outcome if ways[outcome]}


def bonus_in(throw: Throw) -> BonusDice:
    """Recover the net bonus or penalty of a check from its throw."""
    d20, *d4s = throw.dice
    return BonusDice(len(d4s) if throw.total < d20.face else -len(d4s))


def margins(value: int, bonus: BonusDice) -> Counter[int]:
    """Count the equally likely ways in which a check has each margin (R4-005)."""
    ways = Counter[int]()
    for check, weight in _every_check(value, bonus):
        ways[check.margin] += weight
    return ways


def _every_check(value: int, bonus: BonusDice) -> Iterator[tuple[Check, int]]:
    """Yield each check that the d20 and the sum of the d4s can make, with its number of ways."""
    from tracker.rules.dice.notation import parse  # noqa: PLC0415 - exact chances are seldom asked for
    from tracker.rules.dice.odds import odds  # noqa: PLC0415 - as above

    d4s = odds(parse(f"{bonus.count}d{BONUS_SIDES}" if bonus.count else "0"))
    for total, weight in d4s.weights.items():
        for face in range(1, 21):
            # One die stands for the sum of the d4s: nothing looks at their single faces.
            yield Check(value, bonus, Die(20, face), (Die(BONUS_SIDES, total),)), weight


def without_used_help(sheet: Character, name: str) -> Character:
    """Remove the help that served a check, and the modifiers that count once."""
    modifiers = {
        cause: each for cause, each in sheet.modifiers.items() if not (each.once and _applies_to(each, name))
    }
    helpers = {helper: each for helper, each in sheet.helpers.items() if not each.serves(name)}
    return replace(sheet, modifiers=modifiers, helpers=helpers)


def check_facts(attempt: Attempt, minimum: int | None = None) -> tuple[Fact, ...]:
    """Report a check: the roll, its margin by the reference table, and the minimum if one was set."""
    check, margin = attempt.check, abs(attempt.margin)
    d4s = sum(die.face for die in check.d4s)
    data: dict[str, Scalar] = {
        "who": attempt.who,
        "characteristic": attempt.name,
        "value": check.characteristic,
        "die": check.die.face,
        "total": check.total,
        "bonus": d4s if check.bonus.net > 0 else 0,
        "penalty": d4s if check.bonus.net < 0 else 0,
    }
    facts = (
        Fact("checked", data),
        Fact(f"check_{check.outcome}", {"margin": margin, **_reference(check, margin)}),
        *(Fact("help_waits", {"who": attempt.who, "characteristic": each}) for each in attempt.waiting),
    )
    if minimum is None:
        return facts
    attainment = attain(attempt.margin, minimum, success=attempt.success)
    minimum_facts = (
        () if attainment is Attainment.FAILURE else (Fact(f"minimum_{attainment}", {"minimum": minimum}),)
    )
    return (*facts, *minimum_facts)


def _reference(check: Check, margin: int) -> dict[str, Scalar]:
    """Look a margin up in the table; a disaster is never called a simple failure (R4-013)."""
    if check.outcome.success:
        return {"band": str(band(margin))}
    severity_of_failure = severity(margin)
    is_simple_disaster = (
        check.outcome is Outcome.DISASTROUS_FAILURE and severity_of_failure is Severity.SIMPLE
    )
    return {} if is_simple_disaster else {"severity": str(severity_of_failure)}


def _applies_to(modifier: Modifier, name: str) -> bool:
    return modifier.characteristic in ("", name)


def _notation(bonus: BonusDice) -> str:
    return "1d20" + (f"{'-' if bonus.net > 0 else '+'}{bonus.count}d{BONUS_SIDES}" if bonus.net else "")


# Opposed actions: the greater margin wins (R4-027).


class Winner(StrEnum):
    """The side that is ahead; the GM may repeat a tie or let it stand (A4-10)."""

    A = "a"
    B = "b"
    TIE = "tie"


class Contest(Struct, frozen=True):
    """How far the first side is ahead of the second; negative if it is behind."""

    lead: int

    @property
    def winner(self) -> Winner:
        """The side with the greater margin (R4-027)."""
        if self.lead == 0:
            return Winner.TIE
        return Winner.A if self.lead > 0 else Winner.B

    @property
    def margin(self) -> int:
        """The winner's margin: the difference between the two (R4-027)."""
        return abs(self.lead)


def oppose(a: int, b: int) -> Contest:
    """Compare the signed margins of two checks; if both failed, the smaller failure wins (R4-027, A4-10).

    >>> oppose(6, 4).margin
    2
    """
    return Contest(a - b)


def odds_against(own_margins: Counter[int], rival_margins: Counter[int]) -> dict[str, int]:
    """Count the ways in which the first of two checks wins, ties and loses (R4-027)."""
    ways = Counter[Winner]()
    for margin, weight in own_margins.items():
        for rival_margin, rival_weight in rival_margins.items():
            ways[oppose(margin, rival_margin).winner] += weight * rival_weight
    winners = {"won": Winner.A, "tied": Winner.TIE, "lost": Winner.B}
    return {name: ways[winner] for name, winner in winners.items()}


def contest_fact(a: str, b: str, margin_a: int, margin_b: int) -> Fact:
    """Report who wins an opposed action, and by how much (R4-027, A4-10)."""
    result = oppose(margin_a, margin_b)
    match result.winner:
        case Winner.A:
            return Fact("contest_won", {"who": a, "other": b, "margin": result.margin})
        case Winner.B:
            return Fact("contest_won", {"who": b, "other": a, "margin": result.margin})
        case Winner.TIE:
            return Fact("contest_tied", {"who": a, "other": b})


# Extended actions: margins that add up over turns, alone or in a race (R4-025..R4-028).


def work(task: Task, margin: int) -> Task:
    """Spend a turn on a task and add the margin of its check; a failure adds nothing (R4-025, A4-09).

    Raises `Refusal` `already_complete` if the task is done.

    >>> work(Task(target=50, accumulated=40, turns=4), 10).complete
    True
    """
    if task.complete:
        raise Refusal("already_complete", target=task.target)
    return replace(task, accumulated=task.accumulated + max(0, margin), turns=task.turns + 1)


def race(a: Task, b: Task) -> Contest | None:
    """Compare two extended actions: the one with more margin wins once it is complete (R4-028)."""
    contest = oppose(a.accumulated, b.accumulated)
    is_decided = {Winner.A: a.complete, Winner.B: b.complete, Winner.TIE: a.complete and b.complete}
    return contest if is_decided[contest.winner] else None


def finish_tasks(
    tasks: Mapping[str, Task], workers: tuple[str, ...]
) -> tuple[dict[str, Task], tuple[Fact, ...]]:
    """Remove and report the tasks that are done: alone, or ahead of every rival (R4-026, R4-028)."""
    remaining, facts = dict(tasks), list[Fact]()
    for who in workers:
        if who not in remaining:
            continue
        rivals = [rival for rival in remaining[who].rivals if rival in remaining]
        if not rivals:
            if remaining[who].complete:
                facts.append(_task_fact("task_done", who, remaining.pop(who)))
        elif (fact := _race(remaining, who, rivals)) is not None:
            facts.append(fact)
            for each in (who, *rivals):
                del remaining[each]
    return remaining, tuple(facts)


def _race(tasks: Mapping[str, Task], who: str, rivals: list[str]) -> Fact | None:
    """Report the end of a race for one runner; None while it goes on or another leads it."""
    results = [race(tasks[who], tasks[rival]) for rival in rivals]
    margins = [result.lead for result in results if result is not None]
    if len(margins) < len(rivals) or min(margins) < 0:
        return None
    if min(margins) == 0:
        return Fact("race_tied", {"who": who, "other": rivals[margins.index(0)]})
    return _task_fact("race_won", who, tasks[who], margin=min(margins))


def _task_fact(kind: str, who: str, task: Task, **data: int) -> Fact:
    description = {"what": task.what, "characteristic": task.characteristic}
    figures = {"accumulated": task.accumulated, "target": task.target, "turns": task.turns}
    return Fact(kind, {"who": who, **description, **figures, **data})


def progress(who: str, task: Task) -> Fact:
    """Report how far a task has come."""
    return Fact("task_worked", {"who": who, "accumulated": task.accumulated, "target": task.target})


# The disaster that a combatant may avoid with exhaustion and another roll (R4-017, A4-13).

DISASTER = "disaster"


def avoidable(
    context: RulesContext, attempt: Attempt, key: str = "", /, **about: Scalar
) -> tuple[PendingRoll, ...]:
    """Offer to avoid a disaster of a physical check in combat; `about` tells how to judge its act again.

    Another disaster of the same check has its `key`.
    """
    is_disaster = attempt.check.outcome is Outcome.DISASTROUS_FAILURE
    if not (is_disaster and attempt.physical and attempt.who in context.fighting):
        return ()
    data: dict[str, Scalar] = {
        "characteristic": attempt.name,
        "value": attempt.check.characteristic,
        "net": attempt.check.bonus.net,
        "purpose": attempt.throw.purpose,
        "margin": attempt.margin,
        **about,
    }
    about_check = f"{attempt.throw.purpose}.{attempt.name}.{context.now}"
    key = key or own_key(context, attempt.who, f"{DISASTER}.{about_check}")
    return (PendingRoll(key, DISASTER, attempt.who, data),)
