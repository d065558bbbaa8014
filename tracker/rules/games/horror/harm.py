"""The harm of a character of Horror: damage, dying, lost sanity and scars (R2-012..R2-043)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.body import Nature
from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.games.horror.sheet import Character, character, living
from tracker.rules.pending import own_key
from tracker.rules.refusal import Refusal
from tracker.rules.system import Args, Fact, PendingRoll, RuleResult, RulesContext, Sheet
from tracker.rules.text import fold
from tracker.rules.weapon import strike_with

# Dying at 0 hit points: the turns left, and the rescue (R2-027..R2-032).

DYING_SIDES = 6
WEAK_HEART_SIDES = 3


class Dying(Struct, frozen=True):
    """The countdown of a character at 0 hit points."""

    turns_left: int
    falling: bool = False
    """Whether the turn of the fall is still under way; its end does not count (A2-05)."""

    @property
    def dead(self) -> bool:
        """Whether the last turn has ended without help."""
        return self.turns_left == 0


class Fall(Struct, frozen=True):
    """The die that set a countdown, and the countdown."""

    die: Die
    dying: Dying


class Rescue(Struct, frozen=True):
    """What a rescued character is left with (R2-029)."""

    hit_points: int = 1
    scar_due: bool = True
    """Whether a scar is to be rolled; not if the situation leaves a mark of its own (R2-030)."""


def dying_die(*, weak_heart: bool = False) -> int:
    """Return the sides of the die that sets the countdown (R2-027, R2-032)."""
    return WEAK_HEART_SIDES if weak_heart else DYING_SIDES


def fall(roll: Roll, *, weak_heart: bool = False) -> Fall:
    """Start dying: 1d6 turns, or 1d3 with a weak heart, after the one under way (R2-027, R2-032)."""
    die = throw_die(dying_die(weak_heart=weak_heart), roll)
    return Fall(die, Dying(die.face, falling=True))


def turn_ends(dying: Dying) -> Dying:
    """End a turn: who falls on turn T with N turns dies as turn T + N ends (A2-05).

    >>> turn_ends(turn_ends(Dying(1, falling=True))).dead
    True

    A dead character stays dead.
    """
    if dying.falling:
        return replace(dying, falling=False)
    return replace(dying, turns_left=max(0, dying.turns_left - 1))


def rescue(dying: Dying, *, scar_due: bool = True) -> Rescue:
    """Bring a character back, as a turn that another spends on it allows, with no roll (R2-028, R2-029).

    The help takes a whole turn after that of the fall; the last turn of the countdown still counts (A2-05).
    Raises `Refusal`: `help_needs_a_turn` before that, `already_dead` after the last turn.
    """
    if dying.dead:
        raise Refusal("already_dead")
    if dying.falling:
        raise Refusal("help_needs_a_turn")
    return Rescue(scar_due=scar_due)


# Weapons, damage and healing, and their effect on a sheet (R2-012..R2-029, R2-043).

Damage = TypeVar("Damage")

ONLY_HARM = 1
"""The hit points lost to an 8 or a 9 of an action that could only hurt (R2-012)."""


class DamageTaken(Struct, frozen=True):
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


def wound(weapons: Sequence[Damage], position: int = 0) -> Damage:
    """Return the damage of one weapon, however many attack the same character (R2-023, A2-11).

    `weapons` holds the damage of each attacker's weapon, as a number or as dice still to roll; the GM uses
    the one at `position`. Raises `Refusal` `no_such_weapon`.

    >>> wound((3, 5, 2), 1)
    5
    """
    if not 0 <= position < len(weapons):
        raise Refusal("no_such_weapon", chosen=position, weapons=len(weapons))
    return weapons[position]


def take_damage(hit_points: int, damage: int) -> DamageTaken:
    """Subtract damage from hit points, down to 0 (R2-023, R2-043); damage below 0 hurts nobody."""
    return DamageTaken(hit_points, max(0, hit_points - max(0, damage)))


def apply_damage(who: str, sheet: Character, damage: int) -> RuleResult:
    """Subtract damage from hit points; a PC at 0 begins to die (R2-023, R2-027, R2-043)."""
    taken = take_damage(sheet.hit_points, damage)
    after = replace(sheet, hit_points=taken.hit_points)
    amount = taken.before - taken.hit_points
    facts = (Fact("damaged", {"who": who, "amount": amount, "hit_points": taken.hit_points}),)
    if not taken.fell:
        return RuleResult(sheets={who: after}, facts=facts)
    result = _without_hit_points(who, after)
    return replace(result, facts=(*facts, *result.facts))


def hit_points_written(who: str, old_sheet: Character, after: Character) -> RuleResult:
    """Apply what follows from an edit of hit points on a sheet (R2-027, A2-31)."""
    if old_sheet.hit_points and not after.hit_points:
        return _without_hit_points(who, after)
    if old_sheet.dying and after.hit_points:
        after = replace(after, turns_left=None, turns_gone=0, falling=False)
        return RuleResult(sheets={who: after}, facts=_decree_facts(who))
    return RuleResult(sheets={who: after})


def _without_hit_points(who: str, after: Character) -> RuleResult:
    """Begin the death of a PC at 0 hit points; an NPC is struck down (R2-027)."""
    if not after.is_pc:
        return RuleResult(sheets={who: after}, facts=(Fact("struck_down", {"who": who}),))
    return RuleResult(
        sheets={who: replace(after, falling=True, turns_left=None, turns_gone=0)},
        facts=(Fact("fell", {"who": who}),),
        pending=(PendingRoll("dying", "dying", who),),
    )


def apply_healing(who: str, sheet: Character, amount: int) -> RuleResult:
    """Restore hit points, by the GM's word; this ends a dying."""
    current = min(sheet.hit_points_max, sheet.hit_points + max(0, amount))
    after = replace(sheet, hit_points=current)
    facts = [Fact("healed", {"who": who, "amount": current - sheet.hit_points, "hit_points": current})]
    if sheet.dying and current:
        after = replace(after, turns_left=None, turns_gone=0, falling=False)
        facts.extend(_decree_facts(who))
    return RuleResult(sheets={who: after}, facts=tuple(facts))


