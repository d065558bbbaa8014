"""The values that the rules of every game take and return: sheets, facts, contexts, results, acts.

A rule rolls no die, reads no clock and writes no sentence: dice and time are its arguments.
"""

import re
from collections.abc import Callable, Container, Mapping
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
    """Base of the structs that each game declares for the save."""

    __slots__ = ()
    saved_whole: ClassVar[bool] = False
    """Whether a save also holds the figures that equal those of a new one."""

    @classmethod
    def from_save(cls, raw: Any) -> Self:
        return convert(raw, cls)


class Sheet(Saved):
    """Base of every system's character sheet, a frozen struct."""

    __slots__ = ()


class Scene(Saved):
    """Base of what a system keeps for the whole table: the campaign's choices, light, flags."""

    __slots__ = ()


THROWS, FIXED = "throws", "fixed"
"""Keys of a fact's data: the number of its throws, and whether its act's amount has no part in it."""


class Fact(Struct, frozen=True):
    """Something that happened: its kind and the data of its sentence. `who` holds a creature's id."""

    kind: str
    data: Mapping[str, Scalar] = NOTHING

    @property
    def throw_count(self) -> int | None:
        """How many throws of its own led to it; None if its rule does not say."""
        count = self.data.get(THROWS)
        return count if isinstance(count, int) else None


class PendingRoll(Struct, frozen=True):
    """A roll or a consequence that the rules call for and the GM has yet to resolve or skip.

    A rule makes `key` of the moment and the cause, so that a moment reached twice calls for one roll. In a
    session, `key` is the key under which the roll is pending.
    """

    key: OwnKey = ""
    kind: Name = ""
    who: Name = ""
    data: Mapping[str, Scalar] = NOTHING
    encounter: Name = ""
    """Id of the encounter that called for it."""


class ClockState(Struct, frozen=True):
    """How far a progress clock of the rules is filled."""

    filled: int = 0
    segments: int = 0


class RulesContext(Struct, frozen=True):
    """The part of the session that a rule may read. `now` is in seconds since the campaign began."""

    scene: Scene
    sheets: Mapping[str, Sheet]
    supplies: Mapping[str, Supply]
    now: int
    tables: Mapping[str, RandomTable] = NOTHING
    """The GM's own tables, by the id of the table that each replaces."""
    fighting: frozenset[str] = frozenset()
    """Ids of the combatants of the encounter being played; empty before its first turn."""
    waiting: Mapping[str, PendingRoll] = NOTHING
    """The pending rolls, by their keys."""
    year: int = 365 * DAY
    """Seconds of a year of the campaign's calendar."""
    names: Mapping[str, str] = NOTHING
    """Names of the creatures, by id: a text on a sheet may name one of them."""
    away: Container[str] = frozenset()
    """Ids of the creatures for which no time passes now."""
    daylight: bool = False
    """Whether the day gives light where the party is."""
    clocks: Mapping[str, ClockState] = NOTHING
    """The progress clocks of the game that are at the table, by their keys."""

    def named_in(self, text: str) -> tuple[str, ...]:
        """List the creatures whose whole names occur in a text; `Celador 1` does not name `Celador`.

        >>> street = RulesContext(Scene(), {}, {}, 0, names={"a": "Niño", "b": "Niño 2", "c": "Ana"})
        >>> street.named_in("al nino, en la pierna"), street.named_in("niño 2"), street.named_in("Anabel")
        (('a',), ('b',), ())
        """
        text_words = _in_words(text)
        matches = {who: words for who, name in self.names.items() if (words := _in_words(name)) in text_words}
        return tuple(
            who
            for who, words in matches.items()
            if not any(words != other and words in other for other in matches.values())
        )

    def may_be(self, who: str, text: str) -> bool:
        """Whether a GM's text is a creature's name or, if it is nobody's, the beginning of its name.

        >>> nobody = RulesContext(Scene(), {}, {}, 0, names={"a": "Orco", "b": "Orco 2", "c": "Sirena"})
        >>> [nobody.may_be(who, "orco") for who in "abc"], nobody.may_be("c", "sire")
        ([True, False, False], True)
        """
        folded = fold(text)
        exact = [each for each, name in self.names.items() if fold(name) == folded]
        return who in exact if exact else fold(self.names.get(who, who)).startswith(folded)


def _in_words(text: str) -> str:
    """Fold a text and put one blank around each of its words."""
    return " ".join(["", *re.findall(r"\w+", fold(text)), ""])


