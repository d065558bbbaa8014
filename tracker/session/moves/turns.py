"""The turns of an encounter, and the rolls that each moment of a turn calls for.

The turn belongs to an id, never to a position: it stays with its combatant while others come and go.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import RulesContext, TurnOrder, Until
from tracker.session.effects import adopted, anchored_anew, effect_saves, moment_passed, out_of_turns
from tracker.session.event import Draft
from tracker.session.groups import acting, label, mates_of, standing, stands, turn_order, waits
from tracker.session.move_builder import MoveBuilder, without
from tracker.session.moves import rounds
from tracker.session.moves.clock import acted_and_left, elapsed, without_marks
from tracker.session.moves.initiative import rolled_again
from tracker.session.moves.passage import free_moment
from tracker.session.moves.place import fight_of, with_fight
from tracker.session.moves.progress import recharges
from tracker.session.pending import is_missed
from tracker.session.state import TURNS, Encounter, Renewal, Session


def next_turn(session: Session, roll: Roll) -> Draft:
    """End the turn under way and start the next one; after the last turn, start a new round.

    The first turn begins the encounter. Queues the rolls that the rules want at the end of one turn and at
    the start of the next (R1-096, R1-107). Initiatives that are rolled each round fall here.
    """
    fight = fight_of(session)
    order = acting(session, fight)
    if not order:
        raise Refusal("nobody_acts")
    builder = adopted(MoveBuilder.of(session), fight.active if fight.active in order else order[0])
    if fight.round == 0:
        builder = begun(builder, order)
        first = next((who for who in order if waits(fight_of(builder.session), who)), order[0])
        return started(builder, session.encounter, (first,), 1).draft()
    builder = turn_ended(builder, session.encounter)
    following = _following(session, fight, order)
    builder = passed_over(builder, fight, following)
    if following is not None:
        return started(builder, session.encounter, (following,), fight.round).draft()
    return new_round(builder, session.encounter, order, roll).draft()


def begun(builder: MoveBuilder, order: Sequence[str]) -> MoveBuilder:
    """Begin the encounter, before the first turn: who acted in another one this round has acted here too."""
    session, fight = builder.session, fight_of(builder.session)
    builder = builder.told("encounter_began", name=fight.name)
    early = acted_and_left(session).intersection(fight.combatants)
    ready = [who for who in order if not fight.combatants[who].surprised and who not in early]
    if not ready and early and session.turn_seconds:
        return elapsed(builder, session.turn_seconds)  # all have acted: that round is over first
    if not ready:
        return builder
    return with_fight(without_marks(builder, early), replace(fight, turned=dict.fromkeys(early, True)))


def new_round(
    builder: MoveBuilder, key: str, order: Collection[str], roll: Roll | None = None
) -> MoveBuilder:
    """End the round under way and begin the next one.

    If initiatives are asked for again, no turn starts before they are there. Where the GM gives the turns,
    none starts here. Without a `roll`, no initiative is rolled again.
    """
    builder = rounds.ended(builder, key)
    fight = rounds.over(builder.session.encounters[key])
    fight = replace(fight, round=fight.round + 1, active="", floor="")
    builder = builder.told("round", encounter=key, round=fight.round).with_element("encounters", key, fight)
    if fight.renewal is Renewal.CLEAR and fight.is_ordered:
        return builder.told("turn", encounter=key, who="")
    if fight.renewal is Renewal.REROLL and fight.turn_order is not TurnOrder.FREE and roll is not None:
        builder = rolled_again(builder, order, roll)
    fight = builder.session.encounters[key]
    if not fight.is_ordered:
        return builder
    first = acting(builder.session, fight)[0]
    return started(passed_over(builder, fight, first), key, (first,), fight.round)


def acting_last(session: Session, creature_ids: Iterable[str]) -> list[str]:
    """Return creatures that leave, the active one last: the next turn goes to a creature that stays."""
    active = {fight.active for fight in session.encounters.values()}
    return sorted(creature_ids, key=active.__contains__)


def place_removed(builder: MoveBuilder, who: str, key: str) -> MoveBuilder:
    """Remove a creature's place in an encounter; if it was its turn, the next turn starts.

    Effects that counted by its turns keep their place in the order.
    """
    session = builder.session
    fight = session.encounters[key]
    ready = acting(session, fight)
    whole = [each for each in turn_order(fight) if each == who or each in ready]
    order = [each for each in whole if each != who]
    left = replace(fight, combatants=without(fight.combatants, who), under_way=without(fight.under_way, who))
    at = whole.index(who)
    successor = next(iter((*whole[at + 1 :], *whole[:at])), "")
    if fight.active != who or not successor or not fight.is_ordered:
        others = left.acting if fight.active != who else tuple(left.under_way)
        left = replace(left, active=others[-1] if others else "")
        builder = builder.with_element("encounters", key, left)
        if successor:
            return anchored_anew(builder, who, successor, *Until)
        return out_of_turns(round_cut_short(builder, key), (who,))
    following = _following(session, fight, order)
    builder = builder.with_element("encounters", key, replace(left, active=""))
    builder = anchored_anew(builder, who, successor, Until.TURN_END, Until.SAVE)
    if following is None:
        builder = new_round(passed_over(builder, fight, None), key, order)
    else:
        builder = started(builder, key, (following,), fight.round)
    return anchored_anew(builder, who, successor, Until.TURN_START)


def passed_over(builder: MoveBuilder, fight: Encounter, until: str | None) -> MoveBuilder:
    """Expire effects tied to skipped turns at their place in the order.

    The skipped turns stand behind the active one, or behind the top of a round, and before `until` or the end
    of the round. Without an order, those who had no turn in the round pass at its end.
    """
    whole = turn_order(fight)
    at = whole.index(fight.active) + 1 if fight.active in whole else 0
    skipped = whole[at : whole.index(until) if until else None]
    if not fight.is_ordered:
        skipped = [who for who in whole if who not in fight.turned]
    for who in skipped:
        if not stands(builder.session, fight, who):
            for moment in TURNS:
                builder = moment_passed(builder, moment, who)
    return builder


def _following(session: Session, fight: Encounter, order: list[str]) -> str | None:
    """Return the combatant that acts after the active one in this round, or None if the round is over.

    The turn of a group is over even if another member leads the group now. Nobody has two turns in a round,
    however the order changes.
    """
    if fight.active not in fight.combatants:
        return next((who for who in order if waits(fight, who)), None) if fight.turned else order[0]
    whole, mates = turn_order(fight), mates_of(session, fight, fight.active)
    after = (who for who in whole[whole.index(fight.active) + 1 :] if who in order and who not in mates)
    return next((who for who in after if waits(fight, who)), None)


def started(builder: MoveBuilder, key: str, leaders: Sequence[str], round_number: int) -> MoveBuilder:
    """Start the turn of these creatures and of their rows: in an order that of one row."""
    session = builder.session
    fight = session.encounters[key]
    if round_number != fight.round:
        builder = builder.told("round", encounter=key, round=round_number)
    rows = [standing(session, fight, mates_of(session, fight, who)) for who in leaders]
    members = [each for row in rows for each in row]
    turned = {**fight.turned, **dict.fromkeys(members, True)}
    fight = replace(fight, active=leaders[-1], round=round_number, turned=turned)
    if not fight.is_ordered:
        side = fight.combatants[fight.active].side
        fight = replace(fight, under_way=dict.fromkeys(members, True), floor=side)
    builder = builder.with_element("encounters", key, fight)
    several = {"several": True} if len(rows) > 1 else {}
    for who, row in zip(leaders, rows, strict=True):
        group = {"group": label(session, fight, row)} if len(row) > 1 else {}
        builder = builder.told("turn", **group, **several, encounter=key, who=who, round=round_number)
    for each in members:
        builder = moment_passed(builder, Until.TURN_START, each)
    start = f"{key}.{round_number}.start."
    builder = chances_past(builder, start, members)
    context = _at_its_second(builder.session, fight)
    pending = tuple(
        roll
        for each in members
        for roll in (*session.game.turn_starts(context, each), *recharges(session, each))
    )
    return builder.called(pending, start, key)


def chances_past(builder: MoveBuilder, moment: str, creature_ids: Collection[str]) -> MoveBuilder:
    """Drop unresolved rolls of the starts of their earlier turns: the new start queues them anew (R1-096)."""
    pending = builder.session.pending
    left = {
        key: each
        for key, each in pending.items()
        if each.who not in creature_ids
        or f".start.{each.who}." not in key
        or key.startswith(f"{moment}{each.who}.")
    }
    if len(left) == len(pending):
        return builder
    before = (
        builder.start if builder.start.pending.keys() >= pending.keys() - left.keys() else builder.session
    )
    gone = [each for key, each in pending.items() if key not in left and is_missed(before, each)]
    return builder.became(pending=left).lapsed(gone)


def turn_ended(builder: MoveBuilder, key: str, alone: str = "") -> MoveBuilder:
    """End the turns under way, and queue the rolls of the rules and of the GM's own effects at their end.

    They end for those of the row who began it, also for who has fled in it. Of several rows to which the GM
    gave the turn, `alone` names the creature whose turn ends.
    """
    session = builder.session
    fight = _with_its_turns(session, session.encounters[key])
    ending = (alone,) if alone in fight.under_way else _whose_turn_ends(session, fight)
    under_way = {who: True for who in fight.under_way if who not in ending}
    builder = builder.with_element("encounters", key, replace(fight, under_way=under_way))
    members, context = ending, _at_its_second(session, fight)
    pending = [
        roll
        for who in members
        for roll in (*session.game.turn_ends(context, who), *effect_saves(session, who))
    ]
    moment = free_moment(f"{key}.{fight.round}.end.", session.pending, pending)
    builder = builder.called(tuple(pending), moment, key)
    for who in members:
        builder = moment_passed(builder, Until.TURN_END, who)
    return builder


def _whose_turn_ends(session: Session, fight: Encounter) -> tuple[str, ...]:
    """Return the creatures whose turn is under way; who has left the fight ends none here."""
    mates = mates_of(session, fight, fight.active) if fight.active in session.creatures else ()
    own = (fight.active, *(who for who in mates if who in fight.turned)) if mates else ()
    ending = dict.fromkeys((*own, *fight.under_way))
    return tuple(who for who in ending if who in session.creatures and who in fight.combatants)


def _with_its_turns(session: Session, fight: Encounter) -> Encounter:
    """Return an encounter that knows who has had a turn: one that an older program played on does not.

    All up to the active one have had it there.
    """
    if fight.active in fight.turned or fight.active not in fight.combatants:
        return fight
    whole = turn_order(fight) if fight.is_ordered else [*fight.turned, fight.active]
    acted = (*whole[: whole.index(fight.active) + 1], *mates_of(session, fight, fight.active))
    return replace(fight, turned={who: True for who in acted if stands(session, fight, who)})


def _at_its_second(session: Session, fight: Encounter) -> RulesContext:
    """Return what the rules may look at, at the second that an encounter has reached."""
    context = session.rules_context()
    return replace(context, now=context.now - fight.behind) if fight.behind else context


def round_cut_short(builder: MoveBuilder, key: str) -> MoveBuilder:
    """End the round under way before everybody has acted, if it has begun: it takes its time all the same."""
    fight = builder.session.encounters[key]
    if not fight.turned:
        return builder
    return rounds.ended(passed_over(builder, fight, None), key)
