"""The contents of a game file as typed values: figures, checks, conditions, acts and dues."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.fields import NOTHING
from tracker.rules.game_file.expression import ZERO, DiceOf, Expr, Num, parts
from tracker.rules.glance import Tone
from tracker.rules.system import TurnOrder

ACT_IDS: Mapping[str, str] = {
    "prueba": "test",
    "daño": "damage",
    "cura": "heal",
    "estado": "condition",
    "libera": "release",
    "descansa": "rest",
    "duerme": "sleep",
    "come": "eat",
    "ataca": "attack",
    "muere": "kill",
    "revive": "revive",
}
"""Ids of the acts that every game shares, by their Spanish names. The id gives an act its key."""
MOMENTS = ("turn_start", "turn_end", "round", "fight_end", "hour", "day")
GOOD = (
    *("éxito", "exito", "crítico", "critico", "especial", "gana", "parcial"),
    *("success", "critical", "special", "wins", "won", "partial"),
)
"""Outcomes that are successes in a check that does not name its own."""
VERBS: Mapping[str, str] = {
    "estado": "condition",
    "condition": "condition",
    "libera": "release",
    "release": "release",
    "pide": "pend",
    "pend": "pend",
    "usa": "use",
    "use": "use",
    "di": "say",
    "say": "say",
    "fuera": "out",
    "out": "out",
    "acto": "act",
    "act": "act",
}
"""The words of effects other than changes of a figure, in both languages."""

LANGUAGES = ("es", "en")
"""The order of the languages in an entry of the table `words`."""


GROUPS: Mapping[str, str] = {"all": "all", "todos": "all", "pc": "pc", "npc": "npc"}
"""Prefixes of an effect on several creatures at once, in both languages: all, or those of one kind."""


class Entry(Struct, frozen=True):
    """Base of every entry: its name, and the sentence that explains it."""

    name: str
    help: tuple[str, ...] = ()
    """In Spanish, then in English if there are both."""


class Effect(Struct, frozen=True):
    """One effect: a figure changes, a condition begins or ends, a roll becomes pending."""

    text: str
    verb: str
    """`change`, `clock`, or one of the values of `VERBS`."""
    name: str = ""
    sign: str = ""
    value: Expr | None = None
    """The amount of a change or of a called act, or how long a condition lasts."""
    unit: str = ""
    """The unit of a duration: `rounds`, or its seconds as digits."""
    on: str = ""
    """The arguments of a called check."""
    target: bool = False
    group: str = ""
    """The creatures that it reaches at once, one of the values of `GROUPS`; `target` is each of them."""
    guard: Expr | None = None


class Attribute(Entry, frozen=True):
    """A number that is set, within bounds."""

    start: int = 0
    low: int = -999
    high: int = 999


class DerivedFigure(Entry, frozen=True):
    """A figure that is computed and never saved."""

    formula: Expr = ZERO


class Refill(Struct, frozen=True):
    """What an act or a milestone gives back to a counter: its maximum, an amount more, or an exact amount."""

    how: str
    amount: Expr | None = None


class Threshold(Struct, frozen=True):
    """The effects of a counter once its comparison with a number begins to hold."""

    sign: str
    number: int
    do: tuple[Effect, ...]

    @property
    def rises(self) -> bool:
        """Whether it is passed on the way up."""
        return self.sign.startswith(">")


class Counter(Entry, frozen=True):
    """An amount that goes up and down; with a maximum it is a gauge."""

    maximum: Expr | None = None
    start: Expr | None = None
    low: int = 0
    cost: bool = False
    empty: tuple[Effect, ...] = ()
    """The effects of reaching `low`, whatever took the last of it."""
    back: tuple[Effect, ...] = ()
    """The effects of rising above `low` again."""
    full: tuple[Effect, ...] = ()
    """The effects of reaching the maximum."""
    at: tuple[Threshold, ...] = ()
    """What happens as it passes a number."""
    refill: Mapping[str, Refill] = NOTHING
    die: tuple[int, ...] = ()
    who: str = ""

    @property
    def has_marks(self) -> bool:
        """Whether something happens as it reaches a certain amount."""
        return bool(self.empty or self.back or self.full or self.at)


class ClockOf(Entry, frozen=True):
    """A progress clock of the table that effects move."""

    segments: int = 6
    shown: bool = False
    full: tuple[Effect, ...] = ()
    """The effects of a full clock, once the GM resolves it; they have no creature of their own."""


class ListOf(Entry, frozen=True):
    """Named scores or named dice that each sheet fills in."""

    dice: bool = False
    start: int = 0
    low: int = 0
    high: int = 999


class TextOf(Entry, frozen=True):
    """A line of text on the sheet."""

    start: str = ""


class Condition(Entry, frozen=True):
    """A state of a creature, and what it does."""

    rolls: Expr | None = None
    value: Expr | None = None
    on: tuple[str, ...] = ()
    """The attributes that `value` is added to, wherever a check names one; empty for any rolled with."""
    only: tuple[str, ...] = ()
    ends: str = ""
    at: str = "turn_end"
    each: str = ""
    do: tuple[Effect, ...] = ()
    level: int = 1
    tone: Tone = Tone.WARNING


class Parameter(Struct, frozen=True):
    """A parameter of an act or a check: its name and its kind."""

    name: str
    kind: str
    """`attribute`, the name of a list, `amount`, `condition`, `creature`, `flag`, `text`, `duration`,
    `modifier`, `choice` or `number`."""
    choices: tuple[str, ...] = ()
    default: int | None = None
    low: int = 0
    high: int = 0


class Deed(Entry, frozen=True):
    """What a GM may ask for: a check or an act."""

    params: tuple[Parameter, ...] = ()
    others: bool | None = None
    """Whether who acts does it to others; None if its name says so."""
    doer: str = ""
    """`who`, `target`, or empty if neither is always who acts."""
    suits: Expr | None = None
    """What holds of a creature to which it can be done; None if it can to any."""


class Check(Deed, frozen=True):
    """Dice, the outcomes that they give, and the effects of each outcome."""

    roll: Expr = ZERO
    results: tuple[tuple[Expr, str], ...] = ()
    good: tuple[str, ...] = ()
    on: Mapping[str, tuple[Effect, ...]] = NOTHING
    vs: str = ""
    group: str = ""
    mode: bool = False

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes, each once, in the order of the results."""
        return tuple(dict.fromkeys(outcome for _when, outcome in self.results))

    @property
    def effects(self) -> Iterator[Effect]:
        """The effects of every outcome."""
        for each in self.on.values():
            yield from each


