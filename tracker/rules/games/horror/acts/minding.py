"""Acts of the mind: sanity lost and won back, the choice at 0, spells learnt (R2-036..R2-042)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.horror import sanity
from tracker.rules.games.horror.acts.rolling import OTHER
from tracker.rules.games.horror.sheet import HIGHEST_RESOURCE, living
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.table_reading import Reading, read, read_row
from tracker.rules.text import fitting

AT_RANDOM = "at_random"
"""Let the dice choose from the GM's table."""
AMOUNT = Param("amount", Kind.EFFECT, required=True)


def lose(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Lose sanity to the supernatural, as much as the GM says (R2-036)."""
    return sanity.shaken(who, living(context, who), args["amount"])


def stress(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Lose 1d3 sanity (R2-022)."""
    return sanity.stressed(who, living(context, who), roll)


def calm(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Win sanity back, as much as the GM says (R2-039)."""
    return sanity.calmed(who, living(context, who), args["amount"])


def enjoy(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Enjoy a favourite activity: 1d6 sanity (R2-040); a second time in a session is told (A2-14)."""
    sheet = living(context, who)
    again = (Fact("enjoyed_again", {"who": who}),) if sheet.favourite_used else ()
    result = sanity.at_ease(who, replace(sheet, favourite_used=True), roll, "activity")
    fact = Fact("enjoyed", {"who": who, "text": sheet.favourite})
    return replace(result, facts=(fact, *result.facts, *again))


def lose_for_good(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Lose sanity that never comes back, a point unless the GM says more (R2-033, R2-042)."""
    return sanity.scarred_mind(who, living(context, who), args.get("points") or 1)


def choose(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make the choice of a creature without sanity left, and win 1d6 back (R2-037, R2-038).

    The options are those of the GM's own table, if the campaign has one; the text has none of its own.
    Raises `Refusal`: `dead`, `not_broken`, `empty_text`.
    """
    sheet = living(context, who)
    if not sheet.broken:
        raise Refusal("not_broken", who=who)
    found = _chosen(context, who, args, roll)
    result = sanity.at_ease(who, replace(sheet, broken=False), roll, "zero_sanity")
    fact = Fact("chose", {"who": who, "text": found.text})
    facts, throws = (fact, *found.facts, *result.facts), (*found.throws, *result.throws)
    return replace(result, facts=facts, throws=throws)


def options_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the choices at 0 sanity: the rows of the GM's table, chance, something else."""
    if "zero_sanity" not in context.tables:
        return {OTHER: OTHER}
    rows = context.tables["zero_sanity"].rows
    return {**{f"row{place}": row.text for place, row in enumerate(rows)}, AT_RANDOM: AT_RANDOM, OTHER: OTHER}


def learn(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Learn a spell, by its name (R2-031); raises `Refusal` `dead`, `empty_text`."""
    sheet = living(context, who)
    name = fitting(str(args["text"])).replace(",", " ")
    if not name:
        raise Refusal("empty_text")
    after = replace(sheet, spells=(*sheet.spells, name))
    return RuleResult(sheets={who: after}, facts=(Fact("learnt", {"who": who, "text": name}),))


def _chosen(context: RulesContext, who: str, args: Args, roll: Roll) -> Reading:
    option = args["option"]
    if option == OTHER:
        return Reading(str(args.get("text") or ""))
    table = context.tables["zero_sanity"]
    if option == AT_RANDOM:
        return read(table, context.tables, roll, who)
    return read_row(table, options_of(context, who)[option], context.tables, roll, who)


ACTS = (
    Act("sanity", lose, (AMOUNT,), rolls=True),
    Act("stress", stress, rolls=True),
    Act("calm", calm, (AMOUNT,), rolls=True),
    Act("activity", enjoy, rolls=True),
    Act("trauma", lose_for_good, (Param("points", Kind.NUMBER, low=1, high=HIGHEST_RESOURCE),)),
    Act(
        "choose",
        choose,
        (Param("option", Kind.CHOICE, required=True, offers=options_of), Param("text", Kind.TEXT)),
        rolls=True,
    ),
    Act("learn", learn, (Param("text", Kind.TEXT, required=True),)),
)
