"""The kinds of pending rolls: how each is resolved, and whether one still makes sense."""

from collections.abc import Callable
from itertools import chain, count

from msgspec import Struct

from tracker.rules.dice import Mode, Roll
from tracker.rules.dice.throw import MOST_FALLS
from tracker.rules.system import PendingRoll, RuleResult, RulesContext

EXPLODING = 100
"""Dice a turn that a success may need more than a failure; if more fall, each highest face explodes."""


def resolve_by_act(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Change nothing: such a roll is resolved by an act."""
    return RuleResult()


def figure(pending: PendingRoll, name: str) -> int:
    """Look up a number in a pending roll's data, 0 if there is none."""
    # A save from elsewhere may hold anything.
    value = pending.data.get(name)
    return value if isinstance(value, int) else 0


def turns_of(pending: PendingRoll) -> int:
    """Return how many turns a pending roll stands for: one, unless its data say otherwise (A1-40)."""
    return figure(pending, "span") if "span" in pending.data else 1


def all_turns_of(pending: PendingRoll) -> int:
    """Return how many turns a pending roll stood for before the GM chose some of them."""
    return figure(pending, "of") or turns_of(pending)


OWN = "~"
"""Stands in the key of a roll that an act calls for, before a name that no other act has."""


def unused_key(context: RulesContext, who: str, key: str, ending: str = "") -> str:
    """Return `key`, numbered if the creature already has such a roll: one moment may call for two alike."""
    numbered = (f"{key}.{number}" for number in count(2))
    keys = (f"{each}{ending}" for each in chain((key,), numbered))
    return next(each for each in keys if f"{who}.{each}" not in context.waiting)


def own_key(context: RulesContext, who: str, key: str) -> str:
    """Return the key of a roll of the act that calls for it: of two acts alike, each calls for its own.

    It is still to be named, so that two GMs who play at once call for two rolls.
    """
    return unused_key(context, who, key, OWN)


def is_unnamed(key: str) -> bool:
    """Whether a key of an act's own roll is still to be named."""
    return key.endswith(OWN)


def dice_of(rule: Callable[[Roll], object], turns: int = 1) -> tuple[int, ...]:
    """List the sides of the dice that a rule throws in so many turns; none if nobody could read so many."""
    failing = _dice_tried(rule, lambda sides: 1, MOST_FALLS - 1)
    succeeding = _dice_tried(rule, lambda sides: sides, min(MOST_FALLS - 1, len(failing) + EXPLODING * turns))
    # The longer trial counts: a second die may fall only after a failure, or only after a success.
    return max(failing, succeeding, key=len)


class _TrialEndedError(Exception):
    """Too many dice. A refusal would not end the trial: a rule may play on after one."""


def _dice_tried(rule: Callable[[Roll], object], face: Roll, limit: int) -> tuple[int, ...]:
    """List the sides of the dice of a trial with such faces; none if there are more than the limit."""
    dice: list[int] = []

    def roll(sides: int) -> int:
        if len(dice) >= limit:
            raise _TrialEndedError
        dice.append(sides)
        return face(sides)

    try:
        rule(roll)
    except _TrialEndedError:
        return ()
    return tuple(dice)


class Adjustment(Struct, frozen=True):
    """The Advantage, Disadvantage and modifiers that the GM gives to a pending roll (R1-024)."""

    modifiers: tuple[int, ...] = ()
    advantage: bool = False
    disadvantage: bool = False

    @property
    def mode(self) -> Mode:
        """The mode of the roll; Advantage and Disadvantage cancel each other (R1-023)."""
        if self.advantage == self.disadvantage:
            return Mode.NORMAL
        return Mode.ADVANTAGE if self.advantage else Mode.DISADVANTAGE


class PendingRollKind(Struct, frozen=True):
    """One kind of pending roll. The dice that it needs are found by a trial run of `resolve`."""

    resolve: Callable[[RulesContext, PendingRoll, Roll], RuleResult]
    holds: Callable[[RulesContext, PendingRoll], bool]
    written_dice: Callable[[RulesContext], tuple[int, ...]] | None = None
    """The dice as the GM wrote them, for a kind whose dice may explode in every trial run."""
    nobodys: bool = False
    """Whether it may belong to no creature."""
    answer: str = ""
    """Id of the act that answers it, for a kind that needs a choice and no die."""
    outlives: bool = False
    """Whether it still counts once its creature is dead: a blow that has landed."""
    notice: bool = False
    """Whether it only notifies the GM, so that it may lapse silently."""
    skip: Callable[[RulesContext, PendingRoll], RuleResult] | None = None
    """What it brings even if the GM skips it; None for nothing."""
