"""A creature of Chronicle: its attributes, its conditions, and its sheet, whose lines a GM may edit."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Struct, field

from tracker.rules.body import Body, Nature, sheet_readers
from tracker.rules.fields import Int, Name, Text, amount, number
from tracker.rules.games.chronicle.vitals import (
    ENOUGH,
    days_awake,
    is_unconscious,
    penalty_of_day,
    unfed_days,
)
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import OF_ATTRIBUTES, FieldKind, SheetField, number_field
from tracker.rules.system import RulesContext, Scene, Sheet

# The six attributes, and the dangers that each withstands (R1-013..R1-020).


class Attribute(StrEnum):
    """The attributes of a test, in the order of 1d6 (R1-020, R1-080)."""

    STRENGTH = "strength"
    AGILITY = "agility"
    ENDURANCE = "endurance"
    MIND = "mind"
    INTUITION = "intuition"
    PRESENCE = "presence"


ATTRIBUTES: tuple[str, ...] = tuple(Attribute)

SAVES: Mapping[str, Attribute] = {
    "falling": Attribute.STRENGTH,
    "crushing": Attribute.STRENGTH,
    "hazard": Attribute.AGILITY,
    "attack": Attribute.AGILITY,
    "projectile": Attribute.AGILITY,
    "poison": Attribute.ENDURANCE,
    "disease": Attribute.ENDURANCE,
    "necrosis": Attribute.ENDURANCE,
    "paralysis": Attribute.MIND,
    "curse": Attribute.MIND,
    "geas": Attribute.MIND,
    "deceit": Attribute.INTUITION,
    "illusion": Attribute.INTUITION,
    "altered_perception": Attribute.INTUITION,
    "charm": Attribute.PRESENCE,
    "possession": Attribute.PRESENCE,
}
"""The attribute that withstands each danger when it strikes (R1-014..R1-019).

Mind withstands paralysis; once suffered, Agility shakes it off (A1-29).
"""


def save_attribute(danger: str) -> Attribute:
    """Return the attribute that withstands a danger (R1-014..R1-019).

    >>> str(save_attribute("falling"))
    'strength'

    Raises `Refusal` `unknown_danger`.
    """
    if danger not in SAVES:
        raise Refusal("unknown_danger", name=danger, known=", ".join(SAVES))
    return SAVES[danger]


def extra_languages(mind: int) -> int:
    """Count the languages that Mind allows besides the first: one per complete 3 above 6 (R1-059, A1-20).

    >>> [extra_languages(mind) for mind in (3, 8, 9, 18)]
    [0, 0, 1, 4]
    """
    return max(0, (mind - 6) // 3)


# Conditions: the rolls that each hinders, and the save that ends it (R1-095..R1-108).

MENTAL = frozenset({Attribute.MIND, Attribute.INTUITION, Attribute.PRESENCE})
HIGHEST_POISON = 100


class Condition(StrEnum):
    """A harmful condition that lasts."""

    RESTRAINED = "restrained"
    BLINDED = "blinded"
    CONFUSED = "confused"
    DOMINATED = "dominated"
    DISEASED = "diseased"
    FASCINATED = "fascinated"
    FRIGHTENED = "frightened"
    PARALYSED = "paralysed"
    PETRIFIED = "petrified"
    DEAFENED = "deafened"
    POISONED = "poisoned"


class Task(Struct, frozen=True):
    """What a roll is for, as far as conditions depend on it."""

    attribute: str
    sight: bool = False
    hearing: bool = False
    ranged: bool = False
    dodge: bool = False


class Affliction(Struct, frozen=True):
    """What the rules say of one condition; its effect on a roll depends on the roll's task."""

    rule: str
    """The id of its rule."""
    freed_by: Attribute
    """The attribute whose save ends it (R1-096..R1-107)."""
    hinders: Callable[[Task], bool] = lambda task: False
    """Whether the roll has Disadvantage."""
    lowers: Callable[[Task], int] = lambda task: 0
    """The modifier of the roll, 0 or less."""
    prevents: Callable[[Task], bool] = lambda task: False
    """Whether the roll fails without a die."""
    brings: tuple[Condition, ...] = ()
    """Conditions that come with it (R1-105)."""
    outranks: bool = False
    """Whether a creature below the level of its source cannot shake it off (R1-105)."""
    binds: bool = False
    """Whether it limits turns without a roll, so the GM is reminded (R1-097, R1-100, R1-103, R1-105)."""
    lost_turn: str = ""
    """The kind of pending roll whose d20 may take a turn away (R1-099, R1-104)."""
    initiative: int = 0
    """The modifier of the group's initiative for each member that suffers it (R1-106, A1-31)."""


