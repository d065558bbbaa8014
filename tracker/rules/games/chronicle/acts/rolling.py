"""Acts that roll: tests, saves, opposed rolls, chances, and the Effort that helps them."""

from collections import Counter

from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw, sum_kept, throw_in_mode
from tracker.rules.games.chronicle import rolls
from tracker.rules.games.chronicle.attributes import ATTRIBUTES, SAVES, Attribute, save_attribute
from tracker.rules.games.chronicle.checks import (
    Call,
    Figures,
    effort_on,
    effort_spent,
    figures_of,
    happens,
    naturals,
    roll_attribute,
    shake_off,
    task_of,
)
from tracker.rules.games.chronicle.rolls import Contender, Outcome, Winner
from tracker.rules.games.chronicle.sheet import Character, character, living
from tracker.rules.games.chronicle.states import CONDITIONS, Task, hindrance
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext

IN_MODE = (Param("advantage", Kind.FLAG), Param("disadvantage", Kind.FLAG))
"""The parameters of a mode other than the normal one."""
EFFORT = Param("effort", Kind.FLAG)
MODIFIER = Param("modifier", Kind.MODIFIER)
HELPED = (*IN_MODE, EFFORT, MODIFIER)
"""The parameters of a roll of an attribute: mode, Effort, modifiers."""


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll an attribute against its difficulty (R1-004..R1-008, R1-013, R1-053).

    A ranged attack by a creature that cannot see fails without a roll, and costs no Effort (R1-098).
    Raises `Refusal`: `dead`, `no_effort`, `effort_useless`.
    """
    sheet = living(context, who)
    call = called(args, _task(args))
    if hindrance(sheet.states, call.task).auto_fail:
        return RuleResult(facts=(Fact("failed_unseeing", {"who": who}),))
    after, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    purpose = "save" if args.get("save") else "test"
    throw = roll_attribute(who, figures, roll, purpose=purpose, subject=call.task.attribute)
    return RuleResult(sheets={who: after}, facts=facts, throws=(throw,))


def _figures(
    who: str, sheet: Character, call: Call, now: int, effort: object
) -> tuple[Character, Figures, tuple[Fact, ...]]:
    """Return the figures of a roll, and the sheet and facts after the point of Effort that it may cost."""
    figures = figures_of(sheet, call, now)
    return effort_on(who, sheet, figures) if effort else (sheet, figures, ())


def save(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Save from a danger with the attribute that withstands it; Agility dodges (R1-013..R1-019).

    Raises `Refusal`: `dead`, `no_effort`.
    """
    attribute = save_attribute(args["danger"])
    test_args = {**args, "attribute": attribute, "save": True, "dodge": attribute is Attribute.AGILITY}
    result = test(context, who, test_args, roll)
    danger = Fact("in_danger", {"who": who, "danger": args["danger"]})
    return replace(result, facts=(danger, *result.facts))