def _decree_facts(who: str) -> tuple[Fact, ...]:
    """Record that the GM's word saves a dying character, without a TURN of help (R2-028)."""
    return Fact("held_on", {"who": who}), Fact("by_decree", {"who": who})


class Blow(Struct, frozen=True):
    """The one weapon that strikes, and its bearer (R2-023)."""

    who: str
    name: str
    damage: str


def strike(
    context: RulesContext, attackers: tuple[str, ...], target: str, args: Args, roll: Roll
) -> RuleResult:
    """Wound a target with one weapon, whatever the number of attackers (R2-012, R2-023, R2-024).

    An amount that the GM names replaces the damage of the weapon; `damage` is what the weapon had when it
    hit. Raises `Refusal`: `dead`, `wounds_itself`,
    `no_weapon`, `which_weapon`.
    """
    if target in attackers:
        raise Refusal("wounds_itself", who=target)
    victim, attacker = living(context, target), character(context, attackers[0])
    facts, throws, damage = _weapon_damage(context, attackers, args, roll)
    absorbed = 0
    ignoring_ids = [who for who in attackers if character(context, who).ignores == target]
    if victim.armour:
        protection, is_ignored = args.get("armour") or 0, bool(args.get("ignore_armour") or ignoring_ids)
        kind = "armour_ignored" if is_ignored else "armour_stops" if protection else "armour_worn"
        facts = (*facts, Fact(kind, {"who": target, "armour": victim.armour, "amount": protection}))
        absorbed = 0 if is_ignored else max(0, min(damage, protection))
    ignoring_sheets: dict[str, Sheet] = {
        who: replace(character(context, who), ignores="") for who in ignoring_ids
    }
    ignores = "" if attackers[0] in ignoring_ids else attacker.ignores
    after = replace(attacker, stopped={target: absorbed} if victim.armour else {}, ignores=ignores)
    if by_npcs := _is_by_npcs(context, attackers, target):
        facts = (*facts, *_second_weapon_facts(context, target))
    struck = replace(victim, struck_at=context.now) if by_npcs else victim
    result = apply_damage(target, struck, damage - absorbed)
    sheets = {**ignoring_sheets, attackers[0]: after, **result.sheets}
    return replace(result, sheets=sheets, facts=(*facts, *result.facts), throws=throws)


