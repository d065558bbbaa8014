"""Checks of a game file: the dice, the outcome that their faces give, and the exact odds of every outcome."""

from collections.abc import Callable, Iterable, Mapping, Set
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from tracker.rules.dice import AND, Die, Mode, Roll, Throw
from tracker.rules.dice.arithmetic import SignedTerm, Sum, Twice
from tracker.rules.dice.expression import AnnotatedTerm, Expression, Number
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.notation import parse as parse_dice
from tracker.rules.dice.odds import PATIENCE, SAMPLES, Mixer, odds
from tracker.rules.dice.spread import TooMuch, Work
from tracker.rules.game_file.effects import Play, Told, told_to
from tracker.rules.game_file.expression import (
    ZERO,
    CountOf,
    DiceOf,
    Expr,
    Face,
    Fn,
    Name,
    Num,
    Op,
    bind_names,
    calculate,
    call_function,
    formula_text,
    node_of,
    parse,
    parts,
)
from tracker.rules.game_file.figures import level_of
from tracker.rules.game_file.reading import KINDS
from tracker.rules.game_file.records import Check, Condition, GameFile, act_id
from tracker.rules.refusal import Refusal

_STATE = 6
"""The work of joining a state of the dice with a face, as `Work` measures it."""
_NO_FACE = 10**6
_MOST_PAIRS = 20_000
"""Most pairs of what two throws may show that are weighed; beyond them, a sample is."""
_ENDS = ("highest", "lowest", "first")
SEPARATOR = " = "
"""The sign between an outcome and its condition, in the bands of a throw."""
Bands = tuple[tuple[str, Expr], ...]


class Shown(NamedTuple):
    """The result of fallen dice: their total, the faces that count, and what those of the rival show.

    `ends` are the highest, the lowest and the first face, where `faces` only stand for those that fell.
    """

    total: int
    faces: tuple[int, ...]
    ends: tuple[int, int, int] | None = None
    rival: "Shown | None" = None


class Made(NamedTuple):
    """A check that was made: its throw, what its dice show, and the arguments of its formulas."""

    throw: Throw
    shown: Shown
    args: Told


NOTHING_SHOWN = Shown(0, ())
"""The showing of no dice."""


def worth_of(expr: Expr, shown: Shown) -> int:
    """Return the number of a bound formula for what dice show."""
    match expr:
        case Num(number):
            return number
        case Face(asks, rival):
            return _face(asks, shown.rival or NOTHING_SHOWN if rival else shown)
        case CountOf(sign, number, rival):
            wanted, theirs = worth_of(number, shown), shown.rival or NOTHING_SHOWN
            return sum(calculate(sign, face, wanted) for face in (theirs if rival else shown).faces)
        case Op(sign, left, right):
            return calculate(sign, worth_of(left, shown), worth_of(right, shown))
        case Fn(name, args):
            return call_function(name, tuple(worth_of(each, shown) for each in args))
        case _:
            return 0


def _face(asks: str, shown: Shown) -> int:
    if asks == "total":
        return shown.total
    if shown.ends is not None:
        return shown.ends[_ENDS.index(asks)]
    if not shown.faces:
        return 0
    return {"highest": max, "lowest": min}.get(asks, next)(iter(shown.faces))


def counts_faces(check: Check) -> bool:
    """Whether the results of a check look at single dice, and not at their total."""
    return any(looks_at_faces(each) for when, _outcome in check.results for each in parts(when))


def looks_at_faces(expr: Expr, *, rival: bool = False) -> bool:
    """Whether a term looks at single dice of a creature, or of its rival."""
    return isinstance(expr, Face | CountOf) and expr.rival is rival and expr != Face("total", rival)


def touching(game: GameFile, sheet: object, check: Check) -> Iterable[Condition]:
    """Yield the conditions of a creature that bear on a check."""
    for condition in game.conditions.values():
        concerned = not condition.only or {check.name, act_id(check.name)} & {*condition.only}
        if concerned and level_of(sheet, condition.name):
            yield condition


class Extra(NamedTuple):
    """The additions to a check besides its formula: a number, and a second roll of which one counts."""

    static: int = 0
    mode: Mode = Mode.NORMAL


