"""The values that the rules of every game take and return: sheets, facts, contexts, results, acts.

A rule never rolls a die, reads a clock or writes a sentence. Dice and time are arguments, and the result is
a value.
"""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Self

from msgspec import Struct, convert

from tracker.rules.clock import DAY
from tracker.rules.dice import Mode, Roll, Throw
from tracker.rules.fields import NOTHING, Name, OwnKey, Scalar
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.text import fold


class Saved:
    """Base of what each game declares of its own for the save."""

    __slots__ = ()
    saved_whole: ClassVar[bool] = False
    """Whether a save holds the figures that are as on a new one too."""

    @classmethod
    def from_save(cls, raw: Any) -> Self:
        """Return the value that a save holds."""
        return convert(raw, cls)


class Sheet(Saved):
    """Base of every system's character sheet, a frozen struct."""

    __slots__ = ()


class Scene(Saved):
    """Base of what a system keeps for the whole table: campaign choices, light, flags."""

    __slots__ = ()


THROWS, FIXED = "throws", "fixed"
"""Data of a fact: how many throws it comes of, and whether the amount of its act has no part in it."""


class Fact(Struct, frozen=True):
    """One thing that happened: its kind and what its sentence needs. `who` holds a creature's id."""

    kind: str
    data: Mapping[str, Scalar] = NOTHING

    @property
    def throw_count(self) -> int | None:
        """The number of throws of its own that it comes of; None if its rule does not say."""
        count = self.data.get(THROWS)
        return count if isinstance(count, int) else None


class PendingRoll(Struct, frozen=True):
    """A roll or a consequence that the rules call for, and that waits until the GM resolves or skips it.

    A rule makes `key` of the moment and the cause, so that one moment reached twice calls for it once. In a
    session, `key` is the key under which the roll is pending.
    """

    key: OwnKey = ""
    kind: Name = ""
    who: Name = ""
    data: Mapping[str, Scalar] = NOTHING
    encounter: Name = ""
    """Id of the encounter that called for it."""


class RulesContext(Struct, frozen=True):
    """The part of the session that a rule may read. `now` is in seconds since the campaign began."""

    scene: Scene
    sheets: Mapping[str, Sheet]
    supplies: Mapping[str, Supply]
    now: int
    tables: Mapping[str, RandomTable] = NOTHING
    """The GM's own tables, by the id of what they stand for."""
    fighting: frozenset[str] = frozenset()
    """Ids of those who take turns in the encounter being played; nobody before its first turn."""
    waiting: Mapping[str, PendingRoll] = NOTHING
    """The pending rolls, by their keys."""
    year: int = 365 * DAY
    """Seconds of a year of the campaign's calendar."""
    names: Mapping[str, str] = NOTHING
    """The names of the creatures, by id: what a GM wrote on a sheet may name one of them."""

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the creatures whose whole names stand in a text; of `Celador 1`, no `Celador`.

        >>> street = RulesContext(Scene(), {}, {}, 0, names={"a": "Niño", "b": "Niño 2", "c": "Ana"})
        >>> street.named_in("al nino, en la pierna"), street.named_in("niño 2"), street.named_in("Anabel")
        (('a',), ('b',), ())
        """
        said = _in_words(text)
        named = {who: words for who, name in self.names.items() if (words := _in_words(name)) in said}
        return tuple(
            who
            for who, words in named.items()
            if not any(words != other and words in other for other in named.values())
        )

    def may_be(self, who: str, written: str) -> bool:
        """Whether a creature may be the one whose name, or the beginning of it, a GM has written.

        >>> nobody = RulesContext(Scene(), {}, {}, 0, names={"a": "Orco", "b": "Orco 2", "c": "Sirena"})
        >>> [nobody.may_be(who, "orco") for who in "abc"], nobody.may_be("c", "sire")
        ([True, False, False], True)
        """
        wanted = fold(written)
        exact = [each for each, name in self.names.items() if fold(name) == wanted]
        return who in exact if exact else fold(self.names.get(who, who)).startswith(wanted)


def _in_words(text: str) -> str:
    """Return the folded words of a text, each between blanks."""
    return " ".join(["", *re.findall(r"\w+", fold(text)), ""])


class TurnOrder(StrEnum):
    """The rule for who may have the next turn of an encounter."""

    INITIATIVE = "initiative"
    """By initiative."""
    FREE = "free"
    """Anybody who has not acted in the round: whom the GM picks."""
    SIDES = "sides"
    """Anybody of the side that acts; when all of it have acted, another side does."""


class Until(StrEnum):
    """The moment until which an effect lasts."""

    TURN_START = "turn_start"
    """The start of its anchor's turn, for the `passes`-th time."""
    TURN_END = "turn_end"
    """The end of its anchor's turn, for the `passes`-th time."""
    CLOCK = "clock"
    """A second of the campaign's clock."""
    SAVE = "save"
    """A save of its bearer's: whether it ends is asked at the end of each of its anchor's turns."""


