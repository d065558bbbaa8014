"""Checks of a game file: their dice, the outcome that the faces give, and the exact odds of every outcome."""

from collections.abc import Callable, Collection, Iterable, Mapping, Set
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
from tracker.rules.dice.odds import PATIENCE, SAMPLES, Mixer, Odds, exact_odds, odds
from tracker.rules.dice.spread import TooMuch, Work
from tracker.rules.fields import NOTHING
from tracker.rules.game_file.effects import Play, Told, formula_arguments
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
from tracker.rules.game_file.figures import Figures, level_of
from tracker.rules.game_file.reading import KINDS
from tracker.rules.game_file.records import Check, Condition, GameFile, act_id
from tracker.rules.refusal import Refusal
from tracker.rules.system import RulesContext

_STATE = 6
"""The cost of adding a face to a state of the dice, as `Work` counts it."""
_NO_FACE = 10**6
_MOST_PAIRS = 20_000
"""How many pairs of two throws are counted exactly; beyond, a sample is taken."""
_ENDS = ("highest", "lowest", "first")
SEPARATOR = " = "
"""Stands between an outcome and its condition in the bands of a throw."""
Bands = tuple[tuple[str, Expr], ...]


class Shown(NamedTuple):
    """What fallen dice show: their total, the faces that count, and what the rival's dice show.

    `ends` are the highest, lowest and first face, if `faces` are only samples of those that fell.
    """

    total: int
    faces: tuple[int, ...]
    ends: tuple[int, int, int] | None = None
    rival: "Shown | None" = None


class CheckResult(NamedTuple):
    """A check that was rolled: its throw, what its dice show, and the arguments of its formulas."""

    throw: Throw
    shown: Shown
    args: Told


_OTHER_MODE = {Mode.ADVANTAGE: Mode.DISADVANTAGE, Mode.DISADVANTAGE: Mode.ADVANTAGE}
NOTHING_SHOWN = Shown(0, ())
"""What no dice show."""


def worth_of(expr: Expr, shown: Shown) -> int:
    """Compute a bound formula for what the dice show."""
    match expr:
        case Num(number):
            return number
        case Face(asks, rival):
            return _face(asks, shown.rival or NOTHING_SHOWN if rival else shown)
        case CountOf(sign, number, rival):
            tested_face, rival_shown = worth_of(number, shown), shown.rival or NOTHING_SHOWN
            return sum(calculate(sign, face, tested_face) for face in (rival_shown if rival else shown).faces)
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
    """Whether the results of a check look at single dice instead of their total."""
    return any(looks_at_faces(each) for when, _outcome in check.results for each in parts(when))


def looks_at_faces(expr: Expr, *, rival: bool = False) -> bool:
    """Whether a term looks at single dice: the creature's, or with `rival` the rival's."""
    return isinstance(expr, Face | CountOf) and expr.rival is rival and expr != Face("total", rival)


def conditions_on(game: GameFile, sheet: object, check: Check) -> Iterable[Condition]:
    """Yield the conditions of a creature that modify a check."""
    for condition in game.conditions.values():
        if bears_on(condition, check) and level_of(sheet, condition.name):
            yield condition


def bears_on(condition: Condition, check: Check) -> bool:
    """Whether a condition modifies a check of the creature that has it."""
    return not condition.only or bool({check.name, act_id(check.name)} & {*condition.only})


def attribute_weights(
    figures: Figures, sheet: object, conditions: Iterable[Condition], context: RulesContext
) -> Mapping[str, int]:
    """Sum what conditions that name their attributes add to each of them."""
    weights: dict[str, int] = {}
    for condition in conditions:
        worth = figures.worth(condition.value or ZERO, sheet, context) if condition.on else 0
        for attribute in condition.on:
            weights[attribute] = weights.get(attribute, 0) + worth
    return weights


def _weights_of(play: Play, check: Check, who: str) -> Mapping[str, int]:
    figures, sheet = play.ground.figures, play.sheet(who)
    conditions = conditions_on(figures.game, sheet, check)
    return attribute_weights(figures, sheet, conditions, play.context)


