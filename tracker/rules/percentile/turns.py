"""The turn: time for one action (R3-048)."""

TURN_SECONDS = 12


def turns(seconds: int) -> int:
    """Give the turns of 12 seconds that a task takes, the last one begun being whole (R3-048, A3-19).

    >>> turns(61)
    6
    """
    return -(-seconds // TURN_SECONDS)
