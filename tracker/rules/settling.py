"""How a game settles what falls due: with which dice, and for how long it still makes sense."""

from collections.abc import Callable
from itertools import chain, count

from msgspec import Struct

from tracker.rules.dice import Roll
from tracker.rules.system import Due, RuleResult, RulesContext, Waiting


def no_dice(context: RulesContext, due: Due) -> tuple[int, ...]:
    """Need no dice."""
    return ()


def chosen_elsewhere(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Settle nothing: an act does."""
    return RuleResult()


def figure(due: Waiting, name: str) -> int:
    """Return a number of a due roll; a save from elsewhere may hold anything."""
    value = due.data.get(name)
    return value if isinstance(value, int) else 0


def unused(context: RulesContext, who: str, key: str) -> str:
    """Return a key that nothing of theirs waits under: one moment may call for two that are alike."""
    numbered = (f"{key}.{number}" for number in count(2))
    return next(each for each in chain((key,), numbered) if f"{who}.{each}" not in context.waiting)


class Settling(Struct, frozen=True):
    """One kind of due: how it is settled, the dice it needs now, and what keeps it due."""

    settle: Callable[[RulesContext, Due, Roll], RuleResult]
    dice: Callable[[RulesContext, Due], tuple[int, ...]]
    holds: Callable[[RulesContext, Due], bool]
    nobodys: bool = False
    """Whether it may be due for nobody in particular."""
