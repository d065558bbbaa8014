"""What a rules system is: one record that screens, commands and words are written against.

A system says what its sheets hold, which acts a GM may ask for, and which rolls are due at each moment of
play. It never asks for a face, reads a clock or writes a sentence: dice and time are arguments, and what
happened comes back as values.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Protocol

from msgspec import Struct, field

from tracker.rules.dice import Roll, Throw
from tracker.rules.fields import NOTHING, Scalar
from tracker.rules.glance import Badge, Countdown, Gauge, Need
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import SheetField
from tracker.rules.supply import Supply


class Sheet:
    """Base of every system's character sheet, a frozen struct."""

    __slots__ = ()


class Scene:
    """Base of what a system keeps for the whole table: campaign choices, light, flags."""

    __slots__ = ()


class Fact(Struct, frozen=True):
    """One thing that happened: its kind and what its sentence needs. `who` holds a creature's id."""

    kind: str
    data: Mapping[str, Scalar] = NOTHING


class Due(Struct, frozen=True):
    """A roll or a consequence that the rules call for and the GM has not settled yet.

    `key` is made of the moment and the cause, so that the same moment reached twice calls for it once.
    """

    key: str
    kind: str
    who: str = ""
    data: Mapping[str, Scalar] = NOTHING


class Waiting(Protocol):
    """A due roll that waits for the GM, as a rule may look at it."""

    @property
    def kind(self) -> str:
        """What kind of due it is."""

    @property
    def who(self) -> str:
        """Whose it is."""

    @property
    def data(self) -> Mapping[str, Scalar]:
        """What it bears upon."""


class RulesContext(Struct, frozen=True):
    """What a rule may look at. `now` is in seconds since the campaign began."""

    scene: Scene
    sheets: Mapping[str, Sheet]
    supplies: Mapping[str, Supply]
    now: int
    tables: Mapping[str, RandomTable] = NOTHING
    """The GM's own tables, by the id of what they stand for."""
    fighting: frozenset[str] = frozenset()
    """Ids of those who take turns in the encounter being played; nobody before its first turn."""
    waiting: Mapping[str, Waiting] = NOTHING
    """The due rolls that the GM has not settled yet."""


class RuleResult(Struct, frozen=True):
    """What a rule did: the values that changed, what to say, the dice that fell, and what is now due."""

    sheets: Mapping[str, Sheet] = NOTHING
    scene: Scene | None = None
    supplies: Mapping[str, Supply] = NOTHING
    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    due: tuple[Due, ...] = ()
    due_then: tuple[Due, ...] = ()
    """What the moment that called for what is settled calls for besides, as it now turns out."""
    passes: int = 0
    """Seconds that it took, for the clock to go on by."""
    amends: Mapping[str, Mapping[str, Scalar]] = NOTHING
    """Data that waiting due rolls have from now on, by their keys."""


class Kind(StrEnum):
    """What an act's parameter is, for the command line and the dialogs."""

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
    ROUNDS = "rounds"
    """A number of rounds, written `3r`."""
    HOURS = "hours"
    """A duration in seconds, written `8h`, `90m`, `1d`."""
    AGO = "ago"
    """How many seconds before now, written `2h`, behind its name or not: `hace 2h`."""
    CHANCE = "chance"
    """A number that a die must reach, written `12` or, as the rules do, `12+`."""
    METRES = "metres"
    """A length, written `6` or `2.9`, kept in centimetres."""
    CREATURE = "creature"
    SUPPLY = "supply"
    TEXT = "text"


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
    that wording has a word for goes by that."""


class Whose(StrEnum):
    """Whom an act is for."""

    EACH = "each"
    """One creature after another."""
    TOGETHER = "together"
    """Several at once: a group effort."""
    TABLE = "table"
    """Nobody in particular: the light changes."""


Args = Mapping[str, Any]
Applied = Callable[[RulesContext, str, Args, Roll], RuleResult]
"""What settles an act for one creature."""


def _only_together(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    raise Refusal("nobody")


class Act(Struct, frozen=True):
    """Something a GM may ask for: a test, damage, a meal.

    Over several creatures, the session applies it to one after another. Settling it raises `Refusal` when
    the rules do not allow it.
    """

    id: str
    apply: Applied = _only_together
    """Settles the act for one creature; for an act of the table, `who` is empty."""
    params: tuple[Param, ...] = ()
    rolls: bool = False
    """Whether dice fall, so that a face may be typed."""
    lasts: Callable[[Args], int] | None = None
    """Seconds that the act takes when the whole party does it: a rest, a night's sleep."""
    lasting: bool = False
    """Whether what it brings may end by itself, after a while that the GM says: a condition."""
    whose: Whose = Whose.EACH
    together: Callable[[RulesContext, tuple[str, ...], Args, Roll], RuleResult] | None = None
    """Settles an act of several creatures at once."""


SHARED_ACTS = ("test", "damage", "heal", "condition", "release", "rest", "sleep", "eat")
"""Ids of acts that mean the same in every game that has them, so that they have the same key in all."""


