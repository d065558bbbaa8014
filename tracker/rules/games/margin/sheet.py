"""The sheet of Margin, the state of the table, exhaustion (R4-017), and the lines that a GM may edit."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.rules.body import Living, names_in, sheet_readers
from tracker.rules.clock import DAY, MINUTE
from tracker.rules.fields import Int, Name, Text, amount, number
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField, number_field, scores_field
from tracker.rules.system import Fact, RuleResult, RulesContext, Scene, Sheet

# The sheet, the state of the table, and the lines that a GM may edit.

HIGHEST_SCORE = 99
HIGHEST_MARGIN = 9_999
MOST_DICE = 20
LONGEST_TURN = 365 * DAY
TASK = "task"
"""Kind of the pending roll that reminds a creature of its extended action."""


class Characteristic(Struct, frozen=True):
    """A skill, technique, field of knowledge or aptitude (R4-003)."""

    value: Annotated[int, number(low=1, high=HIGHEST_SCORE)] = 10
    physical: bool = False
    """Whether it is a physical effort, based on Fortitude or Dexterity (R4-017)."""


class Modifier(Struct, frozen=True):
    """A lasting bonus or penalty and its cause (R4-018, R4-020)."""

    dice: Annotated[int, number(low=-MOST_DICE, high=MOST_DICE)] = 0
    """Bonuses above 0, penalties below."""
    cause: Name = ""
    characteristic: Name = ""
    """The only characteristic that it modifies; empty for every check."""
    once: bool = False
    """Whether the next check that it modifies uses it up."""


class Helper(Struct, frozen=True):
    """A helper. `success` is the result of the helper's own check, None if there was none."""

    competent: bool = False
    """Whether the helper has the same skill, technique or knowledge (R4-030)."""
    success: bool | None = None
    characteristic: Name = ""
    """The characteristic of the roll that the help is for; empty for the next roll (A4-30)."""

    def serves(self, characteristic: str) -> bool:
        """Whether the help counts for a roll of a characteristic."""
        return self.characteristic in ("", characteristic)

    @property
    def excels(self) -> bool:
        """Whether the help is worth more than simple help."""
        return self.competent and self.success is True


class Character(Living, Sheet, frozen=True):
    """A creature, a player's or the GM's."""

    concept: Text = ""
    skills: Mapping[str, Characteristic] = field(default_factory=dict)
    techniques: Mapping[str, Characteristic] = field(default_factory=dict)
    knowledge: Mapping[str, Characteristic] = field(default_factory=dict)
    aptitudes: Mapping[str, Characteristic] = field(default_factory=dict)
    exhaustion: Annotated[int, amount(low=0, high=HIGHEST_MARGIN)] = 0
    """Exhaustion points; the rule book does not give their effects (R4-017)."""
    modifiers: Mapping[str, Modifier] = field(default_factory=dict)
    helpers: Mapping[str, Helper] = field(default_factory=dict)
    """Those who help with the next check, by id (R4-029, R4-030)."""

    @property
    def characteristics(self) -> Mapping[str, Characteristic]:
        """All characteristics, by name; of two with one name, the skill counts first."""
        return {**self.aptitudes, **self.knowledge, **self.techniques, **self.skills}


class Task(Struct, frozen=True):
    """An extended action of one creature or of a team: a long task, or a race (R4-025, R4-028)."""

    characteristic: Name = ""
    target: Annotated[int, number(low=1, high=HIGHEST_MARGIN)] = 1
    accumulated: Annotated[int, amount(low=0)] = 0
    turns: Annotated[int, amount(low=0)] = 0
    turn: Annotated[int, number(low=0, high=LONGEST_TURN)] = 0
    """Seconds of each of its turns, as the GM has announced (R4-025)."""
    what: Text = ""
    rivals: tuple[str, ...] = ()
    """Ids of the holders of the tasks that it is raced against."""
    mates: tuple[str, ...] = ()
    """Ids of the others in the team: the margins of all add up towards the target (R4-031)."""
    worked: Mapping[str, Int] = field(default_factory=dict)
    """Clock second at which each has spent the turn of the present round of a fight on it, by id."""

    @property
    def complete(self) -> bool:
        """Whether the margins reach the target (R4-026)."""
        return self.accumulated >= self.target


