"""Gathering creatures in one row of an encounter, and taking them apart."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.groups import initiative_of, turn_order
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.initiative import in_order
from tracker.session.moves.place import with_fight
from tracker.session.state import Session

_NUMBER = re.compile(r"\s+\d+$")


def gather(session: Session, creature_ids: tuple[str, ...], name: str) -> Draft:
    """Let creatures share a row, an initiative and a turn, under a name or that of the first.

    Raises `Refusal`: `party_gathered`.
    """
    for who in creature_ids:
        if session.creature(who).party:
            raise Refusal("party_gathered", who=who)
    group = clean_name(name or _NUMBER.sub("", session.creature(creature_ids[0]).name))
    builder = MoveBuilder.of(session)
    for who in creature_ids:
        builder = builder.with_element("creatures", who, replace(session.creatures[who], group=group))
    return _aligned(builder, creature_ids).told("gathered", group=group, count=len(creature_ids)).draft()


def split(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Give creatures of a group rows of their own; raises `Refusal` `not_gathered`."""
    builder = MoveBuilder.of(session)
    for who in creature_ids:
        if not session.creature(who).group:
            raise Refusal("not_gathered", who=who)
        builder = builder.with_element("creatures", who, replace(session.creatures[who], group=""))
        builder = builder.told("split", who=who)
    return builder.draft()


def _aligned(builder: MoveBuilder, creature_ids: tuple[str, ...]) -> MoveBuilder:
    """Give those in the encounter the initiative of the first of them, and places next to each other."""
    fight = builder.session.fight
    order = turn_order(fight) if fight else []
    gathered = [who for who in order if who in creature_ids]
    if fight is None or not gathered:
        return builder
    at, initiative = order.index(gathered[0]), initiative_of(fight, gathered[0])
    others = [who for who in order if who not in gathered]
    fight = in_order(fight, (*others[:at], *gathered, *others[at:]))
    together = {who: replace(fight.combatants[who], initiative=initiative, dice="") for who in gathered[1:]}
    return with_fight(builder, replace(fight, combatants={**fight.combatants, **together}))
