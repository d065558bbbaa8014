"""What each moment of play calls for: a dying character's turn, the end of a TURN, of a session."""

from msgspec.structs import replace

from tracker.rules.horror import dying
from tracker.rules.horror.dying import DYING_SIDES, Dying
from tracker.rules.horror.sanity import Sanity, session_ends
from tracker.rules.horror.sheet import Character, Vigil, character, vigil
from tracker.rules.system import Due, Fact, Ruling, Sheet, Table


def turn_starts(table: Table, who: str) -> tuple[Due, ...]:
    """Ask who spends their TURN with somebody who is dying (R2-028)."""
    sheet = character(table, who)
    if not sheet.dying or sheet.falling or not sheet.turns_left:
        return ()
    return (Due("who_helps", "who_helps", who, {"turns": sheet.turns_left}),)


def round_ends(table: Table, whos: tuple[str, ...]) -> Ruling:
    """End a TURN, which is everybody's: countdowns go down, and soon something should happen.

    Who falls on turn T with N turns dies as turn T + N ends (R2-027, A2-05); death itself is left to the
    GM's hand, and falls due.
    """
    counted, reminded = turns_pass(table, whos, 1), _reminded(vigil(table))
    return replace(counted, scene=reminded.scene, due=(*counted.due, *reminded.due))


def turns_pass(table: Table, whos: tuple[str, ...], turns: int) -> Ruling:
    """Take TURNS off the countdowns of the dying, away from any fight too (R2-027, A2-05)."""
    counted = [_counted(who, character(table, who), turns) for who in whos if character(table, who).dying]
    return Ruling(
        sheets={who: sheet for ruling in counted for who, sheet in ruling.sheets.items()},
        facts=tuple(fact for ruling in counted for fact in ruling.facts),
        due=tuple(due for ruling in counted for due in ruling.due),
    )


def _counted(who: str, sheet: Character, turns: int) -> Ruling:
    if sheet.turns_left is None:
        return Ruling(sheets={who: replace(sheet, falling=False)})
    left = Dying(sheet.turns_left, sheet.falling)
    for _ in range(min(turns, DYING_SIDES + 1)):
        left = dying.turn_ends(left)
    after = replace(sheet, turns_left=left.turns_left, falling=left.falling)
    if left == Dying(sheet.turns_left):
        return Ruling(sheets={who: after})
    if left.dead:
        fact = Fact("out_of_turns", {"who": who})
        return Ruling(sheets={who: after}, facts=(fact,), due=(Due("death", "death", who),))
    return Ruling(sheets={who: after}, facts=(Fact("fading", {"who": who, "turns": left.turns_left}),))


def _reminded(scene: Vigil) -> Ruling:
    """Count a TURN towards the next reminder that something should happen (R2-017)."""
    if not scene.reminder_every:
        return Ruling()
    if scene.turns + 1 < scene.reminder_every:
        return Ruling(scene=replace(scene, turns=scene.turns + 1))
    return Ruling(scene=replace(scene, turns=0), due=(Due("event", "event"),))


def session_end(table: Table) -> Ruling:
    """End a session: every second one, the players' characters win all their sanity back (R2-041, A2-15)."""
    scene = vigil(table)
    sheets: dict[str, Sheet] = {}
    facts: list[Fact] = []
    sessions = session_ends(Sanity(0, 0), scene.sessions_since_full).sessions_since_full
    for who, sheet in table.sheets.items():
        if isinstance(sheet, Character) and sheet.is_pc and not sheet.dead:
            ended = session_ends(Sanity(sheet.sanity, sheet.sanity_max), scene.sessions_since_full)
            sheets[who] = replace(sheet, sanity=ended.sanity.points, favourite_used=False)
            if ended.sanity.points > sheet.sanity:
                facts.append(Fact("slept_soundly", {"who": who, "sanity": ended.sanity.points}))
    told = Fact("sanity_restored" if not sessions else "session_counted")
    return Ruling(sheets=sheets, scene=replace(scene, sessions_since_full=sessions), facts=(told, *facts))