class TurnOrder(StrEnum):
    """The rule for who may have the next turn of an encounter."""

    INITIATIVE = "initiative"
    """By initiative."""
    FREE = "free"
    """Whom the GM picks among the creatures that have not acted in the round."""
    SIDES = "sides"
    """Anybody of one side until the whole side has acted; then another side."""


class Until(StrEnum):
    """The moment until which an effect lasts."""

    TURN_START = "turn_start"
    """The start of its anchor's turn, for the `passes`-th time."""
    TURN_END = "turn_end"
    """The end of its anchor's turn, for the `passes`-th time."""
    CLOCK = "clock"
    """A second of the campaign's clock."""
    SAVE = "save"
    """A save by its bearer, offered at the end of each of its anchor's turns."""


class Lasting(Struct, frozen=True):
    """How long an effect lasts: until a moment of its anchor's turn, for rounds or for seconds."""

    until: Until
    anchor: str = ""
    rounds: int = 0
    """Rounds from now; 0 if it ends at the first such moment."""
    seconds: int = 0


class Begun(Struct, frozen=True):
    """A condition that a rule has put on a creature and that ends by itself."""

    who: str
    condition: str
    lasting: Lasting


class RuleResult(Struct, frozen=True):
    """What a rule changes: sheets, scene and supplies, with facts, throws and the rolls it calls for."""

    sheets: Mapping[str, Sheet] = NOTHING
    scene: Scene | None = None
    supplies: Mapping[str, Supply] = NOTHING
    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    pending: tuple[PendingRoll, ...] = ()
    next_pending: tuple[PendingRoll, ...] = ()
    """Rolls of the same moment that come next because this one was resolved."""
    passes: int = 0
    """Seconds by which the clock advances."""
    amends: Mapping[str, Mapping[str, Scalar]] = NOTHING
    """New data of pending rolls, by their keys."""
    resolves: tuple[str, ...] = ()
    """Keys of pending rolls that the rule has rolled or answered, so that they do not count as lapsed."""
    begins: tuple[Begun, ...] = ()
    """Conditions of `sheets` that end by themselves."""
    clocks: Mapping[str, int] = NOTHING
    """How many segments of progress clocks of the game are filled now, by their keys."""

    def followed_by(self, later: "RuleResult") -> "RuleResult":
        """Merge this result with a later one: the later values win, the longer time counts."""
        return RuleResult(
            {**self.sheets, **later.sheets},
            later.scene or self.scene,
            {**self.supplies, **later.supplies},
            (*self.facts, *later.facts),
            (*self.throws, *later.throws),
            (*self.pending, *later.pending),
            (*self.next_pending, *later.next_pending),
            max(self.passes, later.passes),
            {**self.amends, **later.amends},
            (*self.resolves, *later.resolves),
            (*self.begins, *later.begins),
            {**self.clocks, **later.clocks},
        )


class TableClock(Struct, frozen=True):
    """A progress clock that the rules of a game bring to the table."""

    name: str
    segments: int
    shown: bool = False


class EffectHandling(Struct, frozen=True):
    """How a creature rolls effects: the mode, the modifier, and the facts that explain them."""

    mode: Mode = Mode.NORMAL
    static: int = 0
    facts: tuple[Fact, ...] = ()


class Blow(Struct, frozen=True):
    """The odds of an attack: how many of `whole` equally likely ways take each amount of health."""

    ways: Mapping[int, int]
    whole: int
    once: bool = False
    """Whether a target suffers only one such wound in a round, the first (R2-023)."""


class Kind(StrEnum):
    """How an act's parameter is typed on the command line and asked for in a dialog."""

    NUMBER = "number"
    EFFECT = "effect"
    """A whole number, or a dice expression for it: `7`, `2d6+1`. Its dice fall once, whatever the number of
    targets, and the act receives the number."""
    CHOICE = "choice"
    FLAG = "flag"
    MODIFIER = "modifier"
    """A signed number, written `+2` or `-1`; several add up in a tuple."""
    LABELLED = "labelled"
    """A number after its name: `nivel 5`."""
    SIGNED = "signed"
    """A signed number after its name: `rival+2`."""
    ROUNDS = "rounds"
    """A number of rounds, written `3r`."""
    HOURS = "hours"
    """A duration in seconds, written `8h`, `90m`, `1d`."""
    AGO = "ago"
    """Seconds before now, written `2h`; its name may stand before it: `hace 2h`."""
    CHANCE = "chance"
    """The least face that succeeds, written `12` or, as the rules print it, `12+`."""
    METRES = "metres"
    """A length, written `6` or `2.9`, kept in centimetres."""
    CREATURE = "creature"
    DEALER = "dealer"
    """The creature that deals an effect, after a keyword: `de goblin`. Its game may change the roll."""
    PHRASE = "phrase"
    """Words after their name, up to the name of another parameter: `activador pisar la losa`."""
    SUPPLY = "supply"
    NAME = "name"
    """A name, up to where only parameters follow; in quotes, any words."""
    TEXT = "text"
    """The GM's own words: the rest of the line. In quotes, other parameters may follow."""


