"""The sheet of Percentile, the scene, its circumstances and light, and the lines that a GM may edit."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Struct, field

from tracker.rules.body import Body, Nature, names_in, sheet_readers
from tracker.rules.fields import Int, Name, Text, amount, number
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField, attribute_fields, number_field, scores_field
from tracker.rules.system import RulesContext, Scene, Sheet
from tracker.rules.text import fold

# The surroundings of an action: circumstances (R3-022..R3-027) and light (R3-049..R3-054).


class Circumstances(StrEnum):
    """The row of circumstances that the GM picks for a check (A3-08)."""

    VERY_FAVOURABLE = "very_favourable"
    """More than twice the time, easy for the unskilled, or an opponent who suspects nothing (R3-022)."""
    FAVOURABLE = "favourable"
    """Time to spare, favourable to the practised, or an opponent who trusts (R3-023)."""
    NORMAL = "normal"
    UNFAVOURABLE = "unfavourable"
    """Time enough for the skilled only, complications, or an opponent who distrusts (R3-025)."""
    VERY_UNFAVOURABLE = "very_unfavourable"
    """Clearly too little time, hard for anyone, or an opponent who can and will resist (R3-026)."""


MODIFIERS = {
    Circumstances.VERY_FAVOURABLE: 20,
    Circumstances.FAVOURABLE: 10,
    Circumstances.NORMAL: 0,
    Circumstances.UNFAVOURABLE: -10,
    Circumstances.VERY_UNFAVOURABLE: -20,
}


def modifier(circumstances: Circumstances) -> int:
    """Return the percentage points that circumstances add to a skill (R3-022..R3-027, A3-09)."""
    return MODIFIERS[circumstances]


DARKNESS_PER_POINT = 3


class Light(StrEnum):
    """The level of light; the GM says which skills do not need any (R3-053)."""

    NORMAL = "normal"
    DIM = "dim"
    NEAR_DARK = "near_dark"
    DARK = "dark"


class LightSource(StrEnum):
    """The sources of light that the rule book lists (R3-054)."""

    CANDLE = "candle"
    MATCHES = "matches"
    TORCH = "torch"
    OIL_LAMP = "oil_lamp"
    CAMPFIRE = "campfire"
    LARGE_CAMPFIRE = "large_campfire"


RADIUS = {
    LightSource.CANDLE: 30,
    LightSource.MATCHES: 30,
    LightSource.TORCH: 150,
    LightSource.OIL_LAMP: 150,
    LightSource.CAMPFIRE: 500,
    LightSource.LARGE_CAMPFIRE: 1500,
}


def skill_in(light: Light, skill: int, power: int, intelligence: int) -> int:
    """Reduce a percentage by the light: half in dim light, a quarter in near dark (R3-049, R3-050).

    Rounded down. In total darkness it is also no more than three times the lower of Power and Intelligence
    (R3-051). Circumstances come after (A3-16). What needs sight is a check that is not `possible` (R3-052).

    >>> skill_in(Light.DARK, 100, power=8, intelligence=12)
    24
    """
    match light:
        case Light.NORMAL:
            return skill
        case Light.DIM:
            return skill // 2
        case Light.NEAR_DARK:
            return skill // 4
        case Light.DARK:
            return min(skill // 4, DARKNESS_PER_POINT * power, DARKNESS_PER_POINT * intelligence)


def light_radius(source: LightSource) -> int:
    """Return the radius of normal light around a source, in centimetres (R3-054).

    Beyond it the GM sets the light (A3-20).
    """
    return RADIUS[source]


# The sheet, the state of the scene, and the lines that a GM may edit.

HIGHEST_ATTRIBUTE = 99
HIGHEST_PERCENT = 999
HIGHEST_RESOURCE = 999
MOST_TURNS = 900
"""The longest task, in turns; a fumble may still double it."""
USUAL_ATTRIBUTE = 10
"""Every attribute of a new sheet."""
NO_SOURCE = "none"


class Attribute(StrEnum):
    """The attributes that the rule book names; the others are the campaign's own."""

    STRENGTH = "strength"
    CONSTITUTION = "constitution"
    INTELLIGENCE = "intelligence"
    POWER = "power"


class Score(Struct, frozen=True):
    """An attribute."""

    value: Annotated[int, number(low=0, high=HIGHEST_ATTRIBUTE)] = USUAL_ATTRIBUTE


class Skill(Struct, frozen=True):
    """A skill as a percentage, its experience mark, and whether light matters to it."""

    percent: Annotated[int, number(low=0, high=HIGHEST_PERCENT)] = 0
    marked: bool = False
    """Whether it has earned an improvement roll (R3-036)."""
    sightless: bool = False
    """Whether it works without light (R3-053)."""


class Weapon(Struct, frozen=True):
    """A weapon with its damage, a figure or dice: the rule book's table of weapons is missing."""

    damage: Name = "1"
    impaling: bool = False


class Study(Struct, frozen=True):
    """A course of study in progress (R3-041..R3-046)."""

    begun: Int = 0
    ends: Int = 0
    """Clock second at which it ends."""
    mentor: Annotated[int, number(low=0, high=HIGHEST_PERCENT)] = 0
    """The mentor's percentage; 0 if no mentor saves time."""


