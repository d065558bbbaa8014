"""The sheet that a game file declares, and the numbers behind its names."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self

from msgspec import Struct, convert, defstruct, field
from msgspec import ValidationError as NotValid
from msgspec.structs import fields as fields_of
from msgspec.structs import replace

from tracker.rules.body import Body, Nature
from tracker.rules.dice.notation import parse as parse_dice
from tracker.rules.fields import NOTHING, SUFFERS, Int, Name, Text, amount, number
from tracker.rules.game_file import expression
from tracker.rules.game_file.expression import (
    CLOCK,
    LIGHT,
    ZERO,
    Expr,
    Has,
    Num,
    Thrown,
    bind_names,
    value,
)
from tracker.rules.game_file.records import Counter, GameFile
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import OF_ATTRIBUTES, FieldKind, SheetField, number_field, scores_field
from tracker.rules.system import ClockState, RulesContext, Sheet

HIGHEST = 999_999
MAXIMUM = "_max"
"""Suffix of the field of a counter's maximum."""
AT = "at_"
"""Prefix of the field for the clock second of an act."""
CLOCKS: Mapping[str, str] = {"eat": "fed_at", "sleep": "awake_since"}
"""The fields of the acts whose last time every sheet holds."""


class ActiveCondition(Struct, frozen=True):
    """A condition that a creature has, with its level."""

    level: Annotated[int, number(low=1, high=999)] = 1


class Dealt(Struct, frozen=True):
    """An element of a list of dice, such as a weapon."""

    damage: Name = "1"


class FromFile:
    """The base of every sheet of a game file: how it is read from a save, and its figures."""

    __slots__ = ()
    saved_whole: ClassVar[bool] = True
    """True, because an edited file may give new sheets other figures, and old sheets keep theirs."""
    figures: ClassVar["Figures"]

    @classmethod
    def from_save(cls, raw: Any) -> Self:
        """Read a sheet from a save; a figure that is missing or no longer fits is as on a new sheet."""
        try:
            sheet, values = convert(raw, cls), raw
        except NotValid:
            if not isinstance(raw, dict):
                raise
            values = {name: each for name, each in raw.items() if _fits(cls, name, each)}
            sheet = convert(values, cls)
        completed: Self = cls.figures.with_counters_reset(sheet, values)
        return completed


def _fits(cls: type, name: str, raw: Any) -> bool:
    try:
        convert({name: raw}, cls)
    except NotValid:
        return False
    return True


def since_field(act: str) -> str:
    """Return the field that holds the clock second at which an act was last done."""
    return CLOCKS.get(act, f"{AT}{act}")


def sheet_type(game: GameFile, base: type[Sheet], since: Iterable[str]) -> type[Sheet]:
    """Make the type of the sheets of a game: `base` with the figures of the file."""
    declared: list[tuple[str, Any, Any]] = [
        (SUFFERS, Mapping[str, ActiveCondition], field(default_factory=dict))
    ]
    declared += [
        (each.name, Annotated[int, number(low=each.low, high=each.high)], each.start)
        for each in game.attributes.values()
    ]
    for counter in game.counters.values():
        declared += _counter_fields(counter)
    for list_entry in game.lists.values():
        element = Dealt if list_entry.dice else _score_type(list_entry.start, list_entry.low, list_entry.high)
        declared.append((list_entry.name, Mapping[str, element], field(default_factory=dict)))  # type: ignore[valid-type]  # made here
    declared += [(each.name, Text, each.start) for each in game.texts.values()]
    inherited = {each.name for each in fields_of(base)}  # type: ignore[arg-type]  # every sheet is a struct
    declared += [(name, Int, 0) for name in since if name not in inherited]
    if "cause" not in inherited:
        declared.append(("cause", Name, ""))
    defined: Any = defstruct("Played", declared, bases=(FromFile, base), frozen=True, module=__name__)
    sheet_class: type[Sheet] = defined
    return sheet_class


def _counter_fields(counter: Counter) -> list[tuple[str, Any, Any]]:
    name = counter.name
    if counter.die:
        return [(name, Annotated[int, number(low=0, high=counter.die[0])], counter.die[0])]
    if counter.maximum is None:
        return [(name, Annotated[int, amount(low=counter.low, high=HIGHEST)], counter.low)]
    high = f"{name}{MAXIMUM}"
    return [
        (name, Annotated[int, amount(low=counter.low, high=high)], counter.low),
        (high, Annotated[int, number(low=counter.low, high=HIGHEST)], max(0, counter.low)),
    ]


