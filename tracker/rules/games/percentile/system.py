"""Percentile: the game as the rest of the program sees it."""

from collections.abc import Iterator, Mapping

from tracker.rules import body
from tracker.rules.dice import Throw, outcomes_by_face
from tracker.rules.game_system import GameSystem
from tracker.rules.games.percentile import pending
from tracker.rules.games.percentile.acts import ACTS, no_hit_points_left
from tracker.rules.games.percentile.checks import judge, judge_opposed
from tracker.rules.games.percentile.pending import PENDING_ROLLS
from tracker.rules.games.percentile.sheet import (
    FIELDS,
    SCENE_FIELDS,
    TURN_SECONDS,
    Character,
    Circumstances,
    Light,
    Stage,
    character,
    light_radius,
    new_character,
    stage,
)
from tracker.rules.games.percentile.tables import PRINTED_TABLES
from tracker.rules.glance import NEEDS, Badge, Countdown, Gauge, Need, Tone
from tracker.rules.system import Blow, RuleResult, RulesContext, Sheet

# Badges of a character and of the scene, needs, turns of tasks.


def _badges(sheet: Character) -> Iterator[Badge]:
    if sheet.hit_points_max and not sheet.hit_points:
        yield Badge("no_hit_points", Tone.BAD)
    if sheet.setbacks:
        yield Badge("set_back", Tone.WARNING, {"count": len(sheet.setbacks)})
    if sheet.task_turns:
        yield Badge("busy", data={"turns": sheet.task_turns})
    if sheet.studies:
        yield Badge("studying")
    if marks := sum(skill.marked for skill in sheet.skills.values()):
        yield Badge("experience", Tone.GOOD, {"count": marks})


def _scene_badges(context: RulesContext) -> Iterator[Badge]:
    scene = stage(context)
    if scene.light is not Light.NORMAL:
        yield Badge(f"light_{scene.light}", Tone.WARNING)
    if (source := scene.light_source) is not None:
        yield Badge(f"source_{source}", data={"centimetres": light_radius(source)})
    if scene.circumstances is not Circumstances.NORMAL:
        yield Badge(f"circumstances_{scene.circumstances}", Tone.WARNING)
    if scene.tide:
        yield Badge("tide", Tone.GOOD)


def _study_needs(sheet: Character, now: int) -> Iterator[Need]:
    # One row says when the first course ends.
    courses = sorted(sheet.studies.values(), key=lambda course: course.ends)
    for course in courses[:1]:
        yield Need("study", now - course.begun, course.ends)


OUTCOMES: Mapping[str, str] = {
    "critical": "success",
    "special": "success",
    "basic": "success",
    "fumble": "failure",
}


_LETTERS = {
    "attribute": "a",
    "opposed": "o",
    "odds": "p",
    "wound": "h",
    "fumble": "f",
    "lighting": "l",
    "task": "t",
    "mark": "e",
    "study": "s",
    "leave_study": "b",
    "kill": "m",
    "revive": "v",
}
"""Menu letters of the acts without a key of their own."""


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
    act_letters = _LETTERS
    acts = ACTS
    body_needs = NEEDS
    attack_act = "attack"
    dealer_facts = ("dealt_by", "strikes")
    pending_rolls = PENDING_ROLLS
    turn_seconds = TURN_SECONDS
    rounds = False
    milestones = ("scene_end", "session_end", "scenario_end")
    foreign: Mapping[str, str] = {
        "HP": "hit_points_max",
        "Str": "strength",
        "Con": "constitution",
        "Int": "intelligence",
        "Damage dice": "weapons",
    }
    printed_tables = PRINTED_TABLES

    assumptions = ("weapon_skill", "hit_points")
    outcomes = OUTCOMES
    memorable = ("critical", "fumble")

    new_sheet = staticmethod(new_character)
    turns_pass = staticmethod(pending.turns_pass)
    time_passes = staticmethod(pending.time_passes)
    clock_corrected = staticmethod(pending.clock_corrected)

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        sheet = character(context, who)
        return (Badge("dead", Tone.BAD),) if sheet.dead else tuple(_badges(sheet))

    def scene_badges(self, context: RulesContext) -> tuple[Badge, ...]:
        return tuple(_scene_badges(context))

    def countdowns(self, context: RulesContext, who: str) -> tuple[Countdown, ...]:
        """Count the turns that a task still takes (R3-048)."""
        sheet = character(context, who)
        return (Countdown("task", sheet.task_turns, name=sheet.task),) if sheet.task_turns else ()

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """Count the time since a meal and since sleep, and until the study in progress ends (R3-041)."""
        return (*body.needs(context, who), *_study_needs(character(context, who), context.now))

    def is_down(self, sheet: Sheet) -> bool:
        """Whether a character is dead: the rule book knows no other way to fall."""
        return self.is_out(sheet)

    def milestone(self, milestone: str, context: RulesContext) -> RuleResult:
        """End a scene, or call for the improvement rolls of a session or scenario."""
        return pending.scene_end(context) if milestone == "scene_end" else pending.improvement(context)

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        """Count the faces of each outcome of a check (R3-004, R3-016, R3-017, R3-019)."""
        target = throw.target
        if target is None or throw.purpose == "improvement" or against is not None:
            return {}
        if throw.dice[0].sides == 20:
            return outcomes_by_face(20, lambda face: "success" if face <= target else "failure")
        judge_face = judge_opposed if throw.purpose == "opposed" else judge
        return outcomes_by_face(100, lambda face: judge_face(target, face).value)

    def sheet_written(self, context: RulesContext, who: str, before: Sheet) -> RuleResult:
        """Report that the GM has edited the last hit points away."""
        if not isinstance(before, Character):
            return RuleResult()
        return RuleResult(facts=no_hit_points_left(who, before, character(context, who)))

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Forecast a creature's first attack on another (R3-004..R3-010, R3-018)."""
        from tracker.rules.games.percentile.blows import blow  # noqa: PLC0415 - few sessions ask for a forecast

        return blow(context, who, target)


PERCENTILE = Percentile()
