"""Encuentro: who acts when, whose turn it is, and what each moment of a turn calls for.

Whose turn it is, is an identity and never a position: whoever comes or goes, the turn stays where it is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tracker.rules import dice
from tracker.rules.dice import Roll, Throw
from tracker.rules.refusal import Refusal
from tracker.session.course import Course, without
from tracker.session.effects import moment_passed
from tracker.session.event import Deed
from tracker.session.moves import rounds
from tracker.session.moves.campaign import named
from tracker.session.moves.clock import elapsed
from tracker.session.state import Combatant, Encounter, Renewal, Session, Until

PARTY, FOES = "party", "foes"


def turn_order(encounter: Encounter) -> list[str]:
    """Return ids in the order in which they act: by initiative, ties as settled by hand."""

    def place(who: str) -> tuple[bool, int, int]:
        combatant = encounter.combatants[who]
        initiative = initiative_of(encounter, who)
        return initiative is None, -(initiative or 0), combatant.order

    return sorted(encounter.combatants, key=place)


def initiative_of(encounter: Encounter, who: str) -> int | None:
    """Return a combatant's own initiative, else its side's, else None."""
    combatant = encounter.combatants[who]
    own = combatant.initiative
    return encounter.sides.get(combatant.side) if own is None else own


def open_encounter(session: Session, name: str, members: Mapping[str, str], fresh: Callable[[], str]) -> Deed:
    """Set the table for a fight: ids and their sides. Nobody acts until the first turn."""
    key = fresh()
    combatants = {who: Combatant(order=place, side=side) for place, (who, side) in enumerate(members.items())}
    encounter = Encounter(named(name), combatants=combatants)
    course = Course.of(session)
    for who in members:
        course = _out_of_others(course, who, key)
    course = course.with_element("encounters", key, encounter).became(encounter=key)
    return course.told("encounter_opened", name=encounter.name, count=len(combatants)).deed()


def enter(session: Session, whos: Iterable[str], side: str = "") -> Deed:
    """Let creatures into the encounter, or back into it, or over to another side.

    Without a side they keep theirs: the party's own, or that of the adversaries.
    """
    course = Course.of(session)
    for who in whos:
        course = entered(course, who, named(side).replace("/", "-") if side else "")
        course = course.told("entered", who=who, side=_combatant(course.session, who).side)
    return course.deed()


def entered(course: Course, who: str, side: str = "") -> Course:
    """Give a creature a place in the encounter being played; it leaves any other."""
    course = _out_of_others(course, who, course.session.encounter)
    fight, creature = _fight(course.session), course.session.creature(who)
    last = max((each.order for each in fight.combatants.values()), default=-1)
    own = Combatant(order=last + 1, side=PARTY if creature.party else FOES)
    present = fight.combatants.get(who, own)
    return _placed(course, who, replace(present, fled=False, side=side or present.side))


def _out_of_others(course: Course, who: str, kept: str) -> Course:
    """Take a creature out of every encounter but one: nobody is in two places."""
    for key, other in course.session.encounters.items():
        if key != kept and who in other.combatants:
            course = removed(course, who, key)
    return course


def out_of_play(course: Course, who: str) -> Course:
    """Take a creature out of every encounter, and out of the game."""
    for key, fight in course.session.encounters.items():
        if who in fight.combatants:
            course = removed(course, who, key)
    return course.without_element("creatures", who)


def removed(course: Course, who: str, key: str) -> Course:
    """Take away a creature's place in an encounter; if it was its turn, the next one's starts."""
    session = course.session
    fight = session.encounters[key]
    order = [each for each in turn_order(fight) if each != who and _acts(session, fight, each)]
    left = replace(fight, combatants=without(fight.combatants, who))
    if fight.active != who:
        return course.with_element("encounters", key, left)
    following = _following(fight, order)
    course = course.with_element("encounters", key, replace(left, active=""))
    if not order:
        return course
    return _started(course, key, following or order[0], fight.round + (following is None))


def flee(session: Session, whos: Iterable[str], fled: bool = True) -> Deed:
    """Let creatures leave the turns; they are kept, and may come back."""
    course = Course.of(session)
    for who in whos:
        combatant = replace(_combatant(course.session, who), fled=fled)
        course = _placed(course, who, combatant).told("fled" if fled else "came_back", who=who)
    return course.deed()


def hide(session: Session, whos: Iterable[str], hidden: bool) -> Deed:
    """Keep creatures from the players' eyes, or show them."""
    course = Course.of(session)
    for who in whos:
        combatant = replace(_combatant(course.session, who), hidden=hidden)
        course = _placed(course, who, combatant).told("hid" if hidden else "revealed", who=who)
    return course.deed()


