"""The body of a creature in any game: alive or dead, fed, awake. Each game says what hunger and sleep do."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.clock import DAY
from tracker.rules.dice import Roll
from tracker.rules.fields import Int, Name, Scalar
from tracker.rules.glance import Need
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import NO_RATIONS, shared_meal
from tracker.rules.system import (
    Act,
    Applied,
    Args,
    Fact,
    Kind,
    Param,
    RuleResult,
    RulesContext,
    Sheet,
    Whose,
)
from tracker.rules.text import fitting_text

LONGEST_SLEEP = 30 * DAY
"""In seconds."""
AGO = Param("ago", Kind.AGO, low=0)
"""Seconds since something happened that the GM enters late."""


class Nature(StrEnum):
    """Who plays a creature: a player (`pc`) or the GM (`npc`). Some rules spare players' characters."""

    PC = "pc"
    NPC = "npc"


class Living(Struct, frozen=True):
    """The fields of every creature's sheet. Hunger and sleep count from clock seconds."""

    fed_at: Int = 0
    """Clock second of the last meal."""
    awake_since: Int = 0
    """Clock second at which the last sleep ended that was long enough to count."""
    dead: bool = False


class Body(Living, frozen=True):
    """The fields of a creature in a game that distinguishes players' characters from the others."""

    kind: Nature = Nature.PC
    cause: Name = ""
    """The cause of its death: an id of the rules, or the GM's words."""

    @property
    def is_pc(self) -> bool:
        """Whether a player plays it."""
        return self.kind is Nature.PC


LEFT = "left."
"""Prefix of the cause of a creature that is out of the game alive; the rest says how it left."""
L = TypeVar("L", bound=Living)


def words_of_leaving(sheet: object) -> str:
    """Return how a creature left the game alive; empty if it did not."""
    cause = getattr(sheet, "cause", "") if isinstance(sheet, Living) and sheet.dead else ""
    return cause.removeprefix(LEFT) if cause.startswith(LEFT) else ""


def is_alive(sheet: object) -> bool:
    """Whether a sheet is a creature's, and the creature is not dead."""
    return isinstance(sheet, Living) and not sheet.dead


def body_of(context: RulesContext, who: str, kind: type[L]) -> L:
    """Return a creature's sheet; raises `Refusal` `unknown_creature`."""
    sheet: object = context.sheets.get(who)
    if not isinstance(sheet, kind):
        raise Refusal("unknown_creature", name=who)
    return sheet


def living_body(context: RulesContext, who: str, kind: type[L]) -> L:
    """Return the sheet of a living creature; raises `Refusal`: `unknown_creature`, `dead`."""
    sheet = body_of(context, who, kind)
    if sheet.dead:
        raise Refusal("left" if words_of_leaving(sheet) else "dead", who=who)
    return sheet


def sheet_readers(kind: type[L]) -> tuple[Callable[[RulesContext, str], L], Callable[[RulesContext, str], L]]:
    """Return `body_of` and `living_body` for the sheets of one game."""
    return lambda context, who: body_of(context, who, kind), lambda context, who: living_body(
        context, who, kind
    )


def names_in(*collections: str) -> Callable[[RulesContext, str], Mapping[str, str]]:
    """Return a function that offers as choices the keys of these collections of a creature's sheet."""

    def names(context: RulesContext, who: str) -> Mapping[str, str]:
        sheet = body_of(context, who, Living)
        return {name: name for each in collections for name in getattr(sheet, each)}

    return names


attributes_of = names_in("attributes", "own_attributes")
"""A creature's attributes as choices: the rule book's, then the campaign's own."""
weapons_of = names_in("weapons")


def act_second(context: RulesContext, args: Args) -> int:
    """Return the clock second of an act: `ago` seconds before now, but not before second 0."""
    return max(0, context.now - (args.get("ago") or 0))


def eat(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Eat and drink a proper meal."""
    living_body(context, who, Living)
    sheets = _written_sheets(context, who, fed_at=act_second(context, args))
    return RuleResult(sheets, facts=(Fact("ate", {"who": who}),))


def have_slept(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Wake from `hours` of sleep, in seconds."""
    living_body(context, who, Living)
    fact = Fact("slept", {"who": who, "seconds": args["hours"]})
    return RuleResult(_written_sheets(context, who, awake_since=act_second(context, args)), facts=(fact,))


def kill(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Kill a creature by the GM's word; raises `Refusal` `dead`."""
    cause = fitting_text(args.get("cause") or "gm")
    living_body(context, who, Body)
    fact = Fact("died", {"who": who, "cause": cause})
    return RuleResult(_written_sheets(context, who, dead=True, cause=cause), facts=(fact,))


def revive(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a creature back by the GM's word; raises `Refusal` `not_dead`."""
    sheet = body_of(context, who, Body)
    if not sheet.dead:
        raise Refusal("not_dead", who=who)
    kind = "back_in_play" if words_of_leaving(sheet) else "revived"
    return RuleResult(_written_sheets(context, who, dead=False, cause=""), facts=(Fact(kind, {"who": who}),))


def _written_sheets(context: RulesContext, who: str, **fields: Scalar) -> Mapping[str, Sheet]:
    return {who: _with_fields(context.sheets[who], **fields)}


def _with_fields(sheet: Sheet, **fields: Scalar) -> Sheet:
    # A sheet that is no creature's has no such fields.
    return replace(sheet, **fields) if isinstance(sheet, Living) else sheet


def clock_corrected(sheet: Sheet, seconds: int) -> Sheet:
    """Shift a sheet's clock seconds, so that a corrected clock makes nobody hungrier or more tired."""
    if not isinstance(sheet, Living):
        return sheet
    return replace(sheet, fed_at=sheet.fed_at + seconds, awake_since=sheet.awake_since + seconds)


def lived_ordinarily(sheet: Sheet, now: int) -> Sheet:
    """Return a sheet after ordinary days: the creature has eaten and slept as usual (R1-064)."""
    return _with_fields(sheet, fed_at=now, awake_since=now)


def needs(context: RulesContext, who: str) -> tuple[Need, ...]:
    """Count how long a player's character has gone without a meal and without sleep, without consequences."""
    sheet = body_of(context, who, Body)
    if not sheet.is_pc or sheet.dead:
        return ()
    return hours_without(sheet, context.now)


def hours_without(sheet: Living, now: int) -> tuple[Need, ...]:
    """Count the seconds that a creature has gone without a meal and without sleep, without consequences."""
    return (Need("meal", now - sheet.fed_at), Need("sleep", now - sheet.awake_since))


DYING_ACTS = (Act("kill", kill, (Param("cause", Kind.TEXT),)), Act("revive", revive))
"""Death and the return from it, in games that leave them to the GM."""


def needs_acts(apply_sleep: Applied = have_slept, apply_meal: Applied = eat) -> tuple[Act, ...]:
    """Make the acts of sleeping and eating; by default, going without has no consequence."""
    hours = Param("hours", Kind.HOURS, required=True, low=0, high=LONGEST_SLEEP)
    return (
        Act("sleep", apply_sleep, (hours, AGO), lasts=lambda args: int(args["hours"])),
        Act(
            "eat",
            apply_meal,
            (AGO, Param("food", Kind.CHOICE, choices=(NO_RATIONS,))),
            rolls=True,
            whose=Whose.TOGETHER,
            together=shared_meal(apply_meal),
        ),
    )
