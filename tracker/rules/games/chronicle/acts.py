"""The acts of Chronicle that roll, hurt, heal and use supplies up."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules import supply_use
from tracker.rules.dice import Mode, Roll, Throw, sum_kept, throw_die, throw_in_mode
from tracker.rules.fields import Scalar
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
    effect_handling,
    effect_throw,
    effort_on,
    effort_spent,
    figures_of,
    handling_data,
    handling_of,
    happens,
    inability_facts,
    lowered_roll_facts,
    naturals,
    roll_attribute,
    save_against,
    shake_off,
    spend_potency,
    task_of,
    with_death,
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
from tracker.rules.pending import Adjustment, figure, own_key
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import AMMUNITION, TARGET, ammunition_of, use_supply
from tracker.rules.system import (
    WHO,
    Act,
    Args,
    EffectHandling,
    Fact,
    Kind,
    Param,
    PendingRoll,
    RuleResult,
    RulesContext,
    Whose,
)
from tracker.rules.text import fitting_text
from tracker.rules.usage_die import DEPLETED, LADDER, step_up
from tracker.rules.weapon import BLOW, HITS_UNROLLED, attacks, deal_or_wait, strike_with

# Acts that roll: tests, saves, opposed rolls, chances, and the Effort that helps them.

IN_MODE = (Param("advantage", Kind.FLAG), Param("disadvantage", Kind.FLAG))
"""The parameters that set another mode than the normal one."""
EFFORT = Param("effort", Kind.FLAG)
MODIFIER = Param("modifier", Kind.MODIFIER)
HELPED = (*IN_MODE, EFFORT, MODIFIER)
"""The parameters of an attribute roll: mode, Effort, modifiers."""
SENSES = (Param("sight", Kind.FLAG), Param("hearing", Kind.FLAG))
"""Whether a roll needs sight or hearing, which a condition may have taken (R1-098, R1-106)."""
RANGED = Param("ranged", Kind.FLAG)
OF_THE_OTHER = (
    Param("other_advantage", Kind.FLAG),
    Param("other_disadvantage", Kind.FLAG),
    Param("other_effort", Kind.FLAG),
    Param("other_modifier", Kind.SIGNED),
)
"""The parameters of the other side's roll."""


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll an attribute against its difficulty (R1-004..R1-008, R1-013, R1-053).

    A ranged attack by a creature that cannot see fails without a roll, and costs no Effort (R1-098).
    Raises `Refusal`: `dead`, `no_effort`, `effort_useless`.
    """
    sheet = living(context, who)
    call = call_from_args(args, _task(args))
    reminders = () if args.get("save") else inability_facts(who, sheet)
    if hindrance(sheet.states, call.task).auto_fail:
        return RuleResult(facts=(*reminders, Fact("failed_unseeing", {"who": who})))
    after, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    purpose = "save" if args.get("save") else "test"
    throw = roll_attribute(who, figures, roll, purpose=purpose, subject=call.task.attribute)
    return RuleResult(sheets={who: after}, facts=(*reminders, *facts), throws=(throw,))


def _figures(
    who: str, sheet: Character, call: Call, now: int, effort: object
) -> tuple[Character, Figures, tuple[Fact, ...]]:
    """Work out the figures of a roll, and the sheet and facts after the Effort that it may cost."""
    figures = figures_of(sheet, call, now)
    return effort_on(who, sheet, figures) if effort else (sheet, figures, ())


def save(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Save from a danger with the attribute that withstands it (R1-013..R1-019); a save with Agility dodges.

    Raises `Refusal`: `dead`, `no_effort`.
    """
    attribute = save_attribute(args["danger"])
    test_args = {**args, "attribute": attribute, "save": True, "dodge": attribute is Attribute.AGILITY}
    result = test(context, who, test_args, roll)
    danger = Fact("in_danger", {"who": who, "danger": args["danger"]})
    return replace(result, facts=(danger, *result.facts))