class Param(Struct, frozen=True):
    """One parameter of an act."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    offers: Callable[[RulesContext, str], Mapping[str, str]] | None = None
    """The choices on a creature's sheet: names, by key; a key's word, if it has one, replaces the name. A
    parameter that is no choice is offered if there is one of these at least."""
    of_target: Callable[[RulesContext, str], Mapping[str, str]] | None = None
    """Of the choices, those of a target, if it is the target who makes the choice. It has to, if it has none
    of the choices made already."""
    figures: Mapping[str, int] = NOTHING
    """Figures that the rules name, by the ids of their names. A table of the GM with the parameter's id
    replaces them: the first total of each row is the figure, its text the name."""
    open_choices: tuple[str, ...] = ()
    """The choices that the GM describes in words, with the rest of the line."""
    of: bool = False
    """Whether a text may be typed after a keyword like «of», which is no part of it."""
    only_with: tuple[str, ...] = ()
    """Choices of another parameter that this one goes with; if empty, it goes with all."""
    default: int | str | None = None
    """The value of an act if none is typed."""
    needed: Callable[[RulesContext], bool] | None = None
    """Whether the act needs it although it is not required, because the table has no default for it."""
    several: bool = False
    """Whether several creatures may be named, each a target in turn."""
    words: str = ""
    """The space of the words of its choices; empty if the space has the parameter's name."""


class Whose(StrEnum):
    """The creatures that an act is for."""

    EACH = "each"
    """One creature after another."""
    TOGETHER = "together"
    """Several at once: a group effort."""
    TABLE = "table"
    """The whole table: the light changes."""


Args = Mapping[str, Any]
Applied = Callable[[RulesContext, str, Args, Roll], RuleResult]
"""A function that applies an act to one creature."""
Together = Callable[[RulesContext, tuple[str, ...], Args, Roll], RuleResult]
"""A function that applies an act to several creatures at once."""


Suits = Callable[[RulesContext, str], bool]
"""A predicate for the creatures to which an act can be done."""
WHO = "who"
"""The creatures of an act, where the name of a parameter for a creature may stand."""


def _only_together(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    raise Refusal("nobody")


class Act(Struct, frozen=True):
    """Something that a GM may ask for: a test, damage, a meal. Applying it raises `Refusal`.

    The session applies it to several creatures one after another, unless it has `together`.
    """

    id: str
    apply: Applied = _only_together
    """Applies the act to one creature; for an act of the table, `who` is empty."""
    params: tuple[Param, ...] = ()
    rolls: bool = False
    """Whether dice fall, so that a face may be typed."""
    lasts: Callable[[Args], int] | None = None
    """Seconds that the act takes if the whole party does it: a rest, a night's sleep."""
    lasting: bool = False
    """Whether the GM may give its effect a duration, such as a condition's."""
    needs_one: tuple[str, ...] = ()
    """Parameters at least one of which is needed."""
    whose: Whose = Whose.EACH
    together: Together | None = None
    asked_about: tuple[str, ...] = ()
    """Kinds of facts among its side effects that the GM confirms first."""
    on_others: bool = False
    """Whether who acts does it to others: damage, a condition. Only the GM's word turns it on who acts."""
    doer: str = ""
    """The parameter that is who acts, or `WHO` for the creatures of the act; empty if it has no doer."""
    suits: Suits | None = None
    """Whether it can be done to a creature, as help to the dying; None if it can to any."""

    def can_use(self, param: Param, args: Args) -> bool:
        """Whether a parameter means something beside the choices made: a level beside a poison."""
        choices = {args.get(each.name) for each in self.params if each.kind is Kind.CHOICE}
        return not param.only_with or not choices.isdisjoint(param.only_with)


SHARED_ACTS = ("test", "damage", "heal", "condition", "release", "rest", "sleep", "eat")
"""Ids of acts that mean the same in every game that has them, so that they have the same key in all."""
DONE_TO_OTHERS = ("damage", "condition")
"""Shared acts that a game file's creatures do to others."""
DONE_ONCE = ("rest", "sleep", "eat")
"""Acts that count once if two copies of a campaign each did them before they were merged."""
