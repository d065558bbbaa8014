"""The acts of Chronicle that roll, hurt, heal and use supplies up."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw, sum_kept, throw_die, throw_in_mode
from tracker.rules.games.chronicle import checks, vitals
from tracker.rules.games.chronicle.checks import (
    POTENCY,
    Call,
    Contender,
    Figures,
    Handling,
    Outcome,
    Winner,
    adjusted_handling,
    apply_damage,
    apply_healing,
    died,
    effect_handling,
    effect_throw,
    effort_on,
    effort_spent,
    figures_of,
    happens,
    lowered_roll_facts,
    naturals,
    potency_used,
    roll_attribute,
    save_against,
    shake_off,
    task_of,
    unable,
)
from tracker.rules.games.chronicle.sheet import (
    ATTRIBUTES,
    CONDITIONS,
    SAVES,
    AmmoMode,
    Attribute,
    Character,
    Condition,
    Task,
    character,
    choices,
    hindrance,
    living,
    save_attribute,
)
from tracker.rules.pending import Adjustment
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import AMMUNITION, TARGET, ammunition_of, use_supply
from tracker.rules.system import Act, Args, EffectHandling, Fact, Kind, Param, RuleResult, RulesContext, Whose
from tracker.rules.text import fitting
from tracker.rules.usage_die import DEPLETED, LADDER, step_up
from tracker.rules.weapon import HITS_UNROLLED, attacks, strike_with

# Acts that roll: tests, saves, opposed rolls, chances, and the Effort that helps them.

IN_MODE = (Param("advantage", Kind.FLAG), Param("disadvantage", Kind.FLAG))
"""The parameters of a mode other than the normal one."""
EFFORT = Param("effort", Kind.FLAG)
MODIFIER = Param("modifier", Kind.MODIFIER)
HELPED = (*IN_MODE, EFFORT, MODIFIER)
"""The parameters of a roll of an attribute: mode, Effort, modifiers."""
SENSES = (Param("sight", Kind.FLAG), Param("hearing", Kind.FLAG))
"""Whether a roll needs sight or hearing, which a condition may have taken (R1-098, R1-106)."""
RANGED = Param("ranged", Kind.FLAG)
OF_THE_OTHER = (
    Param("other_advantage", Kind.FLAG),
    Param("other_disadvantage", Kind.FLAG),
    Param("other_effort", Kind.FLAG),
    Param("other_modifier", Kind.SIGNED),
)
"""The parameters of the roll of the other side."""


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll an attribute against its difficulty (R1-004..R1-008, R1-013, R1-053).

    A ranged attack by a creature that cannot see fails without a roll, and costs no Effort (R1-098).
    Raises `Refusal`: `dead`, `no_effort`, `effort_useless`.
    """
    sheet = living(context, who)
    call = call_from_args(args, _task(args))
    reminded = () if args.get("save") else unable(who, sheet)
    if hindrance(sheet.states, call.task).auto_fail:
        return RuleResult(facts=(*reminded, Fact("failed_unseeing", {"who": who})))
    after, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    purpose = "save" if args.get("save") else "test"
    throw = roll_attribute(who, figures, roll, purpose=purpose, subject=call.task.attribute)
    return RuleResult(sheets={who: after}, facts=(*reminded, *facts), throws=(throw,))


def _figures(
    who: str, sheet: Character, call: Call, now: int, effort: object
) -> tuple[Character, Figures, tuple[Fact, ...]]:
    """Return the figures of a roll, and the sheet and facts after the point of Effort that it may cost."""
    figures = figures_of(sheet, call, now)
    return effort_on(who, sheet, figures) if effort else (sheet, figures, ())