class Extra(NamedTuple):
    """What is added to a check besides its formula: a number and a mode."""

    static: int = 0
    mode: Mode = Mode.NORMAL


def roll_check(
    play: Play,
    check: Check,
    who: str,
    args: Mapping[str, Any],
    extra: Extra,
) -> CheckResult:
    """Roll the dice of a check for a creature and find its outcome.

    Raises `Refusal`: `game_many_dice`, `game_many_sides`, `game_no_target`, `game_roll_unfit`.
    """
    game, sheet = play.ground.figures.game, play.sheet(who)
    conditions = [*conditions_on(game, sheet, check)]
    own_scope = play.reading(who)
    target = str(args.get("target") or "")
    arguments = formula_arguments(check.params, args, sheet)
    rolled = {each.name: str(args.get(each.name)) for each in check.params if each.kind == "attribute"}
    weights = _weights_of(play, check, who)
    score_bonus = sum(_value_of(each.value, own_scope) for each in conditions if not each.on)
    scores = {each.name for each in check.params if each.kind == "attribute" or each.kind in game.lists}
    on_scores = {name: score_bonus + weights.get(rolled.get(name, ""), 0) for name in scores}
    target_weights = _weights_of(play, check, target) if target else NOTHING
    scope = play.reading(who, arguments, target, {**weights, **on_scores}, target_weights)
    bonus = (
        extra.static
        + sum(_value_of(condition.rolls, own_scope) for condition in conditions)
        + _unnamed_modifiers(check, arguments)
    )
    roll = with_bonus(bind_names(check.roll, scope), bonus, dice=counts_faces(check))
    node = node_of(roll)
    if node is None:
        raise Refusal("game_roll_unfit", check=check.name)
    bands = tuple((outcome, bind_names(when, scope)) for when, outcome in check.results)
    if extra.mode is not Mode.NORMAL and node.sides:
        node = Twice(node, _OTHER_MODE[extra.mode] if _is_roll_under(bands, check.good) else extra.mode)
    result = node.roll(play.roll)
    shown = Shown(result.total, _kept_faces(result.dice))
    throw = Throw(
        act_id(check.name),
        result.dice,
        result.total,
        who,
        AND.join([*_subjects(check, args), *_weighing(check, conditions, rolled.values())]),
        expression=str(node),
        mode=extra.mode,
        target=_target(bands, check.good),
        outcome=outcome_of(bands, shown),
        bands=tuple(f"{outcome}{SEPARATOR}{formula_text(when)}" for outcome, when in bands),
    )
    return CheckResult(throw, shown, arguments)


def outcome_of(bands: Bands, shown: Shown) -> str:
    """Return the first outcome whose condition holds; the last one if none does."""
    return next((outcome for outcome, when in bands if worth_of(when, shown)), bands[-1][0])


def opposed_check(result: CheckResult, rival_shown: Shown, good: Collection[str]) -> CheckResult:
    """Return a check with its outcome and margin against what the rival's dice show."""
    shown = result.shown._replace(rival=rival_shown)
    bands = _parse_bands(result.throw.bands)
    outcome = outcome_of(bands, shown)
    measure = deciding_measure(bands, outcome, good)
    margin = worth_of(measure.own, shown) - worth_of(measure.rival, shown) if measure.rival else None
    throw = replace(result.throw, outcome=outcome, margin=margin)
    return CheckResult(throw, shown, result.args)


def successes_of(throw: Throw, good: Collection[str]) -> int | None:
    """Count the successes that the dice of a check show; None if it does not count faces."""
    measure = deciding_measure(_parse_bands(throw.bands), throw.outcome, good)
    if not any(isinstance(each, CountOf) for each in parts(measure.own)):
        return None
    return worth_of(measure.own, Shown(throw.total, _kept_faces(throw.dice)))


def _value_of(formula: Expr | None, scope: Any) -> int:
    if formula is None:
        return 0
    bound = bind_names(formula, scope)
    return bound.value if isinstance(bound, Num) else 0


def _unnamed_modifiers(check: Check, arguments: Told) -> int:
    """Sum the modifiers that no formula of a check names: they are added to the roll all the same."""
    formulas = (check.roll, *(when for when, _outcome in check.results))
    names = {each.name for formula in formulas for each in parts(formula) if isinstance(each, Name)}
    figures = (
        arguments[each.name] for each in check.params if each.kind == "modifier" and each.name not in names
    )
    return sum(each for each in figures if isinstance(each, int))


