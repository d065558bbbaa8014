"""What to see at a glance beside a creature's name."""

from collections.abc import Iterator

from tracker.rules.chronicle.health import is_wounded
from tracker.rules.chronicle.hunger import unfed_days
from tracker.rules.chronicle.sheet import Character, character
from tracker.rules.chronicle.sleep import threatens_life
from tracker.rules.clock import HOUR
from tracker.rules.glance import Badge, Tone
from tracker.rules.system import Table


def badges(table: Table, who: str) -> tuple[Badge, ...]:
    """Return what marks a creature: its life first, then its conditions, then its needs."""
    sheet = character(table, who)
    if sheet.dead:
        return (Badge("dead", Tone.BAD),)
    return (*_life(sheet), *_conditions(sheet), *_needs(sheet, table.now))


def _life(sheet: Character) -> Iterator[Badge]:
    if sheet.unconscious:
        yield Badge("unconscious", Tone.BAD)
    if is_wounded(sheet.health):
        yield Badge("wounded", Tone.BAD)


def _conditions(sheet: Character) -> Iterator[Badge]:
    for condition, state in sheet.states.items():
        yield Badge(condition, Tone.WARNING, {"level": state.level} if state.level else {})


def _needs(sheet: Character, now: int) -> Iterator[Badge]:
    if sheet.is_pc and unfed_days(sheet.fed_at, now):
        tone = Tone.BAD if sheet.hunger_failures == 2 else Tone.WARNING
        yield Badge("hungry", tone, {"seconds": (now - sheet.fed_at) // HOUR * HOUR})
    if penalty := sheet.sleep_penalty(now):
        yield Badge("sleepless", Tone.BAD if threatens_life(penalty) else Tone.WARNING, {"penalty": penalty})
