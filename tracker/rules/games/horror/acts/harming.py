"""Acts that hurt and save: wounds, damage, healing, positions, the TURN of help, scars."""

from msgspec.structs import replace

from tracker.rules.body import weapons_of
from tracker.rules.dice import Roll
from tracker.rules.games.horror.acts.rolling import (
    CREATURE,
    EASY,
    HARD,
    ONLY_HARM,
    chosen_by,
    test,
    vulnerable,
)
from tracker.rules.games.horror.checks import is_out_of_reach
from tracker.rules.games.horror.consequences import CONDITIONS, Consequence
from tracker.rules.games.horror.dying import DYING_SIDES, Dying, rescue
from tracker.rules.games.horror.harm import aimed, healed, hurt, strike
from tracker.rules.games.horror.scars import MARKS, Scar, branded, rolled_scar, scarred
from tracker.rules.games.horror.sheet import Attribute, Owed, Vulnerability, character, living
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import AMMUNITION, TARGET, shot
from tracker.rules.system import Act, Args, Fact, Kind, Param, PendingRoll, RuleResult, RulesContext, Whose
from tracker.rules.text import fitting
from tracker.rules.weapon import attacks

CONDITION = Param("condition", Kind.CHOICE, required=True, choices=CONDITIONS)
AMOUNT = Param("amount", Kind.EFFECT, required=True)


