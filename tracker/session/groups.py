"""Groups: creatures that share one row, one initiative and one turn of an encounter.

The members stay creatures of their own. The first that stands leads: its row is that of the group. Members
are of one kind, or of several: a rider and the mount, a squad. In a group of several kinds, a member that
falls or flees gets a row of its own.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from tracker.rules.system import TurnOrder
from tracker.rules.text import fold
from tracker.session.state import FOES, PARTY, Encounter, Renewal, Session, round_of
from tracker.session.text import stem_of
from tracker.session.whereabouts import elsewhere, place_of_fight, room_of

JOINT = " + "
"""Joins the names of creatures of several kinds that share a row."""
NEXT = 2
"""Number of turns that are shown behind the one under way."""


def turn_order(encounter: Encounter) -> list[str]:
    """Sort the ids of combatants as they act: by initiative, ties by hand.

    Where the GM gives the turns, they stay as they entered; side by side, if sides act one after another.
    """
    combatants = encounter.combatants

    def by_initiative(who: str) -> tuple[bool, int, int]:
        initiative = initiative_of(encounter, who)
        return initiative is None, -(initiative or 0), combatants[who].order

    def by_side(who: str) -> tuple[bool, int, int, int]:
        each = combatants[who]
        initiative = encounter.sides.get(each.side)
        return initiative is None, -(initiative or 0), sides.index(each.side), each.order

    match encounter.turn_order:
        case TurnOrder.FREE:
            return sorted(combatants, key=lambda who: combatants[who].order)
        case TurnOrder.SIDES:
            sides = [each.side for each in combatants.values()]
            return sorted(combatants, key=by_side)
    return sorted(combatants, key=by_initiative)


def initiative_of(encounter: Encounter, who: str) -> int | None:
    """Find a combatant's own initiative, else its side's, else None."""
    combatant = encounter.combatants[who]
    own = combatant.initiative
    return encounter.sides.get(combatant.side) if own is None else own


def is_standing(session: Session, fight: Encounter, who: str) -> bool:
    """Whether a creature takes part: in play and in the fight, not fled, not out of the game."""
    creature, combatant = session.creatures.get(who), fight.combatants.get(who)
    if creature is None or combatant is None:
        return False
    return not combatant.fled and not session.game.is_out(creature.sheet)


def lacks_initiative(session: Session, fight: Encounter, who: str) -> bool:
    """Whether a creature takes part in a fight, and neither it nor its side has an initiative."""
    return is_standing(session, fight, who) and initiative_of(fight, who) is None


def newcomers(old_session: Session, session: Session) -> tuple[str, ...]:
    """List who has joined the fight since an old session and lacks an initiative.

    Empty if the fight is another, has no order, or had no turns yet.
    """
    old_fight, fight = old_session.fight, session.fight
    if old_fight is None or fight is None or old_session.encounter != session.encounter:
        return ()
    if not (fight.is_ordered and old_fight.round):
        return ()
    joined = (who for who in fight.combatants if who not in old_fight.combatants)
    return tuple(who for who in joined if lacks_initiative(session, fight, who))


def waiting_creatures(session: Session) -> tuple[str, ...]:
    """List the living creatures outside the party and any encounter that have not fled or stayed.

    Those in rooms where nobody of the party is are left out.
    """
    others = elsewhere(session)
    return tuple(
        who
        for who, each in session.creatures.items()
        if not (each.party or each.fled or each.stayed or who in others or session.encounters_of(who))
        and not session.game.is_out(each.sheet)
    )


def free_creatures(session: Session) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List who fights if nobody is named: the free living of the party, and the waiting creatures.

    Of a party that is in several rooms, only those at one place fight.
    """
    waiting = waiting_creatures(session)
    party = tuple(
        who for who in session.party() if not session.encounters_of(who) and not session.is_out(who)
    )
    if not (place := place_of_fight(session, waiting)):
        return party, waiting
    beside = tuple(who for who in waiting if room_of(session, who) in ("", place))
    return tuple(who for who in party if room_of(session, who) == place), beside


def rows_of(session: Session, fight: Encounter) -> dict[str, tuple[str, ...]]:
    """List the members of each row by its leader, in the order of the turns.

    Creatures with the same group share a row if they are on the same side. In a group of several kinds, a
    member that does not stand gets a row of its own, once its turn is over.
    """
    rows: dict[tuple[str, str], list[str]] = {}
    for who in turn_order(fight):
        if who in session.creatures:
            rows.setdefault(_row_key(session, fight, who), []).append(who)
    split_rows = (row for members in rows.values() for row in _by_standing(session, fight, members))
    return {leader(session, fight, row): tuple(row) for row in split_rows}


