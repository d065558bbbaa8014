"""An encounter's beginning and end, who enters and leaves it, and which combatants players see."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from tracker.rules.body import is_alive, words_of_leaving
from tracker.rules.refusal import Refusal
from tracker.rules.system import TurnOrder
from tracker.session.effects import move_effects_to_clock
from tracker.session.event import Draft
from tracker.session.groups import mates_of, side_of
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.clock import ahead_of_clock, clear_turn_marks, spend_time
from tracker.session.moves.place import (
    add_combatant,
    combatant_of,
    fight_of,
    set_fight,
    update_combatant,
    with_late,
)
from tracker.session.moves.rounds import bring_back, catch_up, catch_up_leaver, put_aside
from tracker.session.moves.turns import (
    cut_round_short,
    finish_turns,
    remove_place,
    share_turn,
    unended_turn_ids,
    with_active_last,
    with_turns_had,
)
from tracker.session.players_view import Arrival
from tracker.session.state import FOES, PARTY, Combatant, Encounter, Session


def open_encounter(
    session: Session,
    name: str,
    members: Mapping[str, str],
    fresh: Callable[[], str],
    *,
    hidden: bool | None = None,
    turn_order: TurnOrder | None = None,
) -> Draft:
    """Open an encounter with these creatures and their sides; it begins with the first turn.

    `hidden` hides creatures outside the party from players; None leaves it to the campaign's setting. Without
    a `turn_order`, turns go as the GM last chose, else as in the game.
    """
    key = fresh()
    out_of_sight = is_newcomer_hidden(session, hidden)
    combatants = {
        who: Combatant(
            order=place,
            side=side,
            hidden=side != PARTY and (out_of_sight or (hidden is None and session.creature(who).lurks)),
        )
        for place, (who, side) in enumerate(members.items())
    }
    turns = turn_order or session.turn_order or session.game.turn_order
    encounter = Encounter(clean_name(name), combatants=combatants, turn_order=turns)
    builder = MoveBuilder.for_session(session).with_values(turn_order=turn_order or session.turn_order)
    for who in with_active_last(session, members):
        builder = bring_back(_leave_others(builder, who, key), who)
    builder = builder.with_element("encounters", key, encounter).with_values(encounter=key)
    builder = builder.with_fact("encounter_opened", name=encounter.name, **_side_sizes(combatants))
    if not combatants and session.encounters:
        builder = builder.with_fact("nobody_free", name=encounter.name)
    if turns is not TurnOrder.INITIATIVE:
        builder = builder.with_fact(f"turns_{turns}")
    count = sum(each.hidden for each in combatants.values())
    return (builder.with_fact("begin_unseen", count=count) if count else builder).draft()


def _side_sizes(combatants: Mapping[str, Combatant]) -> dict[str, int]:
    """Fact data: the sizes of party and foes, under other keys if there is only one of them."""
    ours = sum(each.side == PARTY for each in combatants.values())
    foes = len(combatants) - ours
    if ours and foes:
        return {"ours": ours, "foes": foes}
    return {"alone": ours} if ours else {"against": foes}


def enter(
    session: Session, creature_ids: Iterable[str], side: str = "", *, hidden: bool | None = None
) -> Draft:
    """Bring creatures into the encounter, back into it, or over to another side.

    Without a `side`, a creature keeps its own, the party's or the adversaries'. Without `hidden`, it stays as
    hidden as it is. Raises `Refusal` `already_in_encounter` if nothing would change.
    """
    asked, side = tuple(creature_ids), clean_name(side).replace("/", "-") if side else ""
    chosen = [who for who in asked if not _is_placed(session, who, side, hidden)]
    if asked and not chosen:
        raise Refusal("already_in_encounter", who=asked[0])
    builder = MoveBuilder.for_session(session)
    for who in chosen:
        old_place = combatant_in(builder.session, who)
        builder = enter_encounter(builder, who, side, hidden=hidden)
        place = combatant_of(builder.session, who)
        own = {"own": place.side} if side and place.side not in (PARTY, FOES) else {}
        builder = builder.with_fact("entered", who=who, side=place.side, **own)
        if place.hidden != (old_place is not None and old_place.hidden):
            builder = builder.with_fact("hid" if place.hidden else "revealed", who=who)
    return settle_newcomers(builder, chosen).draft()


def _is_placed(session: Session, who: str, side: str, hidden: bool | None) -> bool:
    """Whether a creature stands in this encounter already, on that side and as hidden as asked."""
    place, creature = fight_of(session).combatants.get(who), session.creature(who)
    return (
        place is not None
        and not (place.fled or creature.fled or creature.is_away)
        and session.encounters_of(who) == (session.encounter,)
        and side in ("", place.side)
        and hidden in (None, place.hidden)
    )


def settle_newcomers(builder: MoveBuilder, creature_ids: Iterable[str]) -> MoveBuilder:
    """Let newcomers share the turn of their row, or act from the next round on if their place has passed."""
    return share_turn(with_late(builder, creature_ids), builder.session.encounter)


def enter_encounter(
    builder: MoveBuilder, who: str, side: str = "", *, hidden: bool | None = None
) -> MoveBuilder:
    """Give a creature a place in the encounter being played; it leaves any other, and stays hidden."""
    session = builder.session
    fight_of(session)
    session.creature(who)
    old_place = combatant_in(session, who)
    if hidden is None:
        hidden = (
            old_place.hidden
            if old_place
            else side_of(session, who) != PARTY
            and (session.creature(who).lurks or is_newcomer_hidden(session, None))
        )
    builder = bring_back(_leave_others(builder, who, session.encounter), who)
    if who not in session.fighters(session.encounter):
        builder = catch_up(builder, session.encounter)
    fight = fight_of(builder.session)
    if fight.round and who in ahead_of_clock(builder.session):
        builder = set_fight(clear_turn_marks(builder, (who,)), with_turns_had(fight, (who,)))
        fight = fight_of(builder.session)
    last = max((each.order for each in fight.combatants.values()), default=-1)
    new_place = Combatant(order=last + 1, side=side_of(session, who))
    present = fight.combatants.get(who, new_place)
    was_seen = hidden and old_place is not None and not old_place.secret
    place = replace(present, fled=False, side=side or present.side, hidden=hidden, seen=was_seen)
    builder = add_combatant(builder, who, place)
    first = mates_of(builder.session, fight_of(builder.session), who)[0]
    builder = update_combatant(builder, who, initiative=combatant_of(builder.session, first).initiative)
    if fight.is_ordered and fight.round and who not in fight.combatants:
        fight = fight_of(builder.session)
        builder = set_fight(builder, replace(fight, entered={**fight.entered, fight.mark(who): False}))
    return builder


def combatant_in(session: Session, who: str) -> Combatant | None:
    """Find a creature's place in any encounter."""
    return next((session.encounters[key].combatants[who] for key in session.encounters_of(who)), None)


