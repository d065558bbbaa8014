"""Marks beside a character's name, and the TURNS that the dying have left."""

from collections.abc import Iterator

from tracker.rules.games.horror.sheet import Character, character
from tracker.rules.glance import Badge, Countdown, Tone
from tracker.rules.system import RulesContext


def badges(context: RulesContext, who: str) -> tuple[Badge, ...]:
    """Return the marks of a character: its life, its mind, its position."""
    sheet = character(context, who)
    return (Badge("dead", Tone.BAD),) if sheet.dead else tuple(_marks(sheet))


def _marks(sheet: Character) -> Iterator[Badge]:
    if sheet.dying:
        yield Badge("dying", Tone.BAD, {} if sheet.turns_left is None else {"turns": sheet.turns_left})
    elif not sheet.hit_points:
        yield Badge("down", Tone.BAD)
    if sheet.lost:
        yield Badge("lost", Tone.BAD)
    if sheet.broken or (sheet.sanity_max and not sheet.sanity):
        yield Badge("broken", Tone.BAD)
    if sheet.vulnerable is not None:
        yield Badge("vulnerable", Tone.WARNING)
    for rated in sheet.next_rolls.values():
        yield Badge(f"next_{rated.difficulty}", Tone.GOOD if rated.difficulty.modifier > 0 else Tone.WARNING)


def countdowns(context: RulesContext, who: str) -> tuple[Countdown, ...]:
    """Return the TURNS that a dying character has left (R2-027)."""
    sheet = character(context, who)
    if not sheet.dying or sheet.turns_left is None:
        return ()
    return (Countdown("dying", sheet.turns_left, Tone.BAD),)
