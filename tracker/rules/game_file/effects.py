"""The effects of a game file: figures change, conditions come and go, rolls are asked for."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules import usage_die
from tracker.rules.body import is_alive
from tracker.rules.dice import Roll, Throw, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.game_file.expression import (
    CountOf,
    Expr,
    Face,
    Fn,
    Name,
    Num,
    Op,
    Thrown,
    bind_names,
    calculate,
    call_function,
    node_of,
    parts,
)
from tracker.rules.game_file.figures import (
    HIGHEST,
    MAXIMUM,
    ActiveCondition,
    Figures,
    Reading,
    at_path,
    kind_of,
    level_of,
    with_value_at,
)
from tracker.rules.game_file.records import Effect, Parameter, Refill, act_id
from tracker.rules.refusal import Refusal
from tracker.rules.system import (
    FIXED,
    THROWS,
    Begun,
    Fact,
    Lasting,
    PendingRoll,
    RuleResult,
    RulesContext,
    Sheet,
    Until,
)

MOST_LASTING = 1_000
MOVED = ("game_lost", "game_gained", "game_same", "game_set")
"""Kinds of facts that say what became of a figure."""
CHECK, DUE, EACH, ENDS = "check.", "due.", "each.", "ends."
"""The beginnings of the kinds of a file's pending rolls, before the name of a check, due or condition."""
Told = Mapping[str, int | str | Thrown]
"""The arguments of an act, as its formulas see them."""
BaseAct = Callable[[RulesContext, str, str, int, Roll], RuleResult]
"""Applies an act of the base to a creature: the context, who, the act, its amount, and the dice."""


class Ground(Struct, frozen=True):
    """The ground of every effect: the figures, the bounds of a base's figures, and its acts."""

    figures: Figures
    bounds: Mapping[str, tuple[int | None, int | None]]
    """The lowest and highest number of the figures of a base."""
    tops: Mapping[str, str]
    """The maximum of each gauge, by its current figure."""
    base_act: BaseAct
    written: Callable[[RulesContext, str, Sheet], RuleResult] | None = None
    """Returns what follows from figures of a base that were written on a sheet: the context, who, the sheet
    before.
    """


