"""The attribute roll: two d6 and an attribute, to reach 8 (R2-001..R2-010)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die

SUCCESS_FROM = 8
FREE_SUCCESS_FROM = 10


class Attribute(StrEnum):
    """The two attributes that the text names; the rest are the campaign's own."""

    VIOLENCE = "violence"
    """Every attack (R2-016)."""
    WITS = "wits"
    """Sensing sorcery with the third eye (R2-035)."""


class Difficulty(StrEnum):
    """How the GM rates the action before the dice fall (R2-002, R2-003)."""

    NORMAL = "normal"
    EASY = "easy"
    HARD = "hard"

    @property
    def modifier(self) -> int:
        """What it adds to the roll: +2 if easy, -2 if hard."""
        return DIFFICULTY_MODIFIERS[self]


DIFFICULTY_MODIFIERS = {Difficulty.NORMAL: 0, Difficulty.EASY: 2, Difficulty.HARD: -2}


class Outcome(StrEnum):
    """What a total means; there is no automatic success or failure (R2-004)."""

    FAILURE = "failure"
    """7 or less: what the GM announced before the roll (R2-006)."""
    SUCCESS_AT_A_COST = "success_at_a_cost"
    """8 or 9: it works, and the player picks a consequence for their own character (R2-008, R2-009)."""
    SUCCESS = "success"
    """10 or more: it works, and a consequence on the target may be chosen (R2-010)."""

    @property
    def success(self) -> bool:
        """Whether the character gets what they were after."""
        return self is not Outcome.FAILURE

    @property
    def owes_consequence(self) -> bool:
        """Whether the player must choose a consequence for their own character."""
        return self is Outcome.SUCCESS_AT_A_COST

    @property
    def may_affect_target(self) -> bool:
        """Whether a consequence on the target, a wound among them, may be chosen."""
        return self is Outcome.SUCCESS


class AttributeRoll(Struct, frozen=True):
    """An attribute roll that was made. `static` is what the attribute and the difficulty added."""

    dice: tuple[Die, Die]
    static: int

    @property
    def total(self) -> int:
        """The two faces and what was added to them."""
        return sum(die.face for die in self.dice) + self.static

    @property
    def outcome(self) -> Outcome:
        """What the total means."""
        return outcome_of(self.total)


def outcome_of(total: int) -> Outcome:
    """Read the total of an attribute roll (R2-001, R2-008..R2-010).

    >>> outcome_of(9)
    <Outcome.SUCCESS_AT_A_COST: 'success_at_a_cost'>
    """
    if total >= FREE_SUCCESS_FROM:
        return Outcome.SUCCESS
    return Outcome.SUCCESS_AT_A_COST if total >= SUCCESS_FROM else Outcome.FAILURE


def net_difficulty(*ratings: Difficulty) -> Difficulty:
    """Reduce what several causes say to one difficulty: easy and hard cancel, the same twice counts once.

    Reading of R2-002 and R2-003 where the text is silent (A2-10).
    """
    easy, hard = Difficulty.EASY in ratings, Difficulty.HARD in ratings
    if easy == hard:
        return Difficulty.NORMAL
    return Difficulty.EASY if easy else Difficulty.HARD


def attribute_roll(
    attribute: int, roll: Roll, difficulty: Difficulty = Difficulty.NORMAL, *, exposed: bool = False
) -> AttributeRoll:
    """Roll 2d6 and add the attribute and the difficulty (R2-001..R2-003).

    A creature `exposed` by a vulnerable position gets nothing from a positive attribute; a negative one
    still counts, and so does the difficulty (R2-025, A2-09).

    >>> attribute_roll(2, lambda sides: 3, Difficulty.EASY).outcome.success
    True
    """
    counted = min(0, attribute) if exposed else attribute
    return AttributeRoll((throw_die(6, roll), throw_die(6, roll)), counted + difficulty.modifier)