CONDITIONS: Mapping[str, Affliction] = {
    Condition.RESTRAINED: Affliction("R1-097", Attribute.STRENGTH, binds=True),
    Condition.BLINDED: Affliction(
        "R1-098",
        Attribute.INTUITION,
        hinders=lambda task: task.sight or task.ranged or task.dodge,
        prevents=lambda task: task.ranged,
    ),
    Condition.CONFUSED: Affliction("R1-099", Attribute.MIND, lost_turn="confusion"),
    Condition.DOMINATED: Affliction("R1-100", Attribute.PRESENCE, hinders=lambda task: True, binds=True),
    Condition.DISEASED: Affliction("R1-101", Attribute.ENDURANCE, lowers=lambda task: -2),
    Condition.FASCINATED: Affliction(
        "R1-102", Attribute.PRESENCE, lowers=lambda task: -4 if task.attribute in MENTAL else 0
    ),
    Condition.FRIGHTENED: Affliction("R1-103", Attribute.MIND, binds=True),
    Condition.PARALYSED: Affliction(
        "R1-104", Attribute.AGILITY, hinders=lambda task: task.dodge, lost_turn="paralysis"
    ),
    Condition.PETRIFIED: Affliction(
        "R1-105",
        Attribute.STRENGTH,
        brings=(Condition.BLINDED, Condition.PARALYSED, Condition.DEAFENED),
        outranks=True,
        binds=True,
    ),
    Condition.DEAFENED: Affliction(
        "R1-106", Attribute.INTUITION, hinders=lambda task: task.hearing, initiative=-1
    ),
    Condition.POISONED: Affliction("R1-107", Attribute.ENDURANCE),
}


class Hindrance(Struct, frozen=True):
    """What conditions do to a roll."""

    modifiers: tuple[int, ...] = ()
    disadvantage: int = 0
    auto_fail: bool = False


def implied_conditions(conditions: Collection[str]) -> tuple[str, ...]:
    """List conditions and those that come with them, in the order of the table (R1-105)."""
    implied = {each for name in conditions if name in CONDITIONS for each in CONDITIONS[name].brings}
    return tuple(name for name in CONDITIONS if name in conditions or name in implied)


def hindrance(conditions: Collection[str], task: Task) -> Hindrance:
    """Add up what conditions do to a roll for a task (R1-098, R1-100..R1-102, R1-104..R1-106).

    Attacking at range and dodging need sight (R1-098).

    >>> hindrance({"blinded"}, Task("agility", ranged=True)).auto_fail
    True
    """
    present = [CONDITIONS[name] for name in implied_conditions(conditions)]
    return Hindrance(
        modifiers=tuple(value for each in present if (value := each.lowers(task))),
        disadvantage=sum(each.hinders(task) for each in present),
        auto_fail=any(each.prevents(task) for each in present),
    )


def may_shake_off(condition: str, source_level: int, own_level: int) -> bool:
    """Whether a save is allowed: not against stone from a source of a higher level (R1-105).

    >>> may_shake_off("petrified", source_level=6, own_level=5)
    False
    """
    return not CONDITIONS[condition].outranks or source_level <= own_level


# The sheet of a creature of Chronicle, and its lines that a GM may edit.

HIGHEST_SCORE = 99
HIGHEST_LEVEL = 99
HIGHEST_RESOURCE = 9_999
OLDEST = 99_999
DICE = ("4", "6", "8", "10", "12", "20")


class AttributeScore(Struct, frozen=True):
    """An attribute: its value (VA) and its difficulty (DA), which are independent (A1-01)."""

    value: Annotated[int, number(low=0, high=HIGHEST_SCORE)] = 10
    reduction: Annotated[int, number(low=0, high=HIGHEST_SCORE)] = 0
    """The part of the value that is lost for a time (R1-085)."""
    difficulty: Annotated[int, number(low=0, high=HIGHEST_SCORE)] = 12

    @property
    def present(self) -> int:
        """The value minus what is lost for a time."""
        return self.value - self.reduction


class Slot(Struct, frozen=True):
    """Spell slots of one level (R1-070)."""

    current: Annotated[int, amount(low=0, high="maximum")] = 0
    maximum: Annotated[int, number(low=0, high=HIGHEST_SCORE)] = 0