def save(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Save from a danger with the attribute that withstands it; Agility dodges (R1-013..R1-019).

    Raises `Refusal`: `dead`, `no_effort`.
    """
    attribute = save_attribute(args["danger"])
    test_args = {**args, "attribute": attribute, "save": True, "dodge": attribute is Attribute.AGILITY}
    result = test(context, who, test_args, roll)
    danger = Fact("in_danger", {"who": who, "danger": args["danger"]})
    return replace(result, facts=(danger, *result.facts))


def resist(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Save against a condition besides the save of each turn (R1-096, R1-100, R1-102).

    Raises `Refusal`: `dead`, `no_effort`, `not_suffered`, `source_too_strong`.
    """
    sheet, condition = living(context, who), args["condition"]
    call = call_from_args(args, task_of(condition))
    after, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    result = shake_off(who, after, condition, figures, roll)
    return replace(result, sheets={who: after, **result.sheets}, facts=(*facts, *result.facts))


def opposed_roll(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll two creatures against each other (R1-029..R1-033); after a tie the GM rolls again.

    Each side may spend Effort. Raises `Refusal`: `dead`, `no_effort`, `effort_useless`, `opposes_itself`.
    """
    other = args["creature"]
    if other == who:
        raise Refusal("opposes_itself", who=who)
    sheet, rival = living(context, who), living(context, other)
    call = call_from_args(args, _task(args))
    senses = {name: bool(args.get(f"other_{name}")) for name in ("sight", "hearing")}
    answer = _opposing_call(args, Task(args.get("other_attribute") or args["attribute"], **senses))
    sheet, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    rival, answered, more = _figures(other, rival, answer, context.now, args.get("other_effort"))
    mine = roll_attribute(who, figures, roll, purpose="opposed", subject=call.task.attribute)
    theirs = roll_attribute(other, answered, roll, purpose="opposed", subject=answer.task.attribute)
    winner = checks.compare_opposed(_contender(sheet, mine), _contender(rival, theirs))
    fact = {
        Winner.A: Fact("opposed_won", {"who": who, "other": other}),
        Winner.B: Fact("opposed_won", {"who": other, "other": who}),
        Winner.REROLL: Fact("opposed_tied", {"who": who, "other": other}),
    }[winner]
    told = (*unable(who, sheet), *facts, *more, fact)
    return RuleResult(sheets={who: sheet, other: rival}, facts=told, throws=(mine, theirs))


def odds_of(throw: Throw) -> dict[str, int]:
    """Return the ways to each outcome of a d20 against a target (R1-004..R1-008, R1-034)."""
    target, static = throw.target, throw.static
    if target is None or [die.sides for die in throw.dice if die.kept] != [20]:
        return {}
    faces = naturals(Mode(throw.mode))
    if throw.purpose == "chance":
        return faces.shared_by(lambda face: "happens" if happens(target, face) else "does_not_happen")
    chances = faces.shared_by(lambda face: checks.judge(face, face + static, target).value)
    return {outcome.value: chances[outcome] for outcome in Outcome if outcome in chances}


def odds_against(context: RulesContext, mine: Throw, theirs: Throw) -> dict[str, int]:
    """Return the ways to win an opposed roll and to lose it: ties are repeated (R1-029..R1-033)."""
    if mine.purpose != "opposed" or mine.target is None or theirs.target is None:
        return {}
    ways = Counter[Winner]()
    for face, weight in naturals(Mode(mine.mode)).weights.items():
        own = _contender(character(context, mine.who), _throw_showing(mine, face))
        for other, its in naturals(Mode(theirs.mode)).weights.items():
            rival = _contender(character(context, theirs.who), _throw_showing(theirs, other))
            ways[checks.compare_opposed(own, rival)] += weight * its
    return {"won": ways[Winner.A], "lost": ways[Winner.B]}


def _throw_showing(throw: Throw, face: int) -> Throw:
    """Return a throw as if its die had fallen so."""
    total = face + throw.static
    return replace(throw, total=total, outcome=checks.judge(face, total, throw.target or 0))


def chance(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll whether something happens: `12` means 12 or more on a d20 (R1-034, A1-11)."""
    character(context, who)
    threshold = args["threshold"]
    mode = mode_of(args)
    dice = throw_in_mode(20, mode, roll)
    face = sum_kept(dice)
    outcome = "happens" if happens(threshold, face) else "does_not_happen"
    return RuleResult(
        throws=(Throw("chance", dice, face, who, mode=mode, target=threshold, outcome=outcome),)
    )


def spend_effort(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Spend a point of Effort on an effect roll or a talent; the log reminds of it (R1-054, R1-055, A1-19).

    Raises `Refusal`: `dead`, `no_effort`.
    """
    sheet, facts = effort_spent(who, living(context, who), args["use"])
    return RuleResult(sheets={who: sheet}, facts=facts)


def call_from_args(args: Args, task: Task) -> Call:
    """Return the call that a roll's parameters describe."""
    return Call(
        task,
        modifiers=tuple(args.get("modifier") or ()),
        advantage=bool(args.get("advantage")),
        disadvantage=bool(args.get("disadvantage")),
    )


def _opposing_call(args: Args, task: Task) -> Call:
    """Return the call that a roll's parameters describe for the other side."""
    return Call(
        task,
        (args.get("other_modifier") or 0,),
        advantage=bool(args.get("other_advantage")),
        disadvantage=bool(args.get("other_disadvantage")),
    )


def mode_of(args: Args) -> Mode:
    """Return the mode that the parameters of a roll without modifiers describe."""
    return checks.roll_mode((), bool(args.get("advantage")), bool(args.get("disadvantage"))).mode


def save_task(attribute: str) -> Task:
    """Return the roll of a save: Agility dodges (R1-015)."""
    return Task(attribute, dodge=attribute == Attribute.AGILITY)


def _task(args: Args) -> Task:
    senses = {name: bool(args.get(name)) for name in ("sight", "hearing", "ranged", "dodge")}
    return Task(args["attribute"], **senses)


def _contender(sheet: Character, throw: Throw) -> Contender:
    return Contender(throw.total, Outcome(throw.outcome), sheet.score(throw.subject).present)


ROLLING = (
    Act(
        "test",
        test,
        (
            Param("attribute", Kind.CHOICE, required=True, choices=ATTRIBUTES),
            *IN_MODE,
            EFFORT,
            Param("save", Kind.FLAG),
            *SENSES,
            RANGED,
            Param("dodge", Kind.FLAG),
            MODIFIER,
        ),
        rolls=True,
    ),
    Act(
        "save",
        save,
        (
            Param("danger", Kind.CHOICE, required=True, choices=tuple(SAVES)),
            *HELPED,
        ),
        rolls=True,
    ),
    Act(
        "resist",
        resist,
        (
            Param("condition", Kind.CHOICE, required=True, choices=tuple(CONDITIONS)),
            *HELPED,
        ),
        rolls=True,
    ),
    Act(
        "opposed",
        opposed_roll,
        (
            Param("attribute", Kind.CHOICE, required=True, choices=ATTRIBUTES),
            Param("creature", Kind.CREATURE, required=True),
            Param("other_attribute", Kind.CHOICE, choices=ATTRIBUTES, words="attribute"),
            *IN_MODE,
            EFFORT,
            *SENSES,
            *OF_THE_OTHER[:3],
            Param("other_sight", Kind.FLAG),
            Param("other_hearing", Kind.FLAG),
            OF_THE_OTHER[3],
            MODIFIER,
        ),
        rolls=True,
    ),
    Act(
        "chance",
        chance,
        (Param("threshold", Kind.CHANCE, required=True, low=1, high=20), *IN_MODE),
        rolls=True,
    ),
    Act(
        "effort",
        spend_effort,
        (Param("use", Kind.CHOICE, required=True, choices=(POTENCY, "talent")),),
    ),
)


# Acts that hurt and heal: damage, falls, cures, death and the return from it.

HIGHEST_FALL = 1_000 * vitals.CENTIMETRES_PER_DIE


def damage(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage, after the armour roll of a PC who wears any (R1-092..R1-094).

    The session rolls the damage, lowered by the conditions of the `dealer` (A1-42). `direct` damage ignores
    armour and petrification. Stone is immune to all other damage (R1-105). A
    fascinated creature may save once more unless the dealer is another than the one that fascinates it; the
    GM skips that save if no dealer was named and another creature hurt it (R1-102).
    """
    dealer = args.get("dealer")
    used = potency_used(context, dealer) if dealer else RuleResult()
    result = deal(replace(context, sheets={**context.sheets, **used.sheets}), who, args, roll)
    if dealer:
        reminders = (*held_back(context, dealer, who), *used.facts)
        result = replace(used.followed_by(result), facts=(*reminders, *result.facts))
    state = character(context, who).states.get(Condition.FASCINATED)
    if state is None or (dealer and state.source and not context.may_be(dealer, state.source)):
        return result
    return _fascination_shaken(context, who, character(context, who), result)


def held_back(context: RulesContext, who: str, target: str = "") -> tuple[Fact, ...]:
    """Return the reminder that a fascinated creature cannot attack what fascinates it (R1-102).

    There is none if the target is known to be another. A shot has no target, and a source may be untold.
    """
    state = character(context, who).states.get(Condition.FASCINATED)
    if state is None or (target and state.source and not context.may_be(target, state.source)):
        return ()
    return (Fact("held_back", {"who": who, "source": state.source}),)


def deal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage that frees nobody from a fascination: that of a trap (R1-092..R1-094, R1-105)."""
    sheet, amount = character(context, who), max(0, args["amount"])
    if args.get("direct"):
        return _hurt(who, sheet, amount, "wounds")
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("immune", {"who": who}),))
    if not (sheet.is_pc and sheet.armour_die and amount):
        return _hurt(who, sheet, amount, "wounds")
    how, used = effect_handling(sheet, context.now), potency_used(context, who)
    sheet = character(replace(context, sheets={**context.sheets, **used.sheets}), who)
    throw = effect_throw(who, sheet.armour_die, _armour_handling(how, args), roll, "armour")
    taken = vitals.armour(amount, max(0, throw.total))
    soaked = Fact("soaked", {"who": who, "amount": amount - taken})
    facts = (*used.facts, *lowered_roll_facts(who, how, "armour"), soaked)
    return _hurt(who, sheet, taken, "wounds", facts=facts, throws=(throw,))


def _armour_handling(how: Handling, args: Args) -> Handling:
    """Return how an armour die is rolled with what the GM gives it (R1-021..R1-028, R1-094)."""
    adjustment = Adjustment(
        advantage=bool(args.get("armour_advantage")),
        disadvantage=bool(args.get("armour_disadvantage")),
        modifiers=(args.get("armour_modifier") or 0,),
    )
    return adjusted_handling(how, adjustment)


def fall(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal the damage of a fall, rolled or static; armour does not help (R1-086..R1-088).

    `metres` comes in centimetres.
    """
    sheet, height = character(context, who), args["metres"]
    count = vitals.fall_dice(height)
    if not count:
        return RuleResult(facts=(Fact("fell_unhurt", {"who": who}),))
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("immune", {"who": who}),))
    if args.get("static"):
        return _hurt(who, sheet, vitals.fall_damage(vitals.static_fall(height), pc=sheet.is_pc), "fall")
    dice = tuple(throw_die(vitals.FALL_DIE, roll) for _ in range(count))
    throw = Throw("fall", dice, sum_kept(dice), who, expression=f"{count}d{vitals.FALL_DIE}")
    return _hurt(who, sheet, vitals.fall_damage(throw.total, pc=sheet.is_pc), "fall", throws=(throw,))


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give Health back, up to its maximum (R1-050, R1-052); raises `Refusal` `dead`."""
    sheet, facts = apply_healing(who, living(context, who), args["amount"])
    return RuleResult(sheets={who: sheet}, facts=facts)


def kill(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Kill a creature, whatever its Health; raises `Refusal` `dead`."""
    sheet, facts = died(who, living(context, who), fitting(args.get("cause") or "gm"))
    return RuleResult(sheets={who: sheet}, facts=facts)


def revive(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a creature back to life. An NPC without Health stays alive (R1-084).

    Raises `Refusal` `not_dead`.
    """
    sheet = character(context, who)
    if not sheet.dead:
        raise Refusal("not_dead", who=who)
    spared = sheet.stays_alive or (not sheet.is_pc and sheet.health <= 0)
    after = replace(sheet, dead=False, cause="", stays_alive=spared)
    return RuleResult(sheets={who: after}, facts=(Fact("revived", {"who": who, "health": after.health}),))


def _hurt(
    who: str,
    sheet: Character,
    amount: int,
    cause: str,
    *,
    facts: tuple[Fact, ...] = (),
    throws: tuple[Throw, ...] = (),
) -> RuleResult:
    after, more = apply_damage(who, sheet, amount, cause)
    return RuleResult(sheets={who: after}, facts=(*facts, *more), throws=throws)


def _fascination_shaken(context: RulesContext, who: str, before: Character, result: RuleResult) -> RuleResult:
    """Call for the save of a fascinated creature, if it has been hurt and lives (R1-102)."""
    after = result.sheets.get(who, before)
    if not isinstance(after, Character) or after.dead or after.health >= before.health:
        return result
    data = {"who": who, "source": before.states[Condition.FASCINATED].source}
    pending = save_against(context, who, Condition.FASCINATED, "hurt.fascinated")
    return replace(
        result, facts=(*result.facts, Fact("fascinated_hurt", data)), pending=(*result.pending, pending)
    )


OF_THE_ARMOUR = (
    Param("armour_advantage", Kind.FLAG),
    Param("armour_disadvantage", Kind.FLAG),
    Param("armour_modifier", Kind.SIGNED),
)
"""The parameters of the armour roll of the creature that is hurt."""

HARMING = (
    Act(
        "damage",
        damage,
        (
            Param("amount", Kind.EFFECT, required=True),
            Param("direct", Kind.FLAG),
            Param("dealer", Kind.DEALER),
            *OF_THE_ARMOUR,
        ),
        rolls=True,
    ),
    Act("heal", heal, (Param("amount", Kind.EFFECT, required=True),), rolls=True),
    Act(
        "fall",
        fall,
        (
            Param("metres", Kind.METRES, required=True, low=0, high=HIGHEST_FALL),
            Param("static", Kind.FLAG),
        ),
        rolls=True,
    ),
    Act("kill", kill, (Param("cause", Kind.TEXT),)),
    Act("revive", revive),
)


# Ammunition: a usage die that the campaign rolls per shot or per encounter (R1-044..R1-047).


def usage_rolls(mode: AmmoMode, shots: int) -> int:
    """Return how many usage rolls an encounter with so many shots calls for (R1-045, R1-047).

    >>> usage_rolls(AmmoMode.PER_ENCOUNTER, 5)
    1
    """
    return shots if mode is AmmoMode.PER_SHOT else min(shots, 1)


def merged_die(mode: AmmoMode, a: int, b: int) -> int:
    """Return the die of two equal stacks joined, one step up (R1-046, R1-047, A1-14).

    >>> merged_die(AmmoMode.PER_SHOT, 4, 4)
    6

    Raises `Refusal`: `merge_per_encounter`, `merge_depleted`, `merge_unequal`, `largest_usage_die`.
    """
    if mode is AmmoMode.PER_ENCOUNTER:
        raise Refusal("merge_per_encounter")
    if DEPLETED in (a, b):
        raise Refusal("merge_depleted")
    if a != b or a not in LADDER:
        raise Refusal("merge_unequal", a=a, b=b)
    return step_up(a)


# Acts that use supplies up: usage dice, shots, stacks of ammunition (R1-035..R1-047).


def use(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll a supply's usage die; modifiers do not change it (R1-039, R1-043, A1-13).

    Raises `Refusal`: `unknown_supply`, `depleted`.
    """
    mode = mode_of(args)
    return use_supply(args["supply"], _require_supply(context, args["supply"]), roll, mode)


def use_together(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Roll a supply of several creatures, such as the party's, once."""
    return use(context, creature_ids[0], args, roll)


def shoot(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Shoot: roll the ammunition now, or remember the shot, as the campaign has chosen (R1-044..R1-047).

    With an attribute, the attack is rolled first (R1-045). Raises `Refusal`: `dead`, `no_effort`,
    `unknown_supply`, `depleted`, `not_ammunition`, `no_ammunition`, `which_ammunition`.
    """
    living(context, who)
    key = args.get("supply") or _only_ammunition(context, who)
    _ammunition(context, key)
    rolled = RuleResult(facts=unable(who, character(context, who)))
    if args.get("attribute"):
        rolled = test(context, who, {**args, "ranged": True}, roll)
    return (
        RuleResult(facts=held_back(context, who))
        .followed_by(rolled)
        .followed_by(roll_ammunition(context, who, key, roll))
    )


def roll_ammunition(context: RulesContext, who: str, key: str, roll: Roll) -> RuleResult:
    """Roll the ammunition of a shot now, or remember the shot, as the campaign has chosen (R1-045, R1-047).

    Raises `Refusal`: `unknown_supply`, `depleted`, `not_ammunition`.
    """
    supply = _ammunition(context, key)
    if choices(context).ammo_mode is AmmoMode.PER_SHOT:
        return use_supply(key, supply, roll)
    fact = Fact("fired", {"who": who, "supply": key, "name": supply.name})
    return RuleResult(supplies={key: replace(supply, fired=True)}, facts=(fact,))


def merge(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Join two equal stacks of ammunition into the first, one step up (R1-046, R1-047, A1-14).

    Raises `Refusal`: `unknown_supply`, `depleted`, `not_ammunition`, `merge_itself`, and those of
    `merged_die`.
    """
    into, emptied = args["supply"], args["other"]
    if into == emptied:
        raise Refusal("merge_itself")
    first, second = _ammunition(context, into), _ammunition(context, emptied)
    die = merged_die(choices(context).ammo_mode, first.die, second.die)
    data = {"supply": into, "name": first.name, "other": second.name, "die": die}
    return RuleResult(
        supplies={into: replace(first, die=die), emptied: replace(second, die=0, active=False)},
        facts=(Fact("merged", data),),
    )


def _require_supply(context: RulesContext, key: str) -> Supply:
    supply = context.supplies.get(key)
    if supply is None:
        raise Refusal("unknown_supply", name=key)
    if supply.is_depleted:
        raise Refusal("depleted", name=supply.name)
    return supply


def _ammunition(context: RulesContext, key: str) -> Supply:
    supply = _require_supply(context, key)
    if supply.trigger is not Trigger.AMMUNITION:
        raise Refusal("not_ammunition", name=supply.name)
    return supply


def _only_ammunition(context: RulesContext, who: str) -> str:
    carried = ammunition_of(context, who)
    if not carried:
        raise Refusal("no_ammunition", who=who)
    if len(carried) > 1:
        known = ", ".join(f"{label} (d{context.supplies[key].die})" for key, label in carried.items())
        raise Refusal("which_ammunition", who=who, known=known)
    return next(iter(carried))


SUPPLYING = (
    Act(
        "use",
        use,
        (
            Param("supply", Kind.SUPPLY, required=True),
            *IN_MODE,
        ),
        rolls=True,
        whose=Whose.TOGETHER,
        together=use_together,
    ),
    Act(
        "shoot",
        shoot,
        (
            Param("supply", Kind.SUPPLY),
            Param("attribute", Kind.CHOICE, choices=ATTRIBUTES),
            *HELPED,
        ),
        rolls=True,
    ),
    Act(
        "merge",
        merge,
        (Param("supply", Kind.SUPPLY, required=True), Param("other", Kind.SUPPLY, required=True)),
    ),
)


# The act of an attack: one of a creature's own, with its damage and ammunition (R1-045, R1-092, R1-093).

PLAIN = "plain"
"""The choice of the one damage that stands on the sheet without a name."""


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Attack `creature` with one of the attacks of `who` (R1-015, R1-045, R1-092..R1-094, R1-098).

    With an `attribute`, the attack is rolled first, and needs sight; a failure deals nothing. A player's
    character dodges an NPC with a save of Agility; any other attack without an attribute hits, and that is
    told: the text has no other roll, and the Cronista may decide without one (R1-003). A player's
    character rolls dice of damage, lowered by its conditions (A1-42); a figure is static. With
    `ammunition`, the shot uses it up, whether it hits or not (R1-047). A creature with one attack needs no
    name for it. Raises `Refusal`: `dead`, `whom`, `no_attack`, `attack_roll`, `attack_without_roll`,
    `nobody_dodges`, those of `test` and `fired`, and what the notation of a damage raises.
    """
    sheet, target, ammunition = living(context, who), args.get("creature"), args.get("ammunition")
    if not target:
        raise Refusal("whom")
    living(context, target)
    name = _chosen(sheet, who, args)
    told = attacks(who, target, "" if name == PLAIN else name)
    reminded = () if args.get("attribute") else unable(who, sheet)
    aimed, hits = _aimed(context, who, {**args, "ranged": bool(ammunition or args.get("ranged"))}, roll)
    context = replace(context, sheets={**context.sheets, **aimed.sheets})
    result = RuleResult(facts=(*reminded, told)).followed_by(aimed)
    if hits and not aimed.throws and not args.get("undodged"):
        result = result.followed_by(RuleResult(facts=(Fact(HITS_UNROLLED, {"who": who}),)))
    if hits:
        result = result.followed_by(_blow(context, who, name, args, roll))
    return result.followed_by(roll_ammunition(context, who, ammunition, roll)) if ammunition else result


def _aimed(context: RulesContext, who: str, args: Args, roll: Roll) -> tuple[RuleResult, bool]:
    """Roll whether an attack hits: players roll, to hit or to dodge (R1-015, R1-093, R1-098)."""
    sheet, target = character(context, who), args["creature"]
    dodges = is_dodged(sheet, character(context, target)) and not args.get("undodged")
    if not dodges and any(args.get(each.name) for each in OF_THE_OTHER):
        raise Refusal("nobody_dodges", who=target)
    if args.get("attribute"):
        rolled = test(context, who, {**args, "sight": True}, roll)
        return rolled, any(Outcome(throw.outcome).succeeds for throw in rolled.throws)
    if any(args.get(name) for name in _OF_THE_ROLL):
        raise Refusal("attack_roll" if sheet.is_pc else "attack_without_roll", who=who)
    if hindrance(sheet.states, Task("", sight=True, ranged=bool(args.get("ranged")))).auto_fail:
        return RuleResult(facts=(Fact("failed_unseeing", {"who": who}),)), False
    return _roll_dodge(context, target, args, roll) if dodges else (RuleResult(), True)


def is_dodged(sheet: Character, victim: Character) -> bool:
    """Whether the victim of an attack may dodge it: a player's character that an NPC attacks (R1-015)."""
    able = not victim.unconscious and Condition.PETRIFIED not in victim.states
    return victim.is_pc and not sheet.is_pc and able


def _roll_dodge(context: RulesContext, who: str, args: Args, roll: Roll) -> tuple[RuleResult, bool]:
    """Roll the save of the creature that dodges an attack; return also whether the attack hits (R1-015)."""
    call = _opposing_call(args, save_task(Attribute.AGILITY))
    after, figures, facts = _figures(
        who, character(context, who), call, context.now, args.get("other_effort")
    )
    throw = roll_attribute(who, figures, roll, purpose="save", subject=Attribute.AGILITY)
    dodged = Outcome(throw.outcome).succeeds
    told = (Fact("dodged", {"who": who}),) if dodged else ()
    return RuleResult(sheets={who: after}, facts=(*facts, *told), throws=(throw,)), not dodged


def _blow(context: RulesContext, who: str, name: str, args: Args, roll: Roll) -> RuleResult:
    """Deal the damage of an attack that hits."""
    sheet = character(context, who)
    how = effect_handling(sheet, context.now)
    named = "" if name == PLAIN else name
    amount, throws = strike_with(who, named, damages(sheet)[name], roll, EffectHandling(how.mode, how.static))
    armour = {each.name: args.get(each.name) for each in OF_THE_ARMOUR}
    dealt = {"amount": amount, "direct": bool(args.get("direct")), "dealer": who, **armour}
    facts = lowered_roll_facts(who, how, "effect") if throws else ()
    return RuleResult(facts=facts, throws=throws).followed_by(damage(context, args["creature"], dealt, roll))


def damages(sheet: Character) -> Mapping[str, str]:
    """Return the damage of each attack that stands on a sheet, the one without a name first."""
    named = {name: each.damage for name, each in sheet.attacks.items()}
    return {**({PLAIN: sheet.damage} if sheet.damage else {}), **named}


def attacks_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the attacks that stand on a sheet, by name."""
    return {name: name for name in damages(character(context, who))}


def _chosen(sheet: Character, who: str, args: Args) -> str:
    names = list(damages(sheet))
    name = args.get("attack") or (names[0] if len(names) == 1 else "")
    if name not in names:
        raise Refusal("no_attack", who=who, known=", ".join(sheet.attacks))
    return str(name)


def _rolled_with(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the attributes that an attack may be rolled with: only players roll (R1-004, R1-093)."""
    return {each: each for each in ATTRIBUTES} if character(context, who).is_pc else {}


def _dodged_from(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return something if others dodge the attacks of a creature: players roll (R1-015, R1-093)."""
    return {} if character(context, who).is_pc else {who: who}


_OF_THE_ROLL = {param.name: replace(param, offers=_rolled_with) for param in HELPED}
"""Parameters of the roll of an attack."""

ATTACKING = (
    Act(
        "attack",
        attack,
        (
            Param("attack", Kind.CHOICE, offers=attacks_of),
            AMMUNITION,
            TARGET,
            Param("direct", Kind.FLAG),
            Param("attribute", Kind.CHOICE, offers=_rolled_with),
            RANGED,
            *_OF_THE_ROLL.values(),
            Param("undodged", Kind.FLAG, offers=_dodged_from),
            *(replace(param, offers=_dodged_from) for param in OF_THE_OTHER),
            *OF_THE_ARMOUR,
        ),
        rolls=True,
    ),
)
