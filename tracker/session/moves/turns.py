"""The turns of an encounter, and the pending rolls that their starts and ends queue.

A turn belongs to an id, never to a position: it stays with its combatant while others come and go.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import RulesContext, TurnOrder, Until
from tracker.session.effects import (
    adopt_effects,
    effect_saves,
    expire_at,
    move_effects_to_clock,
    reanchor_effects,
)
from tracker.session.event import Draft
from tracker.session.groups import (
    acting_leaders,
    coming_turns,
    is_standing,
    is_waiting,
    label,
    mates_of,
    row_of,
    turn_order,
    turns_left,
    under_way,
    with_marks,
)
from tracker.session.move_builder import MoveBuilder, without_key
from tracker.session.moves import rounds
from tracker.session.moves.clock import advance_clock, ahead_of_clock, clear_turn_marks
from tracker.session.moves.initiative import reroll_initiatives
from tracker.session.moves.passage import free_key_prefix
from tracker.session.moves.place import combatant_of, fight_of, set_fight
from tracker.session.moves.progress import recharges
from tracker.session.pending import is_missed
from tracker.session.state import TURNS, Encounter, Renewal, Session


def next_turn(session: Session, roll: Roll) -> Draft:
    """End the turn under way and start the next one; after the last turn, start a new round.

    The first turn begins the encounter. Queues the rolls of the end of one turn and of the start of the next
    (R1-096, R1-107). Initiatives that are rolled each round are rolled here.
    """
    builder, order = _end_turns_or_begin(session)
    key, fight = session.encounter, fight_of(builder.session)
    if fight.round == 0:
        first = turns_left(builder.session, fight)[:1] or [row_of(session, fight, order[0])]
        return start_turns(builder, key, first, 1).draft()
    return start_following_turn(builder, key, order, roll).draft()


def take_turn(session: Session, creature_ids: Iterable[str], roll: Roll) -> Draft:
    """End the turn under way and give a row its turn of this round now, whatever its place in the order.

    Raises `in_order` for several rows, `cannot_act`, `has_acted`, and `loses_turn` for the surprised.
    """
    builder, order = _end_turns_or_begin(session)
    key, fight = session.encounter, fight_of(builder.session)
    chosen = tuple(creature_ids)
    for who in chosen:
        combatant_of(session, who)
    rows = {row_of(session, fight, who) or (who,) for who in chosen}
    if len(rows) > 1:
        raise Refusal("in_order")
    standing = [who for who in rows.pop() if is_standing(session, fight, who)]
    if not standing:
        raise Refusal("cannot_act", who=chosen[0])
    marks = {fight.mark(who) for who in standing}
    fight = replace(
        fight, entered={mark: is_late and mark not in marks for mark, is_late in fight.entered.items()}
    )
    ready = tuple(who for who in standing if is_waiting(fight, who))
    if not ready and fight.round and not turns_left(builder.session, fight):
        builder = start_round(skip_turns(builder, key, round_over=True), key, order, roll, opened=True)
        fight, ready = fight_of(builder.session), tuple(standing)
    if not ready:
        raise Refusal("has_acted" if any(map(fight.has_ended, standing)) else "loses_turn", who=standing[0])
    builder = skip_turns(set_fight(builder, fight), key)
    return start_turns(builder, key, (ready,), fight.round or 1).draft()


def delay(session: Session, creature_ids: Iterable[str] = (), before: str = "") -> Draft:
    """Put off the turn under way, or that of some of its row, to later in this round.

    It goes on right `before` a combatant's turn, or after all others. The rolls of its start are not queued
    again. Raises `no_order`, `no_turn_now`, `not_its_turn`, `nobody_waits`, `acts_next_anyway`, and
    `cannot_act`, `has_the_turn`, `has_acted` or `loses_turn` for a `before` that acts no more this round.
    """
    fight, key = fight_of(session), session.encounter
    if not fight.is_ordered:
        raise Refusal("no_order")
    builder = share_turn(MoveBuilder.for_session(session), key)
    fight, acts = fight_of(builder.session), under_way(builder.session, fight_of(builder.session))
    chosen = tuple(creature_ids) or acts
    members, others = (
        tuple(who for who in acts if (who in chosen) is is_chosen) for is_chosen in (True, False)
    )
    rows_left = turns_left(builder.session, fight)
    _require_delay(builder.session, chosen, acts, could_wait=bool(rows_left or others))
    if before:
        _require_waits(builder.session, before, rows_left)
        if not others and before in rows_left[0]:
            raise Refusal("acts_next_anyway", who=before)
    delays = {**fight.delays, **dict.fromkeys(map(fight.mark, members), before)}
    active = others[0] if others and fight.active in members else fight.active
    builder = set_fight(builder, replace(fight, delays=delays, active=active))
    if len(members) > 1 and not others:
        group = label(session, fight, members)
        builder = builder.with_fact("delayed", group=group, encounter=key, who=members[0], before=before)
    else:
        for who in members:
            builder = builder.with_fact("delayed", encounter=key, who=who, before=before)
    if not others:
        return start_following_turn(builder, key, ()).draft()
    if active != fight.active:
        builder = _record_resumed_turn(builder, key, others)
    return builder.draft()


def _require_delay(
    session: Session, creature_ids: Sequence[str], acts: Collection[str], *, could_wait: bool
) -> None:
    """Require that it is the turn of these creatures, and that others are left to wait for."""
    if not acts:
        raise Refusal("no_turn_now")
    for who in creature_ids:
        combatant_of(session, who)
        if who not in acts:
            raise Refusal("not_its_turn", who=who)
    if not could_wait:
        raise Refusal("nobody_waits", who=creature_ids[0])


def _require_waits(session: Session, who: str, rows_left: Sequence[tuple[str, ...]]) -> None:
    """Require that a combatant still acts in this round; the refusal says why it does not."""
    combatant_of(session, who)
    fight = fight_of(session)
    mates = {who, *mates_of(session, fight, who)}
    if any(mates.intersection(row) for row in rows_left):
        return
    if not is_standing(session, fight, who):
        raise Refusal("cannot_act", who=who)
    if who in under_way(session, fight):
        raise Refusal("has_the_turn", who=who)
    raise Refusal("has_acted" if fight.has_ended(who) else "loses_turn", who=who)


def _end_turns_or_begin(session: Session) -> tuple[MoveBuilder, list[str]]:
    """Begin the encounter or end the turns under way; give the builder and the ids of all who can act."""
    fight = fight_of(session)
    order = acting_leaders(session, fight)
    if not order:
        raise Refusal("nobody_acts")
    builder = adopt_effects(
        MoveBuilder.for_session(session), fight.active if fight.active in order else order[0]
    )
    if fight.round == 0:
        return begin_encounter(builder, order), order
    return finish_turns(builder, session.encounter), order


def start_following_turn(
    builder: MoveBuilder, key: str, order: Collection[str], roll: Roll | None = None
) -> MoveBuilder:
    """Start the next turn of the round, or the next round after the last one."""
    fight = builder.session.encounters[key]
    following = next(coming_turns(builder.session, fight), None)
    builder = skip_turns(builder, key, round_over=following is None)
    if following is None:
        return start_round(builder, key, order, roll)
    return start_turns(builder, key, (following,), fight.round)


def begin_encounter(builder: MoveBuilder, order: Sequence[str]) -> MoveBuilder:
    """Begin the encounter, before the first turn: a turn had in another one this round counts here too."""
    session, fight = builder.session, fight_of(builder.session)
    builder = builder.with_fact("encounter_began", name=fight.name)
    early = ahead_of_clock(session).intersection(fight.combatants)
    ready = [who for who in order if not fight.combatants[who].surprised and who not in early]
    if not ready and early and session.turn_seconds:
        return advance_clock(builder, session.turn_seconds)  # all have acted: that round is over first
    if not ready:
        return builder
    return set_fight(clear_turn_marks(builder, early), with_turns_had(fight, early))


def with_turns_had(fight: Encounter, creature_ids: Iterable[str]) -> Encounter:
    """Mark the turn of this round as had for creatures that had it in another encounter."""
    ids = tuple(creature_ids)
    marks = dict.fromkeys(map(fight.mark, ids), True)
    fight = replace(fight, turned={**fight.turned, **dict.fromkeys(ids, True)})
    if not fight.is_ordered:
        return fight
    return replace(fight, began={**fight.began, **marks}, ended={**fight.ended, **marks})


def carry_turns_over(session: Session, old_fight: Encounter, fight: Encounter) -> Encounter:
    """Carry the turns that combatants have had this round over to an encounter with another turn order."""
    if old_fight.is_ordered is fight.is_ordered:
        return fight
    acts = under_way(session, old_fight)
    if fight.is_ordered:
        ended = {fight.mark(who): True for who in fight.turned if who not in acts}
        began = {fight.mark(who): True for who in fight.turned}
        return replace(fight, began={**fight.began, **began}, ended={**fight.ended, **ended}, under_way={})
    old_fight = with_marks(session, old_fight)
    turned = {
        who: is_ahead for who, is_ahead in old_fight.turned.items() if old_fight.has_ended(who) or who in acts
    }
    return replace(fight, turned=turned, under_way=dict.fromkeys(acts, True), delays={})


def start_round(
    builder: MoveBuilder, key: str, order: Collection[str], roll: Roll | None = None, *, opened: bool = False
) -> MoveBuilder:
    """End the round under way and begin the next one, with its first turn.

    No turn starts if initiatives are asked for each round, if the GM gives the turns, or if the round is only
    `opened`. Without a `roll`, no initiative is rolled again.
    """
    builder = _next_number(rounds.finish_round(builder, key), key)
    fight = builder.session.encounters[key]
    if fight.renewal is Renewal.CLEAR and fight.is_ordered:
        return builder.with_fact("turn", encounter=key, who="")
    if fight.renewal is Renewal.REROLL and fight.turn_order is not TurnOrder.FREE and roll is not None:
        builder = reroll_initiatives(builder, order, roll)
    fight = builder.session.encounters[key]
    if not fight.is_ordered or opened:
        return builder
    rows_left = turns_left(builder.session, fight)
    if not rows_left:  # all have acted in another copy
        return builder.with_fact("turn", encounter=key, who="")
    return start_turns(skip_turns(builder, key), key, rows_left[:1], fight.round)


def _next_number(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Begin the next round, with nobody's turn."""
    fight = rounds.reset_for_next_round(builder.session.encounters[key])
    fight = replace(fight, round=fight.round + 1, active="", floor="")
    return builder.with_fact("round", encounter=key, round=fight.round).with_element("encounters", key, fight)


