"""Gather creatures in one row of an encounter, and split them again."""

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.groups import (
    initiative_of,
    is_mixed,
    joint_name,
    kind_of,
    side_of,
    turn_order,
    under_way,
)
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.initiative import with_tie_order
from tracker.session.moves.place import set_fight
from tracker.session.moves.turns import hand_on_turns, share_turn
from tracker.session.state import PARTY, Session
from tracker.session.text import stem_of


def gather(session: Session, creature_ids: tuple[str, ...], name: str) -> Draft:
    """Let creatures share a row, an initiative and a turn, under a name or under that of their kinds.

    A row with one of the party is on the party's side. One creature alone joins the group of that name, or is
    gathered with all of its kind; raises `Refusal` `gathered_alone` if there is neither.
    """
    first = session.creature(creature_ids[0])
    if len(creature_ids) == 1 and all(
        each.group != (name or stem_of(first.name)) for each in session.creatures.values()
    ):
        creature_ids = kind_of(session, creature_ids[0])
    kinds = joint_name(session, creature_ids) if is_mixed(session, creature_ids) else stem_of(first.name)
    group = clean_name(name or kinds)
    others = [who for who, each in session.creatures.items() if each.group == group]
    if len(creature_ids) == 1 and not {*others} - {*creature_ids}:
        raise Refusal("gathered_alone", who=creature_ids[0])
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        builder = builder.with_element("creatures", who, replace(session.creatures[who], group=group))
    count = len({*creature_ids, *(who for who in others if not session.is_out(who))})
    builder = _align_places(builder, creature_ids).with_fact("gathered", group=group, count=count)
    for key, fight in builder.session.encounters.items():
        marks = {fight.mark(who) for who in creature_ids}
        delays = {mark: each for mark, each in fight.delays.items() if mark not in marks}
        updated = replace(fight, delays=delays)
        builder = builder.with_element("encounters", key, updated)
        old_members = under_way(session, session.encounters[key])
        for who in under_way(builder.session, updated) if fight.is_ordered else ():
            if who not in old_members:
                builder = builder.with_fact(
                    "joined_turn", resumed=True, encounter=key, who=who, round=fight.round
                )
        builder = share_turn(builder, key)
    return builder.draft()


def split(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Give creatures of a group rows of their own; raises `Refusal` `not_gathered`."""
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        if not session.creature(who).group:
            raise Refusal("not_gathered", who=who)
        builder = builder.with_element("creatures", who, replace(session.creatures[who], group=""))
        builder = builder.with_fact("split", who=who)
    return hand_on_turns(builder).draft()


def _align_places(builder: MoveBuilder, creature_ids: tuple[str, ...]) -> MoveBuilder:
    """Give the gathered fighters the best placed one's initiative, and places next to each other.

    They stand in the order of `creature_ids`, on the party's side if one of them is of it.
    """
    session, fight = builder.session, builder.session.fight
    order = turn_order(fight) if fight else []
    gathered = [who for who in creature_ids if who in order]
    if fight is None or not gathered:
        return builder
    place = min(map(order.index, gathered))
    initiative, others = initiative_of(fight, order[place]), [who for who in order if who not in gathered]
    combatants = {
        who: each
        if who == order[place] or who not in gathered
        else replace(each, initiative=initiative, dice="")
        for who, each in with_tie_order(
            fight, (*others[:place], *gathered, *others[place:])
        ).combatants.items()
    }
    ours = (who for who in gathered if side_of(session, who) == PARTY)
    combatants |= {who: replace(combatants[who], side=PARTY) for who in ours}
    return set_fight(builder, replace(fight, combatants=combatants))
