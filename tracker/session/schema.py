"""The shape of saved values: it encodes and decodes them, and keeps them within bounds.

msgspec checks types and ranges. This module does the rest: it cleans texts of people and cuts them to their
length, keeps figures within bounds, and gives each game its own sheet and scene.
"""

import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from msgspec import NODEFAULT, Meta, Struct, ValidationError, convert
from msgspec.structs import fields, replace

from tracker.rules.fields import AMOUNT, HIGH, LENGTH, LOW, NAME_LENGTH, OWN_KEY, TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import Saved
from tracker.session.text import clean

MOST_ELEMENTS = 2_000
MOST_ITEMS = 1_000
KEY_LENGTH = 3 * NAME_LENGTH

Hook = Callable[[type, Any], Any]
"""Decodes a field that is declared with a base class as the class of the game in play."""


class Leaf(Struct, frozen=True):
    """A single value: text, number, boolean, or member of an enum."""

    kind: Any
    """The annotation, for msgspec."""
    is_text: bool = False
    amount: bool = False
    low: int | None = None
    high: int | str | None = None
    length: int = TEXT_LENGTH


class Listing(Struct, frozen=True):
    """An ordered tuple, replaced as a whole."""

    kind: Any
    item: "Shape"
    hook: Hook | None
    most: int


class Keyed(Struct, frozen=True):
    """A collection whose elements are added and removed by key."""

    kind: Any
    element: "Shape"
    hook: Hook | None


class Record(Struct, frozen=True):
    """A frozen struct, field by field."""

    kind: type[Struct]
    fields: Mapping[str, "Shape"]
    defaults: Mapping[str, Any]
    bounded: tuple[str, ...]
    checked: tuple[str, ...]
    """Fields with texts to clean or elements to count: all but numbers and members of enums."""
    hook: Hook | None
    own_key: str = ""
    """The field with the element's key in its collection. It is not saved with the element."""


Shape = Leaf | Listing | Keyed | Record


def record_of(cls: type, own: Mapping[type, type[Saved]] = types.MappingProxyType({})) -> Record:
    """Build the shape of a frozen struct. `own` maps a base class, such as a sheet, to the game's class."""
    hook = _hook_for(own) if own else None
    shapes: dict[str, Shape] = {}
    defaults: dict[str, Any] = {}
    own_key = ""
    for each in fields(cls):
        if _extra_of(each.type).get(OWN_KEY):
            own_key = each.name
            continue
        shapes[each.name] = _shape_of(each.type, own, hook)
        if each.default is not NODEFAULT:
            defaults[each.name] = each.default
        elif each.default_factory is not NODEFAULT:
            defaults[each.name] = each.default_factory()
    if getattr(cls, "saved_whole", False):
        defaults = {}
    bounded = tuple(
        name
        for name, shape in shapes.items()
        if isinstance(shape, Leaf) and (shape.low is not None or shape.high is not None)
    )
    checked = tuple(name for name, shape in shapes.items() if not _is_number_or_member(shape))
    return Record(cls, shapes, defaults, bounded, checked, hook, own_key)


_SHAPES: dict[type, Record] = {}


def record_of_value(cls: type) -> Record:
    """Build the shape, once, of a frozen struct that is the same in every game."""
    if cls not in _SHAPES:
        _SHAPES[cls] = record_of(cls)
    return _SHAPES[cls]


def _is_number_or_member(shape: Shape) -> bool:
    kind = getattr(shape.kind, "__origin__", shape.kind)
    return isinstance(shape, Leaf) and isinstance(kind, type) and issubclass(kind, (int, Enum))


def _hook_for(own: Mapping[type, type[Saved]]) -> Hook:
    return lambda base, raw: own[base].from_save(raw)


