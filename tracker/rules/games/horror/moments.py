"""The rolls of each moment: a dying character's turn, the end of a TURN, of a session."""

from msgspec.structs import replace

from tracker.rules.games.horror import dying
from tracker.rules.games.horror.dying import DYING_SIDES, Dying
from tracker.rules.games.horror.sanity import Sanity, session_ends
from tracker.rules.games.horror.sheet import Character, Vigil, character, vigil
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext, Sheet


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Call for help with somebody who is dying (R2-028)."""
    sheet = character(context, who)
    if not sheet.dying or sheet.falling or not sheet.turns_left:
        return ()
    return (PendingRoll("who_helps", "who_helps", who, {"turns": sheet.turns_left}),)


def round_ends(context: RulesContext, creature_ids: tuple[str, ...]) -> RuleResult:
    """End a TURN, which is everybody's: countdowns go down, and soon something should happen.

    Who falls on turn T with N turns dies as turn T + N ends (R2-027, A2-05); death itself is left to the
    GM's hand, and falls due.
    """
    counted, reminded = turns_pass(context, creature_ids, 1), _reminded(vigil(context))
    return replace(counted, scene=reminded.scene, pending=(*counted.pending, *reminded.pending))


def turns_pass(context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
    """Take TURNS off the countdowns of the dying, away from any fight too (R2-027, A2-05)."""
    counted = [
        _counted(who, character(context, who), turns) for who in creature_ids if character(context, who).dying
    ]
    return RuleResult(
        sheets={who: sheet for result in counted for who, sheet in result.sheets.items()},
        facts=tuple(fact for result in counted for fact in result.facts),
        pending=tuple(pending for result in counted for pending in result.pending),
    )


def _counted(who: str, sheet: Character, turns: int) -> RuleResult:
    if sheet.turns_left is None:
        return RuleResult(sheets={who: replace(sheet, falling=False)})
    left = Dying(sheet.turns_left, sheet.falling)
    for _ in range(min(turns, DYING_SIDES + 1)):
        left = dying.turn_ends(left)
    after = replace(sheet, turns_left=left.turns_left, falling=left.falling)
    if left == Dying(sheet.turns_left):
        return RuleResult(sheets={who: after})
    if left.dead:
        fact = Fact("out_of_turns", {"who": who})
        return RuleResult(sheets={who: after}, facts=(fact,), pending=(PendingRoll("death", "death", who),))
    return RuleResult(sheets={who: after}, facts=(Fact("fading", {"who": who, "turns": left.turns_left}),))


def _reminded(scene: Vigil) -> RuleResult:
    """Count a TURN towards the next reminder that something should happen (R2-017)."""
    if not scene.reminder_every:
        return RuleResult()
    if scene.turns + 1 < scene.reminder_every:
        return RuleResult(scene=replace(scene, turns=scene.turns + 1))
    return RuleResult(scene=replace(scene, turns=0), pending=(PendingRoll("event", "event"),))


def session_end(context: RulesContext) -> RuleResult:
    """End a session: every second one, the players' characters win all their sanity back (R2-041, A2-15)."""
    scene = vigil(context)
    sheets: dict[str, Sheet] = {}
    facts: list[Fact] = []
    sessions = session_ends(Sanity(0, 0), scene.sessions_since_full).sessions_since_full
    for who, sheet in context.sheets.items():
        if isinstance(sheet, Character) and sheet.is_pc and not sheet.dead:
            ended = session_ends(Sanity(sheet.sanity, sheet.sanity_max), scene.sessions_since_full)
            sheets[who] = replace(sheet, sanity=ended.sanity.points, favourite_used=False)
            if ended.sanity.points > sheet.sanity:
                facts.append(Fact("slept_soundly", {"who": who, "sanity": ended.sanity.points}))
    told = Fact("sanity_restored" if not sessions else "session_counted")
    return RuleResult(sheets=sheets, scene=replace(scene, sessions_since_full=sessions), facts=(told, *facts))
