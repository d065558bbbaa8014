"""`dataclass` for frozen records with slots: the standard library's, without what it compiles for each class.

The standard one writes and compiles six methods for every class while it is being imported, about 0.6 ms a
class and a tenth of a second for this program. Here four of them are shared closures, and `__init__`, which
has to be fast, is compiled once its class has some records: many classes have one or two, which are filled
by hand for far less than compiling takes. Everything else (fields, defaults, slots, `replace`,
`__match_args__`) is the standard library's own.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """Return the decorator; both options are said where it is used, and both have to be true.

        Raises `TypeError` for a record that can change: the standard library makes those.
        """
        if not (frozen and slots):
            raise TypeError("only frozen records with slots")
        return _record


__all__ = ["dataclass"]

_FEW = 4
"""Records of a class that are filled by hand."""


def _record(plain: type) -> type:
    record: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(plain)
    named = dataclasses.fields(record)
    values = _getter([field.name for field in named if field.compare])

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    def shown(self: object) -> str:
        parts = (f"{field.name}={getattr(self, field.name)!r}" for field in named if field.repr)
        return f"{type(self).__qualname__}({', '.join(parts)})"

    def state(self: object) -> list[object]:
        return [getattr(self, field.name) for field in named]

    def restore(self: object, state: list[object]) -> None:
        for field, value in zip(named, state, strict=True):
            object.__setattr__(self, field.name, value)

    made: dict[str, Callable[..., object]] = {
        "__init__": _first_init(record, named),
        "__eq__": equal,
        "__hash__": hashed,
        "__repr__": shown,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": state,
        "__setstate__": restore,
    }
    for name, method in made.items():
        if plain.__dict__.get(name) is None:
            setattr(record, name, method)
    return record  # type: ignore[no-any-return]  # the standard decorator is typed for what it was given


def _getter(names: list[str]) -> Callable[[object], object]:
    return attrgetter(*names) if names else lambda _: ()


def _first_init(record: Any, named: tuple["dataclasses.Field[Any]", ...]) -> Callable[..., None]:
    asked = [field for field in named if field.init]
    first = iter(range(_FEW))

    def first_init(self: object, /, *args: object, **given: object) -> None:
        if next(first, None) is None or not _fill(self, asked, args, given):
            record.__init__ = _init(record, named)
            record.__init__(self, *args, **given)

    return first_init


def _fill(
    self: object, asked: list["dataclasses.Field[Any]"], args: tuple[object, ...], given: dict[str, object]
) -> bool:
    """Put the values in their places; returns whether they fit: where not, the compiled one says why."""
    values = dict(zip((field.name for field in asked), args, strict=False))
    if len(values) < len(args) or values.keys() & given.keys():
        return False
    values |= given
    for field in asked:
        if field.name in values:
            value = values.pop(field.name)
        elif field.default is not dataclasses.MISSING:
            value = field.default
        elif field.default_factory is not dataclasses.MISSING:
            value = field.default_factory()
        else:
            return False
        object.__setattr__(self, field.name, value)
    if values:
        return False
    if hasattr(self, "__post_init__"):
        self.__post_init__()
    return True


def _init(record: Any, named: tuple["dataclasses.Field[Any]", ...]) -> Callable[..., None]:
    known: dict[str, object] = {"_put": object.__setattr__, "_missing": dataclasses.MISSING}
    parameters, lines = [], []
    for field in named:
        name, value = field.name, field.name
        if field.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default
            parameter = f"{name}=_default_{name}"
        elif field.default_factory is not dataclasses.MISSING:
            known[f"_made_{name}"] = field.default_factory
            parameter, value = f"{name}=_missing", f"_made_{name}() if {name} is _missing else {name}"
        else:
            parameter = name
        if field.init:
            parameters.append(parameter)
            lines.append(f"_put(self, {name!r}, {value})")
    if hasattr(record, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(['self', *parameters])}):\n    {body}", known)  # noqa: S102  # names are fields
    made: Any = known["__init__"]
    made.__qualname__ = f"{record.__qualname__}.__init__"
    return made  # type: ignore[no-any-return]  # what exec has just defined


def _refuse(self: object, name: str, *_value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of {type(self).__qualname__}")
