"""Lasting things: bonuses and penalties with their causes, exhaustion, death as the GM decides it."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.margin.acts.rolling import BONUS, PENALTY
from tracker.rules.games.margin.exhaustion import exhausted
from tracker.rules.games.margin.sheet import HIGHEST_MARGIN, Modifier, character, characteristics_of, living
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.text import key_of


def add_modifier(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give bonuses or penalties under their cause, for every check or for one characteristic (R4-018).

    Raises `Refusal` `empty_modifier`.
    """
    sheet, cause = character(context, who), key_of(args["cause"])
    dice = (args.get("bonus") or 0) - (args.get("penalty") or 0)
    if not dice or not cause:
        raise Refusal("empty_modifier")
    modifier = Modifier(dice, cause, args.get("characteristic") or "", once=bool(args.get("once")))
    after = replace(sheet, modifiers={**sheet.modifiers, cause: modifier})
    kind = "bonus_given" if dice > 0 else "penalty_given"
    data = {"who": who, "dice": abs(dice), "cause": cause, "characteristic": modifier.characteristic}
    return RuleResult({who: after}, facts=(Fact(kind, data),))


def remove_modifier(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Take a bonus or penalty away by its cause; raises `Refusal` `no_such_modifier`."""
    sheet, cause = character(context, who), _cause_of(context, who, args["cause"])
    if cause not in sheet.modifiers:
        raise Refusal("no_such_modifier", cause=cause, known=", ".join(sheet.modifiers) or "—")
    after = replace(sheet, modifiers={key: each for key, each in sheet.modifiers.items() if key != cause})
    return RuleResult({who: after}, facts=(Fact("modifier_removed", {"who": who, "cause": cause}),))


def exhaust(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Mark exhaustion points, one if no amount is given (R4-017); raises `Refusal` `dead`."""
    sheet, facts = exhausted(context, who, living(context, who), args.get("amount") or 1)
    return RuleResult({who: sheet}, facts=facts)


def recover(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Take exhaustion points away, all if no amount is given; raises `Refusal`: `dead`, `not_exhausted`."""
    sheet = living(context, who)
    if not sheet.exhaustion:
        raise Refusal("not_exhausted", who=who)
    sheet, facts = exhausted(context, who, sheet, -(args.get("amount") or sheet.exhaustion))
    return RuleResult({who: sheet}, facts=facts)


def kill(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Let a creature die, as the GM says; raises `Refusal` `dead`."""
    sheet = living(context, who)
    return RuleResult({who: replace(sheet, dead=True)}, facts=(Fact("died", {"who": who}),))


def revive(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a creature back; raises `Refusal` `not_dead`."""
    sheet = character(context, who)
    if not sheet.dead:
        raise Refusal("not_dead", who=who)
    return RuleResult({who: replace(sheet, dead=False)}, facts=(Fact("revived", {"who": who}),))


def _cause_of(context: RulesContext, who: str, typed: str) -> str:
    """Return the cause that was meant, whatever its case."""
    known = {cause.casefold(): cause for cause in character(context, who).modifiers}
    cause = key_of(typed)
    return known.get(cause.casefold(), cause)


AMOUNT = Param("amount", Kind.NUMBER, low=1, high=HIGHEST_MARGIN)

ACTS = (
    Act("exhaust", exhaust, (AMOUNT,)),
    Act("recover", recover, (AMOUNT,)),
    Act(
        "modifier",
        add_modifier,
        (
            BONUS,
            PENALTY,
            Param("once", Kind.FLAG),
            Param("characteristic", Kind.CHOICE, offers=characteristics_of),
            Param("cause", Kind.TEXT, required=True),
        ),
    ),
    Act("unmodify", remove_modifier, (Param("cause", Kind.TEXT, required=True),)),
    Act("kill", kill),
    Act("revive", revive),
)
