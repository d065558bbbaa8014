"""The rolls and changes of each moment: turns, the end of study, of a scene, of a scenario."""

from msgspec.structs import replace

from tracker.rules import body
from tracker.rules.games.percentile.sheet import Character, character, stage
from tracker.rules.games.percentile.surroundings import Circumstances
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext, Sheet

TURN_SECONDS = 12


def turns(seconds: int) -> int:
    """Return the turns of 12 seconds that a task takes; the last one counts whole (R3-048, A3-19).

    >>> turns(61)
    6
    """
    return -(-seconds // TURN_SECONDS)


def turns_pass(context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
    """Take turns off every task under way (R3-048); the use of an outstanding check ends with its turn."""
    sheets: dict[str, Sheet] = {}
    pending: list[PendingRoll] = []
    for who in creature_ids if turns else ():
        sheet = character(context, who)
        left = max(0, sheet.task_turns - turns)
        after = replace(sheet, task_turns=left, outstanding="")
        if after != sheet:
            sheets[who] = after
        if sheet.task_turns and not left:
            pending.append(PendingRoll("task_done", "task_done", who, {"name": sheet.task}))
    return RuleResult(sheets=sheets, pending=tuple(pending))


def time_passes(context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
    """Call for the Power check of each course of study that ends (R3-042)."""
    sheet = character(context, who)
    if sheet.dead:
        return ()
    return tuple(
        PendingRoll(f"study.{name}.{course.ends}", "study", who, {"skill": name})
        for name, course in sheet.studies.items()
        if context.now < course.ends <= until
    )


def clock_corrected(sheet: Sheet, by: int) -> Sheet:
    """Return a sheet as hungry, tired and learned as before, after the clock was put right."""
    if isinstance(sheet, Character):
        studies = {
            name: replace(course, begun=course.begun + by, ends=course.ends + by)
            for name, course in sheet.studies.items()
        }
        sheet = replace(sheet, studies=studies)
    return body.clock_corrected(sheet, by)


def improvement(context: RulesContext) -> RuleResult:
    """End a scenario, or a session if it is too long: an improvement roll for each mark (R3-037)."""
    pending = tuple(
        PendingRoll(f"improvement.{name}", "improvement", who, {"skill": name})
        for who, sheet in context.sheets.items()
        if isinstance(sheet, Character) and not sheet.dead
        for name, skill in sheet.skills.items()
        if skill.marked
    )
    return RuleResult(facts=(Fact("improvement_time" if pending else "nothing_marked"),), pending=pending)


def scene_end(context: RulesContext) -> RuleResult:
    """End a scene: a turned scene and its circumstances are as before (R3-012)."""
    scene = stage(context)
    fresh = replace(scene, circumstances=Circumstances.NORMAL, tide=False)
    facts = (Fact("tide_over"),) if scene.tide else ()
    return RuleResult(scene=fresh, facts=facts)