def armour_ignored(context: RulesContext, who: str, target: str) -> RuleResult:
    """Ignore a target's armour: what it stopped of the last blow hurts after all (R2-024).

    Before any blow of this TURN, the armour will not count in the next one.
    """
    sheet, victim = character(context, who), character(context, target)
    if target not in sheet.stopped:
        notice = Fact("armour_to_ignore", {"who": who, "target": target, "armour": victim.armour})
        return RuleResult(sheets={who: replace(sheet, ignores=target)}, facts=(notice,))
    fact, stopped_damage = (
        Fact("armour_ignored", {"who": target, "armour": victim.armour}),
        sheet.stopped[target],
    )
    if not stopped_damage or victim.dead:
        return RuleResult(facts=(fact,))
    result, after = apply_damage(target, victim, stopped_damage), replace(sheet, stopped={target: 0})
    return replace(result, sheets={who: after, **result.sheets}, facts=(fact, *result.facts))


def _is_by_npcs(context: RulesContext, attackers: tuple[str, ...], target: str) -> bool:
    """Whether NPCs strike a PC in a fight: the GM uses only one of their weapons (R2-023)."""
    by_npcs = not any(character(context, each).is_pc for each in attackers)
    return by_npcs and character(context, target).is_pc and target in context.fighting


def _second_weapon_facts(context: RulesContext, target: str) -> tuple[Fact, ...]:
    """Remind of a second weapon in one TURN (R2-023)."""
    # The clock stands still during a TURN.
    same_turn = character(context, target).struck_at == context.now
    return (Fact("second_weapon", {"who": target}),) if same_turn else ()


def weapon_used(context: RulesContext, who: str, target: str, name: str) -> str:
    """Return the weapon of an attack before its dice fall; raises `unarmed`, and what `strike` raises."""
    if target == who:
        raise Refusal("wounds_itself", who=target)
    living(context, target)
    if not character(context, who).weapons:
        raise Refusal("unarmed", who=who)
    return _find_weapon(context, (who,), name).name


def _weapon_damage(
    context: RulesContext, attackers: tuple[str, ...], args: Args, roll: Roll
) -> tuple[tuple[Fact, ...], tuple[Throw, ...], int]:
    if args.get("only_harm"):
        for param in ("amount", "weapon"):
            if args.get(param):
                raise Refusal("not_used", param=param, value=args[param])
        return (Fact("only_harm", {"who": attackers[0]}),), (), ONLY_HARM
    amount, weapon = args.get("amount"), str(args.get("weapon") or "")
    if amount is not None and not weapon:
        return (Fact("hits", {"who": attackers[0], "amount": amount}),), (), amount
    if args.get("damage"):
        blow = Blow(attackers[0], weapon, str(args["damage"]))
    else:
        blow = _find_weapon(context, attackers, weapon)
    if amount is not None:
        return (Fact("strikes", {"who": blow.who, "weapon": blow.name, "amount": amount}),), (), amount
    rolled_amount, throws = strike_with(blow.who, blow.name, blow.damage, roll)
    kind = "one_weapon" if len(attackers) > 1 else "strikes"
    fact = Fact(kind, {"who": blow.who, "weapon": blow.name, "amount": rolled_amount})
    return (fact,), throws, rolled_amount


def _find_weapon(context: RulesContext, attackers: tuple[str, ...], typed_name: str) -> Blow:
    """Find the weapon that a name begins, or the only one there is."""
    blows = [
        Blow(who, name, weapon.damage)
        for who in attackers
        for name, weapon in character(context, who).weapons.items()
        if fold(name).startswith(fold(typed_name))
    ]
    known = ", ".join(dict.fromkeys(name for who in attackers for name in character(context, who).weapons))
    if not blows:
        raise Refusal("no_weapon", who=attackers[0], name=typed_name, known=known or "—")
    if len({(blow.name, blow.damage) for blow in blows}) > 1:
        exact = [blow for blow in blows if fold(blow.name) == fold(typed_name)]
        if not exact:
            raise Refusal("which_weapon", who=attackers[0], known=known)
        blows = exact
    return wound(blows, 0)


# Sanity: lost to the supernatural, regained in leisure, and gone for good (R2-022, R2-036..R2-043).

STRESS_SIDES = 3
RECOVERY_SIDES = 6
SESSIONS_TO_FULL = 2


