"""Acts that roll: attribute rolls, tasks, ratings of the next roll, and consequences."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.body import attributes_of, weapons_of
from tracker.rules.dice import Roll
from tracker.rules.games.horror.checks import SUCCESS_FROM, Check, Outcome, check, is_out_of_reach
from tracker.rules.games.horror.consequences import Consequence, listed_consequences
from tracker.rules.games.horror.harm import strike
from tracker.rules.games.horror.sanity import stressed
from tracker.rules.games.horror.sheet import (
    Attribute,
    Character,
    Choice,
    Difficulty,
    NextRoll,
    Owed,
    Vulnerability,
    character,
    living,
)
from tracker.rules.pending import unused
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, PendingRoll, RuleResult, RulesContext
from tracker.rules.table_reading import Reading, read_row

OTHER = "other"
"""A consequence of the table's own invention (R2-020)."""
ONLY_HARM = "only_harm"
"""To hurt was all that the action could do: 1 hit point (R2-012)."""


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll an attribute to reach 8; a choice that follows becomes pending (R2-001..R2-010, R2-016).

    Raises `Refusal`: `dead`, `no_attribute`.
    """
    sheet, target = _able(context, who, args), args.get("creature") or ""
    tried = check(who, sheet, args, roll, "test")
    outcome = tried.made.outcome
    throw = replace(tried.throw, target=SUCCESS_FROM, outcome=outcome, margin=tried.made.margin)
    owed = _owed(outcome, args)
    key = unused(context, who, owed) if owed else ""
    awaited = _awaited(context, who)
    owes = {**awaited, key: Choice(target)} if owed else awaited
    after = replace(sheet, next_rolls=tried.next_rolls, owes=owes)
    said = _attack_said(context, who, args, tried, roll)
    facts = [*_rated(who, tried, sheet), *said.facts]
    if is_out_of_reach(sheet, target):
        facts.append(Fact("out_of_reach", {"who": who, "target": target}))
    pending = [PendingRoll(key, owed, who, {"target": target})] if owed else []
    if not outcome.success and "failure" in context.tables:
        pending.append(PendingRoll(unused(context, who, f"failure.{context.now}"), "failure", who))
    return RuleResult(
        sheets={who: after}, facts=tuple(facts), throws=(throw, *said.throws), pending=tuple(pending)
    )


def task(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll for something slow: the total says how long it takes (R2-013, R2-014, A2-20).

    The GM's own table is read at the total; without one the GM says it. Raises `Refusal`: `dead`,
    `no_attribute`.
    """
    sheet = _able(context, who, args)
    tried = check(who, sheet, args, roll, "task")
    after = replace(sheet, next_rolls=tried.next_rolls)
    told = _read(context, "task", tried.made.total, who, roll)
    fact = Fact("task", {"who": who, "total": tried.made.total, "text": told.text})
    facts = (*_rated(who, tried, sheet), fact, *told.facts)
    return RuleResult(sheets={who: after}, facts=facts, throws=(tried.throw, *told.throws))


