"""Where the party is among the rooms, who is at hand there, and how far one room is from another."""

from collections import Counter, deque
from collections.abc import Iterable

from tracker.session.outdoors import Ambient
from tracker.session.rooms import Room
from tracker.session.state import Session


def main_room(session: Session) -> str:
    """Find the key of the room where most of the living party is; empty if they are in none."""
    rooms = Counter(
        each.room
        for who, each in session.creatures.items()
        if each.party and each.room in session.rooms and not session.is_out(who)
    )
    return max(rooms, key=lambda key: rooms[key]) if rooms else ""


def room_of(session: Session, who: str) -> str:
    """Find the key of the room of a creature: its own, or for a member of the party that of the others."""
    creature = session.creatures[who]
    if creature.room in session.rooms:
        return creature.room
    return main_room(session) if creature.party else ""


def rooms_with_party(session: Session) -> dict[str, tuple[str, ...]]:
    """Map each room that has somebody of the party in it to their ids, the room of most first."""
    main = main_room(session)
    people: dict[str, tuple[str, ...]] = {main: ()} if main else {}
    for who in session.party() if main else ():
        key = room_of(session, who)
        people[key] = (*people.get(key, ()), who)
    return people


def elsewhere(session: Session) -> frozenset[str]:
    """Find the ids of the creatures in rooms where nobody of the party is, without those in its fight."""
    if not session.rooms:
        return frozenset()
    here = rooms_with_party(session)
    fighting = session.fight.combatants if session.fight else {}
    return frozenset(
        who
        for who, each in session.creatures.items()
        if not each.party and each.room in session.rooms and each.room not in here and who not in fighting
    )


def traps_elsewhere(session: Session) -> frozenset[str]:
    """Find the names of the traps that were armed in rooms where nobody of the party is."""
    here = rooms_with_party(session)
    others = (each for key, each in session.rooms.items() if key not in here)
    return frozenset(item.trap for room in others for item in room.items.values() if item.trap)


def dark_rooms(session: Session) -> frozenset[str]:
    """Find the rooms where some of a party that has split are without a light; none if it is day."""
    here = rooms_with_party(session)
    lights = [each for each in session.supplies.values() if each.light]
    if len(here) < 2 or not lights or session.ambient_light is Ambient.DAY:
        return frozenset()
    burning = (each.owner for each in lights if each.burns)
    lit = {room_of(session, who) if who in session.creatures else main_room(session) for who in burning}
    return frozenset(here) - lit


def place_of_fight(session: Session, foes: Iterable[str]) -> str:
    """Choose the room where a fight begins: that of most of the party, unless foes wait elsewhere only."""
    here = rooms_with_party(session)
    beside = {session.creatures[who].room for who in foes}
    return next((key for key in here if key in beside), next(iter(here), ""))


def passages_between(session: Session, start: str, end: str) -> int:
    """Count the passages of the shortest way that the party knows; 1 if it knows none."""
    distances, ahead = {start: 0}, deque([start])
    while ahead:
        key = ahead.popleft()
        room = session.rooms.get(key, Room())
        for each in room.exits.values() if room.seen else ():
            if each.to not in distances and not each.secret:
                distances[each.to] = distances[key] + 1
                ahead.append(each.to)
    return distances.get(end, 0) or 1