class Sanity(Struct, frozen=True):
    """Sanity points, from 0 to a maximum that permanent losses lower (R2-043)."""

    points: int
    maximum: int

    @property
    def is_broken(self) -> bool:
        """Whether no point is left, so that the player has a choice to make (R2-037)."""
        return self.points == 0

    @property
    def is_lost(self) -> bool:
        """Whether no point can come back: the character is an NPC from now on (R2-042, A2-08)."""
        return self.maximum == 0


class SanityRoll(Struct, frozen=True):
    """A die, and the sanity after it."""

    die: Die
    sanity: Sanity


class SessionEnd(Struct, frozen=True):
    """Sanity after a session, and the sessions since it was last refilled."""

    sanity: Sanity
    sessions_since_full: int


def lose(sanity: Sanity, amount: int) -> Sanity:
    """Lose points, down to 0 (R2-036, A2-13); an amount below 0 costs none."""
    return replace(sanity, points=max(0, sanity.points - max(0, amount)))


def recover(sanity: Sanity, amount: int) -> Sanity:
    """Regain points, up to the maximum (R2-039, A2-19); an amount below 0 gives none."""
    return replace(sanity, points=min(sanity.maximum, sanity.points + max(0, amount)))


def suffer_stress(sanity: Sanity, roll: Roll) -> SanityRoll:
    """Lose 1d3 points (R2-022)."""
    die = throw_die(STRESS_SIDES, roll)
    return SanityRoll(die, lose(sanity, die.face))


def regain(sanity: Sanity, roll: Roll) -> SanityRoll:
    """Regain 1d6 points: for the choice at 0 (R2-038), or a favourite activity (R2-040)."""
    die = throw_die(RECOVERY_SIDES, roll)
    return SanityRoll(die, recover(sanity, die.face))


def lose_permanently(sanity: Sanity, loss: int = 1) -> Sanity:
    """Lower the maximum, and points above it with it (R2-033, A2-07).

    >>> lose_permanently(Sanity(8, 8))
    Sanity(points=7, maximum=7)
    """
    maximum = max(0, sanity.maximum - max(0, loss))
    return Sanity(min(sanity.points, maximum), maximum)


def session_ends(sanity: Sanity, sessions_since_full: int) -> SessionEnd:
    """End a session; every second one refills sanity (R2-041, A2-15)."""
    sessions = sessions_since_full + 1
    if sessions < SESSIONS_TO_FULL:
        return SessionEnd(sanity, sessions)
    return SessionEnd(replace(sanity, points=sanity.maximum), 0)


def sanity_of(who: str, sheet: Character) -> Sanity:
    """Return a sheet's sanity; raises `Refusal` `no_sanity` for a creature without any."""
    if not sheet.sanity_max:
        raise Refusal("no_sanity", who=who)
    return Sanity(sheet.sanity, sheet.sanity_max)


def lower_sanity(who: str, sheet: Character, points: int) -> RuleResult:
    """Lose sanity to the supernatural; at 0 there is a choice to make (R2-036, R2-037)."""
    return _lower_sanity(who, sheet, lose(sanity_of(who, sheet), points))


def lose_sanity(who: str, sheet: Character, roll: Roll) -> RuleResult:
    """Lose 1d3 sanity (R2-022)."""
    stress_roll = suffer_stress(sanity_of(who, sheet), roll)
    return replace(
        _lower_sanity(who, sheet, stress_roll.sanity), throws=(_throw("stress", who, stress_roll.die),)
    )


def regain_sanity(who: str, sheet: Character, points: int) -> RuleResult:
    """Regain sanity, by the GM's word (R2-039)."""
    return _raise_sanity(who, sheet, recover(sanity_of(who, sheet), points))


def roll_recovery(who: str, sheet: Character, roll: Roll, purpose: str) -> RuleResult:
    """Regain 1d6 sanity: for a favourite activity, or the choice at 0 (R2-038, R2-040)."""
    sanity_roll: SanityRoll = regain(sanity_of(who, sheet), roll)
    return replace(
        _raise_sanity(who, sheet, sanity_roll.sanity), throws=(_throw(purpose, who, sanity_roll.die),)
    )


def lose_sanity_for_good(who: str, sheet: Character, points: int) -> RuleResult:
    """Lose sanity for good; at a maximum of 0 the character becomes the GM's (R2-033, R2-042, A2-08)."""
    sanity = lose_permanently(sanity_of(who, sheet), points)
    after = replace(sheet, sanity=sanity.points, sanity_max=sanity.maximum)
    fact = Fact(
        "lost_for_good", {"who": who, "amount": sheet.sanity_max - sanity.maximum, "sanity": sanity.maximum}
    )
    return _with_sanity_left(who, sheet, RuleResult(sheets={who: after}, facts=(fact,)), sanity)


