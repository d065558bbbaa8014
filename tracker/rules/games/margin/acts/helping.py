"""Cooperation with one person who rolls: simple help, and that of somebody who knows how (R4-029, R4-030)."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.margin.acts.rolling import BONUS, PENALTY, PHYSICAL, called
from tracker.rules.games.margin.checks import make, told, used_up
from tracker.rules.games.margin.cooperation import help_bonuses
from tracker.rules.games.margin.disasters import avoidable
from tracker.rules.games.margin.sheet import Helper, characteristic, characteristics_of, living
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext


def help_(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Help somebody with their next check: a bonus for all simple help together (R4-029, A4-11).

    Who names a characteristic that both have rolls it first, and succeeding brings two (R4-030).
    Raises `Refusal`: `dead`, `helps_itself`, `no_such_characteristic`.
    """
    other, name = args["creature"], args.get("characteristic")
    if other == who:
        raise Refusal("helps_itself", who=who)
    helper, helped = living(context, who), living(context, other)
    if not name:
        after = {**helped.helpers, who: Helper()}
        return RuleResult({other: replace(helped, helpers=after)}, facts=(_helped(who, other, after),))
    characteristic(other, helped, name)
    made = make(who, helper, called(args), roll, purpose="help")
    after = {**helped.helpers, who: Helper(competent=True, success=made.success)}
    return RuleResult(
        {who: used_up(helper, name), other: replace(helped, helpers=after)},
        facts=(*told(made), _helped(who, other, after)),
        throws=(made.throw,),
        pending=avoidable(context, made, other=other),
    )


def _helped(who: str, other: str, helpers: dict[str, Helper]) -> Fact:
    return Fact("helped", {"who": who, "other": other, "bonuses": help_bonuses(helpers.values())})


ACTS = (
    Act(
        "help",
        help_,
        (
            Param("characteristic", Kind.CHOICE, offers=characteristics_of),
            Param("creature", Kind.CREATURE, required=True),
            BONUS,
            PENALTY,
            PHYSICAL,
        ),
        rolls=True,
    ),
)
