"""Percentile as one record."""

from tracker.rules import percentile
from tracker.rules.glance import Gauge
from tracker.rules.late import LateMapping, late_function
from tracker.rules.percentile.badges import badges, countdowns, needs, scene_badges
from tracker.rules.percentile.sheet import FIELDS, SCENE_FIELDS, Character, Stage, new_character
from tracker.rules.percentile.turns import TURN_SECONDS
from tracker.rules.system import GameSystem, Sheet


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns: only the dead, for the text says no more."""
    return isinstance(sheet, Character) and sheet.dead


ACTS = (
    "test",
    "attribute",
    "opposed",
    "odds",
    "fumble",
    "release",
    "wound",
    "damage",
    "heal",
    "mark",
    "study",
    "leave_study",
    "task",
    "lighting",
    "sleep",
    "eat",
    "kill",
    "revive",
)
"""Ids of what a GM may ask for, in the order in which it is offered."""

PERCENTILE = GameSystem(
    key="percentile",
    sheet=Character,
    scene=Stage,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("hit_points", "hit_points", "hit_points_max"),),
    acts=LateMapping(lambda: percentile.acts.ACTS, ACTS),
    conditions=(),
    badges=badges,
    is_out=is_out,
    health="hit_points",
    is_down=is_out,
    dues=LateMapping(lambda: percentile.settling.SETTLINGS.dues),
    answers=LateMapping(lambda: percentile.settling.ANSWERS),
    still_due=late_function(lambda: percentile.settling.SETTLINGS.still_due),
    faces_of=late_function(lambda: percentile.settling.SETTLINGS.faces_of),
    turn_seconds=TURN_SECONDS,
    round_ends=late_function(lambda: percentile.moments.round_ends),
    turns_pass=late_function(lambda: percentile.moments.turns_pass),
    countdowns=countdowns,
    scene_badges=scene_badges,
    occasions={
        "scene_end": late_function(lambda: percentile.moments.scene_end),
        "session_end": late_function(lambda: percentile.moments.improvement),
        "scenario_end": late_function(lambda: percentile.moments.improvement),
    },
    time_passes=late_function(lambda: percentile.moments.time_passes),
    clock_corrected=late_function(lambda: percentile.moments.clock_corrected),
    needs=needs,
    rules=tuple(f"R3-{number:03d}" for number in range(1, 62)),
)
