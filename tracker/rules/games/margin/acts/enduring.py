"""Extended actions: begun, carried on turn by turn, raced, given up (R4-025..R4-028)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.games.margin.acts.rolling import BONUS, CHARACTERISTIC, PENALTY, PHYSICAL, called
from tracker.rules.games.margin.checks import make, told, used_up
from tracker.rules.games.margin.disasters import avoidable, progress
from tracker.rules.games.margin.extended import settled, work
from tracker.rules.games.margin.sheet import (
    HIGHEST_MARGIN,
    LONGEST_TURN,
    Stage,
    Task,
    characteristic,
    fits_in_a_turn,
    living,
    stage,
)
from tracker.rules.refusal import Refusal
from tracker.rules.system import (
    Act,
    Args,
    Fact,
    Kind,
    Param,
    PendingRoll,
    RuleResult,
    RulesContext,
    Sheet,
    Whose,
)


def begin(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Begin a long task: a margin to add up turn after turn, and how long each turn is (R4-025).

    Without a length its turns are those of the table. Whatever they were at is given up. Raises `Refusal`:
    `dead`, `no_such_characteristic`, `task_turn_untold`.
    """
    scene, name = stage(context), args["characteristic"]
    characteristic(who, living(context, who), name)
    turn = args.get("turn") or scene.turn_length
    if not turn:
        raise Refusal("task_turn_untold")
    task = Task(name, args["target"], turn=turn, what=args.get("what") or "")
    data = {"who": who, "what": task.what, "characteristic": name, "target": task.target, "seconds": turn}
    scene, given_up = _given_up(scene, who) if who in scene.tasks else (scene, ())
    return RuleResult(
        scene=_with(scene, {**scene.tasks, who: task}), facts=(*given_up, Fact("task_begun", data))
    )


def compete(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Make a race of the tasks of several: who is ahead and done wins (R4-028).

    Raises `Refusal`: `needs_rivals`, `no_task`.
    """
    scene = stage(context)
    if len(creature_ids) < 2:
        raise Refusal("needs_rivals")
    racing = {who: replace(_task(scene, who), rivals=_others(creature_ids, who)) for who in creature_ids}
    facts = tuple(
        Fact("races", {"who": who, "characteristic": task.characteristic, "target": task.target})
        for who, task in racing.items()
    )
    return RuleResult(scene=_with(scene, {**scene.tasks, **racing}), facts=facts)


def carry_on(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Spend a turn of their tasks, all at once: the margins of successes add up (R4-025, A4-09).

    Outside an encounter the clock goes on by the longest of their turns. Raises `Refusal`: `dead`,
    `no_task`, `already_complete`, and `task_too_long` for turns that do not fit in those of an encounter.
    """
    scene, sheets, facts = stage(context), dict[str, Sheet](), list[Fact]()
    tasks, throws, pending = dict(scene.tasks), list[Throw](), list[PendingRoll]()
    for who in creature_ids:
        sheet, task = living(context, who), _task(scene, who)
        if who in context.fighting and not fits_in_a_turn(scene, task):
            raise Refusal("task_too_long", who=who, seconds=task.turn)
        made = make(who, sheet, called(task.characteristic, args), roll, purpose="task")
        tasks[who] = work(task, made.margin)
        sheets[who] = used_up(sheet, made.name)
        facts += [*told(made), progress(who, tasks[who])]
        throws.append(made.throw)
        pending += avoidable(context, made)
    passes = max(_task(scene, who).turn for who in creature_ids)
    in_turns = any(who in context.fighting for who in creature_ids)
    left, done = settled(tasks, creature_ids)
    return RuleResult(
        sheets,
        _with(scene, left),
        facts=(*facts, *done),
        throws=tuple(throws),
        pending=tuple(pending),
        passes=0 if in_turns else passes,
    )


def give_up(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give a task up; raises `Refusal` `no_task`."""
    scene, given_up = _given_up(stage(context), who)
    return RuleResult(scene=scene, facts=given_up)


def _given_up(scene: Stage, who: str) -> tuple[Stage, tuple[Fact, ...]]:
    """Take somebody's task away, and them from their rivals'."""
    task = _task(scene, who)
    left = {each: _without(other, who) for each, other in scene.tasks.items() if each != who}
    data = {"who": who, "what": task.what, "characteristic": task.characteristic}
    return _with(scene, left), (Fact("task_given_up", data),)


def _task(scene: Stage, who: str) -> Task:
    if who not in scene.tasks:
        raise Refusal("no_task", who=who)
    return scene.tasks[who]


def _with(scene: Stage, tasks: Mapping[str, Task]) -> Stage:
    return replace(scene, tasks=tasks)


def _without(task: Task, who: str) -> Task:
    return replace(task, rivals=_others(task.rivals, who)) if who in task.rivals else task


def _others(creature_ids: tuple[str, ...], who: str) -> tuple[str, ...]:
    return tuple(each for each in creature_ids if each != who)


ACTS = (
    Act(
        "begin",
        begin,
        (
            CHARACTERISTIC,
            Param("target", Kind.LABELLED, required=True, low=1, high=HIGHEST_MARGIN),
            Param("turn", Kind.HOURS, low=1, high=LONGEST_TURN),
            Param("what", Kind.TEXT),
        ),
    ),
    Act(
        "work",
        params=(BONUS, PENALTY, PHYSICAL),
        rolls=True,
        whose=Whose.TOGETHER,
        together=carry_on,
    ),
    Act("race", whose=Whose.TOGETHER, together=compete),
    Act("give_up", give_up),
)
