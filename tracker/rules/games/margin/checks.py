"""The check of Margin: a d20 at or under a characteristic, and by how much (R4-001..R4-024).

A bonus or penalty is a d4; the sheet, help and the GM's call decide how many are rolled.
"""

from collections import Counter
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.games.margin.bands import Attainment, Severity, attain, band, severity
from tracker.rules.games.margin.cooperation import help_bonuses
from tracker.rules.games.margin.sheet import Character, Modifier, characteristic
from tracker.rules.system import Fact

BONUS_SIDES = 4
SPECTACULAR_EXCESS = 10


class Leaning(StrEnum):
    """The effect of the d4s; a bonus lowers the roll, which is good (R4-018)."""

    NONE = "none"
    BONUS = "bonus"
    PENALTY = "penalty"


class BonusDice(Struct, frozen=True):
    """The d4s after bonuses and penalties cancel out: bonuses above 0, penalties below."""

    net: int = 0

    @property
    def leaning(self) -> Leaning:
        """Whether they are bonuses or penalties."""
        if self.net == 0:
            return Leaning.NONE
        return Leaning.BONUS if self.net > 0 else Leaning.PENALTY

    @property
    def count(self) -> int:
        """How many d4s are rolled."""
        return abs(self.net)


def net_dice(bonuses: int, penalties: int) -> BonusDice:
    """Cancel bonuses against penalties, so that only the difference is rolled (R4-019, A4-05).

    >>> net_dice(bonuses=1, penalties=2).leaning
    <Leaning.PENALTY: 'penalty'>
    """
    return BonusDice(bonuses - penalties)


class Outcome(StrEnum):
    """The outcome of a check, from best to worst."""

    SPECTACULAR_SUCCESS = "spectacular_success"
    """A natural 1: the margin is doubled (R4-011, R4-012)."""
    SUCCESS = "success"
    MARGINAL_SUCCESS = "marginal_success"
    """Just the number, often at a small cost (R4-006)."""
    FAILURE = "failure"
    DISASTROUS_FAILURE = "disastrous_failure"
    """A natural 20: some greater harm as well (R4-010, R4-013)."""

    @property
    def success(self) -> bool:
        """Whether the action was achieved."""
        return self not in {Outcome.FAILURE, Outcome.DISASTROUS_FAILURE}


class Check(Struct, frozen=True):
    """A check that was made: its d20, and the d4s that counted for or against it."""

    characteristic: int
    bonus: BonusDice
    die: Die
    d4s: tuple[Die, ...]

    @property
    def total(self) -> int:
        """The d20 less the bonuses or plus the penalties, even beyond 1 and 20 (R4-018, A4-06)."""
        modifier = sum(die.face for die in self.d4s)
        return self.die.face - modifier if self.bonus.net > 0 else self.die.face + modifier

    @property
    def excess(self) -> int:
        """How far the total is above the characteristic; negative if it is under."""
        return self.total - self.characteristic

    @property
    def outcome(self) -> Outcome:
        """The outcome; only the face of the d20 makes it spectacular or disastrous (R4-015).

        A natural 1 is spectacular unless penalties take the total over 10 above the characteristic (A4-01).
        """
        if self.die.face == 20:
            return Outcome.DISASTROUS_FAILURE
        if self.die.face == 1 and self.excess <= SPECTACULAR_EXCESS:
            return Outcome.SPECTACULAR_SUCCESS
        if self.excess > 0:
            return Outcome.FAILURE
        return Outcome.SUCCESS if self.excess < 0 else Outcome.MARGINAL_SUCCESS

    @property
    def margin(self) -> int:
        """The margin of success, or of failure if negative, doubled by a 1 or 20 (R4-005, R4-012, R4-013)."""
        match self.outcome:
            case Outcome.SPECTACULAR_SUCCESS:
                return 2 * max(0, -self.excess)
            case Outcome.DISASTROUS_FAILURE:
                return -2 * max(0, self.excess)
            case _:
                return -self.excess


NO_BONUS = BonusDice()


def check(characteristic: int, roll: Roll, bonus: BonusDice = NO_BONUS) -> Check:
    """Roll a d20 and the net d4s against a characteristic (R4-001..R4-005, R4-018).

    >>> made = check(12, lambda sides: 8)
    >>> made.outcome, made.margin
    (<Outcome.SUCCESS: 'success'>, 4)
    """
    die = throw_die(20, roll)
    return Check(characteristic, bonus, die, tuple(throw_die(BONUS_SIDES, roll) for _ in range(bonus.count)))


