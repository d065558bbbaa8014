"""The shape of saved values, read once from their dataclasses: encode, decode, and what may be believed."""

import types
import typing
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from tracker.rules.fields import AMOUNT, HIGH, LARGEST, LENGTH, LOW, NAME_LENGTH, TEXT_LENGTH
from tracker.rules.record import MISSING, dataclass, fields, is_dataclass
from tracker.rules.refusal import Refusal
from tracker.session.text import clean

MOST_ELEMENTS = 2_000
MOST_ITEMS = 1_000


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value: text, number, yes or no, or one of a closed set."""

    kinds: tuple[type, ...]
    amount: bool = False
    low: int | None = None
    high: int | str | None = None
    length: int = TEXT_LENGTH


@dataclass(frozen=True, slots=True)
class Listing:
    """An ordered tuple, replaced as a whole."""

    item: "Shape"


@dataclass(frozen=True, slots=True)
class Keyed:
    """A collection whose elements come and go by key."""

    element: "Shape"


@dataclass(frozen=True, slots=True)
class Struct:
    """A frozen dataclass, field by field."""

    cls: type
    fields: Mapping[str, "Shape"]
    defaults: Mapping[str, Any]
    bounded: tuple[str, ...]


Shape = Leaf | Listing | Keyed | Struct

type_hints = cache(typing.get_type_hints)


def shape_of(kind: Any, metadata: Mapping[str, Any], stand_ins: Mapping[type, type]) -> Shape:
    """Return the shape of a type; `stand_ins` maps a base class (a sheet) to the system's own."""
    kind = stand_ins.get(kind, kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return struct_of(kind, stand_ins)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return Listing(shape_of(arguments[0], metadata, stand_ins))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return Keyed(shape_of(arguments[1], metadata, stand_ins))
    if origin in (types.UnionType, typing.Union):
        return _leaf(arguments, metadata)
    return _leaf((kind,), metadata)


def _leaf(kinds: tuple[Any, ...], metadata: Mapping[str, Any]) -> Leaf:
    return Leaf(
        kinds,
        amount=metadata.get(AMOUNT, False),
        low=metadata.get(LOW),
        high=metadata.get(HIGH),
        length=metadata.get(LENGTH, TEXT_LENGTH),
    )


def struct_of(cls: type, stand_ins: Mapping[type, type]) -> Struct:
    """Return the shape of a frozen dataclass."""
    hints = type_hints(cls)
    shapes: dict[str, Shape] = {}
    defaults: dict[str, Any] = {}
    for each in fields(cls):
        shapes[each.name] = shape_of(hints[each.name], each.metadata, stand_ins)
        if each.default is not MISSING:
            defaults[each.name] = each.default
        elif each.default_factory is not MISSING:
            defaults[each.name] = each.default_factory()
    bounded = tuple(
        name
        for name, shape in shapes.items()
        if isinstance(shape, Leaf) and (shape.low is not None or shape.high is not None)
    )
    return Struct(cls, shapes, defaults, bounded)


def encode(value: Any) -> Any:
    """Return the JSON value of a field, element or dataclass; fields at their default are left out."""
    if is_dataclass(value):
        shape = struct_of_value(type(value))
        return {
            name: encode(part)
            for name in shape.fields
            if (part := getattr(value, name)) != shape.defaults.get(name, MISSING)
        }
    if isinstance(value, Mapping):
        return {key: encode(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [encode(part) for part in value]
    return str(value) if isinstance(value, str) else value


_known: dict[type, Struct] = {}


def struct_of_value(cls: type) -> Struct:
    """Return the shape of a dataclass that contains no stand-ins."""
    if cls not in _known:
        _known[cls] = struct_of(cls, {})
    return _known[cls]


def decode(shape: Shape, raw: Any) -> Any:
    """Return the value that `raw` stands for.

    Raises `Refusal("bad_value")` when its type, length or range is not the declared one. Unknown fields of
    a newer version are skipped.
    """
    match shape:
        case Leaf():
            return raw if _is_as_declared(shape, raw) else _decode_leaf(shape, raw)
        case Listing(item):
            items = _believe(raw, list, MOST_ITEMS)
            return tuple(decode(item, each) for each in items)
        case Keyed(element):
            parts = _believe(raw, dict, MOST_ELEMENTS)
            return {_key(key): decode(element, part) for key, part in parts.items()}
        case Struct():
            return _decode_struct(shape, _believe(raw, dict, MOST_ELEMENTS))


def _decode_struct(shape: Struct, raw: Mapping[str, Any]) -> Any:
    values = dict(shape.defaults)
    for name, part in raw.items():
        field = shape.fields.get(name)
        if field is not None:
            values[name] = part if _is_as_declared(field, part) else decode(field, part)
    if len(values) < len(shape.fields):
        missing = shape.fields.keys() - values.keys()
        raise Refusal("bad_value", value=", ".join(sorted(missing)))
    hold_bounds(shape, values)
    return shape.cls(**values)


def is_plain(shape: Struct, raw: Any) -> bool:
    """Whether a dataclass is written as plainly as nearly every one is, so that `decode` would not refuse it.

    It is for those who only want to know: it makes nothing, and leaves all that is not plain to `decode`.
    """
    if type(raw) is not dict or len(raw) > MOST_ELEMENTS:
        return False
    named = 0
    for name, part in raw.items():
        field = shape.fields.get(name)
        if field is None:
            continue
        if type(field) is Leaf:
            kind = type(part)
            if kind not in field.kinds or (kind is int and not -LARGEST <= part <= LARGEST):
                return False
        elif not _is_plain_listing(field, part):
            return False
        named += name not in shape.defaults
    return named + len(shape.defaults) == len(shape.fields)


def _is_plain_listing(shape: Shape, raw: Any) -> bool:
    return (
        isinstance(shape, Listing)
        and isinstance(item := shape.item, Struct)
        and type(raw) is list
        and len(raw) <= MOST_ITEMS
        and all(is_plain(item, each) for each in raw)
    )


def _is_as_declared(shape: Shape, raw: Any) -> bool:
    """Whether a value is plainly what a leaf declares, as nearly every one is: then it stands for itself."""
    kind = type(raw)
    if type(shape) is not Leaf or kind not in shape.kinds:
        return False
    if kind is str:
        return len(raw) <= shape.length and raw.isprintable()
    return kind is not int or abs(raw) <= LARGEST


def _decode_leaf(shape: Leaf, raw: Any) -> Any:
    for kind in shape.kinds:
        if kind is int and type(raw) is int and abs(raw) <= LARGEST:
            return raw
        if kind is str and isinstance(raw, str):
            return clean(raw, shape.length, lines=shape.length > TEXT_LENGTH)
        if kind is bool and isinstance(raw, bool):
            return raw
        if kind is types.NoneType and raw is None:
            return None
        if isinstance(raw, str) and raw in _members(kind):
            return _members(kind)[raw]
    raise Refusal("bad_value", value=clean(str(raw), NAME_LENGTH))


@cache
def _members(kind: type) -> Mapping[str, str]:
    """Return the values of a closed set, ours or the standard library's; of any other kind, none."""
    return {str(each): each for each in kind} if issubclass(kind, str) and isinstance(kind, Iterable) else {}


def _believe(raw: Any, kind: type, most: int) -> Any:
    if not isinstance(raw, kind) or len(raw) > most:  # type: ignore[arg-type]  # list or dict: both sized
        raise Refusal("bad_value", value=type(raw).__name__)
    return raw


def _key(key: str) -> str:
    if not key or len(key) > NAME_LENGTH * 3 or "/" in key or clean(key, len(key)) != key:
        raise Refusal("bad_value", value=clean(key, NAME_LENGTH))
    return key


def within_bounds(value: Any) -> Any:
    """Return a dataclass as it will be once saved: its bounded fields within their bounds."""
    shape = struct_of_value(type(value))
    values = {name: getattr(value, name) for name in shape.fields}
    hold_bounds(shape, values)
    return shape.cls(**values)


def hold_bounds(shape: Struct, values: dict[str, Any]) -> None:
    """Bring the bounded fields of an open dataclass back within their bounds."""
    for name in shape.bounded:
        leaf, value = shape.fields[name], values[name]
        if not isinstance(leaf, Leaf) or not isinstance(value, int):
            continue
        high = values[leaf.high] if isinstance(leaf.high, str) else leaf.high
        if high is not None and value > high:
            values[name] = value = high
        if leaf.low is not None and value < leaf.low:
            values[name] = leaf.low
