"""Margin as one record."""

from tracker.rules.body import clock_corrected
from tracker.rules.glance import Gauge
from tracker.rules.margin import moments
from tracker.rules.margin.acts import ACTS
from tracker.rules.margin.settling import SETTLINGS
from tracker.rules.margin.sheet import FIELDS, SCENE_FIELDS, Character, Stage, new_character
from tracker.rules.margin.tiredness import TABLE
from tracker.rules.system import GameSystem, Sheet


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns."""
    return isinstance(sheet, Character) and sheet.dead


MARGIN = GameSystem(
    key="margin",
    sheet=Character,
    scene=Stage,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("exhaustion", "exhaustion"),),
    acts=ACTS,
    conditions=(),
    badges=moments.badges,
    is_out=is_out,
    is_down=is_out,
    dues=SETTLINGS.dues,
    still_due=SETTLINGS.still_due,
    faces_of=SETTLINGS.faces_of,
    turn_seconds=0,
    turn_field="turn_length",
    turn_starts=moments.turn_starts,
    clock_corrected=clock_corrected,
    needs=moments.needs,
    tables=(TABLE,),
    rules=tuple(f"R4-{number:03d}" for number in range(1, 35)),
)