def _score_type(start: int, low: int, high: int) -> type[Struct]:
    return defstruct("Score", [("value", Annotated[int, number(low=low, high=high)], start)], frozen=True)


def sheet_fields(game: GameFile, sheet: type[Sheet]) -> tuple[SheetField, ...]:
    """Make the lines of a sheet that a GM may edit."""
    struct: Any = sheet
    lines = [number_field(struct, each, OF_ATTRIBUTES) for each in game.attributes]
    for counter in game.counters.values():
        if counter.die:
            choices = tuple(map(str, counter.die))
            lines.append(
                SheetField(counter.name, (counter.name,), FieldKind.DIE, "resources", choices=choices)
            )
            continue
        lines.append(number_field(struct, counter.name, "resources"))
        if counter.maximum is not None:
            lines.append(number_field(struct, f"{counter.name}{MAXIMUM}", "resources"))
    for each in game.lists.values():
        if each.dice:
            lines.append(SheetField(each.name, (each.name,), FieldKind.EFFECTS, "lists", part="damage"))
        else:
            lines.append(scores_field(struct, each.name, "lists", "value"))
    lines += [SheetField(name, (name,), FieldKind.TEXT, "lists") for name in game.texts]
    return tuple(lines)


def at_path(value: Any, path: tuple[str, ...]) -> Any:
    """Look up a value at a path of a sheet."""
    for step in path:
        value = value[step] if isinstance(value, Mapping) else getattr(value, step)
    return value


def with_value_at(value: Any, path: tuple[str, ...], new_value: Any) -> Any:
    """Return a sheet with another value at a path."""
    if not path:
        return new_value
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, step: with_value_at(value[step], rest, new_value)}
    return replace(value, **{step: with_value_at(getattr(value, step), rest, new_value)})


class Figures:
    """The numbers behind the names of one game: where each stands on a sheet, or how it is computed."""

    def __init__(self, game: GameFile, others: Mapping[str, tuple[str, ...]]) -> None:
        """Take the figures of a file, and `others`, the paths of the base's figures."""
        self.game = game
        self.paths: Mapping[str, tuple[str, ...]] = {
            **others,
            **{name: (name,) for name in (*game.attributes, *game.counters)},
            **{
                f"{each.name}{MAXIMUM}": (f"{each.name}{MAXIMUM}",)
                for each in game.counters.values()
                if each.maximum is not None
            },
        }

        own = (*game.figures, *others)
        self.of_table = frozenset(
            [*(f"{CLOCK}{name}" for name in game.clocks), *([] if LIGHT in own else [LIGHT])]
        )
        """Names of the figures of the table that formulas see; a figure of a sheet hides one of its name."""

    def with_counters_reset(self, sheet: Any, held: Collection[str] = ()) -> Any:
        """Return a sheet with its counters at their start, except those named in `held`.

        The maximum of a held counter is computed if it is not held itself, so that no counter is at 3 of 0.
        """
        values: dict[str, int] = {}
        for counter in self.game.counters.values():
            if counter.die or (counter.who and counter.who != kind_of(sheet)):
                continue
            high = f"{counter.name}{MAXIMUM}"
            if counter.maximum is not None and high not in held:
                values[high] = max(counter.low, self.worth(counter.maximum, sheet))
            if counter.name in held:
                continue
            if counter.maximum is not None:
                values[counter.name] = values.get(high, getattr(sheet, high, counter.low))
            if counter.start is not None:
                values[counter.name] = max(counter.low, self.worth(counter.start, sheet))
        return replace(sheet, **values) if values else sheet

    def worth(self, formula: Expr, sheet: Any, context: RulesContext | None = None) -> int:
        """Compute a formula without dice for a sheet; only with a context does it see the table's figures."""
        return value(bind_names(formula, SheetScope(self, sheet, context=context)))

    def with_maxima_updated(self, old_sheet: Any, new_sheet: Any) -> Any:
        """Return the new sheet with its maxima recomputed; one that the GM has set by hand stays.

        A counter that was full stays full. An amount that was written at once stays as it was written.
        """
        values = {}
        for counter in self.game.counters.values():
            if counter.maximum is None or (counter.who and counter.who != kind_of(new_sheet)):
                continue
            name, high = counter.name, f"{counter.name}{MAXIMUM}"
            old, new = (
                max(counter.low, self.worth(counter.maximum, each)) for each in (old_sheet, new_sheet)
            )
            if (
                old == new
                or getattr(new_sheet, high) != getattr(old_sheet, high)
                or getattr(old_sheet, high) != old
            ):
                continue
            values[high] = new
            old_amount, amount = getattr(old_sheet, name), getattr(new_sheet, name)
            if amount == old_amount:
                values[name] = new if amount == old else min(new, amount)
        return replace(new_sheet, **values) if values else new_sheet


