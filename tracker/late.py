"""Modules that are imported once something of theirs is asked for.

What the first picture does not show is not waited for: `screens.log.LogScreen` imports the log when it is
opened. A package names its late modules in `__all__`, imports them for the type checker alone, and has its
`__getattr__` from here.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType

_PACKAGES: dict[str, Sequence[str]] = {}


def late(package: str, modules: Sequence[str]) -> Callable[[str], ModuleType]:
    """Return the `__getattr__` of a package, which imports these modules of it."""
    _PACKAGES[package] = modules

    def imported(name: str) -> ModuleType:
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
