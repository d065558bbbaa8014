"""Effects that end by themselves, at a turn, after rounds or at an hour, and the dice that they roll.

An effect that came with a condition ends the condition too, by the game's act of release. Both are one event,
so that one undo brings both back.
"""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import parse
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, EffectHandling, Fact, Kind, Lasting, Param, PendingRoll, Until, Whose
from tracker.rules.weapon import with_handling
from tracker.session.move_builder import MoveBuilder, is_effect_active
from tracker.session.pending import SharedRoll
from tracker.session.state import TURNS, Effect, Session
from tracker.session.text import checked_text

MOST_PASSES = 1_000
MOST_OF_AN_EFFECT = 999_999
RELEASE = "release"

LASTING = (
    Param("until_turn_end", Kind.FLAG),
    Param("until_turn_start", Kind.FLAG),
    Param("rounds", Kind.ROUNDS, low=1, high=MOST_PASSES),
    Param("lasting", Kind.HOURS),
)
"""Parameters for the duration of an outcome, for acts that allow it."""
SHARES = (Param("half", Kind.FLAG), Param("double", Kind.FLAG), Param("each", Kind.FLAG))
"""Parameters for the share of each target, for acts with an effect.

`half` and `double` are for all targets, or have the ids of some. `each` rolls once for each target.
"""

SHARED_OUT = Param("shared", Kind.FLAG)
"""Parameter for dividing the targets among the acting creatures; without it, each acts against all."""
AGAINST_ALL = Param("against_all", Kind.FLAG)
"""Parameter for each acting creature against all targets, for those who ask: to share them out is usual."""


def params_of(act: Act) -> tuple[Param, ...]:
    """List the parameters of an act, with those for shares and for the duration if it has them."""
    params = (*act.params, *shares_of(act))
    if act.whose is Whose.EACH and any(param.several for param in act.params):
        params = (*params, AGAINST_ALL, SHARED_OUT)
    return (*params, *LASTING) if act.lasting else params


def with_usual_shares(act: Act, creature_ids: Collection[str], args: Mapping[str, Any]) -> dict[str, Any]:
    """Let several share out several targets, unless the arguments say that each is against all.

    The share is said in the arguments, because acts that older versions kept to be amended say none.
    """
    several = (param.name for param in act.params if param.several)
    targets = next((args[name] for name in several if isinstance(args.get(name), tuple)), ())
    others = {name: value for name, value in args.items() if name != SHARED_OUT.name}
    is_shared = len(creature_ids) > 1 and len(targets) > 1 and not args.get(AGAINST_ALL.name)
    return {**others, SHARED_OUT.name: True} if is_shared else others


def lasting_of(args: Mapping[str, Any]) -> Lasting | None:
    """Read the duration from arguments; None if they have none."""
    anchor = args.get("anchor", "")
    if rounds := args.get("rounds"):
        return Lasting(Until.TURN_START, anchor, rounds=rounds)
    if seconds := args.get("lasting"):
        return Lasting(Until.CLOCK, seconds=seconds)
    if args.get("until_turn_start"):
        return Lasting(Until.TURN_START, anchor)
    return Lasting(Until.TURN_END, anchor) if args.get("until_turn_end") else None


def expire_at(builder: MoveBuilder, moment: Until, who: str) -> MoveBuilder:
    """Count one moment of a creature's turn, and stop the effects that reach their end."""
    for key, effect in builder.session.effects.items():
        if effect.until is moment and effect.anchor == who:
            if effect.passes > 1:
                builder = builder.with_element("effects", key, _with_passes(effect, 1))
            else:
                builder = stop_effect(builder, key)
    return builder


def count_turns(builder: MoveBuilder, who: str, turns: int) -> MoveBuilder:
    """Count whole turns of a creature outside an order, and stop the effects that reach their end."""
    for key, effect in builder.session.effects.items() if turns else ():
        if effect.until in TURNS and effect.anchor == who:
            if effect.passes > turns:
                builder = builder.with_element("effects", key, _with_passes(effect, turns))
            else:
                builder = stop_effect(builder, key)
    return builder


def _with_passes(effect: Effect, count: int) -> Effect:
    return replace(effect, passes=effect.passes - count, uncounted=False)


def effect_saves(session: Session, who: str) -> tuple[PendingRoll, ...]:
    """List, at the end of a creature's turn, the saves against the GM's own effects."""
    return tuple(
        PendingRoll(f"effect.{key}", SharedRoll.EFFECT_SAVE, effect.who, {"effect": key, "name": effect.name})
        for key, effect in session.effects.items()
        if effect.until is Until.SAVE and effect.anchor == who
    )


def reanchor_effects(builder: MoveBuilder, who: str, successor: str, *moments: Until) -> MoveBuilder:
    """Count effects by the starts of the successor's turns, because their anchor leaves."""
    for key, effect in builder.session.effects.items():
        if effect.anchor == who and effect.until in moments:
            until = effect.until if effect.until is Until.SAVE else Until.TURN_START
            builder = builder.with_element("effects", key, replace(effect, anchor=successor, until=until))
    return builder