def with_active_last(session: Session, creature_ids: Iterable[str]) -> list[str]:
    """Sort leaving creatures, the active one last: the next turn then goes to a creature that stays."""
    active = {fight.active for fight in session.encounters.values()}
    return sorted(creature_ids, key=active.__contains__)


def remove_place(builder: MoveBuilder, who: str, key: str) -> MoveBuilder:
    """Remove a creature's place in an encounter; if it had the turn, a mate goes on or the next turn starts.

    Effects that count by its turns go on at its place in the order.
    """
    session = builder.session
    fight = with_marks(session, session.encounters[key])
    ready = acting_leaders(session, fight)
    whole = [each for each in turn_order(fight) if each == who or each in ready]
    order = [each for each in whole if each != who]
    mates = [each for each in under_way(session, fight) if each != who and is_standing(session, fight, each)]
    rest = replace(
        fight, combatants=without_key(fight.combatants, who), under_way=without_key(fight.under_way, who)
    )
    place = whole.index(who)
    successor = next(iter((*whole[place + 1 :], *whole[:place], *mates)), "")
    if fight.is_ordered and fight.active == who and mates:
        builder = builder.with_element("encounters", key, replace(rest, active=mates[0]))
        builder = _record_resumed_turn(builder, key, tuple(mates))
        return reanchor_effects(builder, who, successor, *Until)
    if fight.active != who or not successor or not fight.is_ordered:
        others = rest.acting if fight.active != who else tuple(rest.under_way)
        rest = replace(rest, active=others[-1] if others else "")
        builder = builder.with_element("encounters", key, rest)
        if successor:
            return reanchor_effects(builder, who, successor, *Until)
        builder, had_turns = cut_round_short(builder, key), bool(rest.turned)
        return move_effects_to_clock(_next_number(builder, key) if had_turns else builder, (who,))
    builder = builder.with_element("encounters", key, replace(rest, active=""))
    builder = reanchor_effects(builder, who, successor, Until.TURN_END, Until.SAVE)
    return reanchor_effects(start_following_turn(builder, key, order), who, successor, Until.TURN_START)