def sanity_written(who: str, old_sheet: Character, after: Character) -> RuleResult:
    """Apply what follows from an edit of sanity on a sheet (R2-037, R2-042, A2-31)."""
    result = RuleResult(sheets={who: after})
    if not old_sheet.sanity_max:
        return result
    if after.sanity and after.broken:
        result = RuleResult(sheets={who: replace(after, broken=False)})
    return _with_sanity_left(who, old_sheet, result, Sanity(after.sanity, after.sanity_max))


def _with_sanity_left(who: str, old_sheet: Character, result: RuleResult, sanity: Sanity) -> RuleResult:
    """Turn a character whose sanity is gone for good into an NPC; at 0, call for the choice."""
    after = result.sheets[who]
    if not sanity.is_lost or not isinstance(after, Character):
        return _with_broken_sanity(who, old_sheet, result, sanity)
    npc = replace(
        after, kind=Nature.NPC, lost=True, broken=False, turns_left=None, turns_gone=0, falling=False
    )
    return replace(result, sheets={who: npc}, facts=(*result.facts, Fact("became_npc", {"who": who})))


def _lower_sanity(who: str, sheet: Character, sanity: Sanity) -> RuleResult:
    after = replace(sheet, sanity=sanity.points)
    fact = Fact("shaken", {"who": who, "amount": sheet.sanity - sanity.points, "sanity": sanity.points})
    return _with_broken_sanity(who, sheet, RuleResult(sheets={who: after}, facts=(fact,)), sanity)


def _with_broken_sanity(who: str, old_sheet: Character, result: RuleResult, sanity: Sanity) -> RuleResult:
    """Call for the choice if this loss took the last point of sanity."""
    after = result.sheets[who]
    if not sanity.is_broken or not old_sheet.sanity or not isinstance(after, Character):
        return result
    return replace(
        result,
        sheets={who: replace(after, broken=True)},
        facts=(*result.facts, Fact("broke", {"who": who})),
        pending=(PendingRoll("zero_sanity", "zero_sanity", who),),
    )


def _raise_sanity(who: str, sheet: Character, sanity: Sanity) -> RuleResult:
    after = replace(sheet, sanity=sanity.points)
    fact = Fact("calmed", {"who": who, "amount": sanity.points - sheet.sanity, "sanity": sanity.points})
    return RuleResult(sheets={who: after}, facts=(fact,))


def _throw(purpose: str, who: str, die: Die) -> Throw:
    return Throw(purpose, (die,), die.face, who, expression=f"1d{die.sides}")


# Scars, which a character rescued at 0 hit points keeps (R2-029..R2-035).


class Scar(StrEnum):
    """The seven scars, in the order of their 2d6 table (R2-031)."""

    WEAK_HEART = "weak_heart"
    """At 0 hit points, 1d3 turns are left instead of 1d6 (R2-032); a second one changes nothing (A2-16)."""
    TRAUMATISED = "traumatised"
    MARK_OF_MADNESS = "mark_of_madness"
    COSMETIC = "cosmetic"
    """A further d6 says which change (R2-034)."""
    STRANGE_SCAR = "strange_scar"
    """It itches near supernatural creatures."""
    THIRD_EYE = "third_eye"
    """A wits roll senses sorcery at work nearby (R2-035)."""
    REVELATION = "revelation"

    @property
    def permanent_sanity_loss(self) -> int:
        """The loss of maximum sanity (R2-033)."""
        return 1 if self in {Scar.TRAUMATISED, Scar.REVELATION} else 0

    @property
    def teaches_spell(self) -> bool:
        """Whether it teaches a spell (R2-031)."""
        return self is Scar.REVELATION

    @property
    def further_die(self) -> int | None:
        """Sides of a die that it still calls for."""
        return len(COSMETIC_CHANGES) if self is Scar.COSMETIC else None


class CosmeticChange(StrEnum):
    """The cosmetic changes, in the order of their d6 (R2-034)."""

    TATTOO = "tattoo"
    OCCULT_JEWELLERY = "occult_jewellery"
    WHITE_LOCK = "white_lock"
    RED_EYES = "red_eyes"
    ECZEMA = "eczema"
    SKIN_MUTATION = "skin_mutation"


