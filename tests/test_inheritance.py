"""A class can be read without climbing: no chain of our own classes is long."""

from importlib import import_module
from inspect import isclass
from pkgutil import walk_packages

import tracker

LONGEST = 3


def own_classes() -> set[type]:
    names = [each.name for each in walk_packages(tracker.__path__, "tracker.")]
    modules = [import_module(name) for name in names]
    return {each for module in modules for each in vars(module).values() if isclass(each) and is_ours(each)}


def is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == tracker.__name__


def chain(kind: type) -> list[str]:
    """Return the longest chain of our classes from a class to its bases."""
    if not is_ours(kind):
        return []
    return [kind.__qualname__, *max(map(chain, kind.__bases__), key=len, default=[])]


def test_no_chain_of_our_own_classes_is_longer_than_three() -> None:
    chains = [chain(kind) for kind in own_classes()]
    assert [each for each in chains if len(each) > LONGEST] == []