def level_of(sheet: object, condition: str) -> int:
    """Return the level of a condition of the file, 1 for one of the base, 0 without it."""
    suffers: Mapping[str, ActiveCondition] = getattr(sheet, "suffers", {})
    if condition in suffers:
        return suffers[condition].level
    return int(condition in getattr(sheet, "conditions", ()))


def kind_of(sheet: object) -> str:
    """Return `pc` or `npc`; a sheet that does not say is an `npc`."""
    return sheet.kind.value if isinstance(sheet, Body) else Nature.NPC.value


class SheetScope:
    """The scope of a formula: a creature's sheet, the arguments of an act, and perhaps a target's sheet."""

    def __init__(
        self,
        figures: Figures,
        sheet: Any,
        args: Mapping[str, "int | str | Thrown"] | None = None,
        target: "SheetScope | None" = None,
        weights: Mapping[str, int] = NOTHING,
        *,
        context: RulesContext | None = None,
    ) -> None:
        """Take what names may mean; the effects of the table have no sheet."""
        self._figures, self._sheet, self._args, self._target = figures, sheet, args or {}, target
        self._context = context
        self._weights = weights
        """What conditions add to an attribute, or to a score among the arguments, where a formula names it.

        A figure that is computed from an attribute stays as the sheet shows it.
        """
        self._unweighed = SheetScope(figures, sheet, context=context) if weights else self
        self._known: dict[str, int] = {}

    def number(self, name: expression.Name) -> Num | Thrown:
        """Return the number or the dice of a name.

        Raises `Refusal`: `game_no_target`, `game_unknown_name`.
        """
        if name.target:
            if self._target is None:
                raise Refusal("game_no_target")
            return self._target.number(expression.Name(name.name))
        if name.name in self._args:
            return self._value_of(name.name)
        return Num(self._figure(name.name) + self._weights.get(name.name, 0))

    def _value_of(self, name: str) -> Num | Thrown:
        argument = self._args[name]
        if isinstance(argument, Thrown):
            return argument
        if isinstance(argument, str):
            try:
                return Thrown(parse_dice(argument).node)
            except Refusal:
                return ZERO
        return Num(argument + self._weights.get(name, 0))

    def _figure(self, name: str) -> int:
        if name in self._known:
            return self._known[name]
        derived = self._figures.game.derived.get(name)
        if derived is not None:
            # Cached, and 0 meanwhile: a circle among derived figures must not recurse for ever.
            self._known[name] = 0
            self._known[name] = value(bind_names(derived.formula, self._unweighed))
        elif name in self._figures.paths and self._sheet is not None:
            held = at_path(self._sheet, self._figures.paths[name])
            self._known[name] = int(held) if isinstance(held, int) else 0
        elif self._context is not None and name in self._figures.of_table:
            self._known[name] = _table_figure(name, self._context)
        else:
            raise Refusal("game_unknown_name", name=name)
        return self._known[name]

    def condition(self, query: Has) -> int:
        if query.target:
            return self._target.condition(Has(query.asks, query.condition)) if self._target else 0
        level = level_of(self._sheet, query.condition)
        return level if query.asks == "level" else int(level > 0)


def _table_figure(name: str, context: RulesContext) -> int:
    if name == LIGHT:
        return context.daylight + sum(each.burns for each in context.supplies.values())
    return context.clocks.get(name.removeprefix(CLOCK), UNDRAWN).filled


UNDRAWN = ClockState()
"""The state of a clock that is not at the table."""


def new_sheet(sheet: type[Sheet], kind: str, now: int, since: Iterable[str]) -> Any:
    """Make a new sheet, fed and awake, on which every act was last done now."""
    sheet_class: Any = sheet
    clocks = {name: now for name in since if name not in CLOCKS.values()}
    return sheet_class(kind=Nature(kind), fed_at=now, awake_since=now, **clocks)
