"""Cooperation with one person who rolls: simple help, and that of somebody who knows how (R4-029, R4-030)."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.margin.acts.rolling import BONUS, PENALTY, PHYSICAL, called
from tracker.rules.games.margin.checks import make, told, used_up
from tracker.rules.games.margin.cooperation import helped_fact
from tracker.rules.games.margin.disasters import avoidable
from tracker.rules.games.margin.sheet import Character, Helper, characteristic, characteristics_of_all, living
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext


def help_(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Help somebody with their next check, or with their next check of one characteristic (R4-029, A4-30).

    A helper who has that characteristic too rolls it first, unless it is `simple` help; succeeding brings
    two bonuses (R4-030). All simple help together brings one (A4-11). `off` takes the help back.
    Raises `Refusal`: `dead`, `helps_itself`, `no_such_characteristic`, `helps_not`.
    """
    other, name = args["creature"], args.get("characteristic") or ""
    if other == who:
        raise Refusal("helps_itself", who=who)
    helper, helped = living(context, who), living(context, other)
    if args.get("off"):
        return _withdrawn(who, other, helped)
    if name:
        characteristic(other, helped, name)
    if args.get("simple") or name not in helper.characteristics:
        after = {**helped.helpers, who: Helper(characteristic=name)}
        return RuleResult({other: replace(helped, helpers=after)}, facts=(helped_fact(who, other, after),))
    made = make(who, helper, called(args["characteristic"], args), roll, purpose="help")
    after = {**helped.helpers, who: Helper(competent=True, success=made.success, characteristic=name)}
    return RuleResult(
        {who: used_up(helper, name), other: replace(helped, helpers=after)},
        facts=(*told(made), helped_fact(who, other, after)),
        throws=(made.throw,),
        pending=avoidable(context, made, other=other),
    )


def _withdrawn(who: str, other: str, helped: Character) -> RuleResult:
    if who not in helped.helpers:
        raise Refusal("helps_not", who=who, other=other)
    left = {helper: each for helper, each in helped.helpers.items() if helper != who}
    fact = Fact("help_withdrawn", {"who": who, "other": other})
    return RuleResult({other: replace(helped, helpers=left)}, facts=(fact,))


ACTS = (
    Act(
        "help",
        help_,
        (
            Param("characteristic", Kind.CHOICE, offers=characteristics_of_all),
            Param("creature", Kind.CREATURE, required=True),
            BONUS,
            PENALTY,
            PHYSICAL,
            Param("simple", Kind.FLAG),
            Param("off", Kind.FLAG),
        ),
        rolls=True,
    ),
)
