"""What a creature of Chronicle is, and the lines of its sheet that a GM may edit."""

from collections.abc import Mapping
from enum import StrEnum

from tracker.rules.body import Body, Nature, readers
from tracker.rules.chronicle.attributes import ATTRIBUTES, Attribute
from tracker.rules.chronicle.health import is_unconscious
from tracker.rules.chronicle.hunger import unfed_days
from tracker.rules.chronicle.sleep import ENOUGH, days_awake, penalty_of_day
from tracker.rules.chronicle.states import HIGHEST_POISON, may_shake_off
from tracker.rules.fields import NAME_LENGTH, amount, number, text
from tracker.rules.record import dataclass, field
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Scene, Table

HIGHEST_SCORE = 99
HIGHEST_LEVEL = 99
HIGHEST_RESOURCE = 9_999
OLDEST = 99_999
DICE = ("4", "6", "8", "10", "12", "20")


@dataclass(frozen=True, slots=True)
class AttributeScore:
    """An attribute: its value (VA) and its difficulty (DA), which do not follow each other (A1-01)."""

    value: int = number(10, low=0, high=HIGHEST_SCORE)
    reduction: int = number(0, low=0, high=HIGHEST_SCORE)
    """How much of the value is lost for a time (R1-085)."""
    difficulty: int = number(12, low=0, high=HIGHEST_SCORE)

    @property
    def present(self) -> int:
        """The value as it stands now."""
        return self.value - self.reduction


@dataclass(frozen=True, slots=True)
class Slot:
    """Spell slots of one level (R1-070)."""

    current: int = amount(0, low=0, high="maximum")
    maximum: int = number(0, low=0, high=HIGHEST_SCORE)