class State(Struct, frozen=True):
    """A condition of a creature: its name, the level of a poison, its source."""

    condition: Name = ""
    level: Annotated[int, number(low=0, high=HIGHEST_POISON)] = 0
    source: Name = ""
    source_level: Annotated[int, number(low=0, high=HIGHEST_LEVEL)] = 0


class Attack(Struct, frozen=True):
    """One of a creature's attacks, with its damage: a number, or dice (R1-092, R1-093)."""

    damage: Name = "1"


class Modifier(Struct, frozen=True):
    """A lasting bonus, penalty, Advantage or Disadvantage, and its cause (R1-024, R1-025)."""

    value: Annotated[int, number(low=-HIGHEST_SCORE, high=HIGHEST_SCORE)] = 0
    cause: Name = ""
    advantage: Annotated[int, number(low=-1, high=1)] = 0
    attribute: Name = ""
    """The only attribute that it changes; empty for all of them."""

    @property
    def kind(self) -> str:
        """Whether it is an Advantage, a Disadvantage, a bonus or a penalty."""
        if self.advantage:
            return "advantage" if self.advantage > 0 else "disadvantage"
        return "bonus" if self.value > 0 else "penalty"


_DEFAULT_SCORE = AttributeScore()


def _fresh_scores() -> Mapping[str, AttributeScore]:
    return {attribute: AttributeScore() for attribute in ATTRIBUTES}


class Character(Body, Sheet, frozen=True):
    """A creature; rules are kinder to a player's (R1-084, R1-087)."""

    level: Annotated[int, number(low=1, high=HIGHEST_LEVEL)] = 1
    species: Name = ""
    occupation: Name = ""
    age: Annotated[int, number(low=0, high=OLDEST)] = 20
    ageing_age: Annotated[int, number(low=0, high=OLDEST)] = 0
    """Age from which the species rolls each year (R1-079); 0 if unknown."""
    languages: tuple[str, ...] = ()
    attributes: Mapping[str, AttributeScore] = field(default_factory=_fresh_scores)
    health: Annotated[int, amount(high="health_max")] = 10
    health_max: Annotated[int, number(low=1, high=HIGHEST_RESOURCE)] = 10
    health_die: Annotated[int, number(low=0, high=20)] = 8
    """Sides of the die that heals at rest (R1-068); 0 for none."""
    armour_die: Annotated[int, number(low=0, high=20)] = 0
    """Sides of the armour die (R1-094); 0 without armour."""
    effort: Annotated[int, amount(low=0, high="effort_max")] = 0
    effort_max: Annotated[int, number(low=0, high=HIGHEST_SCORE)] = 0
    potency: Annotated[int, number(low=0, high=HIGHEST_RESOURCE)] = 0
    """Potency bought with Effort for the next effect roll (R1-054)."""
    nights_without_recovery: Annotated[int, number(low=0, high=HIGHEST_RESOURCE)] = 0
    slots: Mapping[str, Slot] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    modifiers: Mapping[str, Modifier] = field(default_factory=dict)
    sleep_kept: Annotated[int, number(low=0, high=HIGHEST_SCORE)] = 0
    """Penalty days left by a sleep too short to clear them (R1-078)."""
    napped: Annotated[int, number(low=0, high=ENOUGH)] = 0
    """Seconds slept since `naps_since` in pieces that do not yet count as sleep (R1-075)."""
    naps_since: Int = 0
    """Clock second at which the first of those pieces began."""
    rested_at: Int | None = None
    """Clock second of its last rest."""
    rested_before: Int | None = None
    """Clock second of the rest before the last."""
    came_at: Int = 0
    """Clock second from which its years are counted (R1-079)."""
    hunger_failures: Annotated[int, number(low=0, high=3)] = 0
    damage: Name = ""
    """The damage of its attack: a number, or dice (R1-092, R1-093)."""
    attacks: Mapping[str, Attack] = field(default_factory=dict)
    """More attacks, by name."""
    stays_alive: bool = False
    """Whether the GM lets an NPC live at 0 Health or less (R1-084)."""

    @property
    def unconscious(self) -> bool:
        """Whether it is alive and has no Health left (R1-083)."""
        return is_unconscious(self.health, dead=self.dead)

    def score(self, attribute: str) -> AttributeScore:
        """Return an attribute, or a fresh one if the sheet lacks it."""
        # A save written by another program may lack some.
        return self.attributes.get(attribute, _DEFAULT_SCORE)

    def may_shake_off(self, condition: str) -> bool:
        """Whether a save may end one of its conditions (R1-105)."""
        return may_shake_off(condition, self.states[condition].source_level, self.level)

    def hunger_bonus(self, now: int) -> int:
        """Return what hunger adds to the difficulty of Endurance (R1-072); only PCs go hungry."""
        return unfed_days(self.fed_at, now) if self.is_pc else 0

    def sleep_penalty(self, now: int) -> int:
        """Return the penalty of lost sleep on every roll, 0 or less (R1-076); only PCs need sleep."""
        if not self.is_pc:
            return 0
        return penalty_of_day(days_awake(self.awake_since, now) + 1) - self.sleep_kept


