"""What becomes of each figure of a sheet once its game is played by another text."""

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
    """The verdict on one figure."""

    FOLLOWS = "follows"
    """It held what the old formula gave, and holds what the new one gives. What it had lost stays lost."""
    KEPT = "kept"
    """The GM had set it: it stays, though the formula gives something else now."""
    BEGINS = "begins"
    """It is new, or of a new maximum."""
    CUT = "cut"
    """It does not fit any more, and is the nearest that does."""
    RENAMED = "renamed"
    """It is the health, under another name."""
    GOES = "goes"


class Passage(Struct, frozen=True):
    """The verdict on a figure of one sheet, with its values before and after as texts."""

    figure: str
    fate: Fate
    before: str = ""
    after: str = ""
    formula: int = 0
    """What the formula gives for a figure that is kept."""
    was: str = ""
    """The name that it had."""

    def fact_of(self, who: str) -> Fact:
        """Return the verdict as a fact about a creature."""
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
    """A sheet as another text has it, and the verdicts on its figures that there is something to say of."""

    sheet: Sheet
    passages: tuple[Passage, ...]
    released: tuple[str, ...] = ()
    """The conditions that it suffered and that are no more."""


def file_of(game: GameSystem) -> GameFile:
    """Return the file of a game with its house rules; an empty one for a game that has neither."""
    return game.rules_of_file.game if isinstance(game, CompiledGame) else GameFile("", "")


def changed_kinds(before: GameSystem, after: GameSystem) -> tuple[str, ...]:
    """Return the figures and conditions that sheets hold and that would be of another kind."""
    held, kinds = _kinds(file_of(before)), _kinds(file_of(after))
    return tuple(name for name, kind in held.items() if kind != "derived" and kinds.get(name, kind) != kind)


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
    """Return a sheet as it is once its game is played by another text.

    A game of which no figure changes its kind is assumed (`changed_kinds`).
    """
    course = _Course(sheet, before, after)
    course.migrate(now)
    released = tuple(each for each in getattr(sheet, "suffers", {}) if each not in course.new.conditions)
    return Migration(course.sheet, tuple(course.passages), released)