@dataclass(frozen=True, slots=True)
class State:
    """A condition suffered: what it is, how strong a poison, who or what brought it."""

    condition: str = text(length=NAME_LENGTH)
    level: int = number(0, low=0, high=HIGHEST_POISON)
    source: str = text(length=NAME_LENGTH)
    source_level: int = number(0, low=0, high=HIGHEST_LEVEL)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A lasting bonus, penalty, Advantage or Disadvantage, and why (R1-024, R1-025)."""

    value: int = number(0, low=-HIGHEST_SCORE, high=HIGHEST_SCORE)
    cause: str = text(length=NAME_LENGTH)
    advantage: int = number(0, low=-1, high=1)
    attribute: str = text(length=NAME_LENGTH)
    """The only attribute that it touches; empty for every roll."""


_UNTOLD = AttributeScore()


def _fresh_scores() -> Mapping[str, AttributeScore]:
    return {attribute: AttributeScore() for attribute in ATTRIBUTES}


@dataclass(frozen=True, slots=True)
class Character(Body):
    """A creature, a player's or not: rules are kinder to the players' (R1-084, R1-087)."""

    level: int = number(1, low=1, high=HIGHEST_LEVEL)
    species: str = text(length=NAME_LENGTH)
    occupation: str = text(length=NAME_LENGTH)
    age: int = number(20, low=0, high=OLDEST)
    ageing_age: int = number(0, low=0, high=OLDEST)
    """Age from which the species rolls each year (R1-079); 0 when unknown."""
    languages: tuple[str, ...] = ()
    attributes: Mapping[str, AttributeScore] = field(default_factory=_fresh_scores)
    health: int = amount(10, high="health_max")
    health_max: int = number(10, low=1, high=HIGHEST_RESOURCE)
    health_die: int = number(8, low=0, high=20)
    """Sides of the die that heals at rest (R1-068); 0 for none."""
    armour_die: int = number(0, low=0, high=20)
    """Sides of the armour die (R1-094); 0 without armour."""
    effort: int = amount(0, low=0, high="effort_max")
    effort_max: int = number(0, low=0, high=HIGHEST_SCORE)
    nights_without_recovery: int = number(0, low=0, high=HIGHEST_RESOURCE)
    slots: Mapping[str, Slot] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    modifiers: Mapping[str, Modifier] = field(default_factory=dict)
    sleep_kept: int = number(0, low=0, high=HIGHEST_SCORE)
    """Penalty days that a sleep too short to clear them left standing (R1-078)."""
    napped: int = number(0, low=0, high=ENOUGH)
    """Seconds slept since `naps_since` in pieces that do not yet count as sleep (R1-075)."""
    naps_since: int = number()
    """Clock second at which the first of those pieces began."""
    hunger_failures: int = number(0, low=0, high=3)
    damage: str = text(length=NAME_LENGTH)
    """What its attack deals: a number, or dice (R1-092, R1-093)."""
    stays_alive: bool = False
    """Whether the GM lets an NPC live at 0 Health or less (R1-084)."""

    @property
    def unconscious(self) -> bool:
        """Whether it has fallen, alive (R1-083)."""
        return is_unconscious(self.health, dead=self.dead)

    def score(self, attribute: str) -> AttributeScore:
        """Return an attribute; a save from elsewhere may lack it."""
        return self.attributes.get(attribute, _UNTOLD)

    def may_shake_off(self, condition: str) -> bool:
        """Whether a condition that it suffers can be shaken off by a save (R1-105)."""
        return may_shake_off(condition, self.states[condition].source_level, self.level)

    def hunger_bonus(self, now: int) -> int:
        """Return what hunger adds to the difficulty of Endurance (R1-072); only PCs go hungry."""
        return unfed_days(self.fed_at, now) if self.is_pc else 0

    def sleep_penalty(self, now: int) -> int:
        """Return what lack of sleep takes from every roll, 0 or below (R1-076); only PCs need sleep."""
        if not self.is_pc:
            return 0
        return penalty_of_day(days_awake(self.awake_since, now) + 1) - self.sleep_kept


class AmmoMode(StrEnum):
    """When ammunition is put to the test; chosen once by the campaign (R1-044)."""

    PER_SHOT = "per_shot"
    PER_ENCOUNTER = "per_encounter"


@dataclass(frozen=True, slots=True)
class Choices(Scene):
    """What a campaign chooses once (R1-044)."""

    ammo_mode: AmmoMode = AmmoMode.PER_SHOT


def new_character(kind: str, now: int = 0) -> Character:
    """Return a fresh sheet, fed and rested at clock second `now`."""
    return Character(kind=Nature(kind), fed_at=now, awake_since=now)


character, living = readers(Character)


def choices(table: Table) -> Choices:
    """Return what the campaign has chosen."""
    return table.scene if isinstance(table.scene, Choices) else Choices()


def _number(name: str, group: str, low: int | None, high: int | None, *, passing: bool = False) -> SheetField:
    return SheetField(name, (name,), FieldKind.NUMBER, group, low, high, passing=passing)


def _score_fields(attribute: str) -> tuple[SheetField, ...]:
    return tuple(
        SheetField(
            f"{attribute}_{part}",
            ("attributes", attribute, part),
            FieldKind.NUMBER,
            "attributes",
            0,
            HIGHEST_SCORE,
            passing=part == "reduction",
        )
        for part in ("value", "difficulty", "reduction")
    )


FIELDS: tuple[SheetField, ...] = (
    SheetField("kind", ("kind",), FieldKind.CHOICE, "identity", choices=tuple(Nature)),
    _number("level", "identity", 1, HIGHEST_LEVEL),
    SheetField("species", ("species",), FieldKind.TEXT, "identity"),
    SheetField("occupation", ("occupation",), FieldKind.TEXT, "identity"),
    _number("age", "identity", 0, OLDEST),
    _number("ageing_age", "identity", 0, OLDEST),
    SheetField("languages", ("languages",), FieldKind.LIST, "identity"),
    *(line for attribute in Attribute for line in _score_fields(attribute)),
    _number("health", "resources", -HIGHEST_RESOURCE, HIGHEST_RESOURCE),
    _number("health_max", "resources", 1, HIGHEST_RESOURCE),
    SheetField("health_die", ("health_die",), FieldKind.DIE, "resources", choices=DICE),
    SheetField("armour_die", ("armour_die",), FieldKind.DIE, "resources", choices=DICE),
    _number("effort", "resources", 0, HIGHEST_SCORE),
    _number("effort_max", "resources", 0, HIGHEST_SCORE),
    _number("nights_without_recovery", "resources", 0, HIGHEST_RESOURCE, passing=True),
    SheetField("slots", ("slots",), FieldKind.COUNTERS, "resources"),
    _number("hunger_failures", "needs", 0, 3, passing=True),
    _number("sleep_kept", "needs", 0, HIGHEST_SCORE, passing=True),
    SheetField("damage", ("damage",), FieldKind.TEXT, "combat"),
    SheetField("stays_alive", ("stays_alive",), FieldKind.CHOICE, "combat", choices=("false", "true")),
)

SCENE_FIELDS: tuple[SheetField, ...] = (
    SheetField("ammo_mode", ("ammo_mode",), FieldKind.CHOICE, "campaign", choices=tuple(AmmoMode)),
)
