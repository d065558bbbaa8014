"""Horror: the game as the rest of the program sees it."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from tracker.rules.dice import Throw
from tracker.rules.game_system import GameSystem
from tracker.rules.games.horror import harm, pending
from tracker.rules.games.horror.acts import ACTS
from tracker.rules.games.horror.checks import CONDITIONS, odds_of
from tracker.rules.games.horror.pending import PENDING_ROLLS
from tracker.rules.games.horror.sheet import (
    FIELDS,
    SCENE_FIELDS,
    Attribute,
    Character,
    Vigil,
    character,
    new_character,
)
from tracker.rules.games.horror.tables import PRINTED_TABLES
from tracker.rules.glance import Badge, Countdown, Gauge, Tone
from tracker.rules.system import Blow, RuleResult, RulesContext, Sheet

# Marks beside a character's name, and the TURNS that the dying have left.


def _marks(sheet: Character) -> Iterator[Badge]:
    if sheet.dying:
        yield Badge("dying", Tone.BAD, {} if sheet.turns_left is None else {"turns": sheet.turns_left})
    elif not sheet.hit_points:
        yield Badge("down", Tone.BAD)
    if sheet.lost:
        yield Badge("lost", Tone.BAD)
    if sheet.broken or (sheet.sanity_max and not sheet.sanity):
        yield Badge("broken", Tone.BAD)
    if sheet.vulnerable is not None:
        yield Badge("vulnerable", Tone.WARNING)
    for rating in sheet.next_rolls.values():
        yield Badge(
            f"next_{rating.difficulty}", Tone.GOOD if rating.difficulty.modifier > 0 else Tone.WARNING
        )


TURN_SECONDS = 10
"""Seconds that a TURN takes: the rules say a few (R2-015)."""


OUTCOMES: Mapping[str, str] = {"success_at_a_cost": "success"}


_LETTERS = {
    "consequence": "c",
    "wound": "h",
    "help": "a",
    "stress": "e",
    "sanity": "s",
    "calm": "r",
    "trauma": "l",
    "scar": "z",
    "task": "t",
    "next_roll": "p",
    "choose": "o",
    "activity": "f",
    "learn": "n",
    "kill": "m",
    "revive": "v",
}
"""The letters of acts that have no key of their own."""


class Horror(GameSystem):
    """Hit points and sanity, scars, and a count of TURNS for the dying."""

    key = "horror"
    initiative_dice = "2d6"
    sheet = Character
    scene = Vigil
    fields = FIELDS
    scene_fields = SCENE_FIELDS
    gauges = (Gauge("hit_points", "hit_points", "hit_points_max"), Gauge("sanity", "sanity", "sanity_max"))
    looked_up = ("armour", "weapons", "sanity", "spells")
    health = "hit_points"
    lasting_gauges = ("sanity",)
    lasting_lists = ("scars",)
    conditions = CONDITIONS
    adds = (*Attribute, "own_attributes")
    act_letters = _LETTERS
    acts = ACTS
    attack_act = "attack"
    dealer_facts = ("dealt_by", "hits", "strikes", "one_weapon")
    pending_rolls = PENDING_ROLLS
    turn_seconds = TURN_SECONDS
    rounds = False
    milestones = ("session_end",)
    assumptions = ("violence", "one_weapon", "no_help")
    outcomes = OUTCOMES
    tables = ("failure", "attack", "task", "zero_sanity")
    foreign: Mapping[str, str] = {
        "HP": "hit_points_max",
        "AC.Notes": "armour",
        "Damage dice": "weapons",
    }
    printed_tables = PRINTED_TABLES

    new_sheet = staticmethod(new_character)
    turn_starts = staticmethod(pending.turn_starts)
    round_ends = staticmethod(pending.round_ends)
    turns_pass = staticmethod(pending.turns_pass)

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        """List the marks of a character: its life, its mind, its position, its rated rolls."""
        sheet = character(context, who)
        return (Badge("dead", Tone.BAD),) if sheet.dead else tuple(_marks(sheet))

    def countdowns(self, context: RulesContext, who: str) -> tuple[Countdown, ...]:
        """Show the TURNS left to a dying character (R2-027)."""
        sheet = character(context, who)
        if not sheet.dying or sheet.turns_left is None:
            return ()
        return (Countdown("dying", sheet.turns_left, Tone.BAD),)

    def is_out(self, sheet: Sheet) -> bool:
        """Whether a creature takes no more turns: it is dead, or an NPC that is down."""
        return isinstance(sheet, Character) and (sheet.dead or (not sheet.is_pc and not sheet.hit_points))

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        """Count the ways to each outcome of 2d6 (R2-001); a task has none to reach."""
        if throw.target is None or against is not None:
            return {}
        return odds_of(throw.static)

    def sheet_written(self, context: RulesContext, who: str, before: Sheet) -> RuleResult:
        """Apply what follows from an edit of hit points and sanity (R2-027, R2-037, R2-042, A2-31)."""
        after = character(context, who)
        if not isinstance(before, Character) or after.dead:
            return RuleResult()
        body_result = harm.hit_points_written(who, before, after)
        mind_result = harm.sanity_written(
            who, before, character(replace(context, sheets=body_result.sheets), who)
        )
        return replace(
            mind_result,
            facts=(*body_result.facts, *mind_result.facts),
            pending=(*body_result.pending, *mind_result.pending),
        )

    def milestone(self, milestone: str, context: RulesContext) -> RuleResult:
        return pending.session_end(context)

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Weigh a creature's first attack on another (R2-008, R2-016, R2-023)."""
        from tracker.rules.games.horror.blows import blow  # noqa: PLC0415 - few sessions ask for a forecast

        return blow(context, who, target)


HORROR = Horror()
