"""The extended action: margins that add up turn after turn (R4-025, R4-026)."""

from msgspec import Struct

from tracker.rules.refusal import Refusal


class ExtendedAction(Struct, frozen=True):
    """What has been done of a long task. The GM says how long each of its turns is (R4-025)."""

    target: int
    accumulated: int = 0
    turns: int = 0

    @property
    def complete(self) -> bool:
        """Whether the margins reach the target (R4-026)."""
        return self.accumulated >= self.target


def work(action: ExtendedAction, margin: int) -> ExtendedAction:
    """Spend a turn and add the margin of its check; a failure adds nothing (R4-025, A4-09).

    Raises `Refusal` when there is nothing left to do.

    >>> work(ExtendedAction(target=50, accumulated=40, turns=4), 10).complete
    True
    """
    if action.complete:
        raise Refusal("already_complete", target=action.target)
    return ExtendedAction(action.target, action.accumulated + max(0, margin), action.turns + 1)
