"""How each kind of due is settled, which dice it needs, and when it no longer makes sense."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.horror.dying import dying_die, fall
from tracker.rules.horror.marks import branded, scarred
from tracker.rules.horror.scars import COSMETIC_CHANGES, roll_cosmetic_change, roll_scar
from tracker.rules.horror.sheet import Owed, character, vigil
from tracker.rules.settling import Settling, chosen_elsewhere, no_dice
from tracker.rules.system import Due, Fact, RuleResult, RulesContext

ANSWERS: Mapping[str, str] = {
    Owed.OWN.value: "consequence",
    Owed.TARGET.value: "consequence",
    "zero_sanity": "choose",
    "who_helps": "help",
}
"""Dues that somebody settles by choosing, and the act with which they do."""


def settle_dying(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll how many TURNS are left (R2-027, R2-032)."""
    sheet = character(context, due.who)
    fallen = fall(roll, weak_heart=sheet.weak_heart)
    throw = Throw("dying", (fallen.die,), fallen.die.face, due.who, expression=f"1d{fallen.die.sides}")
    after = replace(sheet, turns_left=fallen.dying.turns_left)
    fact = Fact("dying", {"who": due.who, "turns": fallen.dying.turns_left})
    return RuleResult(sheets={due.who: after}, facts=(fact,), throws=(throw,))


def settle_death(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Let somebody die whose TURNS have run out (R2-027)."""
    after = replace(character(context, due.who), dead=True, cause="nobody_came")
    return RuleResult(
        sheets={due.who: after}, facts=(Fact("died", {"who": due.who, "cause": "nobody_came"}),)
    )


def settle_scar(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll on the scar table (R2-029, R2-031)."""
    rolled = roll_scar(roll)
    result = scarred(due.who, character(context, due.who), rolled.scar)
    throw = Throw("scar", rolled.dice, rolled.total, due.who, expression="2d6", outcome=rolled.scar)
    return replace(result, throws=(throw, *result.throws))


def settle_cosmetic(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll which change shows (R2-034)."""
    rolled = roll_cosmetic_change(roll)
    result = branded(due.who, character(context, due.who), rolled.change)
    throw = Throw(
        "cosmetic", (rolled.die,), rolled.die.face, due.who, expression="1d6", outcome=rolled.change
    )
    return replace(result, throws=(throw,))


def settle_failure(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll on the GM's own table of what a failure brings (R2-006)."""
    options = context.tables["failure"]
    rolled, told = options.roll(roll)
    throw = Throw("table", rolled.dice, rolled.total, due.who, expression=options.dice, label=options.name)
    return RuleResult(facts=(Fact("failure", {"who": due.who, "text": told}),), throws=(throw,))


def settle_event(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Take note that something should happen (R2-017)."""
    return RuleResult(facts=(Fact("event"),))


def _owes(context: RulesContext, due: Due) -> bool:
    return due.key.removeprefix(f"{due.who}.") in character(context, due.who).owes


PENDING_ROLLS: Mapping[str, Settling] = {
    Owed.OWN.value: Settling(chosen_elsewhere, no_dice, _owes),
    Owed.TARGET.value: Settling(chosen_elsewhere, no_dice, _owes),
    "zero_sanity": Settling(
        chosen_elsewhere, no_dice, lambda context, due: character(context, due.who).broken
    ),
    "who_helps": Settling(
        chosen_elsewhere,
        no_dice,
        lambda context, due: (
            character(context, due.who).dying
            and character(context, due.who).turns_left == due.data.get("turns")
        ),
    ),
    "dying": Settling(
        settle_dying,
        lambda context, due: (dying_die(weak_heart=character(context, due.who).weak_heart),),
        lambda context, due: (
            character(context, due.who).dying and character(context, due.who).turns_left is None
        ),
    ),
    "death": Settling(
        settle_death,
        no_dice,
        lambda context, due: (
            character(context, due.who).dying and character(context, due.who).turns_left == 0
        ),
    ),
    "scar": Settling(
        settle_scar,
        lambda context, due: (6, 6),
        lambda context, due: character(context, due.who).scar_due,
    ),
    "cosmetic": Settling(
        settle_cosmetic, lambda context, due: (len(COSMETIC_CHANGES),), lambda context, due: True
    ),
    "failure": Settling(
        settle_failure,
        lambda context, due: parse(context.tables["failure"].dice).sides,
        lambda context, due: "failure" in context.tables,
    ),
    "event": Settling(
        settle_event, no_dice, lambda context, due: vigil(context).reminder_every > 0, nobodys=True
    ),
}
