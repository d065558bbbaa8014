"""Changes: the differences between two sessions, and folding them."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from tracker.rules.fields import LARGEST
from tracker.rules.refusal import Refusal
from tracker.rules.systems import RULED
from tracker.session.pending import concerns_nobody
from tracker.session.schema import (
    Keyed,
    Leaf,
    Listing,
    Record,
    Shape,
    decode,
    encode,
    hold_bounds,
    hold_counts,
    is_count,
    record_of_value,
    with_key,
)
from tracker.session.state import Session, session_shape


class How(StrEnum):
    """The operation at the end of a path."""

    BY = "+"
    """Add a difference to an amount, so that the changes of two GMs add up."""
    TO = "="
    """Set a value."""
    NEW = "new"
    """Add an element to a keyed collection."""
    GONE = "gone"
    """Remove an element."""


class Change(Struct, frozen=True):
    """One difference. `value` is the JSON value in the save."""

    path: tuple[str, ...]
    how: How
    value: Any = None


_PENDING = "pending"
Path = tuple[str, ...]
Cuts = dict[Path, int]
"""The shortfall of an event: what it took beyond what was there, by path."""


def source_path(change: Change) -> Path:
    """Find the coins or the thing that a change takes from; empty if it takes no goods.

    A difference of 0 counts too: with it an event names a taking that stays.
    """
    match change:
        case Change(("things", key), How.GONE) | Change(("things", key, "owner"), How.TO):
            return ("things", key)
        case Change(("things", key, "count"), How.BY, int(by)) if by <= 0:
            return ("things", key)
        case Change(("heap", _, _) | ("creatures", _, "purse", _), How.BY, int(by)) if by <= 0:
            return change.path
    return ()


def diff(old: Session, new: Session) -> tuple[Change, ...]:
    return tuple(_differences((), session_shape(old.system), old, new))


def set_whole(path: tuple[str, ...], value: Any) -> tuple[Change, ...]:
    """Set every field of the value at a path, even fields that stay equal.

    If two GMs set the value at once, one of the two values wins as a whole.
    """
    shape = record_of_value(type(value))
    return tuple(Change((*path, name), How.TO, encode(getattr(value, name))) for name in shape.fields)


def _differences(path: tuple[str, ...], shape: Shape, old: Any, new: Any) -> Iterator[Change]:
    if old is new or old == new:
        return
    match shape:
        case Record(kind=kind) if getattr(kind, "set_whole", False):
            yield from set_whole(path, new)
        case Record(fields=parts):
            for name, part in parts.items():
                yield from _differences((*path, name), part, getattr(old, name), getattr(new, name))
        case Keyed(element=element):
            differences = _count_differences if is_count(element) else _element_differences
            yield from differences(path, element, old, new)
        case Leaf(amount=True):
            yield Change(path, How.BY, new - old)
        case Leaf() | Listing():
            yield Change(path, How.TO, encode(new))


def _count_differences(
    path: tuple[str, ...], _element: Shape, old: Mapping[str, int], new: Mapping[str, int]
) -> Iterator[Change]:
    for key in dict.fromkeys((*old, *new)):
        if by := new.get(key, 0) - old.get(key, 0):
            yield Change((*path, key), How.BY, by)


def _element_differences(
    path: tuple[str, ...], element: Shape, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[Change]:
    for key in old:
        if key not in new:
            yield Change((*path, key), How.GONE)
    for key, value in new.items():
        if key in old:
            yield from _differences((*path, key), element, old[key], value)
        else:
            yield Change((*path, key), How.NEW, encode(value))


def unread_in(change: Change, system: str) -> Iterator[str]:
    """Yield the fields that a change sets and this version lacks: `notebook`, `creatures.mount`.

    Sheets and scene of a game from a text do not count: an earlier version of the text may have had more
    fields.
    """
    own = () if RULED not in system else ("sheet", "scene")
    yield from _unread_fields(session_shape(system), change.path, change.value, "", own)


def _unread_fields(shape: Shape, path: Path, value: Any, name: str, own: tuple[str, ...]) -> Iterator[str]:
    match shape:
        case Record(fields=parts) if path or isinstance(value, dict):
            for step, rest, part in [(path[0], path[1:], value)] if path else _steps(value):
                if step in parts and step not in own:
                    yield from _unread_fields(parts[step], rest, part, f"{name}.{step}", own)
                elif step not in parts and step != shape.own_key:
                    yield f"{name}.{step}".removeprefix(".")
        case Keyed(element=element) if path or isinstance(value, dict):
            for _key, rest, part in [(path[0], path[1:], value)] if path else _steps(value):
                yield from _unread_fields(element, rest, part, name, own)
        case Listing(item=item) if not path and isinstance(value, list):
            for each in value:
                yield from _unread_fields(item, (), each, name, own)


def _steps(value: Mapping[str, Any]) -> Iterator[tuple[str, Path, Any]]:
    return ((step, (), part) for step, part in value.items())


class Preview:
    """Remembers the session after some changes, so that applying the same changes again is free."""

    def __init__(self, session: Session) -> None:
        self._before = self._after = session
        self._changes: tuple[Change, ...] = ()
        self._cuts: dict[int, Cuts] = {}

    def apply(self, session: Session, changes: tuple[Change, ...]) -> Session:
        """Apply changes; the last question asked again gets the same answer."""
        if session is not self._before or changes != self._changes:
            cuts: dict[int, Cuts] = {}
            self._before, self._changes, self._after = session, changes, apply(session, (changes,), cuts)
            self._cuts = cuts
        return self._after

    @property
    def cuts(self) -> Cuts:
        """The shortfall of the last changes."""
        return self._cuts.get(0, {})


class _Open:
    """A struct or collection that changes in place. Its parts stay shared until they are opened."""

    __slots__ = ("parts", "shape")

    def __init__(self, shape: Record | Keyed, value: Any) -> None:
        self.shape = shape
        self.parts: dict[str, Any] = (
            dict(value) if isinstance(shape, Keyed) else {name: getattr(value, name) for name in shape.fields}
        )

    def shape_at(self, key: str) -> Shape | None:
        """Find the shape of a part; None if this version has no such part."""
        return self.shape.element if isinstance(self.shape, Keyed) else self.shape.fields.get(key)

    def open(self, key: str) -> "_Open | None":
        """Open a part for changes; None if the part is missing or is a single value."""
        part = self.parts.get(key)
        if isinstance(part, _Open):
            return part
        shape = self.shape_at(key)
        if part is None or not isinstance(shape, (Record, Keyed)):
            return None
        opened = self.parts[key] = _Open(shape, part)
        return opened

    def close(self) -> Any:
        parts = {key: part.close() if isinstance(part, _Open) else part for key, part in self.parts.items()}
        if isinstance(self.shape, Record):
            return self.shape.kind(**parts)
        element = self.shape.element
        if not isinstance(element, Record) or not element.own_key:
            return parts
        return {key: with_key(element, key, part) for key, part in parts.items()}


def apply(
    session: Session, batches: Iterable[tuple[Change, ...]], cuts: dict[int, Cuts] | None = None
) -> Session:
    """Apply the changes of each event, in order.

    Skips a change to a missing element, and one that this version cannot read. After each event, brings the
    touched values back within their bounds, and drops pending rolls whose subject is gone. `cuts` receives
    the shortfall of each event, by its place.
    """
    root = _Open(session_shape(session.system), session)
    for place, changes in enumerate(batches):
        touched: list[_Open] = []
        cut: Cuts = {}
        for change in changes:
            _apply_one(root, change, touched, cut)
        # Of merged copies, one may have undone what a roll is about while the other called for the roll.
        if any(_may_orphan_rolls(change) for change in changes):
            _drop_orphaned_rolls(root)
        if cut and cuts is not None:
            cuts[place] = cut
        for opened in touched:
            if isinstance(opened.shape, Record) and opened.shape.bounded:
                hold_bounds(opened.shape, opened.parts)
            elif isinstance(opened.shape, Keyed):
                hold_counts(opened.shape.element, opened.parts)
    result: Session = root.close()
    return result


def _may_orphan_rolls(change: Change) -> bool:
    return change.how is How.GONE or (change.how is How.NEW and change.path[0] == _PENDING)


def _drop_orphaned_rolls(root: _Open) -> None:
    def element_at(collection: str, key: str) -> Any:
        part = root.parts[collection]
        element = (part.parts if isinstance(part, _Open) else part).get(key)
        return element.close() if isinstance(element, _Open) else element

    waiting = root.parts[_PENDING]
    keys = list(waiting.parts if isinstance(waiting, _Open) else waiting)
    orphaned = [key for key in keys if concerns_nobody(element_at(_PENDING, key), element_at)]
    if orphaned and (opened := root.open(_PENDING)):
        for key in orphaned:
            del opened.parts[key]


def _may_create(holder: _Open, change: Change) -> bool:
    """Whether a change may create a missing part: a new element, or the first of a count."""
    counted = isinstance(holder.shape, Keyed) and is_count(holder.shape.element)
    return change.how is How.NEW or (change.how is How.BY and counted)


def _open_holder(root: _Open, path: Path) -> _Open | None:
    """Open what holds the end of a path; None if it is gone."""
    holder: _Open | None = root
    for step in path[:-1]:
        if holder is None:
            return None
        holder = holder.open(step)
    return holder


def _apply_one(root: _Open, change: Change, touched: list[_Open], cut: Cuts) -> None:
    holder = _open_holder(root, change.path)
    key = change.path[-1]
    shape = holder.shape_at(key) if holder else None
    if holder is None or shape is None or (key not in holder.parts and not _may_create(holder, change)):
        _record_shortfall(change, 0, cut)
        return
    touched.append(holder)
    match change.how:
        case How.TO | How.NEW:
            try:
                holder.parts[key] = decode(shape, change.value)
            except Refusal:
                return
        case How.BY:
            current = holder.parts.get(key, 0)
            if isinstance(shape, Leaf) and type(change.value) is int and type(current) is int:
                amount = current + change.value
                if shape.low is not None and amount < shape.low:
                    _record_shortfall(change, current - shape.low, cut)
                holder.parts[key] = max(-LARGEST, min(LARGEST, amount))
        case How.GONE:
            if isinstance(holder.shape, Keyed):
                del holder.parts[key]


def _record_shortfall(change: Change, available: int, cut: Cuts) -> None:
    """Record how much a change takes beyond what is there."""
    if change.how is How.BY and type(change.value) is int and change.value < 0:
        cut[change.path] = -change.value - available
