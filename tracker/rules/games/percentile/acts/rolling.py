"""Acts that roll: checks of skills and attributes, opposed ones, and the effects of fumbles."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.body import attributes_of
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.percentile import opposed as opposition
from tracker.rules.games.percentile.checks import (
    Expertise,
    Method,
    as_played,
    attribute_check,
    brought,
    check_skill,
    throw_of,
)
from tracker.rules.games.percentile.opposed import Odds, chance_of
from tracker.rules.games.percentile.sheet import (
    HIGHEST_ATTRIBUTE,
    HIGHEST_PERCENT,
    character,
    living,
    skill_of,
    skills_of,
    stage,
)
from tracker.rules.games.percentile.surroundings import Circumstances
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.text import fitting

OTHER = "other"


class Setback(StrEnum):
    """What the text suggests that a fumble may do (R3-015)."""

    DOUBLE_TIME = "double_time"
    MISLEADING = "misleading"
    NO_RETRY = "no_retry"
    HURT = "hurt"


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Check a skill (R3-004..R3-017, R3-022..R3-027, R3-049..R3-061).

    Raises `Refusal`: `dead`, `no_skill`.
    """
    sheet = living(context, who)
    skill_of(who, sheet, args["skill"])
    return check_skill(context, who, sheet, args, roll)


def test_attribute(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Check an attribute, by d20 or by five times its value (R3-018..R3-020).

    Raises `Refusal`: `dead`, `no_attribute`.
    """
    sheet, name = living(context, who), args["attribute"]
    _known(context, who, name)
    method = Method.D20 if args.get("by_d20") else Method.D100
    made = as_played(stage(context), attribute_check(sheet.score(name), roll, method))
    sheet = replace(sheet, outstanding=name if made.outcome.outstanding else "")
    result = RuleResult(sheets={who: sheet}, throws=(throw_of(made, who, name, "attribute"),))
    return brought(context, who, name, made, result)


def opposed(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Oppose an attribute to somebody's, or to a factor's number; the active side rolls (R3-028..R3-032).

    Raises `Refusal`: `dead`, `no_attribute`, `opposes_itself`, `opposed_to_what`.
    """
    sheet, name, rival = living(context, who), args["attribute"], args.get("creature") or ""
    _known(context, who, name)
    passive = _passive(context, who, rival, args)
    active = sheet.score(name)
    made = as_played(stage(context), opposition.opposed(active, passive, roll), specials=False)
    data: dict[str, Scalar] = {
        "who": who,
        "other": rival,
        "active": active,
        "passive": passive,
        "chance": made.effective,
    }
    if made.die is None:
        return RuleResult(facts=(Fact(f"opposed_{chance_of(active, passive).odds}", data),))
    fact = Fact("opposed_won" if made.success else "opposed_lost", data)
    throw = throw_of(made, who, name, "opposed")
    return brought(context, who, name, made, RuleResult(sheets={who: sheet}, facts=(fact,), throws=(throw,)))


def odds(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Tell the chance of an opposed check without rolling it (R3-029, R3-030)."""
    rival = args.get("creature") or ""
    _known(context, who, args["attribute"])
    active, passive = (
        character(context, who).score(args["attribute"]),
        _passive(context, who, rival, args),
    )
    chance = chance_of(active, passive)
    kind = "odds" if chance.odds is Odds.ROLL else f"opposed_{chance.odds}"
    data: dict[str, Scalar] = {
        "who": who,
        "other": rival,
        "active": active,
        "passive": passive,
        "chance": chance.percent,
    }
    return RuleResult(facts=(Fact(kind, data),))


def fumble(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Say what a fumble does: one of the text's suggestions, or the GM's own words (R3-015).

    Of several pending fumbles, this is the effect of the first. It stays on the sheet until it is removed.
    """
    sheet, chosen = living(context, who), args["setback"]
    fumbles = {
        key: each for key, each in context.waiting.items() if each.kind == "fumble" and each.who == who
    }
    first = next(iter(fumbles), "")
    words = fitting(str(args.get("text") or "")).replace(",", " ")
    told = words if chosen == OTHER else chosen
    setbacks = (*sheet.setbacks, told) if told and told not in sheet.setbacks else sheet.setbacks
    skill = fumbles[first].data["skill"] if first else ""
    data: dict[str, Scalar] = {"who": who, "setback": told, "skill": skill}
    return RuleResult(
        sheets={who: replace(sheet, setbacks=setbacks)},
        facts=(Fact("set_back", data),),
        amends={first: {"told": True}},
    )


def recover(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Take away what a fumble had left; raises `Refusal` `not_suffered`."""
    sheet, gone = character(context, who), args["setback"]
    if gone not in sheet.setbacks:
        raise Refusal("not_suffered", who=who, condition=gone)
    after = replace(sheet, setbacks=tuple(each for each in sheet.setbacks if each != gone))
    return RuleResult(sheets={who: after}, facts=(Fact("put_right", {"who": who, "setback": gone}),))


def setbacks_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the effects of fumbles on a sheet."""
    return {each: each for each in character(context, who).setbacks}


def _known(context: RulesContext, who: str, name: str) -> None:
    if name not in attributes_of(context, who):
        raise Refusal("no_attribute", who=who, attribute=name)


def _passive(context: RulesContext, who: str, rival: str, args: Args) -> int:
    """Return what resists: an attribute of somebody's, or the number of an external factor (R3-028)."""
    if rival == who:
        raise Refusal("opposes_itself", who=who)
    if rival:
        name = args.get("other_attribute") or args["attribute"]
        _known(context, rival, name)
        return living(context, rival).score(name)
    factor = args.get("factor")
    if factor is None:
        raise Refusal("opposed_to_what")
    return int(factor)


SKILL = Param("skill", Kind.CHOICE, required=True, offers=skills_of)
ATTRIBUTE = Param("attribute", Kind.CHOICE, required=True, offers=attributes_of)
OPPOSITION = (
    Param("other_attribute", Kind.CHOICE, offers=attributes_of),
    ATTRIBUTE,
    Param("factor", Kind.NUMBER, low=0, high=HIGHEST_ATTRIBUTE),
    Param("creature", Kind.CREATURE),
)

ACTS = (
    Act(
        "test",
        test,
        (
            SKILL,
            Param("circumstances", Kind.CHOICE, choices=tuple(Circumstances)),
            Param("useful", Kind.FLAG),
            Param("lit", Kind.FLAG),
            Param(
                "threshold",
                Kind.LABELLED,
                low=1,
                high=HIGHEST_PERCENT,
                named={each.name.lower(): each.value for each in Expertise},
            ),
            Param("more", Kind.FLAG),
            Param("impossible", Kind.FLAG),
            Param("modifier", Kind.MODIFIER),
        ),
        rolls=True,
    ),
    Act("attribute", test_attribute, (ATTRIBUTE, Param("by_d20", Kind.FLAG)), rolls=True),
    Act("opposed", opposed, OPPOSITION, rolls=True),
    Act("odds", odds, OPPOSITION),
    Act(
        "fumble",
        fumble,
        (
            Param("setback", Kind.CHOICE, required=True, choices=(*Setback, OTHER)),
            Param("text", Kind.TEXT),
        ),
    ),
    Act("release", recover, (Param("setback", Kind.CHOICE, required=True, offers=setbacks_of),)),
)
