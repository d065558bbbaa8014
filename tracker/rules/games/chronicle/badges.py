"""The marks beside a creature's name, and the moments when hunger and sleep next count."""

from collections.abc import Iterator

from tracker.rules.clock import DAY, HOUR
from tracker.rules.games.chronicle.health import is_wounded
from tracker.rules.games.chronicle.hunger import unfed_days
from tracker.rules.games.chronicle.sheet import Character, Trap, character, choices
from tracker.rules.games.chronicle.sleep import threatens_life
from tracker.rules.glance import Badge, Hazard, Need, Tone
from tracker.rules.system import RulesContext


def badges(context: RulesContext, who: str) -> tuple[Badge, ...]:
    """Return the marks of a creature: life, conditions, needs, then lasting modifiers."""
    sheet = character(context, who)
    if sheet.dead:
        return (Badge("dead", Tone.BAD),)
    return (*_life(sheet), *_conditions(sheet), *_needs(sheet, context.now), *_modifiers(sheet))


def scene_badges(context: RulesContext) -> tuple[Badge, ...]:
    """Return the traps of the table: hidden, in sight or sprung."""
    return tuple(_trap_badge(name, trap) for name, trap in choices(context).traps.items())


def _trap_badge(name: str, trap: Trap) -> Badge:
    if trap.sprung:
        return Badge("trap_sprung", Tone.PLAIN, {"name": name})
    return Badge("trap_found" if trap.found else "trap_hidden", Tone.WARNING, {"name": name})


def hazards(context: RulesContext) -> tuple[Hazard, ...]:
    """Return the traps of the table, with what the GM has written of them (R1-089..R1-091)."""
    return tuple(
        Hazard("trap", name, _trap_badge(name, trap), _written(trap), act="spring", ends="disarm")
        for name, trap in choices(context).traps.items()
    )


def _written(trap: Trap) -> dict[str, str]:
    texts = {
        "trigger": trap.trigger,
        "concealment": trap.concealment,
        "effect": trap.effect,
        "harm": trap.damage,
    }
    return {name: text for name, text in texts.items() if text}


def _life(sheet: Character) -> Iterator[Badge]:
    if sheet.unconscious:
        yield Badge("unconscious", Tone.BAD)
    if is_wounded(sheet.health):
        yield Badge("wounded", Tone.BAD)


def _conditions(sheet: Character) -> Iterator[Badge]:
    for condition, state in sheet.states.items():
        level = {"level": state.level} if state.level else {}
        strength = {"source_level": state.source_level} if state.source_level else {}
        yield Badge(condition, Tone.WARNING, level, {"source": state.source, **strength})


def _modifiers(sheet: Character) -> Iterator[Badge]:
    """Yield each lasting modifier with its cause: a number, Advantage or Disadvantage (R1-024, R1-025)."""
    for each in sheet.modifiers.values():
        tone = Tone.GOOD if each.kind in ("advantage", "bonus") else Tone.WARNING
        value = f"{each.value:+d}" if each.value else ""
        yield Badge(each.kind, tone, {"value": value, "attribute": each.attribute, "cause": each.cause})


def _needs(sheet: Character, now: int) -> Iterator[Badge]:
    if sheet.is_pc and unfed_days(sheet.fed_at, now):
        tone = Tone.BAD if sheet.hunger_failures == 2 else Tone.WARNING
        yield Badge("hungry", tone, {"seconds": (now - sheet.fed_at) // HOUR * HOUR})
    if penalty := sheet.sleep_penalty(now):
        yield Badge("sleepless", Tone.BAD if threatens_life(penalty) else Tone.WARNING, {"penalty": penalty})


def needs(context: RulesContext, who: str) -> tuple[Need, ...]:
    """Return when hunger and sleep next count: after each full day without (R1-072, R1-076)."""
    sheet = character(context, who)
    if not sheet.is_pc or sheet.dead:
        return ()
    return (_need("meal", sheet.fed_at, context.now), _need("sleep", sheet.awake_since, context.now))


def _need(name: str, since: int, now: int) -> Need:
    return Need(name, now - since, since + (unfed_days(since, now) + 1) * DAY)