def set_initiative(session: Session, whos: Iterable[str], text: str, roll: Roll) -> Deed:
    """Give each of them an initiative: a number, or an expression rolled for each."""
    course = Course.of(session)
    expression = dice.parse(text)
    for who in whos:
        rolled = expression.roll(roll)
        combatant = replace(_combatant(course.session, who), initiative=rolled.total)
        course = _placed(course, who, combatant).told("initiative", who=who, initiative=rolled.total)
        if rolled.dice:
            course = course.threw(
                Throw("initiative", rolled.dice, rolled.total, who, expression=str(expression))
            )
    return course.deed()


def set_side_initiative(session: Session, side: str, text: str, roll: Roll) -> Deed:
    """Give a whole side one initiative; what the rules take from the group is added (R1-106)."""
    fight = _fight(session)
    members = tuple(who for who, each in fight.combatants.items() if each.side == side)
    if not members:
        raise Refusal("unknown_side", name=side, known=", ".join(sorted(sides_of(fight))))
    expression = dice.parse(text)
    rolled = expression.roll(roll)
    present = tuple(who for who in members if who in session.creatures)
    bonus = session.game.initiative_bonus(session.table(), present)
    total = rolled.total + bonus
    combatants = {
        who: replace(each, initiative=None) if who in members else each
        for who, each in fight.combatants.items()
    }
    after = replace(fight, sides={**fight.sides, side: total}, combatants=combatants)
    course = _with(Course.of(session), after)
    if rolled.dice:
        course = course.threw(
            Throw("initiative", rolled.dice, total, subject=side, expression=str(expression), static=bonus)
        )
    return course.told("side_initiative", side=side, initiative=total, bonus=bonus).deed()


def sides_of(encounter: Encounter) -> frozenset[str]:
    """Return the sides that somebody is on."""
    return frozenset(each.side for each in encounter.combatants.values())


def shift(session: Session, who: str, places: int) -> Deed:
    """Move somebody one place up (-1) or down (+1): settles a tie, or takes the neighbour's initiative."""
    fight = _fight(session)
    order = turn_order(fight)
    at = order.index(who) if who in fight.combatants else -1
    if at < 0 or not 0 <= at + places < len(order):
        raise Refusal("no_further")
    neighbour = order[at + places]
    order[at], order[at + places] = neighbour, who
    combatants = {each: replace(fight.combatants[each], order=place) for place, each in enumerate(order)}
    if initiative_of(fight, who) != initiative_of(fight, neighbour):
        combatants[who] = replace(combatants[who], initiative=initiative_of(fight, neighbour))
    course = _with(Course.of(session), replace(fight, combatants=combatants))
    return course.told("order_settled", who=who, other=neighbour).deed()


def next_turn(session: Session) -> Deed:
    """End the turn of whoever acts and start the next one's; a new round when all have acted.

    The first turn begins the encounter. Calls for what the rules want at the end of one turn and at the
    start of the other (R1-096, R1-107).
    """
    fight = _fight(session)
    order = [who for who in turn_order(fight) if _acts(session, fight, who)]
    if not order:
        raise Refusal("nobody_acts")
    course = Course.of(session)
    if fight.round == 0:
        course = course.told("encounter_began", name=fight.name)
        return _started(course, session.encounter, order[0], 1).deed()
    course = _ended(course)
    following = _following(fight, order)
    if following is not None:
        return _started(course, session.encounter, following, fight.round).deed()
    return _new_round(course, tuple(order)).deed()


