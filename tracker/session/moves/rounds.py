"""Rounds besides their turns: declarations, surprise, and initiatives that outlive a round or do not."""

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.place import changed, fight_of, with_fight
from tracker.session.state import Encounter, Renewal, Session
from tracker.session.text import kept


def declare(session: Session, who: str, text: str) -> Draft:
    """Note what a combatant is going to do this round; the end of the round clears it."""
    text = kept(text, TEXT_LENGTH)
    builder = changed(MoveBuilder.of(session), who, declared=text)
    return builder.told("declared", who=who, text=text).draft()


def surprise(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Give creatures no turn in the round under way."""
    builder = MoveBuilder.of(session)
    for who in creature_ids:
        builder = changed(builder, who, surprised=True).told("surprised", who=who)
    return builder.draft()


def renew(session: Session, renewal: Renewal) -> Draft:
    """Choose what happens to the initiatives at the end of a round."""
    builder = with_fight(MoveBuilder.of(session), replace(fight_of(session), renewal=renewal))
    return builder.told(f"initiative_{renewal}").draft()


def over(fight: Encounter) -> Encounter:
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