def resist(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Save against a condition, in addition to the save of each turn (R1-096, R1-100, R1-102).

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
    other_call = _opposing_call(args, Task(args.get("other_attribute") or args["attribute"], **senses))
    sheet, figures, facts = _figures(who, sheet, call, context.now, args.get("effort"))
    rival, other_figures, other_facts = _figures(
        other, rival, other_call, context.now, args.get("other_effort")
    )
    mine = roll_attribute(who, figures, roll, purpose="opposed", subject=call.task.attribute)
    theirs = roll_attribute(other, other_figures, roll, purpose="opposed", subject=other_call.task.attribute)
    winner = checks.compare_opposed(_contender(sheet, mine), _contender(rival, theirs))
    fact = {
        Winner.A: Fact("opposed_won", {"who": who, "other": other}),
        Winner.B: Fact("opposed_won", {"who": other, "other": who}),
        Winner.REROLL: Fact("opposed_tied", {"who": who, "other": other}),
    }[winner]
    facts = (*inability_facts(who, sheet), *facts, *other_facts, fact)
    return RuleResult(sheets={who: sheet, other: rival}, facts=facts, throws=(mine, theirs))


def odds_of(throw: Throw) -> dict[str, int]:
    """Count the ways to each outcome of a d20 against a target (R1-004..R1-008, R1-034), or none."""
    target, static = throw.target, throw.static
    if target is None or [die.sides for die in throw.dice if die.kept] != [20]:
        return {}
    faces = naturals(Mode(throw.mode))
    if throw.purpose == "chance":
        return faces.shared_by(lambda face: "happens" if happens(target, face) else "does_not_happen")
    chances = faces.shared_by(lambda face: checks.judge(face, face + static, target).value)
    return {outcome.value: chances[outcome] for outcome in Outcome if outcome in chances}


def odds_against(context: RulesContext, mine: Throw, theirs: Throw) -> dict[str, int]:
    """Count the ways to win and to lose an opposed roll; ties are repeated (R1-029..R1-033)."""
    if mine.purpose != "opposed" or mine.target is None or theirs.target is None:
        return {}
    ways = Counter[Winner]()
    for face, weight in naturals(Mode(mine.mode)).weights.items():
        contender = _contender(character(context, mine.who), _throw_showing(mine, face))
        for other_face, other_weight in naturals(Mode(theirs.mode)).weights.items():
            rival = _contender(character(context, theirs.who), _throw_showing(theirs, other_face))
            ways[checks.compare_opposed(contender, rival)] += weight * other_weight
    return {"won": ways[Winner.A], "lost": ways[Winner.B]}


def _throw_showing(throw: Throw, face: int) -> Throw:
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
    return Call(
        task,
        modifiers=tuple(args.get("modifier") or ()),
        advantage=bool(args.get("advantage")),
        disadvantage=bool(args.get("disadvantage")),
    )


def _opposing_call(args: Args, task: Task) -> Call:
    return Call(
        task,
        (args.get("other_modifier") or 0,),
        advantage=bool(args.get("other_advantage")),
        disadvantage=bool(args.get("other_disadvantage")),
    )


def mode_of(args: Args) -> Mode:
    return checks.roll_mode((), bool(args.get("advantage")), bool(args.get("disadvantage"))).mode


def save_task(attribute: str) -> Task:
    """Describe a save; one with Agility dodges (R1-015)."""
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
    """Deal damage; a PC in armour rolls it first (R1-092..R1-094).

    The session has rolled the damage, lowered by the conditions of the `dealer` (A1-42). `direct` damage
    ignores armour and petrification; stone is immune to all other damage (R1-105). A fascinated creature may
    save once more, unless the damage is known to come from another creature than the one that fascinates it;
    without a named dealer, the GM skips that save if it does not apply (R1-102).
    """
    dealer = args.get("dealer")
    potency = spend_potency(context, dealer) if dealer else RuleResult()
    result = deal(replace(context, sheets={**context.sheets, **potency.sheets}), who, args, roll)
    if dealer:
        reminders = (*held_back_facts(context, dealer, who), *potency.facts)
        result = replace(potency.followed_by(result), facts=(*reminders, *result.facts))
    state = character(context, who).states.get(Condition.FASCINATED)
    if state is None or (dealer and state.source and not context.may_be(dealer, state.source)):
        return result
    return _with_fascination_save(context, who, character(context, who), result)


def held_back_facts(context: RulesContext, who: str, target: str = "") -> tuple[Fact, ...]:
    """Remind that a fascinated creature cannot attack what fascinates it (R1-102).

    No reminder if the target is known to be another creature. A shot has no target, and a source may be
    unnamed: both get one.
    """
    state = character(context, who).states.get(Condition.FASCINATED)
    if state is None or (target and state.source and not context.may_be(target, state.source)):
        return ()
    return (Fact("held_back", {"who": who, "source": state.source}),)


def deal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage that calls for no new save against fascination, as a trap does (R1-092..R1-094, R1-105)."""
    sheet, amount = character(context, who), max(0, args["amount"])
    if args.get("direct"):
        return _take_damage(who, sheet, amount, "wounds")
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("immune", {"who": who}),))
    if not (sheet.is_pc and sheet.armour_die and amount):
        return _take_damage(who, sheet, amount, "wounds")
    how, potency = effect_handling(sheet, context.now), spend_potency(context, who)
    sheet = character(replace(context, sheets={**context.sheets, **potency.sheets}), who)
    throw = effect_throw(who, sheet.armour_die, _armour_handling(how, args), roll, "armour")
    taken = vitals.armour(amount, max(0, throw.total))
    soaked_fact = Fact("soaked", {"who": who, "amount": amount - taken})
    facts = (*potency.facts, *lowered_roll_facts(who, how, "armour"), soaked_fact)
    return _take_damage(who, sheet, taken, "wounds", facts=facts, throws=(throw,))


def _armour_handling(how: Handling, args: Args) -> Handling:
    """How an armour die is rolled, with what the GM adds to it (R1-021..R1-028, R1-094)."""
    adjustment = Adjustment(
        advantage=bool(args.get("armour_advantage")),
        disadvantage=bool(args.get("armour_disadvantage")),
        modifiers=(args.get("armour_modifier") or 0,),
    )
    return adjusted_handling(how, adjustment)


def fall(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal the damage of a fall, rolled or static; armour does not help (R1-086..R1-088).

    The argument `metres` holds centimetres.
    """
    sheet, height = character(context, who), args["metres"]
    count = vitals.fall_dice(height)
    if not count:
        return RuleResult(facts=(Fact("fell_unhurt", {"who": who}),))
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("immune", {"who": who}),))
    if args.get("static"):
        return _take_damage(
            who, sheet, vitals.fall_damage(vitals.static_fall(height), pc=sheet.is_pc), "fall"
        )
    dice = tuple(throw_die(vitals.FALL_DIE, roll) for _ in range(count))
    throw = Throw("fall", dice, sum_kept(dice), who, expression=f"{count}d{vitals.FALL_DIE}")
    return _take_damage(who, sheet, vitals.fall_damage(throw.total, pc=sheet.is_pc), "fall", throws=(throw,))


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give Health back, up to its maximum (R1-050, R1-052); raises `Refusal` `dead`."""
    sheet, facts = apply_healing(who, living(context, who), args["amount"])
    return RuleResult(sheets={who: sheet}, facts=facts)


def kill(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Kill a creature, whatever its Health; raises `Refusal` `dead`."""
    sheet, facts = with_death(who, living(context, who), fitting_text(args.get("cause") or "gm"))
    return RuleResult(sheets={who: sheet}, facts=facts)


