"""Moves of a page: its rooms become rooms of the campaign, and what play has made of them stays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.features.adventure.page import Page, PageRoom
from tracker.features.adventure.page.lines import PageLine
from tracker.features.adventure.page.sections import key_of
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.move_builder import MoveBuilder
from tracker.session.rooms import (
    FIRST_AREA,
    MOST_EXITS,
    MOST_ITEMS,
    MOST_ROOMS,
    OPPOSITE,
    TEXT_LENGTH,
    Area,
    Exit,
    Item,
    ItemKind,
    PageCopy,
    Room,
    fingerprint,
    in_order,
    item_key,
    line_fingerprints,
    unused_room_key,
)
from tracker.session.state import Session
from tracker.session.text import clean

_LETTERS = "bcdefghijklmnopqrstuvwxyz"
_KINDS = {
    "creatures": ItemKind.CREATURES,
    "hidden_creatures": ItemKind.CREATURES,
    "loot": ItemKind.LOOT,
    "hidden_loot": ItemKind.LOOT,
    "trap": ItemKind.TRAP,
}
"""What waits in a room, by the keyword of its line; any other line is played whole."""


class PlannedPage(Struct, frozen=True):
    """What a page will make of the rooms of a campaign."""

    area: str
    """Key of its area."""
    keys: Mapping[str, str]
    """For each room of the page, by its key there, the key in the campaign."""
    rooms: Mapping[str, Room]
    """All rooms of the campaign afterwards."""
    new: tuple[str, ...] = ()
    """Keys of new rooms."""
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Keys of rooms that the page had and has no more: unseen and empty, they leave."""
    kept: tuple[str, ...] = ()
    """Those of them that stay, because somebody was there."""
    guessed: tuple[str, ...] = ()
    """Keys of rooms that were recognised by their name or their number alone."""
    taken: tuple[tuple[str, str], ...] = ()
    """Key and direction of each way back that has no direction, because another exit has it."""


def plan_page(session: Session, page: Page, starts: Mapping[str, str]) -> PlannedPage:
    """Plan the rooms of a page; `starts` are the words before what is typed, by keyword.

    Rooms are recognised by number and name, else by the only same name, else by number. Raises
    `too_many_rooms`.
    """
    area = _area_of(session, page)
    own = {key: room for key, room in session.rooms.items() if room.area == area}
    matches, guessed = _match_rooms(page, own, area)
    others = {key: room for key, room in session.rooms.items() if room.area != area}
    rooms, keys = {**session.rooms}, dict[str, str]()
    for each in page.rooms:
        key = matches.get(each.key) or unused_room_key(rooms, each.number)
        keys[each.key] = key
        number = _number_beside(each.number, area, others)
        rooms[key] = _with_page(_with_copy(session, key), each, number, area, starts)
    rooms, taken = _with_exits(rooms, page, keys)
    gone, kept = _gone_rooms(session, area, keys)
    rooms = _renumber(_without_rooms(rooms, gone), kept)
    if len(rooms) > MOST_ROOMS:
        raise Refusal("too_many_rooms", most=MOST_ROOMS)
    return PlannedPage(
        area,
        keys,
        rooms,
        new=tuple(key for key in keys.values() if key not in session.rooms),
        changed=tuple(
            key
            for key in keys.values()
            if key in session.rooms and _is_changed(session.rooms[key], rooms[key])
        ),
        gone=gone,
        kept=kept,
        guessed=guessed,
        taken=taken,
    )


def _is_changed(old: Room, new: Room) -> bool:
    return replace(new, page=old.page) != old


