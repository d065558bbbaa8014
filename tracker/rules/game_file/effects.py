"""The effects of a game file: figures change, conditions begin and end, rolls become pending."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules import usage_die
from tracker.rules.body import LEFT, is_alive
from tracker.rules.dice import Roll, Throw, throw_die
from tracker.rules.fields import NOTHING, Scalar
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
    SheetScope,
    at_path,
    kind_of,
    level_of,
    with_value_at,
)
from tracker.rules.game_file.records import Counter, Effect, Parameter, Refill, act_id
from tracker.rules.pending import own_key
from tracker.rules.refusal import Refusal
from tracker.rules.system import (
    FIXED,
    THROWS,
    Begun,
    ClockState,
    Fact,
    Lasting,
    PendingRoll,
    RuleResult,
    RulesContext,
    Sheet,
    Until,
)
from tracker.rules.weapon import BLOW_WAITS, OUTCOME_WAITS

MOST_LASTING = 1_000
MOVED = ("game_lost", "game_gained", "game_same", "game_set")
"""Kinds of facts about a change of a figure."""
CHECK, DUE, EACH, ENDS, OUTCOME = "check.", "due.", "each.", "ends.", "outcome."
"""Prefixes of the kinds of a file's pending rolls, before the name of a check, due or condition."""
Told = Mapping[str, int | str | Thrown]
"""The arguments of an act as its formulas see them, by name."""
BaseAct = Callable[[RulesContext, str, str, int, Roll], RuleResult]
"""Applies an act of the base: the context, the creature, the act, its amount, the dice."""


class EffectRules(Struct, frozen=True):
    """What every effect needs: the figures, the bounds of the base's figures, and the base's acts."""

    figures: Figures
    bounds: Mapping[str, tuple[int | None, int | None]]
    """Lowest and highest value of each of the base's figures."""
    tops: Mapping[str, str]
    """The field of each gauge's maximum, by its current field."""
    base_act: BaseAct
    written: Callable[[RulesContext, str, Sheet], RuleResult] | None = None
    """Plays what follows from a change of the base's figures: the context, the creature, its old sheet."""


