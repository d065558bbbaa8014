"""What a character of Horror is, what the whole table shares, and the lines that a GM may edit."""

from collections.abc import Mapping
from enum import StrEnum

from tracker.rules.body import Body, Nature, readers
from tracker.rules.fields import NAME_LENGTH, amount, number, text
from tracker.rules.horror.attribute_roll import Attribute, Difficulty
from tracker.rules.horror.consequences import Vulnerability
from tracker.rules.horror.scars import Scar
from tracker.rules.record import dataclass, field
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Scene, Table

HIGHEST_ATTRIBUTE = 20
HIGHEST_RESOURCE = 999
USUAL_RESOURCE = 10
"""Hit points and sanity of a fresh sheet: the text gives none, so that the GM writes them."""
REMINDER_EVERY = 3
"""TURNS after which the GM is reminded that something should happen (R2-017: «every few»)."""


class Owed(StrEnum):
    """What a roll has left to choose."""

    OWN = "own_consequence"
    """A consequence for one's own character, after an 8 or a 9 (R2-009)."""
    TARGET = "target_consequence"
    """A consequence for the target, from 10 on (R2-010)."""


@dataclass(frozen=True, slots=True)
class Score:
    """An attribute, added to 2d6."""

    value: int = number(0, low=-HIGHEST_ATTRIBUTE, high=HIGHEST_ATTRIBUTE)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon and the damage that goes with it, a figure or dice (R2-026)."""

    damage: str = text("1", length=NAME_LENGTH)


@dataclass(frozen=True, slots=True)
class NextRoll:
    """How the next roll will be rated, against somebody or against anything (R2-011)."""

    difficulty: Difficulty = Difficulty.EASY
    target: str = text(length=NAME_LENGTH)
    """Id of whom it is against; empty for any roll."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A consequence still to be chosen."""

    target: str = text(length=NAME_LENGTH)
    """Id of whom the roll was against, if anybody."""


def _named_scores() -> Mapping[str, Score]:
    return {attribute.value: Score() for attribute in Attribute}


@dataclass(frozen=True, slots=True)
class Character(Body):
    """Somebody who faces the horror, or belongs to it."""

    attributes: Mapping[str, Score] = field(default_factory=_named_scores)
    """The two that the text names."""
    own_attributes: Mapping[str, Score] = field(default_factory=dict)
    """The campaign's others, by the GM's names."""
    hit_points: int = amount(USUAL_RESOURCE, low=0, high="hit_points_max")
    hit_points_max: int = number(USUAL_RESOURCE, low=1, high=HIGHEST_RESOURCE)
    armour: str = text(length=NAME_LENGTH)
    """What protects it, in the GM's words: the text gives no values."""
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    sanity: int = amount(USUAL_RESOURCE, low=0, high="sanity_max")
    sanity_max: int = number(USUAL_RESOURCE, low=0, high=HIGHEST_RESOURCE)
    scars: tuple[str, ...] = ()
    """Ids of scars and of cosmetic changes, or the GM's words."""
    spells: tuple[str, ...] = ()
    favourite: str = text()
    """What it loves to do (R2-040)."""
    favourite_used: bool = False
    """Whether it has enjoyed it in this session."""
    vulnerable: Vulnerability | None = None
    vulnerable_to: str = text(length=NAME_LENGTH)
    """Id of whom it is vulnerable to; empty for anybody."""
    next_rolls: Mapping[str, NextRoll] = field(default_factory=dict)
    owes: Mapping[str, Choice] = field(default_factory=dict)
    """Consequences to choose: by what is owed, numbered from the second one like it."""
    turns_left: int | None = None
    """TURNS that a dying character has left; None until the die is rolled (R2-027)."""
    falling: bool = False
    """Whether the TURN in which it fell is still under way (A2-05)."""
    scar_due: bool = False
    """Whether it has been brought back and has no scar of it yet (R2-029)."""
    broken: bool = False
    """Whether its sanity has run out and nothing has been chosen yet (R2-037)."""
    lost: bool = False
    """Whether its sanity is gone for good: it is the GM's now (R2-042)."""

    @property
    def dying(self) -> bool:
        """Whether the countdown is for it: a player's character without hit points (R2-027)."""
        return self.is_pc and not self.dead and self.hit_points == 0

    @property
    def weak_heart(self) -> bool:
        """Whether it dies sooner (R2-032)."""
        return Scar.WEAK_HEART in self.scars

    def score(self, attribute: str) -> int:
        """Return an attribute; one that the sheet lacks is 0."""
        return ({**self.own_attributes, **self.attributes}.get(attribute) or Score()).value


