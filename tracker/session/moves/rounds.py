"""Rounds besides their turns: declarations, surprise, and initiatives that outlive a round or do not."""

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
    """Note what a combatant is going to do this round; the end of the round clears it."""
    text = checked_text(text, TEXT_LENGTH)
    builder = update_combatant(MoveBuilder.for_session(session), who, declared=text)
    return builder.with_fact("declared", who=who, text=text).draft()


def surprise(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Give creatures no turn in the round under way."""
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        builder = update_combatant(builder, who, surprised=True).with_fact("surprised", who=who)
    return builder.draft()


def renew(session: Session, renewal: Renewal) -> Draft:
    """Choose what happens to the initiatives at the end of a round."""
    builder = set_fight(MoveBuilder.for_session(session), replace(fight_of(session), renewal=renewal))
    return builder.with_fact(f"initiative_{renewal}").draft()


def finish_round(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Let a round be over: everybody has lived a turn, in the encounter or not (A1-50).

    The clock goes on by it. Those who had no turn in the order, and those who fight nowhere, live it now. An
    encounter that has fallen behind uses that time up before it moves the clock.
    """
    session = builder.session
    fight, before, turn = session.encounters[key], session.elapsed, session.turn_seconds
    used_up = min(fight.behind, turn)
    own = before - fight.behind + turn
    builder = builder.with_values(elapsed=before + turn - used_up)
    lives: dict[str, TimeLived] = {}
    if turn > used_up:
        lives = {
            who: replace(each, passes=0) if who in fight.combatants else each
            for who, each in time_lived(builder.session, session.bystanders(), before).items()
        }
    early = ahead_of_clock(session)
    for who in session.fighters(key):
        if who in session.creatures:
            outside = 0 if who in fight.ahead_of_clock or who in early else 1
            lives[who] = TimeLived(own, 1, outside, outside if is_standing(session, fight, who) else 0)
    builder = clear_turn_marks(delay_encounters(builder, turn - used_up, key), caught_up_ids(lives))
    after = replace(_without_old_marks(builder.session.encounters[key]), behind=fight.behind - used_up)
    builder = builder.with_element("encounters", key, after)
    builder = live_through(builder, lives, key)
    builder = refill_counters(builder, Refill.ROUND, ("", *lives, *session.bystanders()))
    if turn > used_up:
        builder = queue_due_rolls(builder, before, key)
    result = session.game.round_ends(builder.session.rules_context())
    return builder.with_result(result, f"{key}.{fight.round}.round.", key)


def _without_old_marks(fight: Encounter) -> Encounter:
    """Return the encounter without the marks of the rounds before this one; another GM may be in the next."""

    def keep_current(marks: Mapping[str, M]) -> dict[str, M]:
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
    """Let an encounter that has fallen behind live up to the clock, as it ends or somebody enters."""
    session = builder.session
    fight = session.encounters[key]
    if not fight.behind:
        return builder
    turns = turns_between(session, session.elapsed - fight.behind, session.elapsed)
    creature_ids = [who for who in session.creatures if who in session.fighters(key)]
    builder = builder.with_element("encounters", key, replace(fight, behind=0))
    return live_through(builder, dict.fromkeys(creature_ids, TimeLived(session.elapsed, turns, turns, turns)))


def catch_up_leaver(builder: MoveBuilder, who: str, key: str) -> MoveBuilder:
    """Let somebody who leaves an encounter that has fallen behind live up to the clock.

    The turn that it has had in the round under way is one of those.
    """
    session = builder.session
    fight = session.encounters[key]
    turns = turns_between(session, session.elapsed - fight.behind, session.elapsed)
    if not turns or who not in session.fighters(key):
        return builder
    outside = turns - (1 if who in fight.ahead_of_clock else 0)
    if who in fight.turned:
        fight = replace(fight, turned={**fight.turned, who: False})
        builder = builder.with_element("encounters", key, fight)
    return live_through(builder, {who: TimeLived(session.elapsed, turns, outside, outside)})


def put_aside(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Let a creature outside the party live no time until it is back; the rolls that wait for it go."""
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
    """Let a creature that was away live the time since then: what it had goes on from here."""
    session, creature = builder.session, builder.session.creature(who)
    back = replace(creature, fled=False, stayed=False, away_since=None)
    builder = builder.with_element("creatures", who, back) if back != creature else builder
    since = creature.away_since
    if since is None or not creature.is_away:
        return builder
    lives = {
        who: replace(each, passes=0)  # those of the fight that it left have counted its turns
        for who, each in time_lived(session, (who,), since).items()
    }
    builder = live_through(clear_turn_marks(builder, caught_up_ids(lives)), lives)
    builder = refill_counters(builder, Refill.ROUND, caught_up_ids(lives))
    if session.day_of(since) != session.day:
        builder = refill_counters(builder, Refill.DAY, (who,))
    context = replace(builder.session.rules_context(), now=since)
    return builder.with_pending(session.game.time_passes(context, who, session.elapsed))


def reset_for_next_round(fight: Encounter) -> Encounter:
    """Return the encounter after a finished round: without declarations or surprise."""
    cleared = fight.renewal is Renewal.CLEAR
    combatants = {
        who: replace(
            each,
            declared="",
            surprised=False,
            initiative=None if cleared else each.initiative,
        )
        for who, each in fight.combatants.items()
    }
    sides = {} if cleared else fight.sides
    return replace(fight, combatants=combatants, sides=sides)
