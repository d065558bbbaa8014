"""Whose turn it is, and what each moment of a turn calls for.

Whose turn it is, is an identity and never a position: whoever comes or goes, the turn stays where it is.
"""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.course import Course, without
from tracker.session.effects import TURNS, adopted, anchored_anew, moment_passed, out_of_turns, saves_due
from tracker.session.event import Deed
from tracker.session.moves import rounds
from tracker.session.moves.initiative import rolled_again, turn_order
from tracker.session.moves.place import fight_of, with_fight
from tracker.session.state import Encounter, Renewal, Session, Until


def next_turn(session: Session, roll: Roll) -> Deed:
    """End the turn of whoever acts and start the next one's; a new round when all have acted.

    The first turn begins the encounter. Calls for what the rules want at the end of one turn and at the
    start of the other (R1-096, R1-107). Initiatives that are rolled again each round fall here.
    """
    fight = fight_of(session)
    order = [who for who in turn_order(fight) if _acts(session, fight, who)]
    if not order:
        raise Refusal("nobody_acts")
    course = adopted(Course.of(session), fight.active if fight.active in order else order[0])
    if fight.round == 0:
        course = course.told("encounter_began", name=fight.name)
        ready = [who for who in order if not fight.combatants[who].surprised]
        return _started(course, session.encounter, (ready or order)[0], 1).deed()
    course = turn_ended(course)
    following = _following(fight, order)
    course = _passed_over(course, fight, following)
    if following is not None:
        return _started(course, session.encounter, following, fight.round).deed()
    return _new_round(course, tuple(order), roll).deed()


def _new_round(course: Course, order: tuple[str, ...], roll: Roll) -> Course:
    """Begin a round; when initiatives are asked for again, nobody's turn starts before they are there."""
    key = course.session.encounter
    ruling = course.session.game.round_ends(course.session.table(), order)
    course = course.ruled(ruling, f"{key}.{fight_of(course.session).round}.round.", key)
    fight = rounds.over(fight_of(course.session))
    fight = replace(fight, round=fight.round + 1)
    course = with_fight(course.told("round", encounter=key, round=fight.round), fight)
    if fight.renewal is Renewal.CLEAR:
        return with_fight(course, replace(fight, active="")).told("turn", encounter=key, who="")
    if fight.renewal is Renewal.REROLL:
        course = rolled_again(course, order, roll)
    first = next(who for who in turn_order(fight_of(course.session)) if who in order)
    course = _passed_over(course, replace(fight_of(course.session), active=""), first)
    return _started(course, key, first, fight.round)


def acting_last(session: Session, whos: Iterable[str]) -> list[str]:
    """Return creatures that leave, whoever's turn it is last: the next turn is that of one who stays."""
    active = {fight.active for fight in session.encounters.values()}
    return sorted(whos, key=active.__contains__)


def removed(course: Course, who: str, key: str) -> Course:
    """Take away a creature's place in an encounter; if it was its turn, the next one's starts.

    What was to end by its turns goes on ending where its turns would have been.
    """
    session = course.session
    fight = session.encounters[key]
    whole = [each for each in turn_order(fight) if each == who or _acts(session, fight, each)]
    order = [each for each in whole if each != who]
    left = replace(fight, combatants=without(fight.combatants, who))
    at = whole.index(who)
    successor = next(iter((*whole[at + 1 :], *whole[:at])), "")
    if fight.active != who or not successor:
        left = replace(left, active="" if fight.active == who else fight.active)
        course = course.with_element("encounters", key, left)
        return anchored_anew(course, who, successor, *Until) if successor else out_of_turns(course, (who,))
    following = _following(fight, order)
    course = course.with_element("encounters", key, replace(left, active=""))
    course = anchored_anew(course, who, successor, Until.TURN_END, Until.SAVE)
    course = _started(course, key, following or order[0], fight.round + (following is None))
    return anchored_anew(course, who, successor, Until.TURN_START)


def _passed_over(course: Course, fight: Encounter, until: str | None) -> Course:
    """Count the moments of those whose turns do not come: what they end, ends where they would have been.

    They stand behind whoever acts, or from the top of a round, before `until` or to the end of the round.
    """
    whole = turn_order(fight)
    at = whole.index(fight.active) + 1 if fight.active in whole else 0
    for who in whole[at : whole.index(until) if until else None]:
        if not _acts(course.session, fight, who):
            for moment in TURNS:
                course = moment_passed(course, moment, who)
    return course


def _following(fight: Encounter, order: list[str]) -> str | None:
    """Return who acts after the active one in this round, or None when the round is over."""
    if fight.active not in fight.combatants:
        return order[0]
    whole = turn_order(fight)
    after = whole[whole.index(fight.active) + 1 :]
    return next((who for who in after if who in order and not fight.combatants[who].surprised), None)


def _started(course: Course, key: str, who: str, round_number: int) -> Course:
    session = course.session
    fight = session.encounters[key]
    if round_number != fight.round:
        course = course.told("round", encounter=key, round=round_number)
    course = course.with_element("encounters", key, replace(fight, active=who, round=round_number))
    course = course.told("turn", encounter=key, who=who, round=round_number)
    course = moment_passed(course, Until.TURN_START, who)
    start = f"{key}.{round_number}.start."
    course = chances_past(course, start, (who,))
    dues = session.game.turn_starts(course.session.table(), who)
    return course.called(dues, start, key)


def chances_past(course: Course, moment: str, whos: Collection[str]) -> Course:
    """Let go what the starts of their other turns called for and nobody settled: it is due anew (R1-096)."""
    pending = course.session.pending
    left = {
        each: due
        for each, due in pending.items()
        if due.who not in whos or f".start.{due.who}." not in each or each.startswith(f"{moment}{due.who}.")
    }
    if len(left) == len(pending):
        return course
    return course.became(pending=left).told("dropped", count=len(pending) - len(left))


def turn_ended(course: Course) -> Course:
    """End the turn under way, and call for what the rules and the GM's own effects want at its end."""
    session = course.session
    key, fight = session.encounter, fight_of(session)
    if fight.active not in session.creatures:
        return course
    dues = (*session.game.turn_ends(session.table(), fight.active), *saves_due(session, fight.active))
    course = course.called(dues, f"{key}.{fight.round}.end.", key)
    return moment_passed(course, Until.TURN_END, fight.active)


def _acts(session: Session, fight: Encounter, who: str) -> bool:
    creature = session.creatures.get(who)
    return creature is not None and not fight.combatants[who].fled and not session.game.is_out(creature.sheet)