def with_bonus(roll: Expr, bonus: int, *, dice: bool) -> Expr:
    """Add a number to the total of a roll, or with `dice` to the number of its first dice."""
    if not bonus:
        return roll
    if not dice:
        return Op("+" if bonus > 0 else "-", roll, Num(abs(bonus)))
    match roll:
        case DiceOf(Num(count), sides, suffix):
            return DiceOf(Num(count + bonus), sides, suffix) if count + bonus > 0 else ZERO
        case Op("+" as sign, left, right):
            return Op(sign, with_bonus(left, bonus, dice=True), right)
        case _:
            return roll


def _subjects(check: Check, args: Mapping[str, Any]) -> list[str]:
    scores = [each.name for each in check.params if each.kind == "attribute" or each.kind not in KINDS]
    return [str(args[name]) for name in scores if args.get(name)]


def _weighing(check: Check, conditions: Iterable[Condition], rolled: Collection[str]) -> list[str]:
    """Find the conditions that weigh on an attribute that a check is rolled with or names."""
    formulas = (check.roll, *(when for when, _outcome in check.results))
    own_names = {
        each.name
        for formula in formulas
        for each in parts(formula)
        if isinstance(each, Name) and not each.target
    }
    return [each.name for each in conditions if {*rolled, *own_names} & {*each.on}]


def _target(bands: Bands, good: tuple[str, ...]) -> int | None:
    """Return the total that a check must reach or stay under to succeed; None if it is not so simple."""
    for outcome, when in reversed(bands):
        if outcome in good:
            match when:
                case Op(">=" | "<=", Face("total"), Num(number)):
                    return number
            return None
    return None


def _is_roll_under(bands: Bands, good: Collection[str]) -> bool:
    """Whether a low total succeeds, so that an advantage keeps the lower one."""
    return any(
        isinstance(each, Op) and each.sign in ("<", "<=") and each.left == Face("total")
        for outcome, when in bands
        if outcome in good
        for each in parts(when)
    )


class Measure(NamedTuple):
    """What the dice of a check are worth, and what a rival's must be beaten by."""

    own: Expr
    rival: Expr | None = None


TOTAL = Measure(Face("total"))


def measure_of(bands: Bands, good: Collection[str]) -> Measure:
    """Find what a check counts: the side of a comparison that looks at its own dice, else their total."""
    return _comparison_in(bands, good) or TOTAL


def _comparison_in(bands: Bands, good: Collection[str]) -> Measure | None:
    """Find what the first of some good bands compares; None if they compare nothing."""
    for outcome, when in bands:
        for each in parts(when) if outcome in good else ():
            match each:
                case Op(">" | ">=", left, right) if _owners_in(left) == {False} and False not in _owners_in(
                    right
                ):
                    return Measure(left, right if _owners_in(right) else None)
    return None


def deciding_measure(bands: Bands, outcome: str, good: Collection[str]) -> Measure:
    """Find what decides an outcome: a success its own band, any other the success that comes last.

    That is the easiest one. So it is for a success that only asks for an exact number.
    """
    own_band = tuple(band for band in bands if band[0] == outcome and outcome in good)
    return _comparison_in(own_band, good) or measure_of(bands[::-1], good)


def rival_successes(throw: Throw, good: Collection[str]) -> int | None:
    """Return the successes of the rival's dice; None without a margin.

    What a success asks for beyond the easiest success of the same dice, such as two more, is none of them.
    """
    if throw.margin is None:
        return None
    bands = _parse_bands(throw.bands)
    measure = deciding_measure(bands, throw.outcome, good)
    easier = (measure_of((band,), good) for band in reversed(bands) if band[0] in good)
    easiest = next((each for each in easier if _dice_asked(each) == _dice_asked(measure)), measure)
    own = worth_of(measure.own, Shown(throw.total, _kept_faces(throw.dice)))
    return own - throw.margin - _added_number(measure.rival) + _added_number(easiest.rival)