def resist(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Save against a condition besides the save of each turn (R1-096, R1-100, R1-102).

    Raises `Refusal`: `dead`, `no_effort`, `not_suffered`, `source_too_strong`.
    """
    sheet, condition = living(context, who), args["condition"]
    call = called(args, task_of(condition))
    after, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    result = shake_off(who, after, condition, figures, roll)
    return replace(result, sheets={who: after, **result.sheets}, facts=(*facts, *result.facts))


def opposed(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll two creatures against each other (R1-029..R1-033); after a tie the GM rolls again.

    Each side may spend Effort. Raises `Refusal`: `dead`, `no_effort`, `effort_useless`, `opposes_itself`.
    """
    other = args["creature"]
    if other == who:
        raise Refusal("opposes_itself", who=who)
    sheet, rival = living(context, who), living(context, other)
    call = called(args, Task(args["attribute"]))
    answer = Call(
        Task(args.get("other_attribute") or args["attribute"]),
        (args.get("other_modifier") or 0,),
        advantage=bool(args.get("other_advantage")),
        disadvantage=bool(args.get("other_disadvantage")),
    )
    sheet, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    rival, answered, more = _figures(other, rival, answer, context.now, args.get("other_effort"))
    mine = roll_attribute(who, figures, roll, purpose="opposed", subject=call.task.attribute)
    theirs = roll_attribute(other, answered, roll, purpose="opposed", subject=answer.task.attribute)
    winner = rolls.opposed(_contender(sheet, mine), _contender(rival, theirs))
    fact = {
        Winner.A: Fact("opposed_won", {"who": who, "other": other}),
        Winner.B: Fact("opposed_won", {"who": other, "other": who}),
        Winner.REROLL: Fact("opposed_tied", {"who": who, "other": other}),
    }[winner]
    return RuleResult(sheets={who: sheet, other: rival}, facts=(*facts, *more, fact), throws=(mine, theirs))


def contest(context: RulesContext, mine: Throw, theirs: Throw) -> tuple[int, int] | None:
    """Return in how many ways an opposed roll is won, and lost or won: ties are repeated (R1-029..R1-033)."""
    if mine.purpose != "opposed" or mine.target is None or theirs.target is None:
        return None
    ways = Counter[Winner]()
    for face, weight in naturals(Mode(mine.mode)).weights.items():
        own = _contender(character(context, mine.who), _fallen(mine, face))
        for other, its in naturals(Mode(theirs.mode)).weights.items():
            rival = _contender(character(context, theirs.who), _fallen(theirs, other))
            ways[rolls.opposed(own, rival)] += weight * its
    return ways[Winner.A], ways[Winner.A] + ways[Winner.B]


def _fallen(throw: Throw, face: int) -> Throw:
    """Return a throw as if its die had fallen so."""
    total = face + throw.static
    return replace(throw, total=total, outcome=rolls.judge(face, total, throw.target or 0))


def chance(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll whether something happens: `12` means 12 or more on a d20 (R1-034, A1-11)."""
    character(context, who)
    threshold = args["threshold"]
    mode = mode_of(args)
    dice = throw_in_mode(20, mode, roll)
    face = sum_kept(dice)
    outcome = "happens" if happens(threshold, face) else "does_not_happen"
    return RuleResult(
        throws=(Throw("chance", dice, face, who, mode=mode, target=threshold, outcome=outcome),)
    )


def spend_effort(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Spend a point of Effort on an effect roll or a talent; the log reminds of it (R1-054, R1-055, A1-19).

    Raises `Refusal`: `dead`, `no_effort`.
    """
    sheet, facts = effort_spent(who, living(context, who), args["use"])
    return RuleResult(sheets={who: sheet}, facts=facts)


def called(args: Args, task: Task) -> Call:
    """Return the call that a roll's parameters describe."""
    return Call(
        task,
        modifiers=tuple(args.get("modifier") or ()),
        advantage=bool(args.get("advantage")),
        disadvantage=bool(args.get("disadvantage")),
    )


def mode_of(args: Args) -> Mode:
    """Return the mode that the parameters of a roll without modifiers describe."""
    return rolls.roll_mode((), bool(args.get("advantage")), bool(args.get("disadvantage"))).mode


def save_task(attribute: str) -> Task:
    """Return the roll of a save: Agility dodges (R1-015)."""
    return Task(attribute, dodge=attribute == Attribute.AGILITY)


def _task(args: Args) -> Task:
    senses = {name: bool(args.get(name)) for name in ("sight", "hearing", "ranged", "dodge")}
    return Task(args["attribute"], **senses)


def _contender(sheet: Character, throw: Throw) -> Contender:
    return Contender(throw.total, Outcome(throw.outcome), sheet.score(throw.subject).present)


ACTS = (
    Act(
        "test",
        test,
        (
            Param("attribute", Kind.CHOICE, required=True, choices=ATTRIBUTES),
            *IN_MODE,
            EFFORT,
            Param("save", Kind.FLAG),
            Param("sight", Kind.FLAG),
            Param("hearing", Kind.FLAG),
            Param("ranged", Kind.FLAG),
            Param("dodge", Kind.FLAG),
            MODIFIER,
        ),
        rolls=True,
    ),
    Act(
        "save",
        save,
        (
            Param("danger", Kind.CHOICE, required=True, choices=tuple(SAVES)),
            *HELPED,
        ),
        rolls=True,
    ),
    Act(
        "resist",
        resist,
        (
            Param("condition", Kind.CHOICE, required=True, choices=CONDITIONS),
            *HELPED,
        ),
        rolls=True,
    ),
    Act(
        "opposed",
        opposed,
        (
            Param("attribute", Kind.CHOICE, required=True, choices=ATTRIBUTES),
            Param("creature", Kind.CREATURE, required=True),
            Param("other_attribute", Kind.CHOICE, choices=ATTRIBUTES),
            *IN_MODE,
            EFFORT,
            Param("other_advantage", Kind.FLAG),
            Param("other_disadvantage", Kind.FLAG),
            Param("other_effort", Kind.FLAG),
            Param("other_modifier", Kind.SIGNED),
            MODIFIER,
        ),
        rolls=True,
    ),
    Act(
        "chance",
        chance,
        (Param("threshold", Kind.CHANCE, required=True, low=1, high=20), *IN_MODE),
        rolls=True,
    ),
    Act(
        "effort",
        spend_effort,
        (Param("use", Kind.CHOICE, required=True, choices=("potency", "talent")),),
    ),
)