def rate_next(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make somebody's next roll easy or hard, against somebody or at all (R2-011, A2-10)."""
    sheet, target = living(context, who), args.get("creature") or ""
    rated = NextRoll(Difficulty(args["difficulty"]), target)
    key = f"{rated.difficulty}.{target}" if target else rated.difficulty.value
    after = replace(sheet, next_rolls={**sheet.next_rolls, key: rated})
    data = {"who": who, "difficulty": rated.difficulty.value, "target": target}
    return RuleResult(sheets={who: after}, facts=(Fact("next_rated", data),))


def consequence(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Choose a consequence, of the list or invented (R2-020..R2-025).

    A wound falls on the target of the roll unless another is named. Raises `Refusal`: `dead`, `no_target`,
    `no_sanity`, and those of `strike`.
    """
    sheet, chosen = living(context, who), args["consequence"]
    owes = _awaited(context, who)
    owed = _settled_by(owes, chosen, args.get("creature") or "")
    target = args.get("creature") or (owes[owed].target if owed else "")
    after = replace(sheet, owes={key: each for key, each in owes.items() if key != owed})
    result = _befalls(replace(context, sheets={**context.sheets, who: after}), who, target, args, roll)
    return replace(result, sheets={who: after, **result.sheets})


def _befalls(context: RulesContext, who: str, target: str, args: Args, roll: Roll) -> RuleResult:
    sheet = character(context, who)
    match args["consequence"]:
        case Consequence.STRESS:
            return stressed(who, sheet, roll)
        case Consequence.VULNERABLE:
            return vulnerable(who, sheet, args.get("vulnerability"), target)
        case Consequence.WOUND | "only_harm" as chosen:
            how = {ONLY_HARM: True} if chosen == ONLY_HARM else args
            return strike(context, (who,), _named(who, target), how, roll)
        case Consequence.IGNORE_ARMOUR:
            data = {"who": _named(who, target), "armour": character(context, target).armour}
            return RuleResult(facts=(Fact("armour_ignored", data),))
        case Consequence.STRAY_BULLET:
            return RuleResult(facts=(Fact("stray_bullet", {"who": who, "text": args.get("text") or ""}),))
        case _:
            return RuleResult(facts=(Fact("consequence", {"who": who, "text": args.get("text") or ""}),))


def vulnerable(who: str, sheet: Character, effect: str | None, attacker: str) -> RuleResult:
    """Put a character in a bad position; the GM picks one of its two effects (R2-025, A2-09)."""
    position = Vulnerability(effect or Vulnerability.EXPOSED)
    after = replace(sheet, vulnerable=position, vulnerable_to=attacker)
    return RuleResult(
        sheets={who: after}, facts=(Fact(f"became_{position}", {"who": who, "target": attacker}),)
    )


def consequences_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the consequences that a creature may choose: those that it owes, or all."""
    owes = _awaited(context, who)
    listed: set[str] = set()
    if _of_kind(owes, Owed.OWN):
        listed |= {*listed_consequences(Outcome.SUCCESS_AT_A_COST), ONLY_HARM}
    if _of_kind(owes, Owed.TARGET):
        listed |= set(listed_consequences(Outcome.SUCCESS))
    offered = (*Consequence, ONLY_HARM, OTHER)
    return {each: each for each in offered if not owes or each in listed or each == OTHER}


def _able(context: RulesContext, who: str, args: Args) -> Character:
    sheet = living(context, who)
    if args["attribute"] not in attributes_of(context, who):
        raise Refusal("no_attribute", who=who, attribute=args["attribute"])
    return sheet


def _owed(outcome: Outcome, args: Args) -> Owed | None:
    """Return the choice that follows a roll; one on a target needs a target or an attack (R2-016)."""
    if outcome.owes_consequence:
        return Owed.OWN
    aimed = args.get("creature") or args["attribute"] == Attribute.VIOLENCE
    return Owed.TARGET if outcome.may_affect_target and aimed else None


def _awaited(context: RulesContext, who: str) -> Mapping[str, Choice]:
    """Return the consequences that a creature has still to choose: none that the GM has let go."""
    owes = character(context, who).owes
    return {key: each for key, each in owes.items() if f"{who}.{key}" in context.waiting}


def _of_kind(owes: Mapping[str, Choice], kind: Owed) -> list[str]:
    return [key for key in owes if key.partition(".")[0] == kind]


def _settled_by(owes: Mapping[str, Choice], chosen: str, target: str) -> str:
    """Return which of the consequences owed a choice settles, the one for `target` before any other.

    Empty when it settles none.
    """
    own = chosen not in (Consequence.WOUND, Consequence.IGNORE_ARMOUR)
    fitting = (Owed.OWN, Owed.TARGET) if chosen == OTHER else (Owed.OWN,) if own else (Owed.TARGET,)
    owed = [key for kind in fitting for key in _of_kind(owes, kind)]
    return next((key for key in owed if owes[key].target == target), next(iter(owed), ""))


def chosen_by(context: RulesContext, who: str, chosen: str, target: str) -> RuleResult:
    """Settle the consequence that a choice against `target` answers, if a creature owes one."""
    sheet, owes = character(context, who), _awaited(context, who)
    owed = _settled_by(owes, chosen, target)
    if not owed or owes[owed].target not in ("", target):
        return RuleResult()
    after = replace(sheet, owes={key: each for key, each in owes.items() if key != owed})
    return RuleResult(sheets={who: after}, resolves=(f"{who}.{owed}",))


def _named(who: str, target: str) -> str:
    if not target:
        raise Refusal("no_target", who=who)
    return target


def _rated(who: str, tried: Check, sheet: Character) -> tuple[Fact, ...]:
    """Tell that the ratings kept for this roll are used up."""
    if len(tried.next_rolls) == len(sheet.next_rolls):
        return ()
    return (Fact("rating_used", {"who": who, "difficulty": tried.difficulty.value}),)


def _attack_said(context: RulesContext, who: str, args: Args, tried: Check, roll: Roll) -> RuleResult:
    """Read the GM's own attack table at the total, if there is one (R2-019)."""
    if args["attribute"] != Attribute.VIOLENCE:
        return RuleResult()
    told = _read(context, "attack", tried.made.total, who, roll)
    if not told.text:
        return RuleResult()
    fact = Fact("table_says", {"table": "attack", "total": tried.made.total, "text": told.text})
    return RuleResult(facts=(fact, *told.facts), throws=told.throws)


def _read(context: RulesContext, key: str, total: int, who: str, roll: Roll) -> Reading:
    """Return the row of a table of the GM's for a total; nothing without such a row."""
    table = context.tables.get(key)
    rows = table.rows if table else ()
    text = next((row.text for row in rows if row.low <= total <= row.high), "")
    return read_row(table, text, context.tables, roll, who) if table else Reading("")


ATTRIBUTE = Param("attribute", Kind.CHOICE, required=True, offers=attributes_of)
EASY, HARD = Param("easy", Kind.FLAG), Param("hard", Kind.FLAG)
CREATURE = Param("creature", Kind.CREATURE)
INTENT = Param("intent", Kind.TEXT)
"""The character's aim, told before the dice fall (R2-005)."""

ACTS = (
    Act("test", test, (ATTRIBUTE, EASY, HARD, CREATURE, INTENT), rolls=True),
    Act(
        "consequence",
        consequence,
        (
            Param("consequence", Kind.CHOICE, required=True, offers=consequences_of),
            Param("vulnerability", Kind.CHOICE, choices=tuple(Vulnerability)),
            Param("weapon", Kind.CHOICE, offers=weapons_of),
            Param("armour", Kind.LABELLED, low=0, high=999),
            Param("ignore_armour", Kind.FLAG),
            Param("amount", Kind.EFFECT),
            CREATURE,
            Param("text", Kind.TEXT),
        ),
        rolls=True,
    ),
    Act("task", task, (ATTRIBUTE, EASY, HARD, INTENT), rolls=True),
    Act(
        "next_roll",
        rate_next,
        (
            Param("difficulty", Kind.CHOICE, required=True, choices=(Difficulty.EASY, Difficulty.HARD)),
            CREATURE,
        ),
    ),
)