class _Course:
    """A sheet on its way: `held` is as it was, `sheet` is as far as it has come."""

    def __init__(self, held: Sheet, before: GameSystem, after: GameSystem) -> None:
        self.held: Any = held
        self.old, self.new = file_of(before), file_of(after)
        self._before, self._after = before, after
        self.passages: list[Passage] = []
        self.sheet: Any = _carry_over(held, after)

    def migrate(self, now: int) -> None:
        """Move every figure; each formula reads those that have moved before."""
        self._move_attributes()
        self._move_listed()
        for counter in self.new.counters.values():
            self._move_counter(counter)
        self._release()
        self._tell_gone()
        self._begin_clocks(now)

    def _tell(self, figure: str, fate: Fate, **more: Any) -> None:
        self.passages.append(Passage(figure, fate, **more))

    def _put(self, **values: Any) -> None:
        self.sheet = replace(self.sheet, **values)

    def _move_attributes(self) -> None:
        for name in self.new.attributes:
            value = getattr(self.sheet, name)
            if name not in self.old.attributes:
                self._tell(name, Fate.BEGINS, after=str(value))
            elif value != (held := getattr(self.held, name)):
                self._tell(name, Fate.CUT, before=str(held), after=str(value))

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
                self._put(**{name: fitting})
                self._tell(name, Fate.CUT, before=_scores_text(scores), after=_scores_text(fitting))

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
        """Return the name that a counter had: that of the health follows it."""
        old, new = self.old, self.new
        is_renamed = name == new.health and {old.health, name} <= {*old.counters, *new.counters}
        gone, came = old.health not in new.figures, name not in old.figures
        return old.health if is_renamed and gone and came else name

    def _begin(self, counter: Counter) -> None:
        name = counter.name
        if not counter.die:
            top = self._worth(counter.maximum, counter.low)
            start = self._worth(counter.start, counter.low)
            if top is not None:
                self._put(**{f"{name}{MAXIMUM}": top})
            first = start if start is not None else top if top is not None else counter.low
            self._put(**{name: _clamp(first, counter.low, top)})
        if (begun := _figure_text(self.sheet, counter)) != "0":
            self._tell(name, Fate.BEGINS, after=begun)

    def _fit_die(self, counter: Counter) -> None:
        held, ladder = getattr(self.held, counter.name), counter.die
        if not held or held in ladder:
            return
        fitting = max((each for each in ladder if each < held), default=min(ladder))
        self._put(**{counter.name: fitting})
        self._tell(counter.name, Fate.CUT, before=f"d{held}", after=f"d{fitting}")

    def _move_amount(self, counter: Counter, source: Counter) -> None:
        name, held, formula = counter.name, getattr(self.held, source.name), 0
        top, fate = self._worth(counter.maximum, counter.low), Fate.CUT
        if top is not None:
            formula, fate = top, Fate.BEGINS
            if source.maximum is not None:
                held, top, fate = self._under_top(counter, source, top)
            self._put(**{f"{name}{MAXIMUM}": top})
        self._put(**{name: _clamp(held, counter.low, top)})
        before, after = _figure_text(self.held, source), _figure_text(self.sheet, counter)
        if source.name != name:
            self._tell(name, Fate.RENAMED, before=before, after=after, was=source.name)
        elif fate is Fate.KEPT:
            self._tell(name, fate, after=after, formula=formula)
        elif top is None and source.maximum is not None:
            gone = f"{name}{MAXIMUM}"
            self._tell(gone, Fate.GOES, before=str(getattr(self.held, gone)))
        elif before != after:
            self._tell(name, fate, before=before, after=after)

    def _under_top(self, counter: Counter, source: Counter, top: int) -> tuple[int, int, Fate]:
        """Return an amount, its maximum and the verdict where both texts have a maximum."""
        held, old_top = getattr(self.held, source.name), getattr(self.held, f"{source.name}{MAXIMUM}")
        told = self._told_top(source)
        if old_top == told:
            kept = _refit(held, old_top, top, counter.low, fills=counter.start is not None)
            return kept, top, Fate.FOLLOWS if top != old_top else Fate.CUT
        return held, max(counter.low, old_top), Fate.CUT if top in (told, old_top) else Fate.KEPT

    def _told_top(self, source: Counter) -> int:
        """Return the maximum that the old formula gives."""
        if source.maximum is None or not isinstance(self._before, CompiledGame):
            return source.low
        return max(source.low, self._before.rules_of_file.figures.worth(source.maximum, self.held))

    def _worth(self, formula: Expr | None, low: int) -> int | None:
        """Return the number of a formula of the new text, not below the least of its counter."""
        if formula is None or not isinstance(self._after, CompiledGame):
            return None
        return _clamp(self._after.rules_of_file.figures.worth(formula, self.sheet), low, None)

    def _release(self) -> None:
        """Take away the conditions that are no more, and bring levels within their bounds."""
        suffers: Mapping[str, ActiveCondition] = getattr(self.sheet, "suffers", {})
        fitting = {
            name: each
            if each.level <= (most := self.new.conditions[name].level)
            else ActiveCondition(max(1, most))
            for name, each in suffers.items()
            if name in self.new.conditions
        }
        if fitting != suffers:
            self._put(suffers=fitting)
        for name, each in fitting.items():
            if each != suffers[name]:
                self._tell(name, Fate.CUT, before=str(suffers[name].level), after=str(each.level))

    def _tell_gone(self) -> None:
        for name, held in self._dropped_figures():
            if held:
                self._tell(name, Fate.GOES, before=clean(held, TEXT_LENGTH))

    def _dropped_figures(self) -> Iterator[tuple[str, str]]:
        old, left = (
            self.old,
            {*self.new.figures, self._name_before(self.new.health) if self.new.health else ""},
        )
        for name in (*old.attributes, *old.texts):
            if name not in left:
                yield name, str(getattr(self.held, name) or "")
        for name, counter in old.counters.items():
            if name not in left and (getattr(self.held, name) or getattr(self.held, f"{name}{MAXIMUM}", 0)):
                yield name, _figure_text(self.held, counter)
        for name in old.lists:
            if name not in left:
                yield name, _scores_text(getattr(self.held, name))

    def _begin_clocks(self, now: int) -> None:
        """Count from now what falls due since an act from which nobody has counted before."""
        if isinstance(self._after, CompiledGame):
            known = {each.name for each in fields_of(type(self.held))}
            new = {name: now for name in self._after.rules_of_file.since if name not in known}
            if new:
                self._put(**new)


def _carry_over(held: Any, game: GameSystem) -> Any:
    """Return a sheet of a game with all that an old one had and that is of the same type."""
    kind: Any = game.sheet
    if issubclass(kind, FromFile):
        return within_bounds(kind.from_save(to_builtins(held)))
    return kind(**{each.name: getattr(held, each.name) for each in fields_of(kind)})


def _is_for(counter: Counter, sheet: Sheet) -> bool:
    return not counter.who or counter.who == kind_of(sheet)


def _clamp(value: int, low: int, top: int | None) -> int:
    return max(low, min(value, HIGHEST if top is None else top))


def _refit(held: int, old_top: int, top: int, low: int, *, fills: bool) -> int:
    """Return an amount under a maximum that has followed its formula.

    What was lost stays lost, but takes nobody down; one that fills up from its start stays as it is.
    """
    if fills:
        return held
    if held == old_top:
        return top
    return low if held <= low else max(low + 1, top - (old_top - held))


def _figure_text(sheet: Any, counter: Counter) -> str:
    value = getattr(sheet, counter.name)
    if counter.die:
        return f"d{value}" if value else "0"
    return f"{value}/{getattr(sheet, counter.name + MAXIMUM)}" if counter.maximum is not None else str(value)


def _scores_text(scores: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{key} {getattr(each, 'value', getattr(each, 'damage', ''))}" for key, each in scores.items()
    )
