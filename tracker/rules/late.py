"""Modules that are imported once something of theirs is asked for.

What the first picture does not show is not waited for: `screens.log.LogScreen` imports the log when it is
opened. A package names what is late in `__all__`, imports it for the type checker alone, and has its
`__getattr__` from here. What has to be at hand in a record is a `LateMapping` or a `late_function`.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")

_NOTHING: Mapping[str, str] = MappingProxyType({})
_PACKAGES: dict[str, Sequence[str]] = {}


def late(package: str, modules: Sequence[str], names: Mapping[str, str] = _NOTHING) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package, which imports these modules of it.

    `names` gives what is had from the package itself, and which of its modules holds it.
    """
    _PACKAGES[package] = modules

    def imported(name: str) -> Any:
        if name in names:
            found = getattr(import_module(f"{package}.{names[name]}"), name)
            setattr(sys.modules[package], name, found)  # asked for once
            return found
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return import_module(f"{package}.{name}")

    return imported


def import_all() -> None:
    """Import every late module of the packages in use, for what has to know all of their classes."""
    done: set[str] = set()
    while waiting := _PACKAGES.keys() - done:
        for package in waiting:
            for name in _PACKAGES[package]:
                import_module(f"{package}.{name}")
        done |= waiting


def late_function(have: Callable[[], Callable[P, R]]) -> Callable[P, R]:
    """Return a function that is had once it is called."""

    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        return have()(*args, **kwargs)

    return called


class LateMapping(Mapping[str, V]):
    """A mapping that is had once one of its values is asked for; its keys, where they are said, before."""

    def __init__(self, have: Callable[[], Mapping[str, V]], keys: Sequence[str] | None = None) -> None:
        self._have = have
        self._keys = keys

    @cached_property
    def _had(self) -> Mapping[str, V]:
        return self._have()

    def __getitem__(self, key: str) -> V:
        return self._had[key]

    def __contains__(self, key: object) -> bool:
        return key in (self._had if self._keys is None else self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._had if self._keys is None else self._keys)

    def __len__(self) -> int:
        return len(self._had if self._keys is None else self._keys)
