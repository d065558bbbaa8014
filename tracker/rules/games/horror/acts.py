"""The acts that Horror offers to a GM."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.body import DYING_ACTS, attributes_of, is_alive, needs_acts, weapons_of
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.horror import harm
from tracker.rules.games.horror.checks import (
    CONDITIONS,
    SUCCESS_FROM,
    Check,
    Consequence,
    Outcome,
    check,
    is_out_of_reach,
    listed_consequences,
    net_difficulty,
)
from tracker.rules.games.horror.harm import (
    DYING_SIDES,
    MARKS,
    Dying,
    Scar,
    add_scar,
    add_scar_mark,
    apply_damage,
    apply_healing,
    armour_ignored,
    leave_rolled_scar,
    lose_sanity,
    rescue,
    strike,
    weapon_used,
)
from tracker.rules.games.horror.sheet import (
    HIGHEST_RESOURCE,
    Attribute,
    Character,
    Choice,
    Difficulty,
    NextRoll,
    Owed,
    Vulnerability,
    character,
    living,
)
from tracker.rules.pending import own_key
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import AMMUNITION, TARGET, roll_ammunition
from tracker.rules.system import (
    WHO,
    Act,
    Args,
    Fact,
    Kind,
    Param,
    PendingRoll,
    RuleResult,
    RulesContext,
    Whose,
)
from tracker.rules.table_reading import Reading, read_row, roll_and_read
from tracker.rules.text import fitting_text
from tracker.rules.weapon import attacks, deal_or_wait

# Acts that roll: attribute rolls, tasks, ratings of the next roll, and consequences.

OTHER = "other"
"""A consequence that the table invents (R2-020)."""
ONLY_HARM = "only_harm"
"""The damage of an action that could do nothing but hurt: 1 hit point (R2-012)."""


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll an attribute to reach 8; a choice that follows is pending (R2-001..R2-010, R2-016).

    Raises `Refusal`: `dead`, `no_attribute`.
    """
    sheet, target = _require_attribute(context, who, args), args.get("creature") or ""
    attempt = check(who, sheet, args, roll, "test")
    outcome = attempt.made.outcome
    throw = replace(attempt.throw, target=SUCCESS_FROM, outcome=outcome, margin=attempt.made.margin)
    owed_kind = _owed_choice(outcome, args)
    key = _key_of_choice(context, who, owed_kind) if owed_kind else ""
    open_choices = _open_choices(context, who)
    owes = {**open_choices, key: Choice(target)} if owed_kind else open_choices
    after = replace(sheet, next_rolls=attempt.next_rolls, owes=owes)
    table_result = _read_attack_table(context, who, args, attempt, roll)
    facts = [*_rating_facts(who, attempt, sheet), *table_result.facts]
    if is_out_of_reach(sheet, target):
        facts.append(Fact("out_of_reach", {"who": who, "target": target}))
    pending = [PendingRoll(key, owed_kind, who, {"target": target})] if owed_kind else []
    if not outcome.success and "failure" in context.tables:
        pending.append(PendingRoll(own_key(context, who, f"failure.{context.now}"), "failure", who))
    return RuleResult(
        sheets={who: after}, facts=tuple(facts), throws=(throw, *table_result.throws), pending=tuple(pending)
    )


