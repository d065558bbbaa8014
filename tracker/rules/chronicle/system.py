"""Chronicle as one record."""

from tracker.rules import chronicle
from tracker.rules.chronicle import measures
from tracker.rules.chronicle.badges import badges, needs
from tracker.rules.chronicle.sheet import FIELDS, SCENE_FIELDS, Character, Choices, new_character
from tracker.rules.chronicle.states import CONDITIONS
from tracker.rules.glance import Gauge
from tracker.rules.late import LateMapping, late_function
from tracker.rules.system import GameSystem, Sheet


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns: the dead do not, the unconscious may wake."""
    return isinstance(sheet, Character) and sheet.dead


ACTS = (
    "test",
    "save",
    "resist",
    "opposed",
    "chance",
    "effort",
    "damage",
    "heal",
    "fall",
    "kill",
    "revive",
    "condition",
    "release",
    "reduce",
    "restore",
    "slot",
    "modifier",
    "unmodify",
    "use",
    "shoot",
    "merge",
    "rest",
    "sleep",
    "eat",
    "age",
)
"""Ids of what a GM may ask for, in the order in which it is offered."""

CHRONICLE = GameSystem(
    key="chronicle",
    sheet=Character,
    scene=Choices,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("health", "health", "health_max"), Gauge("effort", "effort", "effort_max")),
    acts=LateMapping(lambda: chronicle.acts.ACTS, ACTS),
    conditions=CONDITIONS,
    badges=badges,
    is_out=is_out,
    health="health",
    dues=LateMapping(lambda: chronicle.settling.SETTLINGS.dues),
    still_due=late_function(lambda: chronicle.settling.SETTLINGS.still_due),
    faces_of=late_function(lambda: chronicle.settling.SETTLINGS.faces_of),
    favour="effort",
    favoured=late_function(lambda: chronicle.settling.with_effort),
    turn_seconds=measures.TURN,
    turn_starts=late_function(lambda: chronicle.moments.turn_starts),
    turn_ends=late_function(lambda: chronicle.moments.turn_ends),
    turns_anywhere=True,
    encounter_ends=late_function(lambda: chronicle.moments.encounter_ends),
    sheet_written=late_function(lambda: chronicle.harm.sheet_written),
    time_passes=late_function(lambda: chronicle.moments.time_passes),
    clock_corrected=late_function(lambda: chronicle.moments.clock_corrected),
    needs=needs,
    initiative_bonus=late_function(lambda: chronicle.moments.initiative_bonus),
    ammunition_act="shoot",
    distances={"square": measures.SQUARE, "hex": measures.HEX},
    rules=tuple(f"R1-{number:03d}" for number in range(1, 109)),
)
