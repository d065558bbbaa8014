"""Moves of the adventure: make and change rooms, walk from one to another."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH, TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder, without_key
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.clock import pass_interval, spend_time
from tracker.session.rooms import (
    ITEM_LENGTH,
    MOST_EXITS,
    MOST_ITEMS,
    MOST_ROOMS,
    OPPOSITE,
    Area,
    Exit,
    Item,
    ItemKind,
    Room,
    item_key,
    room_key,
    unused_room_key,
)
from tracker.session.state import Session, element
from tracker.session.text import checked_text
from tracker.session.whereabouts import main_room, passages_between, room_of


class NewExit(Struct, frozen=True):
    """An exit as the GM wrote it."""

    to: str
    """Number of the room behind it."""
    side: str = ""
    secret: bool = False
    one_way: bool = False
    about: str = ""


def keep_room(session: Session, number: str, name: str, exits: Iterable[NewExit]) -> Draft:
    """Make a room, rename it, or give it exits.

    The way back is implied. A room that only an exit names is made without a name. Raises `room_unchanged`,
    `too_many_rooms`, `too_many_exits`, `exit_to_itself`.
    """
    builder = MoveBuilder.for_session(session)
    key = room_key(session.rooms, number)
    old = session.rooms.get(key)
    if old is None or (name and clean_name(name) != old.name):
        room = replace(old or Room(number), name=clean_name(name) if name else "")
        key = key or unused_room_key(session.rooms, number)
        builder = builder.with_element("rooms", key, room)
        builder = builder.with_fact("room_kept", number=room.number, name=room.name)
    for each in exits:
        builder = _open_exit(builder, key, each)
    if builder.session == session:
        raise Refusal("room_unchanged", number=number)
    if len(builder.session.rooms) > MOST_ROOMS:
        raise Refusal("too_many_rooms", most=MOST_ROOMS)
    return builder.draft()


def _open_exit(builder: MoveBuilder, key: str, new: NewExit) -> MoveBuilder:
    """Open an exit and its way back, in place of an exit at its side and of an implied one to its room."""
    rooms = builder.session.rooms
    number, to = rooms[key].number, room_key(rooms, new.to)
    if to == key:
        raise Refusal("exit_to_itself", number=number)
    if not to:
        to = unused_room_key(rooms, new.to)
        builder = builder.with_element("rooms", to, Room(new.to))
    side = new.side or to
    if (old := rooms[key].exits.get(side)) and old.to != to:
        builder = _close(builder, key, side)
    builder = _without_implied(builder, key, to)
    way = Exit(to, new.secret, about=_single_spaced(checked_text(new.about, TEXT_LENGTH)))
    builder = _with_exit(builder, key, side, way)
    builder = builder.with_fact("room_exit", number=number, to=new.to, side=new.side, secret=new.secret)
    back = builder.session.rooms[to].exits
    if new.one_way:
        return _without_implied(builder, to, key)
    if old_side := next((each for each, way_back in back.items() if way_back.to == key), ""):
        return _with_exit(builder, to, old_side, replace(back[old_side], secret=new.secret))
    side = OPPOSITE.get(new.side, key)
    if side in back:
        taken_by = builder.session.rooms[back[side].to].number
        builder = builder.with_fact("room_exit_taken", number=new.to, side=side, to=taken_by, other=number)
        side = key
    return _with_exit(builder, to, side, Exit(key, new.secret, implied=True))


def _with_exit(builder: MoveBuilder, key: str, side: str, way: Exit) -> MoveBuilder:
    room = builder.session.rooms[key]
    room = replace(room, exits={**room.exits, side: way})
    if len(room.exits) > MOST_EXITS:
        raise Refusal("too_many_exits", number=room.number, most=MOST_EXITS)
    return builder.with_element("rooms", key, room)


def _without_implied(builder: MoveBuilder, key: str, to: str) -> MoveBuilder:
    """Remove the exits from one room to another that nobody wrote."""
    room = builder.session.rooms.get(key)
    if room is None or not any(each.implied and each.to == to for each in room.exits.values()):
        return builder
    exits = {side: each for side, each in room.exits.items() if not (each.implied and each.to == to)}
    return builder.with_element("rooms", key, replace(room, exits=exits))


def close_exit(session: Session, key: str, side: str) -> Draft:
    """Remove an exit, and its way back unless the GM wrote that too; refuses `no_such_exit`."""
    room = require_room(session, key)
    if side not in room.exits:
        raise no_such_exit(session, room)
    return _close(MoveBuilder.for_session(session), key, side).draft()


def _close(builder: MoveBuilder, key: str, side: str) -> MoveBuilder:
    room = builder.session.rooms[key]
    to = room.exits[side].to
    behind = builder.session.rooms.get(to)
    builder = builder.with_element("rooms", key, replace(room, exits=without_key(room.exits, side)))
    builder = _without_implied(builder, to, key)
    return builder.with_fact("room_exit_closed", number=room.number, to=behind.number if behind else to)


def write_status(session: Session, key: str, status: str) -> Draft:
    """Set the state of a room in the GM's words; an empty one removes it."""
    room = replace(require_room(session, key), status=checked_text(status, NAME_LENGTH))
    return _with_room(session, key, room, "room_status", status=room.status)