def task(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll for something slow: the total says how long it takes (R2-013, R2-014, A2-20).

    The GM's own table is read at the total; without a table the GM decides. Raises `Refusal`: `dead`,
    `no_attribute`.
    """
    sheet = _require_attribute(context, who, args)
    attempt = check(who, sheet, args, roll, "task")
    after = replace(sheet, next_rolls=attempt.next_rolls)
    reading = _read_table(context, "task", attempt.made.total, who, roll)
    intent = {"intent": args["intent"]} if args.get("intent") else {}
    fact = Fact("task", {"who": who, "total": attempt.made.total, "text": reading.text, **intent})
    facts = (*_rating_facts(who, attempt, sheet), fact, *reading.facts)
    return RuleResult(sheets={who: after}, facts=facts, throws=(attempt.throw, *reading.throws))


def rate_next(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make a creature's next roll easy or hard, against one target or any (R2-011, A2-10)."""
    sheet, target = living(context, who), args.get("creature") or ""
    rating = NextRoll(Difficulty(args["difficulty"]), target)
    key = f"{rating.difficulty}.{target}" if target else rating.difficulty.value
    after = replace(sheet, next_rolls={**sheet.next_rolls, key: rating})
    ratings = [each.difficulty for each in after.next_rolls.values() if each.target in ("", target)]
    net = net_difficulty(*ratings).value if len(ratings) > 1 else ""
    data = {"who": who, "difficulty": rating.difficulty.value, "target": target, "net": net}
    return RuleResult(sheets={who: after}, facts=(Fact("next_rated", data),))


def consequence(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Choose a consequence, from the list or invented (R2-020..R2-025).

    A wound falls on the target of the roll unless another is named. Armour is ignored in the last blow that
    it stopped, or else in the next one. Raises `Refusal`: `dead`, `no_target`, `no_sanity`, and those of
    `strike`.
    """
    sheet, choice = living(context, who), args["consequence"]
    owes = _open_choices(context, who)
    owed_key = _find_settled(owes, choice, args.get("creature") or "")
    target = args.get("creature") or (owes[owed_key].target if owed_key else "")
    if choice == Consequence.IGNORE_ARMOUR and not target:
        target = next(iter(sheet.stopped), "")
    after = replace(sheet, owes={key: each for key, each in owes.items() if key != owed_key})
    result = _apply_consequence(
        _context_after(context, RuleResult(sheets={who: after})), who, target, args, roll
    )
    return replace(result, sheets={who: after, **result.sheets})


def _apply_consequence(context: RulesContext, who: str, target: str, args: Args, roll: Roll) -> RuleResult:
    sheet = character(context, who)
    match args["consequence"]:
        case Consequence.STRESS:
            return lose_sanity(who, sheet, roll)
        case Consequence.VULNERABLE:
            return vulnerable(who, sheet, args.get("vulnerability"), target)
        case Consequence.WOUND | "only_harm" as choice:
            how = {ONLY_HARM: True} if choice == ONLY_HARM else args
            return strike(context, (who,), _require_target(who, target), how, roll)
        case Consequence.IGNORE_ARMOUR:
            return armour_ignored(context, who, _require_target(who, target))
        case Consequence.STRAY_BULLET:
            return _stray_bullet(context, who, str(args.get("text") or ""))
        case _:
            return RuleResult(facts=(Fact("consequence", {"who": who, "text": args.get("text") or ""}),))


def _stray_bullet(context: RulesContext, who: str, text: str) -> RuleResult:
    """Hit a bystander; one on the table becomes the target of a choice still to make (R2-021, R2-023)."""
    result = RuleResult(facts=(Fact("stray_bullet", {"who": who, "text": text}),))
    bystanders = [each for each in context.named_in(text) if each != who and is_alive(context.sheets[each])]
    if len(bystanders) != 1:
        return result
    sheet, key = character(context, who), _key_of_choice(context, who, Owed.TARGET)
    after = replace(sheet, owes={**sheet.owes, key: Choice(bystanders[0])})
    pending = PendingRoll(key, Owed.TARGET, who, {"target": bystanders[0], "stray": True})
    return replace(result, sheets={who: after}, pending=(pending,))


def vulnerable(who: str, sheet: Character, effect: str | None, attacker: str) -> RuleResult:
    """Put a creature in a vulnerable position; the GM picks one of its two effects (R2-025, A2-09)."""
    position = Vulnerability(effect or Vulnerability.EXPOSED)
    after = replace(sheet, vulnerable=position, vulnerable_to=attacker)
    return RuleResult(
        sheets={who: after}, facts=(Fact(f"became_{position}", {"who": who, "target": attacker}),)
    )


def consequences_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer the consequences that a creature may choose: those that it owes, or all."""
    owes = _open_choices(context, who)
    choice_ids: set[str] = set()
    if _keys_of_kind(owes, Owed.OWN):
        choice_ids |= {*listed_consequences(Outcome.SUCCESS_AT_A_COST), ONLY_HARM}
    if _keys_of_kind(owes, Owed.TARGET):
        choice_ids |= set(listed_consequences(Outcome.SUCCESS))
    if any(character(context, who).stopped.values()):
        choice_ids.add(Consequence.IGNORE_ARMOUR)
    choices = (*Consequence, ONLY_HARM, OTHER)
    return {each: each for each in choices if not owes or each in choice_ids or each == OTHER}


def _require_attribute(context: RulesContext, who: str, args: Args) -> Character:
    sheet = living(context, who)
    if args["attribute"] not in attributes_of(context, who):
        raise Refusal("no_attribute", who=who, attribute=args["attribute"])
    return sheet


def _owed_choice(outcome: Outcome, args: Args) -> Owed | None:
    """Find the choice that a roll leaves; one on a target needs a target or an attack (R2-016)."""
    if outcome.owes_consequence:
        return Owed.OWN
    has_target = args.get("creature") or args["attribute"] == Attribute.VIOLENCE
    return Owed.TARGET if outcome.may_affect_target and has_target else None


def _open_choices(context: RulesContext, who: str) -> Mapping[str, Choice]:
    """Return the consequences that a creature has yet to choose, without those that the GM skipped."""
    owes = character(context, who).owes
    return {key: each for key, each in owes.items() if f"{who}.{key}" in context.waiting}


def _key_of_choice(context: RulesContext, who: str, kind: str) -> str:
    return own_key(context, who, f"{kind}.{context.now}")


def _keys_of_kind(owes: Mapping[str, Choice], kind: Owed) -> list[str]:
    return [key for key in owes if key.partition(".")[0] == kind]


def _find_settled(owes: Mapping[str, Choice], choice: str, target: str) -> str:
    """Find the owed consequence that a choice settles, one against `target` first; empty if none."""
    is_own = choice not in (Consequence.WOUND, Consequence.IGNORE_ARMOUR)
    kinds = (Owed.OWN, Owed.TARGET) if choice == OTHER else (Owed.OWN,) if is_own else (Owed.TARGET,)
    keys = [key for kind in kinds for key in _keys_of_kind(owes, kind)]
    return next((key for key in keys if owes[key].target == target), next(iter(keys), ""))


def settle_choice(context: RulesContext, who: str, choice: str, target: str) -> RuleResult:
    """Settle the consequence that a choice against `target` answers, if the creature owes one."""
    sheet, owes = character(context, who), _open_choices(context, who)
    owed_key = _find_settled(owes, choice, target)
    if not owed_key or owes[owed_key].target not in ("", target):
        return RuleResult()
    after = replace(sheet, owes={key: each for key, each in owes.items() if key != owed_key})
    return RuleResult(sheets={who: after}, resolves=(f"{who}.{owed_key}",))


def _require_target(who: str, target: str) -> str:
    if not target:
        raise Refusal("no_target", who=who)
    return target


def _rating_facts(who: str, attempt: Check, sheet: Character) -> tuple[Fact, ...]:
    """Record that the roll has used up the ratings kept for it."""
    if len(attempt.next_rolls) == len(sheet.next_rolls):
        return ()
    return (Fact("rating_used", {"who": who, "difficulty": attempt.difficulty.value}),)


def _read_attack_table(context: RulesContext, who: str, args: Args, attempt: Check, roll: Roll) -> RuleResult:
    """Read the GM's own attack table at the total, if there is one (R2-019)."""
    if args["attribute"] != Attribute.VIOLENCE:
        return RuleResult()
    reading = _read_table(context, "attack", attempt.made.total, who, roll)
    if not reading.text:
        return RuleResult()
    fact = Fact("table_says", {"table": "attack", "total": attempt.made.total, "text": reading.text})
    return RuleResult(facts=(fact, *reading.facts), throws=reading.throws)


def _read_table(context: RulesContext, key: str, total: int, who: str, roll: Roll) -> Reading:
    """Read one of the GM's tables at a total; empty without a row for it."""
    table = context.tables.get(key)
    rows = table.rows if table else ()
    text = next((row.text for row in rows if row.low <= total <= row.high), "")
    return read_row(table, text, context.tables, roll, who) if table else Reading("")


ATTRIBUTE = Param("attribute", Kind.CHOICE, required=True, offers=attributes_of)
EASY, HARD = Param("easy", Kind.FLAG), Param("hard", Kind.FLAG)
CREATURE = Param("creature", Kind.CREATURE)
OF_A_WOUND = (
    Param("weapon", Kind.CHOICE, offers=weapons_of),
    Param("armour", Kind.LABELLED, low=0, high=999),
    Param("ignore_armour", Kind.FLAG),
    Param("amount", Kind.EFFECT),
)
INTENT = Param("intent", Kind.TEXT)
"""The character's aim, stated before the dice fall (R2-005)."""

ROLLING = (
    Act("test", test, (ATTRIBUTE, EASY, HARD, CREATURE, INTENT), rolls=True),
    Act(
        "consequence",
        consequence,
        (
            Param(
                "consequence",
                Kind.CHOICE,
                required=True,
                offers=consequences_of,
                open_choices=(Consequence.STRAY_BULLET, OTHER),
            ),
            Param(
                "vulnerability",
                Kind.CHOICE,
                choices=tuple(Vulnerability),
                only_with=(Consequence.VULNERABLE,),
            ),
            *(replace(each, only_with=(Consequence.WOUND,)) for each in OF_A_WOUND),
            CREATURE,
            Param("text", Kind.TEXT),
        ),
        rolls=True,
    ),
    Act("task", task, (ATTRIBUTE, EASY, HARD, INTENT), rolls=True),
    Act(
        "next_roll",
        rate_next,
        (
            Param("difficulty", Kind.CHOICE, required=True, choices=(Difficulty.EASY, Difficulty.HARD)),
            CREATURE,
        ),
    ),
)


# Acts that hurt and help: wounds, damage, healing, positions, the TURN of help, scars.

CONDITION = Param("condition", Kind.CHOICE, required=True, choices=CONDITIONS)
AMOUNT = Param("amount", Kind.EFFECT, required=True)


def wound(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Wound a target with the weapon of one of its attackers (R2-012, R2-023, A2-11).

    This settles the choice that the first attacker's roll against the target left.
    """
    for who in creature_ids:
        living(context, who)
    target, attacker = args["creature"], creature_ids[0]
    choice = ONLY_HARM if args.get("only_harm") else Consequence.WOUND
    settled = settle_choice(context, attacker, choice, target)
    return settled.followed_by(strike(_context_after(context, settled), creature_ids, target, args, roll))


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Attack `creature`: a PC rolls Violence, and wounds from 10 on (R2-010, R2-016, R2-023).

    An NPC wounds without a roll: its blow is what a PC's own roll has led to (R2-023). An 8 or a 9 leaves a
    consequence to choose, as any roll does (R2-008, R2-009). With `ammunition`, its usage die is rolled too.
    Raises `Refusal`: `dead`, `whom`, `attack_without_roll`, and those of `strike`.
    """
    sheet, target = living(context, who), args.get("creature")
    if not target:
        raise Refusal("whom")
    weapon = weapon_used(context, who, target, str(args.get("weapon") or ""))
    result = RuleResult(facts=(attacks(who, target, weapon),))
    is_wound = True
    if sheet.is_pc:
        violence_result, is_wound = _roll_violence(context, who, args, roll)
        result = result.followed_by(violence_result)
    elif args.get("easy") or args.get("hard"):
        raise Refusal("attack_without_roll", who=who)
    if is_wound:
        data: dict[str, Scalar] = {
            "other": target,
            "attack": weapon,
            "damage": character(context, who).weapons[weapon].damage,
            **{each: args[each] for each in ("armour", "ignore_armour") if args.get(each)},
        }
        dealt = deal_or_wait(_context_after(context, result), who, data, roll, deal_blow)
        result = result.followed_by(dealt)
    return result.followed_by(roll_ammunition(context, args.get("ammunition"), roll))


def deal_blow(context: RulesContext, who: str, data: Mapping[str, Scalar], roll: Roll) -> RuleResult:
    """Wound the target of an attack that has hit, with the damage of its weapon (R2-023, R2-024)."""
    how = {**data, "weapon": data["attack"]}
    return strike(context, (who,), str(data["other"]), how, roll)


def _context_after(context: RulesContext, result: RuleResult) -> RulesContext:
    return replace(context, sheets={**context.sheets, **result.sheets})


def _roll_violence(context: RulesContext, who: str, args: Args, roll: Roll) -> tuple[RuleResult, bool]:
    """Roll Violence, and say if it wounds: a 10 leaves that choice (R2-010).

    A target out of reach is not wounded, and the choice stays (R2-025).
    """
    result = test(context, who, {**args, "attribute": Attribute.VIOLENCE.value}, roll)
    settled_keys = {each.key for each in result.pending if each.kind == Owed.TARGET}
    if not settled_keys or is_out_of_reach(character(context, who), args["creature"]):
        return result, False
    sheet = character(replace(context, sheets=result.sheets), who)
    owes = {key: each for key, each in sheet.owes.items() if key not in settled_keys}
    return replace(result, sheets={who: replace(sheet, owes=owes)}, pending=()), True


def damage(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage, by the GM's number (R2-023, R2-043); raises `Refusal` `dead`."""
    return apply_damage(who, living(context, who), args["amount"])


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Restore hit points, by the GM's number, as the rules have no healing; raises `Refusal` `dead`."""
    return apply_healing(who, living(context, who), args["amount"])


def afflict(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Put a creature in a vulnerable position (R2-025); raises `Refusal` `dead`."""
    return vulnerable(who, living(context, who), args.get("vulnerability"), args.get("creature") or "")


def release(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Take a creature out of a vulnerable position (A2-09); raises `Refusal` `not_suffered`."""
    sheet = character(context, who)
    if sheet.vulnerable is None:
        raise Refusal("not_suffered", who=who, condition=Consequence.VULNERABLE.value)
    after = replace(sheet, vulnerable=None, vulnerable_to="")
    return RuleResult(sheets={who: after}, facts=(Fact("recovered_position", {"who": who}),))


def aid(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Spend a TURN on a dying character, with no roll; the helper is named first (R2-028, R2-029, A2-41).

    If exactly one of the two is dying, that one is helped, in whichever order they are named. The helped one
    rises with 1 hit point and a scar, which becomes due unless the situation has left its own (R2-030). A
    helper has one TURN: it helps nobody else in the same second unless the GM says `again`. Raises `Refusal`:
    `dead`, `not_dying`, `helps_itself`, `helper_down`, `turn_spent`, `help_needs_a_turn`, `already_dead`.
    """
    helper, who = _helper_and_dying(context, who, args["creature"])
    sheet, helper_sheet = living(context, who), living(context, helper)
    has_spent = helper_sheet.helped_at == context.now and not args.get("again")
    if has_spent and helper_sheet.helped == who:
        raise Refusal("turn_spent", who=helper, other=who)
    if not sheet.dying:
        raise Refusal("not_dying", who=who)
    if helper == who:
        raise Refusal("helps_itself", who=who)
    if not helper_sheet.hit_points:
        raise Refusal("helper_down", who=helper)
    if has_spent:
        raise Refusal("turn_spent", who=helper)
    turns = DYING_SIDES if sheet.turns_left is None else sheet.turns_left
    try:
        outcome = rescue(Dying(turns, sheet.falling), scar_due=not args.get("no_scar"))
    except Refusal as refusal:
        raise Refusal(refusal.code, who=who) from None
    after = replace(
        sheet,
        hit_points=outcome.hit_points,
        turns_left=None,
        turns_gone=0,
        falling=False,
        scar_due=outcome.scar_due,
    )
    return RuleResult(
        sheets={who: after, helper: replace(helper_sheet, helped_at=context.now, helped=who)},
        facts=(Fact("brought_back", {"who": who, "helper": helper, "unscarred": not outcome.scar_due}),),
        pending=(PendingRoll("scar", "scar", who),) if outcome.scar_due else (),
        resolves=tuple(
            key for key, each in context.waiting.items() if (each.kind, each.who) == ("who_helps", who)
        ),
    )


def _helper_and_dying(context: RulesContext, first: str, second: str) -> tuple[str, str]:
    """Sort out helper and helped: as they are named, unless only the first is dying."""
    dying = [who for who in (first, second) if character(context, who).dying]
    return (second, first) if dying == [first] and first != second else (first, second)


def scar(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Leave a scar that fits the situation, from the list or in the GM's words (R2-030).

    Without either, roll on the table (R2-031). Raises `Refusal`: `dead`; `not_used` if both are given.
    """
    sheet, scar_id = living(context, who), args.get("scar")
    words = fitting_text(str(args.get("text") or "")).replace(",", " ")
    if scar_id is not None and words:
        raise Refusal("not_used", param="text", value=words)
    if scar_id is None:
        result = add_scar_mark(who, sheet, words) if words else leave_rolled_scar(context, who, sheet, roll)
    else:
        result = (
            add_scar(context, who, sheet, Scar(scar_id))
            if scar_id in set(Scar)
            else add_scar_mark(who, sheet, scar_id)
        )
    due_keys = (key for key, each in context.waiting.items() if each.kind == "scar" and each.who == who)
    return replace(result, resolves=tuple(due_keys))


def _violence_choice(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer a choice if a creature rolls its attacks; only PCs do (R2-010, R2-023)."""
    return {who: who} if character(context, who).is_pc else {}


HARMING = (
    Act(
        "attack",
        attack,
        (
            Param("weapon", Kind.CHOICE, offers=weapons_of),
            replace(EASY, offers=_violence_choice),
            replace(HARD, offers=_violence_choice),
            Param("armour", Kind.LABELLED, low=0, high=999),
            Param("ignore_armour", Kind.FLAG),
            AMMUNITION,
            TARGET,
        ),
        rolls=True,
        doer=WHO,
    ),
    Act(
        "wound",
        params=(
            Param("creature", Kind.CREATURE, required=True),
            Param("armour", Kind.LABELLED, low=0, high=999),
            Param("ignore_armour", Kind.FLAG),
            Param("only_harm", Kind.FLAG),
            Param("amount", Kind.EFFECT),
            Param("weapon", Kind.NAME),
        ),
        rolls=True,
        whose=Whose.TOGETHER,
        together=wound,
    ),
    Act("damage", damage, (AMOUNT,), rolls=True, on_others=True),
    Act("heal", heal, (AMOUNT,), rolls=True),
    Act(
        "help",
        aid,
        (
            Param("creature", Kind.CREATURE, required=True),
            Param("no_scar", Kind.FLAG),
            Param("again", Kind.FLAG),
        ),
        doer=WHO,
        suits=lambda context, who: character(context, who).dying,
    ),
    Act(
        "scar",
        scar,
        (Param("scar", Kind.CHOICE, choices=MARKS, words="scars"), Param("text", Kind.TEXT)),
        rolls=True,
    ),
    Act(
        "condition",
        afflict,
        (CONDITION, Param("vulnerability", Kind.CHOICE, choices=tuple(Vulnerability)), CREATURE),
        lasting=True,
        on_others=True,
    ),
    Act("release", release, (CONDITION,)),
)


# Acts of the mind: sanity lost and regained, the choice at 0, spells learnt (R2-036..R2-042).

AT_RANDOM = "at_random"
"""The option that rolls on the GM's table."""


def lose(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Lose sanity to the supernatural, as much as the GM says (R2-036)."""
    return harm.lower_sanity(who, living(context, who), args["amount"])


def stress(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Lose 1d3 sanity (R2-022)."""
    return harm.lose_sanity(who, living(context, who), roll)


def calm(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Regain sanity, as much as the GM says (R2-039)."""
    return harm.regain_sanity(who, living(context, who), args["amount"])


def enjoy(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Enjoy a favourite activity: 1d6 sanity (R2-040); a second time in a session gets a reminder (A2-14)."""
    sheet = living(context, who)
    reminders = (Fact("enjoyed_again", {"who": who}),) if sheet.favourite_used else ()
    result = harm.roll_recovery(who, replace(sheet, favourite_used=True), roll, "activity")
    fact = Fact("enjoyed", {"who": who, "text": sheet.favourite})
    return replace(result, facts=(fact, *result.facts, *reminders))


def lose_for_good(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Lose maximum sanity for good: a point, unless the GM says more (R2-033, R2-042)."""
    return harm.lose_sanity_for_good(who, living(context, who), args.get("points") or 1)


def choose(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make the choice of a creature without sanity, which regains 1d6 (R2-037, R2-038).

    The options are the rows of the GM's own table, if the campaign has one; the rules have none. Raises
    `Refusal`: `dead`, `not_broken`, `empty_text`.
    """
    sheet = living(context, who)
    if not sheet.broken:
        raise Refusal("not_broken", who=who)
    reading = _read_choice(context, who, args, roll)
    result = harm.roll_recovery(who, replace(sheet, broken=False), roll, "zero_sanity")
    fact = Fact("chose", {"who": who, "text": reading.text})
    facts, throws = (fact, *reading.facts, *result.facts), (*reading.throws, *result.throws)
    return replace(result, facts=facts, throws=throws)


def options_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer the choices at 0 sanity: the rows of the GM's table, chance, something else."""
    if "zero_sanity" not in context.tables:
        return {OTHER: OTHER}
    rows = context.tables["zero_sanity"].rows
    return {**{f"row{place}": row.text for place, row in enumerate(rows)}, AT_RANDOM: AT_RANDOM, OTHER: OTHER}


def learn(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Learn a spell by its name (R2-031); raises `Refusal`: `dead`, `empty_text`."""
    sheet = living(context, who)
    name = fitting_text(str(args["text"])).replace(",", " ")
    if not name:
        raise Refusal("empty_text")
    after = replace(sheet, spells=(*sheet.spells, name))
    return RuleResult(sheets={who: after}, facts=(Fact("learnt", {"who": who, "text": name}),))


def _read_choice(context: RulesContext, who: str, args: Args, roll: Roll) -> Reading:
    option = args["option"]
    if option == OTHER:
        return Reading(str(args.get("text") or ""))
    table = context.tables["zero_sanity"]
    if option == AT_RANDOM:
        return roll_and_read(table, context.tables, roll, who)
    return read_row(table, options_of(context, who)[option], context.tables, roll, who)


MINDING = (
    Act("sanity", lose, (AMOUNT,), rolls=True),
    Act("stress", stress, rolls=True),
    Act("calm", calm, (AMOUNT,), rolls=True),
    Act("activity", enjoy, rolls=True),
    Act("trauma", lose_for_good, (Param("points", Kind.NUMBER, low=1, high=HIGHEST_RESOURCE),)),
    Act(
        "choose",
        choose,
        (
            Param("option", Kind.CHOICE, required=True, offers=options_of, open_choices=(OTHER,)),
            Param("text", Kind.TEXT),
        ),
        rolls=True,
    ),
    Act("learn", learn, (Param("text", Kind.TEXT, required=True),)),
)


ACTS: Mapping[str, Act] = {act.id: act for act in (*ROLLING, *HARMING, *MINDING, *needs_acts(), *DYING_ACTS)}
