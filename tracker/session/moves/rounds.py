"""What a round holds besides its turns: declarations, surprise, and whether initiatives outlive it."""

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.place import changed, fight_of, with_fight
from tracker.session.state import Encounter, Renewal, Session
from tracker.session.text import kept


def declare(session: Session, who: str, text: str) -> Draft:
    """Note what somebody is going to do this round; it is cleared when the round is over."""
    text = kept(text, TEXT_LENGTH)
    builder = changed(MoveBuilder.of(session), who, declared=text)
    return builder.told("declared", who=who, text=text).draft()


def surprise(session: Session, whos: Iterable[str]) -> Draft:
    """Let creatures take no turn in the round under way."""
    builder = MoveBuilder.of(session)
    for who in whos:
        builder = changed(builder, who, surprised=True).told("surprised", who=who)
    return builder.draft()


def renew(session: Session, renewal: Renewal) -> Draft:
    """Choose what becomes of the initiatives when a round is over."""
    builder = with_fight(MoveBuilder.of(session), replace(fight_of(session), renewal=renewal))
    return builder.told(f"initiative_{renewal}").draft()


def over(fight: Encounter) -> Encounter:
    """Return the encounter as a finished round leaves it: nothing declared, nobody surprised."""
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