def _added_number(expr: Expr | None) -> int:
    """Sum the numbers that are added to questions about dice."""
    match expr:
        case Num(number):
            return number
        case Op("+" | "-" as sign, left, right):
            return calculate(sign, _added_number(left), _added_number(right))
        case _:
            return 0


def _dice_asked(measure: Measure) -> Set[Expr]:
    """Find what a measure asks about the dice of both sides."""
    sides = (measure.own, measure.rival or ZERO)
    return {each for side in sides for each in parts(side) if isinstance(each, Face | CountOf)}


def _owners_in(expr: Expr) -> Set[bool]:
    """Find whose dice a formula looks at: the creature's (False), the rival's (True)."""
    return {each.rival for each in parts(expr) if isinstance(each, Face | CountOf)}


def initiative_of(check: Check, throw: Throw) -> tuple[int, Throw]:
    """Return the initiative that a check gives, and its throw as one of initiative."""
    measure = measure_of(_parse_bands(throw.bands), check.good)
    number = worth_of(measure.own, Shown(throw.total, _kept_faces(throw.dice)))
    return number, replace(throw, purpose="initiative", subject="", outcome="", target=None, bands=())


def initiative_ways(check: Check, throw: Throw) -> Mapping[int, int]:
    """Count the ways to each initiative of a throw like this one."""
    bands = _parse_bands(throw.bands)
    measure, ways = measure_of(bands, check.good), dict[int, int]()
    for shown, weight in _ways(parse_dice(throw.expression), bands, Mixer(), rival=False):
        number = worth_of(measure.own, shown)
        ways[number] = ways.get(number, 0) + weight
    return ways


# The odds of every outcome.


@lru_cache(maxsize=256)
def _parse_bands(bands: tuple[str, ...]) -> Bands:
    """Parse the bands of a throw; returns none if one cannot be parsed."""
    parsed = []
    for each in bands:
        outcome, _sign, when = each.rpartition(SEPARATOR)
        try:
            parsed.append((outcome, parse(when)))
        except Refusal:
            return ()
    return tuple(parsed)


def odds_of(throw: Throw, rival: Throw | None = None) -> Mapping[str, int]:
    """Count the ways to each outcome of a throw like this one, in the order of its bands.

    Exact, or a sample if there is too much to count. Empty for a throw without bands, one that lacks its
    rival, and one with a rival that it does not look at.
    """
    bands = _parse_bands(throw.bands)
    needs_rival = any(map(asks_rival, _terms_asked(bands)))
    if not bands or needs_rival != (rival is not None):
        return {}
    try:
        expression = parse_dice(throw.expression)
        rival_dice = parse_dice(rival.expression) if rival else None
    except Refusal:
        return {}
    counts: dict[str, int] = {outcome: 0 for outcome, _when in bands}
    for shown, weight in _opposed_ways(expression, rival_dice, bands):
        counts[outcome_of(bands, shown)] += weight
    return {outcome: count for outcome, count in counts.items() if count}


def possible_outcomes(dice: str, rival_dice: str, bands: Bands, work: Work) -> frozenset[str]:
    """Find every outcome that dice can give, against a rival's dice if there are any.

    Raises `TooMuch` if there is too much to count, and `Refusal` for what is no dice.
    """
    expressions = [(parse_dice(dice), False)]
    expressions += [(parse_dice(rival_dice), True)] if rival_dice else []
    ways = [_exact_ways(expression, bands, work, rival=rival) for expression, rival in expressions]
    if len(ways) == 1:
        return frozenset(outcome_of(bands, shown) for shown, _weight in ways[0])
    if len(ways[0]) * len(ways[1]) > _MOST_PAIRS:
        raise TooMuch
    pairs = product(*ways)
    return frozenset(outcome_of(bands, shown._replace(rival=other)) for (shown, _), (other, _) in pairs)


def asks_rival(expr: Expr) -> bool:
    """Whether a term looks at the dice of a rival."""
    return isinstance(expr, Face | CountOf) and expr.rival