class Call(Struct, frozen=True):
    """The GM's call for a check: the characteristic, and the bonuses and penalties of the moment."""

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
    waiting: tuple[str, ...] = ()
    """Characteristics for which help goes on waiting: it did not count here (A4-30)."""

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
    helpers = [each for each in sheet.helpers.values() if each.serves(call.characteristic)]
    helped = help_bonuses(helpers) if helpers else 0
    bonuses = call.bonuses + helped + sum(dice for dice in lasting if dice > 0)
    return net_dice(bonuses, call.penalties - sum(dice for dice in lasting if dice < 0))


def make(who: str, sheet: Character, call: Call, roll: Roll, *, purpose: str) -> Made:
    """Roll a characteristic, all in (R4-001..R4-005, R4-018).

    Raises `Refusal` `no_such_characteristic`.
    """
    of = characteristic(who, sheet, call.characteristic)
    made = check(of.value, roll, bonus_of(sheet, call))
    physical = of.physical or call.physical
    for_others = (
        each.characteristic for each in sheet.helpers.values() if not each.serves(call.characteristic)
    )
    waiting = tuple(dict.fromkeys(for_others))
    return replace(
        made_of(who, call.characteristic, made, purpose=purpose, physical=physical), waiting=waiting
    )


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


def achieved(throw: Throw, face: int, *bonus: int) -> bool:
    """Whether a check like this one succeeds with another face of its d20 and others of its d4s (R4-003)."""
    d4s = tuple(Die(BONUS_SIDES, each) for each in bonus)
    return Check(throw.target or 0, bonus_in(throw), Die(20, face), d4s).outcome.success


def bonus_in(throw: Throw) -> BonusDice:
    """Return the bonus or penalty of a check that fell."""
    d20, *d4s = throw.dice
    return BonusDice(len(d4s) if throw.total < d20.face else -len(d4s))


def margins(value: int, bonus: BonusDice) -> Counter[int]:
    """Return in how many of its equally likely ways a check has each margin (R4-005)."""
    from tracker.rules.dice.notation import parse  # noqa: PLC0415 - exact chances are seldom asked for
    from tracker.rules.dice.odds import odds  # noqa: PLC0415 - as above

    d4s = odds(parse(f"{bonus.count}d{BONUS_SIDES}" if bonus.count else "0"))
    ways = Counter[int]()
    for total, weight in d4s.weights.items():
        for face in range(1, 21):
            ways[Check(value, bonus, Die(20, face), (Die(BONUS_SIDES, total),)).margin] += weight
    return ways


def used_up(sheet: Character, name: str) -> Character:
    """Return the sheet after a check, without the help that served it and the modifiers that count once."""
    lasting = {
        cause: each for cause, each in sheet.modifiers.items() if not (each.once and _touches(each, name))
    }
    waiting = {helper: each for helper, each in sheet.helpers.items() if not each.serves(name)}
    return replace(sheet, modifiers=lasting, helpers=waiting)


def told(made: Made, minimum: int | None = None) -> tuple[Fact, ...]:
    """Return the facts of a check: the roll, its margin by the table, and the minimum if one was set."""
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
    facts = (
        Fact("checked", data),
        Fact(f"check_{rolled.outcome}", {"margin": margin, **_worth(rolled, margin)}),
        *(Fact("help_waits", {"who": made.who, "characteristic": each}) for each in made.waiting),
    )
    if minimum is None:
        return facts
    attained = attain(made.margin, minimum, success=made.success)
    reached = () if attained is Attainment.FAILURE else (Fact(f"minimum_{attained}", {"minimum": minimum}),)
    return (*facts, *reached)


def _worth(rolled: Check, margin: int) -> dict[str, Scalar]:
    """Return the worth of a margin by the table; a disaster is more than a simple failure (R4-013)."""
    if rolled.outcome.success:
        return {"band": str(band(margin))}
    how = severity(margin)
    plain = rolled.outcome is Outcome.DISASTROUS_FAILURE and how is Severity.SIMPLE
    return {} if plain else {"severity": str(how)}


def sides_of(bonus: BonusDice) -> tuple[int, ...]:
    """Return the dice of a check, in the order in which they fall."""
    return (20, *(BONUS_SIDES,) * bonus.count)


def _touches(modifier: Modifier, name: str) -> bool:
    return modifier.characteristic in ("", name)


def _notation(bonus: BonusDice) -> str:
    return "1d20" + (f"{'-' if bonus.net > 0 else '+'}{bonus.count}d{BONUS_SIDES}" if bonus.net else "")
