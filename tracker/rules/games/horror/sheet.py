"""The sheet of Horror, the state that the table shares, and the lines that a GM may edit."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Struct, field

from tracker.rules.body import Body, Nature, sheet_readers
from tracker.rules.fields import Int, Name, Text, amount, number
from tracker.rules.sheet_field import FieldKind, SheetField, attribute_fields, number_field
from tracker.rules.system import RulesContext, Scene, Sheet

HIGHEST_ATTRIBUTE = 20
HIGHEST_RESOURCE = 999
USUAL_RESOURCE = 10
"""Hit points and sanity of a fresh sheet: the rules give none, so the GM sets them."""
REMINDER_EVERY = 3
"""TURNS until the GM is reminded that something should happen (R2-017: «every few»)."""


class Attribute(StrEnum):
    """The two attributes that the rules name; the campaign adds its own."""

    VIOLENCE = "violence"
    """Every attack (R2-016)."""
    WITS = "wits"
    """Sensing sorcery with the third eye (R2-035)."""


class Difficulty(StrEnum):
    """How the GM rates an action before the dice fall (R2-002, R2-003)."""

    NORMAL = "normal"
    EASY = "easy"
    HARD = "hard"

    @property
    def modifier(self) -> int:
        """The number added to the roll: +2 if easy, -2 if hard."""
        return DIFFICULTY_MODIFIERS[self]


DIFFICULTY_MODIFIERS = {Difficulty.NORMAL: 0, Difficulty.EASY: 2, Difficulty.HARD: -2}


class Vulnerability(StrEnum):
    """The effect of a vulnerable position; the GM picks one of the two (R2-025, A2-09)."""

    EXPOSED = "exposed"
    """Positive attributes do not count."""
    OUT_OF_REACH = "out_of_reach"
    """The attacker cannot be reached."""


class Owed(StrEnum):
    """The choice that a roll leaves."""

    OWN = "own_consequence"
    """A consequence for the player's own character, after an 8 or a 9 (R2-009)."""
    TARGET = "target_consequence"
    """A consequence for the target, from 10 on (R2-010)."""


class Score(Struct, frozen=True):
    """An attribute, added to 2d6."""

    value: Annotated[int, number(low=-HIGHEST_ATTRIBUTE, high=HIGHEST_ATTRIBUTE)] = 0


class Weapon(Struct, frozen=True):
    """A weapon's damage, a number or dice (R2-026)."""

    damage: Name = "1"


class NextRoll(Struct, frozen=True):
    """The rating of the next roll, against one target or any (R2-011)."""

    difficulty: Difficulty = Difficulty.EASY
    target: Name = ""
    """Id of the target; empty for any."""


class Choice(Struct, frozen=True):
    """A consequence still to be chosen."""

    target: Name = ""
    """Id of the roll's target, if it had one."""


