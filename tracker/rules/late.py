"""Modules that are imported once something of theirs is asked for.

What the first picture does not show is not waited for: `screens.log.LogScreen` imports the log when it is
opened. A package names what is late in `__all__`, imports it for the type checker alone, and has its
`__getattr__` from here.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any

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
