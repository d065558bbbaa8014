"""Meals and sleep: counted, and without consequence, since the text gives none."""

from dataclasses import replace

from tracker.rules.dice import Roll
from tracker.rules.margin.sheet import DAY, living
from tracker.rules.system import Act, Args, Fact, Kind, Param, Ruling, Table

LONGEST_SLEEP = 30 * DAY
AGO = Param("ago", Kind.HOURS, low=0)


def eat(table: Table, who: str, args: Args, roll: Roll) -> Ruling:
    """Eat and drink, now or `ago` seconds before."""
    after = replace(living(table, who), fed_at=max(0, table.now - (args.get("ago") or 0)))
    return Ruling({who: after}, facts=(Fact("ate", {"who": who}),))


def have_slept(table: Table, who: str, args: Args, roll: Roll) -> Ruling:
    """Wake from `hours` of sleep, now or `ago`, both in seconds."""
    after = replace(living(table, who), awake_since=max(0, table.now - (args.get("ago") or 0)))
    return Ruling({who: after}, facts=(Fact("slept", {"who": who, "seconds": args["hours"]}),))


ACTS = (
    Act(
        "sleep",
        have_slept,
        (Param("hours", Kind.HOURS, required=True, low=0, high=LONGEST_SLEEP), AGO),
        lasts=lambda args: int(args["hours"]),
    ),
    Act("eat", eat, (AGO,)),
)
