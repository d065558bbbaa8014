"""How likely a roll is, in words and as JSON."""

from fractions import Fraction
from typing import Any

from tracker.rules.dice import Expression
from tracker.rules.dice.arithmetic import Comparison
from tracker.rules.dice.gist import Gist, gist_of
from tracker.rules.dice.odds import SAMPLES, Odds, counted, odds
from tracker.rules.dice.spread import TooMuch, Work
from tracker.wording import amounts
from tracker.wording.expressions import expression_text
from tracker.wording.language import _

_AT_ONCE = 100_000
"""Work that may be done anew at every key, as `Work` measures it: some 10 ms."""
_DICE_AT_ONCE, _MOST_AT_ONCE, _FEWEST_AT_ONCE = 3_000, 400, 30
"""Dice that may fall for an estimate made anew at every key, its most rolls, and the fewest that tell."""
_LONGEST_FRACTION = 24
_BAR = 30
_MOST_ROWS = 60


def percentage(chance: Fraction, places: int = 1) -> str:
    """Return a chance as people read it.

    >>> percentage(Fraction(799, 1296))
    '61,7 %'
    """
    return amounts.decimal(f"{float(chance) * 100:.{places}f} %")


def odds_line(expression: Expression) -> str:
    """Return the odds of a roll on one line, for whoever is still typing it: what can be told at once."""
    parts = [_each(expression), *_at_once(expression), _how_faces(expression)]
    return " · ".join(filter(None, parts))


def _at_once(expression: Expression) -> list[str]:
    gist = _gist(expression)
    if gist is not None:
        return [_range(gist)]
    given = counted(expression, _AT_ONCE)
    if given is None:
        rolls = min(_MOST_AT_ONCE, _DICE_AT_ONCE // max(1, expression.node.extent.falls))
        if rolls < _FEWEST_AT_ONCE:
            return [_("demasiados dados para estimarlo al escribir")]
        given = odds(expression, rolls, 0)
    return [_in_short(expression, given), _how(given)]


def _each(expression: Expression) -> str:
    return _("cada una de {count}").format(count=expression.times) if expression.times > 1 else ""


def _in_short(expression: Expression, given: Odds) -> str:
    if isinstance(expression.node, Comparison):
        return _("se cumple: {chance}").format(chance=percentage(given.at_least(1)))
    fallen = Gist(min(given.weights, default=0), max(given.weights, default=0), given.mean)
    return _range((_gist(expression) if given.samples else None) or fallen)


def _gist(expression: Expression) -> Gist | None:
    try:
        return gist_of(expression.node, Work(_AT_ONCE))
    except TooMuch:
        return None


def _range(gist: Gist) -> str:
    low, high, mean = gist
    return _("de {low} a {high}, media {mean}").format(low=low, high=high, mean=_number(mean))


def _how(given: Odds) -> str:
    if not given.samples:
        return ""
    return _("estimado con {count} tiradas").format(count=given.samples)


def _how_faces(expression: Expression) -> str:
    return _("las caras de la mesa se dan según caen") if expression.is_open else ""


def odds_text(expression: Expression) -> str:
    """Return the odds of every total, one a line, each with a bar."""
    given = odds(expression)
    head = [f"{expression_text(str(expression.node))}: {_in_short(expression, given)}"]
    if isinstance(expression.node, Comparison):
        head[0] += _exactly(given.at_least(1), given)
    if expression.times > 1:
        head.append(_("Se tira {count} veces: así es cada una.").format(count=expression.times))
    if given.samples:
        head.append(
            _("Son demasiadas combinaciones para contarlas: {how}, con caras siempre iguales.").format(
                how=_how(given)
            )
        )
    else:
        head.append(_("Contadas todas las combinaciones: exacto."))
    return "\n".join([*head, *_rows(expression, given)])


def _rows(expression: Expression, given: Odds) -> list[str]:
    if isinstance(expression.node, Comparison):
        return []
    totals = sorted(given.weights)
    if len(totals) > _MOST_ROWS:
        totals = totals[:: -(-len(totals) // _MOST_ROWS)]
    most = max(given.weights.values(), default=1)
    width = max((len(str(total)) for total in totals), default=1)
    lines = [_("total: justo, ese o más")]
    for total in totals:
        weight = given.weights[total]
        bar = "#" * round(_BAR * weight / most)
        just, more = percentage(Fraction(weight, given.whole), 2), percentage(given.at_least(total))
        lines.append(f"{total:>{width}}: {just:>8} {more:>8} {bar}".rstrip())
    return lines


def _exactly(chance: Fraction, given: Odds) -> str:
    written = str(chance)
    return f" ({written})" if not given.samples and len(written) <= _LONGEST_FRACTION else ""


def _number(value: Fraction) -> str:
    return amounts.decimal(f"{float(value):.2f}".rstrip("0").rstrip("."))


def odds_json(expression: Expression) -> dict[str, Any]:
    """Return the odds as JSON; every chance is an exact fraction."""
    given = odds(expression, SAMPLES)
    answer: dict[str, Any] = {
        "expression": str(expression.node),
        "exact": not given.samples,
        "samples": given.samples,
        "mean": str(given.mean),
        "chances": {
            str(total): str(Fraction(weight, given.whole)) for total, weight in sorted(given.weights.items())
        },
    }
    if isinstance(expression.node, Comparison):
        answer["success"] = str(given.at_least(1))
    return answer