@dataclass(frozen=True, slots=True)
class Vigil(Scene):
    """What the table keeps: how often something should happen, and how long ago everybody slept soundly."""

    reminder_every: int = number(REMINDER_EVERY, low=0, high=99)
    """TURNS between reminders; 0 for none."""
    turns: int = number(0, low=0)
    """TURNS since the last one."""
    sessions_since_full: int = number(0, low=0, high=1)


def new_character(kind: str, now: int = 0) -> Character:
    """Return a fresh sheet, fed and rested at clock second `now`; sanity is the players' concern."""
    if Nature(kind) is Nature.PC:
        return Character(kind=Nature.PC, fed_at=now, awake_since=now)
    return Character(kind=Nature.NPC, fed_at=now, awake_since=now, sanity=0, sanity_max=0)


character, living = readers(Character)


def vigil(table: Table) -> Vigil:
    """Return what the table keeps."""
    return table.scene if isinstance(table.scene, Vigil) else Vigil()


def attributes_of(table: Table, who: str) -> Mapping[str, str]:
    """Return the attributes of a creature and the names they go by."""
    sheet = character(table, who)
    return {name: name for name in (*sheet.attributes, *sheet.own_attributes)}


def weapons_of(table: Table, who: str) -> Mapping[str, str]:
    """Return the weapons of a creature."""
    return {name: name for name in character(table, who).weapons}


def _number(name: str, group: str, low: int, high: int) -> SheetField:
    return SheetField(name, (name,), FieldKind.NUMBER, group, low, high)


FIELDS: tuple[SheetField, ...] = (
    SheetField("kind", ("kind",), FieldKind.CHOICE, "identity", choices=tuple(Nature)),
    *(
        SheetField(
            attribute,
            ("attributes", attribute, "value"),
            FieldKind.NUMBER,
            "attributes",
            -HIGHEST_ATTRIBUTE,
            HIGHEST_ATTRIBUTE,
        )
        for attribute in Attribute
    ),
    SheetField(
        "own_attributes",
        ("own_attributes",),
        FieldKind.SCORES,
        "attributes",
        -HIGHEST_ATTRIBUTE,
        HIGHEST_ATTRIBUTE,
        part="value",
    ),
    _number("hit_points", "resources", 0, HIGHEST_RESOURCE),
    _number("hit_points_max", "resources", 1, HIGHEST_RESOURCE),
    _number("sanity", "resources", 0, HIGHEST_RESOURCE),
    _number("sanity_max", "resources", 0, HIGHEST_RESOURCE),
    SheetField("favourite", ("favourite",), FieldKind.TEXT, "mind"),
    SheetField("scars", ("scars",), FieldKind.LIST, "mind"),
    SheetField("spells", ("spells",), FieldKind.LIST, "mind"),
    SheetField("weapons", ("weapons",), FieldKind.EFFECTS, "combat", part="damage"),
    SheetField("armour", ("armour",), FieldKind.TEXT, "combat"),
)

SCENE_FIELDS: tuple[SheetField, ...] = (
    _number("reminder_every", "campaign", 0, 99),
    _number("sessions_since_full", "campaign", 0, 1),
)
