"""What no throw of a check can reach: outcomes, and numbers with which it never succeeds.

The exact odds are asked for every sheet and all arguments within their bounds, a few of them first: those
mostly reach all there is. A GM's modifier is left out. A check with too many of them, or with dice that only
a sheet names, is not judged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import product
from math import gcd, prod
from typing import NamedTuple

from tracker.rules.dice.spread import TooMuch, Work
from tracker.rules.fields import NOTHING
from tracker.rules.game_file.checks import Bands, bears_on, counts_faces, possible_outcomes, with_bonus
from tracker.rules.game_file.expression import (
    CLOCK,
    LIGHT,
    Expr,
    Has,
    Name,
    Num,
    bind_names,
    node_of,
    parts,
    value,
)
from tracker.rules.game_file.figures import HIGHEST, MAXIMUM
from tracker.rules.game_file.records import Check, Condition, Counter, GameFile, Parameter
from tracker.rules.refusal import Refusal

_MOST_TRIED = 1_200
"""How many sheets and arguments of a check are tried at most."""
_PATIENCE = 8_000_000
"""The work on all checks, in units of `Work`: less than a second."""
_THROW = 5_000
"""The work of one throw besides that of its dice."""
_MOST_NUMBERS = 60
"""How many values of a number are tried at most."""
_MANY_LIGHTS = 4
"""How many lights burn at most, as far as a check is concerned."""
_STEPS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500)
"""How far the values that are tried first are from either end."""
_STRIDE = 0.618
"""The part of all sheets between two that are tried one after another, so that they differ."""
_PLENTY = 30
"""What a counter without a maximum may hold."""
_TARGET = "target."
_HAS = "has "
"""Before the name of a condition among the worths."""
Worths = Mapping[str, int]
Values = Mapping[str, Sequence[int]]
"""What each name of a check may be worth. One of the other creature begins with `target.`."""


class Reach(NamedTuple):
    """What no throw of a check reaches."""

    outcomes: tuple[str, ...] = ()
    hopeless: Mapping[str, tuple[int, ...]] = NOTHING
    """The values of each of its numbers with which no outcome is a success."""
    unrollable: bool = False
    """Whether it has more dice than fall at once, or dice of too many sides, whatever the sheet."""


class _Unjudged(Exception):  # noqa: N818 - no fault
    """A check depends on what no file bounds."""


def reach_of_checks(game: GameFile) -> Iterator[tuple[Check, Reach]]:
    """Yield each check with what no throw of it reaches; nothing for one that cannot be counted.

    Checks of totals come first: they take less of the work that is done for all.
    """
    work = Work(_PATIENCE)
    for check in sorted(game.checks.values(), key=counts_faces):
        with suppress(_Unjudged, TooMuch, Refusal):
            yield check, _reach(game, check, work)


def _reach(game: GameFile, check: Check, work: Work) -> Reach:
    tried = _Tried(game, check, work)
    seen = tried.outcomes(tried.values, {*check.outcomes})
    if not seen:
        return Reach(unrollable=True)
    good = {*check.good} & seen
    hopeless: dict[str, tuple[int, ...]] = {}
    for param in check.params:
        is_counted = param.kind == "number" and param.name in tried.values
        if good and is_counted and param.high - param.low < _MOST_NUMBERS:
            worths = [
                worth
                for worth in range(param.low, param.high + 1)
                if not good & tried.outcomes({**tried.values, param.name: (worth,)}, good)
            ]
            hopeless |= {param.name: tuple(worths)} if worths else {}
    return Reach(tuple(each for each in check.outcomes if each not in seen), hopeless)


def ends_of_counter(game: GameFile, counter: Counter) -> tuple[int, int] | None:
    """Return the lowest and the highest that a counter may hold; None if the file does not say."""
    if counter.maximum is None and not counter.die:
        return counter.low, HIGHEST
    try:
        amounts = _Tried(game, Check(""), Work(_PATIENCE)).values_of_counter(counter)
    except _Unjudged:
        return None
    return amounts[0], amounts[-1]


class _Tried:
    """A check with everything that its names may be worth."""

    def __init__(self, game: GameFile, check: Check, work: Work) -> None:
        self.work = work
        self.game, self.check, self.rival = game, check, game.checks.get(check.vs)
        self.places = {word: place for each in check.params for place, word in enumerate(each.choices, 1)}
        self.params = {each.name: each for each in check.params}
        if self.rival:
            self.params |= {f"{_TARGET}{each.name}": each for each in self.rival.params}
        self.known: dict[tuple[str, str, Bands], frozenset[str]] = {}
        formulas = [(formula, "") for formula in (check.roll, *(when for when, _outcome in check.results))]
        formulas += [(self.rival.roll, _TARGET)] if self.rival else []
        self.values = {name: self._values_of(name) for name in self._names_in(*formulas)}

    # What the names may be worth.

    def _names_in(self, *formulas: tuple[Expr, str]) -> list[str]:
        """List the names of formulas, each once, and those behind figures that are computed.

        A formula of the other creature's has the prefix of its names beside it.
        """
        names: dict[str, bool] = {}
        waiting = [*formulas]
        while waiting:
            formula, prefix = waiting.pop()
            for each in parts(formula):
                if isinstance(each, Has):
                    names[f"{_TARGET if each.target else prefix}{_HAS}{each.condition}"] = True
                elif isinstance(each, Name):
                    owner = _TARGET if each.target else prefix
                    key, derived = f"{owner}{each.name}", self.game.derived.get(each.name)
                    if key not in names and derived and key not in self.params:
                        waiting.append((derived.formula, owner))
                    names[key] = key not in self.places and (key in self.params or derived is None)
        return [name for name, has_values in names.items() if has_values]

    def _values_of(self, key: str) -> Sequence[int]:
        """List what a name may be worth; raises `_Unjudged` if the file does not say."""
        name = key.removeprefix(_TARGET)
        if name.startswith(_HAS):
            condition = self.game.conditions.get(name.removeprefix(_HAS))
            return range((condition.level if condition else 1) + 1)
        if key in self.params:
            return self._values_of_param(self.params[key])
        if name in self.game.attributes:
            attribute = self.game.attributes[name]
            return self._span_with_conditions(attribute.low, attribute.high)
        if name == LIGHT:
            return range(_MANY_LIGHTS + 1)
        if name.startswith(CLOCK):
            return range(self.game.clocks[name.removeprefix(CLOCK)].segments + 1)
        counter = self.game.counters.get(name) or self.game.counters.get(name.removesuffix(MAXIMUM))
        if counter is None:
            raise _Unjudged
        return self.values_of_counter(counter)

    def _values_of_param(self, param: Parameter) -> Sequence[int]:
        attributes, scores = self.game.attributes.values(), self.game.lists.get(param.kind)
        if param.kind == "attribute":
            return self._span_with_conditions(
                min(each.low for each in attributes), max(each.high for each in attributes)
            )
        if scores and not scores.dice:
            return self._span_with_conditions(scores.low, scores.high)
        match param.kind:
            case "number":
                return range(param.low, param.high + 1)
            case "choice":
                return range(1, len(param.choices) + 1)
            case "flag":
                return (0, 1)
            case "modifier":
                return (0,)
        raise _Unjudged

    def values_of_counter(self, counter: Counter) -> Sequence[int]:
        if counter.die:
            return (0, *reversed(counter.die))
        if counter.maximum is None:
            return range(counter.low, counter.low + _PLENTY + 1)
        names = self._names_in((counter.maximum, ""))
        if 2 ** len(names) > _MOST_TRIED or not self.game.attributes.keys() >= {*names}:
            raise _Unjudged  # too many, or counters that may hang on one another
        ends = {name: self._values_of(name) for name in names}
        tops = [
            value(bind_names(counter.maximum, _Scope(self, dict(zip(ends, worths, strict=True)))))
            for worths in product(*((each[0], each[-1]) for each in ends.values()))
        ]
        return range(counter.low, max(counter.low, *tops) + 1)

    def _span_with_conditions(self, low: int, high: int) -> Sequence[int]:
        """List the values between two bounds, with what conditions add to them."""
        least, most = self._added(self.check, lambda condition: condition.value)
        return range(low + least, high + most + 1)

    def bonuses(self, check: Check | None) -> Sequence[int]:
        """List what conditions add to a roll; nothing to that of no check."""
        return sorted({0, *self._added(check, lambda condition: condition.rolls)}) if check else (0,)

    def _added(self, check: Check, formula_of: Callable[[Condition], Expr | None]) -> tuple[int, int]:
        """Return the least and the most that conditions add to a check."""
        worths = [0]
        for condition in self.game.conditions.values():
            formula = formula_of(condition)
            if formula is not None and bears_on(condition, check):
                names = self._names_in((formula, ""))
                if not all(name.startswith(_HAS) for name in names):
                    raise _Unjudged  # it hangs on figures on which it may weigh itself
                levels = {name: max(self._values_of(name)) for name in names}
                worths.append(value(bind_names(formula, _Scope(self, levels))))
        return sum(each for each in worths if each < 0), sum(each for each in worths if each > 0)

    # What comes of them.

    def outcomes(self, values: Values, sought: Set[str]) -> set[str]:
        """Collect the outcomes of every throw, until all that are sought have been seen."""
        every: list[Sequence[int]] = [
            *values.values(),
            self.bonuses(self.check),
            self.bonuses(self.rival),
        ]
        ends = [sorted({each[0], each[-1]}) for each in every]
        seen: set[str] = set()
        for choices in (ends, [*map(_first_values, every)], every):
            if prod(map(len, choices)) > _MOST_TRIED:
                raise _Unjudged
            for *worths, bonus, rival_bonus in _spread_out([*product(*choices)]):
                with suppress(Refusal):  # more dice than fall at once: nobody throws them
                    seen |= self._outcomes_of(dict(zip(values, worths, strict=True)), bonus, rival_bonus)
                if sought <= seen:
                    return seen
        return seen

    def _outcomes_of(self, worths: Worths, bonus: int, rival_bonus: int) -> Set[str]:
        scope = _Scope(self, worths)
        dice = _dice_text(self.check, scope, bonus)
        rival_dice = _dice_text(self.rival, _Scope(self, worths, _TARGET), rival_bonus) if self.rival else ""
        bands = tuple((outcome, bind_names(when, scope)) for when, outcome in self.check.results)
        throw = dice, rival_dice, bands
        if throw not in self.known:
            self.work.spend(_THROW)
            self.known[throw] = possible_outcomes(*throw, self.work)
        return self.known[throw]


class _Scope:
    """The scope of a formula in which each name has one of its values."""

    def __init__(self, tried: _Tried, worths: Worths, prefix: str = "") -> None:
        self._tried, self._worths, self._prefix = tried, worths, prefix
        self._known: dict[str, int] = {}
        """The figures that were computed: they may need one another many times."""

    def number(self, name: Name) -> Num:
        prefix = _TARGET if name.target else self._prefix
        key = f"{prefix}{name.name}"
        if key in self._worths:
            return Num(self._worths[key])
        if key in self._tried.places:
            return Num(self._tried.places[key])
        if key not in self._known:
            scope = self if prefix == self._prefix else _Scope(self._tried, self._worths, prefix)
            self._known[key] = value(bind_names(self._tried.game.derived[name.name].formula, scope))
        return Num(self._known[key])

    def condition(self, query: Has) -> int:
        level = self._worths[f"{_TARGET if query.target else self._prefix}{_HAS}{query.condition}"]
        return level if query.asks == "level" else int(level > 0)


def _dice_text(check: Check, scope: _Scope, bonus: int) -> str:
    node = node_of(with_bonus(bind_names(check.roll, scope), bonus, dice=counts_faces(check)))
    if node is None:
        raise _Unjudged
    return str(node)


def _first_values(values: Sequence[int]) -> Sequence[int]:
    """Choose some of ascending values, the more the nearer to either end."""
    last = len(values) - 1
    return sorted({values[place] for step in _STEPS if step <= last for place in (step, last - step)})


def _spread_out(sheets: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield all sheets, each far from the one before."""
    step = int(len(sheets) * _STRIDE) or 1
    while gcd(step, len(sheets)) > 1:
        step += 1
    yield from (sheets[number * step % len(sheets)] for number in range(len(sheets)))
