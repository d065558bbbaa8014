"""The plan of an adventure, drawn from the directions of its exits.

Each passage is one square, up to four if that one is taken. Where directions contradict each other a room
stands on the nearest free square. Up and down are floors.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import count

from msgspec import Struct

_STEPS = {
    "n": (0, -1),
    "s": (0, 1),
    "e": (1, 0),
    "w": (-1, 0),
    "ne": (1, -1),
    "nw": (-1, -1),
    "se": (1, 1),
    "sw": (-1, 1),
}
_FLOORS = {"up": 1, "down": -1}
_LONGEST = 4
"""The most squares of one passage."""
_AROUND = ("e", "s", "w", "n", "se", "sw", "ne", "nw")
"""Where a room stands to which no direction leads, best first."""
Square = tuple[int, int, int]
"""Column, row and floor."""


class Way(Struct, frozen=True):
    """An exit on the plan."""

    side: str
    """Its direction; empty if it has none."""
    to: str
    secret: bool = False


class Mark(StrEnum):
    """What a part of the plan is."""

    WAY = "way"
    SEEN = "seen"
    UNSEEN = "unseen"
    HERE = "here"
    """Somebody of the party is there."""


_BRACKETS = {Mark.SEEN: "[]", Mark.UNSEEN: "()", Mark.HERE: "<>"}


class Spot(Struct, frozen=True):
    """A room on the plan."""

    label: str
    mark: Mark
    ways: tuple[Way, ...] = ()


class Plan(Struct, frozen=True):
    """The square of each room, and the rooms that an exit contradicts."""

    squares: Mapping[str, Square]
    odd: frozenset[str]

    @property
    def floors(self) -> tuple[int, ...]:
        """The floors from the top."""
        return tuple(sorted({floor for _x, _y, floor in self.squares.values()}, reverse=True))


def lay_out(spots: Mapping[str, Spot]) -> Plan:
    """Give each room a square, breadth first from the first one; what is not joined to it stands apart."""
    squares: dict[str, Square] = {}
    taken: set[Square] = set()
    for first in spots:
        if first not in squares:
            right = max((x for x, _y, _floor in taken), default=-2) + 2
            _spread(first, (right, 0, 0), spots, squares, taken)
    odd = frozenset(key for key, spot in spots.items() for way in spot.ways if not _fits(squares, key, way))
    return Plan(squares, odd)


def _spread(
    first: str, square: Square, spots: Mapping[str, Spot], squares: dict[str, Square], taken: set[Square]
) -> None:
    squares[first] = square
    taken.add(square)
    ahead = deque([first])
    while ahead:
        key = ahead.popleft()
        for way in sorted(spots[key].ways, key=lambda each: not each.side):
            if way.to in spots and way.to not in squares:
                squares[way.to] = next(each for each in _candidates(squares[key], way) if each not in taken)
                taken.add(squares[way.to])
                ahead.append(way.to)


def _candidates(square: Square, way: Way) -> Iterator[Square]:
    """Yield the squares for the room behind a way, best first."""
    x, y, floor = square
    floor += _FLOORS.get(way.side, 0)
    if way.side in _FLOORS:
        yield x, y, floor
    sides = (way.side,) if way.side in _STEPS else _AROUND
    for length in range(1, _LONGEST + 1):
        for side in sides:
            across, down = _STEPS[side]
            yield x + across * length, y + down * length, floor
    for reach in count(1):
        for column in range(-reach, reach + 1):
            for row in range(-reach, reach + 1):
                if max(abs(column), abs(row)) == reach:
                    yield x + column, y + row, floor


def _fits(squares: Mapping[str, Square], key: str, way: Way) -> bool:
    """Whether the room behind a way stands where its direction leads, with no other room between."""
    if way.to not in squares or not way.side:
        return True
    (x, y, floor), (other_x, other_y, other_floor) = squares[key], squares[way.to]
    if way.side in _FLOORS:
        return other_floor - floor == _FLOORS[way.side]
    across, down = _STEPS[way.side]
    length = max(abs(other_x - x), abs(other_y - y))
    between = {(x + across * step, y + down * step, floor) for step in range(1, length)}
    is_straight = (x + across * length, y + down * length, floor) == (other_x, other_y, other_floor)
    return is_straight and between.isdisjoint(squares.values())


Run = tuple[str, Mark, str]
"""A piece of a line: its text, what it is, and the key of its room."""


class Drawing:
    """One floor of a plan as lines of runs."""

    def __init__(self, plan: Plan, floor: int, spots: Mapping[str, Spot], *, unicode: bool) -> None:
        self._signs = _UNICODE if unicode else _PLAIN
        self._plan, self._spots = plan, spots
        on_floor = {key: (x, y) for key, (x, y, f) in plan.squares.items() if f == floor}
        left = min((x for x, _y in on_floor.values()), default=0)
        top = min((y for _x, y in on_floor.values()), default=0)
        self._squares = {key: (x - left, y - top) for key, (x, y) in on_floor.items()}
        self.cell = max((len(spots[key].label) for key in on_floor), default=1) + 2
        """Width of a room with its brackets."""
        self._pitch = self.cell + 3
        columns = max((x for x, _y in self._squares.values()), default=-1) + 1
        rows = max((y for _x, y in self._squares.values()), default=-1) + 1
        self._grid: list[list[Run]] = [
            [(" ", Mark.WAY, "")] * (columns * self._pitch) for _ in range(max(0, rows * 2 - 1))
        ]
        for key in self._squares:
            for way in spots[key].ways:
                self._draw_way(key, way)
        for key in self._squares:
            self._draw_room(key)

    def place_of(self, key: str) -> tuple[int, int]:
        """Column and line of the middle of a room; the first ones for a room of another floor."""
        x, y = self._squares.get(key, (0, 0))
        return x * self._pitch + self.cell // 2, y * 2

    def rows(self) -> list[list[Run]]:
        return self._grid

    def _put(self, column: int, row: int, text: str, mark: Mark = Mark.WAY, key: str = "") -> None:
        for place, letter in enumerate(text):
            if 0 <= row < len(self._grid) and 0 <= column + place < len(self._grid[row]):
                self._grid[row][column + place] = (letter, mark, key)

    def _draw_room(self, key: str) -> None:
        (x, y), spot = self._squares[key], self._spots[key]
        brackets = _BRACKETS[spot.mark]
        text = f"{brackets[0]}{spot.label:>{self.cell - 2}}{brackets[1]}"
        self._put(x * self._pitch, y * 2, text, spot.mark, key)
        floors = "".join(sign for side, sign in self._signs.floors.items() if _has(spot.ways, side))
        more = floors + ("*" if key in self._plan.odd else "")
        if more:
            self._put(x * self._pitch + self.cell, y * 2, more[:3])

    def _draw_way(self, key: str, way: Way) -> None:
        """Draw a way to another room of the floor, if that stands where the way leads."""
        if way.to not in self._squares or way.side not in _STEPS or not _fits(self._plan.squares, key, way):
            return
        (x, y), (other_x, other_y) = self._squares[key], self._squares[way.to]
        across, down = _STEPS[way.side]
        if across and down:
            if abs(other_x - x) == 1:
                sign = self._signs.falling if across == down else self._signs.rising
                column = min(x, other_x) * self._pitch + self.cell + 1
                self._put(column, min(y, other_y) * 2 + 1, self._signs.secret if way.secret else sign)
            return
        if across:
            first, last = sorted((x, other_x))
            sign = self._signs.secret if way.secret else self._signs.level
            length = (last - first) * self._pitch - self.cell
            self._put(first * self._pitch + self.cell, y * 2, sign * length)
            return
        first, last = sorted((y, other_y))
        sign = self._signs.secret if way.secret else self._signs.upright
        for row in range(first * 2 + 1, last * 2):
            self._put(x * self._pitch + self.cell // 2, row, sign)


class _Signs(Struct, frozen=True):
    level: str
    upright: str
    falling: str
    rising: str
    secret: str
    floors: Mapping[str, str]


_UNICODE = _Signs("─", "│", "╲", "╱", "·", {"up": "▲", "down": "▼"})
_PLAIN = _Signs("-", "|", "\\", "/", ".", {"up": "^", "down": "v"})


def _has(ways: Iterable[Way], side: str) -> bool:
    return any(each.side == side for each in ways)
