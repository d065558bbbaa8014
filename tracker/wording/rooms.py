"""Rooms in words."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from tracker.session.public import PublicRoom
from tracker.session.rooms import Exit, Item, ItemKind, Room
from tracker.wording.messages import say
from tracker.wording.plan import Drawing, Mark, Spot, Way, lay_out
from tracker.wording.words import forms_of, term, words_of


def side_text(side: str) -> str:
    """Name a direction, `norte`; empty for an exit that has none."""
    return term(words_of(""), "direction", side) if side else ""


def room_label(room: Room) -> str:
    """Name a room for the GM: `3 Cripta`."""
    return " ".join(filter(None, [room.number, room.name]))


def exits_text(rooms: Mapping[str, Room], room: Room) -> str:
    """List the exits of a room for the GM: `norte 2, este 3 (secreta, puerta atascada)`."""
    return ", ".join(_exit_text(rooms, side, each) for side, each in room.exits.items())


def brief_exits_text(rooms: Mapping[str, Room], room: Room, *, short: bool) -> str:
    """List the exits of a room without what is written of them: `norte 2, este 3 (secreta)`.

    `short` abbreviates directions, and puts what is secret in brackets: `n 2, (e 3)`.
    """
    return ", ".join(_brief_exit_text(rooms, side, each, short=short) for side, each in room.exits.items())


def _brief_exit_text(rooms: Mapping[str, Room], side: str, way: Exit, *, short: bool) -> str:
    if not short:
        return _exit_text(rooms, side, replace(way, about=""))
    number = rooms[way.to].number if way.to in rooms else way.to
    forms = [] if side == way.to else forms_of(words_of(""), "direction", side)
    text = " ".join(filter(None, [min(forms, key=len, default=""), number]))
    return f"({text})" if way.secret else text


def _exit_text(rooms: Mapping[str, Room], side: str, way: Exit) -> str:
    number = rooms[way.to].number if way.to in rooms else way.to
    about = ", ".join(filter(None, [say("rooms.secret") if way.secret else "", way.about]))
    return way_text("" if side == way.to else side, number) + (f" ({about})" if about else "")


def way_text(side: str, to: str) -> str:
    return " ".join(filter(None, [side_text(side), to]))


def public_room_text(room: PublicRoom) -> str:
    """Write a room for the players: `Sala 2: sur 1, este ? · aquí · «Huele a humo»`."""
    ways = ", ".join(way_text(each.side, each.to or "?") for each in room.ways)
    text = say("rooms.public", number=room.number, name=room.name, ways=ways)
    heard = say("rooms.heard", text=" ".join(room.heard.split())) if room.here and room.heard else ""
    return " · ".join(filter(None, [text, say("rooms.here") if room.here else "", heard]))


def public_plan(rooms: Sequence[PublicRoom], *, unicode: bool) -> list[str]:
    """Draw the floors of the rooms that players have seen, made of these rooms and their ways alone."""
    spots: dict[str, Spot] = {}
    unseen: dict[str, Spot] = {}
    for room in rooms:
        ways: list[Way] = []
        for place, way in enumerate(room.ways):
            to = way.to or f"{room.number}?{place}"
            ways.append(Way(way.side, to))
            if not way.to:
                unseen[to] = Spot("?", Mark.UNSEEN)
        spots[room.number] = Spot(room.number, Mark.HERE if room.here else Mark.SEEN, tuple(ways))
    plan = lay_out(spots | unseen)
    lines: list[str] = []
    for floor in plan.floors:
        drawing = Drawing(plan, floor, spots | unseen, unicode=unicode)
        rows = ["".join(text for text, _mark, _key in row).rstrip() for row in drawing.rows()]
        lines += [*([""] if lines else []), *rows]
    return lines


def item_text(item: Item) -> str:
    """Write what waits in a room, `criaturas: 3 goblin`; what is over has a sign behind it."""
    text = f"{term(words_of(''), 'room_item', item.kind)}: {item.text}"
    if not item.done:
        return text
    if item.refused:
        return f"{text} ({say('rooms.refused')})"
    return f"{text} ({say('rooms.taken' if item.kind is ItemKind.LOOT else 'rooms.done')})"


def room_texts(room: Room) -> Iterator[str]:
    """Yield what the GM reads of a room, below its name."""
    if room.aloud:
        yield say("rooms.heard", text=room.aloud)
    yield from map(item_text, room.items.values())
    yield from filter(None, room.text.split("\n"))
