"""Encuentro: how a fight begins and ends, who is in it, and whom the players see."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.session.course import Course
from tracker.session.effects import out_of_turns
from tracker.session.event import Deed
from tracker.session.moves.campaign import named
from tracker.session.moves.clock import elapsed
from tracker.session.moves.place import changed, combatant_of, fight_of, placed
from tracker.session.moves.turns import acting_last, removed, turn_ended
from tracker.session.players_view import Arrival
from tracker.session.state import FOES, PARTY, Combatant, Encounter, Session


def open_encounter(
    session: Session,
    name: str,
    members: Mapping[str, str],
    fresh: Callable[[], str],
    *,
    hidden: bool | None = None,
) -> Deed:
    """Set the table for a fight: ids and their sides. Nobody acts until the first turn.

    `hidden` says whether the players see who is not of the party; unsaid, the campaign does.
    """
    key = fresh()
    out_of_sight = _unseen(session, hidden)
    combatants = {
        who: Combatant(order=place, side=side, hidden=out_of_sight and not session.creature(who).party)
        for place, (who, side) in enumerate(members.items())
    }
    encounter = Encounter(named(name), combatants=combatants)
    course = Course.of(session)
    for who in members:
        course = _back(_out_of_others(course, who, key), who)
    course = course.with_element("encounters", key, encounter).became(encounter=key)
    course = course.told("encounter_opened", name=encounter.name, count=len(combatants))
    unseen = sum(each.hidden for each in combatants.values())
    return (course.told("begin_unseen", count=unseen) if unseen else course).deed()


def enter(session: Session, whos: Iterable[str], side: str = "", *, hidden: bool | None = None) -> Deed:
    """Let creatures into the encounter, or back into it, or over to another side.

    Without a side they keep theirs: the party's own, or that of the adversaries. Whom the players did not
    see, they do not see now, unless `hidden` says otherwise.
    """
    course = Course.of(session)
    for who in whos:
        before = combatant_in(course.session, who)
        course = entered(course, who, named(side).replace("/", "-") if side else "", hidden=hidden)
        after = combatant_of(course.session, who)
        course = course.told("entered", who=who, side=after.side)
        if after.hidden != (before is not None and before.hidden):
            course = course.told("hid" if after.hidden else "revealed", who=who)
    return course.deed()


def entered(course: Course, who: str, side: str = "", *, hidden: bool | None = None) -> Course:
    """Give a creature a place in the encounter being played; it leaves any other, hidden if it was."""
    session = course.session
    fight, creature, before = fight_of(session), session.creature(who), combatant_in(session, who)
    if hidden is None:
        hidden = before.hidden if before else not creature.party and _unseen(session, None)
    course = _back(_out_of_others(course, who, session.encounter), who)
    last = max((each.order for each in fight.combatants.values()), default=-1)
    own = Combatant(order=last + 1, side=PARTY if creature.party else FOES)
    present = fight.combatants.get(who, own)
    return placed(course, who, replace(present, fled=False, side=side or present.side, hidden=hidden))


def combatant_in(session: Session, who: str) -> Combatant | None:
    """Return somebody's place in whichever encounter they are, None in no one."""
    return next((session.encounters[key].combatants[who] for key in session.encounters_of(who)), None)


def _unseen(session: Session, hidden: bool | None) -> bool:
    """Whether a newcomer is hidden: as asked for, else as the campaign has it."""
    return session.players_view.arrival is Arrival.HIDDEN if hidden is None else hidden


def _out_of_others(course: Course, who: str, kept: str) -> Course:
    """Take a creature out of every encounter but one: nobody is in two places."""
    for key in course.session.encounters_of(who):
        if key != kept:
            course = removed(course, who, key)
    return course


def _back(course: Course, who: str) -> Course:
    """Forget that a creature had fled from an encounter that is over."""
    creature = course.session.creature(who)
    return course.with_element("creatures", who, replace(creature, fled=False)) if creature.fled else course


