"""The order of an encounter: initiatives of creatures and sides, and ties settled by hand."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

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
    """Dice of the last initiative rolled in the campaign, or else the game's; none if a check rolls it."""
    if history.session.game.initiative_check:
        return ""
    for event in reversed(history):
        for throw in event.throws:
            if throw.purpose == "initiative" and throw.expression and history.counts(event.id):
                return throw.expression
    return history.session.game.initiative_dice


def sides_of(encounter: Encounter) -> frozenset[str]:
    return frozenset(each.side for each in encounter.combatants.values())


def set_initiative(session: Session, creature_ids: Iterable[str], text: str, roll: Roll) -> Draft:
    """Give each creature an initiative: a number, or an expression rolled for each; a group shares one.

    Without a text, the game's own check rolls it. Creatures outside the fight get none. Raises
    `not_in_encounter` if all are outside.
    """
    builder, fight = MoveBuilder.for_session(session), fight_of(session)
    by_check = not text and session.game.initiative_check
    expression, chosen = None if by_check else parse(text), tuple(creature_ids)
    present = [who for who in chosen if who in fight.combatants]
    rows = dict.fromkeys(mates_of(session, fight, who) for who in present or chosen)
    for members in rows:
        builder = _roll_own(builder, members, expression, roll).with_deeds(
            ("initiative", session.encounter, members[0])
        )
    return builder.draft()


def set_side_initiative(session: Session, side: str, text: str, roll: Roll) -> Draft:
    """Give a side one initiative, plus the bonus that the rules give it (R1-106); refuses `unknown_side`.

    Without a text, each of the side rolls the game's own check.
    """
    fight = fight_of(session)
    if side not in sides_of(fight):
        raise Refusal("unknown_side", name=side, known=", ".join(sorted(sides_of(fight))))
    if not text:
        members = [who for who in turn_order(fight) if fight.combatants[who].side == side]
        return set_initiative(session, members, text, roll)
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
            expression = None if _is_by_check(builder.session, text) else parse(text)
            builder = _roll_own(builder, mates_of(builder.session, fight, who), expression, roll)
    return builder


class _Rolled(NamedTuple):
    """An initiative, with its dice as they are kept for the next round, and their throw."""

    number: int
    dice: str = ""
    throw: Throw | None = None


def _is_by_check(session: Session, dice: str) -> bool:
    check = session.game.initiative_check
    return bool(check) and dice.endswith(_check_mark(check))


def _check_mark(check: str) -> str:
    """Mark dice that a check rolled: a note in the notation, so that any version can roll them."""
    return f" [{check}]"


def _roll_own(
    builder: MoveBuilder, members: tuple[str, ...], expression: Expression | None, roll: Roll
) -> MoveBuilder:
    """Give the members of a row one initiative; the first keeps the dice, to roll them again each round.

    Without an expression, the game's own check rolls it.
    """
    who = members[0]
    rolled = (
        _rolled_by_check(builder.session, who, roll)
        if expression is None
        else _rolled_by_dice(builder.session, members, expression, roll)
    )
    for each in members:
        dice = rolled.dice if each == who else ""
        builder = update_combatant(builder, each, initiative=rolled.number, dice=dice)
    if len(members) == 1:
        builder = builder.with_fact("initiative", who=who, initiative=rolled.number)
    else:
        name = label(builder.session, fight_of(builder.session), members)
        builder = builder.with_fact("group_initiative", group=name, who=who, initiative=rolled.number)
    builder = with_late(builder, members)
    return builder if rolled.throw is None else builder.with_throws(rolled.throw)


def _rolled_by_check(session: Session, who: str, roll: Roll) -> _Rolled:
    game = session.game
    number, throw = game.roll_initiative(session.rules_context(), who, roll)
    return _Rolled(number, f"{throw.expression}{_check_mark(game.initiative_check)}", throw)


def _rolled_by_dice(
    session: Session, members: tuple[str, ...], expression: Expression, roll: Roll
) -> _Rolled:
    """Roll dice for the first member of a row; a typed number gets no bonus."""
    who, handling = members[0], PLAIN_HANDLING
    if expression.sides:
        handling = initiative_handling(session, members, combatant_of(session, who).side)
    handled = with_handling(expression, handling)
    rolled = handled.roll(roll)
    if not rolled.dice:
        return _Rolled(rolled.total)
    throw = Throw(
        "initiative", rolled.dice, rolled.total, who, expression=str(handled), static=handling.static
    )
    return _Rolled(rolled.total, str(expression), throw)


def _roll_for_side(builder: MoveBuilder, side: str, expression: Expression, roll: Roll) -> MoveBuilder:
    session, fight = builder.session, fight_of(builder.session)
    members = _side_members(fight, side)
    handling = initiative_handling(session, members, side)
    if not expression.sides:
        handling = replace(handling, mode=Mode.NORMAL)
    handled = with_handling(expression, handling)
    rolled = handled.roll(roll)
    combatants = {
        who: replace(each, initiative=None, dice="") if who in members else each
        for who, each in fight.combatants.items()
    }
    dice = str(expression) if rolled.dice else ""
    side_dice = {**without_key(fight.side_dice, side), **({side: dice} if dice else {})}
    sides = {**fight.sides, side: rolled.total}
    builder = set_fight(builder, replace(fight, sides=sides, side_dice=side_dice, combatants=combatants))
    if dice:
        handled_text = str(handled)
        throw = Throw(
            "initiative",
            rolled.dice,
            rolled.total,
            subject=side,
            expression=handled_text,
            static=handling.static,
        )
        builder = builder.with_throws(throw)
    builder = builder.with_fact("side_initiative", side=side, initiative=rolled.total, bonus=handling.static)
    return with_late(builder, members)


def _side_members(fight: Encounter, side: str) -> tuple[str, ...]:
    return tuple(who for who, each in fight.combatants.items() if each.side == side)


def initiative_handling(session: Session, rollers: Iterable[str], side: str) -> EffectHandling:
    """How the rules let combatants of a side roll one initiative, alone or together."""
    rolling = tuple(who for who in rollers if who in session.creatures)
    mates = tuple(who for who in _side_members(fight_of(session), side) if who in session.creatures)
    return session.game.initiative_handling(session.rules_context(), rolling, mates)


def shift(session: Session, who: str, places: int) -> Draft:
    """Move a combatant, with its row, up (-1) or down (+1): settle a tie, or take the neighbour's initiative.

    Raises `Refusal` `no_further` at either end.
    """
    fight = fight_of(session)
    rows = list(rows_of(session, fight).values())
    index = next((place for place, members in enumerate(rows) if who in members), -1)
    if index < 0 or not 0 <= index + places < len(rows):
        raise Refusal("no_further")
    moved, neighbours = rows[index], rows[index + places]
    rows[index], rows[index + places] = neighbours, moved
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
    """Put combatants of equal initiative in this order; the others keep theirs, behind it."""
    combatants = {
        each: replace(fight.combatants[each], order=place)
        for place, each in enumerate(dict.fromkeys((*order, *fight.combatants)))
    }
    return replace(fight, combatants=combatants)