class Play:
    """One act, check or due in progress, from its first effect to its result."""

    def __init__(self, ground: EffectRules, context: RulesContext, roll: Roll, *, soft: bool = False) -> None:
        """Start; a `soft` play stops at a figure's bounds instead of refusing."""
        self.ground, self.context, self.roll = ground, context, roll
        self.soft = soft
        self._sheets: dict[str, Any] = {}
        self.facts: list[Fact] = []
        self.throws: list[Throw] = []
        self._pending: list[PendingRoll] = []
        self._begins: list[Begun] = []
        self._rest = RuleResult()
        self._settled: set[tuple[str, str, str]] = set()
        """Creature, counter and mark of each crossing whose effects have been applied."""
        self._clocks: dict[str, int] = {}
        self.faces: Callable[[Expr], int] = lambda expr: 0
        """Answers questions about the check's dice, for the effects of its outcome."""
        self.rolls_now: Callable[[str, str, str], bool] | None = None
        """Rolls a check that a pending roll asks for: creature, check and score; False if it waits."""
        self.amounts: Collection[str] = ()
        """Names of the act's parameters of kind `amount`, whose dice fell before the act."""

    def sheet(self, who: str) -> Any:
        """Return a creature's sheet with the changes so far; raises `Refusal` `unknown_creature`."""
        if who not in self._sheets and who not in self.context.sheets:
            raise Refusal("unknown_creature", name=who)
        return self._sheets.get(who, self.context.sheets.get(who))

    def reading(
        self,
        who: str,
        args: Told | None = None,
        target: str = "",
        weights: Mapping[str, int] = NOTHING,
        target_weights: Mapping[str, int] = NOTHING,
    ) -> SheetScope:
        """Return the scope of a creature's formulas; the weights are added to the scores that they name."""
        figures, context = self.ground.figures, self.context
        target_reading = (
            SheetScope(figures, self.sheet(target), weights=target_weights, context=context)
            if target
            else None
        )
        sheet = self.sheet(who) if who else None
        return SheetScope(figures, sheet, args, target_reading, weights, context=context)

    def record_fact(self, kind: str, **data: Scalar) -> None:
        self.facts.append(Fact(kind, data))

    def apply_effects(
        self, effects: Iterable[Effect], who: str, args: Told | None = None, target: str = ""
    ) -> None:
        """Apply effects, one after another; those of the table have no creature, and `who` is empty.

        Raises `Refusal` `game_no_target`.
        """
        for effect in effects:
            if effect.target and not target:
                raise Refusal("game_no_target")
            for member in self._members(effect.group, who) if effect.group else ("",):
                scope = self.reading(who, args, member or target)
                if effect.guard is not None and not self._number(bind_names(effect.guard, scope), who, ""):
                    continue
                self._apply_effect(effect, member or (target if effect.target else who), scope)

    def _members(self, group: str, who: str) -> list[str]:
        """Find the living creatures of a group where a creature is: in the fight, or outside it.

        Without a creature, all of the group that are at the table.
        """
        context = self.context
        return [
            each
            for each in context.sheets
            if each not in context.away
            and is_alive(self.sheet(each))
            and (not who or (each in context.fighting) == (who in context.fighting))
            and group in ("all", kind_of(self.sheet(each)))
        ]

    def repeat(self, count: int, effects: Iterable[Effect], who: str, holds: Callable[[Any], bool]) -> bool:
        """Apply effects `count` times while the creature lives and `holds`; sum up the facts.

        Returns whether the creature still lives and `holds`.
        """
        start, old_sheet = len(self.facts), self.sheet(who)
        goes_on = True
        for _ in range(count):
            goes_on = is_alive(self.sheet(who)) and holds(self.sheet(who))
            if not goes_on:
                break
            self.apply_effects(effects, who)
            self._settle()
        if count > 1:
            self.facts[start:] = self._sum_up(self.facts[start:], who, old_sheet)
        return goes_on

    def _sum_up(self, facts: list[Fact], who: str, old_sheet: Any) -> Iterable[Fact]:
        """Merge equal facts into one with the number of their throws, and a figure's changes into one."""
        groups: dict[tuple[object, ...], list[Fact]] = {}
        for fact in facts:
            is_change = fact.kind in MOVED and fact.data.get("who") == who
            key: tuple[object, ...] = (fact.data["figure"],) if is_change else (fact.kind, *fact.data.items())
            groups.setdefault(key, []).append(fact)
        for key, group in groups.items():
            first, kinds = group[0], {fact.kind for fact in group}
            if len(key) == 1:
                first = self._change_fact(str(key[0]), who, old_sheet, was_set="game_set" in kinds)
            throw_count = sum(fact.throw_count or 0 for fact in group)
            yield Fact(first.kind, {**first.data, THROWS: throw_count}) if throw_count else first

    def _change_fact(self, name: str, who: str, old_sheet: Any, *, was_set: bool) -> Fact:
        path = self.ground.figures.paths[name]
        old, new = int(at_path(old_sheet, path)), int(at_path(self.sheet(who), path))
        if was_set or new == old:
            return Fact("game_set" if was_set else "game_same", {"who": who, "figure": name, "left": new})
        kind, amount = ("game_lost" if new < old else "game_gained"), abs(new - old)
        return Fact(kind, {"who": who, "figure": name, "amount": amount, "left": new})

    def _apply_effect(self, effect: Effect, whom: str, scope: SheetScope) -> None:
        match effect.verb:
            case "change":
                value = effect.value or Num(0)
                with self._throwing(fixed=not self._uses_amount(value)):
                    amount = self._number(bind_names(value, scope), whom, effect.name)
                    self.change(whom, effect.name, effect.sign, amount)
            case "clock":
                amount = self._number(bind_names(effect.value or Num(0), scope), whom, effect.name)
                self._move_clock(effect.name, effect.sign, amount)
            case "condition":
                self._afflict(effect, whom, scope)
            case "release":
                self.release(whom, effect.name)
            case "pend":
                self.call(whom, effect.name, effect.on, together=bool(effect.group))
            case "use":
                self.use(whom, effect.name)
            case "say" if not whom:
                self.record_fact("game_told", text=effect.name)
            case "say":
                self.record_fact("game_said", who=whom, text=effect.name)
            case "out":
                self.put_out(whom, effect.name)
            case _:
                self._act(whom, effect, scope)

    def _uses_amount(self, value: Expr) -> bool:
        """Whether a formula uses the act's amount, or the act has none."""
        names = {each.name for each in parts(value) if isinstance(each, Name)}
        return not self.amounts or not names.isdisjoint(self.amounts)

    @contextmanager
    def _throwing(self, *, fixed: bool = False) -> Iterator[None]:
        """Count the throws of a block in the data of the first figure that the block changes."""
        start, throw_count = len(self.facts), len(self.throws)
        yield
        new_throws = len(self.throws) - throw_count
        for place in range(start, len(self.facts)):
            fact = self.facts[place]
            if fact.kind in MOVED:
                data = ({THROWS: new_throws} if new_throws else {}) | ({FIXED: True} if fixed else {})
                self.facts[place] = Fact(fact.kind, {**fact.data, **data}) if data else fact
                return

    def _number(self, expr: Expr, who: str, subject: str) -> int:
        """Compute a bound formula, rolling its dice."""
        if isinstance(expr, Num):
            return expr.value
        node = node_of(expr)
        if node is not None:
            result = node.roll(self.roll)
            if result.dice:
                self.throws.append(
                    Throw("figure", result.dice, result.total, who, subject, expression=str(node))
                )
            return result.total
        match expr:
            case Op(sign, left, right):
                return calculate(sign, self._number(left, who, subject), self._number(right, who, subject))
            case Fn(name, args):
                return call_function(name, tuple(self._number(each, who, subject) for each in args))
            case Face() | CountOf():
                return self.faces(expr)
        return 0

    def change(self, who: str, name: str, sign: str, amount: int) -> None:
        """Change a figure within its bounds; raises `Refusal` `game_not_enough` for an unpayable cost."""
        figures, sheet = self.ground.figures, self.sheet(who)
        path, old = figures.paths[name], int(at_path(sheet, figures.paths[name]))
        unbounded = {"+=": old + amount, "-=": old - amount}.get(sign, amount)
        low, high = self._bounds(name, sheet)
        counter = figures.game.counters.get(name)
        if counter is not None and counter.cost and unbounded < low and not self.soft:
            raise Refusal("game_not_enough", who=who, figure=name, left=old)
        new = max(low, min(high, unbounded))
        self._sheets[who] = figures.with_maxima_updated(sheet, with_value_at(sheet, path, new))
        if sign == "=":
            if new != old:
                self.record_fact("game_set", who=who, figure=name, left=new)
        elif new != old:
            kind = "game_lost" if new < old else "game_gained"
            self.record_fact(kind, who=who, figure=name, amount=abs(new - old), left=new)
        else:
            self.record_fact("game_same", who=who, figure=name, left=new)
        self._lower_to_maximum(who, name)
        if self.ground.written is not None and name in self.ground.bounds:
            self._take_over(self.ground.written(self.context_now, who, sheet))

    def _move_clock(self, name: str, sign: str, amount: int) -> None:
        """Move a progress clock of the table, from empty to full."""
        declared = self.ground.figures.game.clocks[name]
        old = self.context.clocks.get(name) or ClockState(0, declared.segments)
        filled = {"+=": old.filled + amount, "-=": old.filled - amount}.get(sign, amount)
        new = ClockState(max(0, min(old.segments, filled)), old.segments)
        self.context = replace(self.context, clocks={**self.context.clocks, name: new})
        self._clocks[name] = new.filled
        self.record_fact("progress_made", name=clock_name(name), filled=new.filled, segments=new.segments)

    def _lower_to_maximum(self, who: str, maximum: str) -> None:
        """Lower the figures that exceed a maximum that has just changed."""
        for name in (each for each, top in self.ground.tops.items() if top == maximum):
            sheet, path = self.sheet(who), self.ground.figures.paths[name]
            low, high = self._bounds(name, sheet)
            if at_path(sheet, path) > (limit := max(low, high)):
                self._sheets[who] = with_value_at(sheet, path, limit)
                self.record_fact("game_set", who=who, figure=name, left=limit)

    @property
    def context_now(self) -> RulesContext:
        """Return the rules' context with the changes so far."""
        return replace(self.context, sheets={**self.context.sheets, **self._sheets})

    def _take_over(self, result: RuleResult) -> None:
        """Take over the result of a rule of the game below."""
        self._sheets.update(result.sheets)
        self.facts += result.facts
        self.throws += result.throws
        self._rest = self._rest.followed_by(replace(result, sheets={}, facts=(), throws=()))

    def _bounds(self, name: str, sheet: Any) -> tuple[int, int]:
        game, top = self.ground.figures.game, self.ground.tops.get(name)
        if name in game.attributes:
            return game.attributes[name].low, game.attributes[name].high
        highest = HIGHEST if top is None else int(at_path(sheet, self.ground.figures.paths[top]))
        counter = game.counters.get(name)
        if counter is not None:
            return (0, counter.die[0]) if counter.die else (counter.low, highest)
        counter_of_maximum = game.counters.get(name.removesuffix(MAXIMUM))
        if counter_of_maximum is not None:
            return counter_of_maximum.low, HIGHEST
        low, high = self.ground.bounds.get(name, (None, None))
        return -HIGHEST if low is None else low, highest if high is None else min(highest, high)

    def afflict(self, who: str, condition: str) -> None:
        """Give a creature a condition; a condition with levels gets worse by one."""
        sheet = self.sheet(who)
        highest = self.ground.figures.game.conditions[condition].level
        old_level = level_of(sheet, condition)
        level = min(highest, old_level + 1)
        suffers: Mapping[str, ActiveCondition] = sheet.suffers
        self._sheets[who] = replace(sheet, suffers={**suffers, condition: ActiveCondition(level)})
        kind = "game_condition" if level > old_level else "game_still"
        self.record_fact(kind, who=who, condition=condition, level=level if highest > 1 else "")

    def _afflict(self, effect: Effect, who: str, scope: SheetScope) -> None:
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
        sheet = self.sheet(who)
        suffers: Mapping[str, ActiveCondition] = sheet.suffers
        if condition in suffers:
            remaining = {name: each for name, each in suffers.items() if name != condition}
            self._sheets[who] = replace(sheet, suffers=remaining)
            self.record_fact("game_released", who=who, condition=condition)

    def call(self, who: str, check: str, on: str = "", *, together: bool = False) -> None:
        """Make a check of a creature's pending, or roll it at once as a part of the GM's decision."""
        if not together and self.rolls_now is not None and self.rolls_now(who, check, on):
            return
        data: dict[str, Scalar] = {"with": on} if on else {}
        self._pending.append(PendingRoll(self._own_key(who, f"{CHECK}{check}"), f"{CHECK}{check}", who, data))
        self.record_fact("game_called", who=who, check=act_id(check))

    def wait(self, who: str, target: str, kind: str, data: Mapping[str, Scalar], *, lands: bool) -> None:
        """Leave the effects of an outcome pending until their dice are rolled; a blow's if `lands`."""
        key = self._own_key(who, f"{kind}.{target}" if target else kind)
        self._pending.append(PendingRoll(key, kind, who, {"other": target, **data}))
        if lands:
            self.record_fact(BLOW_WAITS, who=who, other=target)
        else:
            self.record_fact(OUTCOME_WAITS, who=who, outcome=data["outcome"])

    def _own_key(self, who: str, key: str) -> str:
        called = {f"{each.who}.{each.key}": each for each in self._pending}
        return own_key(replace(self.context, waiting={**self.context.waiting, **called}), who, key)

    def use(self, who: str, name: str) -> None:
        """Roll a creature's usage die; a depleted one refuses, or does nothing in a `soft` play."""
        sheet, ladder = self.sheet(who), self.ground.figures.game.counters[name].die
        sides: int = getattr(sheet, name)
        if not sides:
            if self.soft:
                return
            raise Refusal("depleted_die")
        die = throw_die(sides, self.roll)
        smaller_dice = [each for each in ladder if each < sides]
        new_sides = sides if usage_die.die_after(sides, die.face) == sides else max(smaller_dice, default=0)
        outcome = "kept" if new_sides == sides else "dropped" if new_sides else "depleted"
        self._sheets[who] = replace(sheet, **{name: new_sides})
        self.throws.append(
            Throw("usage", (die,), die.face, who, name, expression=f"1d{sides}", outcome=outcome)
        )
        self.record_fact(f"game_{outcome}", who=who, figure=name, die=new_sides, throws=1)

    def put_out(self, who: str, words: str = "") -> None:
        """Kill a creature, if it is alive; with words, it leaves the game alive, and they say how."""
        sheet = self.sheet(who)
        if not is_alive(sheet):
            return
        self._sheets[who] = replace(sheet, dead=True, cause=f"{LEFT}{words}" if words else "gm")
        if words:
            self.record_fact("left_game", who=who, text=words)
        else:
            self.record_fact("died", who=who, cause="gm")

    def set_number(self, who: str, field: str, number: int) -> None:
        """Set a number on a sheet without recording a fact."""
        self._sheets[who] = replace(self.sheet(who), **{field: number})

    def _act(self, who: str, effect: Effect, scope: SheetScope) -> None:
        with self._throwing():
            amount = self._number(bind_names(effect.value or Num(0), scope), who, effect.name)
            self._take_over(self.ground.base_act(self.context_now, who, effect.name, amount, self.roll))

    def refill(self, who: str, moment: str) -> None:
        """Refill a creature's counters that an act or a milestone refills."""
        sheet = self.sheet(who)
        for counter in self.ground.figures.game.counters.values():
            refill = {act_id(name): each for name, each in counter.refill.items()}.get(moment)
            if refill is not None and (not counter.who or counter.who == kind_of(sheet)):
                self._fill(who, counter.name, refill)

    def _fill(self, who: str, name: str, how: Refill) -> None:
        sheet, counter = self.sheet(who), self.ground.figures.game.counters[name]
        if how.how == "max":
            top = counter.die[0] if counter.die else getattr(sheet, f"{name}{MAXIMUM}", None)
            if top is not None and getattr(sheet, name) < top:
                self.change(who, name, "=", top)
            return
        with self._throwing():
            amount = self._number(bind_names(how.amount or Num(0), self.reading(who)), who, name)
            old: int = getattr(sheet, name)
            low, high = self._bounds(name, sheet)
            if how.how == "set":
                self.change(who, name, "=", amount)
            elif (new := max(low, min(high, old + amount))) != old:
                self.change(who, name, "+=", new - old)

    def write(self, who: str, sheet: Any) -> None:
        """Replace a sheet by the one that the GM has edited."""
        self._sheets[who] = sheet

    def _settle(self) -> None:
        """Apply the effects of counters that have reached a mark: their ends and their thresholds."""
        # Once for each creature and mark, or two counters that empty each other would never settle.
        self.soft = True
        while crossing := next((each for each in self._crossings() if each[:3] not in self._settled), None):
            who, name, mark, effects = crossing
            self._settled.add((who, name, mark))
            self.apply_effects(effects, who)

    def _crossings(self) -> Iterator[tuple[str, str, str, tuple[Effect, ...]]]:
        """Yield creature, counter, mark and effects for each mark that a counter has reached."""
        for who, sheet in [*self._sheets.items()]:
            old = self.context.sheets.get(who)
            for each in self.ground.figures.game.counters.values():
                if old is None or (each.who and each.who != kind_of(sheet)) or not is_alive(sheet):
                    continue
                if not each.has_marks:
                    continue
                held_before = {mark for mark, holds, _effects in _marks(each, old) if holds}
                for mark, holds, effects in _marks(each, sheet):
                    if holds and effects and mark not in held_before:
                        yield who, each.name, mark, effects

    def result(self) -> RuleResult:
        """Settle the counters and return everything that happened."""
        self._settle()
        return RuleResult(
            sheets=self._sheets,
            facts=tuple(self.facts),
            throws=tuple(self.throws),
            pending=(*self._pending, *self._rolls_due_to_changes()),
            begins=tuple(self._begins),
            clocks=self._clocks,
        ).followed_by(replace(self._rest, sheets={}))

    def _rolls_due_to_changes(self) -> Iterable[PendingRoll]:
        """Yield the pending rolls of dues that a change of a counter triggers."""
        game = self.ground.figures.game
        for due in game.dues.values():
            for who, sheet in self._sheets.items():
                old_sheet: Sheet | None = self.context.sheets.get(who)
                has_changed = due.when in game.counters and getattr(old_sheet, due.when, None) != getattr(
                    sheet, due.when
                )
                if has_changed and (not due.who or due.who == kind_of(sheet)):
                    # With a condition it is due once, however often the counter changes until it is rolled.
                    name = f"{DUE}{due.name}"
                    yield PendingRoll(name if due.holds is not None else self._own_key(who, name), name, who)