def _by_standing(session: Session, fight: Encounter, members: list[str]) -> list[list[str]]:
    if not is_mixed(session, members):
        return [members]
    row = [who for who in members if who == fight.active or is_standing(session, fight, who)]
    return [*([row] if row else []), *([who] for who in members if who not in row)]


def is_mixed(session: Session, members: Sequence[str]) -> bool:
    """Whether creatures are of several kinds by their names: `ogro 1` and `ogro 2` are of one."""
    return len(members) > 1 and len({stem_of(session.creatures[who].name) for who in members}) > 1


def kind_of(session: Session, who: str) -> tuple[str, ...]:
    """List a creature and those of its kind beside it: in its fight on its side, or in no fight.

    A member of the party is alone.
    """
    keys, stem = session.encounters_of(who), fold(stem_of(session.creatures[who].name))
    fight = session.encounters[keys[0]] if keys else None

    def is_beside(other: str) -> bool:
        if fight is None:
            is_elsewhere = session.encounters_of(other) or session.is_away(other) or session.is_out(other)
            return not is_elsewhere and room_of(session, other) == room_of(session, who)
        same_side = other in fight.combatants and fight.combatants[other].side == fight.combatants[who].side
        return same_side and is_standing(session, fight, other)

    if session.creatures[who].party:
        return (who,)
    kin = (
        other
        for other, each in session.creatures.items()
        if fold(stem_of(each.name)) == stem and not each.party
    )
    return tuple(other for other in kin if other == who or is_beside(other))


def joint_name(session: Session, members: Sequence[str]) -> str:
    """Join the names of creatures of several kinds: `Lía + caballo`, `orco ×3 + lobo ×2`."""
    stems = Counter(stem_of(session.creatures[who].name) for who in members)
    alone = {stem_of(session.creatures[who].name): session.creatures[who].name for who in members}
    return JOINT.join(f"{stem} ×{n}" if n > 1 else alone[stem] for stem, n in stems.items())


def side_of(session: Session, who: str) -> str:
    """Find the side by default: the party's for its members and for groups with one, else the foes'."""
    creature = session.creatures[who]
    with_party = creature.party or (
        creature.group
        and any(each.party and each.group == creature.group for each in session.creatures.values())
    )
    return PARTY if with_party else FOES


def _row_key(session: Session, fight: Encounter, who: str) -> tuple[str, str]:
    """Make the key of a row: the group and side of its members, or the id of a creature without a group."""
    group = session.creatures[who].group
    return (group, fight.combatants[who].side) if group else ("", who)


def leader(session: Session, fight: Encounter, members: Sequence[str]) -> str:
    """Find the first member that stands, else the first of all."""
    if len(members) == 1:
        return members[0]
    return next((who for who in members if is_standing(session, fight, who)), members[0])


def mates_of(session: Session, fight: Encounter, who: str) -> tuple[str, ...]:
    """List a combatant and those that share its row, in the order of the turns.

    A creature outside the fight shares no row: a group may be in a fight in part.
    """
    if who not in fight.combatants or who not in session.creatures or not session.creatures[who].group:
        return (who,)
    row = _row_key(session, fight, who)
    present = (each for each in turn_order(fight) if each in session.creatures)
    return tuple(each for each in present if _row_key(session, fight, each) == row)


def row_of(session: Session, fight: Encounter, who: str) -> tuple[str, ...]:
    """List the members of a combatant's row that stand."""
    return standing(session, fight, mates_of(session, fight, who))


def standing(session: Session, fight: Encounter, members: Sequence[str]) -> tuple[str, ...]:
    return tuple(who for who in members if is_standing(session, fight, who))


def label(session: Session, fight: Encounter, members: Sequence[str]) -> str:
    """Name a row: a group by its name and how many stand, `goblin ×4`.

    A group of several kinds without a name of its own has their names: `Lía + caballo`.
    """
    creature = session.creatures[members[0]]
    if len(members) == 1:
        return creature.name
    if is_mixed(session, members):
        present = standing(session, fight, members) or tuple(members)
        if len(present) == 1 or JOINT in creature.group:
            return joint_name(session, present)
    return f"{creature.group} ×{len(standing(session, fight, members))}"


def acting_leaders(session: Session, fight: Encounter) -> list[str]:
    """List the leaders of the rows that take turns, in order."""
    return [who for who in rows_of(session, fight) if is_standing(session, fight, who)]