def hand_on_turns(builder: MoveBuilder) -> MoveBuilder:
    """Hand on the turns of the fallen and fled to mates who now have rows of their own."""
    for key, fight in builder.start.encounters.items():
        now = builder.session.encounters[key]
        acts = under_way(builder.start, fight)
        if fight.is_ordered and acts and not is_standing(builder.session, now, now.active):
            heirs = [who for who in acts if is_standing(builder.session, now, who)]
            mates = set(mates_of(builder.session, now, now.active))
            if heirs and mates.isdisjoint(heirs):
                now = replace(with_marks(builder.start, now), active=heirs[0])
                builder = builder.with_element("encounters", key, now)
                builder = _record_resumed_turn(builder, key, under_way(builder.session, now))
    return builder


def share_turn(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Begin the turns of creatures that have joined the row whose turn is under way."""
    session, fight = builder.session, with_marks(builder.session, builder.session.encounters[key])
    if not (fight.is_ordered and under_way(session, fight)):
        return builder
    newcomers = tuple(
        who
        for who in mates_of(session, fight, fight.active)
        if not fight.has_begun(who) and is_waiting(fight, who) and is_standing(session, fight, who)
    )
    builder = builder.with_element("encounters", key, fight)
    for who in newcomers:
        builder = builder.with_fact("joined_turn", encounter=key, who=who, round=fight.round)
    return _with_starts(builder, key, newcomers) if newcomers else builder


def with_risen(builder: MoveBuilder) -> MoveBuilder:
    """Let creatures that stand again share the turn under way, if their row has it."""
    start = builder.start
    if builder.session.creatures is start.creatures:
        return builder
    for key, fight in builder.session.encounters.items():
        if fight.is_ordered and fight.active in fight.combatants and key in start.encounters:
            mates = mates_of(builder.session, fight, fight.active)
            old_fight = start.encounters[key]
            if any(
                is_standing(builder.session, fight, who) and not is_standing(start, old_fight, who)
                for who in mates
            ):
                builder = share_turn(builder, key)
    return builder


def skip_turns(builder: MoveBuilder, key: str, *, round_over: bool = False) -> MoveBuilder:
    """Expire the effects of skipped turns at their place in the order.

    Creatures that do not stand are skipped, up to the first that still has a turn to begin, or to the end of
    the round, which also ends every turn that has begun. Without an order, all that had no turn are skipped
    at the end of the round.
    """
    if round_over:
        unended_ids = unended_turn_ids(builder.session, builder.session.encounters[key])
        builder = finish_turns(builder, key, unended_ids)
    session = builder.session
    fight = with_marks(session, session.encounters[key])
    whole, ended = turn_order(fight), dict(fight.ended)
    if not fight.is_ordered:
        whole = [who for who in whole if who not in fight.turned]
    if not round_over:
        ready = (n for n, who in enumerate(whole) if not fight.has_begun(who) and is_waiting(fight, who))
        first = next((n for n in ready if is_standing(session, fight, whole[n])), None)
        whole = whole[:first]
    for who in whole:
        mark = fight.mark(who)
        if (
            mark in ended
            or who in (fight.turned if not fight.is_ordered else ())
            or is_standing(session, fight, who)
        ):
            continue
        if fight.is_ordered and mark in fight.began:
            continue
        for moment in TURNS:
            builder = expire_at(builder, moment, who)
        ended[mark] = False
    if fight.is_ordered and ended != fight.ended:
        fight = replace(fight, ended=ended)
        builder = builder.with_element("encounters", key, fight)
    return builder


def start_turns(
    builder: MoveBuilder, key: str, rows: Sequence[tuple[str, ...]], round_number: int
) -> MoveBuilder:
    """Start the turns of one row, or of several that act together; a turn that was put off goes on."""
    session = builder.session
    fight = session.encounters[key]
    if round_number != fight.round:
        builder = builder.with_fact("round", encounter=key, round=round_number)
    fight = replace(fight, round=round_number)
    # Members that begin a turn go before those that go on with one.
    rows = [tuple(sorted(row, key=fight.has_begun)) for row in rows]
    members = [each for row in rows for each in row]
    fight = replace(fight, active=rows[-1][0])
    marks = {fight.mark(who) for who in members}
    delays = {mark: each for mark, each in fight.delays.items() if mark not in marks}
    # Another GM's copy may have ended a turn that starts here.
    ended = {mark: each and mark not in marks for mark, each in fight.ended.items()}
    fight = replace(fight, delays=delays, ended=ended)
    if not fight.is_ordered:
        side = fight.combatants[fight.active].side
        acts = dict.fromkeys(members, True)  # also of those whose turn began in an order and was put off
        fight = replace(fight, under_way=acts, turned={**fight.turned, **acts}, floor=side)
    builder = builder.with_element("encounters", key, fight)
    fresh = tuple(who for who in members if not fight.has_begun(who))
    if not fresh:
        return _record_resumed_turn(builder, key, rows[-1])
    several = {"several": True} if len(rows) > 1 else {}
    for row in rows:
        group = {"group": label(session, fight, row)} if len(row) > 1 else {}
        builder = builder.with_fact("turn", **group, **several, encounter=key, who=row[0], round=round_number)
    return _with_starts(builder, key, fresh)


def _record_resumed_turn(builder: MoveBuilder, key: str, row: tuple[str, ...]) -> MoveBuilder:
    session, fight = builder.session, builder.session.encounters[key]
    data = {"resumed_group": label(session, fight, row)} if len(row) > 1 else {"resumed": True}
    return builder.with_fact("turn", **data, encounter=key, who=row[0], round=fight.round)


def _with_starts(builder: MoveBuilder, key: str, members: tuple[str, ...]) -> MoveBuilder:
    """Begin turns: expire the effects of their start and queue its rolls."""
    fight = builder.session.encounters[key]
    fight = replace(fight, turned={**fight.turned, **dict.fromkeys(members, True)})
    if fight.is_ordered:
        fight = replace(fight, began={**fight.began, **dict.fromkeys(map(fight.mark, members), True)})
    builder = builder.with_element("encounters", key, fight)
    for who in members:
        if fight.mark(who) not in fight.ended:  # else these effects have expired already
            builder = expire_at(builder, Until.TURN_START, who)
    start = f"{key}.{fight.round}.start."
    builder = drop_stale_rolls(builder, start, members)
    session, context = builder.session, _context_at(builder.session, fight)
    pending = tuple(
        roll
        for who in members
        for roll in (*session.game.turn_starts(context, who), *recharges(session, who))
    )
    return builder.with_pending(pending, start, key)


def drop_stale_rolls(builder: MoveBuilder, moment: str, creature_ids: Collection[str]) -> MoveBuilder:
    """Drop the pending rolls of the starts of earlier turns: a new start queues them anew (R1-096)."""
    pending = builder.session.pending
    remaining = {
        key: each
        for key, each in pending.items()
        if each.who not in creature_ids
        or f".start.{each.who}." not in key
        or key.startswith(f"{moment}{each.who}.")
    }
    if len(remaining) == len(pending):
        return builder
    reference = (
        builder.start
        if builder.start.pending.keys() >= pending.keys() - remaining.keys()
        else builder.session
    )
    missed = [each for key, each in pending.items() if key not in remaining and is_missed(reference, each)]
    return builder.with_values(pending=remaining).with_lapses(missed)


def finish_turns(builder: MoveBuilder, key: str, whose: Collection[str] | None = None) -> MoveBuilder:
    """End the turns under way, and queue the rolls of the rules and of the GM's own effects at their end.

    Turns end for all who began one, also for a creature that has fled since. `whose` names other creatures
    instead: some of these, or some that delay.
    """
    if whose is None:
        builder = share_turn(builder, key)
    session = builder.session
    fight = with_marks(session, session.encounters[key])
    members = _ids_ending_turn(session, fight) if whose is None else tuple(whose)
    ended_before = {who for who in members if fight.is_ordered and fight.mark(who) in fight.ended}
    marks = [fight.mark(who) for who in members]
    fight = replace(
        fight,
        under_way={who: True for who in fight.under_way if who not in members},
        active="" if fight.active in members and not fight.is_ordered else fight.active,
        ended={**fight.ended, **dict.fromkeys(marks, True)} if fight.is_ordered else fight.ended,
        delays={mark: each for mark, each in fight.delays.items() if mark not in marks},
    )
    builder, context = builder.with_element("encounters", key, fight), _context_at(session, fight)
    moment = f"{key}.{fight.round}.end."
    # Turns that another GM's copy has ended come last, under the same keys: their rolls are not queued twice.
    for was_ended in (False, True):
        pending = [
            roll
            for who in members
            if (who in ended_before) is was_ended
            for roll in (*session.game.turn_ends(context, who), *effect_saves(session, who))
        ]
        prefix = moment if was_ended else free_key_prefix(moment, session.pending, pending)
        builder = builder.with_pending(tuple(pending), prefix, key)
    for who in members:
        if who not in ended_before:
            builder = expire_at(builder, Until.TURN_END, who)
    return builder


def unended_turn_ids(session: Session, fight: Encounter) -> tuple[str, ...]:
    """Ids of the creatures that have begun a turn and not ended it, also of those that delay."""
    if not fight.is_ordered:
        return _ids_ending_turn(session, fight)
    fight = with_marks(session, fight)
    return tuple(
        who
        for who in turn_order(fight)
        if fight.has_begun(who) and not fight.has_ended(who) and who in session.creatures
    )


def _ids_ending_turn(session: Session, fight: Encounter) -> tuple[str, ...]:
    """Ids of the creatures whose turn is under way, without those that have left the fight."""
    if fight.is_ordered:
        return under_way(session, fight)
    mates = mates_of(session, fight, fight.active) if fight.active in session.creatures else ()
    # Older saves note only one of a row.
    noted = fight.under_way or {who: True for who in mates if who in fight.turned}
    ending = dict.fromkeys((fight.active, *noted))
    return tuple(who for who in ending if who in session.creatures and who in fight.combatants)


def _context_at(session: Session, fight: Encounter) -> RulesContext:
    """Rules context at the second that an encounter has reached, which may lag behind the clock."""
    context = session.rules_context()
    return replace(context, now=context.now - fight.behind) if fight.behind else context


def cut_round_short(builder: MoveBuilder, key: str) -> MoveBuilder:
    """End a round that has begun before everybody has acted: it takes its whole time all the same."""
    fight = builder.session.encounters[key]
    if not fight.turned:
        return builder
    return rounds.finish_round(skip_turns(builder, key, round_over=True), key)
