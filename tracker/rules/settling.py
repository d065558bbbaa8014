"""How a game settles what falls due: with which dice, and for how long it still makes sense."""

from collections.abc import Callable, Mapping
from itertools import chain, count

from msgspec import Struct

from tracker.rules.body import Living
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


class Settlings(Struct, frozen=True):
    """Every kind of due that a game knows."""

    kinds: Mapping[str, Settling]

    @property
    def dues(self) -> Mapping[str, Callable[[RulesContext, Due, Roll], RuleResult]]:
        """How each kind is settled."""
        return {kind: each.settle for kind, each in self.kinds.items()}

    def still_due(self, context: RulesContext, due: Due) -> bool:
        """Whether a due still makes sense: whoever it is for lives and what called for it is still there."""
        settling = self.kinds.get(due.kind)
        if settling is None or not self._is_somebodys(context, due, settling):
            return False
        return settling.holds(context, due)

    def faces_of(self, context: RulesContext, due: Due) -> tuple[int, ...]:
        """Return the sides of the dice that settling needs now, in the order in which they fall."""
        return self.kinds[due.kind].dice(context, due) if self.still_due(context, due) else ()

    def _is_somebodys(self, context: RulesContext, due: Due, settling: Settling) -> bool:
        if not due.who:
            return settling.nobodys
        sheet = context.sheets.get(due.who)
        return isinstance(sheet, Living) and not sheet.dead