class Stage(Scene, Struct, frozen=True):
    """The state of the table."""

    tasks: Mapping[str, Task] = field(default_factory=dict)
    """Extended actions, by the id of their holder: one each."""
    turn_length: Annotated[int, number(low=0, high=DAY)] = 0
    """Seconds of a turn, which the rule book does not give; 0 until the GM sets them."""

    def holder(self, who: str) -> str:
        """Return the id that holds a creature's extended action, its own or a mate's; empty if none."""
        if who in self.tasks:
            return who
        return next((each for each, task in self.tasks.items() if who in task.mates), "")

    def task_of(self, who: str) -> Task | None:
        """Return a creature's extended action, its own or a mate's."""
        return self.tasks.get(self.holder(who))


def fits_in_a_turn(scene: Stage, task: Task) -> bool:
    """Whether a turn of the task fits in one of the table, or in a minute if none is set."""
    return task.turn <= (scene.turn_length or MINUTE)


def new_character(kind: str, now: int = 0) -> Character:
    """Make a new sheet, fed and rested at clock second `now`."""
    return Character(fed_at=now, awake_since=now)


character, living = sheet_readers(Character)
characteristics_of = names_in("characteristics")


def characteristic(who: str, sheet: Character, name: str) -> Characteristic:
    """Return a characteristic of a sheet; raises `Refusal` `no_such_characteristic` naming the known ones."""
    known = sheet.characteristics
    if name not in known:
        raise Refusal("no_such_characteristic", who=who, name=name, known=", ".join(known) or "—")
    return known[name]


def fighting_characteristic(sheet: Character) -> str:
    """Choose the best of the physical techniques, or else of the other physical characteristics; or empty."""
    for candidates in (sheet.techniques, sheet.characteristics):
        physical = [name for name, each in candidates.items() if each.physical]
        if physical:
            return max(physical, key=lambda name: candidates[name].value)
    return ""


def answer_to(sheet: Character, opponent: Character, name: str) -> str:
    """Choose how a rival answers a characteristic: with the same, else its only one; or empty.

    Against a physical one, who has several answers with what it fights with.
    """
    known = sheet.characteristics
    if name in known:
        return name
    if len(known) == 1:
        return next(iter(known))
    is_physical = name in opponent.characteristics and opponent.characteristics[name].physical
    return fighting_characteristic(sheet) if is_physical else ""


def characteristics_of_all(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer every creature's characteristics: a helper may lack the one of the roll."""
    return {**characteristics_of(context, who), **characteristics_of_others(context, who)}


def characteristics_of_others(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer the characteristics of all other creatures, for a rival."""
    return {
        name: name for other in context.sheets if other != who for name in characteristics_of(context, other)
    }


def stage(context: RulesContext) -> Stage:
    """Return the state of the table; a new one if the scene is of another kind."""
    return context.scene if isinstance(context.scene, Stage) else Stage()


FIELDS: tuple[SheetField, ...] = (
    SheetField("concept", ("concept",), FieldKind.TEXT, "identity"),
    *(
        scores_field(Character, name, "characteristics", "value", mark="physical")
        for name in ("skills", "techniques", "knowledge", "aptitudes")
    ),
    number_field(Character, "exhaustion", "resources"),
)

SCENE_FIELDS: tuple[SheetField, ...] = (number_field(Stage, "turn_length", "campaign"),)


# Exhaustion points and their effects, which stand in a table of the GM alone (R4-017).

EXHAUSTION_TABLE = "exhaustion"
"""Id of the GM's table of effects, by number of points."""


def add_exhaustion(
    context: RulesContext, who: str, sheet: Character, points: int
) -> tuple[Character, tuple[Fact, ...]]:
    """Add exhaustion points, or remove them if negative, and report their effects."""
    updated = replace(sheet, exhaustion=max(0, sheet.exhaustion + points))
    kind = "exhausted" if points > 0 else "recovered"
    difference = abs(updated.exhaustion - sheet.exhaustion)
    fact = Fact(kind, {"who": who, "amount": difference, "points": updated.exhaustion})
    return updated, (fact, *_effects(context, updated.exhaustion))


def exhaustion_written(context: RulesContext, who: str, before: Sheet) -> RuleResult:
    """Report the effects of exhaustion points that the GM has edited (R4-017)."""
    points = character(context, who).exhaustion
    if not isinstance(before, Character) or points == before.exhaustion:
        return RuleResult()
    return RuleResult(facts=_effects(context, points))


def _effects(context: RulesContext, points: int) -> tuple[Fact, ...]:
    table = context.tables.get(EXHAUSTION_TABLE)
    if not points:
        return ()
    if table is None:
        return (Fact("exhaustion_untold"),)
    try:
        return (Fact("exhaustion_told", {"points": points, "text": table.row_text(points)}),)
    except Refusal:
        # The table has no row for this number.
        return ()
