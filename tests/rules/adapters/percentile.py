"""Percentile's conformance operations: the cases' plain values in and out."""
# ruff: noqa: A002 - an operation is called with a case's own names, `pow` and `int` among them

from collections.abc import Mapping
from typing import Any

from tests.rules.adapters import Operation
from tests.rules.adapters.clock import Passages, pass_time
from tests.rules.loaded import loaded_dice, no_dice
from tests.session.game import Game
from tracker.rules.dice import Roll
from tracker.rules.games.percentile.acts import impale_damage as impaled
from tracker.rules.games.percentile.checks import (
    Check,
    Method,
    Outcome,
    can_mentor,
    chance_of,
    check_with_threshold,
    earns_tick,
    finish_study,
    is_automatic,
    may_exert,
    roll_willpower,
)
from tracker.rules.games.percentile.checks import attribute_check as check_attribute
from tracker.rules.games.percentile.checks import check as check_skill
from tracker.rules.games.percentile.checks import improve as improve_skill
from tracker.rules.games.percentile.checks import opposed_check as settle_opposed
from tracker.rules.games.percentile.checks import study_days as days_of
from tracker.rules.games.percentile.checks import study_weeks as weeks_of
from tracker.rules.games.percentile.checks import thresholds as thresholds_of
from tracker.rules.games.percentile.sheet import Circumstances, Light, LightSource, skill_in
from tracker.rules.games.percentile.sheet import light_radius as radius_of
from tracker.rules.games.percentile.sheet import modifier as modifier_of
from tracker.rules.games.percentile.sheet import turns as turns_of


def roll_of(face: int | None) -> Roll:
    return no_dice if face is None else loaded_dice(face)


def faces(roll: int, d3: int | None) -> Roll:
    return loaded_dice(roll) if d3 is None else loaded_dice(roll, d3)


def result(made: Check) -> Mapping[str, Any]:
    return {"effective": made.effective, "outcome": made.outcome, "success": made.success}


def thresholds(skill: int) -> Mapping[str, Any]:
    low = thresholds_of(skill)
    return {"special": low.special, "critical": low.critical}


def check(
    skill: int, modifier: int = 0, roll: int | None = None, *, possible: bool = True
) -> Mapping[str, Any]:
    return result(check_skill(skill, roll_of(roll), modifier, possible=possible))


def impale_damage(damage: int, outcome: str, *, impaling: bool) -> Mapping[str, Any]:
    return {"damage": impaled(damage, Outcome(outcome), impaling=impaling)}


def attribute_check(attribute: int, method: str, roll: int) -> Mapping[str, Any]:
    return result(check_attribute(attribute, loaded_dice(roll), Method(method)))


def circumstance(level: str) -> Mapping[str, Any]:
    return {"modifier": modifier_of(Circumstances(level))}


def opposed_chance(active: int, passive: int) -> Mapping[str, Any]:
    chance = chance_of(active, passive)
    return {"kind": chance.odds, "chance": chance.percent}


def opposed(active: int, passive: int, roll: int | None = None) -> Mapping[str, Any]:
    return {"success": settle_opposed(active, passive, roll_of(roll)).success}


def will_eligible(effective: int, roll: int, pow: int) -> Mapping[str, Any]:
    return {"eligible": may_exert(check_skill(effective, loaded_dice(roll)), pow)}


def will_roll(pow: int, roll: int) -> Mapping[str, Any]:
    return {"result": "success" if roll_willpower(pow, loaded_dice(roll)).success else "catastrophic"}


def experience_mark(outcome: str, *, success: bool, very_useful: bool, gm_agrees: bool) -> Mapping[str, Any]:
    assert Outcome(outcome).success is success
    return {"mark": earns_tick(Outcome(outcome), very_useful=very_useful, gm_agrees=gm_agrees)}


def improve(skill: int, roll: int, d3: int | None = None) -> Mapping[str, Any]:
    return {"skill": improve_skill(skill, faces(roll, d3)).skill}


def study_weeks(skill: int) -> Mapping[str, Any]:
    return {"weeks": weeks_of(skill)}


def study_days(skill: int, mentor: int | None = None) -> Mapping[str, Any]:
    valid = mentor is not None and can_mentor(mentor, skill)
    return {"days": days_of(skill, mentor), "mentor_valid": valid}


def study_result(skill: int, pow: int, roll: int, d3: int | None = None) -> Mapping[str, Any]:
    return {"skill": finish_study(skill, pow, faces(roll, d3)).skill}


def light(skill: int, level: str, pow: int | None = None, int: int | None = None) -> Mapping[str, Any]:
    return {"skill": skill_in(Light(level), skill, pow or 0, int or 0)}


def light_radius(source: str) -> Mapping[str, Any]:
    return {"metres": radius_of(LightSource(source)) / 100}


def threshold(skill: int, threshold: int) -> Mapping[str, Any]:
    return {"automatic": is_automatic(skill, threshold)}


def threshold_roll(skill: int, threshold: int, roll: int) -> Mapping[str, Any]:
    return result(check_with_threshold(skill, threshold, loaded_dice(roll)))


def turns(seconds: int) -> Mapping[str, Any]:
    return {"turns": turns_of(seconds)}


def task_by_clock(seconds: int, passages: Passages) -> Mapping[str, Any]:
    game = Game("pj Ana", f"tarea ana {seconds}s", system="percentile")
    pass_time(game, passages)
    return {"done": "task_done" in game.pending, "seconds": game.session.elapsed}


OPERATIONS: Mapping[str, Operation] = {
    operation.__name__: operation
    for operation in (
        thresholds,
        check,
        impale_damage,
        attribute_check,
        circumstance,
        opposed_chance,
        opposed,
        will_eligible,
        will_roll,
        experience_mark,
        improve,
        study_weeks,
        study_days,
        study_result,
        light,
        light_radius,
        threshold,
        threshold_roll,
        turns,
        task_by_clock,
    )
}