class Character(Body, Sheet, frozen=True):
    """A creature with skills."""

    attributes: Mapping[str, Score] = field(
        default_factory=lambda: {attribute.value: Score() for attribute in Attribute}
    )
    own_attributes: Mapping[str, Score] = field(default_factory=dict)
    """The campaign's own attributes, by name."""
    skills: Mapping[str, Skill] = field(default_factory=dict)
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    hit_points: Annotated[int, amount(low=0, high="hit_points_max")] = 0
    hit_points_max: Annotated[int, number(low=0, high=HIGHEST_RESOURCE)] = 0
    """0 until the GM counts hit points: the rule book has none, and running out has no effect."""
    setbacks: tuple[str, ...] = ()
    """Effects of fumbles: ids of the rule book's, or the GM's words (R3-015)."""
    studies: Mapping[str, Study] = field(default_factory=dict)
    """Courses of study in progress, by skill."""
    near_miss: Name = ""
    """Skill of the last check, if willpower may still save it (R3-033)."""
    outstanding: Name = ""
    """Skill of the last check of this turn, if it was a special or a critical: the next blow counts it
    (R3-009, R3-010)."""
    task: Text = ""
    """What a task of several turns is, in the GM's words."""
    task_turns: Annotated[int, number(low=0, high=2 * MOST_TURNS)] = 0
    """Turns that the task still takes."""
    task_takes: Annotated[int, number(low=0, high=MOST_TURNS)] = 0
    """Turns that the task takes in all, if no fumble doubles them."""
    task_fails: bool = False
    """Whether a fumble has spoilt the task: it takes twice as long, and fails (R3-015)."""

    def score(self, name: str) -> int:
        """Return an attribute's value, 0 if the sheet lacks it."""
        return ({**self.own_attributes, **self.attributes}.get(name) or Score(0)).value

    @property
    def power(self) -> int:
        """Power (POD), the attribute of the will."""
        return self.score(Attribute.POWER)


class Stage(Scene, Struct, frozen=True):
    """The state of the scene: its light, its circumstances, and whether a critical has turned it."""

    light: Light = Light.NORMAL
    source: Name = NO_SOURCE
    """The source of light: one of the table, or `none`."""
    circumstances: Circumstances = Circumstances.NORMAL
    """The circumstances of a check that names none (A3-08)."""
    tide: bool = False
    """Whether a critical has turned the scene the party's way (R3-012)."""
    criticals: bool = True
    """Whether criticals turn scenes in this campaign (R3-013)."""
    critical_successes: bool = True
    """Whether this campaign has criticals at all (R3-013)."""

    @property
    def light_source(self) -> LightSource | None:
        """The source of light, if there is one."""
        return LightSource(self.source) if self.source in set(LightSource) else None


def new_character(kind: str, now: int = 0) -> Character:
    """Make a new sheet, fed and rested at clock second `now`."""
    return Character(kind=Nature(kind), fed_at=now, awake_since=now)


character, living = sheet_readers(Character)
skills_of = names_in("skills")
studies_of = names_in("studies")


def stage(context: RulesContext) -> Stage:
    """Return the state of the scene; a new one if the scene is of another kind."""
    return context.scene if isinstance(context.scene, Stage) else Stage()


def usual_skill(sheet: Character, weapon: str) -> str:
    """Find the skill that wields a weapon: its only one, or the one of most of its name; empty if none does.

    The rule book does not say which: `Bow` wields a short bow, and `Swords` a sword.
    """
    if len(sheet.skills) == 1:
        return next(iter(sheet.skills))
    name = fold(weapon)
    fitting = [each for each in sheet.skills if fold(each) in name or name in fold(each)]
    return weapon if weapon in fitting else max(fitting, key=len, default="")


def skill_of(who: str, sheet: Character, name: str) -> Skill:
    """Return a skill of a sheet; raises `Refusal` `no_skill` naming the known ones."""
    if name not in sheet.skills:
        raise Refusal("no_skill", who=who, skill=name, known=", ".join(sheet.skills) or "—")
    return sheet.skills[name]


FIELDS: tuple[SheetField, ...] = (
    SheetField("kind", ("kind",), FieldKind.CHOICE, "identity", choices=tuple(Nature)),
    *attribute_fields(Character, Attribute),
    scores_field(Character, "skills", "skills", "percent"),
    SheetField("marked", ("skills",), FieldKind.MARKED, "skills", part="marked"),
    SheetField("sightless", ("skills",), FieldKind.MARKED, "skills", part="sightless"),
    number_field(Character, "hit_points", "resources"),
    number_field(Character, "hit_points_max", "resources"),
    SheetField("setbacks", ("setbacks",), FieldKind.LIST, "resources"),
    SheetField("weapons", ("weapons",), FieldKind.EFFECTS, "combat", part="damage"),
    SheetField("impaling", ("weapons",), FieldKind.MARKED, "combat", part="impaling"),
)

SCENE_FIELDS: tuple[SheetField, ...] = (
    SheetField("light", ("light",), FieldKind.CHOICE, "scene", choices=tuple(Light)),
    SheetField("source", ("source",), FieldKind.CHOICE, "scene", choices=(NO_SOURCE, *LightSource)),
    SheetField("circumstances", ("circumstances",), FieldKind.CHOICE, "scene", choices=tuple(Circumstances)),
    SheetField("tide", ("tide",), FieldKind.CHOICE, "scene", choices=("false", "true")),
    SheetField(
        "critical_successes", ("critical_successes",), FieldKind.CHOICE, "campaign", choices=("true", "false")
    ),
    SheetField("criticals", ("criticals",), FieldKind.CHOICE, "campaign", choices=("true", "false")),
)


TURN_SECONDS = 12


def turns(seconds: int) -> int:
    """Count the turns of 12 seconds that a task takes; the last one counts whole (R3-048, A3-19).

    >>> turns(61)
    6
    """
    return -(-seconds // TURN_SECONDS)
