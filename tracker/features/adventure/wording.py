"""What the page of rooms says of a room."""

from tracker.session.rooms import ItemKind, Room, in_order
from tracker.session.state import Session
from tracker.session.whereabouts import rooms_with_party
from tracker.wording.messages import say
from tracker.wording.plan import Mark, Spot, Way
from tracker.wording.words import term, words_of


def state_text(room: Room) -> str:
    """Write the state of a room and name what waits there, each kind once; else whether it is unseen."""
    kinds = dict.fromkeys(item.kind for item in room.items.values() if not item.done)
    waiting = ", ".join(term(words_of(""), "room_item", kind) for kind in kinds)
    text = " · ".join(filter(None, [room.status, waiting]))
    return text or ("" if room.seen else say("rooms.unseen"))


def has_loot(room: Room) -> bool:
    return any(item.kind is ItemKind.LOOT and not item.done for item in room.items.values())


def spots_of(session: Session) -> dict[str, Spot]:
    """Put the rooms on the GM's plan."""
    here = rooms_with_party(session)

    def mark_of(key: str, room: Room) -> Mark:
        if key in here:
            return Mark.HERE
        return Mark.SEEN if room.seen else Mark.UNSEEN

    return {
        key: Spot(
            room.number,
            mark_of(key, room),
            tuple(
                Way("" if side == each.to else side, each.to, each.secret)
                for side, each in room.exits.items()
            ),
        )
        for key, room in in_order(session.rooms)
    }