class ActOf(Deed, frozen=True):
    """An act of the file, which the GM may ask for."""

    needs: Expr | None = None
    needs_text: str = ""
    """What it needs, as its author wrote it."""
    do: tuple[Effect, ...] = ()
    lasts: int = 0


class Due(Entry, frozen=True):
    """What falls due at a moment, or at regular intervals of `every` seconds."""

    when: str = ""
    every: int = 0
    since: str = ""
    holds: Expr | None = None
    do: tuple[Effect, ...] = ()
    who: str = ""


class GameFile(Struct, frozen=True):
    """A whole game file, parsed."""

    key: str
    name: str
    version: str = ""
    """What its author calls this text of it."""
    on: str = ""
    """The game that these house rules are for; empty if the file is a game of its own."""
    turn: int = 0
    health: str = ""
    rounds: bool | None = None
    initiative: str = ""
    order: TurnOrder | None = None
    """What a file does not say of its turns is as usual, and in house rules as in the game below."""
    milestones: tuple[str, ...] = ()
    attack: str = ""
    attributes: Mapping[str, Attribute] = NOTHING
    derived: Mapping[str, DerivedFigure] = NOTHING
    counters: Mapping[str, Counter] = NOTHING
    clocks: Mapping[str, ClockOf] = NOTHING
    lists: Mapping[str, ListOf] = NOTHING
    texts: Mapping[str, TextOf] = NOTHING
    conditions: Mapping[str, Condition] = NOTHING
    checks: Mapping[str, Check] = NOTHING
    acts: Mapping[str, ActOf] = NOTHING
    dues: Mapping[str, Due] = NOTHING
    words: Mapping[str, tuple[str, ...]] = NOTHING

    @property
    def label(self) -> str:
        """The name with the dice of the main check, such as `Ascuas (2d6)`, like those of the other games."""
        main = next((each for each in self.checks.values() if act_id(each.name) == "test"), None)
        check = main or next(iter(self.checks.values()), None)
        dice = next((each for each in parts(check.roll) if isinstance(each, DiceOf)), None) if check else None
        if self.on or dice is None or not isinstance(dice.sides, Num):
            return self.name
        count = str(dice.count.value) if isinstance(dice.count, Num) and dice.count.value > 1 else ""
        dice_text = f"({count}d{dice.sides.value})"
        return self.name if dice_text in self.name else f"{self.name} {dice_text}"

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of all entries that stand on a sheet."""
        return (*self.attributes, *self.derived, *self.counters, *self.lists, *self.texts)

    @property
    def every_effect(self) -> Iterator[Effect]:
        for check in self.checks.values():
            yield from check.effects
        for act in self.acts.values():
            yield from act.do
        for condition in self.conditions.values():
            yield from condition.do
        for due in self.dues.values():
            yield from due.do
        for counter in self.counters.values():
            yield from (*counter.empty, *counter.back, *counter.full)
            for threshold in counter.at:
                yield from threshold.do
        for clock in self.clocks.values():
            yield from clock.full


TABLES = (
    *("attributes", "derived", "counters", "clocks", "lists", "texts"),
    *("conditions", "checks", "acts", "dues", "words"),
)
"""The fields of `GameFile` that house rules add to."""


def merge_house_rules(below: GameFile, house: GameFile) -> GameFile:
    """Merge a game and the house rules over it into one file."""
    return replace(
        below,
        name=house.name,
        version=house.version,
        turn=house.turn or below.turn,
        health=house.health or below.health,
        rounds=below.rounds if house.rounds is None else house.rounds,
        initiative=house.initiative or below.initiative,
        milestones=(*below.milestones, *house.milestones),
        attack=house.attack or below.attack,
        order=house.order or below.order,
        **{table: {**getattr(below, table), **getattr(house, table)} for table in TABLES},
    )


def act_id(name: str) -> str:
    """Return the id of an act or a check: the shared one, or its own name."""
    return ACT_IDS.get(name, name)