def is_newcomer_hidden(session: Session, hidden: bool | None) -> bool:
    """Whether a newcomer is hidden: as asked, else by the campaign's setting."""
    return session.players_view.arrival is Arrival.HIDDEN if hidden is None else hidden


def _leave_others(builder: MoveBuilder, who: str, stays_in: str) -> MoveBuilder:
    """Take a creature out of every encounter but one: no creature is in two encounters."""
    for key in builder.session.encounters_of(who):
        if key != stays_in:
            builder = _leave_encounter(builder, who, key)
    return builder


def _leave_encounter(builder: MoveBuilder, who: str, key: str) -> MoveBuilder:
    """Remove a creature that stays in play from an encounter; a turn of its own ends first (R1-107)."""
    if who in unended_turn_ids(builder.session, builder.session.encounters[key]):
        builder = finish_turns(builder, key, (who,))
    return remove_place(catch_up_leaver(builder, who, key), who, key)


def remove_from_play(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Take a creature out of every encounter and out of the game."""
    for key in builder.session.encounters_of(who):
        builder = remove_place(builder, who, key)
    return builder.without_element("creatures", who)


def flee(session: Session, creature_ids: Iterable[str], *, fled: bool) -> Draft:
    """Let creatures flee, or come back; a fled creature keeps its place but has no turns.

    Outside the party, it lives no time until it is back. The dead among several do not flee. Raises `Refusal`
    `dead` if all are dead.
    """
    chosen = tuple(creature_ids)
    moving = [who for who in chosen if not fled or is_alive(session.creature(who).sheet)]
    if chosen and not moving:
        raise Refusal("dead", who=chosen[0])
    builder = MoveBuilder.for_session(session)
    for who in moving:
        combatant_of(builder.session, who)
        if fled:
            builder = catch_up_leaver(builder, who, session.encounter)
        else:
            builder = bring_back(builder, who)
            if who not in session.fighters(session.encounter):
                builder = catch_up(builder, session.encounter)
        builder = update_combatant(builder, who, fled=fled).with_fact(
            "fled" if fled else "came_back", who=who
        )
        builder = put_aside(builder, who) if fled else builder
    return share_turn(builder, session.encounter).draft() if moving else builder.draft()


def hide(session: Session, creature_ids: Iterable[str], *, hidden: bool) -> Draft:
    """Hide creatures from the players, or show them; outside a fight, foes lurk until theirs begins."""
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        creature = session.creature(who)
        if session.fight is None and not creature.party:
            builder = builder.with_element("creatures", who, replace(creature, lurks=hidden))
        else:
            was_seen = not combatant_of(builder.session, who).secret
            builder = update_combatant(builder, who, hidden=hidden, seen=was_seen and hidden)
        builder = builder.with_fact("hid" if hidden else "revealed", who=who)
    return builder.draft()


def reveal_all(session: Session) -> Draft:
    """Show the players every hidden combatant of the fight; without a fight, every creature that lurks.

    Refuses `nobody_hidden`.
    """
    if session.fight is None:
        creature_ids = [who for who, each in session.creatures.items() if each.lurks]
    else:
        combatants = session.fight.combatants
        creature_ids = [who for who, each in combatants.items() if each.hidden and who in session.creatures]
    if not creature_ids:
        raise Refusal("nobody_hidden")
    return hide(session, creature_ids, hidden=False)


def encounter_seconds(session: Session, *, whole: bool = True) -> int:
    """Seconds that the rounds of the encounter take; the one under way counts if `whole`, else not at all."""
    fight = fight_of(session)
    is_begun = bool(fight.turned or fight.active)
    return max(0, fight.round - (not (is_begun and whole))) * session.turn_seconds


def end_encounter(session: Session, seconds: int | None = None) -> Draft:
    """End the encounter, and queue the rolls that the rules want at its end (R1-047).

    The turn under way ends as if the next one started (R1-107), and the round under way takes its whole time.
    `seconds` is how long the encounter took in all; 0 leaves out the round under way.
    """
    fight, key = fight_of(session), session.encounter
    rounds_seconds = encounter_seconds(session, whole=seconds != 0)
    builder = MoveBuilder.for_session(session).with_deeds(("end", key))
    builder = builder.with_fact(
        "encounter_ended", name=fight.name, rounds=fight.round, seconds=rounds_seconds
    )
    builder = finish_turns(builder, key, unended_turn_ids(session, fight))
    builder = _record_outcome(builder, fight)
    if seconds != 0:
        builder = cut_round_short(builder, key)
    builder = catch_up(builder, key)
    if seconds is not None and seconds > rounds_seconds:
        builder = spend_time(builder, seconds - rounds_seconds)
    attendees = {*fight.combatants, *builder.session.present()}
    for who in session.creatures:
        if who in attendees:
            builder = builder.with_pending(
                session.game.encounter_ends(builder.session.rules_context(), who), f"{key}."
            )
    builder = _record_conditions_left(move_effects_to_clock(builder, fight.combatants), fight)
    builder = _mark_who_left(_clear_encounter(builder.without_element("encounters", key), fight), fight)
    others = [each for each in builder.session.encounters if each != key]
    return builder.with_values(encounter=others[0] if others else "").draft()


def _record_outcome(builder: MoveBuilder, fight: Encounter) -> MoveBuilder:
    """Record who fell and who fled."""
    creatures, game = builder.session.creatures, builder.session.game
    present = [who for who in fight.combatants if who in creatures]
    for who in present:
        if game.is_down(creatures[who].sheet):
            has_left = bool(words_of_leaving(creatures[who].sheet))
            builder = builder.with_fact("left_in_fight" if has_left else "fell_in_fight", who=who)
    for who in present:
        if fight.combatants[who].fled:
            builder = builder.with_fact("fled_from_fight", who=who)
    return builder


def _record_conditions_left(builder: MoveBuilder, fight: Encounter) -> MoveBuilder:
    """Record the conditions that the party still has; members who fight elsewhere are left out."""
    session, table = builder.session, builder.session.rules_context()
    for who in session.party():
        if who in fight.combatants or not session.encounters_of(who):
            for badge in session.game.badges(table, who):
                if badge.id in session.game.conditions:
                    builder = builder.with_fact("still_has", who=who, condition=badge.id)
    return builder


def _clear_encounter(builder: MoveBuilder, fight: Encounter) -> MoveBuilder:
    """Take fallen adversaries out of play; the party's fallen stay."""
    session = builder.session
    for who, creature in session.creatures.items():
        if who in fight.combatants and not creature.party and session.game.is_out(creature.sheet):
            builder = remove_from_play(builder, who)
    return builder


def _mark_who_left(builder: MoveBuilder, fight: Encounter) -> MoveBuilder:
    """Mark which adversaries have fled and which stay in play; they live no time from now on."""
    for who, creature in builder.session.creatures.items():
        if who in fight.combatants and not creature.party:
            fled = fight.combatants[who].fled
            stayed = not fled and side_of(builder.session, who) != PARTY
            marked = replace(creature, fled=fled, stayed=stayed)
            builder = put_aside(builder.with_element("creatures", who, marked), who)
    return builder


def switch(session: Session, key: str) -> Draft:
    """Switch to another encounter under way; refuses `encounter_over`."""
    if key not in session.encounters:
        raise Refusal("encounter_over")
    name = session.encounters[key].name
    return (
        MoveBuilder.for_session(session)
        .with_values(encounter=key)
        .with_fact("encounter_switched", name=name)
        .draft()
    )


def leave(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Remove creatures from the encounter; unlike the fled, they lose their place in it."""
    builder = MoveBuilder.for_session(session)
    for who in with_active_last(session, creature_ids):
        combatant_of(builder.session, who)
        builder = _leave_encounter(builder.with_fact("left_encounter", who=who), who, session.encounter)
        builder = put_aside(builder, who)
    return builder.draft()
