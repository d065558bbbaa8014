"""`dataclass` for frozen records with slots, and what is asked of them: the standard library's, made cheap.

The standard one writes and compiles six methods for every class while it is being imported, about 0.6 ms a
class and a tenth of a second for this program, and imports what reads sources (`inspect`, `ast`, `tokenize`),
another 10 ms before an order of the shell is read. Here those that compare are closures and the others are
shared; `__init__`, which has to be fast, is compiled once its class has a hundred records: most have fewer,
which are filled by hand in less time than compiling takes. To the type checker all of it is the standard
library's own, and it means the same.
"""

import sys
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

__all__ = ["MISSING", "dataclass", "field", "fields", "is_dataclass", "replace"]

_FEW = 100
"""Records of a class that are filled by hand, each a microsecond or two slower: compiling takes 0.2 ms."""
_NOTHING: Mapping[Any, Any] = MappingProxyType({})
_ALIAS: Any = type(ClassVar[int])
"""What an annotation is that may be a `ClassVar`."""


class _Missing:
    """What stands for a default that was not given."""


_MISSING = _Missing()


class _Field:
    """How a field was declared."""

    __slots__ = ("compare", "default", "default_factory", "init", "metadata", "name", "repr")

    def __init__(
        self,
        *,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the standard library's name
        compare: bool = True,
        metadata: Mapping[Any, Any] = _NOTHING,
    ) -> None:
        self.name = ""
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.metadata = metadata


if TYPE_CHECKING:
    from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace  # noqa: TID251 - for the type checker
else:
    MISSING, field = _MISSING, _Field

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """Return the decorator; both options are said where it is used, and both have to be true.

        Raises `TypeError` for a record that can change: the standard library makes those.
        """
        if not (frozen and slots):
            raise TypeError("only frozen records with slots")
        return _record

    def fields(record: object) -> tuple[_Field, ...]:
        """Return the fields of a record or of a class of records, in order."""
        return tuple(record.__record_fields__.values())

    def is_dataclass(value: object) -> bool:
        """Whether it is a record or a class of records."""
        return hasattr(value, "__record_fields__")

    def replace(record: object, /, **changes: object) -> object:
        """Return a record like this one but for these fields."""
        for name, each in record.__record_fields__.items():
            if each.init and name not in changes:
                changes[name] = getattr(record, name)
        return record.__class__(**changes)


def _record(plain: type) -> type:
    """Make a class anew with its fields in slots, and with what every record can do."""
    named: dict[str, _Field] = {}
    for base in reversed(plain.__bases__):
        named |= getattr(base, "__record_fields__", {})
    content = plain.__dict__.copy()
    hints = plain.__annotations__ if sys.version_info >= (3, 14) else content.get("__annotations__", {})
    own = [
        name for name, kind in hints.items() if type(kind) is not _ALIAS or kind.__origin__ is not ClassVar
    ]
    slots = tuple([name for name in own if name not in named])
    for name in own:
        named[name] = _declared(name, content.pop(name, MISSING))
    for name in ("__dict__", "__weakref__"):
        content.pop(name, None)  # the plain class's own
    methods = {**_SHARED, **_comparing(named)}
    content |= {name: method for name, method in methods.items() if content.get(name) is None}
    asked = tuple([name for name, each in named.items() if each.init])
    content |= {"__slots__": slots, "__match_args__": asked, "__record_fields__": named}
    content["__qualname__"] = plain.__qualname__
    record: Any = type(plain)(plain.__name__, plain.__bases__, content)
    if "__init__" not in content:
        record.__init__ = _first_init(record, named)
    return record  # type: ignore[no-any-return]  # whatever the class of the class makes, it is one


def _declared(name: str, value: object) -> _Field:
    """Return the field of this name, for which a bare value is the default.

    Raises `TypeError` for one of the standard library's, which would be taken for a default too.
    """
    if not isinstance(value, _Field):
        if type(value).__module__ == "dataclasses":
            raise TypeError(f"{name!r} is no field of a record: use this module's `field`")
        value = _Field(default=value)
    value.name = name
    return value


def _comparing(named: Mapping[str, _Field]) -> dict[str, object]:
    """Return what compares the records of a class, which is done often."""
    values = _getter([name for name, each in named.items() if each.compare])

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed}


def _getter(names: list[str]) -> Callable[[object], object]:
    return attrgetter(*names) if names else lambda _: ()


def _first_init(record: Any, named: Mapping[str, _Field]) -> Callable[..., None]:
    asked = [each for each in named.values() if each.init]
    first = iter(range(_FEW))

    def first_init(self: object, /, *args: object, **given: object) -> None:
        if next(first, None) is None or not _fill(self, asked, args, given):
            record.__init__ = _init(record, named)
            record.__init__(self, *args, **given)

    return first_init


def _fill(self: object, asked: list[_Field], args: tuple[object, ...], given: dict[str, object]) -> bool:
    """Put the values in their places; returns whether they fit: where not, the compiled one says why."""
    put, taken = object.__setattr__, 0
    for each, value in zip(asked, args, strict=False):
        put(self, each.name, value)
    for each in asked[len(args) :]:
        if each.name in given:
            put(self, each.name, given[each.name])
            taken += 1
        elif each.default is not MISSING:
            put(self, each.name, each.default)
        elif each.default_factory is not MISSING:
            put(self, each.name, each.default_factory())
        else:
            return False
    if taken < len(given) or len(args) > len(asked):
        return False
    if hasattr(self, "__post_init__"):
        self.__post_init__()
    return True


def _init(record: Any, named: Mapping[str, _Field]) -> Callable[..., None]:
    known: dict[str, object] = {"_put": object.__setattr__, "_missing": MISSING}
    parameters, lines = [], []
    for name, each in named.items():
        value = name
        if each.default is not MISSING:
            known[f"_default_{name}"] = each.default
            parameter = f"{name}=_default_{name}"
        elif each.default_factory is not MISSING:
            known[f"_made_{name}"] = each.default_factory
            parameter, value = f"{name}=_missing", f"_made_{name}() if {name} is _missing else {name}"
        else:
            parameter = name
        if each.init:
            parameters.append(parameter)
            lines.append(f"_put(self, {name!r}, {value})")
    if hasattr(record, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(['self', *parameters])}):\n    {body}", known)  # noqa: S102 - names are fields
    made: Any = known["__init__"]
    made.__qualname__ = f"{record.__qualname__}.__init__"
    return made  # type: ignore[no-any-return]  # what exec has just defined


def _shown(self: Any) -> str:
    named = self.__record_fields__.items()
    parts = (f"{name}={getattr(self, name)!r}" for name, each in named if each.repr)
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__record_fields__]


def _restore(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__record_fields__, state, strict=True):
        object.__setattr__(self, name, value)


def _refuse(self: object, name: str, *_value: object) -> None:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415 - nobody means to change a record

    raise FrozenInstanceError(f"cannot change {name!r} of {type(self).__qualname__}")


_SHARED: Mapping[str, object] = {
    "__repr__": _shown,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _state,
    "__setstate__": _restore,
}
"""What every record can do besides."""