def revive(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a creature back to life; an NPC without Health stays alive (R1-084).

    Raises `Refusal` `not_dead`.
    """
    sheet = character(context, who)
    if not sheet.dead:
        raise Refusal("not_dead", who=who)
    stays_alive = sheet.stays_alive or (not sheet.is_pc and sheet.health <= 0)
    after = replace(sheet, dead=False, cause="", stays_alive=stays_alive)
    return RuleResult(sheets={who: after}, facts=(Fact("revived", {"who": who, "health": after.health}),))


def _take_damage(
    who: str,
    sheet: Character,
    amount: int,
    cause: str,
    *,
    facts: tuple[Fact, ...] = (),
    throws: tuple[Throw, ...] = (),
) -> RuleResult:
    after, damage_facts = apply_damage(who, sheet, amount, cause)
    return RuleResult(sheets={who: after}, facts=(*facts, *damage_facts), throws=throws)


def _with_fascination_save(
    context: RulesContext, who: str, old_sheet: Character, result: RuleResult
) -> RuleResult:
    """Call for another save of a fascinated creature that was hurt and lives (R1-102)."""
    after = result.sheets.get(who, old_sheet)
    if not isinstance(after, Character) or after.dead or after.health >= old_sheet.health:
        return result
    data = {"who": who, "source": old_sheet.states[Condition.FASCINATED].source}
    key = own_key(context, who, "hurt.fascinated")
    pending = save_against(context, who, Condition.FASCINATED, key)
    return replace(
        result, facts=(*result.facts, Fact("fascinated_hurt", data)), pending=(*result.pending, pending)
    )


OF_THE_ARMOUR = (
    Param("armour_advantage", Kind.FLAG),
    Param("armour_disadvantage", Kind.FLAG),
    Param("armour_modifier", Kind.SIGNED),
)
"""The parameters of the victim's armour roll."""

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
        on_others=True,
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
    """Count the usage rolls that `shots` in an encounter call for (R1-045, R1-047).

    >>> usage_rolls(AmmoMode.PER_ENCOUNTER, 5)
    1
    """
    return shots if mode is AmmoMode.PER_SHOT else min(shots, 1)


def merged_die(mode: AmmoMode, a: int, b: int) -> int:
    """Merge the dice of two equal stacks: one step up (R1-046, R1-047, A1-14).

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


# Acts that use up supplies: usage dice, shots, stacks of ammunition (R1-035..R1-047).


def use(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll a supply's usage die; modifiers do not change it (R1-039, R1-043, A1-13).

    Raises `Refusal`: `unknown_supply`, `depleted`.
    """
    mode = mode_of(args)
    return use_supply(args["supply"], _require_supply(context, args["supply"]), roll, mode)


def use_together(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Roll a supply that several creatures share, such as the party's, once."""
    return use(context, creature_ids[0], args, roll)


def shoot(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Shoot: roll the ammunition now, or note the shot for later, by the campaign's choice (R1-044..R1-047).

    With an attribute, the attack is rolled first (R1-045). Raises `Refusal`: `dead`, `no_effort`,
    `unknown_supply`, `depleted`, `not_ammunition`, `no_ammunition`, `which_ammunition`.
    """
    living(context, who)
    key = args.get("supply") or _only_ammunition(context, who)
    _require_ammunition(context, key)
    attack_roll = RuleResult(facts=inability_facts(who, character(context, who)))
    if args.get("attribute"):
        attack_roll = test(context, who, {**args, "ranged": True}, roll)
    return (
        RuleResult(facts=held_back_facts(context, who))
        .followed_by(attack_roll)
        .followed_by(roll_ammunition(context, who, key, roll))
    )


def roll_ammunition(context: RulesContext, who: str, key: str, roll: Roll) -> RuleResult:
    """Roll the ammunition of a shot, or note the shot until the encounter ends (R1-045, R1-047).

    The campaign chooses which. Raises `Refusal`: `unknown_supply`, `depleted`, `not_ammunition`.
    """
    supply = _require_ammunition(context, key)
    if choices(context).ammo_mode is AmmoMode.PER_SHOT:
        return supply_use.roll_ammunition(context, key, roll)
    fact = Fact("fired", {"who": who, "supply": key, "name": supply.name})
    return RuleResult(supplies={key: replace(supply, fired=True)}, facts=(fact,))


def merge(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Merge two equal stacks of ammunition into the first, one step up (R1-046, R1-047, A1-14).

    Raises `Refusal`: `unknown_supply`, `depleted`, `not_ammunition`, `merge_itself`, and those of
    `merged_die`.
    """
    target, source = args["supply"], args["other"]
    if target == source:
        raise Refusal("merge_itself")
    first, second = _require_ammunition(context, target), _require_ammunition(context, source)
    die = merged_die(choices(context).ammo_mode, first.die, second.die)
    data = {"supply": target, "name": first.name, "other": second.name, "die": die}
    return RuleResult(
        supplies={target: replace(first, die=die), source: replace(second, die=0, active=False)},
        facts=(Fact("merged", data),),
    )


def _require_supply(context: RulesContext, key: str) -> Supply:
    supply = context.supplies.get(key)
    if supply is None:
        raise Refusal("unknown_supply", name=key)
    if supply.is_depleted:
        raise Refusal("depleted", name=supply.name)
    return supply


def _require_ammunition(context: RulesContext, key: str) -> Supply:
    supply = _require_supply(context, key)
    if supply.trigger is not Trigger.AMMUNITION:
        raise Refusal("not_ammunition", name=supply.name)
    return supply


def _only_ammunition(context: RulesContext, who: str) -> str:
    stacks = ammunition_of(context, who)
    if not stacks:
        raise Refusal("no_ammunition", who=who)
    if len(stacks) > 1:
        known = ", ".join(f"{label} (d{context.supplies[key].die})" for key, label in stacks.items())
        raise Refusal("which_ammunition", who=who, known=known)
    return next(iter(stacks))


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
"""The name of the attack that stands on the sheet without one."""


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Attack `creature` with one of the attacks of `who` (R1-015, R1-045, R1-092..R1-094, R1-098).

    With an `attribute`, the attack is rolled first and needs sight; a failure deals nothing. Without one, a
    PC dodges an NPC's attack with a save of Agility, and any other attack hits: the rules have no other roll,
    and the Cronista may decide without one (R1-003); a fact says so. A PC rolls dice of damage, lowered by
    its conditions (A1-42); a plain number is dealt as it stands. With `ammunition`, the shot uses it up, hit
    or miss (R1-047). A creature with one attack need not name it. Raises `Refusal`: `dead`, `whom`,
    `no_attack`, `attack_roll`, `attack_without_roll`, `nobody_dodges`, those of `test` and `roll_ammunition`,
    and those of the notation of a damage.
    """
    sheet, target, ammunition = living(context, who), args.get("creature"), args.get("ammunition")
    if not target:
        raise Refusal("whom")
    living(context, target)
    name = _chosen_attack(sheet, who, args)
    attack_fact = attacks(who, target, "" if name == PLAIN else name)
    reminders = () if args.get("attribute") else inability_facts(who, sheet)
    to_hit, hits = _roll_to_hit(
        context, who, {**args, "ranged": bool(ammunition or args.get("ranged"))}, roll
    )
    context = replace(context, sheets={**context.sheets, **to_hit.sheets})
    result = RuleResult(facts=(*reminders, attack_fact)).followed_by(to_hit)
    if hits and not to_hit.throws and not args.get("undodged"):
        result = result.followed_by(RuleResult(facts=(Fact(HITS_UNROLLED, {"who": who}),)))
    if hits:
        result = result.followed_by(_hit(context, who, name, args, roll))
    return result.followed_by(roll_ammunition(context, who, ammunition, roll)) if ammunition else result


def _roll_to_hit(context: RulesContext, who: str, args: Args, roll: Roll) -> tuple[RuleResult, bool]:
    """Roll to hit or to dodge, and say if the attack hits; only players roll (R1-015, R1-093, R1-098)."""
    sheet, target = character(context, who), args["creature"]
    dodges = is_dodged(sheet, character(context, target)) and not args.get("undodged")
    if not dodges and any(args.get(each.name) for each in OF_THE_OTHER):
        raise Refusal("nobody_dodges", who=target)
    if args.get("attribute"):
        result = test(context, who, {**args, "sight": True}, roll)
        return result, any(Outcome(throw.outcome).succeeds for throw in result.throws)
    if any(args.get(name) for name in _ATTACK_ROLL):
        raise Refusal("attack_roll" if sheet.is_pc else "attack_without_roll", who=who)
    if hindrance(sheet.states, Task("", sight=True, ranged=bool(args.get("ranged")))).auto_fail:
        return RuleResult(facts=(Fact("failed_unseeing", {"who": who}),)), False
    return _roll_dodge(context, target, args, roll) if dodges else (RuleResult(), True)


def is_dodged(sheet: Character, victim: Character) -> bool:
    """Whether the victim may dodge: a PC that an NPC attacks, conscious and not stone (R1-015)."""
    can_move = not victim.unconscious and Condition.PETRIFIED not in victim.states
    return victim.is_pc and not sheet.is_pc and can_move


def _roll_dodge(context: RulesContext, who: str, args: Args, roll: Roll) -> tuple[RuleResult, bool]:
    """Roll the victim's dodge, and say if the attack hits (R1-015)."""
    call = _opposing_call(args, save_task(Attribute.AGILITY))
    after, figures, facts = _figures(
        who, character(context, who), call, context.now, args.get("other_effort")
    )
    throw = roll_attribute(who, figures, roll, purpose="save", subject=Attribute.AGILITY)
    dodged = Outcome(throw.outcome).succeeds
    dodge_facts = (Fact("dodged", {"who": who}),) if dodged else ()
    return RuleResult(sheets={who: after}, facts=(*facts, *dodge_facts), throws=(throw,)), not dodged


def _hit(context: RulesContext, who: str, name: str, args: Args, roll: Roll) -> RuleResult:
    sheet = character(context, who)
    options = ("direct", *(each.name for each in OF_THE_ARMOUR))
    data: dict[str, Scalar] = {
        "other": args["creature"],
        "attack": "" if name == PLAIN else name,
        "damage": damages(sheet)[name],
        **handling_data(effect_handling(sheet, context.now)),
        **{each: args[each] for each in options if args.get(each)},
    }
    dealt = deal_or_wait(context, who, data, roll, deal_blow)
    if all(each.kind != BLOW for each in dealt.pending):
        return dealt
    # Otherwise the damage that comes later would be the first to remind of it.
    return replace(dealt, facts=(*held_back_facts(context, who, args["creature"]), *dealt.facts))


def deal_blow(context: RulesContext, who: str, data: Mapping[str, Scalar], roll: Roll) -> RuleResult:
    """Roll the damage of an attack that has hit, unless its `amount` is known, and deal it (R1-092..R1-094).

    The armour die of the target waits in its turn if the players have typed no face for it.
    """
    blow = PendingRoll(data=data)
    if "amount" in data:
        armour = {each.name: data.get(each.name) for each in OF_THE_ARMOUR}
        args = {"amount": figure(blow, "amount"), "direct": data.get("direct"), "dealer": who, **armour}
        return damage(context, str(data["other"]), args, roll)
    how = handling_of(blow)
    amount, throws = strike_with(
        who, str(data["attack"]), str(data["damage"]), roll, EffectHandling(how.mode, how.static)
    )
    facts = lowered_roll_facts(who, how, "effect") if throws else ()
    dealt = deal_or_wait(context, who, {**data, "amount": amount}, roll, deal_blow)
    return RuleResult(facts=facts, throws=throws).followed_by(dealt)


def damages(sheet: Character) -> Mapping[str, str]:
    """Map the attacks on a sheet to their damage; the one without a name comes first."""
    attacks = {name: each.damage for name, each in sheet.attacks.items()}
    return {**({PLAIN: sheet.damage} if sheet.damage else {}), **attacks}


def attacks_of(context: RulesContext, who: str) -> Mapping[str, str]:
    return {name: name for name in damages(character(context, who))}


def _chosen_attack(sheet: Character, who: str, args: Args) -> str:
    names = list(damages(sheet))
    name = args.get("attack") or (names[0] if len(names) == 1 else "")
    if name not in names:
        raise Refusal("no_attack", who=who, known=", ".join(sheet.attacks))
    return str(name)


def _attack_attributes(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer the attributes that an attack may be rolled with; only players roll (R1-004, R1-093)."""
    return {each: each for each in ATTRIBUTES} if character(context, who).is_pc else {}


def _dodging_choice(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer a choice if PCs dodge the creature's attacks, as they do an NPC's (R1-015, R1-093)."""
    return {} if character(context, who).is_pc else {who: who}


_ATTACK_ROLL = {param.name: replace(param, offers=_attack_attributes) for param in HELPED}
"""The parameters of an attack roll."""

ATTACKING = (
    Act(
        "attack",
        attack,
        (
            Param("attack", Kind.CHOICE, offers=attacks_of),
            AMMUNITION,
            TARGET,
            Param("direct", Kind.FLAG),
            Param("attribute", Kind.CHOICE, offers=_attack_attributes),
            RANGED,
            *_ATTACK_ROLL.values(),
            Param("undodged", Kind.FLAG, offers=_dodging_choice),
            *(replace(param, offers=_dodging_choice) for param in OF_THE_OTHER),
            *OF_THE_ARMOUR,
        ),
        rolls=True,
        doer=WHO,
    ),
)
