"""Migration of sheets: what becomes of each figure when another text defines the game."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import fields as fields_of
from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.game_file.compiled import CompiledGame
from tracker.rules.game_file.expression import Expr
from tracker.rules.game_file.figures import HIGHEST, MAXIMUM, ActiveCondition, FromFile, kind_of
from tracker.rules.game_file.records import Counter, GameFile
from tracker.rules.game_system import GameSystem
from tracker.rules.system import Fact, Sheet
from tracker.session.schema import within_bounds
from tracker.session.text import clean


class Fate(StrEnum):
    """What becomes of one figure."""

    FOLLOWS = "follows"
    """It had the value of the old formula, and gets that of the new one. What was lost stays lost."""
    KEPT = "kept"
    """The GM had set it: it stays, though the new formula gives another value."""
    BEGINS = "begins"
    """It is new, or has a new maximum."""
    CUT = "cut"
    """It does not fit any more, and becomes the nearest value that does."""
    RENAMED = "renamed"
    """It is the health, which has another name now."""
    GOES = "goes"
    """It does not exist any more."""


class Passage(Struct, frozen=True):
    """What becomes of one figure of a sheet, with its values before and after as texts."""

    figure: str
    fate: Fate
    before: str = ""
    after: str = ""
    formula: int = 0
    """The value of the formula, for a figure that is kept."""
    was: str = ""
    """Its old name, if it is renamed."""

    def fact_of(self, who: str) -> Fact:
        figure, before, after = self.figure, self.before, self.after
        match self.fate:
            case Fate.FOLLOWS:
                return Fact(
                    "game_figure_follows", {"who": who, "figure": figure, "before": before, "after": after}
                )
            case Fate.KEPT:
                return Fact(
                    "game_figure_kept",
                    {"who": who, "figure": figure, "held": after, "formula": self.formula},
                )
            case Fate.BEGINS:
                return Fact("game_figure_begins", {"who": who, "figure": figure, "held": after})
            case Fate.CUT:
                return Fact(
                    "game_figure_cut", {"who": who, "figure": figure, "before": before, "after": after}
                )
            case Fate.RENAMED:
                return Fact(
                    "game_figure_renamed",
                    {"who": who, "was": self.was, "figure": figure, "before": before, "after": after},
                )
            case Fate.GOES:
                return Fact("game_figure_goes", {"who": who, "figure": figure, "held": before})


class Migration(Struct, frozen=True):
    """A sheet for the new text, and what became of its figures where that is worth a word."""

    sheet: Sheet
    passages: tuple[Passage, ...]
    released: tuple[str, ...] = ()
    """Conditions that it suffered and that do not exist any more."""


def file_of(game: GameSystem) -> GameFile:
    """Find the file of a game with its house rules; an empty one if the game has neither."""
    return game.rules_of_file.game if isinstance(game, CompiledGame) else GameFile("", "")


def changed_kinds(old_game: GameSystem, new_game: GameSystem) -> tuple[str, ...]:
    """List the figures and conditions of sheets that would become another kind of thing."""
    old_kinds, kinds = _kinds(file_of(old_game)), _kinds(file_of(new_game))
    return tuple(
        name for name, kind in old_kinds.items() if kind != "derived" and kinds.get(name, kind) != kind
    )


def _kinds(file: GameFile) -> Mapping[str, str]:
    return {
        **dict.fromkeys(file.derived, "derived"),
        **dict.fromkeys(file.attributes, "attribute"),
        **{name: "die" if each.die else "counter" for name, each in file.counters.items()},
        **{name: "dice" if each.dice else "scores" for name, each in file.lists.items()},
        **dict.fromkeys(file.texts, "text"),
        **dict.fromkeys(file.conditions, "condition"),
    }


def migrate(sheet: Sheet, before: GameSystem, after: GameSystem, now: int) -> Migration:
    """Migrate a sheet from one text of its game to another. No figure may change its kind."""
    # `changed_kinds` is asked first: a figure of another kind would have no value to carry over.
    course = _Course(sheet, before, after)
    course.migrate(now)
    released = tuple(each for each in getattr(sheet, "suffers", {}) if each not in course.new.conditions)
    return Migration(course.sheet, tuple(course.passages), released)


class _Course:
    """A sheet during migration: `held` is the old sheet, `sheet` the new one so far."""

    def __init__(self, held: Sheet, before: GameSystem, after: GameSystem) -> None:
        self.held: Any = held
        self.old, self.new = file_of(before), file_of(after)
        self._before, self._after = before, after
        self.passages: list[Passage] = []
        self.sheet: Any = _carry_over(held, after)

    def migrate(self, now: int) -> None:
        """Move every figure. The order matters: formulas read the figures that moved before."""
        self._move_attributes()
        self._move_listed()
        for counter in self.new.counters.values():
            self._move_counter(counter)
        self._drop_conditions()
        self._record_dropped()
        self._begin_clocks(now)

    def _record(self, figure: str, fate: Fate, **more: Any) -> None:
        self.passages.append(Passage(figure, fate, **more))

    def _set(self, **values: Any) -> None:
        self.sheet = replace(self.sheet, **values)

    def _move_attributes(self) -> None:
        for name in self.new.attributes:
            value = getattr(self.sheet, name)
            if name not in self.old.attributes:
                self._record(name, Fate.BEGINS, after=str(value))
            elif value != (old_value := getattr(self.held, name)):
                self._record(name, Fate.CUT, before=str(old_value), after=str(value))

    def _move_listed(self) -> None:
        for name, each in self.new.lists.items():
            scores = getattr(self.held, name, {})
            if each.dice or not scores:
                continue
            fitting = {
                key: replace(score, value=max(each.low, min(each.high, score.value)))
                for key, score in scores.items()
            }
            if fitting != scores:
                self._set(**{name: fitting})
                self._record(name, Fate.CUT, before=_scores_text(scores), after=_scores_text(fitting))

    def _move_counter(self, counter: Counter) -> None:
        name = counter.name
        was = self._name_before(name)
        source = self.old.counters.get(was)
        if not _is_for(counter, self.held):
            return
        if source is None or not _is_for(source, self.held):
            self._begin(counter)
        elif counter.die:
            self._fit_die(counter)
        else:
            self._move_amount(counter, source)

    def _name_before(self, name: str) -> str:
        """Find the old name of a counter: only health may have had another."""
        old, new = self.old, self.new
        is_renamed = name == new.health and {old.health, name} <= {*old.counters, *new.counters}
        is_dropped, is_new = old.health not in new.figures, name not in old.figures
        return old.health if is_renamed and is_dropped and is_new else name

    def _begin(self, counter: Counter) -> None:
        name = counter.name
        if not counter.die:
            top = self._new_formula_value(counter.maximum, counter.low)
            start = self._new_formula_value(counter.start, counter.low)
            if top is not None:
                self._set(**{f"{name}{MAXIMUM}": top})
            first = start if start is not None else top if top is not None else counter.low
            self._set(**{name: _clamp(first, counter.low, top)})
        if (text := _figure_text(self.sheet, counter)) != "0":
            self._record(name, Fate.BEGINS, after=text)

    def _fit_die(self, counter: Counter) -> None:
        old_die, ladder = getattr(self.held, counter.name), counter.die
        if not old_die or old_die in ladder:
            return
        fitting = max((each for each in ladder if each < old_die), default=min(ladder))
        self._set(**{counter.name: fitting})
        self._record(counter.name, Fate.CUT, before=f"d{old_die}", after=f"d{fitting}")

    def _move_amount(self, counter: Counter, source: Counter) -> None:
        name, held, formula = counter.name, getattr(self.held, source.name), 0
        top, fate = self._new_formula_value(counter.maximum, counter.low), Fate.CUT
        if top is not None:
            formula, fate = top, Fate.BEGINS
            if source.maximum is not None:
                held, top, fate = self._amount_under_top(counter, source, top)
            self._set(**{f"{name}{MAXIMUM}": top})
        self._set(**{name: _clamp(held, counter.low, top)})
        before, after = _figure_text(self.held, source), _figure_text(self.sheet, counter)
        if source.name != name:
            self._record(name, Fate.RENAMED, before=before, after=after, was=source.name)
        elif fate is Fate.KEPT:
            self._record(name, fate, after=after, formula=formula)
        elif top is None and source.maximum is not None:
            gone = f"{name}{MAXIMUM}"
            self._record(gone, Fate.GOES, before=str(getattr(self.held, gone)))
        elif before != after:
            self._record(name, fate, before=before, after=after)

    def _amount_under_top(self, counter: Counter, source: Counter, top: int) -> tuple[int, int, Fate]:
        """Find the new amount, its maximum and its fate, if both texts have a maximum."""
        held, old_top = getattr(self.held, source.name), getattr(self.held, f"{source.name}{MAXIMUM}")
        expected = self._old_formula_top(source)
        if old_top == expected:
            amount = _refit(held, old_top, top, counter.low, fills=counter.start is not None)
            return amount, top, Fate.FOLLOWS if top != old_top else Fate.CUT
        return held, max(counter.low, old_top), Fate.CUT if top in (expected, old_top) else Fate.KEPT

    def _old_formula_top(self, source: Counter) -> int:
        """Compute the maximum by the old formula."""
        if source.maximum is None or not isinstance(self._before, CompiledGame):
            return source.low
        return max(source.low, self._before.rules_of_file.figures.worth(source.maximum, self.held))

    def _new_formula_value(self, formula: Expr | None, low: int) -> int | None:
        """Compute a formula of the new text, at least the lowest value of its counter."""
        if formula is None or not isinstance(self._after, CompiledGame):
            return None
        return _clamp(self._after.rules_of_file.figures.worth(formula, self.sheet), low, None)

    def _drop_conditions(self) -> None:
        """Remove conditions that do not exist any more, and bring levels within bounds."""
        suffers: Mapping[str, ActiveCondition] = getattr(self.sheet, "suffers", {})
        fitting = {
            name: each
            if each.level <= (highest := self.new.conditions[name].level)
            else ActiveCondition(max(1, highest))
            for name, each in suffers.items()
            if name in self.new.conditions
        }
        if fitting != suffers:
            self._set(suffers=fitting)
        for name, each in fitting.items():
            if each != suffers[name]:
                self._record(name, Fate.CUT, before=str(suffers[name].level), after=str(each.level))

    def _record_dropped(self) -> None:
        for name, text in self._dropped_figures():
            if text:
                self._record(name, Fate.GOES, before=clean(text, TEXT_LENGTH))

    def _dropped_figures(self) -> Iterator[tuple[str, str]]:
        old, remaining = (
            self.old,
            {*self.new.figures, self._name_before(self.new.health) if self.new.health else ""},
        )
        for name in (*old.attributes, *old.texts):
            if name not in remaining:
                yield name, str(getattr(self.held, name) or "")
        for name, counter in old.counters.items():
            if name not in remaining and (
                getattr(self.held, name) or getattr(self.held, f"{name}{MAXIMUM}", 0)
            ):
                yield name, _figure_text(self.held, counter)
        for name in old.lists:
            if name not in remaining:
                yield name, _scores_text(getattr(self.held, name))

    def _begin_clocks(self, now: int) -> None:
        """Start the new fields of `since` at the present, so that nothing is due from the past."""
        if isinstance(self._after, CompiledGame):
            old_fields = {each.name for each in fields_of(type(self.held))}
            values = {name: now for name in self._after.rules_of_file.since if name not in old_fields}
            if values:
                self._set(**values)


def _carry_over(old_sheet: Any, game: GameSystem) -> Any:
    """Make a sheet of the new game with all old values that have the same type."""
    kind: Any = game.sheet
    if issubclass(kind, FromFile):
        return within_bounds(kind.from_save(to_builtins(old_sheet)))
    return kind(**{each.name: getattr(old_sheet, each.name) for each in fields_of(kind)})


def _is_for(counter: Counter, sheet: Sheet) -> bool:
    return not counter.who or counter.who == kind_of(sheet)


def _clamp(value: int, low: int, top: int | None) -> int:
    return max(low, min(value, HIGHEST if top is None else top))


def _refit(amount: int, old_top: int, top: int, low: int, *, fills: bool) -> int:
    """Move an amount under the new value of its maximum.

    What was lost stays lost, but nobody falls from it. A counter that fills up from its start keeps its
    amount.
    """
    if fills:
        return amount
    if amount == old_top:
        return top
    return low if amount <= low else max(low + 1, top - (old_top - amount))


def _figure_text(sheet: Any, counter: Counter) -> str:
    value = getattr(sheet, counter.name)
    if counter.die:
        return f"d{value}" if value else "0"
    return f"{value}/{getattr(sheet, counter.name + MAXIMUM)}" if counter.maximum is not None else str(value)


def _scores_text(scores: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{key} {getattr(each, 'value', getattr(each, 'damage', ''))}" for key, each in scores.items()
    )