def adopt_effects(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Adopt effects whose anchor lost its place in another copy: they count by this creature's turns."""
    session = builder.session
    for anchor in {each.anchor for each in session.effects.values() if each.until in TURNS}:
        if not session.encounters_of(anchor):
            builder = reanchor_effects(builder, anchor, who, *TURNS)
    return builder


def move_effects_to_clock(builder: MoveBuilder, creature_ids: Collection[str]) -> MoveBuilder:
    """Let the clock end effects that counted by the turns of creatures which take no more turns.

    The next turn would start at once, so an effect until the start of a turn has one turn less to go.
    """
    session = builder.session
    for key, effect in session.effects.items():
        if effect.anchor in creature_ids and effect.until in TURNS:
            turns = effect.passes - (effect.until is Until.TURN_START)
            second = session.elapsed + turns * session.turn_seconds
            builder = builder.with_element("effects", key, replace(effect, until=Until.CLOCK, at=second))
    return expire_by_clock(builder)


def expire_by_clock(builder: MoveBuilder) -> MoveBuilder:
    for key, effect in builder.session.effects.items():
        if effect.until is Until.CLOCK and effect.at <= builder.session.elapsed:
            builder = stop_effect(builder, key)
    return builder


def stop_effect(builder: MoveBuilder, key: str) -> MoveBuilder:
    """End an effect, and the condition that it came with."""
    effect = builder.session.effects[key]
    builder = builder.without_element("effects", key)
    builder = builder.with_fact("effect_ended", who=effect.who, name=effect.name, condition=effect.condition)
    release = builder.session.game.acts.get(RELEASE)
    if not effect.condition or release is None or not is_effect_active(builder.session, effect):
        return builder
    args = {"condition": effect.condition}
    return builder.with_result(release.apply(builder.session.rules_context(), effect.who, args, _no_dice))


def _no_dice(sides: int) -> int:
    raise AssertionError(f"releasing somebody threw a d{sides}")


def shares_of(act: Act) -> tuple[Param, ...]:
    """List the parameters for shares, if an act deals an effect to creatures one after another."""
    deals = act.whose is Whose.EACH and any(param.kind is Kind.EFFECT for param in act.params)
    return SHARES if deals else ()


def each_against(
    creature_ids: tuple[str, ...], targets: tuple[str, ...], *, shared: bool
) -> dict[str, tuple[str, ...]]:
    """Give each acting creature its targets: all of them, or its part in their order.

    >>> each_against(("o1", "o2", "o3"), ("Brunilda", "Teo"), shared=True)
    {'o1': ('Brunilda',), 'o2': ('Brunilda',), 'o3': ('Teo',)}
    """
    if not shared or len(targets) < 2:
        return dict.fromkeys(creature_ids, targets)
    count = len(creature_ids)
    places = (place * len(targets) // count for place in range(count))
    return {who: (targets[place],) for who, place in zip(creature_ids, places, strict=True)}


class Effects(Struct, frozen=True):
    """The rolled effects of an act: its arguments, the totals, the throws and the facts."""

    args: Mapping[str, Any]
    totals: Mapping[str, Mapping[str, int]]
    """The total for each target, by the name of the effect's parameter."""
    throws: tuple[Throw, ...] = ()
    facts: tuple[Fact, ...] = ()

    def for_target(self, who: str) -> dict[str, Any]:
        """Put the share of one target into the arguments."""
        shares = {name: self._share(totals[who], who) for name, totals in self.totals.items()}
        return {**self.args, **shares}

    def _share(self, total: int, who: str) -> int:
        doubled = total * 2 if _concerns(self.args.get("double"), who) else total
        return doubled // 2 if _concerns(self.args.get("half"), who) else doubled


def roll_effects(
    session: Session, act: Act, creature_ids: tuple[str, ...], args: Mapping[str, Any], roll: Roll
) -> Effects:
    """Roll the effects of an act, once for all targets or once for each. Refuses `figure_out_of_range`."""
    values = {
        name: checked_text(value, TEXT_LENGTH) if isinstance(value, str) else value
        for name, value in args.items()
    }
    effects = Effects(values, {}, facts=_share_facts(values, creature_ids))
    for param in act.params:
        if param.kind is Kind.EFFECT and param.name in values:
            expression, handling = parse(str(values[param.name])), EffectHandling()
            highest = int(expression.node.extent.high)
            if highest > MOST_OF_AN_EFFECT:
                raise Refusal(
                    "figure_out_of_range", param=param.name, value=highest, low=0, high=MOST_OF_AN_EFFECT
                )
            if values.get("dealer") and expression.sides:
                handling = session.game.effect_handling(session.rules_context(), values["dealer"])
            effects = replace(effects, facts=(*effects.facts, *handling.facts))
            dice = _Dice(act.id, param.name, with_handling(expression, handling), handling.static != 0)
            effects = _with_dice(effects, dice, creature_ids or ("",), roll)
    return effects


class _Dice(Struct, frozen=True):
    """The dice of one effect of an act, and whether a penalty stops at 0 (A1-42)."""

    act: str
    param: str
    expression: Expression
    penalty: bool


def _with_dice(effects: Effects, dice: _Dice, creature_ids: tuple[str, ...], roll: Roll) -> Effects:
    for_each, dealer = bool(effects.args.get("each")), str(effects.args.get("dealer") or "")
    totals: dict[str, int] = {}
    throws = effects.throws
    for who in creature_ids if for_each else creature_ids[:1]:
        outcome = dice.expression.roll(roll)
        if outcome.dice:
            whose, text = dealer or (who if for_each else ""), str(dice.expression)
            throw = Throw("effect", outcome.dice, outcome.total, whose, dice.act, expression=text)
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
    dealer = (Fact("dealt_by", {"who": args["dealer"]}),) if args.get("dealer") else ()
    shares = (
        Fact(f"share_{share}", {"who": who})
        for share in ("half", "double")
        for who in creature_ids
        if _concerns(args.get(share), who)
    )
    return (*dealer, *shares)


def _concerns(share: object, who: str) -> bool:
    return who in share if isinstance(share, tuple) else bool(share)