def roll_check(
    play: Play,
    check: Check,
    who: str,
    args: Mapping[str, Any],
    extra: Extra,
) -> Made:
    """Throw the dice of a check for a creature, and read its outcome.

    Raises `Refusal`: `game_many_dice`, `game_many_sides`, `game_no_target`.
    """
    game, sheet = play.ground.figures.game, play.sheet(who)
    bearing = [*touching(game, sheet, check)]
    plain = play.reading(who)
    target = str(args.get("target") or "")
    told = told_to(check.params, args, sheet)
    raised = sum(_worth(condition.value, plain) for condition in bearing)
    scores = {each.name for each in check.params if each.kind == "attribute" or each.kind in game.lists}
    scope = play.reading(who, told, target, lambda name: raised if name in scores else 0)
    added = extra.static + sum(_worth(condition.rolls, plain) for condition in bearing) + _unsaid(check, told)
    roll = _with_bonus(bind_names(check.roll, scope), added, dice=counts_faces(check))
    node = node_of(roll)
    if node is None:
        raise Refusal("game_roll_unfit", check=check.name)
    if extra.mode is not Mode.NORMAL and node.sides:
        node = Twice(node, extra.mode)
    rolled = node.roll(play.roll)
    shown = Shown(rolled.total, _kept_faces(rolled.dice))
    bands = tuple((outcome, bind_names(when, scope)) for when, outcome in check.results)
    throw = Throw(
        act_id(check.name),
        rolled.dice,
        rolled.total,
        who,
        _subject(check, args),
        expression=str(node),
        mode=extra.mode,
        target=_target(bands, check.good),
        outcome=outcome_of(bands, shown),
        bands=tuple(f"{outcome}{SEPARATOR}{formula_text(when)}" for outcome, when in bands),
    )
    return Made(throw, shown, told)


def outcome_of(bands: Bands, shown: Shown) -> str:
    """Return the first outcome that the dice give."""
    return next((outcome for outcome, when in bands if worth_of(when, shown)), bands[-1][0])


def opposed_check(made_: Made, theirs: Shown) -> Made:
    """Return a check whose outcome counts the total of the rival."""
    shown = made_.shown._replace(rival=theirs)
    bands = _read(made_.throw.bands)
    return Made(replace(made_.throw, outcome=outcome_of(bands, shown)), shown, made_.args)


def _worth(formula: Expr | None, scope: Any) -> int:
    if formula is None:
        return 0
    read = bind_names(formula, scope)
    return read.value if isinstance(read, Num) else 0


def _unsaid(check: Check, told: Told) -> int:
    """Return the modifiers that the formulas of a check do not name: they are added all the same."""
    formulas = (check.roll, *(when for when, _outcome in check.results))
    named = {each.name for formula in formulas for each in parts(formula) if isinstance(each, Name)}
    figures = (told[each.name] for each in check.params if each.kind == "modifier" and each.name not in named)
    return sum(each for each in figures if isinstance(each, int))


def _with_bonus(roll: Expr, added: int, *, dice: bool) -> Expr:
    """Return a roll with a number added to its total, or to the number of its first dice."""
    if not added:
        return roll
    if not dice:
        return Op("+" if added > 0 else "-", roll, Num(abs(added)))
    match roll:
        case DiceOf(Num(count), sides, suffix):
            return DiceOf(Num(count + added), sides, suffix) if count + added > 0 else ZERO
        case Op("+" as sign, left, right):
            return Op(sign, _with_bonus(left, added, dice=True), right)
        case _:
            return roll


def _subject(check: Check, args: Mapping[str, Any]) -> str:
    scores = [each.name for each in check.params if each.kind == "attribute" or each.kind not in KINDS]
    return AND.join(str(args[name]) for name in scores if args.get(name))


def _target(bands: Bands, good: tuple[str, ...]) -> int | None:
    """Return the total that a check must reach or stay under to succeed at all, if it is so simple."""
    for outcome, when in reversed(bands):
        if outcome in good:
            match when:
                case Op(">=" | "<=", Face("total"), Num(number)):
                    return number
            return None
    return None


# The odds of every outcome.


@lru_cache(maxsize=256)
def _read(bands: tuple[str, ...]) -> Bands:
    """Return the bands of a throw; none if they cannot be read."""
    read = []
    for each in bands:
        outcome, _sign, when = each.rpartition(SEPARATOR)
        try:
            read.append((outcome, parse(when)))
        except Refusal:
            return ()
    return tuple(read)


