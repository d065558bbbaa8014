"""How each kind of pending roll is resolved, which dice it needs, and whether it still makes sense."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.games.horror.dying import dying_die, fall
from tracker.rules.games.horror.scars import (
    COSMETIC_CHANGES,
    branded,
    has_weak_heart,
    roll_cosmetic_change,
    rolled_scar,
)
from tracker.rules.games.horror.sheet import Owed, character, vigil
from tracker.rules.pending import PendingRollKind, chosen_elsewhere, no_dice
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext
from tracker.rules.table_reading import read

ANSWERS: Mapping[str, str] = {
    Owed.OWN.value: "consequence",
    Owed.TARGET.value: "consequence",
    "zero_sanity": "choose",
    "who_helps": "help",
}
"""Pending rolls that a choice resolves, and the act that makes the choice."""


def resolve_dying(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll how many TURNS are left (R2-027, R2-032)."""
    sheet = character(context, pending.who)
    fallen = fall(roll, weak_heart=has_weak_heart(sheet))
    throw = Throw("dying", (fallen.die,), fallen.die.face, pending.who, expression=f"1d{fallen.die.sides}")
    after = replace(sheet, turns_left=fallen.dying.turns_left)
    fact = Fact("dying", {"who": pending.who, "turns": fallen.dying.turns_left})
    return RuleResult(sheets={pending.who: after}, facts=(fact,), throws=(throw,))


def resolve_death(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Let somebody die whose TURNS have run out (R2-027)."""
    after = replace(character(context, pending.who), dead=True, cause="nobody_came")
    return RuleResult(
        sheets={pending.who: after}, facts=(Fact("died", {"who": pending.who, "cause": "nobody_came"}),)
    )


def resolve_scar(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll on the scar table (R2-029, R2-031)."""
    return rolled_scar(context, pending.who, character(context, pending.who), roll)


def resolve_cosmetic(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll which change shows (R2-034)."""
    rolled = roll_cosmetic_change(roll)
    result = branded(pending.who, character(context, pending.who), rolled.change)
    throw = Throw(
        "cosmetic", (rolled.die,), rolled.die.face, pending.who, expression="1d6", outcome=rolled.change
    )
    return replace(result, throws=(throw,))


def resolve_failure(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll on the GM's own table of failures (R2-006)."""
    found = read(context.tables["failure"], context.tables, roll, pending.who)
    fact = Fact("failure", {"who": pending.who, "text": found.text})
    return RuleResult(facts=(fact, *found.facts), throws=found.throws)


def resolve_event(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Take note that something should happen (R2-017)."""
    return RuleResult(facts=(Fact("event"),))


def _owes(context: RulesContext, pending: PendingRoll) -> bool:
    return pending.key.removeprefix(f"{pending.who}.") in character(context, pending.who).owes


PENDING_ROLLS: Mapping[str, PendingRollKind] = {
    Owed.OWN.value: PendingRollKind(chosen_elsewhere, no_dice, _owes),
    Owed.TARGET.value: PendingRollKind(chosen_elsewhere, no_dice, _owes),
    "zero_sanity": PendingRollKind(
        chosen_elsewhere, no_dice, lambda context, pending: character(context, pending.who).broken
    ),
    "who_helps": PendingRollKind(
        chosen_elsewhere,
        no_dice,
        lambda context, pending: (
            character(context, pending.who).dying
            and character(context, pending.who).turns_left == pending.data.get("turns")
        ),
        notice=True,
    ),
    "dying": PendingRollKind(
        resolve_dying,
        lambda context, pending: (dying_die(weak_heart=has_weak_heart(character(context, pending.who))),),
        lambda context, pending: (
            character(context, pending.who).dying and character(context, pending.who).turns_left is None
        ),
    ),
    "death": PendingRollKind(
        resolve_death,
        no_dice,
        lambda context, pending: (
            character(context, pending.who).dying and character(context, pending.who).turns_left == 0
        ),
    ),
    "scar": PendingRollKind(
        resolve_scar,
        lambda context, pending: (6, 6),
        lambda context, pending: character(context, pending.who).scar_due,
    ),
    "cosmetic": PendingRollKind(
        resolve_cosmetic, lambda context, pending: (len(COSMETIC_CHANGES),), lambda context, pending: True
    ),
    "failure": PendingRollKind(
        resolve_failure,
        lambda context, pending: parse(context.tables["failure"].dice).sides,
        lambda context, pending: "failure" in context.tables,
    ),
    "event": PendingRollKind(
        resolve_event,
        no_dice,
        lambda context, pending: vigil(context).reminder_every > 0,
        nobodys=True,
        notice=True,
    ),
}
