"""Horror as one record."""

from tracker.rules import horror
from tracker.rules.body import clock_corrected, needs
from tracker.rules.glance import Gauge
from tracker.rules.horror.attribute_roll import Attribute
from tracker.rules.horror.badges import badges, countdowns
from tracker.rules.horror.consequences import CONDITIONS
from tracker.rules.horror.sheet import FIELDS, SCENE_FIELDS, Character, Vigil, new_character
from tracker.rules.late import LateMapping, late_function
from tracker.rules.system import GameSystem, Sheet

TURN_SECONDS = 10
"""What a TURN puts on the clock: the text says a few seconds (R2-015)."""


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns: the dead, and whoever is down and nobody's character."""
    return isinstance(sheet, Character) and (sheet.dead or (not sheet.is_pc and not sheet.hit_points))


ACTS = (
    "test",
    "consequence",
    "task",
    "next_roll",
    "wound",
    "damage",
    "heal",
    "help",
    "scar",
    "condition",
    "release",
    "sanity",
    "stress",
    "calm",
    "activity",
    "trauma",
    "choose",
    "learn",
    "sleep",
    "eat",
    "kill",
    "revive",
)
"""Ids of what a GM may ask for, in the order in which it is offered."""

HORROR = GameSystem(
    key="horror",
    sheet=Character,
    scene=Vigil,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("hit_points", "hit_points", "hit_points_max"), Gauge("sanity", "sanity", "sanity_max")),
    acts=LateMapping(lambda: horror.acts.ACTS, ACTS),
    conditions=CONDITIONS,
    badges=badges,
    is_out=is_out,
    health="hit_points",
    dues=LateMapping(lambda: horror.settling.SETTLINGS.dues),
    answers=LateMapping(lambda: horror.settling.ANSWERS),
    still_due=late_function(lambda: horror.settling.SETTLINGS.still_due),
    faces_of=late_function(lambda: horror.settling.SETTLINGS.faces_of),
    turn_seconds=TURN_SECONDS,
    turn_starts=late_function(lambda: horror.moments.turn_starts),
    round_ends=late_function(lambda: horror.moments.round_ends),
    turns_pass=late_function(lambda: horror.moments.turns_pass),
    countdowns=countdowns,
    occasions={"session_end": late_function(lambda: horror.moments.session_end)},
    tables=("failure", "attack", "task", "zero_sanity"),
    clock_corrected=clock_corrected,
    needs=needs,
    adds=(*Attribute, "own_attributes"),
    rules=tuple(f"R2-{number:03d}" for number in range(1, 44)),
)
