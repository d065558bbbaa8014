"""Looks for garbage when the GM is not waiting.

Python looks for it after so many new objects, wherever it is by then: in one frame of six, for up to a
millisecond and a half. Here it is looked for once a key has been dealt with.
"""

import gc

_YOUNG = 700
"""New objects among which it is worth looking."""
_MIDDLE, _OLD = 3, 2
"""How many times among these before older ones are looked through too: sooner than Python would, for what a
closed dialog leaves is older by then, and takes a MiB and a half in an evening.
"""
_MOST = 10_000
"""New objects after which it does in any case."""


def collect_from_now() -> None:
    """Collect garbage from now on, without ever going over what is there already."""
    gc.freeze()
    gc.set_threshold(_MOST)
    gc.enable()


def collect() -> None:
    """Look for garbage, if there may be enough of it."""
    young, middle, old = gc.get_count()
    if gc.isenabled() and young > _YOUNG:
        gc.collect(2 if old > _OLD else 1 if middle > _MIDDLE else 0)