class Trap(Struct, frozen=True):
    """A trap of the table: what springs it, how it is hidden, and what it does (R1-089..R1-091)."""

    trigger: Text = ""
    concealment: Text = ""
    effect: Text = ""
    damage: Name = ""
    """The damage that it deals, a number or dice; empty for none."""
    attribute: Name = ""
    """The attribute that saves from it; empty if nothing does."""
    halves: bool = False
    """Whether a save halves the damage; else it avoids all of it."""
    found: bool = False
    sprung: bool = False


class AmmoMode(StrEnum):
    """When ammunition is rolled; the campaign chooses it once (R1-044)."""

    PER_SHOT = "per_shot"
    PER_ENCOUNTER = "per_encounter"


class Choices(Scene, Struct, frozen=True):
    """The choices of a campaign (R1-044), and its traps."""

    ammo_mode: AmmoMode = AmmoMode.PER_SHOT
    traps: Mapping[str, Trap] = field(default_factory=dict)
    """By name."""


def new_character(kind: str, now: int = 0) -> Character:
    """Make a sheet of a creature fed and rested at clock second `now`."""
    return Character(kind=Nature(kind), fed_at=now, awake_since=now, came_at=now)


character, living = sheet_readers(Character)


def choices(context: RulesContext) -> Choices:
    """Return the campaign's choices, or the defaults."""
    return context.scene if isinstance(context.scene, Choices) else Choices()


def _number(name: str, group: str, *, passing: bool = False) -> SheetField:
    return number_field(Character, name, group, passing=passing)


def _score_fields(attribute: str) -> tuple[SheetField, ...]:
    return tuple(
        number_field(
            Character,
            f"{attribute}_{part}",
            OF_ATTRIBUTES,
            path=("attributes", attribute, part),
            passing=part == "reduction",
        )
        for part in ("value", "difficulty", "reduction")
    )


FIELDS: tuple[SheetField, ...] = (
    SheetField("kind", ("kind",), FieldKind.CHOICE, "identity", choices=tuple(Nature)),
    _number("level", "identity"),
    SheetField("species", ("species",), FieldKind.TEXT, "identity"),
    SheetField("occupation", ("occupation",), FieldKind.TEXT, "identity"),
    _number("age", "identity"),
    _number("ageing_age", "identity", passing=True),
    SheetField("languages", ("languages",), FieldKind.LIST, "identity"),
    *(line for attribute in Attribute for line in _score_fields(attribute)),
    _number("health", "resources"),
    _number("health_max", "resources"),
    SheetField("health_die", ("health_die",), FieldKind.DIE, "resources", choices=DICE),
    SheetField("armour_die", ("armour_die",), FieldKind.DIE, "resources", choices=DICE),
    _number("effort", "resources"),
    _number("effort_max", "resources"),
    _number("nights_without_recovery", "resources", passing=True),
    SheetField("slots", ("slots",), FieldKind.COUNTERS, "resources"),
    _number("hunger_failures", "needs", passing=True),
    _number("sleep_kept", "needs", passing=True),
    SheetField("damage", ("damage",), FieldKind.TEXT, "combat", passing=True),
    SheetField("attacks", ("attacks",), FieldKind.EFFECTS, "combat", part="damage"),
    SheetField("stays_alive", ("stays_alive",), FieldKind.CHOICE, "combat", choices=("false", "true")),
)

SCENE_FIELDS: tuple[SheetField, ...] = (
    SheetField("ammo_mode", ("ammo_mode",), FieldKind.CHOICE, "campaign", choices=tuple(AmmoMode)),
)


def is_ageing(age: int, ageing_age: int) -> bool:
    """Whether a year calls for an Endurance roll: from the species' age on (R1-079, A1-26).

    An `ageing_age` of 0 is unknown, so it calls for none.
    """
    return 0 < ageing_age <= age


def aged_attribute(face: int) -> Attribute:
    """Look up the attribute that a failed age roll reduces, by the face of a d6 (R1-080).

    >>> str(aged_attribute(3))
    'endurance'
    """
    return tuple(Attribute)[face - 1]