class Play:
    """One thing that happens, from its first effect to its result."""

    def __init__(self, ground: Ground, context: RulesContext, roll: Roll, *, soft: bool = False) -> None:
        """Begin; a `soft` play stops at the bounds of a figure instead of refusing."""
        self.ground, self.context, self.roll = ground, context, roll
        self._soft = soft
        self._sheets: dict[str, Any] = {}
        self.facts: list[Fact] = []
        self.throws: list[Throw] = []
        self._pending: list[PendingRoll] = []
        self._begins: list[Begun] = []
        self._rest = RuleResult()
        self._settled: set[tuple[str, str]] = set()
        """The counters, by creature, whose end or return has had its consequences."""
        self.faces: Callable[[Expr], int] = lambda expr: 0
        """The showing of the dice of the check, for effects of its outcomes."""
        self.amounts: Collection[str] = ()
        """The parameters of the act whose dice have fallen before it."""

    def sheet(self, who: str) -> Any:
        """Return the sheet of a creature as it is by now."""
        if who not in self._sheets and who not in self.context.sheets:
            raise Refusal("unknown_creature", name=who)
        return self._sheets.get(who, self.context.sheets.get(who))

    def reading(
        self, who: str, args: Told | None = None, target: str = "", more: Callable[[str], int] | None = None
    ) -> Reading:
        """Return the scope of the formulas of a creature."""
        figures = self.ground.figures
        aim = Reading(figures, self.sheet(target)) if target else None
        return Reading(figures, self.sheet(who), args, aim, more)

    def record_fact(self, kind: str, **data: Scalar) -> None:
        """Tell a fact."""
        self.facts.append(Fact(kind, data))

    def apply_effects(
        self, effects: Iterable[Effect], who: str, args: Told | None = None, target: str = ""
    ) -> None:
        """Let effects happen, one after another."""
        for effect in effects:
            if effect.target and not target:
                raise Refusal("game_no_target")
            scope = self.reading(who, args, target)
            if effect.guard is not None and not self._number(bind_names(effect.guard, scope), who, ""):
                continue
            self._one(effect, target if effect.target else who, scope)

    def repeat(self, count: int, effects: Iterable[Effect], who: str, holds: Callable[[Any], bool]) -> bool:
        """Let effects happen so often, while the creature lives and its sheet allows it; told as one.

        Return whether it still does.
        """
        start, before = len(self.facts), self.sheet(who)
        goes_on = True
        for _ in range(count):
            goes_on = is_alive(self.sheet(who)) and holds(self.sheet(who))
            if not goes_on:
                break
            self.apply_effects(effects, who)
            self._settle()
        if count > 1:
            self.facts[start:] = self._summed_up(self.facts[start:], who, before)
        return goes_on

    def _summed_up(self, facts: list[Fact], who: str, before: Any) -> Iterable[Fact]:
        """Return each fact once, with how many throws it comes of in all.

        What became of a figure is told by how much it has moved in all.
        """
        alike: dict[tuple[object, ...], list[Fact]] = {}
        for fact in facts:
            moved = fact.kind in MOVED and fact.data.get("who") == who
            key: tuple[object, ...] = (fact.data["figure"],) if moved else (fact.kind, *fact.data.items())
            alike.setdefault(key, []).append(fact)
        for key, several in alike.items():
            first, kinds = several[0], {fact.kind for fact in several}
            if len(key) == 1:
                first = self._moved(str(key[0]), who, before, was_set="game_set" in kinds)
            thrown = sum(fact.throw_count or 0 for fact in several)
            yield Fact(first.kind, {**first.data, THROWS: thrown}) if thrown else first

    def _moved(self, name: str, who: str, before: Any, *, was_set: bool) -> Fact:
        path = self.ground.figures.paths[name]
        old, left = int(at_path(before, path)), int(at_path(self.sheet(who), path))
        if was_set or left == old:
            return Fact("game_set" if was_set else "game_same", {"who": who, "figure": name, "left": left})
        kind, amount = ("game_lost" if left < old else "game_gained"), abs(left - old)
        return Fact(kind, {"who": who, "figure": name, "amount": amount, "left": left})

    def _one(self, effect: Effect, whom: str, scope: Reading) -> None:
        match effect.verb:
            case "change":
                value = effect.value or Num(0)
                with self._throwing(fixed=not self._is_of_amount(value)):
                    amount = self._number(bind_names(value, scope), whom, effect.name)
                    self.change(whom, effect.name, effect.sign, amount)
            case "condition":
                self._afflict(effect, whom, scope)
            case "release":
                self.release(whom, effect.name)
            case "pend":
                self.call(whom, effect.name, effect.on)
            case "use":
                self.use(whom, effect.name)
            case "say":
                self.record_fact("game_said", who=whom, text=effect.name)
            case "out":
                self.put_out(whom)
            case _:
                self._act(whom, effect, scope)

    def _is_of_amount(self, value: Expr) -> bool:
        """Whether a formula has the amount of the act in it, or the act has none."""
        names = {each.name for each in parts(value) if isinstance(each, Name)}
        return not self.amounts or not names.isdisjoint(self.amounts)

    @contextmanager
    def _throwing(self, *, fixed: bool = False) -> Iterator[None]:
        """Let the first figure that moves meanwhile be told with the throws that fall meanwhile."""
        start, before = len(self.facts), len(self.throws)
        yield
        thrown = len(self.throws) - before
        for place in range(start, len(self.facts)):
            fact = self.facts[place]
            if fact.kind in MOVED:
                told = ({THROWS: thrown} if thrown else {}) | ({FIXED: True} if fixed else {})
                self.facts[place] = Fact(fact.kind, {**fact.data, **told}) if told else fact
                return

    def _number(self, expr: Expr, who: str, subject: str) -> int:
        """Return the number of a bound formula; its dice fall."""
        if isinstance(expr, Num):
            return expr.value
        node = node_of(expr)
        if node is not None:
            rolled = node.roll(self.roll)
            if rolled.dice:
                self.throws.append(
                    Throw("figure", rolled.dice, rolled.total, who, subject, expression=str(node))
                )
            return rolled.total
        match expr:
            case Op(sign, left, right):
                return calculate(sign, self._number(left, who, subject), self._number(right, who, subject))
            case Fn(name, args):
                return call_function(name, tuple(self._number(each, who, subject) for each in args))
            case Face() | CountOf():
                return self.faces(expr)
        return 0

    def change(self, who: str, name: str, sign: str, amount: int) -> None:
        """Change a figure, within its bounds; refuses a cost that is not there."""
        figures, sheet = self.ground.figures, self.sheet(who)
        path, before = figures.paths[name], int(at_path(sheet, figures.paths[name]))
        wanted = {"+=": before + amount, "-=": before - amount}.get(sign, amount)
        low, high = self._bounds(name, sheet)
        counter = figures.game.counters.get(name)
        if counter is not None and counter.cost and wanted < low and not self._soft:
            raise Refusal("game_not_enough", who=who, figure=name, left=before)
        after = max(low, min(high, wanted))
        self._sheets[who] = figures.with_maxima_updated(sheet, with_value_at(sheet, path, after))
        if sign == "=":
            if after != before:
                self.record_fact("game_set", who=who, figure=name, left=after)
        elif after != before:
            kind = "game_lost" if after < before else "game_gained"
            self.record_fact(kind, who=who, figure=name, amount=abs(after - before), left=after)
        else:
            self.record_fact("game_same", who=who, figure=name, left=after)
        self._hold_below(who, name)
        if self.ground.written is not None and name in self.ground.bounds:
            self._take(self.ground.written(self._context(), who, sheet))

    def _hold_below(self, who: str, maximum: str) -> None:
        """Bring down what is more than a maximum that has just been changed."""
        for name in (each for each, top in self.ground.tops.items() if top == maximum):
            sheet, path = self.sheet(who), self.ground.figures.paths[name]
            low, high = self._bounds(name, sheet)
            if at_path(sheet, path) > (left := max(low, high)):
                self._sheets[who] = with_value_at(sheet, path, left)
                self.record_fact("game_set", who=who, figure=name, left=left)

    def _context(self) -> RulesContext:
        """Return what rules may read, with the sheets as they are by now."""
        return replace(self.context, sheets={**self.context.sheets, **self._sheets})

    def _take(self, result: RuleResult) -> None:
        """Take in what a rule of the game below has done."""
        self._sheets.update(result.sheets)
        self.facts += result.facts
        self.throws += result.throws
        self._rest = self._rest.followed_by(replace(result, sheets={}, facts=(), throws=()))

    def _bounds(self, name: str, sheet: Any) -> tuple[int, int]:
        game, top = self.ground.figures.game, self.ground.tops.get(name)
        if name in game.attributes:
            return game.attributes[name].low, game.attributes[name].high
        most = HIGHEST if top is None else int(at_path(sheet, self.ground.figures.paths[top]))
        counter = game.counters.get(name)
        if counter is not None:
            return (0, counter.die[0]) if counter.die else (counter.low, most)
        held = game.counters.get(name.removesuffix(MAXIMUM))
        if held is not None:
            return held.low, HIGHEST
        low, high = self.ground.bounds.get(name, (None, None))
        return -HIGHEST if low is None else low, most if high is None else min(most, high)

    def afflict(self, who: str, condition: str) -> None:
        """Give a condition to a creature; one with levels gets worse."""
        sheet = self.sheet(who)
        most = self.ground.figures.game.conditions[condition].level
        before = level_of(sheet, condition)
        level = min(most, before + 1)
        suffers: Mapping[str, ActiveCondition] = sheet.suffers
        self._sheets[who] = replace(sheet, suffers={**suffers, condition: ActiveCondition(level)})
        kind = "game_condition" if level > before else "game_still"
        self.record_fact(kind, who=who, condition=condition, level=level if most > 1 else "")

    def _afflict(self, effect: Effect, who: str, scope: Reading) -> None:
        self.afflict(who, effect.name)
        if effect.value is None:
            return
        count = max(1, min(MOST_LASTING, self._number(bind_names(effect.value, scope), who, effect.name)))
        if effect.unit == "rounds":
            lasting = Lasting(Until.TURN_START, rounds=count)
        else:
            lasting = Lasting(Until.CLOCK, seconds=count * int(effect.unit or 1))
        self._begins.append(Begun(who, effect.name, lasting))

    def release(self, who: str, condition: str) -> None:
        """Take a condition from a creature, if it has it."""
        sheet = self.sheet(who)
        suffers: Mapping[str, ActiveCondition] = sheet.suffers
        if condition in suffers:
            left = {name: each for name, each in suffers.items() if name != condition}
            self._sheets[who] = replace(sheet, suffers=left)
            self.record_fact("game_released", who=who, condition=condition)

    def call(self, who: str, check: str, on: str = "") -> None:
        """Ask a creature for a check: it waits as a pending roll."""
        data: dict[str, Scalar] = {"with": on} if on else {}
        self._pending.append(PendingRoll(f"{CHECK}{check}", f"{CHECK}{check}", who, data))
        self.record_fact("game_called", who=who, check=act_id(check))

    def use(self, who: str, name: str) -> None:
        """Put a usage die of a creature to the test."""
        sheet, ladder = self.sheet(who), self.ground.figures.game.counters[name].die
        sides: int = getattr(sheet, name)
        if not sides:
            if self._soft:
                return
            raise Refusal("depleted_die")
        die = throw_die(sides, self.roll)
        below = [each for each in ladder if each < sides]
        left = sides if usage_die.die_after(sides, die.face) == sides else max(below, default=0)
        outcome = "kept" if left == sides else "dropped" if left else "depleted"
        self._sheets[who] = replace(sheet, **{name: left})
        self.throws.append(
            Throw("usage", (die,), die.face, who, name, expression=f"1d{sides}", outcome=outcome)
        )
        self.record_fact(f"game_{outcome}", who=who, figure=name, die=left, throws=1)

    def put_out(self, who: str) -> None:
        """Let a creature die."""
        sheet = self.sheet(who)
        if is_alive(sheet):
            self._sheets[who] = replace(sheet, dead=True, cause="gm")
            self.record_fact("died", who=who, cause="gm")

    def set_number(self, who: str, field: str, number: int) -> None:
        """Write a number on a sheet without a word."""
        self._sheets[who] = replace(self.sheet(who), **{field: number})

    def _act(self, who: str, effect: Effect, scope: Reading) -> None:
        with self._throwing():
            amount = self._number(bind_names(effect.value or Num(0), scope), who, effect.name)
            self._take(self.ground.base_act(self._context(), who, effect.name, amount, self.roll))

    def refill(self, who: str, moment: str) -> None:
        """Refill the counters of a creature that an act or a milestone refills."""
        sheet = self.sheet(who)
        for counter in self.ground.figures.game.counters.values():
            fitting = {act_id(name): how for name, how in counter.refill.items()}.get(moment)
            if fitting is not None and (not counter.who or counter.who == kind_of(sheet)):
                self._fill(who, counter.name, fitting)

    def _fill(self, who: str, name: str, how: Refill) -> None:
        sheet, counter = self.sheet(who), self.ground.figures.game.counters[name]
        if how.how == "max":
            top = counter.die[0] if counter.die else getattr(sheet, f"{name}{MAXIMUM}", None)
            if top is not None and getattr(sheet, name) < top:
                self.change(who, name, "=", top)
            return
        with self._throwing():
            amount = self._number(bind_names(how.amount or Num(0), self.reading(who)), who, name)
            before: int = getattr(sheet, name)
            low, high = self._bounds(name, sheet)
            if how.how == "set":
                self.change(who, name, "=", amount)
            elif (after := max(low, min(high, before + amount))) != before:
                self.change(who, name, "+=", after - before)

    def write(self, who: str, sheet: Any) -> None:
        """Put a sheet as the GM has written it in the place of the one before."""
        self._sheets[who] = sheet

    def _settle(self) -> None:
        """Let happen what follows from counters that have gone down to their end, or are above it again.

        Each of them once, whatever that does to the others.
        """
        self._soft = True
        while turned := next(
            (each for each in self._counters_crossing_floor() if each[:2] not in self._settled), None
        ):
            who, name, effects = turned
            self._settled.add((who, name))
            self.apply_effects(effects, who)

    def _counters_crossing_floor(self) -> Iterator[tuple[str, str, tuple[Effect, ...]]]:
        """Yield the counters that were above their lowest and are not, or the other way round."""
        for who, sheet in [*self._sheets.items()]:
            old = self.context.sheets.get(who)
            for each in self.ground.figures.game.counters.values():
                if old is None or (each.who and each.who != kind_of(sheet)) or not is_alive(sheet):
                    continue
                was, is_now = (getattr(one, each.name) > each.low for one in (old, sheet))
                effects = each.empty if was and not is_now else each.back if is_now and not was else ()
                if effects:
                    yield who, each.name, effects

    def result(self) -> RuleResult:
        """Return everything that happened."""
        self._settle()
        return RuleResult(
            sheets=self._sheets,
            facts=tuple(self.facts),
            throws=tuple(self.throws),
            pending=(*self._pending, *self._rolls_due_to_changes()),
            begins=tuple(self._begins),
        ).followed_by(replace(self._rest, sheets={}))

    def _rolls_due_to_changes(self) -> Iterable[PendingRoll]:
        """Return what falls due because a counter has changed."""
        game = self.ground.figures.game
        for due in game.dues.values():
            for who, sheet in self._sheets.items():
                before: Sheet | None = self.context.sheets.get(who)
                moved = due.when in game.counters and getattr(before, due.when, None) != getattr(
                    sheet, due.when
                )
                if moved and (not due.who or due.who == kind_of(sheet)):
                    yield PendingRoll(f"{DUE}{due.name}", f"{DUE}{due.name}", who)


