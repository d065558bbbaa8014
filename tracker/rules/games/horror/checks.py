"""The attribute roll of Horror: two d6 and an attribute, to reach 8 (R2-001..R2-011, R2-025)."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.games.horror.sheet import Character, Difficulty, NextRoll, Vulnerability
from tracker.rules.system import Args

SUCCESS_FROM = 8
FREE_SUCCESS_FROM = 10


class Outcome(StrEnum):
    """The meaning of a total; there is no automatic success or failure (R2-004)."""

    FAILURE = "failure"
    """7 or less: the GM's announcement comes true (R2-006)."""
    SUCCESS_AT_A_COST = "success_at_a_cost"
    """8 or 9: it works, and the player picks a consequence for their own character (R2-008, R2-009)."""
    SUCCESS = "success"
    """10 or more: it works, and a consequence on the target may be chosen (R2-010)."""

    @property
    def success(self) -> bool:
        """Whether the character reaches the aim."""
        return self is not Outcome.FAILURE

    @property
    def owes_consequence(self) -> bool:
        """Whether the player must choose a consequence for their own character."""
        return self is Outcome.SUCCESS_AT_A_COST

    @property
    def may_affect_target(self) -> bool:
        """Whether the player may choose a consequence on the target, such as a wound."""
        return self is Outcome.SUCCESS


class AttributeRoll(Struct, frozen=True):
    """A finished attribute roll; `static` is the sum of the attribute and the difficulty."""

    dice: tuple[Die, Die]
    static: int

    @property
    def total(self) -> int:
        """The two faces, the attribute and the difficulty."""
        return sum(die.face for die in self.dice) + self.static

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self.total)

    @property
    def margin(self) -> int:
        """The total minus 8 (R2-001)."""
        return self.total - SUCCESS_FROM


def outcome_of(total: int) -> Outcome:
    """Read the total of an attribute roll (R2-001, R2-008..R2-010).

    >>> outcome_of(9)
    <Outcome.SUCCESS_AT_A_COST: 'success_at_a_cost'>
    """
    if total >= FREE_SUCCESS_FROM:
        return Outcome.SUCCESS
    return Outcome.SUCCESS_AT_A_COST if total >= SUCCESS_FROM else Outcome.FAILURE


def odds_of(static: int) -> dict[str, int]:
    """Count the ways, of 36, to each outcome of 2d6 plus `static` (R2-001, R2-008..R2-010).

    >>> {str(outcome): ways for outcome, ways in odds_of(0).items()}
    {'success': 6, 'success_at_a_cost': 9, 'failure': 21}
    """
    from tracker.rules.dice.notation import parse  # noqa: PLC0415 - exact chances are seldom asked for
    from tracker.rules.dice.odds import odds  # noqa: PLC0415 - as above

    chances = odds(parse("2d6")).shared_by(lambda total: outcome_of(total + static).value)
    return {outcome: chances[outcome] for outcome in reversed([*Outcome]) if outcome in chances}


def net_difficulty(*ratings: Difficulty) -> Difficulty:
    """Reduce several ratings to one: easy and hard cancel, the same rating twice counts once.

    This is a reading (A2-10): R2-002 and R2-003 say nothing of several.
    """
    easy, hard = Difficulty.EASY in ratings, Difficulty.HARD in ratings
    if easy == hard:
        return Difficulty.NORMAL
    return Difficulty.EASY if easy else Difficulty.HARD


def attribute_roll(
    attribute: int, roll: Roll, difficulty: Difficulty = Difficulty.NORMAL, *, exposed: bool = False
) -> AttributeRoll:
    """Roll 2d6 and add the attribute and the difficulty (R2-001..R2-003).

    A creature `exposed` by a vulnerable position gains nothing from a positive attribute; a negative one
    still counts, and so does the difficulty (R2-025, A2-09).

    >>> attribute_roll(2, lambda sides: 3, Difficulty.EASY).outcome.success
    True
    """
    value = min(0, attribute) if exposed else attribute
    return AttributeRoll((throw_die(6, roll), throw_die(6, roll)), value + difficulty.modifier)


class Check(Struct, frozen=True):
    """A creature's attribute roll, its throw, and the ratings left for later rolls."""

    made: AttributeRoll
    throw: Throw
    difficulty: Difficulty
    next_rolls: Mapping[str, NextRoll]


def check(who: str, sheet: Character, args: Args, roll: Roll, purpose: str) -> Check:
    """Roll an attribute of a sheet, which uses up the ratings kept for the roll (R2-011)."""
    target, attribute = args.get("creature") or "", args["attribute"]
    used_keys = {key for key, each in sheet.next_rolls.items() if each.target in ("", target)}
    rating = net_difficulty(
        *_asked_ratings(args), *(sheet.next_rolls[key].difficulty for key in sorted(used_keys))
    )
    result = attribute_roll(sheet.score(attribute), roll, rating, exposed=is_exposed(sheet, target))
    throw = Throw(
        purpose,
        result.dice,
        result.total,
        who,
        attribute,
        expression=f"2d6{result.static:+d}" if result.static else "2d6",
        label=args.get("intent") or "",
        static=result.static,
    )
    remaining = {key: each for key, each in sheet.next_rolls.items() if key not in used_keys}
    return Check(result, throw, rating, remaining)


def is_exposed(sheet: Character, target: str) -> bool:
    """Whether a vulnerable position cancels positive attributes against a target (R2-025)."""
    return sheet.vulnerable is Vulnerability.EXPOSED and _concerns(sheet, target)


def is_out_of_reach(sheet: Character, target: str) -> bool:
    """Whether the target cannot be reached from a vulnerable position (R2-025)."""
    return sheet.vulnerable is Vulnerability.OUT_OF_REACH and bool(target) and _concerns(sheet, target)


def _concerns(sheet: Character, target: str) -> bool:
    return not (sheet.vulnerable_to and target) or sheet.vulnerable_to == target


def _asked_ratings(args: Args) -> tuple[Difficulty, ...]:
    return tuple(each for each in (Difficulty.EASY, Difficulty.HARD) if args.get(each))


# Consequences: costs and effects of a roll, from a list that the table may extend (R2-020..R2-025).


class Consequence(StrEnum):
    """The consequences that the rules list; the table may invent others (R2-020)."""

    STRAY_BULLET = "stray_bullet"
    """The attack hits an innocent bystander (R2-021)."""
    STRESS = "stress"
    """1d3 sanity points are lost (R2-022)."""
    WOUND = "wound"
    """The target takes the damage of one weapon (R2-023)."""
    IGNORE_ARMOUR = "ignore_armour"
    """The target's protection does not count (R2-024)."""
    VULNERABLE = "vulnerable"
    """The character ends up in a vulnerable position (R2-025)."""

    @property
    def on_target(self) -> bool:
        """Whether it falls on the target of the action, not on the actor."""
        return self in {Consequence.WOUND, Consequence.IGNORE_ARMOUR}


CONDITIONS: tuple[str, ...] = (Consequence.VULNERABLE.value,)
"""The consequences that last."""


def listed_consequences(outcome: Outcome) -> tuple[Consequence, ...]:
    """List the consequences of the rules that may be chosen after a roll (R2-008..R2-010).

    Empty after a failure, which has the effect that the GM announced (R2-006).
    """
    if not outcome.success:
        return ()
    return tuple(each for each in Consequence if each.on_target == outcome.may_affect_target)
