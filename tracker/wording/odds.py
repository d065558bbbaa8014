"""The odds of a roll, in words and as JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tracker.rules.dice import Throw
from tracker.rules.dice.arithmetic import Comparison
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.gist import Gist, Reach, gist_of, reach_of
from tracker.rules.dice.odds import SAMPLES, Odds, exact_odds, odds
from tracker.rules.dice.spread import TooMuch, Work
from tracker.rules.game_system import GameSystem
from tracker.session.state import Session
from tracker.wording import amounts
from tracker.wording.contract import Answer
from tracker.wording.dice import expression_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

_AT_ONCE = 100_000
"""Most work while somebody types, as `Work` measures it: about 10 ms a key."""
_FACES_AT_ONCE = 10_000
"""Most work for the range beside an estimate: about 1 ms."""
_DICE_AT_ONCE, _MOST_AT_ONCE, _FEWEST_AT_ONCE = 3_000, 400, 30
"""For an estimate while somebody types: the most dice, the most rolls, and the fewest rolls of any use."""
_WIDTH = 80
_SHORT_FRACTION = 24
_MOST_DIGITS = 12
"""A table lists the cases of each total if their number has at most this many digits."""
_BAR = 30
_MOST_ROWS = 60


def chance_of_throws(session: Session, throws: Sequence[Throw]) -> str:
    """Compute the chance that one throw succeeds, that several do at once, or that the first of two wins.

    Written as `45 %`; empty for other throws, and where the rules do not say.
    """
    chances = _outcome_odds(session, throws)
    return _compact_percent(_success_chance(session.game, chances), 0) if chances else ""


def outcomes_of_throws(session: Session, throws: Sequence[Throw]) -> str:
    """Compute the chance of success, and of each outcome where there are more than two.

    `45 % (crítico 5 %, éxito 40 %, fallo 50 %, pifia 5 %)`; empty as for `chance_of_throws`.
    """
    chances = _outcome_odds(session, throws)
    words, chance = words_of(session.system), chance_of_throws(session, throws)
    has_named_outcomes = len(_checks(throws)) == 1 or any(throw.bands for throw in throws)
    if len(chances) <= 2 or not has_named_outcomes:
        return chance
    outcome_texts = [
        f"{term(words, 'outcome', outcome)} {_compact_percent(each, 0)}" for outcome, each in chances.items()
    ]
    return f"{chance} ({', '.join(outcome_texts)})"


def _outcome_odds(session: Session, throws: Sequence[Throw]) -> Mapping[str, Fraction]:
    throws = _checks(throws)
    game, context = session.game, session.rules_context()
    ways = game.joint_odds(context, throws) if len(throws) > 1 else {}
    if not ways and 1 <= len(throws) <= 2:
        ways = game.outcome_odds(context, *throws)
    total = sum(ways.values())
    return {outcome: Fraction(count, total) for outcome, count in ways.items()} if total else {}


def _checks(throws: Sequence[Throw]) -> Sequence[Throw]:
    """Leave out the dice of the results: damage, ammunition. Throws without any check stay as they are."""
    return [throw for throw in throws if throw.bands or throw.target is not None] or throws


def _success_chance(game: GameSystem, chances: Mapping[str, Fraction]) -> Fraction:
    return sum((each for outcome, each in chances.items() if game.is_success(outcome)), Fraction(0))


def percentage(chance: Fraction) -> str:
    """Write a chance so that only certainty is 100 % and only impossibility is 0 %.

    >>> percentage(Fraction(799, 1296)), percentage(Fraction(1)), percentage(Fraction(1, 10_000))
    ('61,7 %', '100 %', 'menos del 0,1 %')
    """
    sign, figure = _percent_text(chance, 1)
    match sign:
        case "<":
            return say("odds.less_than", chance=figure)
        case ">":
            return say("odds.more_than", chance=figure)
        case _:
            return figure


def _percent_text(chance: Fraction, places: int) -> tuple[str, str]:
    """Write a chance in percent, with `<` or `>` beside a chance that would round to 0 or 100."""
    if chance in (0, 1):
        return "", f"{chance * 100} %"
    smallest = 10.0**-places
    percent = round(float(chance) * 100, places)
    nearest = min(max(percent, smallest), 100 - smallest)
    sign = "<" if percent < nearest else ">" if percent > nearest else ""
    return sign, amounts.decimal(f"{nearest:.{places}f} %")


def odds_line(expression: Expression) -> str:
    """Write the odds of a roll that is being typed, on one line, as far as they are quick to compute."""
    parts = [_each_text(expression), *_quick_parts(expression), _open_faces_text(expression)]
    return " · ".join(filter(None, parts))


def _quick_parts(expression: Expression) -> list[str]:
    gist = _gist(expression)
    if gist is not None:
        return [_range(*gist)]
    result = exact_odds(expression, _AT_ONCE)
    if result is None:
        rolls = min(_MOST_AT_ONCE, _DICE_AT_ONCE // max(1, expression.node.extent.falls))
        if rolls < _FEWEST_AT_ONCE:
            return [say("odds.too_many_dice")]
        result = odds(expression, rolls, 0)
    fraction = _fraction(expression, result)
    fraction_text = f" ({fraction})" if 0 < len(fraction) <= _SHORT_FRACTION else ""
    return [_summary(expression, result, result.mean) + fraction_text, _how_text(result)]


def _each_text(expression: Expression) -> str:
    return say("odds.each_of", count=expression.times) if expression.times > 1 else ""


def _summary(expression: Expression, result: Odds, mean: Fraction) -> str:
    if isinstance(expression.node, Comparison):
        return _comparison_text(result)
    low, high = min(result.weights, default=0), max(result.weights, default=0)
    if not result.samples:
        return _range(low, high, mean)
    reach = _reach(expression)
    if reach is not None:
        return _range(*reach, mean)
    return say("odds.range_seen", low=low, high=high, mean=_number(mean))


def _comparison_text(result: Odds) -> str:
    chance = result.at_least(1)
    if result.samples and chance == 1:
        return say("odds.always_seen")
    if result.samples and chance == 0:
        return say("odds.never_seen")
    return say("odds.holds", chance=percentage(chance))


def _gist(expression: Expression) -> Gist | None:
    try:
        return gist_of(expression.node, Work(_AT_ONCE))
    except TooMuch:
        return None


def _reach(expression: Expression) -> Reach | None:
    try:
        return reach_of(expression.node, Work(_FACES_AT_ONCE))
    except TooMuch:
        return None


def _mean(expression: Expression, result: Odds) -> Fraction:
    """Take the exact average if it needs no counting, else that of the samples."""
    gist = _gist(expression) if result.samples else None
    return result.mean if gist is None else gist.mean


def _range(low: int, high: int, mean: Fraction) -> str:
    return say("odds.range", low=low, high=high, mean=_number(mean))


def _how_text(result: Odds) -> str:
    if not result.samples:
        return ""
    return say("odds.estimated", count=result.samples)


def _open_faces_text(expression: Expression) -> str:
    return say("odds.table_faces") if expression.is_open else ""


def odds_text(expression: Expression) -> str:
    """Write the odds of each total on its own line, with a bar."""
    given = odds(expression)
    head = _with_fraction(
        f"{expression_text(str(expression.node))}: {_summary(expression, given, _mean(expression, given))}",
        _fraction(expression, given),
    )
    if expression.times > 1:
        head.append(say("odds.times", count=expression.times))
    if given.samples:
        head.append(say(_reason_text(given), how=_how_text(given)))
    else:
        head.append(say("odds.exact"))
    return "\n".join([*head, *_rows(expression, given)])


def _with_fraction(line: str, fraction: str) -> list[str]:
    """Put a fraction behind a line, or below it; leave it out if it is too long for both."""
    on_one_line, fraction_line = f"{line} ({fraction})", f"  = {fraction}"
    if not fraction or len(fraction_line) > _WIDTH:
        return [line]
    return [on_one_line] if len(on_one_line) <= _WIDTH else [line, fraction_line]


def _reason_text(result: Odds) -> str:
    if result.endless:
        return "odds.endless"
    return "odds.sampled"


def _rows(expression: Expression, result: Odds) -> list[str]:
    if isinstance(expression.node, Comparison):
        return []
    all_totals = sorted(result.weights)
    step = 1 if len(all_totals) <= _MOST_ROWS else -(-len(all_totals) // (_MOST_ROWS - 1))
    totals = sorted({*all_totals[::step], *all_totals[-1:]})
    highest_weight = max(result.weights.values(), default=1)
    width = max((len(str(total)) for total in totals), default=1)
    has_cases = not result.samples and len(str(result.whole)) <= _MOST_DIGITS
    lines = [f"{_totals(step)}: {_columns(result, cases=has_cases)}"]
    for total in totals:
        weight = result.weights[total]
        cases = f"{weight:>{len(str(highest_weight))}} " if has_cases else ""
        exactly, at_least = (
            _compact_percent(Fraction(weight, result.whole), 2),
            _compact_percent(result.at_least(total), 1),
        )
        bar = "#" * round(_BAR * weight / highest_weight)
        lines.append(f"{total:>{width}}: {cases}{exactly:>8} {at_least:>8} {bar}".rstrip())
    return lines


def _compact_percent(chance: Fraction, places: int) -> str:
    return "".join(_percent_text(chance, places))


def _totals(step: int) -> str:
    return say("odds.total") if step == 1 else say("odds.step", count=step)


def _columns(result: Odds, *, cases: bool) -> str:
    if result.samples:
        return say("odds.columns_seen")
    if cases:
        return say("odds.columns_counted", whole=result.whole)
    return say("odds.columns")


def _fraction(expression: Expression, result: Odds) -> str:
    """Write the exact chance of a comparison; empty for an estimate, certainty or impossibility."""
    chance = result.at_least(1)
    exact = isinstance(expression.node, Comparison) and not result.samples and chance not in (0, 1)
    return str(chance) if exact else ""


def _number(value: Fraction) -> str:
    return amounts.decimal(f"{float(value):.2f}".rstrip("0").rstrip("."))


class OddsAnswer(Answer, frozen=True, kw_only=True):
    """The odds of one of `times` rolls; a chance is an exact fraction, or a share of the samples."""

    expression: str
    times: int
    exact: bool
    samples: int
    mean: str
    chances: dict[str, str]
    success: str | None


def odds_answer(expression: Expression) -> OddsAnswer:
    """Build the odds of a roll for other programs."""
    result = odds(expression, SAMPLES)
    return OddsAnswer(
        expression=str(expression.node),
        times=expression.times,
        exact=not result.samples,
        samples=result.samples,
        mean=str(_mean(expression, result)),
        chances={
            str(total): str(Fraction(weight, result.whole))
            for total, weight in sorted(result.weights.items())
        },
        success=str(result.at_least(1)) if isinstance(expression.node, Comparison) else None,
    )
