"""Chronicle as one record."""

from tracker.rules.chronicle import measures, moments
from tracker.rules.chronicle.acts import ACTS
from tracker.rules.chronicle.badges import badges, needs
from tracker.rules.chronicle.harm import sheet_written
from tracker.rules.chronicle.settling import SETTLINGS, with_effort
from tracker.rules.chronicle.sheet import FIELDS, SCENE_FIELDS, Character, Choices, new_character
from tracker.rules.chronicle.states import CONDITIONS
from tracker.rules.glance import Gauge
from tracker.rules.system import GameSystem, Sheet


def is_out(sheet: Sheet) -> bool:
    """Whether a creature takes no more turns: the dead do not, the unconscious may wake."""
    return isinstance(sheet, Character) and sheet.dead


CHRONICLE = GameSystem(
    key="chronicle",
    sheet=Character,
    scene=Choices,
    new_sheet=new_character,
    fields=FIELDS,
    scene_fields=SCENE_FIELDS,
    gauges=(Gauge("health", "health", "health_max"), Gauge("effort", "effort", "effort_max")),
    acts=ACTS,
    conditions=CONDITIONS,
    badges=badges,
    is_out=is_out,
    health="health",
    dues=SETTLINGS.dues,
    still_due=SETTLINGS.still_due,
    faces_of=SETTLINGS.faces_of,
    favour="effort",
    favoured=with_effort,
    turn_seconds=measures.TURN,
    turn_starts=moments.turn_starts,
    turn_ends=moments.turn_ends,
    turns_anywhere=True,
    encounter_ends=moments.encounter_ends,
    sheet_written=sheet_written,
    time_passes=moments.time_passes,
    clock_corrected=moments.clock_corrected,
    needs=needs,
    initiative_bonus=moments.initiative_bonus,
    ammunition_act="shoot",
    distances={"square": measures.SQUARE, "hex": measures.HEX},
    rules=tuple(f"R1-{number:03d}" for number in range(1, 109)),
)
