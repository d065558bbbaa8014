"""Percentile: the game as the rest of the program sees it."""

from collections.abc import Mapping

from tracker.rules.dice import Throw
from tracker.rules.game_system import GameSystem
from tracker.rules.games.percentile import badges, moments
from tracker.rules.games.percentile.acts import ACTS
from tracker.rules.games.percentile.acts.harming import no_hit_points_left
from tracker.rules.games.percentile.checks import judge
from tracker.rules.games.percentile.moments import TURN_SECONDS
from tracker.rules.games.percentile.opposed import judge_opposed
from tracker.rules.games.percentile.pending import ANSWERS, PENDING_ROLLS
from tracker.rules.games.percentile.sheet import (
    FIELDS,
    SCENE_FIELDS,
    Character,
    Stage,
    character,
    new_character,
)
from tracker.rules.glance import Badge, Countdown, Gauge, Need
from tracker.rules.system import Blow, PendingRoll, RuleResult, RulesContext, Sheet

OUTCOMES: Mapping[str, str] = {
    "critical": "success",
    "special": "success",
    "basic": "success",
    "fumble": "failure",
}


class Percentile(GameSystem):
    """Skills in percent that improve with use and study, light, and circumstances."""

    key = "percentile"
    initiative_dice = "1d100"
    sheet = Character
    scene = Stage
    fields = FIELDS
    scene_fields = SCENE_FIELDS
    gauges = (Gauge("hit_points", "hit_points", "hit_points_max"),)
    looked_up = ("weapons", "impaling", "skills")
    health = "hit_points"
    acts = ACTS
    attack_act = "attack"
    pending_rolls = PENDING_ROLLS
    answers = ANSWERS
    turn_seconds = TURN_SECONDS
    milestones = ("scene_end", "session_end", "scenario_end")
    foreign: Mapping[str, str] = {
        "HP": "hit_points_max",
        "Str": "strength",
        "Con": "constitution",
        "Int": "intelligence",
        "Damage dice": "weapons",
    }
    rules = tuple(f"R3-{number:03d}" for number in range(1, 62))

    assumptions = ("weapon_skill", "hit_points")
    outcomes = OUTCOMES
    memorable = ("critical", "fumble")

    def new_sheet(self, kind: str, now: int) -> Sheet:
        """Return a fresh character."""
        return new_character(kind, now)

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        """Return the body, setbacks, study and experience."""
        return badges.badges(context, who)

    def scene_badges(self, context: RulesContext) -> tuple[Badge, ...]:
        """Return the differences of the scene from normal."""
        return badges.scene_badges(context)

    def countdowns(self, context: RulesContext, who: str) -> tuple[Countdown, ...]:
        """Return the turns that a task still takes (R3-048)."""
        return badges.countdowns(context, who)

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """Return meals and sleep, and when study ends (R3-041)."""
        return badges.needs(context, who)

    def is_down(self, sheet: Sheet) -> bool:
        """Whether a character looks fallen: only the dead, because the rules name no other case."""
        return self.is_out(sheet)

    def round_ends(self, context: RulesContext, creature_ids: tuple[str, ...]) -> RuleResult:
        """Take a turn off every task (R3-048)."""
        return moments.turns_pass(context, creature_ids, 1)

    def turns_pass(self, context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
        """Take turns off every task (R3-048)."""
        return moments.turns_pass(context, creature_ids, turns)

    def time_passes(self, context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
        """Call for the check at the end of study (R3-042)."""
        return moments.time_passes(context, who, until)

    def milestone(self, milestone: str, context: RulesContext) -> RuleResult:
        """End a scene, or call for the improvement rolls of a session or scenario."""
        return moments.scene_end(context) if milestone == "scene_end" else moments.improvement(context)

    def succeeds(self, throw: Throw, faces: tuple[int, ...]) -> bool | None:
        """Whether a check with this face succeeds (R3-004, R3-016, R3-017, R3-019)."""
        if throw.target is None or throw.purpose == "improvement":
            return None
        (face,) = faces
        if throw.dice[0].sides == 20:
            return face <= throw.target
        return (judge_opposed if throw.purpose == "opposed" else judge)(throw.target, face).success

    def sheet_written(self, context: RulesContext, who: str, before: Sheet) -> RuleResult:
        """Tell that the GM has written the last hit points off."""
        if not isinstance(before, Character):
            return RuleResult()
        return RuleResult(facts=no_hit_points_left(who, before, character(context, who)))

    def clock_corrected(self, sheet: Sheet, by: int) -> Sheet:
        """Return a sheet as hungry, as tired and as far in its studies as before."""
        return moments.clock_corrected(sheet, by)

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Return how the first attack of a creature on another goes (R3-004..R3-010, R3-018)."""
        from tracker.rules.games.percentile.blows import blow  # noqa: PLC0415 - few sessions ask for a forecast

        return blow(context, who, target)


PERCENTILE = Percentile()