def out_of_play(course: Course, who: str) -> Course:
    """Take a creature out of every encounter, and out of the game."""
    for key in course.session.encounters_of(who):
        course = removed(course, who, key)
    return course.without_element("creatures", who)


def flee(session: Session, whos: Iterable[str], *, fled: bool) -> Deed:
    """Let creatures leave the turns, or come back to them; whoever leaves is kept."""
    course = Course.of(session)
    for who in whos:
        course = changed(course, who, fled=fled).told("fled" if fled else "came_back", who=who)
    return course.deed()


def hide(session: Session, whos: Iterable[str], *, hidden: bool) -> Deed:
    """Keep creatures from the players' eyes, or show them."""
    course = Course.of(session)
    for who in whos:
        course = changed(course, who, hidden=hidden).told("hid" if hidden else "revealed", who=who)
    return course.deed()


def reveal_all(session: Session) -> Deed:
    """Show the players everybody who is hidden in the encounter being played."""
    combatants = fight_of(session).combatants
    whos = [who for who, each in combatants.items() if each.hidden and who in session.creatures]
    if not whos:
        raise Refusal("nobody_hidden")
    return hide(session, whos, hidden=False)


def time_of(session: Session) -> int:
    """Return the seconds that the rounds of the encounter have taken."""
    return fight_of(session).round * session.turn_seconds


def end_encounter(session: Session, seconds: int) -> Deed:
    """End the fight, put `seconds` on the clock, and call for what the rules want at its end (R1-047).

    The turn under way ends with it, as with the next one's start (R1-107).
    """
    fight, key = fight_of(session), session.encounter
    course = turn_ended(Course.of(session).told("encounter_ended", name=fight.name, rounds=fight.round))
    if seconds:
        course = elapsed(course, seconds).told("time_passed", seconds=seconds)
    for who in fight.combatants:
        if who in session.creatures:
            course = course.called(session.game.encounter_ends(session.table(), who), f"{key}.")
    course = _left_over(out_of_turns(course, fight.combatants), fight)
    course = _away(_cleared(course.without_element("encounters", key), fight), fight)
    others = [each for each in course.session.encounters if each != key]
    return course.became(encounter=others[0] if others else "").deed()


def _left_over(course: Course, fight: Encounter) -> Course:
    """Say which conditions the party still has, for the GM to see to."""
    session, table = course.session, course.session.table()
    for who in fight.combatants:
        if who in session.creatures and session.creatures[who].party:
            for badge in session.game.badges(table, who):
                if badge.id in session.game.conditions:
                    course = course.told("still_has", who=who, condition=badge.id)
    return course


def _cleared(course: Course, fight: Encounter) -> Course:
    """Take the fallen adversaries out of play; the party keeps its own."""
    session = course.session
    for who, creature in session.creatures.items():
        if who in fight.combatants and not creature.party and session.game.is_out(creature.sheet):
            course = out_of_play(course, who)
    return course


def _away(course: Course, fight: Encounter) -> Course:
    """Remember which adversaries had fled."""
    for who, creature in course.session.creatures.items():
        if who in fight.combatants and fight.combatants[who].fled and not creature.party:
            course = course.with_element("creatures", who, replace(creature, fled=True))
    return course


def switch(session: Session, key: str) -> Deed:
    """Turn to another of the encounters under way."""
    if key not in session.encounters:
        raise Refusal("encounter_over")
    name = session.encounters[key].name
    return Course.of(session).became(encounter=key).told("encounter_switched", name=name).deed()


def leave(session: Session, whos: Iterable[str]) -> Deed:
    """Take creatures out of the encounter for good: they were never meant to be in it."""
    course = Course.of(session)
    for who in acting_last(session, whos):
        combatant_of(course.session, who)
        course = removed(course.told("left_encounter", who=who), who, session.encounter)
    return course.deed()