def with_marks(session: Session, fight: Encounter) -> Encounter:
    """Fill in the marks of the turns that have begun and ended in this round.

    Older saves and other programs have only `turned`, or nothing: then everybody up to the active one has had
    a turn.
    """
    active, round_key = fight.active, f"{fight.round}."
    if not (fight.is_ordered and fight.round) or fight.has_begun(active):
        return fight
    if any(key.startswith(round_key) for key in fight.began):
        return fight
    mates: tuple[str, ...] = ()
    turned: Collection[str] = fight.turned
    if active in fight.combatants:
        mates = mates_of(session, fight, active)
        if active not in fight.turned:
            order = turn_order(fight)
            turned = [
                who
                for who in dict.fromkeys((*order[: order.index(active) + 1], *mates))
                if is_standing(session, fight, who)
            ]
    return replace(
        fight,
        turned=fight.turned if turned is fight.turned else dict.fromkeys(turned, True),
        began={**fight.began, **{fight.mark(who): True for who in turned}},
        ended={**fight.ended, **{fight.mark(who): True for who in turned if who not in mates}},
    )


def turns_had(fight: Encounter, number: int) -> list[str]:
    """List who has had a turn in a round, by the ends of the turns; those who delay come last."""
    marks = [mark for mark, has_ended in fight.ended.items() if has_ended and mark in fight.began]
    marks += [mark for mark in fight.delays if mark not in marks]
    return [mark.partition(".")[2] for mark in marks if round_of(mark) == number]


def under_way(session: Session, fight: Encounter) -> tuple[str, ...]:
    """List the ids of all whose turn it is, with all of a row in an order, without those who delay."""
    if not fight.is_ordered:
        return fight.acting
    if fight.active not in fight.combatants:
        return ()
    fight = with_marks(session, fight)
    return tuple(
        who
        for who in mates_of(session, fight, fight.active)
        if fight.has_begun(who) and not fight.has_ended(who) and not fight.is_delaying(who)
    )


def turns_left(session: Session, fight: Encounter) -> list[tuple[str, ...]]:
    """List the turns to come in a round with an order, each as the members of a row that still wait.

    The next turn belongs to the highest row in which a standing creature has not ended a turn of this round,
    wherever the turn under way is: a creature that is moved, rises or returns keeps its one turn. A delaying
    creature acts before the one that it named, at once if that one acts no more, or else after everybody.
    """
    fight = with_marks(session, fight)
    turns = [*_rows_that_wait(session, fight)]
    delayed = [row for row in turns if all(map(fight.is_delaying, row))] if fight.delays else []
    others = [row for row in turns if row not in delayed]
    return _with_delays(session, fight, others, delayed) if delayed else others


def coming_turns(session: Session, fight: Encounter) -> Iterator[tuple[str, ...]]:
    """Yield the turns left one by one. In a crowd, finding all of them costs far more than the next."""
    if fight.delays:
        return iter(turns_left(session, fight))
    return _rows_that_wait(session, with_marks(session, fight))


def _rows_that_wait(session: Session, fight: Encounter) -> Iterator[tuple[str, ...]]:
    """Yield the members of each row that still have a turn in this round, in the order of the rows."""
    acts = under_way(session, fight)
    for members in rows_of(session, fight).values():
        waiting = tuple(who for who in members if is_waiting(fight, who) and is_standing(session, fight, who))
        # A creature that joins the acting row shares the turn under way.
        if acts and fight.active in members:
            waiting = tuple(who for who in waiting if fight.is_delaying(who))
        if waiting:
            yield waiting