def clock_name(key: str) -> str:
    """Return the name under which a clock of the file is drawn."""
    return key.replace("_", " ")


def _marks(counter: Counter, sheet: Any) -> Iterator[tuple[str, bool, tuple[Effect, ...]]]:
    """Yield the marks of a counter, in the order in which it passes them: whether each holds, its effects."""
    amount: int = getattr(sheet, counter.name)
    top: int = getattr(sheet, f"{counter.name}{MAXIMUM}", counter.low)
    rising = sorted((each for each in counter.at if each.rises), key=lambda each: each.number)
    falling = sorted((each for each in counter.at if not each.rises), key=lambda each: -each.number)
    yield "back", amount > counter.low, counter.back
    for each in rising:
        yield f"{each.sign}{each.number}", calculate(each.sign, amount, each.number) > 0, each.do
    yield "full", amount >= top > counter.low, counter.full
    for each in falling:
        yield f"{each.sign}{each.number}", calculate(each.sign, amount, each.number) > 0, each.do
    yield "empty", amount <= counter.low, counter.empty


def formula_arguments(
    params: Iterable[Parameter], args: Mapping[str, Any], sheet: Any
) -> dict[str, int | str | Thrown]:
    """Translate the arguments of an act into numbers and dice for its formulas.

    A score is its value, a choice its place from 1 (0 for none); each choice's own name is its place too.
    """
    by_name: dict[str, int | str | Thrown] = {}
    for param in params:
        argument = args.get(param.name, param.default)
        match param.kind:
            case "creature" | "condition" | "text":
                continue
            case "modifier":
                by_name[param.name] = sum(argument) if isinstance(argument, tuple) else int(argument or 0)
            case "choice":
                by_name[param.name] = param.choices.index(argument) + 1 if argument in param.choices else 0
                by_name |= {each: place for place, each in enumerate(param.choices, 1)}
            case "attribute" | "number" | "amount" | "flag" | "duration":
                by_name[param.name] = _sheet_value(param, argument, sheet)
            case _:
                by_name[param.name] = _list_value(param, argument, sheet)
    return by_name


def _sheet_value(param: Parameter, argument: Any, sheet: Any) -> int:
    if param.kind == "attribute":
        score = getattr(sheet, str(argument), 0)
        return score if isinstance(score, int) else 0
    return int(argument or 0)


def _list_value(param: Parameter, argument: Any, sheet: Any) -> int | str:
    """Return a score or the dice of an element of a list; a missing element counts as a new one."""
    element = getattr(sheet, param.kind, {}).get(argument)
    if element is None:
        return param.default or 0
    held: int | str = getattr(element, "damage", 0) or getattr(element, "value", 0)
    return held
