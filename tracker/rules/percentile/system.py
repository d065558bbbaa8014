"""Percentile as one record."""

from tracker.rules.glance import Gauge
from tracker.rules.percentile import moments
from tracker.rules.percentile.acts import ACTS
from tracker.rules.percentile.badges import badges, countdowns, needs, scene_badges
from tracker.rules.percentile.settling import ANSWERS, SETTLINGS
from tracker.rules.percentile.sheet import FIELDS, SCENE_FIELDS, Character, Stage, new_character
from tracker.rules.percentile.study import TURN_SECONDS
from tracker.rules.system import GameSystem, Sheet


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns: only the dead, for the text says no more."""
    return isinstance(sheet, Character) and sheet.dead


PERCENTILE = GameSystem(
    key="percentile",
    sheet=Character,
    scene=Stage,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("hit_points", "hit_points", "hit_points_max"),),
    acts=ACTS,
    conditions=(),
    badges=badges,
    is_out=is_out,
    health="hit_points",
    is_down=is_out,
    dues=SETTLINGS.dues,
    answers=ANSWERS,
    still_due=SETTLINGS.still_due,
    faces_of=SETTLINGS.faces_of,
    turn_seconds=TURN_SECONDS,
    round_ends=moments.round_ends,
    turns_pass=moments.turns_pass,
    countdowns=countdowns,
    scene_badges=scene_badges,
    milestones={
        "scene_end": moments.scene_end,
        "session_end": moments.improvement,
        "scenario_end": moments.improvement,
    },
    time_passes=moments.time_passes,
    clock_corrected=moments.clock_corrected,
    needs=needs,
    rules=tuple(f"R3-{number:03d}" for number in range(1, 62)),
)