def told_to(
    params: Iterable[Parameter], args: Mapping[str, Any], sheet: Any
) -> dict[str, int | str | Thrown]:
    """Return what an act was told, as its formulas see it: scores by numbers, choices by their place."""
    seen: dict[str, int | str | Thrown] = {}
    for param in params:
        given = args.get(param.name, param.default)
        match param.kind:
            case "creature" | "condition" | "text":
                continue
            case "modifier":
                seen[param.name] = sum(given) if isinstance(given, tuple) else int(given or 0)
            case "choice":
                seen[param.name] = param.choices.index(given) + 1 if given in param.choices else 0
                seen |= {each: place for place, each in enumerate(param.choices, 1)}
            case "attribute" | "number" | "amount" | "flag" | "duration":
                seen[param.name] = _of_sheet(param, given, sheet)
            case _:
                seen[param.name] = _list_value(param, given, sheet)
    return seen


def _of_sheet(param: Parameter, given: Any, sheet: Any) -> int:
    if param.kind == "attribute":
        found = getattr(sheet, str(given), 0)
        return found if isinstance(found, int) else 0
    return int(given or 0)


def _list_value(param: Parameter, given: Any, sheet: Any) -> int | str:
    """Return a score or the dice of an element of a list; one that a sheet lacks counts as a new one."""
    element = getattr(sheet, param.kind, {}).get(given)
    if element is None:
        return param.default or 0
    found: int | str = getattr(element, "damage", 0) or getattr(element, "value", 0)
    return found
