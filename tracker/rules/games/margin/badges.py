"""Marks beside a creature's name, and the needs of its body."""

from collections.abc import Iterator

from tracker.rules.body import hours_without
from tracker.rules.games.margin.cooperation import help_bonuses
from tracker.rules.games.margin.moments import TASK
from tracker.rules.games.margin.sheet import Character, character, stage
from tracker.rules.glance import Badge, Need, Tone
from tracker.rules.system import RulesContext


def needs(context: RulesContext, who: str) -> tuple[Need, ...]:
    """Return how long a creature has gone without a meal and without sleep; nothing comes of it."""
    sheet = character(context, who)
    if sheet.dead:
        return ()
    return hours_without(sheet, context.now)


def badges(context: RulesContext, who: str) -> tuple[Badge, ...]:
    """Return the marks of a creature: death, its task, help, bonuses and penalties."""
    sheet = character(context, who)
    return (Badge("dead", Tone.BAD),) if sheet.dead else tuple(_marks(context, who, sheet))


def _marks(context: RulesContext, who: str, sheet: Character) -> Iterator[Badge]:
    if (task := stage(context).tasks.get(who)) is not None:
        kind = "race" if task.rivals else TASK
        yield Badge(kind, Tone.PLAIN, {"progress": f"{task.accumulated}/{task.target}"})
    for name in dict.fromkeys(each.characteristic for each in sheet.helpers.values()):
        serving = [each for each in sheet.helpers.values() if each.serves(name)]
        yield Badge("helped", Tone.GOOD, {"dice": help_bonuses(serving), "cause": name})
    for each in sheet.modifiers.values():
        kind, tone = ("bonus", Tone.GOOD) if each.dice > 0 else ("penalty", Tone.WARNING)
        yield Badge(kind, tone, {"dice": abs(each.dice), "cause": each.cause})
