"""The order of a fight: initiatives of creatures and sides, and ties settled by hand."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.rules.system import EffectHandling
from tracker.rules.weapon import PLAIN_HANDLING, with_handling
from tracker.session.event import Draft
from tracker.session.groups import initiative_of, label, mates_of, rows_of, turn_order
from tracker.session.history import History
from tracker.session.move_builder import MoveBuilder, without_key
from tracker.session.moves.place import combatant_of, fight_of, set_fight, update_combatant, with_late
from tracker.session.state import Encounter, Session


def usual_dice(history: History) -> str:
    """Return the dice of the last initiative rolled in the campaign, or else the game's usual dice."""
    for event in reversed(history):
        for throw in event.throws:
            if throw.purpose == "initiative" and throw.expression and history.counts(event.id):
                return throw.expression
    return history.session.game.initiative_dice


def sides_of(encounter: Encounter) -> frozenset[str]:
    """Return the sides that have combatants."""
    return frozenset(each.side for each in encounter.combatants.values())


def set_initiative(session: Session, creature_ids: Iterable[str], text: str, roll: Roll) -> Draft:
    """Give each creature an initiative: a number, or an expression rolled for each; a group shares one.

    Those of several who are outside the fight get none. Raises `not_in_encounter` if all are outside.
    """
    builder, fight = MoveBuilder.for_session(session), fight_of(session)
    expression, chosen = parse(text), tuple(creature_ids)
    present = [who for who in chosen if who in fight.combatants]
    rows = dict.fromkeys(mates_of(session, fight, who) for who in present or chosen)
    for members in rows:
        builder = _roll_own(builder, members, expression, roll).with_deeds(
            ("initiative", session.encounter, members[0])
        )
    return builder.draft()


def set_side_initiative(session: Session, side: str, text: str, roll: Roll) -> Draft:
    """Give a side one initiative, plus the bonus that the rules give the group (R1-106)."""
    fight = fight_of(session)
    if side not in sides_of(fight):
        raise Refusal("unknown_side", name=side, known=", ".join(sorted(sides_of(fight))))
    builder = MoveBuilder.for_session(session).with_deeds(("initiative", session.encounter, side))
    return _roll_for_side(builder, side, parse(text), roll).draft()


def reroll_initiatives(builder: MoveBuilder, creature_ids: Collection[str], roll: Roll) -> MoveBuilder:
    """Roll every rolled initiative again, of sides and of active combatants; typed numbers stay."""
    fight = fight_of(builder.session)
    for side, text in fight.side_dice.items():
        if any(fight.combatants[who].side == side for who in creature_ids):
            builder = _roll_for_side(builder, side, parse(text), roll)
    for who in turn_order(fight):
        if who in creature_ids and (text := fight.combatants[who].dice):
            builder = _roll_own(builder, mates_of(builder.session, fight, who), parse(text), roll)
    return builder


def _roll_own(
    builder: MoveBuilder, members: tuple[str, ...], expression: Expression, roll: Roll
) -> MoveBuilder:
    """Give the members of a row one initiative; the first keeps the dice to be rolled again.

    A number stands as it was typed.
    """
    session, who, how = builder.session, members[0], PLAIN_HANDLING
    if expression.sides:
        how = initiative_handling(session, members, combatant_of(session, who).side)
    thrown = with_handling(expression, how)
    rolled = thrown.roll(roll)
    again = str(expression) if rolled.dice else ""
    for each in members:
        builder = update_combatant(builder, each, initiative=rolled.total, dice=again if each == who else "")
    if len(members) == 1:
        builder = builder.with_fact("initiative", who=who, initiative=rolled.total)
    else:
        name = label(builder.session, fight_of(builder.session), members)
        builder = builder.with_fact("group_initiative", group=name, who=who, initiative=rolled.total)
    builder = with_late(builder, members)
    if not rolled.dice:
        return builder
    throw = Throw("initiative", rolled.dice, rolled.total, who, expression=str(thrown), static=how.static)
    return replace(builder.with_throws(throw), facts=(*builder.facts, *how.facts))


def _roll_for_side(builder: MoveBuilder, side: str, expression: Expression, roll: Roll) -> MoveBuilder:
    session, fight = builder.session, fight_of(builder.session)
    members = _side_members(fight, side)
    how = initiative_handling(session, members, side)
    if not expression.sides:
        how = replace(how, mode=Mode.NORMAL)
    thrown = with_handling(expression, how)
    rolled = thrown.roll(roll)
    combatants = {
        who: replace(each, initiative=None, dice="") if who in members else each
        for who, each in fight.combatants.items()
    }
    again = str(expression) if rolled.dice else ""
    side_dice = {**without_key(fight.side_dice, side), **({side: again} if again else {})}
    sides = {**fight.sides, side: rolled.total}
    builder = set_fight(builder, replace(fight, sides=sides, side_dice=side_dice, combatants=combatants))
    if again:
        written = str(thrown)
        throw = Throw(
            "initiative", rolled.dice, rolled.total, subject=side, expression=written, static=how.static
        )
        builder = builder.with_throws(throw)
    builder = builder.with_fact("side_initiative", side=side, initiative=rolled.total, bonus=how.static)
    return with_late(builder, members)


def _side_members(fight: Encounter, side: str) -> tuple[str, ...]:
    return tuple(who for who, each in fight.combatants.items() if each.side == side)


def initiative_handling(session: Session, rollers: Iterable[str], side: str) -> EffectHandling:
    """Return how the rules let combatants of a side roll an initiative: one of them, or several together."""
    rolling = tuple(who for who in rollers if who in session.creatures)
    mates = tuple(who for who in _side_members(fight_of(session), side) if who in session.creatures)
    return session.game.initiative_handling(session.rules_context(), rolling, mates)


def shift(session: Session, who: str, places: int) -> Draft:
    """Move a combatant one place up (-1) or down (+1): settles a tie, or takes the neighbour's initiative.

    A group moves as one.
    """
    fight = fight_of(session)
    rows = list(rows_of(session, fight).values())
    at = next((place for place, members in enumerate(rows) if who in members), -1)
    if at < 0 or not 0 <= at + places < len(rows):
        raise Refusal("no_further")
    moved, neighbours = rows[at], rows[at + places]
    rows[at], rows[at + places] = neighbours, moved
    combatants = dict(with_tie_order(fight, [each for members in rows for each in members]).combatants)
    neighbour = neighbours[0]
    if initiative_of(fight, who) != initiative_of(fight, neighbour):
        for each in moved:
            combatants[each] = replace(combatants[each], initiative=initiative_of(fight, neighbour))
    builder = set_fight(MoveBuilder.for_session(session), replace(fight, combatants=combatants))
    where = {"up": True} if places < 0 else {"down": True}
    builder = builder.with_fact("order_settled", who=who, other=neighbour, **where)
    return with_late(builder, (*moved, *neighbours), moved=True).draft()


def with_tie_order(fight: Encounter, order: Iterable[str]) -> Encounter:
    """Return the encounter with this order among equal initiatives."""
    combatants = {
        each: replace(fight.combatants[each], order=place)
        for place, each in enumerate(dict.fromkeys((*order, *fight.combatants)))
    }
    return replace(fight, combatants=combatants)
