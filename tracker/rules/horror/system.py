"""Horror as one record."""

from tracker.rules.body import clock_corrected, needs
from tracker.rules.glance import Gauge
from tracker.rules.horror import moments
from tracker.rules.horror.acts import ACTS
from tracker.rules.horror.attribute_roll import Attribute
from tracker.rules.horror.badges import badges, countdowns
from tracker.rules.horror.consequences import CONDITIONS
from tracker.rules.horror.settling import ANSWERS, SETTLINGS
from tracker.rules.horror.sheet import FIELDS, SCENE_FIELDS, Character, Vigil, new_character
from tracker.rules.system import GameSystem, Sheet

TURN_SECONDS = 10
"""What a TURN puts on the clock: the text says a few seconds (R2-015)."""


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns: the dead, and whoever is down and nobody's character."""
    return isinstance(sheet, Character) and (sheet.dead or (not sheet.is_pc and not sheet.hit_points))


HORROR = GameSystem(
    key="horror",
    sheet=Character,
    scene=Vigil,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("hit_points", "hit_points", "hit_points_max"), Gauge("sanity", "sanity", "sanity_max")),
    acts=ACTS,
    conditions=CONDITIONS,
    badges=badges,
    is_out=is_out,
    health="hit_points",
    dues=SETTLINGS.dues,
    answers=ANSWERS,
    still_due=SETTLINGS.still_due,
    faces_of=SETTLINGS.faces_of,
    turn_seconds=TURN_SECONDS,
    turn_starts=moments.turn_starts,
    round_ends=moments.round_ends,
    turns_pass=moments.turns_pass,
    countdowns=countdowns,
    milestones={"session_end": moments.session_end},
    tables=("failure", "attack", "task", "zero_sanity"),
    clock_corrected=clock_corrected,
    needs=needs,
    adds=(*Attribute, "own_attributes"),
    rules=tuple(f"R2-{number:03d}" for number in range(1, 44)),
)