def _shape_of(kind: Any, own: Mapping[type, type[Saved]], hook: Hook | None) -> Shape:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return Listing(kind, _shape_of(arguments[0], own, hook), hook, MOST_ITEMS)
    if origin is typing.Annotated and typing.get_origin(arguments[0]) is tuple:
        (item, _dots), bound = typing.get_args(arguments[0]), arguments[1].max_length
        return Listing(kind, _shape_of(item, own, hook), hook, bound)
    if origin is Mapping:
        return Keyed(kind, _shape_of(arguments[1], own, hook), hook)
    kind = own.get(kind, kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return record_of(kind, own)
    extra = _extra_of(kind)
    return Leaf(
        kind,
        is_text=kind is str or (origin is typing.Annotated and arguments[0] is str),
        amount=extra.get(AMOUNT, False),
        low=extra.get(LOW),
        high=extra.get(HIGH),
        length=extra.get(LENGTH, TEXT_LENGTH),
    )


def _extra_of(kind: Any) -> dict[str, Any]:
    """Collect what the metadata of an annotation says about its field."""
    extra: dict[str, Any] = {}
    for meta in getattr(kind, "__metadata__", ()):
        extra |= (isinstance(meta, Meta) and meta.extra) or {}
    return extra


def with_key(shape: Shape, key: str, value: Any) -> Any:
    """Write an element's key into the element, if its struct has a field for it."""
    if not isinstance(shape, Record) or not shape.own_key or getattr(value, shape.own_key) == key:
        return value
    return replace(value, **{shape.own_key: key})


def encode(value: Any, *, whole: bool = False) -> Any:
    """Make the JSON value of a field, element or struct. Only a `whole` value has its defaults."""
    if isinstance(value, Struct):
        # Compare by value: msgspec's own `omit_defaults` leaves out only the default object itself.
        shape = record_of_value(type(value))
        return {
            name: encode(part, whole=whole)
            for name in shape.fields
            if (part := getattr(value, name)) != shape.defaults.get(name, NODEFAULT) or whole
        }
    if isinstance(value, Mapping):
        return {key: encode(part, whole=whole) for key, part in value.items()}
    if isinstance(value, tuple):
        return [encode(part, whole=whole) for part in value]
    return str(value) if isinstance(value, str) else value


def decode(shape: Shape, raw: Any) -> Any:
    """Decode a JSON value. Skips unknown fields of a newer version.

    Raises `Refusal("bad_value")` for a wrong type, length or range.
    """
    try:
        value = convert(raw, shape.kind, dec_hook=None if isinstance(shape, Leaf) else shape.hook)
    except (ValidationError, RecursionError) as error:
        raise Refusal("bad_value", value=clean(_find_misfit(shape, raw), NAME_LENGTH)) from error
    return _clean_value(shape, value)


def _clean_value(shape: Shape, value: Any) -> Any:
    """Clean the texts of a decoded value, and bring its figures within bounds."""
    match shape:
        case Leaf():
            if type(value) is not str:
                return value
            return clean(value, shape.length, lines=shape.length > TEXT_LENGTH)
        case Listing(item=item, most=most):
            return tuple([_clean_value(item, each) for each in _require_at_most(value, most)])
        case Keyed(element=element):
            parts = _require_at_most(value, MOST_ELEMENTS)
            return {
                check_key(key): with_key(element, key, _clean_value(element, part))
                for key, part in parts.items()
            }
        case Record():
            if not shape.checked and not shape.bounded:
                return value
            values = {name: getattr(value, name) for name in shape.fields}
            for name in shape.checked:
                values[name] = _clean_value(shape.fields[name], values[name])
            hold_bounds(shape, values)
            return shape.kind(**values)


def _require_at_most(value: Any, limit: int) -> Any:
    if len(value) > limit:
        raise Refusal("bad_value", value=f"{len(value)} > {limit}")
    return value


def check_key(key: str) -> str:
    """Pass a valid key on; raises `Refusal("bad_value")` for an empty, long or unclean one."""
    if not key or len(key) > KEY_LENGTH or "/" in key or clean(key, len(key)) != key:
        raise Refusal("bad_value", value=clean(key, NAME_LENGTH))
    return key


def _find_misfit(shape: Shape, raw: Any) -> str:
    """Find the smallest part of a value that does not fit its shape, or its missing names."""
    parts: list[tuple[Shape, Any]] = []
    match shape:
        case Record() if isinstance(raw, dict):
            if missing := shape.fields.keys() - shape.defaults.keys() - raw.keys():
                return ", ".join(sorted(missing))
            parts = [(part, raw[name]) for name, part in shape.fields.items() if name in raw]
        case Keyed(element=element) if isinstance(raw, dict):
            parts = [(element, part) for part in raw.values()]
        case Listing(item=item) if isinstance(raw, list):
            parts = [(item, part) for part in raw]
        case Leaf():
            return str(raw)
    for part, value in parts:
        try:
            decode(part, value)
        except Refusal as refusal:
            return str(refusal.data["value"])
    return type(raw).__name__


def within_bounds(value: Any) -> Any:
    """Bring the fields of a struct within their bounds, as saving does."""
    shape = record_of_value(type(value))
    values = {name: getattr(value, name) for name in shape.fields}
    hold_bounds(shape, values)
    return shape.kind(**values)


def is_count(element: Shape) -> bool:
    """Whether a collection counts by key: a missing key counts 0.

    If two GMs both add the first one of a kind, they have added two.
    """
    return isinstance(element, Leaf) and element.amount


def hold_counts(element: Shape, counts: dict[str, Any]) -> None:
    """Raise the counts of an open collection to their lowest value, and drop keys that count 0.

    Dropping them gives a collection of counts only one way to say 0.
    """
    if isinstance(element, Leaf) and element.amount:
        for key, count in list(counts.items()):
            bounded = count if element.low is None else max(element.low, count)
            if bounded:
                counts[key] = bounded
            else:
                del counts[key]


def hold_bounds(shape: Record, values: dict[str, Any]) -> None:
    """Bring the bounded fields of an open struct within their bounds."""
    for name in shape.bounded:
        leaf, value = shape.fields[name], values[name]
        if not isinstance(leaf, Leaf) or not isinstance(value, int):
            continue
        high = values[leaf.high] if isinstance(leaf.high, str) else leaf.high
        if high is not None and value > high:
            values[name] = value = high
        if leaf.low is not None and value < leaf.low:
            values[name] = leaf.low
