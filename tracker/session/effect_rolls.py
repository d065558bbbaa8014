"""The dice of an effect: one roll or one for each target, halved or doubled, lowered by who deals it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import parse
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.system import Act, EffectHandling, Fact, Kind, Param, Whose
from tracker.rules.weapon import handled
from tracker.session.state import Session
from tracker.session.text import kept

SHARES = (Param("half", Kind.FLAG), Param("double", Kind.FLAG), Param("each", Kind.FLAG))
"""Parameters for the share of each target, added to the parameters of an act with an effect.

`half` and `double` are for all targets, or hold the ids of some. `each` rolls once for each target.
"""


def shares_of(act: Act) -> tuple[Param, ...]:
    """Return the parameters for shares, if an act deals an effect to creatures one after another."""
    deals = act.whose is Whose.EACH and any(param.kind is Kind.EFFECT for param in act.params)
    return SHARES if deals else ()


class Effects(Struct, frozen=True):
    """The rolled effects of an act: the arguments for each target, with the throws and the facts."""

    args: Mapping[str, Any]
    totals: Mapping[str, Mapping[str, int]]
    """The total of each effect for each target, by the parameter's name."""
    throws: tuple[Throw, ...] = ()
    facts: tuple[Fact, ...] = ()

    def for_target(self, who: str) -> dict[str, Any]:
        """Return the arguments with the share of one target."""
        shares = {name: self._share(totals[who], who) for name, totals in self.totals.items()}
        return {**self.args, **shares}

    def _share(self, total: int, who: str) -> int:
        doubled = total * 2 if _concerns(self.args.get("double"), who) else total
        return doubled // 2 if _concerns(self.args.get("half"), who) else doubled


def rolled(
    session: Session, act: Act, creature_ids: tuple[str, ...], args: Mapping[str, Any], roll: Roll
) -> Effects:
    """Roll the effects of an act: once for all targets, or once for each."""
    values = {
        name: kept(value, TEXT_LENGTH) if isinstance(value, str) else value for name, value in args.items()
    }
    effects = Effects(values, {}, facts=_share_facts(values, creature_ids))
    for param in act.params:
        if param.kind is Kind.EFFECT and param.name in values:
            expression, handling = parse(str(values[param.name])), EffectHandling()
            if values.get("dealer") and expression.sides:
                handling = session.game.effect_handling(session.rules_context(), values["dealer"])
            effects = replace(effects, facts=(*effects.facts, *handling.facts))
            dice = _Dice(act.id, param.name, handled(expression, handling), handling.static != 0)
            effects = _with_dice(effects, dice, creature_ids or ("",), roll)
    return effects


class _Dice(Struct, frozen=True):
    """The dice of one effect: of which act and parameter, and whether a penalty stops at 0 (A1-42)."""

    act: str
    param: str
    expression: Expression
    penalty: bool


def _with_dice(effects: Effects, dice: _Dice, creature_ids: tuple[str, ...], roll: Roll) -> Effects:
    each, dealer = bool(effects.args.get("each")), str(effects.args.get("dealer") or "")
    totals: dict[str, int] = {}
    throws = effects.throws
    for who in creature_ids if each else creature_ids[:1]:
        outcome = dice.expression.roll(roll)
        if outcome.dice:
            whose, written = dealer or (who if each else ""), str(dice.expression)
            throw = Throw("effect", outcome.dice, outcome.total, whose, dice.act, expression=written)
            throws = (*throws, throw)
        totals[who] = max(0, outcome.total) if dice.penalty else outcome.total
    first = totals[creature_ids[0]]
    return replace(
        effects,
        args={**effects.args, dice.param: first},
        totals={**effects.totals, dice.param: {who: totals.get(who, first) for who in creature_ids}},
        throws=throws,
    )


def _share_facts(args: Mapping[str, Any], creature_ids: tuple[str, ...]) -> tuple[Fact, ...]:
    dealt = (Fact("dealt_by", {"who": args["dealer"]}),) if args.get("dealer") else ()
    shares = (
        Fact(f"share_{share}", {"who": who})
        for share in ("half", "double")
        for who in creature_ids
        if _concerns(args.get(share), who)
    )
    return (*dealt, *shares)


def _concerns(share: object, who: str) -> bool:
    """Whether a share is for all targets, or for this one."""
    return who in share if isinstance(share, tuple) else bool(share)