def _new_round(course: Course, order: tuple[str, ...]) -> Course:
    """Begin a round; when initiatives are asked for again, nobody's turn starts before they are there."""
    key = course.session.encounter
    course = course.ruled(course.session.game.round_ends(course.session.table(), order))
    fight = rounds.over(_fight(course.session))
    if fight.renewal is Renewal.CLEAR:
        course = course.with_element("encounters", key, replace(fight, active="", round=fight.round + 1))
        return course.told("round", encounter=key, round=fight.round + 1).told("turn", encounter=key, who="")
    course = course.with_element("encounters", key, fight)
    return _started(course, key, order[0], fight.round + 1)


def time_of(session: Session) -> int:
    """Return the seconds that the rounds of the encounter have taken."""
    return _fight(session).round * session.game.turn_seconds


def end_encounter(session: Session, seconds: int) -> Deed:
    """End the fight, put `seconds` on the clock, and call for what the rules want at its end (R1-047)."""
    fight, key = _fight(session), session.encounter
    course = Course.of(session).told("encounter_ended", name=fight.name, rounds=fight.round)
    if seconds:
        course = elapsed(course, seconds).told("time_passed", seconds=seconds)
    for who in fight.combatants:
        if who in session.creatures:
            course = course.called(session.game.encounter_ends(session.table(), who), f"{key}.")
    course = _cleared(course.without_element("encounters", key), fight)
    others = [each for each in course.session.encounters if each != key]
    return course.became(encounter=others[0] if others else "").deed()


def _cleared(course: Course, fight: Encounter) -> Course:
    """Take the fallen adversaries out of play; the party keeps its own."""
    session = course.session
    for who, creature in session.creatures.items():
        if who in fight.combatants and not creature.party and session.game.is_out(creature.sheet):
            course = out_of_play(course, who)
    return course


def switch(session: Session, key: str) -> Deed:
    """Turn to another of the encounters under way."""
    if key not in session.encounters:
        raise Refusal("unknown_encounter", name=key)
    name = session.encounters[key].name
    return Course.of(session).became(encounter=key).told("encounter_switched", name=name).deed()


def leave(session: Session, who: str) -> Deed:
    """Take somebody out of the encounter for good: they were never meant to be in it."""
    _combatant(session, who)
    course = Course.of(session).told("left_encounter", who=who)
    return removed(course, who, session.encounter).deed()


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
    dues = session.game.turn_starts(course.session.table(), who)
    return course.called(dues, f"{key}.{round_number}.start.", key)


def _ended(course: Course) -> Course:
    session = course.session
    key, fight = session.encounter, _fight(session)
    if fight.active not in session.creatures:
        return course
    dues = session.game.turn_ends(session.table(), fight.active)
    course = course.called(dues, f"{key}.{fight.round}.end.", key)
    return moment_passed(course, Until.TURN_END, fight.active)


def _acts(session: Session, fight: Encounter, who: str) -> bool:
    creature = session.creatures.get(who)
    return creature is not None and not fight.combatants[who].fled and not session.game.is_out(creature.sheet)


def _fight(session: Session) -> Encounter:
    if session.fight is None:
        raise Refusal("no_encounter")
    return session.fight


def _combatant(session: Session, who: str) -> Combatant:
    combatant = _fight(session).combatants.get(who)
    if combatant is None:
        raise Refusal("not_in_encounter", name=session.creature(who).name)
    return combatant


def _with(course: Course, fight: Encounter) -> Course:
    return course.with_element("encounters", course.session.encounter, fight)


def _placed(course: Course, who: str, combatant: Combatant) -> Course:
    fight = _fight(course.session)
    return _with(course, replace(fight, combatants={**fight.combatants, who: combatant}))