class Lasting(Struct, frozen=True):
    """The duration of an effect: until which moment, of whose turn, for how many rounds or seconds."""

    until: Until
    anchor: str = ""
    rounds: int = 0
    """Number of rounds from now; 0 if it ends at the first such moment."""
    seconds: int = 0


class Begun(Struct, frozen=True):
    """A condition that a rule has begun, and that ends by itself."""

    who: str
    condition: str
    lasting: Lasting


class RuleResult(Struct, frozen=True):
    """The result of a rule: changed values, facts, dice that fell, and the rolls it calls for."""

    sheets: Mapping[str, Sheet] = NOTHING
    scene: Scene | None = None
    supplies: Mapping[str, Supply] = NOTHING
    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    pending: tuple[PendingRoll, ...] = ()
    next_pending: tuple[PendingRoll, ...] = ()
    """More rolls of the same moment, which the resolved roll has made possible."""
    passes: int = 0
    """Seconds by which the clock goes on."""
    amends: Mapping[str, Mapping[str, Scalar]] = NOTHING
    """New data of pending rolls, by their keys."""
    resolves: tuple[str, ...] = ()
    """Keys of pending rolls that the rule has made or answered: they do not lapse."""
    begins: tuple[Begun, ...] = ()
    """Conditions of `sheets` that end by themselves."""

    def followed_by(self, after: "RuleResult") -> "RuleResult":
        """Return this result together with the result of what followed it."""
        return RuleResult(
            {**self.sheets, **after.sheets},
            after.scene or self.scene,
            {**self.supplies, **after.supplies},
            (*self.facts, *after.facts),
            (*self.throws, *after.throws),
            (*self.pending, *after.pending),
            (*self.next_pending, *after.next_pending),
            max(self.passes, after.passes),
            {**self.amends, **after.amends},
            (*self.resolves, *after.resolves),
            (*self.begins, *after.begins),
        )


class EffectHandling(Struct, frozen=True):
    """A creature's way to roll effects: the mode, the number added, and the facts that say so."""

    mode: Mode = Mode.NORMAL
    static: int = 0
    facts: tuple[Fact, ...] = ()


class Blow(Struct, frozen=True):
    """The spread of an attack: the ways that take each amount of health, of `whole` equally likely ones."""

    ways: Mapping[int, int]
    whole: int
    once: bool = False
    """Whether a target suffers only the first of such wounds in a round (R2-023)."""


