"""Rooms of an adventure, their exits, and what waits in them.

Players know a room by its number, once somebody has been there; its name and its texts are the GM's.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Annotated

from msgspec import Struct, field

from tracker.rules.fields import Name, Notes, Text, number, text
from tracker.rules.text import fold

OPPOSITE: Mapping[str, str] = {
    "n": "s",
    "s": "n",
    "e": "w",
    "w": "e",
    "ne": "sw",
    "sw": "ne",
    "nw": "se",
    "se": "nw",
    "up": "down",
    "down": "up",
}
"""The directions of exits, each with the one that leads back."""
FIRST_AREA = "1"
"""Key of the area of the first page, and of rooms made at the table."""
TEXT_LENGTH = 16_000
"""Letters of the longest text of a room or an area."""
ITEM_LENGTH = 1_000
MOST_ROOMS, MOST_EXITS, MOST_ITEMS = 200, 24, 40
"""Most rooms of a campaign, and exits and items of one room."""
_UNFIT = re.compile(r"[^\w-]+")
_PARTS = re.compile(r"\d+|\D+")


PageText = Annotated[str, text(TEXT_LENGTH)]


class Area(Struct, frozen=True):
    """The rooms of one page: an adventure, or a level of it."""

    name: Name = ""
    text: PageText = ""
    """What its page says of no room."""
    pace: Annotated[int, number(low=0)] = 0
    """Seconds of walking into an unseen room; 0 leaves it to the game."""
    rooms: tuple[Name, ...] = ()
    """Keys of the rooms that its page has."""


class Exit(Struct, frozen=True):
    """A way out of a room. Its key is a direction, or else the key of the room behind it."""

    to: Name = ""
    """Key of the room behind it."""
    secret: bool = False
    """Players learn of it only by passing through it."""
    implied: bool = False
    """Nobody wrote it: it is the way back of another exit, and goes with that."""
    about: Text = ""
    """What the GM wrote of it: a stuck door."""


ItemText = Annotated[str, text(ITEM_LENGTH)]


class ItemKind(StrEnum):
    """What an item is; its text is what stands behind the verb of the line that it plays."""

    CREATURES = "creatures"
    TRAP = "trap"
    LOOT = "loot"
    """Waits until the GM hands it out; all others are played as somebody enters."""
    LINE = "line"
    """A whole line, with its verb."""


class Item(Struct, frozen=True):
    """A line that waits in a room and is played once."""

    kind: ItemKind = ItemKind.LINE
    text: ItemText = ""
    done: bool = False
    """Its creatures have come, its trap is armed, its loot is taken; or it was refused."""
    refused: bool = False
    """It could not be played as somebody entered, and stays as a note."""
    trap: Name = ""
    """Name of the trap that it has armed."""


class PageCopy(Struct, frozen=True):
    """What the page of a room said when it was last applied: what differs now was changed since."""

    known: bool = False
    """Rooms by hand have no page, and earlier versions kept no copy."""
    name: Name = ""
    text: tuple[Name, ...] = ()
    """Fingerprints of the lines of the text."""
    aloud: Name = ""
    """Fingerprint of what is read aloud."""
    items: tuple[Name, ...] = ()
    """Keys of the items."""
    exits: Mapping[str, Exit] = field(default_factory=dict)


class Room(Struct, frozen=True):
    """A place of an adventure. Its page says the first fields; play makes the others.

    Its key stays when its number changes, since a room put in front of it moves all numbers.
    """

    number: Name = ""
    """As its page says, else its place there. No two rooms have the same: those of a second area that would
    are `2.1`.
    """
    name: Name = ""
    area: Name = FIRST_AREA
    """Key of its area."""
    text: PageText = ""
    """What the GM wrote about it."""
    aloud: Notes = ""
    """What is read aloud as somebody first enters."""
    items: Mapping[str, Item] = field(default_factory=dict)
    exits: Mapping[str, Exit] = field(default_factory=dict)
    page: PageCopy = PageCopy()
    seen: bool = False
    """Somebody of the party has been there."""
    status: Name = ""
    """Its state in the GM's own words: searched, on fire."""
    heard: Notes = ""
    """What was read aloud there."""


def room_key(rooms: Mapping[str, Room], room_number: str) -> str:
    """Find the key of the room with a number; empty if there is none."""
    folded = fold(room_number)
    return next((key for key, each in rooms.items() if fold(each.number) == folded), "")


def unused_room_key(rooms: Mapping[str, Room], room_number: str) -> str:
    """Make the key of a new room: its number, or that with a count; two GMs make the same."""
    key = _UNFIT.sub("-", fold(room_number)) or "-"
    keys = (key, *(f"{key}-{count}" for count in range(2, len(rooms) + 3)))
    return next(each for each in keys if each not in rooms)


def item_key(items: Mapping[str, Item], item: Item) -> str:
    """Make the key of a new item from its text, so that the same page gives everybody the same."""
    key = fingerprint(f"{item.kind} {item.text}")
    keys = (key, *(f"{key}-{count}" for count in range(2, len(items) + 3)))
    return next(each for each in keys if each not in items)


def fingerprint(text: str) -> str:
    """Shorten a text to what tells it from another."""
    return sha256(text.encode()).hexdigest()[:8]


def line_fingerprints(text: str) -> tuple[str, ...]:
    return tuple(map(fingerprint, text.splitlines()))


def in_order(rooms: Mapping[str, Room]) -> Iterator[tuple[str, Room]]:
    """Yield keys and rooms by number: 2 before 10, 2 before 2a."""
    yield from sorted(rooms.items(), key=lambda item: _number_order(item[1].number))


def _number_order(room_number: str) -> list[tuple[bool, int, str]]:
    parts = _PARTS.findall(fold(room_number))
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]