def _opposed_ways(
    expression: Expression, rival_dice: Expression | None, bands: Bands
) -> list[tuple[Shown, int]]:
    """Count the ways to everything that the dice, and a rival's, may show."""
    source = Mixer()
    ways = _ways(expression, bands, source, rival=False)
    if rival_dice is None:
        return ways
    rival_ways = _ways(rival_dice, bands, source, rival=True)
    if len(ways) * len(rival_ways) <= _MOST_PAIRS:
        pairs = product(ways, rival_ways)
        return [
            (shown._replace(rival=rival_shown), weight * rival_weight)
            for (shown, weight), (rival_shown, rival_weight) in pairs
        ]
    samples = zip(_sampled_ways(expression, source), _sampled_ways(rival_dice, source), strict=True)
    return [(shown._replace(rival=rival_shown), 1) for (shown, _one), (rival_shown, _other) in samples]


def _ways(expression: Expression, bands: Bands, source: Roll, *, rival: bool) -> list[tuple[Shown, int]]:
    """Count the ways to everything that the dice may show; a sample if there is too much to count."""
    try:
        return _exact_ways(expression, bands, Work(PATIENCE), rival=rival)
    except TooMuch:
        if not any(looks_at_faces(each, rival=rival) for each in _terms_asked(bands)):
            return _ways_of_totals(odds(expression))
        return _sampled_ways(expression, source)


def _terms_asked(bands: Bands) -> set[Expr]:
    return {each for _outcome, when in bands for each in parts(when)}


def _ways_of_totals(total_odds: Odds) -> list[tuple[Shown, int]]:
    return [(Shown(total, ()), weight) for total, weight in total_odds.weights.items()]


def _exact_ways(expression: Expression, bands: Bands, work: Work, *, rival: bool) -> list[tuple[Shown, int]]:
    """Count the ways to everything that the dice may show; raises `TooMuch`."""
    terms_asked = _terms_asked(bands)
    if not any(looks_at_faces(each, rival=rival) for each in terms_asked):
        total_odds = exact_odds(expression, PATIENCE)
        if total_odds is None:
            raise TooMuch
        return _ways_of_totals(total_odds)
    terms = _terms(expression.node)
    if terms is None or any(
        isinstance(each, CountOf) and not isinstance(each.number, Num) for each in terms_asked
    ):
        raise TooMuch
    return _counted_ways(*terms, _Features(terms_asked, rival=rival), work)