COSMETIC_CHANGES = tuple(CosmeticChange)

UP_TO = (
    (2, Scar.WEAK_HEART),
    (4, Scar.TRAUMATISED),
    (7, Scar.MARK_OF_MADNESS),
    (9, Scar.COSMETIC),
    (10, Scar.STRANGE_SCAR),
    (11, Scar.THIRD_EYE),
    (12, Scar.REVELATION),
)
"""The highest 2d6 total of each scar."""


class ScarRoll(Struct, frozen=True):
    """Two dice on the scar table."""

    dice: tuple[Die, Die]

    @property
    def total(self) -> int:
        """The row of the table."""
        return sum(die.face for die in self.dice)

    @property
    def scar(self) -> Scar:
        """The scar on that row (R2-031)."""
        return next(scar for highest, scar in UP_TO if self.total <= highest)


class CosmeticRoll(Struct, frozen=True):
    """A die on the table of cosmetic changes."""

    die: Die

    @property
    def change(self) -> CosmeticChange:
        """The change on the die's face (R2-034)."""
        return COSMETIC_CHANGES[self.die.face - 1]


def roll_scar(roll: Roll) -> ScarRoll:
    """Roll 2d6 on the scar table (R2-029, R2-031).

    >>> roll_scar(lambda sides: 1).scar
    <Scar.WEAK_HEART: 'weak_heart'>
    """
    return ScarRoll((throw_die(6, roll), throw_die(6, roll)))


def roll_cosmetic_change(roll: Roll) -> CosmeticRoll:
    """Roll the d6 that a cosmetic change calls for (R2-034)."""
    return CosmeticRoll(throw_die(6, roll))


MARKS: tuple[str, ...] = (*(scar.value for scar in Scar if scar is not Scar.COSMETIC), *CosmeticChange)
"""The ids that may stand among a sheet's scars, besides the GM's words."""


def add_scar(context: RulesContext, who: str, sheet: Character, scar: Scar) -> RuleResult:
    """Leave a scar with its effects: lost sanity, a spell, one more die (R2-031..R2-034)."""
    result = (
        add_scar_mark(who, sheet, scar)
        if scar is not Scar.COSMETIC
        else _call_for_change(context, who, sheet)
    )
    after = result.sheets[who]
    if scar.permanent_sanity_loss and isinstance(after, Character) and after.sanity_max:
        sanity_loss = lose_sanity_for_good(who, after, scar.permanent_sanity_loss)
        result = replace(sanity_loss, facts=(*result.facts, *sanity_loss.facts))
    if scar.teaches_spell:
        result = replace(result, facts=(*result.facts, Fact("may_learn", {"who": who})))
    return result


def leave_rolled_scar(context: RulesContext, who: str, sheet: Character, roll: Roll) -> RuleResult:
    """Roll 2d6 on the scar table and leave the scar (R2-029, R2-031)."""
    scar_roll = roll_scar(roll)
    throw = Throw("scar", scar_roll.dice, scar_roll.total, who, expression="2d6", outcome=scar_roll.scar)
    result = add_scar(context, who, sheet, scar_roll.scar)
    return replace(result, throws=(throw, *result.throws))


def add_scar_mark(who: str, sheet: Character, mark: str) -> RuleResult:
    """Add a mark to the scars, once: a second weak heart changes nothing (A2-16)."""
    scars = sheet.scars if mark in sheet.scars else (*sheet.scars, str(mark))
    after = replace(sheet, scars=scars, scar_due=False)
    return RuleResult(sheets={who: after}, facts=(Fact("scarred", {"who": who, "scar": str(mark)}),))


def _call_for_change(context: RulesContext, who: str, sheet: Character) -> RuleResult:
    """Call for the d6 of a cosmetic change, besides any that are pending (R2-034)."""
    key = own_key(context, who, Scar.COSMETIC)
    return RuleResult(
        sheets={who: replace(sheet, scar_due=False)},
        facts=(Fact("changing", {"who": who}),),
        pending=(PendingRoll(key, Scar.COSMETIC.value, who),),
    )


def has_weak_heart(sheet: Character) -> bool:
    """Whether a character dies sooner (R2-032)."""
    return Scar.WEAK_HEART in sheet.scars
