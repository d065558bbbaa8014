"""A kind of pending roll: how it is resolved, and whether it still makes sense."""

from collections.abc import Callable
from itertools import chain, count

from msgspec import Struct

from tracker.rules.dice import Mode, Roll
from tracker.rules.system import PendingRoll, RuleResult, RulesContext


def chosen_elsewhere(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Do nothing: an act resolves it."""
    return RuleResult()


def figure(pending: PendingRoll, name: str) -> int:
    """Return a number of a pending roll; a save from elsewhere may hold anything."""
    value = pending.data.get(name)
    return value if isinstance(value, int) else 0


def turns_of(pending: PendingRoll) -> int:
    """Return for how many turns a pending roll stands: one, unless its data say otherwise (A1-40)."""
    return figure(pending, "span") if "span" in pending.data else 1


def all_turns_of(pending: PendingRoll) -> int:
    """Return the turns of a pending roll before the GM chose some of them."""
    return figure(pending, "of") or turns_of(pending)


def unused_key(context: RulesContext, who: str, key: str) -> str:
    """Return a key that no pending roll of the creature has: one moment may call for two alike."""
    numbered = (f"{key}.{number}" for number in count(2))
    return next(each for each in chain((key,), numbered) if f"{who}.{each}" not in context.waiting)


def dice_of(rule: Callable[[Roll], object]) -> tuple[int, ...]:
    """Return the sides of the dice that a rule throws, tried with the lowest and with the highest faces.

    The longer one of both trials counts: a second die may fall only after a failure, or after a success.
    """
    return max(_dice_tried(rule, lambda sides: 1), _dice_tried(rule, lambda sides: sides), key=len)


def _dice_tried(rule: Callable[[Roll], object], face: Roll) -> tuple[int, ...]:
    thrown: list[int] = []

    def roll(sides: int) -> int:
        thrown.append(sides)
        return face(sides)

    rule(roll)
    return tuple(thrown)


class Adjustment(Struct, frozen=True):
    """The Advantage, Disadvantage and modifiers that the GM gives to a pending roll (R1-024)."""

    modifiers: tuple[int, ...] = ()
    advantage: bool = False
    disadvantage: bool = False

    @property
    def mode(self) -> Mode:
        """The mode without modifiers: both cancel each other (R1-023)."""
        if self.advantage == self.disadvantage:
            return Mode.NORMAL
        return Mode.ADVANTAGE if self.advantage else Mode.DISADVANTAGE


class PendingRollKind(Struct, frozen=True):
    """One kind of pending roll: how it is resolved, and whether it still holds.

    Nothing else says which dice it needs: the rule is tried.
    """

    resolve: Callable[[RulesContext, PendingRoll, Roll], RuleResult]
    holds: Callable[[RulesContext, PendingRoll], bool]
    written_dice: Callable[[RulesContext], tuple[int, ...]] | None = None
    """Its dice where the GM has written them, for such dice may explode in every trial."""
    nobodys: bool = False
    """Whether it may belong to nobody in particular."""
    answer: str = ""
    """Id of the act that makes its choice, for a kind that needs a choice and no die."""
    notice: bool = False
    """Whether it is a notice for the GM: it may end without a word."""
    skip: Callable[[RulesContext, PendingRoll], RuleResult] | None = None
    """What comes of it all the same if the GM leaves it out; None for nothing."""
