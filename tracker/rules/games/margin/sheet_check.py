"""A creature's check: everything on the sheet that bears on it, the throw, and the facts that tell it."""

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.fields import Scalar
from tracker.rules.games.margin.bands import Attainment, attain, band, severity
from tracker.rules.games.margin.bonus_dice import BONUS_SIDES, BonusDice, net_dice
from tracker.rules.games.margin.check import Check, check
from tracker.rules.games.margin.cooperation import help_bonuses
from tracker.rules.games.margin.sheet import Character, Modifier, characteristic
from tracker.rules.system import Fact


class Call(Struct, frozen=True):
    """What the GM calls for: the characteristic, and what the moment adds to the sheet."""

    characteristic: str
    bonuses: int = 0
    penalties: int = 0
    physical: bool = False
    """Whether it is a physical effort, whatever the characteristic (R4-017)."""


class Made(Struct, frozen=True):
    """A check that somebody made."""

    who: str
    name: str
    check: Check
    throw: Throw
    physical: bool

    @property
    def margin(self) -> int:
        """Its signed margin."""
        return self.check.margin

    @property
    def success(self) -> bool:
        """Whether the action was achieved."""
        return self.check.outcome.success


def bonus_of(sheet: Character, call: Call) -> BonusDice:
    """Weigh help, lasting modifiers and the call itself (R4-019, R4-029)."""
    lasting = [each.dice for each in sheet.modifiers.values() if _touches(each, call.characteristic)]
    helped = help_bonuses(sheet.helpers.values()) if sheet.helpers else 0
    bonuses = call.bonuses + helped + sum(dice for dice in lasting if dice > 0)
    return net_dice(bonuses, call.penalties - sum(dice for dice in lasting if dice < 0))


def make(who: str, sheet: Character, call: Call, roll: Roll, *, purpose: str) -> Made:
    """Roll a characteristic, all in (R4-001..R4-005, R4-018).

    Raises `Refusal` `no_such_characteristic`.
    """
    of = characteristic(who, sheet, call.characteristic)
    made = check(of.value, roll, bonus_of(sheet, call))
    return made_of(who, call.characteristic, made, purpose=purpose, physical=of.physical or call.physical)


def made_of(who: str, name: str, made: Check, *, purpose: str, physical: bool) -> Made:
    """Return a check with its throw."""
    throw = Throw(
        purpose,
        (made.die, *made.d4s),
        made.total,
        who,
        name,
        expression=_notation(made.bonus),
        target=made.characteristic,
        outcome=made.outcome,
        margin=made.margin,
    )
    return Made(who, name, made, throw, physical)


def used_up(sheet: Character, name: str) -> Character:
    """Return the sheet after a check: help and what counted only once are gone."""
    lasting = {
        cause: each for cause, each in sheet.modifiers.items() if not (each.once and _touches(each, name))
    }
    return replace(sheet, modifiers=lasting, helpers={})


def told(made: Made, minimum: int | None = None) -> tuple[Fact, ...]:
    """Return what a check came to: the roll, its margin by the table, and the minimum if one was set."""
    rolled, margin = made.check, abs(made.margin)
    d4s = sum(die.face for die in rolled.d4s)
    data: dict[str, Scalar] = {
        "who": made.who,
        "characteristic": made.name,
        "value": rolled.characteristic,
        "die": rolled.die.face,
        "total": rolled.total,
        "bonus": d4s if rolled.bonus.net > 0 else 0,
        "penalty": d4s if rolled.bonus.net < 0 else 0,
    }
    worth = {"band": str(band(margin))} if made.success else {"severity": str(severity(margin))}
    facts = (Fact("checked", data), Fact(f"check_{rolled.outcome}", {"margin": margin, **worth}))
    if minimum is None:
        return facts
    attained = attain(made.margin, minimum, success=made.success)
    reached = () if attained is Attainment.FAILURE else (Fact(f"minimum_{attained}", {"minimum": minimum}),)
    return (*facts, *reached)


def sides_of(bonus: BonusDice) -> tuple[int, ...]:
    """Return the dice of a check, in the order in which they fall."""
    return (20, *(BONUS_SIDES,) * bonus.count)


def _touches(modifier: Modifier, name: str) -> bool:
    return modifier.characteristic in ("", name)


def _notation(bonus: BonusDice) -> str:
    return "1d20" + (f"{'-' if bonus.net > 0 else '+'}{bonus.count}d{BONUS_SIDES}" if bonus.net else "")
