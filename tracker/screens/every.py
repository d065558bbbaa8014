"""Imports every screen and widget, for code that must know all keys."""

from importlib import import_module
from pkgutil import walk_packages

from tracker import screens, widgets


def import_every_screen() -> None:
    """Import every screen and widget, so that `widgets.bindings` knows what each declares."""
    for package in (screens, widgets):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
