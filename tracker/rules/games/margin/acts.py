"""The acts that Margin offers to a GM."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from tracker.rules.body import needs_acts
from tracker.rules.dice import Roll, Throw
from tracker.rules.games.margin.checks import (
    Attempt,
    Call,
    Reference,
    avoidable,
    check_facts,
    contest_fact,
    finish_tasks,
    group_facts,
    helped_fact,
    progress,
    roll_check,
    without_used_help,
    work,
)
from tracker.rules.games.margin.sheet import (
    HIGHEST_MARGIN,
    LONGEST_TURN,
    MOST_DICE,
    TASK,
    Character,
    Helper,
    Modifier,
    Stage,
    Task,
    add_exhaustion,
    answer_to,
    character,
    characteristic,
    characteristics_of,
    characteristics_of_all,
    characteristics_of_others,
    fits_in_a_turn,
    living,
    stage,
)
from tracker.rules.refusal import Refusal
from tracker.rules.system import (
    WHO,
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
from tracker.rules.text import fold, key_of

# Acts that roll: a check, an opposed action, the effort of a group.

CHARACTERISTIC = Param("characteristic", Kind.CHOICE, required=True, offers=characteristics_of)
BONUS = Param("bonus", Kind.LABELLED, low=0, high=MOST_DICE)
PENALTY = Param("penalty", Kind.LABELLED, low=0, high=MOST_DICE)
MINIMUM = Param(
    "minimum",
    Kind.LABELLED,
    low=0,
    high=HIGHEST_MARGIN,
    figures={each.name.lower(): each.value for each in Reference},
)
"""The margin that the GM asks for; the rule book names two, which the GM may replace (R4-022)."""
PHYSICAL = Param("physical", Kind.FLAG)


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll a characteristic, against a minimum margin if one is set (R4-001..R4-024).

    A disaster in combat may be avoided (R4-017). Raises `Refusal`: `dead`, `no_such_characteristic`.
    """
    sheet, minimum = living(context, who), args.get("minimum")
    attempt = roll_check(who, sheet, call_from_args(args["characteristic"], args), roll, purpose="check")
    return RuleResult(
        {who: without_used_help(sheet, attempt.name)},
        facts=check_facts(attempt, minimum),
        throws=(attempt.throw,),
        pending=avoidable(context, attempt, minimum=minimum),
    )