class Kind(StrEnum):
    """The kind of an act's parameter, for the command line and the dialogs."""

    NUMBER = "number"
    EFFECT = "effect"
    """A whole number, or a dice expression for it: `7`, `2d6+1`. Its dice fall once, whatever the number of
    targets, and the act receives the number."""
    CHOICE = "choice"
    FLAG = "flag"
    MODIFIER = "modifier"
    """A signed number, written `+2` or `-1`; several add up in a tuple."""
    LABELLED = "labelled"
    """A number behind its name: `nivel 5`."""
    SIGNED = "signed"
    """A signed number behind its name: `rival+2`."""
    ROUNDS = "rounds"
    """A number of rounds, written `3r`."""
    HOURS = "hours"
    """A duration in seconds, written `8h`, `90m`, `1d`."""
    AGO = "ago"
    """Seconds before now, written `2h`, behind its name or not: `hace 2h`."""
    CHANCE = "chance"
    """A number that a die must reach, written `12` or, as the rules do, `12+`."""
    METRES = "metres"
    """A length, written `6` or `2.9`, kept in centimetres."""
    CREATURE = "creature"
    DEALER = "dealer"
    """The creature that rolls an effect, behind a word: `de goblin`. Its game may change the roll."""
    PHRASE = "phrase"
    """Words behind their name, up to the name of another parameter: `activador pisar la losa`."""
    SUPPLY = "supply"
    NAME = "name"
    """Words that name something, up to where nothing but parameters follows; in quotes, any words."""
    TEXT = "text"
    """The GM's own words: the rest of the line, whatever stands in it; in quotes, more may follow."""


class Param(Struct, frozen=True):
    """One parameter of an act."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    offers: Callable[[RulesContext, str], Mapping[str, str]] | None = None
    """The choices of one creature, where they stand on its sheet: keys, and the names they go by. A key
    that wording has a word for goes by that. Any other parameter is offered where there is one at least."""
    figures: Mapping[str, int] = NOTHING
    """Figures that the rules name: the ids of their names. A table of the GM with the parameter's id
    replaces them: the first total of each row is the figure, and its text is the name."""
    open_choices: tuple[str, ...] = ()
    """The choices that the GM describes: the rest of the line is their text."""
    of: bool = False
    """Whether a text may be typed behind a word like «of», which is not a part of it."""
    only_with: tuple[str, ...] = ()
    """The choices of another parameter with which it means something; if empty, it always does."""
    default: int | str | None = None
    """The value that an act receives if it is told none."""
    several: bool = False
    """Whether several creatures may be named: the act is then applied against one after another."""
    words: str = ""
    """The space of the words of its choices; empty if it is called as the parameter is."""


class Whose(StrEnum):
    """The creatures that an act is for."""

    EACH = "each"
    """One creature after another."""
    TOGETHER = "together"
    """Several at once: a group effort."""
    TABLE = "table"
    """Nobody in particular: the light changes."""


Args = Mapping[str, Any]
Applied = Callable[[RulesContext, str, Args, Roll], RuleResult]
"""A function that applies an act to one creature."""
Together = Callable[[RulesContext, tuple[str, ...], Args, Roll], RuleResult]
"""A function that applies an act to several creatures at once."""


def _only_together(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    raise Refusal("nobody")


class Act(Struct, frozen=True):
    """Something a GM may ask for: a test, damage, a meal.

    Over several creatures, the session applies it to one after another. Applying it raises `Refusal` when
    the rules do not allow it.
    """

    id: str
    apply: Applied = _only_together
    """Applies the act to one creature; for an act of the table, `who` is empty."""
    params: tuple[Param, ...] = ()
    rolls: bool = False
    """Whether dice fall, so that a face may be typed."""
    lasts: Callable[[Args], int] | None = None
    """Seconds that the act takes when the whole party does it: a rest, a night's sleep."""
    lasting: bool = False
    """Whether what it brings may end by itself, after a while that the GM says: a condition."""
    needs_one: tuple[str, ...] = ()
    """Parameters of which the act needs one at least."""
    whose: Whose = Whose.EACH
    together: Together | None = None
    asked_about: tuple[str, ...] = ()
    """Kinds of facts that it brings besides what was asked for, and about which the GM is asked first."""


SHARED_ACTS = ("test", "damage", "heal", "condition", "release", "rest", "sleep", "eat")
"""Ids of acts that mean the same in every game that has them, so that they have the same key in all."""
DONE_ONCE = ("rest", "sleep", "eat")
"""Those that were meant once if two copies of a campaign, unseen by each other, each did them."""
