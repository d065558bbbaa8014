"""The pending rolls of Horror: what calls for them, how they are resolved, when they lapse."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.games.horror import harm
from tracker.rules.games.horror.acts import deal_blow
from tracker.rules.games.horror.harm import (
    DYING_SIDES,
    Dying,
    Sanity,
    add_scar_mark,
    fall,
    has_weak_heart,
    leave_rolled_scar,
    roll_cosmetic_change,
    session_ends,
)
from tracker.rules.games.horror.sheet import Character, Owed, character, vigil
from tracker.rules.pending import PendingRollKind, resolve_by_act
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext, Sheet
from tracker.rules.table_reading import roll_and_read
from tracker.rules.weapon import BLOW, is_target_alive

# The rolls of each moment: a dying character's turn, the end of a TURN, of a session.


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for help with a dying character (R2-028)."""
    sheet = character(context, who)
    if not sheet.dying or sheet.falling or not sheet.turns_left:
        return ()
    return (PendingRoll("who_helps", "who_helps", who, {"turns": sheet.turns_left}),)


def turns_pass(context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
    """Take TURNS off the countdowns of the dying, also outside a fight (R2-027, A2-05, A2-30).

    Who falls on turn T with N turns dies as turn T + N ends, whenever the die is rolled. A blow whose armour
    may still be ignored is past with its TURN.
    """
    sheets: dict[str, Sheet] = {}
    for who in creature_ids:
        sheet = character(context, who)
        if sheet.stopped or sheet.ignores:
            sheets[who] = replace(sheet, stopped={}, ignores="")
    cleared = replace(context, sheets={**context.sheets, **sheets})
    results = [
        _count_turns(who, character(cleared, who), turns)
        for who in creature_ids
        if character(cleared, who).dying
    ]
    return RuleResult(
        sheets=sheets | {who: sheet for result in results for who, sheet in result.sheets.items()},
        facts=tuple(fact for result in results for fact in result.facts),
        pending=tuple(pending for result in results for pending in result.pending),
    )


def _count_turns(who: str, sheet: Character, turns: int) -> RuleResult:
    if sheet.turns_left is None:
        turns_gone = min(DYING_SIDES, sheet.turns_gone + turns - sheet.falling)
        return RuleResult(sheets={who: replace(sheet, falling=False, turns_gone=turns_gone)})
    dying = Dying(sheet.turns_left, sheet.falling)
    for _ in range(min(turns, DYING_SIDES + 1)):
        dying = harm.turn_ends(dying)
    after = replace(sheet, turns_left=dying.turns_left, falling=dying.falling)
    if dying == Dying(sheet.turns_left):
        return RuleResult(sheets={who: after})
    if dying.dead:
        return replace(_call_for_death(who), sheets={who: after})
    return RuleResult(sheets={who: after}, facts=(Fact("fading", {"who": who, "turns": dying.turns_left}),))


def _call_for_death(who: str) -> RuleResult:
    """Call for a death, which the GM carries out."""
    return RuleResult(
        facts=(Fact("out_of_turns", {"who": who}),), pending=(PendingRoll("death", "death", who),)
    )


def round_ends(context: RulesContext) -> RuleResult:
    """Count a TURN, which all share, towards the next reminder that something should happen (R2-017)."""
    scene = vigil(context)
    if not scene.reminder_every:
        return RuleResult()
    if scene.turns + 1 < scene.reminder_every:
        return RuleResult(scene=replace(scene, turns=scene.turns + 1))
    return RuleResult(scene=replace(scene, turns=0), pending=(PendingRoll("event", "event"),))


def session_end(context: RulesContext) -> RuleResult:
    """End a session: every second one, PCs regain all their sanity (R2-041, A2-15)."""
    scene = vigil(context)
    sheets: dict[str, Sheet] = {}
    facts: list[Fact] = []
    sessions = session_ends(Sanity(0, 0), scene.sessions_since_full).sessions_since_full
    for who, sheet in context.sheets.items():
        if isinstance(sheet, Character) and sheet.is_pc and not sheet.dead:
            session = session_ends(Sanity(sheet.sanity, sheet.sanity_max), scene.sessions_since_full)
            sheets[who] = replace(sheet, sanity=session.sanity.points, favourite_used=False)
            if session.sanity.points > sheet.sanity:
                facts.append(Fact("slept_soundly", {"who": who, "sanity": session.sanity.points}))
    fact = Fact("sanity_restored" if not sessions else "session_counted")
    return RuleResult(sheets=sheets, scene=replace(scene, sessions_since_full=sessions), facts=(fact, *facts))


# How each kind is resolved, and whether it still makes sense.


def resolve_dying(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the TURNS left from the fall on, some of which may be over (R2-027, R2-032, A2-30)."""
    sheet, who = character(context, pending.who), pending.who
    countdown = fall(roll, weak_heart=has_weak_heart(sheet))
    throw = Throw("dying", (countdown.die,), countdown.die.face, who, expression=f"1d{countdown.die.sides}")
    turns = max(0, countdown.dying.turns_left - sheet.turns_gone)
    result = RuleResult(sheets={who: replace(sheet, turns_left=turns, turns_gone=0)}, throws=(throw,))
    if not turns:
        return result.followed_by(_call_for_death(who))
    return replace(result, facts=(Fact("dying", {"who": who, "turns": turns}),))


def resolve_death(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Kill a character whose TURNS have run out (R2-027)."""
    after = replace(character(context, pending.who), dead=True, cause="nobody_came")
    return RuleResult(
        sheets={pending.who: after}, facts=(Fact("died", {"who": pending.who, "cause": "nobody_came"}),)
    )


def resolve_scar(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll on the scar table (R2-029, R2-031)."""
    return leave_rolled_scar(context, pending.who, character(context, pending.who), roll)


def resolve_cosmetic(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll which cosmetic change shows (R2-034)."""
    cosmetic_roll = roll_cosmetic_change(roll)
    result = add_scar_mark(pending.who, character(context, pending.who), cosmetic_roll.change)
    throw = Throw(
        "cosmetic",
        (cosmetic_roll.die,),
        cosmetic_roll.die.face,
        pending.who,
        expression="1d6",
        outcome=cosmetic_roll.change,
    )
    return replace(result, throws=(throw,))


def resolve_failure(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll on the GM's own table of failures (R2-006)."""
    reading = roll_and_read(context.tables["failure"], context.tables, roll, pending.who)
    fact = Fact("failure", {"who": pending.who, "text": reading.text})
    return RuleResult(facts=(fact, *reading.facts), throws=reading.throws)


def resolve_event(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Record that something should happen (R2-017)."""
    return RuleResult(facts=(Fact("event"),))


def resolve_blow(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the damage of an attack that wounds (R2-010, R2-023)."""
    return deal_blow(context, pending.who, pending.data, roll)


def _is_owed(context: RulesContext, pending: PendingRoll) -> bool:
    return pending.key.removeprefix(f"{pending.who}.") in character(context, pending.who).owes


PENDING_ROLLS: Mapping[str, PendingRollKind] = {
    Owed.OWN.value: PendingRollKind(resolve_by_act, _is_owed, answer="consequence"),
    Owed.TARGET.value: PendingRollKind(resolve_by_act, _is_owed, answer="consequence"),
    "zero_sanity": PendingRollKind(
        resolve_by_act, lambda context, pending: character(context, pending.who).broken, answer="choose"
    ),
    "who_helps": PendingRollKind(
        resolve_by_act,
        lambda context, pending: (
            character(context, pending.who).dying
            and character(context, pending.who).turns_left == pending.data.get("turns")
        ),
        answer="help",
        notice=True,
    ),
    "dying": PendingRollKind(
        resolve_dying,
        lambda context, pending: (
            character(context, pending.who).dying and character(context, pending.who).turns_left is None
        ),
    ),
    "death": PendingRollKind(
        resolve_death,
        lambda context, pending: (
            character(context, pending.who).dying and character(context, pending.who).turns_left == 0
        ),
    ),
    BLOW: PendingRollKind(resolve_blow, is_target_alive, outlives=True),
    "scar": PendingRollKind(resolve_scar, lambda context, pending: character(context, pending.who).scar_due),
    "cosmetic": PendingRollKind(resolve_cosmetic, lambda context, pending: True),
    "failure": PendingRollKind(
        resolve_failure,
        lambda context, pending: "failure" in context.tables,
        lambda context: parse(context.tables["failure"].dice).sides,
    ),
    "event": PendingRollKind(
        resolve_event, lambda context, pending: vigil(context).reminder_every > 0, nobodys=True, notice=True
    ),
}