def write_text(session: Session, key: str, text: str) -> Draft:
    """Write the GM's text of a room; an empty one removes it."""
    lines = [each.rstrip() for each in checked_text(text, NOTES_LENGTH, lines=True).split("\n")]
    text = "\n".join(each for each, last in zip(lines, ["", *lines], strict=False) if each or last)
    room = replace(require_room(session, key), text=text.strip("\n"))
    return _with_room(session, key, room, "room_text", text=room.text)


def write_aloud(session: Session, key: str, text: str) -> Draft:
    """Write what is read aloud as somebody first enters; an empty text removes it."""
    paragraphs = [_single_spaced(each) for each in checked_text(text, NOTES_LENGTH, lines=True).split("\n")]
    room = replace(require_room(session, key), aloud="\n".join(filter(None, paragraphs)))
    return _with_room(session, key, room, "room_aloud", text=room.aloud)


def _single_spaced(text: str) -> str:
    """Put single spaces between words, as a page that is read has them."""
    return " ".join(text.split())


def _with_room(session: Session, key: str, room: Room, kind: str, **data: str) -> Draft:
    builder = MoveBuilder.for_session(session).with_element("rooms", key, room)
    return builder.with_fact(kind, number=room.number, name=room.name, **data).draft()


def add_item(session: Session, key: str, kind: ItemKind, text: str) -> Draft:
    """Let a line wait in a room; refuses `empty_text`, `too_many_items`."""
    room, text = require_room(session, key), _single_spaced(checked_text(text, ITEM_LENGTH))
    if not text:
        raise Refusal("empty_text")
    if len(room.items) == MOST_ITEMS:
        raise Refusal("too_many_items", number=room.number, most=MOST_ITEMS)
    item = Item(kind, text)
    room = replace(room, items={**room.items, item_key(room.items, item): item})
    return _with_room(session, key, room, "room_waits", item=kind, text=text)


def drop_items(session: Session, key: str, kind: ItemKind) -> Draft:
    """Remove what of a kind still waits in a room, or was refused there; refuses `nothing_waits`."""
    room = require_room(session, key)
    items = {
        each: item
        for each, item in room.items.items()
        if (item.done and not item.refused) or item.kind is not kind
    }
    if len(items) == len(room.items):
        raise Refusal("nothing_waits", number=room.number)
    return _with_room(session, key, replace(room, items=items), "room_emptied", item=kind)


def set_pace(session: Session, key: str, seconds: int) -> Draft:
    """Set how long walking into an unseen room of an area takes; 0 leaves it to the game."""
    area = session.areas.get(key, Area())
    builder = MoveBuilder.for_session(session).with_element("areas", key, replace(area, pace=seconds))
    return builder.with_fact("room_pace", name=area.name, seconds=seconds).draft()


def drop_room(session: Session, key: str) -> Draft:
    """Remove a room with the exits that lead there; refuses `room_in_use` while somebody is in it."""
    room = require_room(session, key)
    if any(each.room == key for each in session.creatures.values()):
        raise Refusal("room_in_use", number=room.number)
    rooms = {
        other: replace(each, exits={side: way for side, way in each.exits.items() if way.to != key})
        for other, each in session.rooms.items()
        if other != key
    }
    builder = MoveBuilder.for_session(session).with_values(rooms=rooms)
    return builder.with_fact("room_dropped", number=room.number, name=room.name).draft()


def require_room(session: Session, key: str) -> Room:
    """Look up a room by its key; refuses `unknown_room`."""
    return element(session.rooms, key, "unknown_room")


