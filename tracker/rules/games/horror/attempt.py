"""A roll of Horror, all in: attribute, difficulty, position, what earlier rolls left (R2-001..R2-025)."""

from collections.abc import Mapping

from msgspec import Struct

from tracker.rules.dice import Roll, Throw
from tracker.rules.games.horror.attribute_roll import (
    SUCCESS_FROM,
    AttributeRoll,
    Difficulty,
    attribute_roll,
    net_difficulty,
)
from tracker.rules.games.horror.consequences import Vulnerability
from tracker.rules.games.horror.sheet import Character, NextRoll
from tracker.rules.system import Args


class Attempt(Struct, frozen=True):
    """A roll that was made, its throw, and what is left for the rolls to come."""

    made: AttributeRoll
    throw: Throw
    difficulty: Difficulty
    next_rolls: Mapping[str, NextRoll]


def attempt(who: str, sheet: Character, args: Args, roll: Roll, purpose: str) -> Attempt:
    """Roll an attribute; what was kept for this roll is used up by it (R2-011)."""
    target, attribute = args.get("creature") or "", args["attribute"]
    used = {key for key, each in sheet.next_rolls.items() if each.target in ("", target)}
    rating = net_difficulty(*_asked(args), *(sheet.next_rolls[key].difficulty for key in sorted(used)))
    made = attribute_roll(sheet.score(attribute), roll, rating, exposed=exposed(sheet, target))
    throw = Throw(
        purpose,
        made.dice,
        made.total,
        who,
        attribute,
        expression=f"2d6{made.static:+d}" if made.static else "2d6",
        label=args.get("intent") or "",
        static=made.static,
    )
    left = {key: each for key, each in sheet.next_rolls.items() if key not in used}
    return Attempt(made, throw, rating, left)


def against_eight(made: AttributeRoll) -> tuple[int, int]:
    """Return the target of an attribute roll and how far the total is from it (R2-001)."""
    return SUCCESS_FROM, made.total - SUCCESS_FROM


def exposed(sheet: Character, target: str) -> bool:
    """Whether a bad position takes positive attributes away from a roll against a target (R2-025)."""
    return sheet.vulnerable is Vulnerability.EXPOSED and _concerns(sheet, target)


def out_of_reach(sheet: Character, target: str) -> bool:
    """Whether the target cannot be reached from here (R2-025)."""
    return sheet.vulnerable is Vulnerability.OUT_OF_REACH and bool(target) and _concerns(sheet, target)


def _concerns(sheet: Character, target: str) -> bool:
    return not (sheet.vulnerable_to and target) or sheet.vulnerable_to == target


def _asked(args: Args) -> tuple[Difficulty, ...]:
    return tuple(each for each in (Difficulty.EASY, Difficulty.HARD) if args.get(each))
