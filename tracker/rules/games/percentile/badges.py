"""Marks at a glance: beside a character's name, of the scene, the next needs, the turns of tasks."""

from collections.abc import Iterator

from tracker.rules import body
from tracker.rules.games.percentile.sheet import Character, character, stage
from tracker.rules.games.percentile.surroundings import Circumstances, Light, light_radius
from tracker.rules.glance import Badge, Countdown, Need, Tone
from tracker.rules.system import RulesContext


def badges(context: RulesContext, who: str) -> tuple[Badge, ...]:
    """Return the marks of a character: its body, its setbacks, study and experience."""
    sheet = character(context, who)
    return (Badge("dead", Tone.BAD),) if sheet.dead else tuple(_marks(sheet))


def _marks(sheet: Character) -> Iterator[Badge]:
    if sheet.hit_points_max and not sheet.hit_points:
        yield Badge("no_hit_points", Tone.BAD)
    if sheet.setbacks:
        yield Badge("set_back", Tone.WARNING, {"count": len(sheet.setbacks)})
    if sheet.task_turns:
        yield Badge("busy", data={"turns": sheet.task_turns})
    if sheet.studies:
        yield Badge("studying")
    if marks := sum(skill.marked for skill in sheet.skills.values()):
        yield Badge("experience", Tone.GOOD, {"count": marks})


def scene_badges(context: RulesContext) -> tuple[Badge, ...]:
    """Return the state of the scene if it is not normal."""
    return tuple(_scene_marks(context))


def _scene_marks(context: RulesContext) -> Iterator[Badge]:
    scene = stage(context)
    if scene.light is not Light.NORMAL:
        yield Badge(f"light_{scene.light}", Tone.WARNING)
    if (source := scene.light_source) is not None:
        yield Badge(f"source_{source}", data={"centimetres": light_radius(source)})
    if scene.circumstances is not Circumstances.NORMAL:
        yield Badge(f"circumstances_{scene.circumstances}", Tone.WARNING)
    if scene.tide:
        yield Badge("tide", Tone.GOOD)


def countdowns(context: RulesContext, who: str) -> tuple[Countdown, ...]:
    """Return the turns that a task still takes (R3-048)."""
    sheet = character(context, who)
    return (Countdown("task", sheet.task_turns, name=sheet.task),) if sheet.task_turns else ()


def needs(context: RulesContext, who: str) -> tuple[Need, ...]:
    """Return meals and sleep, which are only counted, and when the study under way ends (R3-041)."""
    return (*body.needs(context, who), *_studies(character(context, who), context.now))


def _studies(sheet: Character, now: int) -> Iterator[Need]:
    """Yield the course that ends first: one row says when."""
    courses = sorted(sheet.studies.values(), key=lambda course: course.ends)
    for course in courses[:1]:
        yield Need("study", now - course.begun, course.ends)
