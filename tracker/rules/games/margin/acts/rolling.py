"""Acts that roll: a check, an opposed action, the effort of a group."""

from tracker.rules.dice import Roll
from tracker.rules.games.margin.bands import Reference
from tracker.rules.games.margin.checks import Call, Made, make, told, used_up
from tracker.rules.games.margin.cooperation import group_facts
from tracker.rules.games.margin.disasters import avoidable
from tracker.rules.games.margin.opposed import contest_fact
from tracker.rules.games.margin.sheet import (
    HIGHEST_MARGIN,
    MOST_DICE,
    characteristics_of,
    characteristics_of_others,
    living,
)
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Kind, Param, PendingRoll, RuleResult, RulesContext, Whose

CHARACTERISTIC = Param("characteristic", Kind.CHOICE, required=True, offers=characteristics_of)
BONUS = Param("bonus", Kind.LABELLED, low=0, high=MOST_DICE)
PENALTY = Param("penalty", Kind.LABELLED, low=0, high=MOST_DICE)
MINIMUM = Param(
    "minimum",
    Kind.LABELLED,
    low=0,
    high=HIGHEST_MARGIN,
    named={each.name.lower(): each.value for each in Reference},
)
"""The margin that the GM asks for; the text names two, which the GM may replace (R4-022)."""
PHYSICAL = Param("physical", Kind.FLAG)


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll a characteristic, against a minimum margin if one is set (R4-001..R4-024).

    A disaster in combat may be avoided (R4-017). Raises `Refusal`: `dead`, `no_such_characteristic`.
    """
    sheet, minimum = living(context, who), args.get("minimum")
    made = make(who, sheet, called(args["characteristic"], args), roll, purpose="check")
    return RuleResult(
        {who: used_up(sheet, made.name)},
        facts=told(made, minimum),
        throws=(made.throw,),
        pending=avoidable(context, made, minimum=minimum),
    )


def opposed(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Let two creatures roll against each other: the greater margin wins (R4-027, A4-10).

    Raises `Refusal`: `dead`, `no_such_characteristic`, `opposes_itself`.
    """
    other = args["creature"]
    if other == who:
        raise Refusal("opposes_itself", who=who)
    sheet, rival = living(context, who), living(context, other)
    answer = Call(
        args.get("other_characteristic") or args["characteristic"],
        args.get("other_bonus") or 0,
        args.get("other_penalty") or 0,
    )
    mine = make(who, sheet, called(args["characteristic"], args), roll, purpose="contest")
    theirs = make(other, rival, answer, roll, purpose="contest")
    return RuleResult(
        {who: used_up(sheet, mine.name), other: used_up(rival, theirs.name)},
        facts=(*told(mine), *told(theirs), contest_fact(who, other, mine.margin, theirs.margin)),
        throws=(mine.throw, theirs.throw),
        pending=(
            *avoidable(context, mine, other=other, against=theirs.margin),
            *avoidable(context, theirs, other=who, against=mine.margin),
        ),
    )


def group(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Let several make the same check; their margins add up, failures taking away (R4-031, R4-032).

    Raises `Refusal`: `dead`, `no_such_characteristic`.
    """
    sheets, minimum = {who: living(context, who) for who in creature_ids}, args.get("minimum")
    made = [
        make(who, sheet, called(args["characteristic"], args), roll, purpose="group")
        for who, sheet in sheets.items()
    ]
    margins = tuple(each.margin for each in made)
    return RuleResult(
        {each.who: used_up(sheets[each.who], each.name) for each in made},
        facts=(
            *(fact for each in made for fact in told(each)),
            *group_facts(margins, len(made), minimum),
        ),
        throws=tuple(each.throw for each in made),
        pending=tuple(
            pending
            for each in made
            for pending in _of_a_group(context, each, sum(margins), len(made), minimum)
        ),
    )


def called(characteristic: str, args: Args) -> Call:
    """Return the call that a check's parameters describe."""
    return Call(
        characteristic,
        args.get("bonus") or 0,
        args.get("penalty") or 0,
        physical=bool(args.get("physical")),
    )


def _of_a_group(
    context: RulesContext, made: Made, total: int, count: int, minimum: int | None
) -> tuple[PendingRoll, ...]:
    return avoidable(context, made, others=total - made.margin, count=count, minimum=minimum)


ACTS = (
    Act("test", test, (CHARACTERISTIC, BONUS, PENALTY, MINIMUM, PHYSICAL), rolls=True),
    Act(
        "opposed",
        opposed,
        (
            Param("other_characteristic", Kind.CHOICE, offers=characteristics_of_others),
            CHARACTERISTIC,
            Param("creature", Kind.CREATURE, required=True, several=True),
            BONUS,
            PENALTY,
            Param("other_bonus", Kind.LABELLED, low=0, high=MOST_DICE),
            Param("other_penalty", Kind.LABELLED, low=0, high=MOST_DICE),
            PHYSICAL,
        ),
        rolls=True,
    ),
    Act(
        "group",
        params=(CHARACTERISTIC, BONUS, PENALTY, MINIMUM, PHYSICAL),
        rolls=True,
        whose=Whose.TOGETHER,
        together=group,
    ),
)