def apply_page(session: Session, page: Page, planned: PlannedPage, pace: int, title: str) -> MoveBuilder:
    """Apply a plan; refuses `page_unchanged` if everything is so already."""
    old = session.areas.get(planned.area, Area())
    area = replace(
        old,
        name=page.title or old.name or title,
        text=page.text,
        pace=pace or old.pace,
        rooms=(*planned.keys.values(), *planned.kept),
    )
    if area == old and planned.rooms == session.rooms:
        raise Refusal("page_unchanged", name=area.name)
    builder = MoveBuilder.for_session(session).with_values(rooms=planned.rooms)
    return builder.with_element("areas", planned.area, area).with_fact(
        "page_applied",
        name=area.name,
        rooms=len(page.rooms),
        new=len(planned.new) if session.rooms else 0,
        changed=_numbers(planned.rooms, planned.changed),
        gone=_numbers(session.rooms, planned.gone),
        kept=_numbers(planned.rooms, planned.kept),
    )


def _numbers(rooms: Mapping[str, Room], keys: Sequence[str]) -> str:
    return ", ".join(room.number for key, room in in_order(rooms) if key in keys)


# Which area, and which room is which.
def _area_of(session: Session, page: Page) -> str:
    """Find the area of a page: that of its title, or with most of its rooms; else it is a new one."""
    with_pages = {key: area for key, area in session.areas.items() if area.rooms}
    titles = [key for key, area in with_pages.items() if page.title and fold(area.name) == fold(page.title)]
    if titles or not with_pages:
        return titles[0] if titles else FIRST_AREA
    own = {each.key: fold(each.name) for each in page.rooms}
    names = Counter(own.values())
    shared = Counter(
        room.area
        for room in session.rooms.values()
        if own.get(_own_number(room, room.area)) == fold(room.name)
        or (room.name and names[fold(room.name)] == 1)
    )
    [(best, count)] = shared.most_common(1) or [(FIRST_AREA, 0)]
    if best in with_pages and 2 * count >= len(page.rooms):
        return best
    return str(1 + max(int(key) for key in session.areas if key.isdecimal()))


def _own_number(room: Room, area: str) -> str:
    """Remove the number of the area that stands before that of a room."""
    return key_of(room.number).removeprefix(f"{area}.")


def _number_beside(number: str, area: str, others: Mapping[str, Room]) -> str:
    """Put the number of the area before that of a room, if a room of another area has the same."""
    taken = {key_of(each.number) for each in others.values()}
    return f"{area}.{number}" if key_of(number) in taken else number


