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
"""Names of acts that mean the same in every game, with the ids that give them their keys."""
MOMENTS = ("turn_start", "turn_end", "round", "fight_end", "hour", "day")
GOOD = (
    *("éxito", "exito", "crítico", "critico", "especial", "gana", "parcial"),
    *("success", "critical", "special", "wins", "won", "partial"),
)
"""Outcomes that are successes in a check that names none."""
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
"""The words of effects that are no sum, in both languages."""


LANGUAGES = ("es", "en")
"""The languages of the words of a file, in their order."""


class Entry(Struct, frozen=True):
    """Base of every entry: its name, and the sentence that explains it."""

    name: str
    help: tuple[str, ...] = ()
    """In Spanish, then in English, as far as there are both."""


class Effect(Struct, frozen=True):
    """One thing that happens: a figure changes, a condition comes, a roll is asked for."""

    text: str
    verb: str
    """`change`, or one of the values of `VERBS`."""
    name: str = ""
    sign: str = ""
    value: Expr | None = None
    """The amount of a change or of an act of the game below, or how long a condition lasts."""
    unit: str = ""
    """`rounds`, or seconds as digits, of a duration."""
    on: str = ""
    """The arguments of a called check."""
    target: bool = False
    guard: Expr | None = None


class Attribute(Entry, frozen=True):
    """A number that is set."""

    start: int = 0
    low: int = -999
    high: int = 999


class DerivedFigure(Entry, frozen=True):
    """A figure that is computed and never saved."""

    formula: Expr = ZERO


class Refill(Struct, frozen=True):
    """The figure that an act or a milestone gives back: the maximum, so much more, or exactly so much."""

    how: str
    amount: Expr | None = None


class Counter(Entry, frozen=True):
    """An amount that moves; with a maximum it is a gauge."""

    maximum: Expr | None = None
    start: Expr | None = None
    low: int = 0
    cost: bool = False
    empty: tuple[Effect, ...] = ()
    """The effects once it has gone down to `low`, whatever took the last of it."""
    back: tuple[Effect, ...] = ()
    """The effects once it is above `low` again."""
    refill: Mapping[str, Refill] = NOTHING
    die: tuple[int, ...] = ()
    who: str = ""


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


class Check(Entry, frozen=True):
    """Dice, and what they mean."""

    params: tuple[Parameter, ...] = ()
    roll: Expr = ZERO
    results: tuple[tuple[Expr, str], ...] = ()
    good: tuple[str, ...] = ()
    on: Mapping[str, tuple[Effect, ...]] = NOTHING
    vs: str = ""
    group: str = ""
    mode: bool = False

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes, each once, in order."""
        return tuple(dict.fromkeys(outcome for _when, outcome in self.results))

    @property
    def effects(self) -> Iterator[Effect]:
        """Everything that its outcomes do."""
        for each in self.on.values():
            yield from each


class ActOf(Entry, frozen=True):
    """Something that the GM may ask for."""

    params: tuple[Parameter, ...] = ()
    needs: Expr | None = None
    do: tuple[Effect, ...] = ()
    lasts: int = 0


class Due(Entry, frozen=True):
    """The calls of a moment."""

    when: str = ""
    every: int = 0
    since: str = ""
    holds: Expr | None = None
    do: tuple[Effect, ...] = ()
    who: str = ""


class GameFile(Struct, frozen=True):
    """A whole file, read and checked."""

    key: str
    name: str
    on: str = ""
    """The game for which these are house rules; empty for a game of its own."""
    turn: int = 0
    health: str = ""
    rounds: bool = True
    initiative: str = "1d20"
    order: TurnOrder | None = None
    """None in house rules that leave it to the game below."""
    milestones: tuple[str, ...] = ()
    attack: str = ""
    attributes: Mapping[str, Attribute] = NOTHING
    derived: Mapping[str, DerivedFigure] = NOTHING
    counters: Mapping[str, Counter] = NOTHING
    lists: Mapping[str, ListOf] = NOTHING
    texts: Mapping[str, TextOf] = NOTHING
    conditions: Mapping[str, Condition] = NOTHING
    checks: Mapping[str, Check] = NOTHING
    acts: Mapping[str, ActOf] = NOTHING
    dues: Mapping[str, Due] = NOTHING
    words: Mapping[str, tuple[str, ...]] = NOTHING

    @property
    def label(self) -> str:
        """The name, with the dice of the main check, as every game of the program is called."""
        main = next((each for each in self.checks.values() if act_id(each.name) == "test"), None)
        thrown = main or next(iter(self.checks.values()), None)
        dice = (
            next((each for each in parts(thrown.roll) if isinstance(each, DiceOf)), None) if thrown else None
        )
        if self.on or dice is None or not isinstance(dice.sides, Num):
            return self.name
        count = str(dice.count.value) if isinstance(dice.count, Num) and dice.count.value > 1 else ""
        told = f"({count}d{dice.sides.value})"
        return self.name if told in self.name else f"{self.name} {told}"

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of everything that a sheet shows."""
        return (*self.attributes, *self.derived, *self.counters, *self.lists, *self.texts)

    @property
    def every_effect(self) -> Iterator[Effect]:
        """Every effect of the file."""
        for check in self.checks.values():
            yield from check.effects
        for act in self.acts.values():
            yield from act.do
        for condition in self.conditions.values():
            yield from condition.do
        for due in self.dues.values():
            yield from due.do
        for counter in self.counters.values():
            yield from (*counter.empty, *counter.back)


TABLES = (
    *("attributes", "derived", "counters", "lists", "texts", "conditions", "checks", "acts", "dues", "words"),
)
"""The tables that house rules add to, as fields of a file."""


def merge_house_rules(below: GameFile, house: GameFile) -> GameFile:
    """Return a game and the house rules over it as one file."""
    return replace(
        below,
        name=house.name,
        milestones=(*below.milestones, *house.milestones),
        attack=house.attack or below.attack,
        order=house.order or below.order,
        **{table: {**getattr(below, table), **getattr(house, table)} for table in TABLES},
    )


def act_id(name: str) -> str:
    """Return the id of an act or a check: one that all games share, or its own name."""
    return ACT_IDS.get(name, name)