def no_dues(context: RulesContext, who: str) -> tuple[Due, ...]:
    """Call for nothing at this moment."""
    return ()


def not_favoured(context: RulesContext, due: Due) -> Due:
    """Let nothing be spent on a due roll."""
    raise Refusal("not_favoured")


class GameSystem(Struct, frozen=True):
    """A rules system, whole. `fields` and `acts` are in the order in which they are shown."""

    key: str
    sheet: type[Sheet]
    scene: type[Scene]
    new_sheet: Callable[[str, int], Sheet]
    """A fresh sheet for a `pc` or an `npc`, at a second of the campaign's clock."""
    fields: tuple[SheetField, ...]
    scene_fields: tuple[SheetField, ...]
    gauges: tuple[Gauge, ...]
    acts: Mapping[str, Act]
    conditions: tuple[str, ...]
    badges: Callable[[RulesContext, str], tuple[Badge, ...]]
    is_out: Callable[[Sheet], bool]
    """Whether a creature takes no more turns: dead, lost."""
    dues: Mapping[str, Callable[[RulesContext, Due, Roll], RuleResult]]
    """How each kind of due roll is settled."""
    still_due: Callable[[RulesContext, Due], bool]
    """Whether a due roll still makes sense: its condition may be gone."""
    faces_of: Callable[[RulesContext, Due], tuple[int, ...]]
    """Sides of the dice that settling a due roll needs now; empty when it needs none."""
    turn_seconds: int
    """Seconds of a turn; 0 where the rules leave it to the campaign."""
    turn_field: str = ""
    """The scene's field in which the campaign then says it."""
    health: str = ""
    """Id of the gauge by which a creature looks hurt; unsaid, the first that has a maximum."""
    is_down: Callable[[Sheet], bool] | None = None
    """Whether a creature looks fallen; unsaid, whoever is out, or has nothing left in that gauge."""
    turn_starts: Callable[[RulesContext, str], tuple[Due, ...]] = no_dues
    turn_ends: Callable[[RulesContext, str], tuple[Due, ...]] = no_dues
    turns_anywhere: bool = False
    """Whether a turn away from any encounter starts and ends for everybody as one in it does (R1-061)."""
    encounter_ends: Callable[[RulesContext, str], tuple[Due, ...]] = no_dues
    round_ends: Callable[[RulesContext, tuple[str, ...]], RuleResult] = lambda context, whos: RuleResult()
    """What happens by itself when everybody has acted: countdowns go down."""
    turns_pass: Callable[[RulesContext, tuple[str, ...], int], RuleResult] = lambda context, whos, turns: (
        RuleResult()
    )
    """What becomes of countdowns when so many turns go by at once on the clock, away from any encounter."""
    favour: str = ""
    """Id of the gauge of which whoever a due roll is for may spend a point before its dice fall (R1-053)."""
    favoured: Callable[[RulesContext, Due], Due] = not_favoured
    """A due roll as it is settled when that point is spent; refuses what cannot be favoured."""
    answers: Mapping[str, str] = NOTHING
    """Dues that no die settles but a choice: each kind, and the act that makes it."""
    countdowns: Callable[[RulesContext, str], tuple[Countdown, ...]] = lambda context, who: ()
    """The turns that a creature has left before something happens."""
    scene_badges: Callable[[RulesContext], tuple[Badge, ...]] = lambda context: ()
    """What to see at a glance of the whole table: the light, how the scene goes."""
    milestones: Mapping[str, Callable[[RulesContext], RuleResult]] = NOTHING
    """Moments that only the GM can tell: the end of a session, of a scenario, of a scene."""
    tables: tuple[str, ...] = ()
    """Ids of the tables that the rules leave to the GM."""
    sheet_written: Callable[[str, Sheet, Sheet], RuleResult] = lambda who, before, after: RuleResult()
    """What the rules make of what the GM has written on a creature's sheet."""
    time_passes: Callable[[RulesContext, str, int], tuple[Due, ...]] = lambda context, who, until: ()
    """Dues of one creature when the clock goes from `table.now` to `until`."""
    clock_corrected: Callable[[Sheet, int], Sheet] = lambda sheet, by: sheet
    """A sheet whose moments go along with a clock that the GM has put right by so many seconds."""
    needs: Callable[[RulesContext, str], tuple[Need, ...]] = lambda context, who: ()
    """What a creature's body asks for next."""
    initiative_bonus: Callable[[RulesContext, tuple[str, ...]], int] = lambda context, who: 0
    """What the rules add to a side's initiative (R1-106)."""
    ammunition_act: str = ""
    """Id of the act that uses ammunition up, where the game counts it apart."""
    distances: Mapping[str, int] = NOTHING
    """Units of distance and their length in centimetres (R1-065, R1-066)."""
    adds: tuple[str, ...] = ()
    """Ids of the fields, numbers or scores, that are added to a roll: `2d6 + lia.violencia` may name them."""
    rules: tuple[str, ...] = field(default=())
    """Ids of the rules that the rules sheet explains, in order."""