def opposed_roll(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make two creatures roll against each other: the greater margin wins (R4-027, A4-10).

    Raises `Refusal`: `dead`, `no_such_characteristic`, `opposes_itself`, `which_answer`.
    """
    other = args["creature"]
    if other == who:
        raise Refusal("opposes_itself", who=who)
    sheet, rival = living(context, who), living(context, other)
    name = args["characteristic"]
    answer = args.get("other_characteristic") or answer_to(rival, sheet, name)
    if not answer and rival.characteristics:
        raise Refusal("which_answer", who=other, name=name, known=", ".join(rival.characteristics))
    rival_call = Call(
        answer or name,
        args.get("other_bonus") or 0,
        args.get("other_penalty") or 0,
    )
    own_attempt = roll_check(who, sheet, call_from_args(name, args), roll, purpose="contest")
    rival_attempt = roll_check(other, rival, rival_call, roll, purpose="contest")
    return RuleResult(
        {
            who: without_used_help(sheet, own_attempt.name),
            other: without_used_help(rival, rival_attempt.name),
        },
        facts=(
            *check_facts(own_attempt),
            *check_facts(rival_attempt),
            contest_fact(who, other, own_attempt.margin, rival_attempt.margin),
        ),
        throws=(own_attempt.throw, rival_attempt.throw),
        pending=(
            *avoidable(context, own_attempt, other=other, against=rival_attempt.margin),
            *avoidable(context, rival_attempt, other=who, against=own_attempt.margin),
        ),
    )


def group(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Make the same check with several creatures; their margins add up, failures subtract (R4-031, R4-032).

    Raises `Refusal`: `dead`, `no_such_characteristic`.
    """
    sheets, minimum = {who: living(context, who) for who in creature_ids}, args.get("minimum")
    attempts = [
        roll_check(who, sheet, call_from_args(args["characteristic"], args), roll, purpose="group")
        for who, sheet in sheets.items()
    ]
    margins = tuple(each.margin for each in attempts)
    return RuleResult(
        {each.who: without_used_help(sheets[each.who], each.name) for each in attempts},
        facts=(
            *(fact for each in attempts for fact in check_facts(each)),
            *group_facts(margins, len(attempts), minimum),
        ),
        throws=tuple(each.throw for each in attempts),
        pending=tuple(
            pending
            for each in attempts
            for pending in avoidable(
                context, each, others=sum(margins) - each.margin, count=len(attempts), minimum=minimum
            )
        ),
    )


def call_from_args(characteristic: str, args: Args) -> Call:
    return Call(
        characteristic,
        args.get("bonus") or 0,
        args.get("penalty") or 0,
        physical=bool(args.get("physical")),
    )


ROLLING = (
    Act("test", test, (CHARACTERISTIC, BONUS, PENALTY, MINIMUM, PHYSICAL), rolls=True),
    Act(
        "opposed",
        opposed_roll,
        (
            Param(
                "other_characteristic",
                Kind.CHOICE,
                offers=characteristics_of_others,
                of_target=characteristics_of,
            ),
            CHARACTERISTIC,
            Param("creature", Kind.CREATURE, required=True, several=True),
            BONUS,
            PENALTY,
            Param("other_bonus", Kind.LABELLED, low=0, high=MOST_DICE),
            Param("other_penalty", Kind.LABELLED, low=0, high=MOST_DICE),
            PHYSICAL,
        ),
        rolls=True,
        doer=WHO,
    ),
    Act(
        "group",
        params=(CHARACTERISTIC, BONUS, PENALTY, MINIMUM, PHYSICAL),
        rolls=True,
        whose=Whose.TOGETHER,
        together=group,
    ),
)


# Extended actions: begun, carried on turn by turn, raced, given up (R4-025..R4-028).

SHARED_TASK = "task_goes_on"
"""Kind of the fact that a creature continues a task that another, who shared it, gives up."""


def begin(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Begin a long task: a margin to add up turn after turn, and how long each turn is (R4-025).

    The default length of its turns is the table's. The creature gives up its task in progress. Raises
    `Refusal`: `dead`, `no_such_characteristic`, `task_turn_untold`.
    """
    scene, name = stage(context), args["characteristic"]
    characteristic(who, living(context, who), name)
    turn = args.get("turn") or scene.turn_length
    if not turn:
        raise Refusal("task_turn_untold")
    task = Task(name, args["target"], turn=turn, what=args.get("what") or "")
    data = {"who": who, "what": task.what, "characteristic": name, "target": task.target, "seconds": turn}
    scene, give_up_facts = _leave_task(scene, who) if scene.holder(who) else (scene, ())
    return RuleResult(
        scene=replace(scene, tasks={**scene.tasks, who: task}),
        facts=(*give_up_facts, Fact("task_begun", data)),
    )


def _has_no_turn_length(context: RulesContext) -> bool:
    return not stage(context).turn_length


def compete(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Turn the tasks of several into a race: the one with more margin wins once it is complete (R4-028).

    Raises `Refusal`: `needs_rivals`, `no_task`.
    """
    scene = stage(context)
    teams = {scene.holder(who): _task(scene, who) for who in creature_ids}
    if len(teams) < 2:
        raise Refusal("needs_rivals")
    racing_tasks = {who: replace(task, rivals=_others(tuple(teams), who)) for who, task in teams.items()}
    facts = tuple(
        Fact("races", {"who": who, "characteristic": task.characteristic, "target": task.target})
        for who, task in racing_tasks.items()
    )
    return RuleResult(scene=replace(scene, tasks={**scene.tasks, **racing_tasks}), facts=facts)


def carry_on(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Spend a turn of several creatures' tasks at once: the margins of successes add up (R4-025, A4-09).

    In a shared task, failures subtract from the turn's margin (R4-031). Outside an encounter the clock
    advances by the longest of their turns. Raises `Refusal`: `dead`, `no_task`, `already_complete`; in an
    encounter also `task_too_long` for a turn that does not fit in the table's, and `task_turn_spent` for a
    creature's second turn in one round.
    """
    scene, sheets, facts = stage(context), dict[str, Sheet](), list[Fact]()
    tasks, throws, pending = dict(scene.tasks), list[Throw](), list[PendingRoll]()
    teams: dict[str, list[Attempt]] = {}
    for who in creature_ids:
        sheet, task = living(context, who), _task(scene, who)
        if who in context.fighting:
            _require_turn(context, who, task)
        attempt = roll_check(who, sheet, call_from_args(task.characteristic, args), roll, purpose="task")
        teams.setdefault(scene.holder(who), []).append(attempt)
        sheets[who] = without_used_help(sheet, attempt.name)
        throws.append(attempt.throw)
    for holder, team in teams.items():
        facts += [fact for attempt in team for fact in check_facts(attempt)]
        total = sum(attempt.margin for attempt in team)
        if len(team) > 1:
            facts.append(Fact("team_worked", {"count": len(team), "total": total}))
        tasks[holder] = _with_turn_spent(context, work(tasks[holder], total), team)
        facts.append(progress(holder, tasks[holder]))
        for attempt in team:
            others = {"others": total - attempt.margin, "count": len(team)} if len(team) > 1 else {}
            pending += avoidable(context, attempt, **others)
    longest_turn = max(_task(scene, who).turn for who in creature_ids)
    in_turns = any(who in context.fighting for who in creature_ids)
    tasks_left, task_facts = finish_tasks(tasks, tuple(teams))
    return RuleResult(
        sheets,
        replace(scene, tasks=tasks_left),
        facts=(*facts, *task_facts),
        throws=tuple(throws),
        pending=tuple(pending),
        passes=0 if in_turns else longest_turn,
        resolves=tuple(
            key for key, each in context.waiting.items() if each.kind == TASK and each.who in creature_ids
        ),
    )


def _require_turn(context: RulesContext, who: str, task: Task) -> None:
    if not fits_in_a_turn(stage(context), task):
        raise Refusal("task_too_long", who=who, seconds=task.turn)
    if task.worked.get(who) == context.now:
        raise Refusal("task_turn_spent", who=who)


def _with_turn_spent(context: RulesContext, task: Task, team: Iterable[Attempt]) -> Task:
    """Record that the team's combatants have spent their turn of this round on a task."""
    spent = {attempt.who: context.now for attempt in team if attempt.who in context.fighting}
    return replace(task, worked={**task.worked, **spent}) if spent else task


def team_up(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Join several creatures in the task of the first of them: all their margins add up (R4-031).

    The others give up their own tasks. Raises `Refusal`: `dead`, `no_task`, `needs_mates`,
    `no_such_characteristic`.
    """
    scene, first = stage(context), creature_ids[0]
    task = _task(scene, first)
    holder = scene.holder(first)
    joining = tuple(who for who in creature_ids if who != holder and who not in task.mates)
    if not joining:
        raise Refusal("needs_mates")
    facts = list[Fact]()
    for who in joining:
        characteristic(who, living(context, who), task.characteristic)
        if scene.holder(who):
            scene, give_up_facts = _leave_task(scene, who)
            facts += give_up_facts
        facts.append(
            Fact("joins_task", {"who": who, "other": holder, "what": task.what or task.characteristic})
        )
    shared = replace(scene.tasks[holder], mates=(*task.mates, *joining))
    return RuleResult(scene=replace(scene, tasks={**scene.tasks, holder: shared}), facts=tuple(facts))


def give_up(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give a task up; raises `Refusal` `no_task`."""
    scene, facts = _leave_task(stage(context), who)
    return RuleResult(scene=scene, facts=facts)


def _leave_task(scene: Stage, who: str) -> tuple[Stage, tuple[Fact, ...]]:
    """Take a creature out of its task and of its rivals' races; mates go on with a shared task."""
    task, holder = _task(scene, who), scene.holder(who)
    tasks = {each: _without_worker(other, who) for each, other in scene.tasks.items() if each != who}
    sharers = _others((holder, *task.mates), who)
    if who != holder:
        tasks[holder] = replace(task, mates=_others(task.mates, who))
    elif task.mates:
        # The first mate inherits the task, and the place in the races.
        successor, *mates = task.mates
        tasks = {each: _raced_by(other, who, successor) for each, other in scene.tasks.items() if each != who}
        tasks[successor] = replace(task, mates=tuple(mates))
    data = {"who": who, "what": task.what, "characteristic": task.characteristic}
    staying_facts = (Fact(SHARED_TASK, {**data, "who": each, "other": who}) for each in sharers)
    return replace(scene, tasks=tasks), (Fact("task_given_up", data), *staying_facts)


def _task(scene: Stage, who: str) -> Task:
    task = scene.task_of(who)
    if task is None:
        raise Refusal("no_task", who=who)
    return task


def _raced_by(task: Task, who: str, successor: str) -> Task:
    return replace(task, rivals=tuple(successor if each == who else each for each in task.rivals))


def _without_worker(task: Task, who: str) -> Task:
    return replace(task, rivals=_others(task.rivals, who)) if who in task.rivals else task


def _others(creature_ids: tuple[str, ...], who: str) -> tuple[str, ...]:
    return tuple(each for each in creature_ids if each != who)


TASKS = (
    Act(
        "begin",
        begin,
        (
            CHARACTERISTIC,
            Param("target", Kind.LABELLED, required=True, low=1, high=HIGHEST_MARGIN),
            Param("turn", Kind.HOURS, low=1, high=LONGEST_TURN, needed=_has_no_turn_length),
            Param("what", Kind.TEXT),
        ),
        asked_about=(SHARED_TASK,),
    ),
    Act(
        "work",
        params=(BONUS, PENALTY, PHYSICAL),
        rolls=True,
        whose=Whose.TOGETHER,
        together=carry_on,
    ),
    Act("race", whose=Whose.TOGETHER, together=compete),
    Act("team", whose=Whose.TOGETHER, together=team_up, asked_about=(SHARED_TASK,)),
    Act("give_up", give_up),
)


# Help for one creature that rolls: simple, or competent (R4-029, R4-030).


def help_(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Help a creature with its next check, or with its next check of one characteristic (R4-029, A4-30).

    A helper who also has that characteristic rolls it first, unless the help is `simple`; a success brings
    two bonuses (R4-030). All simple help together brings one (A4-11). `off` takes the help back. Raises
    `Refusal`: `dead`, `helps_itself`, `no_such_characteristic`, `helps_not`.
    """
    other, name = args["creature"], args.get("characteristic") or ""
    if other == who:
        raise Refusal("helps_itself", who=who)
    helper, helped_sheet = living(context, who), living(context, other)
    if args.get("off"):
        return _withdraw_help(who, other, helped_sheet)
    if name:
        characteristic(other, helped_sheet, name)
    if args.get("simple") or name not in helper.characteristics:
        helpers = {**helped_sheet.helpers, who: Helper(characteristic=name)}
        return RuleResult(
            {other: replace(helped_sheet, helpers=helpers)}, facts=(helped_fact(who, other, helpers),)
        )
    attempt = roll_check(who, helper, call_from_args(args["characteristic"], args), roll, purpose="help")
    helpers = {
        **helped_sheet.helpers,
        who: Helper(competent=True, success=attempt.success, characteristic=name),
    }
    return RuleResult(
        {who: without_used_help(helper, name), other: replace(helped_sheet, helpers=helpers)},
        facts=(*check_facts(attempt), helped_fact(who, other, helpers)),
        throws=(attempt.throw,),
        pending=avoidable(context, attempt, other=other),
    )


def _withdraw_help(who: str, other: str, helped_sheet: Character) -> RuleResult:
    if who not in helped_sheet.helpers:
        raise Refusal("helps_not", who=who, other=other)
    remaining = {helper: each for helper, each in helped_sheet.helpers.items() if helper != who}
    fact = Fact("help_withdrawn", {"who": who, "other": other})
    return RuleResult({other: replace(helped_sheet, helpers=remaining)}, facts=(fact,))


HELPING = (
    Act(
        "help",
        help_,
        (
            Param("characteristic", Kind.CHOICE, offers=characteristics_of_all),
            Param("creature", Kind.CREATURE, required=True),
            BONUS,
            PENALTY,
            PHYSICAL,
            Param("simple", Kind.FLAG),
            Param("off", Kind.FLAG),
        ),
        rolls=True,
    ),
)


# Lasting modifiers with their causes, exhaustion, and death by the GM's word.


def add_modifier(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Add bonuses or penalties under a cause, for every check or for one characteristic (R4-018).

    Raises `Refusal` `empty_modifier`.
    """
    sheet, cause = character(context, who), key_of(args["cause"])
    dice = (args.get("bonus") or 0) - (args.get("penalty") or 0)
    if not dice or not cause:
        raise Refusal("empty_modifier")
    modifier = Modifier(dice, cause, args.get("characteristic") or "", once=bool(args.get("once")))
    updated = replace(sheet, modifiers={**sheet.modifiers, cause: modifier})
    kind = "bonus_given" if dice > 0 else "penalty_given"
    data = {"who": who, "dice": abs(dice), "cause": cause, "characteristic": modifier.characteristic}
    return RuleResult({who: updated}, facts=(Fact(kind, data),))


def remove_modifier(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Remove a bonus or penalty by its cause; raises `Refusal` `no_such_modifier`."""
    sheet, cause = character(context, who), _cause_of(context, who, args["cause"])
    if cause not in sheet.modifiers:
        raise Refusal("no_such_modifier", cause=cause, known=", ".join(sheet.modifiers) or "—")
    updated = replace(sheet, modifiers={key: each for key, each in sheet.modifiers.items() if key != cause})
    return RuleResult({who: updated}, facts=(Fact("modifier_removed", {"who": who, "cause": cause}),))


def exhaust(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Add exhaustion points, one by default (R4-017); raises `Refusal` `dead`."""
    sheet, facts = add_exhaustion(context, who, living(context, who), args.get("amount") or 1)
    return RuleResult({who: sheet}, facts=facts)


def recover(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Remove exhaustion points, all by default; raises `Refusal`: `dead`, `not_exhausted`."""
    sheet = living(context, who)
    if not sheet.exhaustion:
        raise Refusal("not_exhausted", who=who)
    sheet, facts = add_exhaustion(context, who, sheet, -(args.get("amount") or sheet.exhaustion))
    return RuleResult({who: sheet}, facts=facts)


def kill(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Kill a creature by the GM's word; raises `Refusal` `dead`."""
    sheet = living(context, who)
    return RuleResult({who: replace(sheet, dead=True)}, facts=(Fact("died", {"who": who}),))


def revive(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a creature back; raises `Refusal` `not_dead`."""
    sheet = character(context, who)
    if not sheet.dead:
        raise Refusal("not_dead", who=who)
    return RuleResult({who: replace(sheet, dead=False)}, facts=(Fact("revived", {"who": who}),))


def _cause_of(context: RulesContext, who: str, text: str) -> str:
    """Find the cause that was typed, whatever its case and accents; else return it as typed."""
    by_folded_name = {fold(cause): cause for cause in character(context, who).modifiers}
    cause = key_of(text)
    return by_folded_name.get(fold(cause), cause)


AMOUNT = Param("amount", Kind.NUMBER, required=True, low=1, high=HIGHEST_MARGIN)

LASTING = (
    Act("exhaust", exhaust, (AMOUNT,), on_others=True),
    Act("recover", recover, (AMOUNT,)),
    Act(
        "modifier",
        add_modifier,
        (
            BONUS,
            PENALTY,
            Param("once", Kind.FLAG),
            Param("characteristic", Kind.CHOICE, offers=characteristics_of),
            Param("cause", Kind.TEXT, required=True),
        ),
        needs_one=(BONUS.name, PENALTY.name),
    ),
    Act("unmodify", remove_modifier, (Param("cause", Kind.TEXT, required=True),)),
    Act("kill", kill),
    Act("revive", revive),
)


ACTS: Mapping[str, Act] = {act.id: act for act in (*ROLLING, *HELPING, *TASKS, *LASTING, *needs_acts())}
