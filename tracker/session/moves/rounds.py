"""Rounds: declarations, surprise, initiatives, and the time that a round takes."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.session.event import Draft
from tracker.session.groups import is_standing, side_of
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.clock import (
    ahead_of_clock,
    caught_up_ids,
    clear_turn_marks,
    delay_encounters,
    queue_due_rolls,
    time_lived,
)
from tracker.session.moves.passage import TimeLived, live_through, turns_between
from tracker.session.moves.place import fight_of, set_fight, update_combatant
from tracker.session.moves.progress import refill_counters
from tracker.session.pending import creature_of_roll
from tracker.session.progress import Refill
from tracker.session.state import PARTY, Encounter, Renewal, Session, round_of
from tracker.session.text import checked_text

M = TypeVar("M", bool, str)


def declare(session: Session, who: str, text: str) -> Draft:
    """Note what a combatant will do this round; the end of the round clears it."""
    text = checked_text(text, TEXT_LENGTH)
    builder = update_combatant(MoveBuilder.for_session(session), who, declared=text)
    return builder.with_fact("declared", who=who, text=text).draft()


def surprise(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Take this round's turn from creatures."""
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        builder = update_combatant(builder, who, surprised=True).with_fact("surprised", who=who)
    return builder.draft()


def renew(session: Session, renewal: Renewal) -> Draft:
    """Choose what happens to initiatives at the end of each round."""
    builder = set_fight(MoveBuilder.for_session(session), replace(fight_of(session), renewal=renewal))
    return builder.with_fact(f"initiative_{renewal}").draft()


def finish_round(builder: MoveBuilder, key: str) -> MoveBuilder:
    """End a round: every creature, in the encounter or not, lives one turn (A1-50).

    A lagging encounter uses up its lag before it moves the clock.
    """
    session = builder.session
    fight, started_at, turn = session.encounters[key], session.elapsed, session.turn_seconds
    used_up = min(fight.behind, turn)
    own_second = started_at - fight.behind + turn
    builder = builder.with_values(elapsed=started_at + turn - used_up)
    lives: dict[str, TimeLived] = {}
    if turn > used_up:
        lives = {
            who: replace(life, passes=0) if who in fight.combatants else life
            for who, life in time_lived(builder.session, session.bystanders(), started_at).items()
        }
    early = ahead_of_clock(session)
    for who in session.fighters(key):
        if who in session.creatures:
            # Who has acted in this round has lived the turn already, at its place in the order.
            outside = 0 if who in fight.ahead_of_clock or who in early else 1
            lives[who] = TimeLived(own_second, 1, outside, outside if is_standing(session, fight, who) else 0)
    builder = clear_turn_marks(delay_encounters(builder, turn - used_up, key), caught_up_ids(lives))
    next_fight = replace(_without_old_marks(builder.session.encounters[key]), behind=fight.behind - used_up)
    builder = builder.with_element("encounters", key, next_fight)
    builder = live_through(builder, lives, key)
    builder = refill_counters(builder, Refill.ROUND, ("", *lives, *session.bystanders()))
    if turn > used_up:
        builder = queue_due_rolls(builder, started_at, key)
    result = session.game.round_ends(builder.session.rules_context())
    return builder.with_result(result, f"{key}.{fight.round}.round.", key)


def _without_old_marks(fight: Encounter) -> Encounter:
    """Drop the marks of earlier rounds."""

    def keep_current(marks: Mapping[str, M]) -> dict[str, M]:
        # Marks of later rounds stay: another GM, offline, may be in the next round already.
        return {mark: each for mark, each in marks.items() if round_of(mark) >= fight.round}

    return replace(
        fight,
        turned={},
        began=keep_current(fight.began),
        ended=keep_current(fight.ended),
        delays=keep_current(fight.delays),
        entered=keep_current(fight.entered),
    )


def catch_up(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Let a lagging encounter live up to the clock, as it ends or somebody enters."""
    session = builder.session
    fight = session.encounters[key]
    if not fight.behind:
        return builder
    turns = turns_between(session, session.elapsed - fight.behind, session.elapsed)
    creature_ids = [who for who in session.creatures if who in session.fighters(key)]
    builder = builder.with_element("encounters", key, replace(fight, behind=0))
    return live_through(builder, dict.fromkeys(creature_ids, TimeLived(session.elapsed, turns, turns, turns)))


def catch_up_leaver(builder: MoveBuilder, who: str, key: str) -> MoveBuilder:
    """Let a fighter who leaves a lagging encounter live up to the clock."""
    session = builder.session
    fight = session.encounters[key]
    turns = turns_between(session, session.elapsed - fight.behind, session.elapsed)
    if not turns or who not in session.fighters(key):
        return builder
    # A turn that it has had in the round under way is one of these.
    outside = turns - (1 if who in fight.ahead_of_clock else 0)
    if who in fight.turned:
        fight = replace(fight, turned={**fight.turned, who: False})
        builder = builder.with_element("encounters", key, fight)
    return live_through(builder, {who: TimeLived(session.elapsed, turns, outside, outside)})


def put_aside(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Stop time for a creature outside the party until it is back, and drop its pending rolls."""
    session = builder.session
    if side_of(session, who) == PARTY:
        return builder
    creature = session.creatures[who]
    since = session.elapsed if creature.away_since is None else creature.away_since
    builder = builder.with_element("creatures", who, replace(creature, away_since=since))
    return builder.without_rolls(
        [key for key, each in session.pending.items() if creature_of_roll(session, each) == who]
    )


def bring_back(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Bring a creature back, and let it live the time that passed while it was away."""
    session, creature = builder.session, builder.session.creature(who)
    present = replace(creature, fled=False, stayed=False, away_since=None, lurks=False)
    builder = builder.with_element("creatures", who, present) if present != creature else builder
    since = creature.away_since
    if since is None or not creature.is_away:
        return builder
    lives = {
        who: replace(each, passes=0)  # effects in the fight that it left have counted its turns
        for who, each in time_lived(session, (who,), since).items()
    }
    builder = live_through(clear_turn_marks(builder, caught_up_ids(lives)), lives)
    builder = refill_counters(builder, Refill.ROUND, caught_up_ids(lives))
    if session.day_of(since) != session.day:
        builder = refill_counters(builder, Refill.DAY, (who,))
    context = replace(builder.session.rules_context(), now=since)
    return builder.with_pending(session.game.time_passes(context, who, session.elapsed))


def reset_for_next_round(fight: Encounter) -> Encounter:
    """Clear declarations and surprise, and the initiatives if they are asked for each round."""
    cleared = fight.renewal is Renewal.CLEAR
    combatants = {
        who: replace(
            combatant,
            declared="",
            surprised=False,
            initiative=None if cleared else combatant.initiative,
        )
        for who, combatant in fight.combatants.items()
    }
    sides = {} if cleared else fight.sides
    return replace(fight, combatants=combatants, sides=sides)