def odds_of(throw: Throw, rival: Throw | None = None) -> Mapping[str, int]:
    """Return the ways to each outcome of a throw like this one, the first of its bands first.

    Exact, unless there is too much to count: then as often as in a sample. Empty for a throw without bands,
    and for one that lacks its rival or has one that it does not look at.
    """
    bands = _read(throw.bands)
    looks = any(asks_rival(each) for _outcome, when in bands for each in parts(when))
    if not bands or looks != (rival is not None):
        return {}
    try:
        expression = parse_dice(throw.expression)
        theirs = parse_dice(rival.expression) if rival else None
    except Refusal:
        return {}
    counts: dict[str, int] = {outcome: 0 for outcome, _when in bands}
    for shown, weight in _opposed_ways(expression, theirs, bands):
        counts[outcome_of(bands, shown)] += weight
    return {outcome: count for outcome, count in counts.items() if count}


def asks_rival(expr: Expr) -> bool:
    """Whether a term looks at the dice of a rival."""
    return isinstance(expr, Face | CountOf) and expr.rival


def _opposed_ways(expression: Expression, theirs: Expression | None, bands: Bands) -> list[tuple[Shown, int]]:
    """Return everything different that the dice and those of a rival may show, with the ways to it."""
    source = Mixer()
    ways = _ways(expression, bands, source, rival=False)
    if theirs is None:
        return ways
    others = _ways(theirs, bands, source, rival=True)
    if len(ways) * len(others) <= _MOST_PAIRS:
        pairs = product(ways, others)
        return [(shown._replace(rival=its), weight * ways_) for (shown, weight), (its, ways_) in pairs]
    sampled = zip(_sampled_ways(expression, source), _sampled_ways(theirs, source), strict=True)
    return [(shown._replace(rival=its), 1) for (shown, _one), (its, _other) in sampled]


def _ways(expression: Expression, bands: Bands, source: Roll, *, rival: bool) -> list[tuple[Shown, int]]:
    """Return everything different that the dice may show, with the number of ways to it."""
    asked = {each for _outcome, when in bands for each in parts(when)}
    if not any(looks_at_faces(each, rival=rival) for each in asked):
        return [(Shown(total, ()), weight) for total, weight in odds(expression).weights.items()]
    terms = _terms(expression.node)
    if terms is None or any(isinstance(each, CountOf) and not isinstance(each.number, Num) for each in asked):
        return _sampled_ways(expression, source)
    try:
        return _counted_ways(*terms, _Features(asked, rival=rival), Work(PATIENCE))
    except TooMuch:
        return _sampled_ways(expression, source)