def _with_delays(
    session: Session, fight: Encounter, others: list[tuple[str, ...]], delayed: list[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Insert the delayed turns into the others."""
    targets = {row: fight.delays[fight.mark(row[0])] for row in delayed}
    turns = [*others, *(row for row in delayed if not targets[row])]
    named = [row for row in delayed if targets[row]]
    # A creature may delay before another that delays, which must be inserted first.
    while named:
        for row in named:
            mates = {targets[row], *mates_of(session, fight, targets[row])}
            index = next((place for place, each in enumerate(turns) if mates.intersection(each)), None)
            if index is not None:
                turns.insert(index, row)
                named.remove(row)
                break
        else:
            return [*named, *turns]
    return turns


def upcoming(session: Session, fight: Encounter) -> Iterator[tuple[str, ...]]:
    """Yield the rows of each turn after the one under way: of this round, then of the next.

    Nothing is known of a next round with new initiatives, or where the GM gives the turns.
    """
    if not fight.is_ordered:
        return
    yield from coming_turns(session, fight)
    if fight.renewal is Renewal.CLEAR:
        return
    rows = (standing(session, fight, members) for members in rows_of(session, fight).values())
    yield from (row for row in rows if row)


def is_past(session: Session, fight: Encounter, who: str) -> bool:
    """Whether a combatant's row has had its turn of the round: it is above the row that acts.

    Not while another member of it still waits.
    """
    rows = list(rows_of(session, fight).values())
    place, active_place = (
        next((n for n, row in enumerate(rows) if each in row), -1) for each in (who, fight.active)
    )
    if not 0 <= place < active_place:
        return False
    others = (each for each in rows[place] if each != who and is_standing(session, fight, each))
    return not any(is_waiting(fight, each) for each in others)


def turn_labels(session: Session, fight: Encounter) -> list[str]:
    """Name the rows whose turns come, the one under way first and two behind it.

    None before the first turn, or if the acting creature is gone, as in a save of another program.
    """
    if fight.active not in session.creatures:
        return []
    acting_row = under_way(session, fight) or mates_of(session, fight, fight.active)
    return [label(session, fight, row) for row in (acting_row, *islice(upcoming(session, fight), NEXT))]


def delaying_labels(session: Session, fight: Encounter) -> list[str]:
    """Name the rows that have delayed their turn."""
    rows = turns_left(session, fight) if fight.delays else []
    return [label(session, fight, row) for row in rows if any(map(fight.is_delaying, row))]


def acting_labels(session: Session, fight: Encounter) -> list[str]:
    """Name the rows whose turn it is, by those who act: several, if the GM gave it to several."""
    return [label(session, fight, row) for row in _acting_rows(session, fight).values()]


def _acting_rows(session: Session, fight: Encounter) -> dict[tuple[str, ...], tuple[str, ...]]:
    """List those who act, by all the members of their row."""
    rows: dict[tuple[str, ...], tuple[str, ...]] = {}
    for who in under_way(session, fight):
        if who in session.creatures and who in fight.combatants:
            mates = mates_of(session, fight, who)
            rows[mates] = (*rows.get(mates, ()), who)
    return rows


def open_acting_labels(session: Session, fight: Encounter) -> list[str]:
    """Name the acting rows of which players see and know every member: a hidden turn names nobody."""
    rows = _acting_rows(session, fight).items()
    return [
        label(session, fight, row)
        for mates, row in rows
        if all(_is_open(session, fight, who) for who in mates)
    ]


def _is_open(session: Session, fight: Encounter, who: str) -> bool:
    return session.creatures[who].is_named and who in fight.combatants and not fight.combatants[who].hidden


def waiting_labels(session: Session, fight: Encounter) -> list[str]:
    """Name the rows that still have a turn in this round."""
    return [label(session, fight, row) for row in rows_to_act(session, fight).values()]


def is_waiting(fight: Encounter, who: str) -> bool:
    """Whether a combatant still has its turn of this round, or the rest of a delayed one."""
    if not fight.is_ordered:
        return who not in fight.turned and not fight.combatants[who].surprised
    if fight.has_ended(who) or fight.is_late(who):
        return False
    return not fight.combatants[who].surprised or fight.has_begun(who)


def has_acted(fight: Encounter, who: str) -> bool:
    """Whether a combatant has had its turn of the round, where the GM gives the turns."""
    return not fight.is_ordered and who in fight.turned and who not in fight.acting


def rows_to_act(session: Session, fight: Encounter) -> dict[str, tuple[str, ...]]:
    """List the rows to which the GM may still give a turn of this round, by leader: the members that wait.

    A mate that returns or rises once its row has acted still has its own turn.
    """
    rows = {
        leading: tuple(who for who in standing(session, fight, members) if is_waiting(fight, who))
        for leading, members in rows_of(session, fight).items()
    }
    return {leading: row for leading, row in rows.items() if row}


def next_candidates(session: Session, fight: Encounter) -> list[str]:
    """List the leaders of the rows to which the GM may give a turn now.

    Where sides act one after another, only those of the acting side, until all of it have acted. At the
    beginning of a round this is the side with the highest initiative; without initiatives it may be any.
    """
    waiting = [*rows_to_act(session, fight)]
    if fight.turn_order is not TurnOrder.SIDES:
        return waiting
    sides = [fight.combatants[who].side for who in waiting]
    floor = fight.floor if fight.floor in sides else next((side for side in sides if side in fight.sides), "")
    return [who for who, side in zip(waiting, sides, strict=True) if side == floor or not floor]