def wound(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Wound a target with the weapon of one of its attackers (R2-012, R2-023, A2-11).

    It is the choice that a roll of the first attacker against the target had left.
    """
    for who in creature_ids:
        living(context, who)
    target, attacker = args["creature"], creature_ids[0]
    choice = ONLY_HARM if args.get("only_harm") else Consequence.WOUND
    settled = chosen_by(context, attacker, choice, target)
    result = strike(context, creature_ids, target, args, roll)
    return replace(result, sheets={**settled.sheets, **result.sheets}, resolves=settled.resolves)


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Attack `creature`: a player's character rolls Violence, and wounds from 10 on (R2-010, R2-016, R2-023).

    Anybody else wounds without a roll: its blow is what a character's own roll has brought (R2-023). An 8 or
    a 9 leaves a consequence to choose, as any roll does (R2-008, R2-009). With `ammunition`, its usage die
    falls too. Raises `Refusal`: `dead`, `whom`, and those of `strike`.
    """
    sheet, target = living(context, who), args.get("creature")
    if not target:
        raise Refusal("whom")
    weapon = aimed(context, who, target, str(args.get("weapon") or ""))
    result = RuleResult(facts=(attacks(who, target, weapon),))
    wounds = True
    if sheet.is_pc:
        rolled, wounds = _violence(context, who, args, roll)
        result = result.then(rolled)
    if wounds:
        result = result.then(strike(context, (who,), target, {**args, "weapon": weapon}, roll))
    return result.then(shot(context, args.get("ammunition"), roll))


def _violence(context: RulesContext, who: str, args: Args, roll: Roll) -> tuple[RuleResult, bool]:
    """Roll Violence; return whether it wounds: that is the choice that a 10 leaves (R2-010).

    A target out of reach is not wounded, and the choice stays (R2-025).
    """
    rolled = test(context, who, {**args, "attribute": Attribute.VIOLENCE.value}, roll)
    chosen = {each.key for each in rolled.pending if each.kind == Owed.TARGET}
    if not chosen or is_out_of_reach(character(context, who), args["creature"]):
        return rolled, False
    sheet = character(replace(context, sheets=rolled.sheets), who)
    owes = {key: each for key, each in sheet.owes.items() if key not in chosen}
    return replace(rolled, sheets={who: replace(sheet, owes=owes)}, pending=()), True


def damage(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage, by the GM's figure (R2-023, R2-043); raises `Refusal` `dead`."""
    return hurt(who, living(context, who), args["amount"])


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give hit points back, by the GM's figure: the text has no healing; raises `Refusal` `dead`."""
    return healed(who, living(context, who), args["amount"])


def afflict(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Put somebody in a vulnerable position (R2-025); raises `Refusal` `dead`."""
    return vulnerable(who, living(context, who), args.get("vulnerability"), args.get("creature") or "")


def release(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Take somebody out of a vulnerable position (A2-09); raises `Refusal` `not_suffered`."""
    sheet = character(context, who)
    if sheet.vulnerable is None:
        raise Refusal("not_suffered", who=who, condition=Consequence.VULNERABLE.value)
    after = replace(sheet, vulnerable=None, vulnerable_to="")
    return RuleResult(sheets={who: after}, facts=(Fact("recovered_position", {"who": who}),))


def aid(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a dying character back: `creature` spends a TURN with them, with no roll (R2-028, R2-029).

    They rise with 1 hit point and a scar, which falls due unless the situation has left its own (R2-030).
    Raises `Refusal`: `dead`, `not_dying`, `helps_itself`, `helper_down`, `help_needs_a_turn`,
    `already_dead`.
    """
    sheet, helper = living(context, who), args["creature"]
    if not sheet.dying:
        raise Refusal("not_dying", who=who)
    if helper == who:
        raise Refusal("helps_itself", who=who)
    if not living(context, helper).hit_points:
        raise Refusal("helper_down", who=helper)
    left = DYING_SIDES if sheet.turns_left is None else sheet.turns_left
    try:
        saved = rescue(Dying(left, sheet.falling), scar_due=not args.get("no_scar"))
    except Refusal as refusal:
        raise Refusal(refusal.code, who=who) from None
    after = replace(
        sheet, hit_points=saved.hit_points, turns_left=None, falling=False, scar_due=saved.scar_due
    )
    return RuleResult(
        sheets={who: after},
        facts=(Fact("brought_back", {"who": who, "helper": helper}),),
        pending=(PendingRoll("scar", "scar", who),) if saved.scar_due else (),
    )


def scar(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Leave the scar that the situation calls for, named or in the GM's words (R2-030).

    Without either, roll on the table (R2-031).
    """
    sheet, named = living(context, who), args.get("scar")
    words = fitting(str(args.get("text") or "")).replace(",", " ")
    if named is None:
        result = branded(who, sheet, words) if words else rolled_scar(context, who, sheet, roll)
    else:
        result = (
            scarred(context, who, sheet, Scar(named)) if named in set(Scar) else branded(who, sheet, named)
        )
    due = (key for key, each in context.waiting.items() if each.kind == "scar" and each.who == who)
    return replace(result, resolves=tuple(due))


ACTS = (
    Act(
        "attack",
        attack,
        (
            Param("weapon", Kind.CHOICE, offers=weapons_of),
            EASY,
            HARD,
            Param("armour", Kind.LABELLED, low=0, high=999),
            Param("ignore_armour", Kind.FLAG),
            AMMUNITION,
            TARGET,
        ),
        rolls=True,
    ),
    Act(
        "wound",
        params=(
            Param("creature", Kind.CREATURE, required=True),
            Param("armour", Kind.LABELLED, low=0, high=999),
            Param("ignore_armour", Kind.FLAG),
            Param("only_harm", Kind.FLAG),
            Param("amount", Kind.EFFECT),
            Param("weapon", Kind.TEXT),
        ),
        rolls=True,
        whose=Whose.TOGETHER,
        together=wound,
    ),
    Act("damage", damage, (AMOUNT,), rolls=True),
    Act("heal", heal, (AMOUNT,), rolls=True),
    Act("help", aid, (Param("creature", Kind.CREATURE, required=True), Param("no_scar", Kind.FLAG))),
    Act("scar", scar, (Param("scar", Kind.CHOICE, choices=MARKS), Param("text", Kind.TEXT)), rolls=True),
    Act(
        "condition",
        afflict,
        (CONDITION, Param("vulnerability", Kind.CHOICE, choices=tuple(Vulnerability)), CREATURE),
        lasting=True,
    ),
    Act("release", release, (CONDITION,)),
)