def no_such_exit(session: Session, room: Room) -> Refusal:
    numbers = (session.rooms[each.to].number for each in room.exits.values() if each.to in session.rooms)
    return Refusal("no_such_exit", number=room.number, known=", ".join(numbers) or "—")


class Walk(Struct, frozen=True):
    """Who walks from which room to which."""

    start: str
    """Key of the room where they are; empty if they are in none."""
    end: str
    movers: tuple[str, ...]


def walk_of(session: Session, side: str, key: str, who: tuple[str, ...]) -> Walk:
    """Find who walks through the exit at a side, or to a room.

    Without `who`, those walk who are where most of the party is. Raises `nobody_walks`, `nowhere_yet`,
    `no_such_exit`, `already_there`.
    """
    who = who or _main_company(session)
    if not who:
        raise Refusal("nobody_walks")
    start = room_of(session, who[0])
    key = key or _key_behind(session, start, side)
    room = require_room(session, key)
    movers = tuple(each for each in who if room_of(session, each) != key)
    if not movers:
        raise Refusal("already_there", number=room.number)
    return Walk(start, key, movers)


def go(session: Session, walk: Walk, roll: Roll) -> Draft:
    """Let creatures walk into a room. Without the party that takes no time, and players see nothing of it.

    The first walk into an unseen room takes the interval of its area or game (R1-064), others a turn a
    passage (R1-062, R3-048); during a fight no time passes. What is read aloud there is read the first time.
    """
    room = session.rooms[walk.end]
    creatures = {
        who: replace(each, room=walk.end) if who in walk.movers else each
        for who, each in session.creatures.items()
    }
    builder = MoveBuilder.for_session(session).with_values(creatures=creatures)
    builder = _stay_behind(builder, walk)
    for each in walk.movers:
        builder = builder.with_fact("walked", who=each, number=room.number)
    if not any(session.creatures[who].party for who in walk.movers):
        return builder.draft()
    builder = _with_opened(builder, walk)
    opened = builder.session.rooms[walk.end]
    if not room.seen:
        opened = replace(opened, seen=True, heard=room.aloud)
    builder = builder.with_element("rooms", walk.end, opened)
    if not room.seen and room.aloud:
        builder = builder.with_fact("read_aloud", number=room.number, text=room.aloud)
    if any(fight.round for fight in session.encounters.values()):
        return builder.draft()
    if room.seen:
        starts = {room_of(session, who) for who in walk.movers} - {""}
        passages = max((passages_between(session, start, walk.end) for start in starts), default=0)
        return spend_time(builder, passages * session.turn_seconds).draft()
    builder = builder.with_deeds(("walk", walk.end))
    seconds = session.areas.get(room.area, Area()).pace or session.game.room_seconds
    if not seconds:
        return builder.with_fact("walk_untimed").draft()
    return pass_interval(builder, seconds, roll, "interval_passed").draft()


def _main_company(session: Session) -> tuple[str, ...]:
    main = main_room(session)
    return tuple(who for who in session.party() if not session.is_out(who) and room_of(session, who) == main)


def _key_behind(session: Session, start: str, side: str) -> str:
    """Find the key of the room behind an exit."""
    if not start:
        raise Refusal("nowhere_yet", known=", ".join(each.number for each in session.rooms.values()) or "—")
    room = require_room(session, start)
    if side not in room.exits:
        raise no_such_exit(session, room)
    return room.exits[side].to


def _stay_behind(builder: MoveBuilder, walk: Walk) -> MoveBuilder:
    """Write down where the others are who were only with the rest, so that they do not follow."""
    if not walk.start:
        return builder
    creatures = {
        who: replace(each, room=walk.start)
        if each.party and who not in walk.movers and room_of(builder.start, who) == walk.start
        else each
        for who, each in builder.session.creatures.items()
    }
    return builder.with_values(creatures=creatures)


def _with_opened(builder: MoveBuilder, walk: Walk) -> MoveBuilder:
    """Make the passage between two rooms known from both sides."""
    for one, other in ((walk.start, walk.end), (walk.end, walk.start)):
        if room := builder.session.rooms.get(one):
            exits = {
                side: replace(way, secret=False) if way.to == other else way
                for side, way in room.exits.items()
            }
            builder = builder.with_element("rooms", one, replace(room, exits=exits))
    return builder