def _sampled_ways(expression: Expression, source: Roll) -> list[tuple[Shown, int]]:
    rolls = (expression.roll(source) for _ in range(SAMPLES // 10))
    return [(Shown(each.total, _kept_faces(each.dice)), 1) for each in rolls]


def _kept_faces(dice: tuple[Die, ...]) -> tuple[int, ...]:
    return tuple(die.worth for die in dice if die.kept)


def _terms(node: Node, sign: int = 1) -> tuple[list[tuple[int, Dice]], int] | None:
    """Split a sum into its plain dice with their signs, and its number; None if it has other terms."""
    match node:
        case Number(number):
            return [], sign * number
        case Dice(operations=()):
            return [(sign, node)], 0
        case AnnotatedTerm(operand):
            return _terms(operand, sign)
        case SignedTerm(own_sign, operand):
            return _terms(operand, sign if own_sign == "+" else -sign)
        case Sum(left, "+" | "-" as operator, right):
            left_terms, right_terms = _terms(left, sign), _terms(right, sign if operator == "+" else -sign)
            return (
                (left_terms[0] + right_terms[0], left_terms[1] + right_terms[1])
                if left_terms and right_terms
                else None
            )
        case _:
            return None


class _Features:
    """What the bands ask about the dice; a state holds only the answers."""

    def __init__(self, questions: Set[Expr], *, rival: bool) -> None:
        self.total = Face("total", rival) in questions
        self.tests: tuple[Callable[[int], bool], ...] = tuple(
            _test(each.sign, each.number.value)
            for each in questions
            if isinstance(each, CountOf) and isinstance(each.number, Num) and each.rival is rival
        )
        self.ends = tuple(face for face in _ENDS if Face(face, rival) in questions)


def _test(sign: str, number: int) -> Callable[[int], bool]:
    return lambda face: bool(calculate(sign, face, number))


class _State(NamedTuple):
    total: int
    kinds: tuple[int, ...]
    """How many dice show each kind of face. Faces are of one kind if all tests agree about them."""
    highest: int
    lowest: int
    first: int


def _counted_ways(
    dice: list[tuple[int, Dice]], bonus: int, features: _Features, work: Work
) -> list[tuple[Shown, int]]:
    """Count every way, die by die, over states that hold only what the bands ask for."""
    faces = sorted({face for _sign, each in dice for face in range(1, each.faces + 1)})
    kinds = {face: tuple(test(face) for test in features.tests) for face in faces}
    order = sorted({*kinds.values()})
    place = {face: order.index(kinds[face]) for face in faces}
    sample = {order.index(kind): next(face for face in faces if kinds[face] == kind) for kind in order}
    states = {_State(bonus if features.total else 0, (0,) * len(order), 0, _NO_FACE, 0): 1}
    for sign, each in dice:
        for _ in range(each.count):
            work.spend(len(states) * each.faces * _STATE)
            states = _with_die(states, sign, each.faces, features, place)
    return [(_faces_of_state(state, sample), weight) for state, weight in states.items()]


def _with_die(
    states: Mapping[_State, int], sign: int, sides: int, features: _Features, place: Mapping[int, int]
) -> dict[_State, int]:
    new_states: dict[_State, int] = {}
    for state, weight in states.items():
        for face in range(1, sides + 1):
            kinds = state.kinds
            if features.tests:
                kind = place[face]
                kinds = (*kinds[:kind], kinds[kind] + 1, *kinds[kind + 1 :])
            new_state = _State(
                state.total + sign * face if features.total else 0,
                kinds,
                max(state.highest, face) if "highest" in features.ends else 0,
                min(state.lowest, face) if "lowest" in features.ends else _NO_FACE,
                state.first or face if "first" in features.ends else 0,
            )
            new_states[new_state] = new_states.get(new_state, 0) + weight
    return new_states


def _faces_of_state(state: _State, sample: Mapping[int, int]) -> Shown:
    """Return sample faces for a state: every band gives for them what it gives for the state."""
    faces = tuple(sample[kind] for kind, count in enumerate(state.kinds) for _ in range(count))
    lowest = 0 if state.lowest == _NO_FACE else state.lowest
    return Shown(state.total, faces, ends=(state.highest, lowest, state.first))


# A check that several creatures make as one.


def group_outcome(check: Check, outcomes: Iterable[str]) -> str:
    """Return the outcome of a group check: the best, the worst, or that of at least half of them."""
    good, bad = _split_outcomes(check, outcomes)
    match check.group:
        case "best":
            return (good or bad)[0]
        case "worst":
            return (bad or good)[-1]
    return (good or bad)[-1] if len(good) >= len(bad) else (bad or good)[0]


def joint_odds(check: Check, odds_of_each: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    """Count the ways to each outcome of a group check from those of its members; empty if a member's are."""
    states: dict[tuple[str, ...], int] = {(): 1}
    for ways in odds_of_each:
        new_states: dict[tuple[str, ...], int] = {}
        for (state, state_count), (outcome, count) in product(states.items(), ways.items()):
            decisive = _decisive(check, (*state, outcome))
            new_states[decisive] = new_states.get(decisive, 0) + state_count * count
        states = new_states
    counts = dict.fromkeys(check.outcomes, 0)
    for state, count in states.items():
        counts[group_outcome(check, state)] += count
    return {outcome: count for outcome, count in counts.items() if count}


def _decisive(check: Check, outcomes: tuple[str, ...]) -> tuple[str, ...]:
    """Reduce the outcomes so far to as few different ones as still decide that of all."""
    if check.group != "half":
        return (group_outcome(check, outcomes),)
    good, bad = _split_outcomes(check, outcomes)
    return (*good[-1:] * len(good), *bad[:1] * len(bad))


def _split_outcomes(check: Check, outcomes: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the good outcomes and the others, the best first."""
    all_outcomes = list(outcomes)
    good = sorted((each for each in all_outcomes if each in check.good), key=check.good.index)
    return good, sorted((each for each in all_outcomes if each not in check.good), key=check.outcomes.index)
