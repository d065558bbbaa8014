"""Weapons, damage and healing, and their effect on a sheet (R2-012..R2-029, R2-043)."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.games.horror.sheet import Character, character, living
from tracker.rules.refusal import Refusal
from tracker.rules.system import Args, Fact, PendingRoll, RuleResult, RulesContext
from tracker.rules.weapon import strike_with

Damage = TypeVar("Damage")

ONLY_HARM = 1
"""Hit points that an 8 or a 9 takes when the action could only hurt (R2-012)."""


class Damaged(Struct, frozen=True):
    """Hit points before and after damage."""

    before: int
    hit_points: int

    @property
    def dying(self) -> bool:
        """Whether no hit point is left (R2-027)."""
        return self.hit_points == 0

    @property
    def fell(self) -> bool:
        """Whether this damage took the last hit point, so that a countdown starts (R2-027)."""
        return self.dying and self.before > 0


def wound(weapons: Sequence[Damage], chosen: int = 0) -> Damage:
    """Return the damage of one weapon, however many attack the same character (R2-023, A2-11).

    `weapons` holds the damage of each attacker's, as a figure or as dice still to be rolled, and `chosen`
    is the position of the one that the GM uses.
    Raises `Refusal` when there is no such weapon.

    >>> wound((3, 5, 2), 1)
    5
    """
    if not 0 <= chosen < len(weapons):
        raise Refusal("no_such_weapon", chosen=chosen, weapons=len(weapons))
    return weapons[chosen]


def take_damage(hit_points: int, damage: int) -> Damaged:
    """Take damage from hit points, down to 0 (R2-023, R2-043); a rolled damage below 0 hurts nobody."""
    return Damaged(hit_points, max(0, hit_points - max(0, damage)))


def hurt(who: str, sheet: Character, damage: int) -> RuleResult:
    """Take hit points away; a player's character without any begins to die (R2-023, R2-027, R2-043)."""
    damaged = take_damage(sheet.hit_points, damage)
    after = replace(sheet, hit_points=damaged.hit_points)
    lost = damaged.before - damaged.hit_points
    facts = (Fact("damaged", {"who": who, "amount": lost, "hit_points": damaged.hit_points}),)
    if not damaged.fell:
        return RuleResult(sheets={who: after}, facts=facts)
    result = _without_hit_points(who, after)
    return replace(result, facts=(*facts, *result.facts))


def written(who: str, before: Character, after: Character) -> RuleResult:
    """Apply the consequences of hit points that the GM has written on a sheet (R2-027, A2-31)."""
    if before.hit_points and not after.hit_points:
        return _without_hit_points(who, after)
    if before.dying and after.hit_points:
        after = replace(after, turns_left=None, falling=False)
        return RuleResult(sheets={who: after}, facts=(Fact("held_on", {"who": who}),))
    return RuleResult(sheets={who: after})


def _without_hit_points(who: str, after: Character) -> RuleResult:
    """Let a player's character begin to die; anybody else is struck down (R2-027)."""
    if not after.is_pc:
        return RuleResult(sheets={who: after}, facts=(Fact("struck_down", {"who": who}),))
    return RuleResult(
        sheets={who: replace(after, falling=True, turns_left=None)},
        facts=(Fact("fell", {"who": who}),),
        pending=(PendingRoll("dying", "dying", who),),
    )


def healed(who: str, sheet: Character, gained: int) -> RuleResult:
    """Give hit points back, by the GM's word; a creature with hit points is not dying."""
    current = min(sheet.hit_points_max, sheet.hit_points + max(0, gained))
    after = replace(sheet, hit_points=current)
    facts = [Fact("healed", {"who": who, "amount": current - sheet.hit_points, "hit_points": current})]
    if sheet.dying and current:
        after = replace(after, turns_left=None, falling=False)
        facts.append(Fact("held_on", {"who": who}))
    return RuleResult(sheets={who: after}, facts=tuple(facts))


class Blow(Struct, frozen=True):
    """The one weapon that strikes, and whose it is (R2-023)."""

    who: str
    name: str
    damage: str


def strike(
    context: RulesContext, attackers: tuple[str, ...], target: str, args: Args, roll: Roll
) -> RuleResult:
    """Let attackers wound a target with one weapon, whatever their number (R2-012, R2-023, R2-024).

    An amount that the GM names comes before any weapon. Raises `Refusal`: `dead`, `wounds_itself`,
    `no_weapon`, `which_weapon`.
    """
    if target in attackers:
        raise Refusal("wounds_itself", who=target)
    victim = living(context, target)
    facts, throws, damage = _damage(context, attackers, args, roll)
    if victim.armour:
        stopped = args.get("armour") or 0
        kind = "armour_ignored" if args.get("ignore_armour") else "armour_stops" if stopped else "armour_worn"
        facts = (*facts, Fact(kind, {"who": target, "armour": victim.armour, "amount": stopped}))
        damage -= 0 if args.get("ignore_armour") else stopped
    result = hurt(target, victim, damage)
    return replace(result, facts=(*facts, *result.facts), throws=throws)


def aimed(context: RulesContext, who: str, target: str, named: str) -> str:
    """Return the weapon of an attack, before its dice fall; raises what `strike` raises."""
    if target == who:
        raise Refusal("wounds_itself", who=target)
    living(context, target)
    if not character(context, who).weapons:
        raise Refusal("unarmed", who=who)
    return _chosen(context, (who,), named).name


def _damage(
    context: RulesContext, attackers: tuple[str, ...], args: Args, roll: Roll
) -> tuple[tuple[Fact, ...], tuple[Throw, ...], int]:
    if args.get("only_harm"):
        return (Fact("only_harm", {"who": attackers[0]}),), (), ONLY_HARM
    if args.get("amount") is not None:
        amount = args["amount"]
        return (Fact("hits", {"who": attackers[0], "amount": amount}),), (), amount
    blow = _chosen(context, attackers, str(args.get("weapon") or ""))
    dealt, throws = strike_with(blow.who, blow.name, blow.damage, roll)
    kind = "one_weapon" if len(attackers) > 1 else "strikes"
    fact = Fact(kind, {"who": blow.who, "weapon": blow.name, "amount": dealt})
    return (fact,), throws, dealt


def _chosen(context: RulesContext, attackers: tuple[str, ...], named: str) -> Blow:
    """Return the weapon of that name, or the only one there is."""
    blows = [
        Blow(who, name, weapon.damage)
        for who in attackers
        for name, weapon in character(context, who).weapons.items()
        if name.casefold().startswith(named.casefold())
    ]
    known = ", ".join(dict.fromkeys(name for who in attackers for name in character(context, who).weapons))
    if not blows:
        raise Refusal("no_weapon", who=attackers[0], known=known or "—")
    if len({(blow.name, blow.damage) for blow in blows}) > 1:
        exact = [blow for blow in blows if blow.name.casefold() == named.casefold()]
        if not exact:
            raise Refusal("which_weapon", who=attackers[0], known=known)
        blows = exact
    return wound(blows, 0)