def _sampled_ways(expression: Expression, source: Roll) -> list[tuple[Shown, int]]:
    seen = (expression.roll(source) for _ in range(SAMPLES // 10))
    return [(Shown(each.total, _kept_faces(each.dice)), 1) for each in seen]


def _kept_faces(dice: tuple[Die, ...]) -> tuple[int, ...]:
    return tuple(die.worth for die in dice if die.kept)


def _terms(node: Node, sign: int = 1) -> tuple[list[tuple[int, Dice]], int] | None:
    """Return the plain dice of a sum with their signs, and the number beside them; None for other terms."""
    match node:
        case Number(number):
            return [], sign * number
        case Dice(operations=()):
            return [(sign, node)], 0
        case AnnotatedTerm(operand):
            return _terms(operand, sign)
        case SignedTerm(its, operand):
            return _terms(operand, sign if its == "+" else -sign)
        case Sum(left, "+" | "-" as operator, right):
            one, other = _terms(left, sign), _terms(right, sign if operator == "+" else -sign)
            return (one[0] + other[0], one[1] + other[1]) if one and other else None
        case _:
            return None


class _Features:
    """The questions of the bands to the dice: a state holds no more than their answers."""

    def __init__(self, asked: Set[Expr], *, rival: bool) -> None:
        self.total = Face("total", rival) in asked
        self.tests: tuple[Callable[[int], bool], ...] = tuple(
            _test(each.sign, each.number.value)
            for each in asked
            if isinstance(each, CountOf) and isinstance(each.number, Num) and each.rival is rival
        )
        self.ends = tuple(face for face in _ENDS if Face(face, rival) in asked)


def _test(sign: str, number: int) -> Callable[[int], bool]:
    return lambda face: bool(calculate(sign, face, number))


class _State(NamedTuple):
    total: int
    kinds: tuple[int, ...]
    """Number of dice that fall into each kind of face: kinds are told apart by the tests."""
    highest: int
    lowest: int
    first: int


def _counted_ways(
    dice: list[tuple[int, Dice]], added: int, features: _Features, work: Work
) -> list[tuple[Shown, int]]:
    """Count every way, die by die, in states that hold only what the bands ask for."""
    faces = sorted({face for _sign, each in dice for face in range(1, each.faces + 1)})
    kinds = {face: tuple(test(face) for test in features.tests) for face in faces}
    order = sorted({*kinds.values()})
    place = {face: order.index(kinds[face]) for face in faces}
    sample = {order.index(kind): next(face for face in faces if kinds[face] == kind) for kind in order}
    states = {_State(added if features.total else 0, (0,) * len(order), 0, _NO_FACE, 0): 1}
    for sign, each in dice:
        for _ in range(each.count):
            work.spend(len(states) * each.faces * _STATE)
            states = _with_die(states, sign, each.faces, features, place)
    return [(_faces_of_state(state, sample), weight) for state, weight in states.items()]


def _with_die(
    states: Mapping[_State, int], sign: int, sides: int, features: _Features, place: Mapping[int, int]
) -> dict[_State, int]:
    after: dict[_State, int] = {}
    for state, weight in states.items():
        for face in range(1, sides + 1):
            kinds = state.kinds
            if features.tests:
                at = place[face]
                kinds = (*kinds[:at], kinds[at] + 1, *kinds[at + 1 :])
            joined = _State(
                state.total + sign * face if features.total else 0,
                kinds,
                max(state.highest, face) if "highest" in features.ends else 0,
                min(state.lowest, face) if "lowest" in features.ends else _NO_FACE,
                state.first or face if "first" in features.ends else 0,
            )
            after[joined] = after.get(joined, 0) + weight
    return after


def _faces_of_state(state: _State, sample: Mapping[int, int]) -> Shown:
    """Return faces that stand for a state: every band says of them what it says of the state."""
    faces = tuple(sample[kind] for kind, count in enumerate(state.kinds) for _ in range(count))
    lowest = 0 if state.lowest == _NO_FACE else state.lowest
    return Shown(state.total, faces, ends=(state.highest, lowest, state.first))


# A check that several creatures make as one.


def of_group(check: Check, outcomes: Iterable[str]) -> str:
    """Return the outcome of a check of several: the best, the worst, or that of at least half of them."""
    good, bad = _split_outcomes(check, outcomes)
    match check.group:
        case "best":
            return (good or bad)[0]
        case "worst":
            return (bad or good)[-1]
    return (good or bad)[-1] if len(good) >= len(bad) else (bad or good)[0]


def joint_odds(check: Check, each: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    """Return the ways to each outcome of a check of several, given those of each one.

    Empty if those of one are not known.
    """
    states: dict[tuple[str, ...], int] = {(): 1}
    for ways in each:
        after: dict[tuple[str, ...], int] = {}
        for (state, so_far), (outcome, count) in product(states.items(), ways.items()):
            decisive = _decisive(check, (*state, outcome))
            after[decisive] = after.get(decisive, 0) + so_far * count
        states = after
    counts = dict.fromkeys(check.outcomes, 0)
    for state, count in states.items():
        counts[of_group(check, state)] += count
    return {outcome: count for outcome, count in counts.items() if count}


def _decisive(check: Check, outcomes: tuple[str, ...]) -> tuple[str, ...]:
    """Return what of the outcomes so far decides that of all: as few different ones as will do."""
    if check.group != "half":
        return (of_group(check, outcomes),)
    good, bad = _split_outcomes(check, outcomes)
    return (*good[-1:] * len(good), *bad[:1] * len(bad))


def _split_outcomes(check: Check, outcomes: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the good outcomes and the others, the best first."""
    every = list(outcomes)
    good = sorted((each for each in every if each in check.good), key=check.good.index)
    return good, sorted((each for each in every if each not in check.good), key=check.outcomes.index)