def _match_rooms(page: Page, own: Mapping[str, Room], area: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Find the room of the campaign for each room of a page, and those that are a guess."""
    matches, left = dict[str, str](), dict(own)
    guessed = list[str]()
    for is_sure, pairs in (
        (True, _by_number_and_name),
        (False, _by_name),
        (False, _by_number),
    ):
        rest = [each for each in page.rooms if each.key not in matches]
        for page_key, key in pairs(rest, left, area):
            matches[page_key] = key
            del left[key]
            if not is_sure:
                guessed.append(key)
    return matches, tuple(guessed)


def _by_number_and_name(
    page_rooms: Sequence[PageRoom], own: Mapping[str, Room], area: str
) -> list[tuple[str, str]]:
    keys = {(_own_number(room, area), fold(room.name)): key for key, room in own.items()}
    found = ((each.key, keys.get((each.key, fold(each.name)))) for each in page_rooms)
    return [(page_key, key) for page_key, key in found if key]


def _by_name(page_rooms: Sequence[PageRoom], own: Mapping[str, Room], area: str) -> list[tuple[str, str]]:
    """Match names that one room has on either side."""
    old_names = Counter(fold(room.name) for room in own.values() if room.name)
    new_names = Counter(fold(each.name) for each in page_rooms if each.name)
    keys = {fold(room.name): key for key, room in own.items() if old_names[fold(room.name)] == 1}
    return [
        (each.key, keys[fold(each.name)])
        for each in page_rooms
        if new_names[fold(each.name)] == 1 and fold(each.name) in keys
    ]


def _by_number(page_rooms: Sequence[PageRoom], own: Mapping[str, Room], area: str) -> list[tuple[str, str]]:
    keys = {_own_number(room, area): key for key, room in own.items()}
    return [(each.key, keys[each.key]) for each in page_rooms if each.key in keys]


# What a page says of a room.
def _with_page(old: Room, new: PageRoom, number: str, area: str, starts: Mapping[str, str]) -> Room:
    """Give a room what its page says; what the GM changed at the table stays until the page changes it too.

    The GM's text stays even then, below that of the page.
    """
    items = _keyed_items([_item_of(each, starts) for each in new.orders])
    page = replace(
        old.page,
        name=new.name,
        text=line_fingerprints(new.notes),
        aloud=fingerprint(new.aloud),
        items=(*items,),
    )
    return replace(
        old,
        number=number,
        name=new.name if page.name != old.page.name else old.name,
        area=area,
        text=_joined_text(new.notes, old) if page.text != old.page.text else old.text,
        aloud=new.aloud if page.aloud != old.page.aloud else old.aloud,
        items=_with_state(items, old),
        page=page,
    )


def _with_copy(session: Session, key: str) -> Room:
    """Look up a room with a copy of what its page said; of a room that had no page the copy is empty.

    An earlier version kept none: then all that is there is the page's, but exits to rooms of other pages.
    """
    room = session.rooms.get(key, Room())
    if room.page.known:
        return room
    page, of_page = PageCopy(True, aloud=fingerprint("")), session.areas.get(room.area, Area()).rooms
    if key in of_page:
        page = PageCopy(
            True,
            room.name,
            line_fingerprints(room.text),
            fingerprint(room.aloud),
            (*room.items,),
            {side: way for side, way in room.exits.items() if way.implied or way.to in of_page},
        )
    return replace(room, page=page)


def _joined_text(new: str, old: Room) -> str:
    """Put the lines that the GM wrote at the table, and the page lacks, below those of the page."""
    of_page = {"", *new.splitlines()}
    missing = [
        each
        for each in old.text.splitlines()
        if each not in of_page and fingerprint(each) not in old.page.text
    ]
    return clean("\n\n".join(filter(None, (new, "\n".join(missing)))), TEXT_LENGTH, lines=True)


def _item_of(line: PageLine, starts: Mapping[str, str]) -> Item:
    kind = _KINDS.get(line.keyword, ItemKind.LINE)
    return Item(kind, f"{starts.get(line.keyword, '')} {line.typed}".strip())


def _keyed_items(new: Sequence[Item]) -> dict[str, Item]:
    """Key new items, equal ones by their count."""
    items = dict[str, Item]()
    for each in new:
        items[item_key(items, each)] = each
    return items


def _with_state(new: Mapping[str, Item], room: Room) -> dict[str, Item]:
    """Carry over what play has made of the items of a room.

    An item that was rewritten takes the place of an old one of its kind; what was refused waits anew. Those
    that the GM added stay, and those that the GM removed stay away.
    """
    old, page = room.items, room.page
    items = {key: old.get(key, each) for key, each in new.items() if key in old or key not in page.items}
    own = {key: each for key, each in old.items() if key not in items}
    by_hand = {key: each for key, each in own.items() if key not in page.items}
    lost = [each for key, each in own.items() if key not in by_hand and not each.refused]
    for key in [key for key in items if key not in old]:
        if before := next((each for each in lost if each.kind is items[key].kind), None):
            lost.remove(before)
            items[key] = replace(items[key], done=before.done, trap=before.trap)
    return dict([*items.items(), *by_hand.items()][:MOST_ITEMS])


def _with_exits(
    rooms: Mapping[str, Room], page: Page, keys: Mapping[str, str]
) -> tuple[dict[str, Room], tuple[tuple[str, str], ...]]:
    """Give the rooms of a page their exits, with the ways back that nobody wrote; what play made stays."""
    exits = {keys[each.key]: dict(_exits_of(each, keys)) for each in page.rooms}
    taken = list[tuple[str, str]]()
    for each in page.rooms:
        key = keys[each.key]
        for new in each.exits:
            to = keys[new.to]
            if new.one_way or any(way.to == key for way in exits[to].values()):
                continue
            side = OPPOSITE.get(new.side, key)
            if side in exits[to]:
                taken.append((to, side))
                side = key
            if len(exits[to]) < MOST_EXITS:
                exits[to][side] = Exit(key, new.secret, implied=True)
    changed = {
        key: replace(
            rooms[key],
            exits=_merged_exits(rooms, key, exits[key]),
            page=replace(rooms[key].page, exits=exits[key]),
        )
        for key in exits
    }
    return {**rooms, **changed}, tuple(taken)


def _exits_of(page_room: PageRoom, keys: Mapping[str, str]) -> Iterator[tuple[str, Exit]]:
    """Yield the exits of a room as the page has them.

    Of two at the same side, the second has no direction; one that is there twice counts once.
    """
    sides = dict[str, str]()
    for new in page_room.exits:
        to = keys[new.to]
        side = new.side if sides.get(new.side, to) == to and new.side else to
        if side in sides:
            continue
        sides[side] = to
        yield side, Exit(to, new.secret, about=new.about)


def _merged_exits(rooms: Mapping[str, Room], key: str, new: Mapping[str, Exit]) -> dict[str, Exit]:
    """Join the exits of a page with those of play: what the GM opened, closed or rewrote by hand stays.

    A new exit of the page whose side the GM has given to another has no direction. A way back that nobody
    wrote gives way to one of the page.
    """
    old, before = rooms[key].exits, rooms[key].page.exits
    merged = {
        side: way
        for side, way in old.items()
        if way.to in rooms
        and not any(_leads_alike(side, way, *each) for each in (*before.items(), *new.items()))
        and not (way.implied and any(each.to == way.to for each in new.values()))
    }
    for side, way in new.items():
        own_way = old.get(side)
        if any(_leads_alike(side, way, *each) for each in before.items()):
            if own_way is None or own_way.to != way.to:
                continue
            if before[side] == way:
                merged[side] = own_way
                continue
        free_side = way.to if side in merged else side
        if free_side not in merged and len(merged) < MOST_EXITS:
            merged[free_side] = _kept_open(rooms, key, way)
    return merged


def _leads_alike(side: str, way: Exit, other_side: str, other: Exit) -> bool:
    return side == other_side and way.to == other.to


def _kept_open(rooms: Mapping[str, Room], key: str, way: Exit) -> Exit:
    """Keep a secret exit open that somebody has passed through."""
    old = [each for each in rooms[key].exits.values() if each.to == way.to]
    was_used = bool(old) and not old[0].secret and rooms[key].seen and rooms[way.to].seen
    return replace(way, secret=False) if was_used else way


def _gone_rooms(
    session: Session, area: str, keys: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the rooms that the page had and has no more: those that leave, and those that stay."""
    left = [
        key
        for key in session.areas.get(area, Area()).rooms
        if key in session.rooms and key not in keys.values()
    ]
    peopled = {each.room for each in session.creatures.values()}
    kept = tuple(
        key for key in left if session.rooms[key].seen or session.rooms[key].status or key in peopled
    )
    return tuple(key for key in left if key not in kept), kept


def _without_rooms(rooms: Mapping[str, Room], gone: Sequence[str]) -> dict[str, Room]:
    """Remove rooms with the exits that lead there."""
    left = {key: room for key, room in rooms.items() if key not in gone}
    return {
        key: room
        if all(way.to in left for way in room.exits.values())
        else replace(room, exits={side: way for side, way in room.exits.items() if way.to in left})
        for key, room in left.items()
    }


def _renumber(rooms: dict[str, Room], kept: Sequence[str]) -> dict[str, Room]:
    """Put a letter behind the number of a room that stays, if a room of the page has its number now."""
    numbers = Counter(key_of(room.number) for room in rooms.values())
    for key in kept:
        number = rooms[key].number
        if numbers[key_of(number)] > 1:
            free = next(
                f"{number}{letter}" for letter in _LETTERS if not numbers[key_of(f"{number}{letter}")]
            )
            numbers[key_of(free)] += 1
            rooms[key] = replace(rooms[key], number=free)
    return rooms