class Character(Body, Sheet, frozen=True):
    """A creature that faces the horror, or belongs to it."""

    attributes: Mapping[str, Score] = field(
        default_factory=lambda: {attribute.value: Score() for attribute in Attribute}
    )
    """The two that the rules name."""
    own_attributes: Mapping[str, Score] = field(default_factory=dict)
    """The campaign's own, by the GM's names."""
    hit_points: Annotated[int, amount(low=0, high="hit_points_max")] = USUAL_RESOURCE
    hit_points_max: Annotated[int, number(low=1, high=HIGHEST_RESOURCE)] = USUAL_RESOURCE
    armour: Name = ""
    """Its protection, in the GM's words: the rules give no values."""
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    sanity: Annotated[int, amount(low=0, high="sanity_max")] = USUAL_RESOURCE
    sanity_max: Annotated[int, number(low=0, high=HIGHEST_RESOURCE)] = USUAL_RESOURCE
    scars: tuple[str, ...] = ()
    """Ids of scars and of cosmetic changes, or the GM's words."""
    spells: tuple[str, ...] = ()
    favourite: Text = ""
    """Its favourite activity (R2-040)."""
    favourite_used: bool = False
    """Whether it has enjoyed it in this session."""
    vulnerable: Vulnerability | None = None
    vulnerable_to: Name = ""
    """Id of the attacker that profits; empty for any attacker."""
    next_rolls: Mapping[str, NextRoll] = field(default_factory=dict)
    owes: Mapping[str, Choice] = field(default_factory=dict)
    """Consequences to choose, by their kind; numbered from the second of a kind on."""
    stopped: Mapping[str, Int] = field(default_factory=dict)
    """Damage of its last blow that armour stopped, by the wearer's id (R2-024)."""
    ignores: Name = ""
    """Id of the target whose armour does not count against its next blow of this TURN (R2-024)."""
    turns_left: Int | None = None
    """TURNS left to a dying character; None until the die is rolled (R2-027)."""
    turns_gone: Annotated[int, number(low=0, high=6)] = 0
    """TURNS that have ended since it fell, while its die is not yet rolled (A2-30)."""
    struck_at: Int | None = None
    """Clock second of the TURN in which an NPC's weapon last wounded it in a fight (R2-023)."""
    helped_at: Int | None = None
    """Clock second of the TURN that it last spent on a dying character (R2-028)."""
    helped: Name = ""
    """Id of that dying character; empty in old saves."""
    falling: bool = False
    """Whether the TURN in which it fell is still under way (A2-05)."""
    scar_due: bool = False
    """Whether it was rescued and has no scar from that yet (R2-029)."""
    broken: bool = False
    """Whether its sanity has run out and no choice is made yet (R2-037)."""
    lost: bool = False
    """Whether its sanity is gone for good, so that the GM plays it (R2-042)."""

    @property
    def dying(self) -> bool:
        """Whether it is a living PC without hit points, for whom the countdown runs (R2-027)."""
        return self.is_pc and not self.dead and self.hit_points == 0

    def score(self, attribute: str) -> int:
        """Return an attribute; one that the sheet lacks is 0."""
        return ({**self.own_attributes, **self.attributes}.get(attribute) or Score()).value


class Vigil(Scene, Struct, frozen=True):
    """What the table shares: the reminders, and the sessions since sanity was last full."""

    reminder_every: Annotated[int, number(low=0, high=99)] = REMINDER_EVERY
    """TURNS between reminders; 0 for none."""
    turns: Annotated[int, number(low=0)] = 0
    """TURNS since the last one."""
    sessions_since_full: Annotated[int, number(low=0, high=1)] = 0


def new_character(kind: str, now: int = 0) -> Character:
    """Make a sheet of a creature fed and rested at clock second `now`; only PCs have sanity."""
    if Nature(kind) is Nature.PC:
        return Character(kind=Nature.PC, fed_at=now, awake_since=now)
    return Character(kind=Nature.NPC, fed_at=now, awake_since=now, sanity=0, sanity_max=0)


character, living = sheet_readers(Character)


def vigil(context: RulesContext) -> Vigil:
    """Return what the table shares, or the defaults."""
    return context.scene if isinstance(context.scene, Vigil) else Vigil()


FIELDS: tuple[SheetField, ...] = (
    SheetField("kind", ("kind",), FieldKind.CHOICE, "identity", choices=tuple(Nature)),
    *attribute_fields(Character, Attribute),
    number_field(Character, "hit_points", "resources"),
    number_field(Character, "hit_points_max", "resources"),
    number_field(Character, "sanity", "resources"),
    number_field(Character, "sanity_max", "resources"),
    SheetField("favourite", ("favourite",), FieldKind.TEXT, "mind"),
    SheetField("scars", ("scars",), FieldKind.LIST, "mind"),
    SheetField("spells", ("spells",), FieldKind.LIST, "mind"),
    SheetField("weapons", ("weapons",), FieldKind.EFFECTS, "combat", part="damage"),
    SheetField("armour", ("armour",), FieldKind.TEXT, "combat"),
)

SCENE_FIELDS: tuple[SheetField, ...] = (
    number_field(Vigil, "reminder_every", "campaign"),
    number_field(Vigil, "sessions_since_full", "campaign"),
)
